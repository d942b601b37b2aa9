"""Numbers that run over their cell's border are seen whole, and the neighbours' ink is not taken for theirs."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.read.cell_frame import RIM, WideCell
from scanner.read.judge_texts import combine_answers
from scanner.read.overrun_numbers import cut_whole, is_neighbours, runs_over_side
from scanner.read.taller_looks import TALLER, paint_out_rules, show_taller
from scanner.sheet_reading import Answer

Grey = NDArray[np.uint8]
HEIGHT, WIDTH = 64, 224
"""Of the cell between the middles of its rules, px."""
LEFT, TOP = round((RIM[0] - 0.048) * HEIGHT), round((RIM[1] - 0.048) * HEIGHT)
RIGHT, FOOT = LEFT + WIDTH, TOP + HEIGHT


def cell(*strokes: tuple[tuple[int, int], ...], thick: int = 5, rule: int = 2) -> Grey:
    """A cell and what lies around it, with these strokes (points relative to its upper left corner)."""
    picture = np.full((96, 2 * LEFT + WIDTH), 215, np.uint8)
    for x in (LEFT, RIGHT):
        cv2.line(picture, (x, 0), (x, 95), 60, rule)
    for y in (TOP, FOOT):
        cv2.line(picture, (0, y), (picture.shape[1], y), 60, rule)
    for points in strokes:
        cv2.polylines(picture, [np.add(points, (LEFT, TOP)).astype(np.int32)], False, 40, thick)
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)


ONE = ((70, 25), (90, 8), (85, 52))
"""A digit inside."""
MINUS = ((-20, 32), (14, 32))


def dark(picture: Grey) -> NDArray[np.bool_]:
    """Where there is ink."""
    return np.asarray(picture < 120)


def test_a_number_inside_its_cell_is_cut_as_ever() -> None:
    """Nothing reaches the border: nothing is cut again."""
    assert cut_whole(cell(ONE)) is None
    assert cut_whole(cell()) is None
    assert cut_whole(cell(ONE)[:, 15:25]) is None, "a column far narrower than its rows are high"


@pytest.mark.parametrize("rule", [2, 4])
def test_ink_that_touches_a_side_is_told_from_the_rule(rule: int) -> None:
    """A digit that runs over the right border, or ends on it, does; one inside, or none, does not."""
    nine = ((WIDTH + 8, 12), (WIDTH - 20, 20), (WIDTH - 6, 50))
    assert runs_over_side(cell(ONE, nine, rule=rule))
    assert runs_over_side(cell(((WIDTH - 30, 20), (WIDTH - 1, 30)), rule=rule))
    assert runs_over_side(cell(ONE, MINUS, rule=rule))
    assert not runs_over_side(cell(ONE, ((WIDTH - 40, 10), (WIDTH - 16, 50)), rule=rule))
    assert not runs_over_side(cell(rule=rule))


@pytest.mark.parametrize("rule", [2, 4])
def test_a_minus_begun_on_the_rule_is_seen_whole(rule: int) -> None:
    """The cell is wider by the part of the minus that lies beyond; the rule is gone but for what the minus covers."""
    seen = cut_whole(cell(ONE, MINUS, rule=rule))
    assert seen is not None
    assert seen.shape[1] > WIDTH + 15
    columns = dark(seen).any(axis=0)
    assert columns[6:36].all(), "the minus is in one piece"
    assert dark(seen)[:, :30].sum(axis=0).max() <= 7, "nothing of the rule is left, which would make a plus of it"


def test_a_plus_across_the_rule_is_seen_whole() -> None:
    """Its upright stroke beside the rule stays."""
    seen = cut_whole(cell(ONE, ((-16, 32), (16, 32)), ((6, 16), (6, 48))))
    assert seen is not None
    assert seen.shape[1] > WIDTH + 12


@pytest.mark.parametrize("rule", [2, 4])
def test_a_plus_right_on_the_rule_keeps_its_upright_stroke(rule: int) -> None:
    """Where it stands the rule is darker and wider; a minus there would leave nothing above and below."""
    seen = cut_whole(cell(ONE, ((-16, 32), (16, 32)), ((0, 18), (0, 46)), rule=rule))
    assert seen is not None
    level = int(np.argmax(dark(seen)[:, :14].sum(axis=1)))
    assert dark(seen)[level - 6, :36].any()
    assert dark(seen)[level + 6, :36].any()


def test_a_digit_that_ends_on_the_rule_has_its_end() -> None:
    """The last digit's right side lies on the rule, where the cell is cut off."""
    seen = cut_whole(cell(ONE, ((200, 10), (222, 16), (204, 30), (222, 42), (200, 54))))
    assert seen is not None
    assert seen.shape[1] > WIDTH - 2
    assert not dark(seen)[:, -3:].any(), "paper beside it"


