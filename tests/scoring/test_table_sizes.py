"""Tables of three, six and seven: what a game counts there, which rows are right, and who sits out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.rounds.games import choose_sitters, draw_game, draw_offence
from scoring.counting.game import Game, count_players, count_sitters
from scoring.counting.game_json import describe_game, parse_game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.rows.all_checks import check_row, check_sheet
from scoring.rows.row_patterns import find_mendings, is_fine, is_legal
from scoring.rows.sheet_checks import measure_turn
from scoring.rows.written_rows import Row, Sheet, find_hands, find_sitters
from scoring.rulesets.load_rules import list_known, load
from tests.scoring.table_sizes import at_every_table

SIZES = st.integers(3, 7)
NAMES = st.sampled_from(list_known())


def play(rules: RuleSet, seats: int, seed: int) -> Game:
    """A game, or now and then an offence, at a table of that size."""
    rng = np.random.default_rng(seed)
    if not rules.offence.played_out and rng.random() < 0.2:
        return draw_offence(rules, seats, rng)
    return draw_game(rules, seats, choose_sitters(int(rng.integers(1, 50)), seats), None, rng, plain=True)


def write(rules: RuleSet, game: Game, number: int) -> Row:
    """The row of the game; who sat out is struck."""
    points = score(rules, game).points
    assert points is not None
    written = tuple(None if seat in game.sits else one for seat, one in enumerate(points, 1))
    kind = rules.find_kind(game.kind)
    solo = bool(kind and kind.solo_cross)
    return Row(number, written, solo=solo, offence=game.kind == "strafe", sits=game.sits, deal=number)


@given(NAMES, SIZES, st.integers(0, 10**6))
def test_every_game_is_a_right_row(name: str, seats: int, seed: int) -> None:
    """Its points add up to 0, n - 4 have none, it is legal by itself, and no check says anything against it."""
    rules = at_every_table(name, known=False)
    game = play(rules, seats, seed)
    row = write(rules, game, game.sits[0] if game.sits else 1)
    assert len(game.playing) == count_players(seats) == seats - count_sitters(seats)
    assert sum(filter(None, row.points)) == 0
    assert is_legal(rules, row, seats)
    assert not [one for one in check_row(rules, row, seats) if one.severity == "error"]
    hands = find_hands(rules, row, seats)
    assert hands is not None
    assert sorted(hands.values()) == sorted(one for one in row.points if one is not None)


@given(NAMES, SIZES, st.integers(0, 10**6), st.data())
def test_one_changed_number_is_told(name: str, seats: int, seed: int, data: st.DataObject) -> None:
    """A row with one other number does not add up, wherever it stands: with who sits out, too."""
    rules = at_every_table(name, known=False)
    row = write(rules, play(rules, seats, seed), 1)
    at = data.draw(st.integers(0, seats - 1))
    step = rules.checks.unit.step
    other = (row.points[at] or 0) + step * data.draw(st.integers(-9, 9).filter(bool))
    wrong = replace(row, points=(*row.points[:at], other, *row.points[at + 1 :]), deal=0)
    assert not is_legal(rules, wrong, seats)
    assert any(one.severity == "error" for one in check_row(rules, wrong, seats))


@given(SIZES, st.integers(0, 10**6), st.data())
def test_the_written_row_is_among_the_mendings(seats: int, seed: int, data: st.DataObject) -> None:
    """Whatever single number is wrong, the right row is one of those within two changes."""
    rules = at_every_table("pflichtsolo-40")
    game = play(rules, seats, seed)
    right = write(rules, game, 1)
    right = replace(right, deal=0, sits=())
    at = data.draw(st.sampled_from([seat - 1 for seat in game.playing]))
    wrong = replace(right, points=(*right.points[:at], 99, *right.points[at + 1 :]))
    found = [one.row.points for one in find_mendings(rules, wrong, seats)]
    assert right.points in found


def test_at_three_one_plays_against_two() -> None:
    """Whoever is alone has twice the value: the soloist, or Kontra against both of Re. A fine costs one share less."""
    rules = at_every_table("pflichtsolo-40")
    alone = score(rules, Game("solo", (2,), solo="damen", augen=130, seats=3))
    both = score(rules, Game("normal", (1, 3), augen=130, seats=3))
    fine = score(rules, Game("strafe", offender=3, seats=3))
    assert alone.points is not None
    assert both.points is not None
    assert (alone.points[1], alone.points[0]) == (2 * (alone.value or 0), -(alone.value or 0))
    assert (both.points[0], both.points[1]) == (both.value, -2 * (both.value or 0))
    assert fine.points == (5, 5, -10)


@pytest.mark.parametrize("points", [(4, 4, -4), (4, -4, 0), (8, -4, -2), (3, -1, -1), (9, -3, -6)])
def test_three_that_no_game_has(points: tuple[int, ...]) -> None:
    """What four would write, or what does not add up, is told."""
    rules = at_every_table("pflichtsolo-40")
    row = Row(1, points)
    assert not is_legal(rules, row, 3)
    assert any(one.severity == "error" for one in check_row(rules, row, 3))


@pytest.mark.parametrize("points", [(2, -1, -1), (-8, 4, 4), (1, 1, -2), (0, 0, 0)])
def test_three_need_no_cross(points: tuple[int, ...]) -> None:
    """One is always alone: that is no solo whose cross was forgotten."""
    assert not check_row(at_every_table("pflichtsolo-40"), Row(1, points), 3)


def test_who_sat_out_is_a_set() -> None:
    """By turn, by strokes, by blank cells and by zeros; a dealer who has points is told."""
    rules = at_every_table("pflichtsolo-40")
    shown = (None, 4, 4, None, -4, -4)
    assert find_sitters(rules, Row(1, shown, deal=1), 6) == (1, 4)
    assert find_sitters(rules, Row(1, (0, 4, 4, 0, -4, -4), deal=0), 6) == (1, 4)
    assert find_sitters(rules, Row(1, (0, 4, 4, None, -4, -4), deal=0), 6) == (1, 4)
    assert find_sitters(rules, Row(1, (0, 4, 0, None, -4, 0), deal=0), 6) is None
    told = [one.code for one in check_row(rules, Row(2, shown, deal=2), 6)]
    assert told == ["wrong-sitter", "wrong-sitter"]
    five = check_row(rules, Row(1, (2, 4, 4, None, -4, -6), deal=0), 6)
    assert next(one.message("de") for one in five) == "Spiel 1: 5 haben Punkte, es spielen aber nur vier."


@given(st.sampled_from([5, 6, 7]), st.integers(0, 6), st.data())
def test_a_turn_is_measured(seats: int, by: int, data: st.DataObject) -> None:
    """Turned on by so many seats the same set comes out, or one that is the same by its symmetry."""
    count = count_sitters(seats)
    sets = list(combinations(range(1, seats + 1), count))
    due = data.draw(st.sampled_from(sets))
    absent = tuple(sorted((seat - 1 + by) % seats + 1 for seat in due))
    turned = measure_turn(due, absent, seats)
    assert turned is not None
    assert {(seat - 1 + turned) % seats + 1 for seat in due} == {*absent}
    assert measure_turn(due[:1], absent, seats) in (0, None) or count == 1
    assert measure_turn((), absent, seats) is None


def test_seven_out_of_step() -> None:
    """From game 8 on everybody sits out one game too early: one finding for all of it."""
    rules = at_every_table("pflichtsolo-40")
    rows = []
    for number in range(1, 29):
        away = choose_sitters(number + (number > 7), 7, (0, 2, 5))
        playing = iter((4, 4, -4, -4))
        points = tuple(None if seat in away else next(playing) for seat in range(1, 8))
        rows.append(Row(number, points))
    found = [one for one in check_sheet(rules, Sheet(7, 28, tuple(rows))) if one.code == "wrong-sitter"]
    assert len(found) == 1
    assert found[0].message("de").startswith("Ab Spiel 8")


@given(SIZES, st.integers(0, 10**6))
def test_games_come_back_from_json(seats: int, seed: int) -> None:
    """`sits` is a number where one sits out, as it always was, and else a list."""
    rules = at_every_table("kurzregeln-48")
    game = play(rules, seats, seed)
    data = describe_game(rules, game)
    assert parse_game(rules, data)[0] == game
    assert isinstance(data.get("sits"), {0: type(None), 1: int}.get(count_sitters(seats), list))


@pytest.mark.parametrize(("seats", "struck"), [(6, (2,)), (6, (1, 4)), (7, (3,)), (7, (1, 2)), (7, (1, 2, 7))])
def test_a_nullspiel_is_right_whoever_struck_their_cell(seats: int, struck: tuple[int, ...]) -> None:
    """Some who sit out strike their cells, others write 0 as those who played: the row is the same for each."""
    rules = load("ddv")
    points = tuple(None if seat in struck else 0 for seat in range(1, seats + 1))
    assert check_row(rules, Row(3, points, sits=struck), seats) == ()


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_a_fine_is_known_whoever_sat_out(seats: int) -> None:
    """Wherever the empty cells lie, those of the others are asked, as many as play."""
    rules = load("pflichtsolo-40")
    paid = [rules.offence.offender, *[rules.offence.others] * 3]
    for order in range(seats):
        row = [*paid, *[0] * (seats - 4)]
        assert is_fine(rules, row[order:] + row[:order])
    assert not is_fine(rules, [0] * seats)
