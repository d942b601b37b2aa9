"""What a hand does to a glyph from one time to the next."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.training.cells.glyphs import FRAME, measure_skeleton_distance
from dev.training.cells.strokes import bend_frame, join_strokes, move_end

UNIT = st.floats(0, 1, exclude_max=True)


def pieces(strokes: np.ndarray) -> int:
    """How many parts of ink hang together."""
    return int(cv2.connectedComponents(strokes.astype(np.uint8), connectivity=8)[0]) - 1


def drawn(kind: str, ink: int = 150) -> np.ndarray:
    """A frame with a seven's bar and stem, or a nought."""
    frame = np.zeros((FRAME, FRAME), np.uint8)
    if kind == "nought":
        cv2.ellipse(frame, (32, 32), (14, 21), 0, 0, 360, ink, 4, cv2.LINE_AA)
    else:
        cv2.polylines(frame, [np.array([[18, 12], [46, 12], [28, 52]])], False, ink, 4, cv2.LINE_AA)
    return frame


def test_a_stroke_that_fades_stays_one() -> None:
    """Half as dark in its middle, as a pen that skips leaves it, it was thinned to two pieces before."""
    frame = drawn("seven")
    frame[24:34] = frame[24:34] // 2
    assert pieces(frame > 100) == 2
    assert pieces(join_strokes(frame)) == 1
    assert pieces(measure_skeleton_distance(frame) == 0) == 1


def test_specks_and_pinholes_are_no_strokes() -> None:
    """A dark grain beside the glyph would be written as a dot, a light one in it thinned to a ring."""
    clean = drawn("seven", 255)
    dirty = clean.copy()
    dirty[50:52, 8:10] = 255
    dirty[12, 30] = 0
    assert np.array_equal(join_strokes(dirty), join_strokes(clean))


@pytest.mark.parametrize("ink", [40, 90, 255])
def test_a_nought_keeps_its_inside(ink: int) -> None:
    """However faint it was written: what is filled is grain, not the inside of a digit."""
    strokes = join_strokes(drawn("nought", ink))
    assert pieces(strokes) == 1
    assert not strokes[32, 32]
    assert pieces(~strokes) == 2


def test_a_blank_frame_has_no_strokes() -> None:
    """Nothing is made of nothing."""
    assert not join_strokes(np.zeros((FRAME, FRAME), np.uint8)).any()


@given(UNIT)
def test_bending_leaves_a_stroke_whole(which: float) -> None:
    """It moves ink, but tears nothing, and what was outside stays outside."""
    pen = bend_frame(measure_skeleton_distance(drawn("seven")), which, 255) <= 3 * 8
    assert pieces(pen) == 1
    assert 0.6 < pen.sum() / (measure_skeleton_distance(drawn("seven")) <= 3 * 8).sum() < 1.7


@given(st.tuples(UNIT, UNIT, UNIT, UNIT), st.sampled_from(["seven", "nought"]))
def test_ending_elsewhere_changes_little(numbers: tuple[float, ...], kind: str) -> None:
    """A few pixels of skeleton come or go, at one place; the same numbers do the same."""
    before = measure_skeleton_distance(drawn(kind)) == 0
    after = move_end(measure_skeleton_distance(drawn(kind)), np.array(numbers))
    assert np.array_equal(after, move_end(measure_skeleton_distance(drawn(kind)), np.array(numbers)))
    changed = np.argwhere(before != (after == 0))
    assert len(changed) <= 24
    assert (np.ptp(changed, axis=0) <= 12).all() if len(changed) else True


def test_a_nought_is_opened_at_its_upper_half() -> None:
    """It has no end to move, so a gap is what makes it another nought."""
    opened = move_end(measure_skeleton_distance(drawn("nought")), np.array([0.0, 0.0, 0.0, 0.9])) == 0
    assert pieces(opened) == 1
    assert pieces(~cv2.dilate(opened.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)) == 1
