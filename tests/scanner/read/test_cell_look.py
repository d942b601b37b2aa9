"""What of a cell the network is shown, and which cells it need not see at all."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from scanner.read.cell_frame import WideCell
from scanner.read.cell_ink import BARE, HEIGHT_PX, RIM, CellLook, is_bare, is_ruled_through, look_at_ink


def _cell(noise: float, slope: float, seed: int) -> NDArray[np.float64]:
    """Paper of 96 rows, lighter to the right, as a camera sees it."""
    rng = np.random.default_rng(seed)
    return np.linspace(200 - slope, 200, 240)[None, :] + rng.normal(0, noise, (96, 240))


def _grey(cell: NDArray[np.float64]) -> NDArray[np.uint8]:
    return np.clip(np.round(cell), 0, 255).astype(np.uint8)


def test_bare_paper_beside_the_ink_is_not_looked_at() -> None:
    """The network sees the ink and a rim of it; a sign far from its digit is kept, and so is all between them."""
    grey = np.full((HEIGHT_PX, 150), 200, np.uint8)
    grey[15:25, 100:110] = 80
    assert CellLook.at(grey).ink.shape == (HEIGHT_PX, 10 + 2 + 2 * RIM)
    grey[20:23, 30:42] = 160
    assert CellLook.at(grey).ink.shape == (HEIGHT_PX, 80 + 2 + 2 * RIM)
    assert CellLook.at(np.full_like(grey, 200)).ink.shape == grey.shape


def test_clean_paper_is_told_at_first_glance_and_faint_ink_is_not() -> None:
    """Paper with a camera's noise is even; a faint stroke, and the thinnest rule through the cell, are not."""
    paper = _cell(noise=2.0, slope=2.0, seed=1)
    assert is_bare(_grey(paper))
    stroke, rule = paper.copy(), paper.copy()
    cv2.line(stroke, (60, 30), (80, 70), 170.0, 4)
    rule[40:42] -= 30
    assert not is_bare(_grey(stroke))
    assert not is_bare(_grey(rule))
    assert not is_bare(np.full((2, 2), 200, np.uint8))  # too small to tell


@pytest.mark.parametrize("noise", [0.5, 2.0, 5.0, 8.0, 12.0])
def test_noise_is_no_ink_and_a_faint_stroke_in_it_is(noise: float) -> None:
    """A blank cell is blank however noisy its picture is, also where it is looked at taller; what a stroke takes from
    the light beyond the noise is seen, and so it is beside a spot of light."""
    paper = _cell(noise, slope=5.0, seed=2)
    assert not (look := look_at_ink(_grey(paper))) or look.black <= BARE
    assert WideCell.at(_grey(paper)) is None
    stroke = paper.copy()
    cv2.line(stroke, (110, 30), (130, 66), 165 - 4 * noise, 6)
    stroke[:, :20] += 40
    look = look_at_ink(_grey(stroke))
    assert look is not None
    assert look.black > BARE
    assert WideCell.at(_grey(stroke)) is not None


@given(
    noise=st.floats(0, 2),
    slope=st.floats(0, 8),
    seed=st.integers(0, 999),
    dark=st.floats(0, 24),
    where=st.tuples(st.integers(8, 87), st.integers(8, 231)),
    upright=st.booleans(),
    wide=st.integers(1, 8),
)
@example(noise=0.0, slope=0.0, seed=0, dark=28.0, where=(8, 8), upright=False, wide=1)
def test_what_is_even_holds_neither_ink_nor_a_rule(
    noise: float, slope: float, seed: int, dark: float, where: tuple[int, int], upright: bool, wide: int
) -> None:
    """Whatever runs through a cell that passes as even, the full look finds neither ink nor a rule there either."""
    cell = _cell(noise, slope, seed)
    row, column = where
    (cell[:, column : column + wide] if upright else cell[row : row + wide])[:] -= dark
    assume(is_bare(_grey(cell)))
    look = CellLook.at(_grey(cell))
    assert look.black <= BARE
    assert not is_ruled_through(look.dark)
