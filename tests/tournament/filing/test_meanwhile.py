"""What others entered about a sheet since somebody looked at it."""

from __future__ import annotations

from pathlib import Path

from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import open_tournament, put_in
from tournament.filing.deciding import Wish, make_decision
from tournament.filing.making import open_evening
from tournament.filing.meanwhile import find_later_entries
from tournament.record.facts import Undone
from tournament.record.store import Store

WRONG = ROUND.replace("+2 +2 -2 -2", "+3 +2 -2 -2").replace("-2 -2 +2 +2", "-2 -2 +2 +3")


def open_two(folder: Path) -> Store:
    """Two tables, each with rows that are wrong."""
    store = open_tournament(folder, drawn=1)
    put_in(store, sheet("a.jpg", WRONG, table=1), sheet("b.jpg", WRONG, table=2))
    return store


def decide(store: Store, item: str) -> int:
    """Somebody decides; returns the number of the last entry before."""
    evening = open_evening(store)
    store.append([make_decision(evening, Wish(item, "as-written"))], by="Ref")
    return evening.tournament.head.number


def find_later(store: Store, item: str, seen: int) -> list[int]:
    """The numbers of the entries that matter."""
    return [entry.number for entry in find_later_entries(store.read_entries(), item, seen)]


def test_another_row_of_the_sheet_matters(tmp_path: Path) -> None:
    """A decision on one row may settle another row of the same sheet; one on another sheet does not."""
    store = open_two(tmp_path)
    seen = decide(store, "r1.t1.g5")
    assert find_later(store, "r1.t1.g6", seen) == [seen + 1]
    assert find_later(store, "r1.t2.g6", seen) == []
    assert find_later(store, "r1.t1.g6", seen + 1) == []


def test_a_decision_taken_back_matters(tmp_path: Path) -> None:
    """What is undone is about the sheet of what it undoes."""
    store = open_two(tmp_path)
    seen = decide(store, "r1.t1.g5")
    store.append([Undone(seen + 1, "")], by="Ref")
    assert find_later(store, "r1.t1.g5", seen + 1) == [seen + 2]
    assert find_later(store, "r1.t2.g5", seen + 1) == []


def test_a_better_photograph_matters(tmp_path: Path) -> None:
    """The sheet was read anew: the person decided from another picture."""
    store = open_two(tmp_path)
    seen = store.read_head().number
    put_in(store, sheet("c.jpg", ROUND, table=1))
    assert find_later(store, "r1.t1.g5", seen)
    assert not find_later(store, "r1.t2.g5", seen)
