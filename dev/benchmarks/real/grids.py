"""Sudokus: their corners and what stands in their cells, split by puzzle.

Every puzzle was photographed four times with two phones. What is chosen while looking at every other puzzle is judged
on the rest, so both halves are listed, and both phones; shares with 95 % intervals.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from dev.benchmarks.figures import Share, count_cell
from dev.benchmarks.real.opened import LAYOUTS, Opened, add_photo_options, list_grids, measure_corners, open_photo
from scanner.read.read_numbers import DigitReader
from templates.foreign.layout_file import load_layout

GOOD = 0.01
"""Every corner of a good grid is at most this far off, as a share of the grid's side."""
CANDIDATES = "10"
"""Label of a cell with several small digits: not a number, so not compared."""
HALVES = ("puzzles for choices", "puzzles kept apart")


@dataclass(frozen=True, slots=True)
class Shot:
    """One photograph: its groups (half, phone), its worst corner (share of the side; infinite when the grid is not
    found), and what was counted."""

    groups: tuple[str, ...]
    off: float
    counts: Counter[str]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `grids`."""
    add_photo_options(parser)
    parser.add_argument("--no-content", action="store_true", help="corners only")


def run(options: argparse.Namespace) -> int:
    """Prints what is wrong on each photograph, then a table."""
    cv2.setNumThreads(1)
    shots = list(measure_grids(options.photos, None if options.no_content else DigitReader.load(), options.every))
    off = np.array([shot.off for shot in shots])
    print(f"worst corner of a grid: median {np.median(off):.2%}, largest {off[np.isfinite(off)].max():.2%} of the side")
    for group in dict.fromkeys(group for shot in sorted(shots, key=lambda shot: shot.groups) for group in shot.groups):
        counts: Counter[str] = sum((shot.counts for shot in shots if group in shot.groups), Counter())
        print(f"{group}: {', '.join(format_counts(counts))}")
    return 0


def measure_grids(photos: Path, reader: DigitReader | None, every: int) -> Iterator[Shot]:
    """Every n-th photograph; without a reader only the corners. Prints what is wrong."""
    rows = list_grids(photos)
    puzzles = sorted({row["Puzzle"] for row in rows})
    for row in rows[::every]:
        yield _measure_grid(photos / "sudoku", row, reader, puzzles)


def format_counts(counts: Counter[str]) -> Iterator[str]:
    """Grids, digits and blank cells that are right, and sure answers that are wrong."""
    yield f"grids {Share(counts['good'], counts['photos'])}"
    for kind in ("digit", "blank"):
        yield f"{kind} cells {Share(counts[f'{kind} right'], counts[kind])}"
    sure, wrong = (counts[f"digit {what}"] + counts[f"blank {what}"] for what in ("sure", "sure wrong"))
    yield f"sure but wrong {Share(wrong, sure)}"


def _measure_grid(folder: Path, row: dict[str, str], reader: DigitReader | None, puzzles: Sequence[str]) -> Shot:
    groups = (HALVES[puzzles.index(row["Puzzle"]) % 2], row["Source"], "all")
    sheet = open_photo(folder / "images" / row["Name"], load_layout(LAYOUTS / "sudoku.toml"))
    if isinstance(sheet, str):
        print(f"{row['Name']}: {sheet}")
        return Shot(groups, float("inf"), Counter(photos=1))
    grid = sheet.page.layout.grid
    (left, right), (top, low) = (grid.xs_mm[0], grid.xs_mm[-1]), (grid.ys_mm[0], grid.ys_mm[-1])
    corners_mm = np.array([[left, top], [right, top], [right, low], [left, low]])
    off = measure_corners(sheet.followed.mesh.project_to_px(corners_mm), row)
    counts = Counter(photos=1, good=int(off <= GOOD))
    if off > GOOD:
        print(f"{row['Name']}: {off:.2%} off")
    if reader is not None:
        _count_content(folder / "labels" / f"{Path(row['Name']).stem}.txt", sheet, reader, counts)
    return Shot(groups, off, counts)


def _count_content(labels: Path, sheet: Opened, reader: DigitReader, counts: Counter[str]) -> None:
    cuts = sheet.cut(sheet.page.layout.fields)
    for cell, answer, label in zip(cuts, sheet.read(cuts, reader), labels.read_text().split(), strict=True):
        if label == CANDIDATES:
            continue
        kind, written = ("blank", "") if label == "0" else ("digit", label)
        if not count_cell(counts, kind, written, answer):
            print(f"{labels.stem} {cell.field.id}: {label} read as {answer.text!r} ({answer.confidence:.3f})")
