"""Soloists who have the value once or twice instead of three times, by a club's file: games, rows and sums."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.game_json import parse_game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.all_checks import check_row, check_sheet
from scoring.rows.row_patterns import find_pattern, is_legal, list_rows_of_value
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets.load_rules import load
from scoring.rulesets.rule_page import write_page
from tests.gallery.drawn_games import draw_game
from tests.gallery.house_rules import HOUSES, write_row
from tests.gallery.test_houses import get_path

LONE = ("solo", "stille-hochzeit", "hochzeit-allein")


def make_club(times: dict[str, int], base: RuleSet | None = None) -> RuleSet:
    """The rules in which who plays alone in these kinds of game has the value so often."""
    rules = base or load("pflichtsolo-40")
    kinds = tuple(replace(kind, re_times=times.get(kind.id, 0)) for kind in rules.kinds)
    apply = tuple(one for one in rules.checks.apply if one.id != "R1")
    return replace(rules, kinds=kinds, checks=replace(rules.checks, apply=apply))


CLUBS = {times: make_club(dict.fromkeys(LONE, times)) for times in (1, 2, 3, 4)}
MIXED = make_club({"solo": 2})
"""A solo counts twice, any other game of one against three threefold."""


def write_lone(seat: int, times: int, value: int) -> tuple[int, ...]:
    """The row of who plays alone."""
    return tuple(times * value if seat == one else -value for one in (1, 2, 3, 4))


def list_errors(rules: RuleSet, row: Row) -> list[str]:
    """The codes of what is wrong with the row."""
    return [one.code for one in check_row(rules, row, 4) if one.severity == "error"]


@given(st.sampled_from([*CLUBS]), st.integers(1, 4), st.integers(1, 9), st.sampled_from((1, -1)), st.booleans())
def test_the_clubs_row_passes_and_others_are_told(times: int, seat: int, value: int, sign: int, solo: bool) -> None:
    """A possible row of the club's is right; the same value by another factor is wrong, crossed as a solo or not."""
    rules = CLUBS[times]
    right = Row(1, write_lone(seat, times, sign * (value + 1)), solo=solo)
    assert list_errors(rules, right) == [] or "impossible-value" in list_errors(rules, right)
    assert is_legal(rules, right, 4) == (list_errors(rules, right) == [])
    for other in {1, 2, 3, 4, 5} - {times}:
        wrong = Row(1, write_lone(seat, other, sign * (value + 1)), solo=solo)
        assert list_errors(rules, wrong)
        assert not is_legal(rules, wrong, 4)


@given(st.sampled_from([*CLUBS.values(), MIXED]), st.tuples(*[st.integers(-9, 9)] * 4), st.booleans(), st.booleans())
def test_what_is_not_legal_is_told(rules: RuleSet, points: tuple[int, ...], solo: bool, offence: bool) -> None:
    """Any four numbers are either legal or have an error."""
    row = Row(1, points, solo=solo, offence=offence)
    assert is_legal(rules, row, 4) == (list_errors(rules, row) == [])


@given(st.sampled_from([*CLUBS.values(), MIXED]), st.integers(1, 12))
def test_every_row_of_a_value_has_its_pattern(rules: RuleSet, value: int) -> None:
    """What is listed is known again, with its value and its factor."""
    for hands in list_rows_of_value(rules, (1, 2, 3, 4), value):
        found = find_pattern(rules, hands)
        assert found is not None
        assert abs(found.value) == value
        assert found.shape == "pairs" or hands[found.seat or 0] == found.times * found.value


@pytest.mark.parametrize(
    ("points", "solo", "sentence"),
    [
        ((4, -2, -2, -2), True, None),
        ((6, -2, -2, -2), True, "Ein Solo zählt hier 2-mal"),
        ((2, -2, -2, -2), True, "Ein Solo zählt hier 2-mal"),
        ((6, -2, -2, -2), False, None),  # a stille Hochzeit
    ],
)
def test_a_solo_twice_beside_other_games_threefold(points: tuple[int, ...], solo: bool, sentence: str | None) -> None:
    """The cross says which factor is right, and the proposal is a right row."""
    errors = [one for one in check_row(MIXED, Row(1, points, solo=solo), 4) if one.severity == "error"]
    told = [one for one in errors if one.code == "miscounted"]
    assert bool(errors) == (sentence is not None)
    if sentence:
        (finding,) = told
        assert sentence in finding.message("de")
        assert finding.proposal is not None
        assert finding.proposal[0].proposed == 4


def test_where_two_factors_are_possible_none_is_named() -> None:
    """An uncrossed row by a third factor is wrong, but nobody can say which of the two was meant."""
    errors = [one for one in check_row(MIXED, Row(1, (2, -2, -2, -2), solo=False), 4) if one.severity == "error"]
    assert errors
    assert "miscounted" not in [one.code for one in errors]


def test_the_page_says_what_both_sides_get() -> None:
    """Where the three others have the value twice, the page of the rules says how often each side has it."""
    kinds = tuple(replace(one, kontra_times=2) if one.id == "solo" else one for one in load("pflichtsolo-40").kinds)
    page = "\n".join(write_page(replace(load("pflichtsolo-40"), kinds=kinds), "de"))
    assert "* Solo: einer gegen drei; Re mal 3, jeder andere mal 2;" in page


def test_sums_need_not_add_up() -> None:
    """No sheet is asked for sums of 0, and for sums all even or all odd only where each factor is odd."""
    rows = (Row(1, (4, -2, -2, -2), solo=True), Row(2, (1, 1, -1, -1)))
    sums = tuple(sum(column) for column in zip(*(row.points for row in rows), strict=True))
    codes = [one.code for one in check_sheet(CLUBS[2], Sheet(4, 2, rows, sums=sums))]
    assert not {"not-zero-sum", "parity"}.intersection(codes)
    rows = (Row(1, (2, -2, -2, -2), solo=True), Row(2, (1, 1, -1, -1)))
    assert "parity" in [one.code for one in check_sheet(CLUBS[1], Sheet(4, 2, rows, sums=(3, -1, -3, -2)))]


@pytest.mark.parametrize("times", [1, 2, 4])
def test_drawn_games_by_an_independent_count(times: int) -> None:
    """The gallery's scorer knows the value; who plays alone has it so often, and no such row is called wrong."""
    house, random = HOUSES["dokorama"], Random(times)
    rules = make_club(dict.fromkeys(LONE, times), load(get_path("dokorama")))
    for _ in range(300):
        game = draw_game(house, random)
        if game.get("seats", 4) != 4 or game["kind"] == "strafe":
            continue
        due = write_row(house, game)
        if len(game["re"]) == 1:
            due[game["re"][0] - 1] = due[game["re"][0] - 1] // 3 * times
        parsed, _ = parse_game(rules, game)
        assert parsed is not None
        assert list(score(rules, parsed).points or ()) == due
        assert list_errors(rules, Row(1, tuple(due), details=parsed)) == []
