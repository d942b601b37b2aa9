"""The scanner's results as plain data. The module does not import OpenCV, so that tournament and desk can use it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from scanner import scan_limits
from templates.sheet_code import SheetCode, find_proved, parse_code
from texts.languages import Lang
from texts.sentences import Phrase, Spoken

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Upper left, upper right, lower right, lower left corner as the sheet is held to be read; pixels of the original photo
after its EXIF orientation was applied."""

Flag = Literal["overwritten", "illegible", "taken-back", "doubtful", "unread"]
"""overwritten: struck-out or written-over ink, or a printed name that is struck out; illegible: ink that is no
reading, or no number (½, 24,7, a word); taken-back: a cross that was filled in or scribbled out; doubtful: something
else may stand there than was read; unread: a printed name that only Tesseract could read, which is missing."""
Sign = Literal["faded", "spot", "creased", "ruled", "cut", "faint", "torn", "differs", "neighbours", "beside", "odd"]
"""What speaks against the reading of a cell. faded: share of the darkness of the printed rules around it that is lost;
spot: share of it that a spot of light covers; creased: the line of a fold may have been read; ruled: a rule runs
through it; cut: it is blank and half a stroke reaches in; faint: how much fainter its ink is than the sheet's; torn:
share of its looks that read something else; differs: seen with its ink beyond the border it is read otherwise;
neighbours: all its ink may be the neighbours'; beside: ink beside a box of the head; odd: a decimal's point may have
been overlooked between its digits."""


PageProgress = Callable[[int, int], None]
"""Called with a page's number (from 0) and how many pages there are, before the page is begun."""


def ignore_progress(_page: int, _of: int) -> None:
    """Does nothing, for callers that do not report progress."""


@dataclass(frozen=True, slots=True)
class DrawnNames:
    """Who was drawn to which table. The check letters of a sheet's code prove these names without reading the print.

    `tables`: (round, table) -> the names there. `tournament`: the short id of the tournament, "" where it has none.
    `players`: everybody who plays in it: a table may have been changed after its sheet was printed.
    """

    tables: Mapping[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    tournament: str = ""
    players: tuple[str, ...] = ()

    def prove_names(self, code: SheetCode) -> tuple[str, ...]:
        """The names printed on a sheet with this code, by seat; "" where its check letters prove none.

        A sheet of no tournament may have anybody's name: of it only the names drawn to its table are tried.
        """
        if self.tournament and code.tournament not in ("", self.tournament):
            return ()
        place = (0, 0) if code.round is None or code.table is None else (code.round, code.table)
        players = self.players if code.tournament else ()
        return tuple(
            find_proved(self.tables.get(place, ()), check) or find_proved(players, check) for check in code.checks
        )


NOBODY_DRAWN = DrawnNames()


@dataclass(frozen=True, slots=True)
class Answer:
    """The reading of one field; its parts are those of `Reading`, and what speaks against it."""

    text: str
    confidence: float
    candidates: tuple[tuple[str, float], ...] = ()
    flags: tuple[Flag, ...] = ()
    signs: Mapping[Sign, float] = field(default_factory=dict)

    def add_signs(self, signs: Mapping[Sign, float]) -> Answer:
        """The answer with these signs too, each as strong as the stronger of both; what is hardly there is none."""
        clear = {name: value for name, value in signs.items() if value >= scan_limits.LEAST_SIGN}
        more = {name: max(value, self.signs.get(name, 0.0)) for name, value in clear.items()}
        return replace(self, signs={**self.signs, **more}) if more else self


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one field by its ink alone.

    `text`: for `points`, `number`, `digit` the characters as written ("-6", "+12", "6", "/", "-", "" for a blank cell);
    for `cross` "x" or ""; for `text` the printed words or ""; for `signature` "x" when there is ink. `candidates`:
    (text, probability), best first; probabilities are calibrated and sum to at most 1.
    """

    id: str
    kind: str
    text: str
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    quad_px: Quad
    flags: tuple[Flag, ...] = ()


@dataclass(frozen=True, slots=True)
class Quality:
    """How well the geometry fits. These are measures; `scanner.scan_limits` holds what is good enough.

    `marks_found` of `marks_expected` corner marks. `rules_found`: share of the pieces of rules that are seen (0..1).
    `residual_mm`: 95th percentile of their distance from a smooth sheet. `px_per_mm`: smallest over the sheet.
    `sharpness_mm`: 10-90 % edge width of printed rules (smaller is sharper). `contrast`: paper minus ink in grey
    levels. `upright`: chance that a table whose rules look the same in several turns lies the way it was read.
    `beside`: other tables like it in the photo, which were not read.
    """

    marks_found: int
    marks_expected: int
    rules_found: float
    residual_mm: float
    px_per_mm: float
    sharpness_mm: float
    contrast: float
    upright: float = 1.0
    beside: int = 0

    @property
    def is_upright(self) -> bool:
        """Whether it is sure enough that the table was read the right way up."""
        return self.upright >= scan_limits.MIN_UPRIGHT


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a photo, or one sheet in it, was not read: a stable `code`, and a sentence with the remedy."""

    code: str
    sentence: Spoken

    @classmethod
    def of(cls, key: str, code: str = "", /, **gaps: object) -> Problem:
        """The problem with the sentence `key` ("scanner.damaged"), whose last part is the code unless another is
        given."""
        return cls(code or key.rpartition(".")[2], Phrase(key, gaps))

    def in_(self, lang: Lang) -> str:
        """The sentence."""
        return self.sentence.in_(lang)


@dataclass(frozen=True, slots=True)
class SheetReading:
    """One sheet in one photo. With `problem` set, nothing of it may be counted and `readings` is empty.

    `photo`: the name as the user knows it ("IMG_3.jpg", "scan.pdf#2"); `page`: index in a PDF or TIFF, from 0;
    `photo_sha256`: of the file; `code`: the text of the sheet code, when one was read.
    `remarks`: what was taken for what on a list that has no printed table.
    """

    photo: str
    photo_sha256: str
    page: int
    size_px: tuple[int, int]
    layout: str | None
    code: str | None
    quality: Quality | None
    readings: tuple[Reading, ...]
    problem: Problem | None = None
    remarks: tuple[Phrase, ...] = ()

    @property
    def sheet_code(self) -> SheetCode | None:
        """What the sheet code says, parsed; None for a foreign sheet and for a code that is not ours."""
        return None if self.code is None else parse_code(self.code)
