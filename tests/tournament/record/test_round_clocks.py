"""When the time of a round is up follows from the entries alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from scoring.rulesets.load_rules import load_texts
from tests.tournament.filing.files import NAMES, open_tournament
from tournament.errors import RefusedOrder
from tournament.filing.decisions.undoing import enter_undoing
from tournament.filing.rounds.clock_entries import (
    TableEnd,
    choose_minutes,
    list_table_ends,
    make_added,
    make_start,
    make_stop,
)
from tournament.record.clock_facts import ClockStarted, TimeAdded
from tournament.record.entries import Entry
from tournament.record.facts import Closed, Opened
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import Drawn, PlayerAdded
from tournament.record.replay import Tournament, replay
from tournament.record.round_clocks import NO_CLOCKS, follow_clock
from tournament.record.store import Store

WHEN = "2026-11-21T18:00:00Z"


def open_federation(folder: Path) -> Store:
    """By the federation's rules: a table of four and one of five."""
    own, base = load_texts("ddv")
    names = (*NAMES, "Ida")
    players = [PlayerAdded(start, name) for start, name in enumerate(names, 1)]
    draw = Drawn(1, "1", "test", ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8, 9))))
    return create_store(folder / "uhr.kiebitz", [Opened("Uhr", "ddv", own, 2, 24, 4, base), *players, draw], by="Wart")


def read(store: Store) -> Tournament:
    """The tournament as the file has it."""
    return replay(store.read_entries())


def list_minutes(store: Store) -> list[tuple[int, int, float]]:
    """Of the first clock by table and seats how long it takes."""
    state = read(store)
    (clock,) = state.clocks.values()
    return [
        (one.table, one.seats, (one.end - clock.started).total_seconds() / 60) for one in list_table_ends(state, clock)
    ]


def test_minutes_are_those_of_the_rule_set(tmp_path: Path) -> None:
    """100 minutes at four seats, 125 at five (TSR 8.5.1, 10.1.5); the referee adds some for a table."""
    store = open_federation(tmp_path)
    store.append(make_start(read(store), 1), by="Wart")
    store.append(make_added(read(store), 1, 2, 7, "Reklamation"), by="Wart")
    assert list_minutes(store) == [(0, 4, 100), (0, 5, 125), (2, 5, 132)]


def test_minutes_of_the_evening_replace_them(tmp_path: Path) -> None:
    """A table of five plays 30 games instead of 24, and gets so much more time."""
    store = open_federation(tmp_path)
    store.append(make_start(read(store), 1, 80), by="Wart")
    assert list_minutes(store) == [(0, 4, 80), (0, 5, 100)]


def test_it_survives_a_restart_and_is_undone(tmp_path: Path) -> None:
    """The file alone knows it; a false start is taken back like any other entry."""
    store = open_federation(tmp_path)
    store.append(make_start(read(store), 1), by="Wart")
    again = open_store(Path(store.where))
    assert list_minutes(again) == list_minutes(store)
    enter_undoing(store, None, "", "Wart")
    assert read(store).clocks == {}


def test_what_cannot_be_meant_is_refused(tmp_path: Path) -> None:
    """A round that is not there or closed, a clock that does not run, a table that is not drawn, no minutes."""
    store = open_federation(tmp_path)
    state = read(store)
    for make in (
        lambda: make_start(state, 3),
        lambda: make_stop(state, 1),
        lambda: make_added(state, 1, 1, 5),
    ):
        with pytest.raises(RefusedOrder):
            make()
    store.append(make_start(state, 1), by="Wart")
    for table, minutes in ((9, 5), (1, 0), (1, 601)):
        with pytest.raises(RefusedOrder):
            make_added(read(store), 1, table, minutes)
    store.append([Closed(1, "so")], by="Wart")
    with pytest.raises(RefusedOrder):
        make_start(read(store), 1)
    club = open_tournament(tmp_path)
    assert choose_minutes(read(club).opening) == ()
    with pytest.raises(RefusedOrder, match="nennt keine Zeit"):
        make_start(read(club), 1)


@given(some.lists(some.tuples(some.integers(0, 3), some.integers(-20, 20)), max_size=8))
def test_added_time_adds_up(added: list[tuple[int, int]]) -> None:
    """Whatever was added in whatever order: a table's end is the start, its minutes, what all tables and it got."""
    entries = [Entry(1, WHEN, "Wart", ClockStarted(1, ((4, 100),)), "", "")]
    entries += [Entry(number, WHEN, "Wart", TimeAdded(1, *one), "", "") for number, one in enumerate(added, 2)]
    clocks = NO_CLOCKS
    for entry in entries:
        clocks = follow_clock(clocks, entry)
    for table in (1, 2, 3):
        extra = sum(minutes for where, minutes in added if where in (0, table))
        assert clocks[1].find_end(4, table) == datetime.fromisoformat(WHEN) + timedelta(minutes=100 + extra)
    assert follow_clock(NO_CLOCKS, entries[-1] if added else replace(entries[0], fact=TimeAdded(1, 0, 5))) == {}


def test_time_that_is_over_is_no_time_left() -> None:
    """Never below zero."""
    end = datetime.fromisoformat(WHEN)
    assert TableEnd(0, 4, end).count_left(end + timedelta(hours=1)) == 0
    assert TableEnd(0, 4, end).count_left(end - timedelta(seconds=90)) == 90
