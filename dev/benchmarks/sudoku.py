"""Real photographs of ruled grids: corners and content of the sudoku photos against their truth, split by puzzle.

    python -m dev.benchmarks.sudoku --photos FOLDER [--every 1] [--no-content] [--json OUT]

FOLDER is a copy of the data of github.com/AlexKubiesa/sudoku-scanner (MIT): `images/`, `labels/`, `metadata.csv`. The
variable KIEBITZ_PHOTOS may name the folder that holds it as `sudoku`. Every puzzle was photographed four times, so
photographs are split by puzzle: what is chosen while looking at every other one is judged on the rest. Both halves are
told apart, and both phones; shares with 95 % intervals (`dev.benchmarks.figures`).
"""

from __future__ import annotations

import argparse
import csv
import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from dev.benchmarks import ink
from dev.benchmarks.figures import Share
from dev.benchmarks.robust_cells import Opened, opened
from scanner.read.digits import DigitReader
from templates.foreign import load_layout

LAYOUT = Path(__file__).parents[2] / "templates" / "layouts" / "sudoku.toml"
CORNERS = ("topleft", "topright", "bottomright", "bottomleft")
GOOD = 0.01
"""Share of the grid's side that every corner may be off."""
CANDIDATES = 10
"""Label of a cell with several small digits: not a number, so not compared."""
HALVES = ("puzzles for choices", "puzzles kept apart")


@dataclass(frozen=True, slots=True)
class Shot:
    """One photograph: its groups (half, phone), its largest error of a corner (share of the side; infinite when the
    grid is not found), and what was counted."""

    groups: tuple[str, ...]
    off: float
    counts: Counter[str]


def main() -> None:
    """Prints photos whose corners are off or that are refused, then the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--photos", type=Path, default=Path(os.environ.get("KIEBITZ_PHOTOS", ".")) / "sudoku")
    parser.add_argument("--every", type=int, default=1, help="take only every n-th photo")
    parser.add_argument("--no-content", action="store_true", help="corners only")
    parser.add_argument("--json", type=Path, help="keep the figures here")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    shots = photographed(arguments.photos, None if arguments.no_content else DigitReader.load(), arguments.every)
    off = np.array([shot.off for shot in shots])
    print(f"worst corner of a grid: median {np.median(off):.2%}, largest {off[np.isfinite(off)].max():.2%} of the side")
    groups = dict.fromkeys(group for shot in sorted(shots, key=lambda shot: shot.groups) for group in shot.groups)
    figures = {group: _figures([shot for shot in shots if group in shot.groups]) for group in groups}
    for group, shares in figures.items():
        print(f"{group:20}", *map(_told, shares.items()))
    if arguments.json:
        kept = {group: {name: asdict(share) for name, share in shares.items()} for group, shares in figures.items()}
        arguments.json.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def photographed(folder: Path, reader: DigitReader | None, every: int = 1) -> list[Shot]:
    """Every n-th photograph; without a reader only the corners. Prints what is wrong."""
    with (folder / "metadata.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    puzzles = sorted({row["Puzzle"] for row in rows})
    return [_photo(folder, row, reader, puzzles) for row in rows[::every]]


def _figures(shots: Sequence[Shot]) -> Mapping[str, Share]:
    counts: Counter[str] = sum((shot.counts for shot in shots), Counter())
    return {
        "grids": Share(counts["good"], counts["photos"]),
        "digits": ink.right(counts, "digit"),
        "blank cells": ink.right(counts, "blank"),
        "sure but wrong": Share(ink.total(counts, "sure wrong"), ink.total(counts, "sure")),
    }


def _told(figure: tuple[str, Share]) -> str:
    name, share = figure
    low, high = share.low_high
    return f"  {name} {share.hits}/{share.of} ({100 * low:.2f} to {100 * high:.2f} %)"


def _photo(folder: Path, row: dict[str, str], reader: DigitReader | None, puzzles: Sequence[str]) -> Shot:
    groups = (HALVES[puzzles.index(row["Puzzle"]) % 2], row["Source"], "all")
    sheet = opened(folder / "images" / row["Name"], load_layout(LAYOUT))
    if isinstance(sheet, str):
        print(f"{row['Name']}: {sheet}")
        return Shot(groups, float("inf"), Counter(photos=1))
    off = _off(sheet, row)
    counts = Counter(photos=1, good=off <= GOOD)
    if off > GOOD:
        print(f"{row['Name']}: {off:.2%} off")
    if reader is not None:
        _content(folder / "labels" / f"{Path(row['Name']).stem}.txt", sheet, reader, counts)
    return Shot(groups, off, counts)


def _off(sheet: Opened, row: dict[str, str]) -> float:
    """Largest error of a corner as a share of the grid's side."""
    grid = sheet.page.layout.grid
    (left, right), (top, low) = (grid.xs_mm[0], grid.xs_mm[-1]), (grid.ys_mm[0], grid.ys_mm[-1])
    seen = sheet.followed.mesh.project_to_px(np.array([[left, top], [right, top], [right, low], [left, low]]))
    true = np.array([[float(row[f"{axis}_{corner}_absolute"]) for axis in "xy"] for corner in CORNERS])
    side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean()
    return float(np.linalg.norm(seen - true, axis=1).max() / side)


def _content(labels: Path, sheet: Opened, reader: DigitReader, counts: Counter[str]) -> None:
    cuts = sheet.cut(sheet.page.layout.fields)
    for cell, answer, label in zip(cuts, sheet.read(cuts, reader), labels.read_text().split(), strict=True):
        if int(label) == CANDIDATES:
            continue
        if not ink.count(counts, "" if label == "0" else label, answer):
            print(f"{labels.stem} {cell.field.id}: {label} read as {answer.text!r} ({answer.confidence:.3f})")


if __name__ == "__main__":
    main()
