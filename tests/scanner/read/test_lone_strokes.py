"""A straight stroke alone in its cell is what its lean says."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.read.cell_ink import extract_ink
from scanner.read.lone_strokes import SHAPED_ONES, find_lone_stroke, judge_lone_strokes
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import Answer

Points = Sequence[tuple[float, float]]
WIDTH, HEIGHT = 240, 96


def draw_cell(*strokes: Points) -> NDArray[np.uint8]:
    """A cell between its rules with these strokes, in px."""
    cell = np.full((HEIGHT, WIDTH), 220, np.uint8)
    cv2.rectangle(cell, (0, 0), (WIDTH - 1, HEIGHT - 1), 110, 2)
    for stroke in strokes:
        cv2.polylines(cell, [np.array(stroke, np.int32)], False, 50, 4, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(cell, (5, 5), 0), np.uint8)


def lean(degrees: float, length: float = 50.0, at: float = 110.0) -> Points:
    """A stroke that leans so far from upright."""
    aside, up = (length / 2 * part(np.radians(degrees)) for part in (np.sin, np.cos))
    return [(at - aside, HEIGHT / 2 + up), (at + aside, HEIGHT / 2 - up)]


ONE = ((100, 45), (116, 24), (112, 72))
"""A 1 with its upstroke."""
FOOTED = ((110, 24), (110, 70), (96, 70), (124, 70))


@pytest.mark.parametrize("degrees", [-80, -40, -10, 0, 15, 40, 80])
def test_a_stroke_alone_has_its_lean(degrees: float) -> None:
    """To within three degrees."""
    found = find_lone_stroke(extract_ink(draw_cell(lean(degrees))))
    assert found is not None
    assert found.straight
    assert found.lean == pytest.approx(degrees, abs=3)


@pytest.mark.parametrize("shape", [ONE, FOOTED])
def test_foot_and_upstroke_are_no_straight_stroke(shape: Points) -> None:
    """The recogniser knows them."""
    found = find_lone_stroke(extract_ink(draw_cell(shape)))
    assert found is None or not found.straight


@pytest.mark.parametrize(
    "strokes",
    [(), (lean(0), lean(0, at=150)), ((0, 48), (40, 50)), ((100, 0), (104, 40))],
    ids=["blank", "two strokes", "from the left", "from above"],
)
def test_what_is_no_stroke_of_its_own_is_left_alone(strokes: tuple[Points, ...]) -> None:
    """Nothing, an 11, and ink that comes in over one side."""
    cell = draw_cell(*strokes) if not strokes or isinstance(strokes[0][0], tuple) else draw_cell(strokes)
    assert find_lone_stroke(extract_ink(cell)) is None


@pytest.mark.parametrize(
    ("degrees", "text"), [(0, "1"), (8, "1"), (-5, "1"), (45, "/"), (35, "/"), (-45, "/"), (-30, "/"), (88, "-")]
)
def test_strokes_are_read_by_their_lean(degrees: float, text: str) -> None:
    """Falling strokes strike a cell out as rising ones do; the recogniser alone reads them as 1 or as nothing."""
    [got] = DigitReader.load().read([draw_cell(lean(degrees))], ["points"])
    assert got.text == text
    assert got.confidence > 0.8


def test_between_one_and_slash_nobody_is_sure() -> None:
    """Some lean their ones as far as others their slashes."""
    [got] = DigitReader.load().read([draw_cell(lean(16))], ["points"])
    assert {text for text, chance in got.candidates if chance > 0.2} == {"1", "/"}


def test_who_draws_ones_with_an_upstroke_draws_no_bars() -> None:
    """Beside such ones a slanting stroke is a slash."""
    answer = Answer("1", 0.99, (("1", 0.5), ("/", 0.49)))
    inks = {n: extract_ink(draw_cell(ONE)) for n in range(SHAPED_ONES)}
    bar = {SHAPED_ONES: extract_ink(draw_cell(lean(18)))}
    alone = judge_lone_strokes([answer] * (SHAPED_ONES + 1), bar)[-1]
    beside = judge_lone_strokes([answer] * (SHAPED_ONES + 1), inks | bar)
    assert (alone.text, beside[-1].text) == ("1", "/")
    assert beside[:-1] == [answer] * SHAPED_ONES


def test_other_readings_are_not_touched() -> None:
    """A 7 is no stroke, whatever it looks like."""
    seven = Answer("7", 0.6, (("7", 0.6), ("1", 0.4)))
    assert judge_lone_strokes([seven], {0: extract_ink(draw_cell(lean(30)))}) == [seven]
