"""A photograph as far as its table is found and followed, and where the real photographs lie."""

from __future__ import annotations

import argparse
import csv
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import NUMBERS, Cut, cut_fields
from scanner.geometry.find_sheet import Page, locate_sheet
from scanner.geometry.fit_quality import judge_quality, measure_quality
from scanner.geometry.printed_rules import Followed, follow_rules
from scanner.open_photo import Photo, load_photos
from scanner.pyramid import Pyramid, build_pyramid
from scanner.read.number_answer import NumberReader, Written
from scanner.read.overrun_numbers import read_numbers
from templates.layout import Field, Layout

LAYOUTS = Path(__file__).parents[3] / "templates" / "layouts"
CORNERS = ("topleft", "topright", "bottomright", "bottomleft")


@dataclass(frozen=True, slots=True)
class Opened:
    """A photograph whose table was found and followed."""

    picture: Pyramid
    page: Page
    followed: Followed

    @property
    def numbers(self) -> tuple[Field, ...]:
        """The fields that hold numbers."""
        return tuple(field for field in self.page.layout.fields if field.kind in NUMBERS)

    def cut(self, fields: Sequence[Field]) -> tuple[Cut, ...]:
        """Cuts these fields out of the photograph."""
        return cut_fields(self.picture, self.followed, fields)

    def read(self, cells: Sequence[Cut], reader: NumberReader) -> list[Written]:
        """Reads these number cells as the pipeline does."""
        return read_numbers(self.picture, self.followed, cells, reader)


def open_photo(path: Path, layout: Layout | None) -> Opened | str:
    """Finds the table as the pipeline does (`scanner.pipeline`); the problem's code when that refuses it."""
    photo = next(iter(load_photos(path)))
    if not isinstance(photo, Photo):
        return photo.problem.code
    picture = build_pyramid(photo.grey)
    page = locate_sheet(picture, layout)
    if not isinstance(page, Page):
        return page.code
    followed = follow_rules(picture, page.layout, page.to_px)
    fault = judge_quality(page, followed, measure_quality(page, followed), picture.size_px)
    return fault.code if fault is not None else Opened(picture, page, followed)


def add_photo_options(parser: argparse.ArgumentParser) -> None:
    """`--photos`, which KIEBITZ_PHOTOS may name as well, and `--every`."""
    parser.add_argument("--photos", type=Path, default=Path(os.environ.get("KIEBITZ_PHOTOS", ".")))
    parser.add_argument("--every", type=int, default=1, help="take only every n-th sudoku")


def list_grids(photos: Path) -> list[dict[str, str]]:
    """A row of the sudokus' table for each photograph."""
    with (photos / "sudoku" / "metadata.csv").open(encoding="utf-8") as table:
        return list(csv.DictReader(table))


def measure_corners(seen: NDArray[np.float64], row: Mapping[str, str]) -> float:
    """Largest distance of the corners `seen` (4, 2) float64, in pixels, from their true places, as a share of the
    grid's side."""
    true = np.array([[float(row[f"{axis}_{corner}_absolute"]) for axis in "xy"] for corner in CORNERS])
    side = np.linalg.norm(true - np.roll(true, 1, axis=0), axis=1).mean()
    return float(np.linalg.norm(seen - true, axis=1).max() / side)
