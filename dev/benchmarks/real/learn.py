"""How well `kiebitz learn` describes a table of which it knows nothing: the sudokus' grids, and the card.

The card's learnt layout is compared with the one made by hand, `templates/layouts/kniffel.toml`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from dev.benchmarks.figures import Share
from dev.benchmarks.real.opened import LAYOUTS, add_photo_options, list_grids, measure_corners
from scanner.learn.learn_table import Learnt, find_fault, learn_table
from scanner.learn.table_outline import Outline, find_outline
from scanner.open_photo import Photo, load_photos
from scanner.pyramid import Pyramid, build_pyramid
from scanner.read.read_numbers import DigitReader
from templates.foreign.guess_layout import guess_layout
from templates.foreign.layout_draft import write_layout
from templates.foreign.layout_file import load_layout
from templates.layout import Layout

NEAR_SHARE = 0.012
"""How far a rule may be from its true place, as a share of the table."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `learn`."""
    add_photo_options(parser)


def run(options: argparse.Namespace) -> int:
    """Prints what is wrong, then the shares."""
    cv2.setNumThreads(1)
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    _learn_grids(options.photos, options.every)
    _learn_cards(options.photos / "kniffel")
    return 0


def _learn_grids(photos: Path, every: int) -> None:
    rows = list_grids(photos)[::every]
    right = 0
    for row in rows:
        found = find_outline(_open_picture(photos / "sudoku" / "images" / row["Name"]))
        size, off = _measure_outline(found, row) if isinstance(found, Outline) else (found.code, float("inf"))
        good = size == (9, 9) and off <= NEAR_SHARE
        right += good
        if not good:
            print(f"{row['Name']}: {size}, corners {off:.1%} off", flush=True)
    print(f"grids with 9 columns, 9 rows and true corners: {Share(right, len(rows))}")


def _open_picture(path: Path) -> Pyramid:
    photo = next(iter(load_photos(path)))
    assert isinstance(photo, Photo), photo
    return build_pyramid(photo.grey)


def _measure_outline(found: Outline, row: dict[str, str]) -> tuple[tuple[int, int], float]:
    """Columns and rows, and the worst corner as a share of the side."""
    xs, ys = found.ruled.edges_x, found.ruled.edges_y
    corners_px = found.flat.mesh.project_to_px(np.stack([xs[[0, -1, -1, 0]], ys[[0, 0, -1, -1]]], axis=-1))
    return (len(xs) - 1, len(ys) - 1), measure_corners(corners_px, row)


def _learn_cards(folder: Path) -> None:
    reader, truth = DigitReader.load(), load_layout(LAYOUTS / "kniffel.toml")
    for path in sorted(folder.glob("*.jpg")):
        picture = _open_picture(path)
        learnt = learn_table(picture, reader)
        if not isinstance(learnt, Learnt):
            print(f"{path.name}: {learnt.code}")
            continue
        layout = _save_and_load(learnt)
        fault = find_fault(picture, layout)
        cells, wanted = _list_cells(layout), _list_cells(truth)
        print(
            f"{path.name}: rules {'right' if _has_rules_of(layout, truth) else 'WRONG'},"
            f" fields {len(cells & wanted)} of {len(wanted)} and {len(cells - wanted)} more,"
            f" kinds {dict(Counter(field.kind for field in layout.fields))},"
            f" read again: {'yes' if fault is None else fault.code}"
        )


def _has_rules_of(layout: Layout, truth: Layout) -> bool:
    pairs = ((layout.grid.xs_mm, truth.grid.xs_mm), (layout.grid.ys_mm, truth.grid.ys_mm))
    return all(
        len(mine) == len(true) and np.abs(np.array(mine) / mine[-1] - np.array(true) / true[-1]).max() < NEAR_SHARE
        for mine, true in pairs
    )


def _list_cells(layout: Layout) -> set[tuple[int, int]]:
    """Column and row of every field among the rules."""
    xs, ys = np.array(layout.grid.xs_mm), np.array(layout.grid.ys_mm)
    boxes = [field.box_mm for field in layout.fields]
    return {(int(np.abs(xs - x).argmin()), int(np.abs(ys - y).argmin())) for x, y, *_ in boxes}


def _save_and_load(learnt: Learnt) -> Layout:
    """The learnt layout, written as TOML and loaded again."""
    draft = guess_layout(learnt.seen, "learnt", "learnt")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "learnt.toml"
        path.write_text(write_layout(draft, "learnt.png", "de"), encoding="utf-8")
        return load_layout(path)
