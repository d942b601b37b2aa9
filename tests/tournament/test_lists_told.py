"""Clear lists of totals, whatever was played: all rows come back, gaps are never filled by guessing, a slip is
reported."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.rows.row_patterns import list_rows_of_value
from scoring.rulesets.load_rules import load
from tests.tournament.test_lists import judge_totals
from tournament.judging.judged_sheet import JudgedRow

RULES = load("stille-hochzeit")
Game = tuple[int, ...]


@st.composite
def evenings(draw: st.DrawFn) -> list[Game]:
    """A few games of four, of which none is unusual."""
    values = draw(st.lists(st.integers(0, 6), min_size=1, max_size=6))
    return [
        tuple(draw(st.sampled_from(list(list_rows_of_value(RULES, (1, 2, 3, 4), value)))).values())
        if value
        else (0,) * 4
        for value in values
    ]


def add_up(games: Iterable[Game], *, plus: bool = False) -> list[list[int]]:
    """The totals after each game."""
    shown = ([max(one, 0) if plus else one for one in game] for game in games)
    return [list(total) for total in accumulate(shown, lambda *both: [a + b for a, b in zip(*both, strict=True)])]


def spell(games: list[Game], totals: Iterable[Iterable[int | None]]) -> list[list[str]]:
    """The list's rows in their parts: value, winners, totals and cross."""
    cells = (" ".join("_" if one is None else f"{one:+d}" if one else "0" for one in total) for total in totals)
    return [
        [
            str(min(map(abs, game))),
            "".join(str(seat) for seat, one in enumerate(game, 1) if one > 0),
            text + " solo" * (len(set(map(abs, game))) > 1),
        ]
        for game, text in zip(games, cells, strict=True)
    ]


def judge(rows: Iterable[Iterable[str]], *, plus: bool = False) -> list[JudgedRow]:
    """The rows as they are judged."""
    return list(judge_totals([" | ".join(row) for row in rows], rules=RULES, plus=plus).rows)


def is_told(row: JudgedRow) -> list[str]:
    """The codes of what stands in the row against its game."""
    return [
        one.code
        for one in row.findings
        if one.code in ("running-total", "value-mismatch", "winner-mark") and one.severity != "note"
    ]


@given(evenings(), st.booleans())
def test_a_list_without_a_slip_gives_its_rows(games: list[Game], plus: bool) -> None:
    """All rows come back, and nothing stands against them."""
    rows = judge(spell(games, add_up(games, plus=plus)), plus=plus)
    assert [row.points for row in rows] == games
    assert not any(is_told(row) for row in rows)


@pytest.mark.few(8)
@pytest.mark.parametrize("seed", range(20))
def test_gaps_never_give_another_row_unasked(seed: int) -> None:
    """Whatever is left out, one number in ten or most of them: a row comes back, or somebody is asked."""
    rng = Random(seed)
    plus, gaps = bool(seed % 2), rng.choice((0.1, 0.25, 0.5, 0.7))
    games = [
        tuple(rng.choice(list(list_rows_of_value(RULES, (1, 2, 3, 4), rng.randint(1, 6)))).values()) for _ in range(4)
    ]
    totals = [[None if rng.random() < gaps else one for one in total] for total in add_up(games, plus=plus)]
    rows = [
        ["" if rng.random() < gaps else value, "" if rng.random() < gaps else winners, rest]
        for value, winners, rest in spell(games, totals)
    ]
    for row, game in zip(judge(rows, plus=plus), games, strict=True):
        assert row.points == game or row.status == "review" or not any(row.written)  # without a number it is no game


@given(evenings(), st.data())
def test_one_slip_is_told_once(games: list[Game], data: st.DataObject) -> None:
    """One wrong total, carried on or not, or one wrong value: all rows come back, and one finding shows it."""
    at, what = data.draw(st.integers(0, len(games) - 1)), data.draw(st.sampled_from(["total", "carried", "value"]))
    slip, seat = data.draw(st.sampled_from((-20, -10, -3, -1, 1, 2, 10))), data.draw(st.integers(0, 3))
    assume(any(games[at]) and (what != "value" or min(map(abs, games[at])) + slip > 0))
    totals = add_up(games)
    for total in totals[at:] if what == "carried" else totals[at : at + 1] if what == "total" else []:
        total[seat] += slip
    rows = spell(games, totals)
    if what == "value":
        rows[at][0] = str(int(rows[at][0]) + slip)
    told = judge(rows)
    assert [row.points for row in told] == games
    assert [code for row in told for code in is_told(row)] == ["value-mismatch" if what == "value" else "running-total"]
    assert (told[at].status, told[at].provisional) == ("review", "written")
