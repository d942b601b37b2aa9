"""Real photographs of ruled grids: corners and content of the sudoku photos against their truth.

    python -m benchmarks.sudoku --photos FOLDER [--every 1] [--no-content]

FOLDER is a copy of the data of github.com/AlexKubiesa/sudoku-scanner (MIT): `images/`, `labels/`, `metadata.csv`. The
variable KIEBITZ_PHOTOS may name the folder that holds it as `sudoku`.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from scanner.cells import Cut, cut
from scanner.digits import DigitReader
from scanner.grid import follow
from scanner.page import Page, locate
from scanner.photo import Photo, load
from scanner.pyramid import pyramid
from scanner.quality import judge, measure
from templates.foreign import load_layout

LAYOUT = Path(__file__).parent.parent / "templates" / "layouts" / "sudoku.toml"
CORNERS = ("topleft", "topright", "bottomright", "bottomleft")
GOOD = 0.01
"""Share of the grid's side that every corner may be off."""
CANDIDATES = 10
"""Label of a cell with several small digits: not a number, so not compared."""
SURE = 0.99


def main() -> None:
    """Prints photos whose corners are off or that are refused, then the totals."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--photos", type=Path, default=Path(os.environ.get("KIEBITZ_PHOTOS", ".")) / "sudoku")
    parser.add_argument("--every", type=int, default=1, help="take only every n-th photo")
    parser.add_argument("--no-content", action="store_true", help="corners only")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = None if arguments.no_content else DigitReader.load()
    errors: list[float] = []
    cells: Counter[str] = Counter()
    with (arguments.photos / "metadata.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))[:: arguments.every]
    for row in rows:
        errors.append(_photo(arguments.photos, row, reader, cells))
    found = np.array(errors)
    print(
        f"{int((found <= GOOD).sum())} of {len(rows)} grids with every corner within {GOOD:.0%} of the side;"
        f" worst corner of a grid: median {np.median(found):.2%}, largest {found[np.isfinite(found)].max():.2%}"
    )
    for name, count in sorted(cells.items()):
        print(f"  {name}: {count}")


def _photo(folder: Path, row: dict[str, str], reader: DigitReader | None, cells: Counter[str]) -> float:
    """Largest error of a corner as a share of the grid's side; infinite when the grid is not found."""
    photo = next(iter(load(folder / "images" / row["Name"])))
    if not isinstance(photo, Photo):
        print(f"{row['Name']}: {photo.problem.code}")
        return float("inf")
    picture = pyramid(photo.grey)
    page = locate(picture, load_layout(LAYOUT))
    if not isinstance(page, Page):
        print(f"{row['Name']}: {page.code}")
        return float("inf")
    followed = follow(picture, page.layout, page.to_px)
    fault = judge(page, followed, measure(page, followed), picture.size_px)
    if fault is not None:
        print(f"{row['Name']}: {fault.code}")
        return float("inf")
    if reader is not None:
        _content(
            folder / "labels" / f"{Path(row['Name']).stem}.txt",
            cut(picture, followed, page.layout.fields),
            reader,
            cells,
        )
    grid = page.layout.grid
    (left, right), (top, low) = (grid.xs_mm[0], grid.xs_mm[-1]), (grid.ys_mm[0], grid.ys_mm[-1])
    seen = followed.mesh.px(np.array([[left, top], [right, top], [right, low], [left, low]]))
    true = np.array([[float(row[f"{axis}_{corner}_absolute"]) for axis in "xy"] for corner in CORNERS])
    side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean()
    error = float(np.linalg.norm(seen - true, axis=1).max() / side)
    if error > GOOD:
        print(f"{row['Name']}: {error:.2%} off")
    return error


def _content(labels: Path, cuts: Sequence[Cut], reader: DigitReader, cells: Counter[str]) -> None:
    answers = reader.read([cell.crop for cell in cuts], [cell.field.kind for cell in cuts])
    for answer, label in zip(answers, labels.read_text().split(), strict=True):
        if int(label) == CANDIDATES:
            continue
        right = answer.text == ("" if label == "0" else label)
        sure = answer.confidence >= SURE and not answer.flags
        what = "blank" if label == "0" else "digit"
        cells[f"{what} {'right' if right else 'WRONG'}, {'sure' if sure else 'unsure'}"] += 1


if __name__ == "__main__":
    main()
