"""The model card's figures of how numbers are read: by character, hand and length, confusions, and calibration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from dev.benchmarks.figures import Share
from dev.benchmarks.ink import digits_in
from dev.benchmarks.photographed import Cell, Sheet
from dev.benchmarks.reading_table import aligned, percent
from dev.benchmarks.reliability import diagram, told
from dev.benchmarks.written import CHARACTERS, NOTHING, pairs
from dev.training.measure import calibration_error

LENGTHS = ("one digit", "two digits", "three digits", "four digits")
STROKES = {"a slash": "/", "a dash": "-", "nothing": ""}


def write_card(sheets: Sequence[Sheet], folder: Path) -> None:
    """Writes `model-figures.md` and, beside it, `images/calibration.svg`."""
    hands = {writer: _cells(sheets, writer) for writer in sorted({sheet.writer for sheet in sheets})}
    (folder / "images").mkdir(parents=True, exist_ok=True)
    (folder / "images" / "calibration.svg").write_text(diagram(hands), "utf-8")
    (folder / "model-figures.md").write_text("\n".join(card(hands)) + "\n", "utf-8")


def _cells(sheets: Sequence[Sheet], writer: str) -> list[Cell]:
    return [cell for sheet in sheets if sheet.writer == writer for cell in sheet.cells]


def card(hands: dict[str, list[Cell]]) -> Iterator[str]:
    """The figures as a page of Markdown, from the number cells by hand."""
    cells = [cell for mine in hands.values() for cell in mine]
    yield "# How the recogniser reads numbers: figures of the model card\n"
    yield "Number cells before any rule, as the whole reader reads them. Written by `dev.benchmarks.reading --card`;"
    yield "what was measured stands in [accuracy](accuracy.md#by-condition-and-by-writer).\n"
    yield "## By hand\n"
    yield from aligned([["hand", "cells right", "", "95 %", "expected calibration error"], *map(_hand, hands.items())])
    yield "\n## By what is written\n"
    yield from aligned([["cells with", "right", "", "95 %"], *_by_shape(cells)])
    found = Counter(pair for cell in cells for pair in pairs(cell.written, cell.read))
    yield "\n## By character\n"
    yield "Written and read text are laid side by side with the fewest changes.\n"
    yield from aligned([["character", "right", "", "95 %", "taken for"], *_by_character(found)])
    yield "\n## Confusions\n"
    yield f"Rows: what is written; columns: what is read. `{NOTHING}` is nothing: a character lost, or one too many.\n"
    yield from aligned(list(_confusions(found)))
    yield "\n## Calibration\n"
    yield "![Share right by confidence, hand by hand](images/calibration.svg)\n"
    yield "Every dot: the cells of a twentieth of the scale, their number below it, the 95 % interval around it."


def _share(hits: int, of: int) -> list[str]:
    share = Share(hits, of)
    low, high = share.low_high
    return [f"{hits:,} of {of:,}", percent(share), f"{100 * low:.2f} to {100 * high:.2f}"]


def _right(cells: Sequence[Cell]) -> list[str]:
    return _share(sum(cell.right for cell in cells), len(cells))


def _hand(named: tuple[str, list[Cell]]) -> list[str]:
    name, cells = named
    return [name, *_right(cells), f"{100 * calibration_error(told(cells)):.2f} %"]


def _by_shape(cells: Sequence[Cell]) -> Iterator[list[str]]:
    """By the number of digits, without a sign and with one; then what holds no digit."""
    for count, title in enumerate(LENGTHS, 1):
        for how, signed in (("", False), (", signed", True)):
            some = [cell for cell in cells if digits_in(cell.written) == count and cell.written[0].isdigit() != signed]
            if some:
                yield [title + how, *_right(some)]
    for title, text in STROKES.items():
        some = [cell for cell in cells if cell.written == text]
        if some:
            yield [title, *_right(some)]


def _by_character(found: Counter[tuple[str, str]]) -> Iterator[list[str]]:
    for char in CHARACTERS:
        mine = Counter({read: count for (written, read), count in found.items() if written == char})
        others = ", ".join(f"{read} {count}" for read, count in mine.most_common() if read != char)
        if mine:
            yield [f"`{char}`", *_share(mine[char], mine.total()), others]


def _confusions(found: Counter[tuple[str, str]]) -> Iterator[list[str]]:
    chars = (*CHARACTERS, NOTHING)
    yield ["", *(f"`{char}`" for char in chars)]
    for written in chars:
        yield [f"`{written}`", *(str(found[written, read] or "") for read in chars)]
