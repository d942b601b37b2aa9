"""Composed is not real: the same recogniser on real photographs and on composed ones, side by side.

    python -m dev.benchmarks.gap [--photos FOLDER] [--composed FOLDER] [--every 1]

FOLDER holds `sudoku` (`dev.benchmarks.sudoku`, split by puzzle) and `kniffel`, real cards with their truth;
`--composed` is a folder as for `dev.benchmarks.reading`. Cells are told apart by what is written in them: one digit,
longer numbers, slashes and dashes, nothing. For each the share read right before any rule, with its 95 % interval; and
how likely real and composed cells are read equally well (`dev.benchmarks.figures.fisher`). A choice is to be judged by
both. """

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2

from dev.benchmarks import ink, sudoku
from dev.benchmarks.figures import Share, fisher
from dev.benchmarks.reading import measured
from dev.benchmarks.robust_cells import opened
from scanner.read.digits import DigitReader
from templates.foreign import load_layout

CARD = Path(__file__).parents[2] / "templates" / "layouts" / "kniffel.toml"
RULES = "pflichtsolo-40"


def main() -> None:
    """Prints the table: one part for each kind of cell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, default=os.environ.get("KIEBITZ_PHOTOS"))
    parser.add_argument("--composed", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take only every n-th sudoku")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    real = dict(_real(Path(options.photos), options.every)) if options.photos else {}
    composed = {"composed": _composed(options.composed)} if options.composed else {}
    print("\n".join(lines(real, composed)))


def lines(real: dict[str, Counter[str]], composed: dict[str, Counter[str]]) -> Iterator[str]:
    """The table: each source under each kind of cell, then real against composed."""
    for kind, title in ink.KINDS.items():
        yield f"{title}:"
        for name, counts in (*real.items(), *composed.items()):
            if counts[kind]:
                yield _line(name, counts, (kind,))
        yield _compared(_sum(real), _sum(composed), kind)
    yield "all cells:"
    yield from (_line(name, counts, tuple(ink.KINDS)) for name, counts in (*real.items(), *composed.items()))


def _sum(sources: dict[str, Counter[str]]) -> Counter[str]:
    return sum(sources.values(), Counter())


def _line(name: str, counts: Counter[str], kinds: tuple[str, ...]) -> str:
    cells, right, sure, wrong = (ink.total(counts, what, kinds) for what in ("", "right", "sure", "sure wrong"))
    share = Share(right, cells)
    low, high = share.low_high
    return (
        f"  {name:28} {right:6} of {cells:6}  {100 * share.value:6.2f} % ({100 * low:.2f} to {100 * high:.2f})"
        f"   sure {100 * Share(sure, cells).value:6.2f} %, {wrong} of them wrong"
    )


def _compared(real: Counter[str], composed: Counter[str], kind: str) -> str:
    one, other = ink.right(real, kind), ink.right(composed, kind)
    if not one.of or not other.of:
        return "  no such cells in one of them: no gap to tell"
    gap = 100 * (other.value - one.value)
    return f"  gap: composed less real {gap:+.2f} points (p = {fisher(one, other):.2g})"


def _real(photos: Path, every: int) -> Iterator[tuple[str, Counter[str]]]:
    reader = DigitReader.load()
    shots = sudoku.photographed(photos / "sudoku", reader, every)
    for half in sudoku.HALVES:
        yield f"sudoku, {half}", sum((shot.counts for shot in shots if half in shot.groups), Counter())
    yield "kniffel", sum((_card(file, reader) for file in sorted((photos / "kniffel").glob("*.jpg"))), Counter())


def _card(photo: Path, reader: DigitReader) -> Counter[str]:
    """A score card against its truth, a list of rows beside it; columns that the truth does not name are blank."""
    rows: list[list[object]] = json.loads(photo.with_suffix(".json").read_text("utf-8"))["cells"]
    sheet = opened(photo, load_layout(CARD))
    counts: Counter[str] = Counter()
    if isinstance(sheet, str):
        print(f"{photo.name}: {sheet}")
        return counts
    for field, answer in zip(sheet.numbers, sheet.read(sheet.cut(sheet.numbers), reader), strict=True):
        row, column = (int(part[1:]) for part in field.id.split("."))
        written = str(rows[row - 1][column - 1]) if column <= len(rows[row - 1]) else ""
        if not ink.count(counts, written, answer):
            print(f"{photo.name} {field.id}: {written} read as {answer.text!r} ({answer.confidence:.3f})")
    return counts


def _composed(folder: Path) -> Counter[str]:
    return sum((sheet.counts for sheet in measured(folder, RULES)), Counter())


if __name__ == "__main__":
    main()
