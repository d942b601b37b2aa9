"""A straight stroke alone in its cell is what its lean says."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.read import lone_strokes
from scanner.read.cell_ink import extract_ink
from scanner.read.lone_strokes import find_lone_stroke, judge_lone_strokes, learn_ones
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
    assert got.confidence > 0.75


def test_between_one_and_slash_nobody_is_sure() -> None:
    """Some lean their ones as far as others their slashes."""
    [got] = DigitReader.load().read([draw_cell(lean(16))], ["points"])
    assert {text for text, chance in got.candidates if chance > 0.2} == {"1", "/"}


def learn(*cells: NDArray[np.uint8]) -> tuple[float, float, float]:
    """The ones of a writer with clear numbers of one 1 in these cells."""
    return learn_ones([("1", extract_ink(one)) for one in cells])


def test_the_writers_other_ones_say_what_a_stroke_is() -> None:
    """Who draws ones with an upstroke draws few bars; who slants his ones slants the lone ones as well."""
    usual = learn()
    shaped, slanted = learn(*[draw_cell(ONE)] * 20), learn(*[draw_cell(lean(22))] * 20)
    assert usual == lone_strokes.ONE
    assert shaped[2] < 0.3 * usual[2]
    assert slanted[0] == pytest.approx(20, abs=2)
    assert slanted[2] == usual[2]


def test_numbers_with_other_strokes_teach_nothing() -> None:
    """Where more strokes are straight than the number has ones, nobody knows which they are."""
    assert learn(draw_cell(lean(20), lean(0, at=150))) == lone_strokes.ONE


def test_a_slanting_stroke_is_a_one_beside_slanting_ones() -> None:
    """Else it is as likely a slash."""
    eleven = Answer("11", 0.99, (("11", 0.99),))
    inks = {n: extract_ink(draw_cell(lean(22), lean(22, at=150))) for n in range(5)}
    bar = {5: extract_ink(draw_cell(lean(20)))}
    doubtful = Answer("/", 0.7, (("/", 0.7), ("1", 0.3)))
    answers = [*[eleven] * 5, doubtful]
    alone, beside = judge_lone_strokes(answers, bar)[-1], judge_lone_strokes(answers, inks | bar)
    assert alone.confidence < 0.9
    assert (beside[-1].text, beside[:-1]) == ("1", [eleven] * 5)


def test_a_count_is_rather_a_one_than_a_slash() -> None:
    """A box for a count is left blank by who has none: what leans by 20 degrees is a 1 there, and one that leans like
    a slash is no sure slash."""
    answers = [Answer("/", 0.9, (("/", 0.9), ("1", 0.09)))] * 2
    inks = {place: extract_ink(draw_cell(lean(degrees))) for place, degrees in enumerate((20, 32))}
    points, counts = judge_lone_strokes(answers, inks), judge_lone_strokes(answers, inks, {0, 1})
    assert [(got.text, got.confidence > 0.9) for got in points] == [("/", False), ("/", True)]
    assert [(got.text, got.confidence > 0.9) for got in counts] == [("1", False), ("/", False)]


def test_other_readings_are_not_touched() -> None:
    """A 7 is no stroke, whatever it looks like."""
    seven = Answer("7", 0.6, (("7", 0.6), ("1", 0.4)))
    assert judge_lone_strokes([seven], {0: extract_ink(draw_cell(lean(30)))}) == [seven]


@pytest.mark.parametrize("degrees", [90, 3])
def test_a_rule_inside_a_blank_cell_is_no_stroke(degrees: float) -> None:
    """The recogniser knows rules; a slanting line is none."""
    blank = Answer("", 0.99, (("", 0.99),))
    assert judge_lone_strokes([blank], {0: extract_ink(draw_cell(lean(degrees)))}) == [blank]
    assert judge_lone_strokes([blank], {0: extract_ink(draw_cell(lean(-40)))})[0].text == "/"