def test_a_digit_that_runs_out_below_has_its_foot() -> None:
    """Most of it lies in the cell."""
    seen = cut_whole(cell(((70, 5), (95, 5), (80, 74))))
    assert seen is not None
    assert seen.shape[0] > HEIGHT + 5


@pytest.mark.parametrize(
    "neighbour",
    [
        ((60, -17), (60, 8)),  # a foot from above
        ((-30, 10), (8, 32), (-30, 54)),  # the round of a digit to the left
        ((210, 32), (245, 32)),  # the minus of the cell to the right
    ],
    ids=["foot", "round", "minus"],
)
def test_a_neighbours_ink_is_not_taken(neighbour: tuple[tuple[int, int], ...]) -> None:
    """What is mostly another cell's, or its sign, makes no number longer."""
    assert cut_whole(cell(ONE, neighbour)) is None


def test_beyond_the_border_only_the_own_ink_is_kept() -> None:
    """Beside the minus, a digit of the left neighbour vanishes."""
    seen = cut_whole(cell(ONE, MINUS, ((-24, -10), (-24, 12))))
    assert seen is not None
    assert not dark(seen)[:10, :20].any()


def test_readings_of_both_cuts_must_agree_to_be_sure() -> None:
    """With one text it is as sure as both on average; with two it is doubted, and both are candidates."""
    cut = Answer("15", 0.99, (("15", 0.99), ("-15", 0.01)), ())
    same = combine_answers(cut, Answer("15", 0.97, (("15", 0.97),), ()))
    assert (same.text, same.signs) == ("15", {})
    assert same.confidence == pytest.approx(0.98)
    other = combine_answers(cut, Answer("-15", 0.995, (("-15", 0.995),), ()))
    assert (other.text, other.signs) == ("-15", {"differs": True})
    assert dict(other.candidates)["15"] == pytest.approx(0.495)
    assert other.confidence < 0.6


def test_what_cannot_be_read_stays_unread() -> None:
    """Ink that is no reading as it is cut is none whole."""
    nothing = Answer("", 0.0, (("8", 0.2),), ("illegible",))
    got = combine_answers(nothing, Answer("8", 0.9, (("8", 0.9),), ()))
    assert (got.text, got.confidence) == ("", 0.0)
    assert (got.flags, got.signs) == (("illegible",), {"differs": True})


def test_a_sure_number_stays_sure_beside_a_doubtful_whole_one() -> None:
    """Cut whole it may hold a neighbour's ink. A sign beside what was read counts all the same."""
    cut = Answer("122", 0.995, (("122", 0.995),))
    assert combine_answers(cut, Answer("121", 0.4, (("121", 0.4),))) == cut
    assert combine_answers(cut, Answer("-122", 0.4, (("-122", 0.4),))).signs
    assert combine_answers(replace(cut, confidence=0.9), Answer("121", 0.4, (("121", 0.4),))).signs


FALLING = ((100, -8), (124, 72))
"""A stroke that crosses the rules above and below the cell."""


@pytest.mark.parametrize("rule", [2, 4])
def test_a_taller_look_has_head_and_foot_and_no_rule(rule: int) -> None:
    """The stroke goes on in one piece where the rules were; beside it there is paper."""
    seen = WideCell.at(cell(FALLING, rule=rule))
    assert seen is not None
    bare = paint_out_rules(seen)
    shown = dark(show_taller(seen, bare, TALLER[0]))
    middle = shown[:, shown.shape[1] // 4 : shown.shape[1] * 3 // 4]
    assert len(shown) > HEIGHT + 8
    assert middle.any(axis=1)[2:-2].all(), "one piece"
    assert middle.sum(axis=1).max() < 16, "no rule"
    assert not shown[:, :8].any()
    assert not shown[:, -8:].any()


def test_a_still_taller_look_has_more_of_the_neighbours() -> None:
    """What lies further off than a digit reaches is only seen in the taller one."""
    seen = WideCell.at(cell(ONE, ((40, -9), (60, -9)), thick=3))
    assert seen is not None
    low, high = (dark(show_taller(seen, paint_out_rules(seen), taller)) for taller in TALLER)
    assert len(high) > len(low)
    assert high[:4].any()
    assert not low[:2].any()


def test_a_blank_cell_needs_no_taller_look() -> None:
    """Rules alone are no ink."""
    assert WideCell.at(cell()) is None


def test_a_neighbours_dash_is_told_from_a_minus() -> None:
    """Most of it lies in the next cell; a dash in this one, or a digit beside it, leaves the cell its own."""
    dash = ((-36, 32), (24, 32))
    assert is_neighbours(cell(dash))
    assert is_neighbours(cell(((WIDTH - 24, 30), (WIDTH + 36, 34))))
    assert not is_neighbours(cell(((-24, 32), (36, 32))))
    assert not is_neighbours(cell(dash, ONE))
    assert not is_neighbours(cell())
