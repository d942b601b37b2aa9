"""Players whom tables of four leave over: tables of three, of six and seven, Springers at two tables, and byes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.draw_steps import EVENING
from tournament.draw import draw_search
from tournament.draw.draw_rounds import METHOD, Schedule, Tables, draw_rounds, draw_schedule, follow_plan
from tournament.draw.listed_draws import seat_listed
from tournament.draw.seat_by_form import keep_tables
from tournament.draw.table_sizes import (
    BYES,
    FIVES,
    SPRINGER,
    THREES,
    Lineup,
    NoDraw,
    Table,
    find_springers,
    size_tables,
)

ROOT = Path(__file__).parents[3]
ANY = (3, 4, 5, 6, 7)


def line_up(players: int, rest: str = "fives", allowed: tuple[int, ...] = ANY) -> Lineup:
    """So many players with the start numbers from 1."""
    return Lineup(tuple(range(1, players + 1)), allowed=allowed, rest=rest)


def draw_one_by_one(lineup: Lineup, count: int, seed: str = "abend") -> list[Tables]:
    """So many rounds, each drawn after those before it."""
    drawn: list[Tables] = []
    for number in range(1, count + 1):
        drawn += draw_rounds(lineup, drawn, (number,), seed)
    return drawn


def list_starts(tables: Sequence[Table]) -> list[int]:
    """Everybody who sits, in rising order, Springers twice."""
    return sorted(start for table in tables for start in table.starts)


@pytest.mark.parametrize(("players", "sizes"), [(6, (6,)), (7, (7,)), (11, (4, 7)), (10, (5, 5)), (12, (4, 4, 4))])
def test_one_larger_table_only_where_nothing_else_seats_them(players: int, sizes: tuple[int, ...]) -> None:
    """Where the rules have tables of six and seven; where not, it is refused with what helps."""
    assert size_tables(line_up(players)) == sizes
    if max(sizes) > 5:
        with pytest.raises(NoDraw) as refused:
            size_tables(line_up(players, allowed=(4, 5)))
        assert refused.value.phrase.key == "book.draw.no-tables"
    (tables,) = draw_rounds(line_up(players), (), (1,), "abend")
    assert list_starts(tables) == list(range(1, players + 1))


@pytest.mark.parametrize("players", [3, 6, 9, 11, 12, 19])
def test_tables_of_three(players: int) -> None:
    """As few as possible, at the end; rounds at them are dealt evenly."""
    sizes = size_tables(line_up(players, THREES))
    assert sizes.count(3) == -players % 4
    assert list(sizes) == sorted(sizes, reverse=True)
    rounds = draw_rounds(line_up(players, THREES), (), (1, 2), "abend")
    assert all(list_starts(tables) == list(range(1, players + 1)) for tables in rounds)
    short = [table for tables in rounds for table in tables if len(table.starts) == 3]
    been = Counter(start for table in short for start in table.starts)
    assert max(been.values(), default=0) <= (1 if 3 * len(short) <= players > 15 else 2)


@pytest.mark.parametrize("players", [5, 6, 9])
def test_too_few_for_springers(players: int) -> None:
    """Each needs a first table; it is said how many are missing."""
    with pytest.raises(NoDraw) as refused:
        size_tables(line_up(players, SPRINGER))
    assert refused.value.phrase.key == "book.draw.no-springer"


@pytest.mark.parametrize("players", [7, 10, 13, 23])
def test_springers_sit_at_two_tables(players: int) -> None:
    """All tables have four, everybody sits, Springers twice and first at the table with the lower number; nobody is one
    again before everybody who could be was."""
    rounds = draw_one_by_one(line_up(players, SPRINGER), 4)
    for tables in rounds:
        assert {len(table.starts) for table in tables} == {4}
        seated = Counter(list_starts(tables))
        assert seated.keys() == set(range(1, players + 1))
        twice = [start for start, count in seated.items() if count == 2]
        assert len(twice) == -players % 4
        found = find_springers(tables)
        assert sorted(start for starts in found.values() for start in starts) == sorted(twice)
        assert all(len({*table.starts}) == 4 for table in tables)
    been = Counter(start for tables in rounds for starts in find_springers(tables).values() for start in starts)
    assert max(been.values()) <= 1 + (4 * (-players % 4) > players // 2)


@pytest.mark.parametrize("players", [5, 7, 18])
def test_byes_are_dealt_evenly(players: int) -> None:
    """As many sit out as four leaves over; nobody a second time before everybody was."""
    rounds = draw_one_by_one(line_up(players, BYES), 6)
    for tables in rounds:
        assert {len(table.starts) for table in tables} == {4}
        assert len(set(list_starts(tables))) == players - players % 4
    out = Counter(start for tables in rounds for start in set(range(1, players + 1)) - set(list_starts(tables)))
    counts = [out[start] for start in range(1, players + 1)]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("rest", [SPRINGER, BYES, THREES])
def test_the_same_seed_gives_the_same_rounds(rest: str) -> None:
    """All at once or one by one; the method in the record names it, and a drawn round fits its players."""
    lineup = line_up(11, rest)
    schedule = Schedule({1: lineup, 2: lineup}, {}, frozenset())
    made = draw_schedule(schedule, None, "abend")
    assert [one.method.split()[-1] for one in made] == [rest] * 2
    assert all(one.method.startswith(METHOD) for one in made)
    first, second = made
    begun = Schedule(
        {1: lineup, 2: lineup}, {1: first.tables}, frozenset({1}), {1: (first.seed, first.method)}, frozenset({1})
    )
    again = follow_plan(begun, 2, None) or draw_schedule(begun, 2, "abend")
    assert again[0].tables == second.tables
    assert begun.fits(1)
    assert begun.find_seatless(1) == ()
    assert len(begun.list_byes(1)) == lineup.byes
    other = Schedule({1: line_up(11)}, {1: first.tables}, frozenset(), {1: (first.seed, first.method)})
    assert other.fits(1) == (rest == THREES)


def compare_listing(players: int, rest: str) -> None:
    """The third round, as Kiebitz draws it and as the listing in the docs does, which searches as long."""
    found = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "draw.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    text = found[1]
    for name, steps in EVENING.items():
        assert f"{steps:_}" in text
        text = text.replace(f"{steps:_}", str(getattr(draw_search, name)))
    listing: dict[str, Any] = {}
    exec(text, listing)
    lineup = line_up(players, rest)
    before = draw_one_by_one(lineup, 2)
    plain = [[table.starts for table in tables] for tables in before]
    (drawn,) = draw_rounds(lineup, before, (3,), "abend")
    theirs = listing["draw"](lineup.players, list(size_tables(lineup)), (3,), "abend", plain, rest=rest)
    assert [[table.starts for table in drawn]] == theirs


EVERY_REST = [(11, SPRINGER), (14, BYES), (11, THREES), (7, FIVES), (9, FIVES)]


@pytest.mark.parametrize(("players", "rest"), EVERY_REST)
def test_the_listing_in_the_docs_draws_the_same(players: int, rest: str) -> None:
    """Who checks a draw without Kiebitz finds the same Springers, byes and tables of three; the listing recounts
    everything at every step, so both search for a moment only."""
    compare_listing(players, rest)


@pytest.mark.slow
@pytest.mark.usefixtures("lasting_draws")
@pytest.mark.parametrize(("players", "rest"), EVERY_REST)
def test_the_listing_draws_the_same_however_long_it_takes(players: int, rest: str) -> None:
    """The same with the steps that a draw of an evening has."""
    compare_listing(players, rest)


@pytest.mark.parametrize("rest", [SPRINGER, BYES])
def test_only_by_lot(rest: str) -> None:
    """Where tables stay or go by results, nobody knows whose turn it is: refused."""
    with pytest.raises(NoDraw) as refused:
        keep_tables(line_up(11, rest), ())
    assert refused.value.phrase.key == "book.draw.rest-by-lot"


def test_a_listed_springer() -> None:
    """In a draw made elsewhere a name may stand at two tables where the form wants Springers, at one table never."""
    names = {start: f"P{start}" for start in range(1, 8)}
    listed = {(1, 1): ["P1", "P2", "P3", "P4"], (1, 2): ["P5", "P6", "P7", "P1"]}
    tables = seat_listed(listed, 1, line_up(7, SPRINGER), names)
    assert find_springers(tables) == {2: (1,)}
    for lineup, tried in ((line_up(7), listed), (line_up(7, SPRINGER), listed | {(1, 2): ["P5", "P6", "P7", "P5"]})):
        with pytest.raises(NoDraw) as refused:
            seat_listed(tried, 1, lineup, names)
        assert refused.value.phrase.key == "book.draw.sits-twice"
