"""Whether a confident answer stays when the same cell is cut a little otherwise.

Every number cell is read as usual, shifted by up to 2 mm, rescaled by 0.5 to 2, and cut with more and with less inset,
each time with its whole sheet. Confident is what the pipeline takes for clear ink (`tournament.judging.judging_limits`,
no flag). Of the cells that are confident as usual the table says how many are doubted when cut otherwise, and how many
change to another confident answer, which none may. `--composed` adds a folder of photographs as `dev.benchmarks.read
compose` makes them.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.benchmarks.figures import Share
from dev.benchmarks.read.photographed import list_truths
from dev.benchmarks.real.opened import LAYOUTS, Opened, add_photo_options, list_grids, open_photo
from scanner.geometry.cut_cells import Cut
from scanner.read.number_answer import NumberReader, Written
from scanner.read.read_numbers import DigitReader
from templates.foreign.layout_file import load_layout
from templates.layout import Field, Layout
from tournament.judging.judging_limits import LIMITS

SHIFTS_MM = (0.5, 1.0, 1.5, 2.0)
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
SCALES = (0.5, 0.7, 1.4, 2.0)
INSETS = (-0.08, -0.05, 0.05, 0.08)
"""More inset than usual (less where negative), in heights of the cell. Usual is 0.03, half of a printed rule."""
Crop = NDArray[np.uint8]
Tally = dict[tuple[str, str], Counter[str]]
"""Counts by kind of cut and amount."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The cells of a photograph, cut otherwise: the kind of cut, its amount, and the cells."""

    kind: str
    amount: str
    cells: Sequence[Cut]


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `cuts`."""
    add_photo_options(parser)
    parser.add_argument("--composed", type=Path)


def run(options: argparse.Namespace) -> int:
    """Prints every change, and the table of each source."""
    cv2.setNumThreads(1)
    reader = DigitReader.load()
    for name, layout, files in _list_sources(options.photos, options.composed, options.every):
        tally: Tally = defaultdict(Counter)
        for file in files:
            sheet = open_photo(file, layout)
            for line in [sheet] if isinstance(sheet, str) else compare_cuts(sheet, reader, tally):
                print(f"{file.name}: {line}", flush=True)
        print("\n".join(format_tally(name, tally)), flush=True)
    return 0


def _list_sources(
    photos: Path, composed: Path | None, every: int
) -> Iterator[tuple[str, Layout | None, Sequence[Path]]]:
    yield "kniffel", load_layout(LAYOUTS / "kniffel.toml"), sorted((photos / "kniffel").glob("*.jpg"))
    grids = [photos / "sudoku" / "images" / row["Name"] for row in list_grids(photos)[::every]]
    yield "sudoku", load_layout(LAYOUTS / "sudoku.toml"), grids
    if composed:
        yield "composed", None, [file.with_suffix(".jpg") for file in list_truths(composed)]


def is_clear(answer: Written) -> bool:
    """Whether the pipeline takes this for clear ink."""
    return answer.confidence >= LIMITS.clear_ink and not answer.flags


def compare_cuts(sheet: Opened, reader: NumberReader, tally: Tally) -> Iterator[str]:
    """Reads one photograph's cells cut in every way, counts, and yields a line for every change."""
    variants = cut_variants(sheet)
    first = next(variants)
    usual = sheet.read(first.cells, reader)
    for variant in variants:
        counts = tally[variant.kind, variant.amount]
        for cell, was, now in zip(first.cells, usual, sheet.read(variant.cells, reader), strict=True):
            changed = is_clear(was) and is_clear(now) and was.text != now.text
            counts.update(cells=is_clear(was), doubted=is_clear(was) and not is_clear(now), changed=changed)
            if changed:
                yield f"{cell.field.id} {variant.kind} {variant.amount}: {was.text!r} -> {now.text!r}"


def cut_variants(sheet: Opened) -> Iterator[Variant]:
    """First the cells as they are read, then every other way."""
    fields = sheet.numbers
    usual = sheet.cut(fields)
    yield Variant("usual", "", usual)
    for far in SHIFTS_MM:
        for way, (x, y) in DIRECTIONS.items():
            moved = [move_field(one, far * x, far * y) for one in fields]
            yield Variant("shifted", f"{far} mm {way}", sheet.cut(moved))
    for scale in SCALES:
        resized = [replace(one, crop=resize_crop(one.crop, scale)) for one in usual]
        yield Variant("rescaled", f"by {scale}", resized)
    for inset in INSETS:
        yield Variant("inset", f"{inset:+}", sheet.cut([inset_field(one, inset) for one in fields]))


def move_field(field: Field, right_mm: float, down_mm: float) -> Field:
    """The field so far to the right and down."""
    x, y, width, height = field.box_mm
    return replace(field, box_mm=(x + right_mm, y + down_mm, width, height))


def inset_field(field: Field, inset: float) -> Field:
    """The field with so many of its heights cut off at every side (added where negative)."""
    x, y, width, height = field.box_mm
    off = inset * height
    return replace(field, box_mm=(x + off, y + off, width - 2 * off, height - 2 * off))


def resize_crop(crop: Crop, scale: float) -> Crop:
    """The crop (h, w) uint8 with so many times the pixels in each direction."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(crop, None, fx=scale, fy=scale, interpolation=way), np.uint8)


def format_tally(name: str, tally: Tally) -> Iterator[str]:
    """A line for each kind of cut and amount, and one for each kind in all."""
    for kind in dict.fromkeys(kind for kind, _ in tally):
        mine = {amount: counts for (which, amount), counts in tally.items() if which == kind}
        for amount, counts in [*mine.items(), ("all", sum(mine.values(), Counter()))]:
            changed, doubted = (Share(counts[what], counts["cells"]) for what in ("changed", "doubted"))
            yield f"{name:10} {kind:9} {amount:13} changed {changed}; doubted {doubted.value:.2%}"
