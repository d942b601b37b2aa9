"""Rounds of which only the points are known are legal, and a planted mistake is what it says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dev.rounds.games import choose_sitters
from dev.rounds.mistakes import POINTS_MISTAKES, plant
from dev.rounds.points import draw_points_round
from dev.rounds.rows import Round
from dev.rounds.written import PlayedRound, WrittenRound, write_round
from scoring.rulesets.load_rules import load

ROW_SUM = {"wrong-value", "wrong-sign", "solo-not-tripled"}  # found by R1
MISSING = {"row-missing", "nullspiel-missing"}  # found by S1


RULES = load("pflichtsolo-40")
NOT_IN_EVERY_ROUND = ("doubling-forgotten", "pflichtsolo-missing")
"""Mistakes for which a round may have no row."""


def _plant(kind: str, seats: int, seed: int) -> Round:
    rng = np.random.default_rng(seed)
    return plant(RULES, draw_points_round(seats, 4 * seats, rng, nullspiele=1), [kind], rng)


def _planted(kind: str, seats: int, seed: int) -> WrittenRound:
    return write_round(_plant(kind, seats, seed))


def _play(seats: int, games: int, seed: int, offences: int = 0) -> PlayedRound:
    return write_round(draw_points_round(seats, games, np.random.default_rng(seed), offences)).played


def _added_up(sheet: WrittenRound) -> tuple[int, ...]:
    """The sums that the written rows give."""
    rows = [row.cells for row in (*sheet.rows, *sheet.extra) if not row.blank]
    return tuple(sum(points or 0 for points in column) for column in zip(*rows, strict=True))


def _kinds_and_seats() -> list[tuple[str, int]]:
    return [(kind, seats) for kind in POINTS_MISTAKES for seats in (4, 5) if (kind, seats) != ("sitter-points", 4)]


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(seed=st.integers(0, 10_000), seats=st.integers(3, 7), offences=st.integers(0, 2))
def test_every_played_row_is_legal(seed: int, seats: int, offences: int) -> None:
    """Zero sum, a known pattern, and nothing for the seat that sits out."""
    played = _play(seats, 4 * seats, seed, offences)
    assert len(played.offences) == offences
    for game, row in enumerate((*played.games, *played.offences), 1):
        points = [points for points in row.points if points is not None]
        assert len(points) == min(seats, 4)
        assert sum(points) == 0
        high = max(map(abs, points))
        alone = (row.kind != "normal" or seats == 3) and sum(abs(value) == high for value in points) == 1
        assert alone or len({abs(value) for value in points}) == 1
        for seat in choose_sitters(game, seats) if game <= len(played.games) else ():
            assert row.points[seat - 1] is None


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(seed=st.integers(0, 10_000), seats=st.integers(3, 7))
def test_everybody_has_played_his_pflichtsolo(seed: int, seats: int) -> None:
    """A tournament's round is not over before that."""
    played = _play(seats, 4 * seats, seed)
    assert {row.solist for row in played.games if row.kind == "solo"} == set(range(1, seats + 1))


def test_the_same_seed_plays_the_same_round() -> None:
    """Samples and benchmarks must be the same on every machine."""
    first, second = (_play(5, 20, 3, 1) for _ in range(2))
    assert first == second
    assert first != _play(5, 20, 4, 1)


def test_a_round_written_faithfully_adds_up_to_zero() -> None:
    """Nothing is lost between playing and writing, offences included."""
    sheet = write_round(draw_points_round(4, 16, np.random.default_rng(1), 2))
    assert sum(sheet.sums) == 0
    assert not sheet.mistakes


@pytest.mark.parametrize(("kind", "seats"), _kinds_and_seats())
def test_a_mistake_does_what_it_says(kind: str, seats: int) -> None:
    """Mistakes that break a row's sum break it; the others keep every row's sum; rows that are missing are blank."""
    planted = [sheet for seed in range(4) if (sheet := _planted(kind, seats, seed)).mistakes]
    assert len(planted) == 4 or (kind in NOT_IN_EVERY_ROUND and len(planted) >= 2)
    for sheet in planted:
        _does_what_it_says(kind, sheet)


def _does_what_it_says(kind: str, sheet: WrittenRound) -> None:
    (mistake,) = sheet.mistakes
    assert mistake.kind == kind
    broken = {f"g{game:02}" for game, row in enumerate(sheet.rows, 1) if sum(points or 0 for points in row.cells)}
    named = {field.split(".")[0] for field in mistake.fields}
    assert broken == (named if kind in ROW_SUM else set())
    assert mistake.detectable or kind not in ROW_SUM | MISSING
    blank = {f"g{game:02}" for game, row in enumerate(sheet.rows, 1) if row.blank}
    assert bool(blank) == (kind in MISSING)
    assert blank <= named
    assert (sheet.sums == _added_up(sheet)) == (kind != "wrong-sum")


@pytest.mark.parametrize("seed", range(6))
def test_an_undetectable_mistake_leaves_a_sheet_that_could_be_right(seed: int) -> None:
    """Inverted signs: each row is still legal, the sums still add up, so nobody may be blamed for not seeing it."""
    sheet = _planted("signs-inverted", 4, seed)
    assert not sheet.mistakes[0].detectable
    assert all(sum(row.cells) == 0 for row in sheet.rows if None not in row.cells)  # type: ignore[arg-type]  # checked
    assert sum(sheet.sums) == 0


@pytest.mark.parametrize("seed", range(6))
def test_points_in_the_sitters_column_keep_the_sum(seed: int) -> None:
    """Only the column is wrong: the row has four numbers and sums to zero."""
    sheet = _planted("sitter-points", 5, seed)
    game = int(sheet.mistakes[0].fields[0][1:3])
    row = sheet.rows[game - 1].cells
    (sits,) = choose_sitters(game, 5)
    assert row[sits - 1] is not None
    assert sum(points is None for points in row) == 1


def test_a_missing_pflichtsolo_leaves_a_player_without_a_cross() -> None:
    """The row is an ordinary one, and no other row of that player is crossed."""
    planted = [round_ for seed in range(6) if (round_ := _plant("pflichtsolo-missing", 4, seed)).mistakes]
    assert len(planted) >= 4
    for round_ in planted:
        assert not round_.rows[round_.mistakes[0].places[0]].solo
        assert len({row.solist for row in round_.rows if row.solo}) == 3


def test_several_mistakes_stand_in_different_rows() -> None:
    """One row has one mistake, so that each can be found by itself."""
    rng = np.random.default_rng(8)
    kinds = ["wrong-value", "wrong-sign", "solo-not-tripled", "row-missing", "wrong-sum"]
    sheet = write_round(plant(RULES, draw_points_round(4, 16, rng), kinds, rng))
    assert {mistake.kind for mistake in sheet.mistakes} == set(kinds)
    fields = [field for mistake in sheet.mistakes for field in mistake.fields]
    assert len(fields) == len(set(fields))


def test_rows_are_moved_only_once() -> None:
    """Two mistakes that move rows would make each other's place wrong."""
    rng = np.random.default_rng(8)
    right = draw_points_round(4, 16, rng, nullspiele=1)
    sheet = plant(RULES, right, ["row-twice", "nullspiel-missing", "offence-as-game"], rng)
    assert [mistake.kind for mistake in sheet.mistakes] == ["nullspiel-missing"]
