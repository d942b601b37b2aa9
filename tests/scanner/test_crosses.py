"""Crosses by their ink: everything people make in a box of 6 mm."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.marks import read_cross, read_signature

SIDE = 48
Strokes = list[list[tuple[float, float]]]
CROSS: Strokes = [[(0.05, 0.08), (0.93, 0.95)], [(0.92, 0.05), (0.06, 0.9)]]
MARKED: dict[str, Strokes] = {
    "cross": CROSS,
    "tick": [[(0.1, 0.5), (0.4, 0.9), (0.98, 0.05)]],
    "slash": [[(0.1, 0.95), (0.9, 0.05)]],
    "circle": [[(0.5 + 0.35 * np.cos(a), 0.5 + 0.35 * np.sin(a)) for a in np.linspace(0, 6.3, 30)]],
    "off centre": [[(0.3, 0.3), (1.2, 1.2)], [(1.1, 0.3), (0.4, 1.1)]],
}
ZIGZAG: Strokes = [[(x, float(k % 2)) for k, x in enumerate(np.linspace(0, 1, 18))]]


def _box(strokes: Strokes, pen_px: int, ink: int, paper: int = 210, grain: float = 3.0) -> np.ndarray:
    crop = np.full((SIDE, SIDE), paper, np.uint8)
    for stroke in strokes:
        cv2.polylines(crop, [np.round(np.array(stroke) * SIDE).astype(np.int32)], False, ink, pen_px, cv2.LINE_AA)
    noise = np.random.default_rng(4).normal(0, grain, crop.shape)
    return (cv2.GaussianBlur(crop, (0, 0), 0.8) + noise).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("pen_px", "ink"), [(2, 60), (2, 130), (5, 40), (9, 30)], ids=["ball", "pencil", "gel", "felt"]
)
@pytest.mark.parametrize("shape", MARKED)
def test_every_mark_counts(shape: str, pen_px: int, ink: int) -> None:
    """Cross, tick, slash or circle, hairline or felt pen: the box is marked."""
    mark = read_cross(_box(MARKED[shape], pen_px, ink), 210)
    assert mark.text == "x"
    assert mark.confidence > 0.9
    assert "taken-back" not in mark.flags


@pytest.mark.parametrize("paper", [70, 140, 235])
def test_blank_boxes_are_blank(paper: int) -> None:
    """Paper in shade or light is no ink, nor is the grain of the camera."""
    mark = read_cross(_box([], 1, 0, paper, grain=5.0), paper)
    assert (mark.text, mark.flags) == ("", ())
    assert mark.confidence > 0.99


@pytest.mark.parametrize(("pen_px", "ink"), [(3, 60), (6, 40)])
def test_scribbled_boxes_are_taken_back(pen_px: int, ink: int) -> None:
    """A cross under a scribble counts as blank and is shown to a person."""
    mark = read_cross(_box(CROSS + ZIGZAG, pen_px, ink), 210)
    assert mark.text == ""
    assert "taken-back" in mark.flags


def test_filled_boxes_are_taken_back() -> None:
    """A box painted black has no paper of its own to compare with; the paper beside it tells."""
    mark = read_cross(np.full((SIDE, SIDE), 45, np.uint8), 210)
    assert mark.text == ""
    assert "taken-back" in mark.flags


def test_specks_are_doubted_or_ignored() -> None:
    """A dot of ink or a hair is never a sure cross."""
    mark = read_cross(_box([[(0.5, 0.5), (0.52, 0.56)]], 3, 60), 210)
    assert mark.text == "" or "doubtful" in mark.flags


def test_signatures_are_ink_or_none() -> None:
    """A wave is a signature, paper is none."""
    crop = np.full((48, 150), 215, np.uint8)
    assert read_signature(crop, 215).text == ""
    wave = np.array([(20 + 4 * k, 24 + 10 * (-1) ** k) for k in range(20)], np.int32)
    cv2.polylines(crop, [wave], False, 60, 2)
    assert read_signature(crop, 215).text == "x"


def test_chances_sum_to_one() -> None:
    """Both answers are told, best first."""
    for crop in (_box(CROSS, 2, 60), _box([], 1, 0)):
        mark = read_cross(crop, 210)
        assert np.isclose(sum(chance for _, chance in mark.candidates), 1.0)
        assert mark.candidates[0] == (mark.text, mark.confidence)
