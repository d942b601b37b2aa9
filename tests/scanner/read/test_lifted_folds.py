"""The line of a fold goes out of a cell, and what people wrote stays in it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.pipeline import read_photo
from scanner.read.lifted_folds import lift_fold
from scanner.read.read_numbers import DigitReader

SAMPLE = Path(__file__).parents[3] / "samples" / "r2-t4-mistakes-five-seats.jpg"
HIGH, WIDE = 48, 160


def _cell(*strokes: tuple[tuple[int, int], tuple[int, int]]) -> NDArray[np.uint8]:
    cell = np.full((HIGH, WIDE), 210, np.uint8)
    for start, end in strokes:
        cv2.line(cell, start, end, 70, 4, cv2.LINE_AA)
    return cell


def _fold(cell: NDArray[np.uint8], top: tuple[int, int], foot: tuple[int, int]) -> NDArray[np.uint8]:
    line = np.full_like(cell, 255)
    cv2.line(line, top, foot, 190, 2, cv2.LINE_AA)
    return np.asarray(cell * (cv2.GaussianBlur(line, (3, 3), 0) / 255.0), np.uint8)


@pytest.mark.parametrize("ends", [((110, 0), (112, 47)), ((60, 0), (60, 47)), ((0, 22), (159, 24))])
def test_a_fold_is_lifted_and_ink_stays(ends: tuple[tuple[int, int], tuple[int, int]]) -> None:
    """Beside the ink, across it, and level."""
    plain = _cell(((55, 38), (68, 8)), ((84, 20), (100, 30)))
    folded = _fold(plain, *ends)
    lifted = lift_fold(folded).astype(int)
    before, after = np.abs(folded.astype(int) - plain), np.abs(lifted - plain)
    assert before.max() > 35
    assert after.mean() < before.mean() / 3
    assert (lifted[plain < 90] < 140).all()


def test_a_number_without_a_fold_is_left_alone() -> None:
    """A 1 does not reach both borders, a pen across the cell is too black, and a tiny cell holds no line."""
    for cell in (_cell(((80, 8), (78, 40))), _cell(((80, 0), (80, 47))), np.full((3, 5), 200, np.uint8)):
        assert np.array_equal(lift_fold(cell), cell)


def test_numbers_beside_a_fold_are_read_without_it() -> None:
    """The column through which the sample's fold runs: it was read as a 1 behind them, and as one in blank cells."""
    truth = json.loads(SAMPLE.with_suffix(".json").read_text("utf-8"))["fields"]
    sheet = next(iter(read_photo(SAMPLE, None, DigitReader.load(), printed=False)))
    column = [one for one in sheet.readings if one.id.endswith(".p3") and one.kind == "points"]
    assert {one.id: one.text for one in column} == {one.id: truth[one.id]["written"] or "" for one in column}
