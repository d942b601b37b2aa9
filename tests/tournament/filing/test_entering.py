"""A decision made from an older state holds unless somebody touched what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.filing.test_deciding import decide
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.entering import enter_decision, list_changes
from tournament.filing.opened.open_evening import Evening, open_evening
from tournament.record.facts import Decided, Fact, Undone
from tournament.record.player_facts import (
    Drawn,
    Paid,
    PlayerRenamed,
    Substituted,
)
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.store import Store

MISCOUNTED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)
TABLES = ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8)))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Table 1 has played; its fifth game does not add up, and nobody knows its last player."""
    store = open_tournament(tmp_path, drawn=2)
    put_in(store, sheet("a.jpg", MISCOUNTED, names=(*NAMES[:3], "Xaver")))
    return store


def enter(store: Store, item: str = "r1.t1.g5", seen: int | None = None) -> int:
    """The referee accepts what is proposed; gives the entry's number."""
    made = enter_decision(
        store, [item], lambda evening: [make_decision(evening, Wish(item, "accept"))], "Referee", seen
    )
    return made[0].number


def test_another_table_does_not_matter(store: Store) -> None:
    """A photograph of table 2, a decision there, and an entry fee come in between."""
    seen = len(store.read_entries())
    put_in(store, sheet("b.jpg", MISCOUNTED, table=2, names=NAMES[4:]))
    decide(store, "r1.t2.g5", "accept")
    store.append([Paid(1, True)], by="Wart")
    assert enter(store, seen=seen) == seen + 5
    made = store.read_entries()[-1]
    assert isinstance(made.fact, Decided)
    assert (made.by, made.fact.item, made.fact.seen) == ("Referee", "r1.t1.g5", seen)


@pytest.mark.parametrize(
    ("facts", "items"),
    [
        ([Substituted(4, 1, "Xaver")], {"r1.t1.g5", "r1.t1.name.p4", "r1.game-count"}),
        ([Drawn(1, "2", "test", TABLES)], {"r1.t1.g5", "r1.t1.name.p4", "r1.game-count"}),
        ([Drawn(2, "2", "test", TABLES)], set()),
        ([PlayerRenamed(4, "Xaver")], {"r1.t1.name.p4", "r1.game-count"}),
        ([Paid(4, True)], set()),
        ([Paid(4, True), Undone(14)], set()),
    ],
    ids=["substituted", "drawn again", "another round", "renamed", "paid", "paid and undone"],
)
def test_what_bears_on_an_item(store: Store, facts: Sequence[Fact], items: set[str]) -> None:
    """Its sheet, and who sits there; for a name and for a round also the list of players."""
    seen = len(store.read_entries())
    store.append(facts, by="Wart")
    evening = open_evening(store)
    asked = ("r1.t1.g5", "r1.t1.name.p4", "r1.game-count")
    assert {item for item in asked if list_changes(evening, item, seen)} == items


def test_the_same_sheet_does_matter(store: Store) -> None:
    """Another of its rows was decided, and taken back: nothing is entered, and the sentence names who did it."""
    seen = len(store.read_entries())
    decide(store, "r1.t1.g6", "points", points="+3,-3,-3,+3", reason="gefragt")
    decided = len(store.read_entries())
    with pytest.raises(ChangedMeanwhile, match=r"Referee hat inzwischen etwas zu r1\.t1\.g5 eingetragen"):
        enter(store, seen=seen)
    store.append([Undone(decided)], by="Monika")
    with pytest.raises(ChangedMeanwhile, match="Monika"):
        enter(store, seen=decided)
    assert len(store.read_entries()) == decided + 1


def test_who_writes_between_a_look_and_the_entry_is_seen(store: Store) -> None:
    """It is tried again: with another table's photograph it goes through, with a decision on the sheet it does not."""
    others = [sheet("b.jpg", table=2, names=NAMES[4:])]

    def make(evening: Evening) -> list[Fact]:
        put_in(store, *others)
        others.clear()
        return [make_decision(evening, Wish("r1.t1.g5", "accept"))]

    made = enter_decision(store, ["r1.t1.g5"], make, "Referee")
    assert made[0].number == len(store.read_entries()) == 16

    def decide_too(evening: Evening) -> list[Fact]:
        if len(store.read_entries()) == 16:
            decide(store, "r1.t1.g5", "as-written", reason="so steht es da")
        return [make_decision(evening, Wish("r1.t1.g5", "points", "+3,+3,-3,-3", reason="nein"))]

    with pytest.raises(ChangedMeanwhile, match="inzwischen"):
        enter_decision(store, ["r1.t1.g5"], decide_too, "Monika")
    assert open_evening(store).tournament.decisions["r1.t1.g5"].how == "as-written"
