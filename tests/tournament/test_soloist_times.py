"""Soloists who have the value once or twice instead of three times: rows, lists and full sheets by a club's file."""

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
from scoring.rulesets.rule_gist import tell_gist
from scoring.rulesets.rule_page import write_page
from tests.gallery.drawn_games import draw_game
from tests.gallery.house_rules import HOUSES, write_row
from tests.gallery.test_houses import get_path
from tests.tournament.paper import written
from tests.tournament.test_lists import judge_totals
from tournament.judging.allowed_games import fits, list_allowed_games
from tournament.judging.detail_fields import WrittenDetails
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.printing.sheet_keys import write_full_key, write_list_key

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


def test_sums_need_not_add_up() -> None:
    """No sheet is asked for sums of 0, and for sums all even or all odd only where each factor is odd."""
    rows = (Row(1, (4, -2, -2, -2), solo=True), Row(2, (1, 1, -1, -1)))
    sums = tuple(sum(column) for column in zip(*(row.points for row in rows), strict=True))
    codes = [one.code for one in check_sheet(CLUBS[2], Sheet(4, 2, rows, sums=sums))]
    assert not {"not-zero-sum", "parity"}.intersection(codes)
    rows = (Row(1, (2, -2, -2, -2), solo=True), Row(2, (1, 1, -1, -1)))
    assert "parity" in [one.code for one in check_sheet(CLUBS[1], Sheet(4, 2, rows, sums=(3, -1, -3, -2)))]


@pytest.mark.parametrize("times", CLUBS)
def test_a_sheet_of_points(times: int) -> None:
    """Its rows and sums are right as they stand; one of another factor is asked about."""
    rules, lone = CLUBS[times], write_lone(1, times, 2)
    lines = ["+2 +2 -2 -2", " ".join(f"{one:+d}" for one in lone) + " solo", "0 0 0 0"]
    sums = " ".join(f"{one + two:+d}" for one, two in zip(lone, (2, 2, -2, -2), strict=True))
    sheet = reconcile(rules, transcribe(written(lines, sums)))
    assert [row.points for row in sheet.rows] == [(2, 2, -2, -2), lone, (0, 0, 0, 0)]
    assert [row.status for row in sheet.rows] == ["ok"] * 3
    assert not [one for one in sheet.findings if one.code in ("sum-mismatch", "not-zero-sum", "parity", "one-sided")]
    other = " ".join(f"{one:+d}" for one in write_lone(1, times % 4 + 1, 2))
    assert reconcile(rules, transcribe(written([f"{other} solo"]))).rows[0].status == "review"


@pytest.mark.parametrize("times", CLUBS)
def test_a_list_of_running_totals(times: int) -> None:
    """The totals say the same games by the club's factor."""
    games = [(2, 2, -2, -2), write_lone(3, times, 3), (-1, 1, 1, -1), write_lone(1, times, -2)]
    lines, above = [], [0] * 4
    for game in games:
        above = [one + more for one, more in zip(above, game, strict=True)]
        wins = "".join(str(seat) for seat, one in enumerate(game, 1) if one > 0)
        solo = "solo" if sum(one > 0 for one in game) != 2 else ""
        lines.append(f"{min(map(abs, game))} | {wins} | {' '.join(f'{one:+d}' for one in above)} {solo}")
    sheet = judge_totals(lines, " ".join(f"{one:+d}" for one in above), rules=CLUBS[times])
    assert [row.points for row in sheet.rows] == games
    assert [row.status for row in sheet.rows] == ["ok"] * 4


def test_details_of_a_full_sheet() -> None:
    """A crossed solo has its points by its own factor, a stille Hochzeit by its own."""
    solo, silent = (
        WrittenDetails((kind,), (1,), augen=130, counted=True) for kind in ("solo.damen", "stille-hochzeit")
    )
    for details, times in ((solo, 2), (silent, 3)):
        (way,) = list_allowed_games(MIXED, details)
        (value,) = way.values
        assert way.times == times
        for other in (1, 2, 3):
            points = dict(enumerate(write_lone(1, other, value), 1))
            assert fits(MIXED, details, points) == (other == times)


def test_words() -> None:
    """Pages and sheets say how often a soloist counts."""
    once, page = CLUBS[1], "\n".join(write_page(CLUBS[2], "de"))
    assert "der Alleinspieler zählt doppelt" in page
    assert "S8: Nichts, weil Soli nicht zusammen null ergeben" in page
    assert "Alleinspieler zählt dreifach" not in page
    assert any("zählt einfach" in line for line in tell_gist(once, "de"))
    key = " ".join(write_list_key(CLUBS[2], "points", 4, None, "de"))
    assert "Solo ankreuzen (zählt doppelt)" in key
    assert "zusammen null" not in key
    full = " ".join(line for block in write_full_key(MIXED, 4, None, "de") for line in block.lines)
    assert "; Solo: doppelt." in full
    assert "allein gebliebene Hochzeit: dreifach" in full


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


def test_a_number_is_not_said_to_lack_a_factor_of_three() -> None:
    """Where a table writes plus points alone, a number of no soloist is asked about in the club's words."""
    lines = ["3 _ _ _", "2 2 _ _", "_ 2 _ 2", "1 _ 1 _"]
    row = reconcile(CLUBS[2], transcribe(written(lines, plus=True))).rows[0]
    told = " ".join(one.message("de") for one in row.findings)
    assert "wie die Regeln sagen" in told
    assert "verdreifacht" not in told
    assert row.status == "review"
