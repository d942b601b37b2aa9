"""An evening with decided rows, and second people who key its fields."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from scanner.sheet_reading import Reading, SheetReading
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.decisions.second_keying import make_keyed, make_keying
from tournament.filing.opened.open_evening import open_evening
from tournament.human_decisions import How
from tournament.record.store import Store

WRONG = ROUND.replace("+2 +2 -2 -2", "+3 +2 -2 -2", 1)
"""A round whose fifth game does not sum to zero."""
ITEM = "r1.t1.g5"


def blur(reading: SheetReading, fields: Collection[str], other: str = "+2") -> SheetReading:
    """The sheet with these fields hard to read: they may as well say something else."""

    def doubt(one: Reading) -> Reading:
        return replace(one, confidence=0.6, candidates=((one.text, 0.6), (other, 0.4)))

    return replace(reading, readings=tuple(doubt(one) if one.id in fields else one for one in reading.readings))


def keep_decided(folder: Path, *, blurred: Collection[str] = ("g05.p1",), how: How = "accept") -> Store:
    """One table whose fifth game the referee Anna has decided."""
    store = open_tournament(folder, drawn=1)
    put_in(store, blur(sheet("a.jpg", WRONG, names=NAMES[:4]), blurred))
    decide(store, ITEM, how, "Anna")
    return store


def decide(store: Store, item: str, how: How, by: str, **more: str) -> None:
    """Somebody decides."""
    store.append([make_decision(open_evening(store), Wish(item, how, **more))], by=by)


def ask(store: Store, size: int | None = None, seed: str = "") -> None:
    """Fields are put before a second person."""
    store.append([make_keying(open_evening(store), size, seed)], by="Anna")


def key(store: Store, text: str, field: str = "g05.p1", by: str = "Bernd") -> None:
    """Somebody reads a field of the fifth game."""
    store.append([make_keyed(open_evening(store), ITEM, field, text, by)], by=by)
