"""Sheets filled by fonts and photographed small, and a reader of numbers that only counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dev.filler.batch import Order, make
from dev.filler.camera.camera import Photograph, photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.pens.glyphs import load_font_hands
from dev.filler.pens.sheet import FilledSheet
from scanner.read.read_numbers import Looks
from scanner.sheet_reading import Answer
from templates.layout import FieldKind

SMALL = choose_size(4.0)


@dataclass
class CountingReader:
    """Remembers the batches that it was given."""

    batches: list[tuple[list[NDArray[np.uint8]], list[FieldKind]]] = field(default_factory=list)

    def read(
        self, crops: Sequence[NDArray[np.uint8]], kinds: Sequence[FieldKind], looks: Looks | None = None
    ) -> list[Answer]:
        """One blank per crop."""
        self.batches.append((list(crops), list(kinds)))
        return [Answer("", 0.9, (("", 0.9),)) for _ in crops]


@pytest.fixture
def reader() -> CountingReader:
    """A fresh counting reader."""
    return CountingReader()


@pytest.fixture(scope="session")
def sheet() -> FilledSheet:
    """A filled sheet for four, names printed."""
    return make(Order(seed=11, megapixels=5.0, printed_names=True), load_font_hands()[:2])


@pytest.fixture(scope="session")
def snap(sheet: FilledSheet) -> Callable[..., Photograph]:
    """Photographs the sheet, or the one given, in a scene of four megapixels; the plain one is taken once."""
    scene_of_all = Scene(SMALL, defocus=0.6, jpeg=92)

    @cache
    def take_plain() -> Photograph:
        return photograph(sheet, scene_of_all, np.random.default_rng(5))

    def take(paper: FilledSheet | None = None, **scene: object) -> Photograph:
        if paper is None and not scene:
            return replace(take_plain(), image=take_plain().image.copy())
        view = replace(scene_of_all, **scene)  # type: ignore[arg-type]
        return photograph(paper or sheet, view, np.random.default_rng(5))

    return take


@pytest.fixture(scope="session")
def deface() -> Callable[..., FilledSheet]:
    """Paints rectangles (x, y, width, height in mm) of one shade over a copy of a sheet."""

    def paint(paper: FilledSheet, *boxes_mm: tuple[float, float, float, float], shade: int = 235) -> FilledSheet:
        image = paper.image.copy()
        for box in boxes_mm:
            x, y, width, height = (int(value * paper.px_per_mm) for value in box)
            image[y : y + height, x : x + width] = shade
        return replace(paper, image=image)

    return paint


@pytest.fixture
def save(tmp_path: Path) -> Callable[..., Path]:
    """Writes a picture (H, W) or (H, W, 3) as JPEG into the test's folder."""

    def write(picture: NDArray[np.uint8], name: str = "foto.jpg") -> Path:
        target = tmp_path / name
        target.write_bytes(cv2.imencode(Path(name).suffix, picture)[1].tobytes())
        return target

    return write


def _worst_mm(quads: dict[str, object], shot: Photograph) -> float:
    """Largest distance of a field's corner from its true place, in mm (a game's row is 10 mm high)."""
    row = np.linalg.norm(np.subtract(*np.array(shot.quads["g01.p1"])[[3, 0]])) / 10.0
    return max(float(np.abs(np.subtract(quad, shot.quads[name])).max() / row) for name, quad in quads.items())


@pytest.fixture(scope="session")
def worst_mm() -> Callable[..., float]:
    """How far a reading's fields lie from the truth of the photograph."""
    return lambda readings, shot: _worst_mm({one.id: one.quad_px for one in readings}, shot)
