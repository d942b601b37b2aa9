"""A filled sheet as data: its picture, what is written in every field, and how carefully it was filled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dev.filler.pens.pen import Picture
from dev.rounds.written import WrittenRound
from templates.layout import Layout


@dataclass(frozen=True, slots=True)
class Manner:
    """How carefully the sheet is filled: how many cells are `overwritten`, `struck` out and mended, `illegible`, and
    crosses `taken_back`.

    `pen` fixes the kind of the first scribe's pen; with two `scribes` the second one goes on somewhere in the middle.
    `sums` and `signatures` may be left blank.
    """

    pen: str | None = None
    overwritten: int = 0
    struck: int = 0
    illegible: int = 0
    taken_back: int = 0
    scribes: int = 1
    sums: bool = True
    signatures: bool = True


@dataclass(frozen=True, slots=True)
class Ink:
    """What is written in a field: the characters `written` (as `scanner.sheet_reading.Reading.text`), its flags, and by
    hand or print.
    """

    written: str
    flags: tuple[str, ...] = ()
    by: str = "hand"


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """A sheet that people filled in, before it is photographed.

    `image`: (H, W, 3) uint8, blue green red, with `px_per_mm` pixels a millimetre. `code`: the text of the printed
    sheet code, None on a foreign sheet. `inks`: what is written in each field, by its id. `origin_mm`: where the
    layout's origin lies on the page.
    """

    image: Picture
    px_per_mm: float
    layout: Layout
    code: str | None
    inks: Mapping[str, Ink]
    round_: WrittenRound
    names: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    origin_mm: tuple[float, float] = (0.0, 0.0)

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return self.image.shape[1] / self.px_per_mm, self.image.shape[0] / self.px_per_mm
