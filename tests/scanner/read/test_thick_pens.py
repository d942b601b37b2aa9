"""Thick pens: strokes are thinned until loops and gaps show again, and ordinary ones are left alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.read.cell_ink import THICK_PEN, list_thinned, measure_darkness, measure_pen, measure_thick_pen
from scanner.read.read_numbers import DigitReader

TWO = ((105, 34), (130, 22), (148, 38), (108, 76), (152, 76))
"""A small 2 in a cell 96 px high."""


def _cell(pen: int, points: tuple[tuple[int, int], ...] = TWO) -> NDArray[np.uint8]:
    cell = np.full((96, 260), 215, np.uint8)
    cv2.rectangle(cell, (0, 0), (259, 95), 120, 2)
    cv2.polylines(cell, [np.array(points, np.int32)], False, 60, pen, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(cell, (3, 3), 0), np.uint8)


@pytest.mark.parametrize("pen", [8, 14, 20, 26])
def test_the_width_of_a_pen_is_measured(pen: int) -> None:
    """Within a quarter."""
    assert measure_pen(measure_darkness(_cell(pen, ((100, 20), (150, 70))))) == pytest.approx(pen / 96, rel=0.25)


def test_ordinary_strokes_are_left_alone() -> None:
    """And so are blank cells, and what is too small to be one."""
    for cell in (_cell(10), _cell(10, ()), np.full((96, 260), 200, np.uint8), np.zeros((2, 2), np.uint8)):
        assert not measure_thick_pen(measure_darkness(cell))


def test_thick_strokes_become_as_thin_as_others() -> None:
    """Each look is thinner than the one before, and what was a gap is paper again."""
    thick = _cell(26)
    looks = list_thinned(thick, measure_thick_pen(measure_darkness(thick)))
    widths = [measure_pen(measure_darkness(one)) for one in (thick, *looks)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < THICK_PEN
    assert all((one >= thick).all() for one in looks)


def test_the_edge_of_a_shadow_is_no_thick_pen() -> None:
    """Half of the cell lies in it: its thin strokes would vanish, and the cell be read as blank."""
    light = np.where(np.arange(260) < 130, 1.0, 0.55)
    assert not measure_thick_pen(measure_darkness(np.asarray(_cell(6) * light, np.uint8)))


def test_a_tiny_cell_is_thinned_by_a_pixel_at_least() -> None:
    """Of a small picture: the brush is never smaller."""
    tiny = np.asarray(cv2.resize(_cell(16), None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA), np.uint8)
    assert [one.shape for one in list_thinned(tiny, 0.15)] == 2 * [tiny.shape]


def test_a_digit_of_a_thick_pen_is_read_by_its_thinner_strokes() -> None:
    """As it stands the reader takes it for another one, or doubts."""
    (got,) = DigitReader.load().read([_cell(26)], ["points"])
    assert got.text == "2"
    assert "illegible" not in got.flags
