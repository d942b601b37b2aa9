"""The same cells of one photograph, cut and scaled otherwise: shifted, rescaled, with more and with less inset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.cut.cells import NUMBERS, Cut, cut_fields
from scanner.cut.overrun import read_numbers
from scanner.find.page import Page, locate_sheet
from scanner.follow.grid import Followed, follow_rules
from scanner.open.photo import Photo, load_photos
from scanner.pyramid import Pyramid, build_pyramid
from scanner.quality import judge_quality, measure_quality
from scanner.read.number_reader import NumberReader, Written
from templates.layout import Field, Layout

SHIFTS_MM = (0.5, 1.0, 1.5, 2.0)
SCALES = (0.5, 0.7, 1.4, 2.0)
INSETS = (-0.08, -0.05, 0.05, 0.08)
"""More inset than usual (less where negative), in heights of the cell; usual are 0.03, the half of a printed rule."""
_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
Crop = NDArray[np.uint8]


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
        """These fields out of the photograph."""
        return cut_fields(self.picture, self.followed, fields)

    def read(self, cells: Sequence[Cut], reader: NumberReader) -> list[Written]:
        """What is written in these number cells, as the pipeline reads them."""
        return read_numbers(self.picture, self.followed, cells, reader)


def opened(path: Path, layout: Layout | None) -> Opened | str:
    """As the pipeline finds a sheet (`scanner.pipeline`); the problem's code when it refuses."""
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


@dataclass(frozen=True, slots=True)
class Variant:
    """The cells of a photograph in another way: what was done, by how much, and the cells."""

    kind: str
    amount: str
    cells: Sequence[Cut]


def variants(sheet: Opened) -> Iterator[Variant]:
    """First the cells as they are read, then every other way."""
    fields = sheet.numbers
    usual = sheet.cut(fields)
    yield Variant("usual", "", usual)
    for far in SHIFTS_MM:
        for way, (x, y) in _WAYS.items():
            yield Variant("shifted", f"{far} mm {way}", sheet.cut([moved(one, far * x, far * y) for one in fields]))
    for scale in SCALES:
        yield Variant("rescaled", f"by {scale}", [replace(one, crop=rescaled(one.crop, scale)) for one in usual])
    for inset in INSETS:
        yield Variant("inset", f"{inset:+}", sheet.cut([closer(one, inset) for one in fields]))


def moved(field: Field, right_mm: float, down_mm: float) -> Field:
    """The field so far to the right and down."""
    x, y, width, height = field.box_mm
    return replace(field, box_mm=(x + right_mm, y + down_mm, width, height))


def closer(field: Field, inset: float) -> Field:
    """The field with so many of its heights cut off at every side (put to it where negative)."""
    x, y, width, height = field.box_mm
    off = inset * height
    return replace(field, box_mm=(x + off, y + off, width - 2 * off, height - 2 * off))


def rescaled(crop: Crop, scale: float) -> Crop:
    """The crop with so many times the pixels."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(crop, None, fx=scale, fy=scale, interpolation=way), np.uint8)
