"""Photographs come into the file one by one: what was read is there, whatever happens to the command then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.adding_photos import Added, add_readings, file_judgements, find_known
from desk.cli.run.command_file import read_document
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load
from tests.desk.paper import ROUND, sheet, unusable
from tests.tournament.filing.files import open_tournament
from tournament.evening.roster import Roster
from tournament.filing.opened.filed_sheets import list_sheets
from tournament.filing.opened.open_evening import open_evening
from tournament.judging.written_sheet import NOWHERE
from tournament.record.entries import hash_file
from tournament.record.open_store import open_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.store import Store

RULES = load("pflichtsolo-40")
OTHER = ROUND.replace("+2", "+4").replace("-2", "-4")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players, nobody drawn."""
    return open_tournament(tmp_path)


def add(store: Store, *readings: SheetReading) -> Added:
    """As if these had been read from files of their names."""
    return add_readings(store, RULES, Roster(), iter([(Path(one.photo), one) for one in readings]), NOWHERE)


def list_keys(store: Store) -> list[str]:
    """The sheets in the file."""
    return [sheet.written.key for sheet in list_sheets(store, store.read_entries())]


def test_what_was_read_is_in_the_file_when_the_command_dies(store: Store) -> None:
    """The third photograph ends the command: the first two are there for whoever opens the file."""

    def read() -> Iterator[tuple[Path, SheetReading]]:
        yield Path("a.jpg"), sheet("a.jpg", table=1)
        yield Path("b.jpg"), sheet("b.jpg", OTHER, table=2)
        yield Path("c.jpg"), sheet("c.jpg", table=3)
        assert list_keys(open_store(store.where)) == ["r1.t1", "r1.t2"]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_readings(store, RULES, Roster(), read(), NOWHERE)
    assert list_keys(open_store(store.where)) == ["r1.t1", "r1.t2"]


def test_what_a_killed_command_read_is_entered_as_judged_later(store: Store) -> None:
    """The next one writes the entries that it could not write, once."""
    add(store, sheet("a.jpg", table=1))
    add(store, sheet("b.jpg", OTHER, table=2))
    head = len(store.read_entries())
    file_judgements(store, open_evening(store))
    file_judgements(store, open_evening(store))
    made = [entry.fact for entry in store.read_entries()[head:]]
    assert [(fact.kind, getattr(fact, "sheet_key", "")) for fact in made] == [
        ("sheet-judged", "r1.t1"),
        ("sheet-judged", "r1.t2"),
    ]


def test_two_scans_at_once_make_no_entry_twice(store: Store) -> None:
    """Each enters the judgements of all that lack one; who comes second has nothing left to say."""
    add(store, sheet("a.jpg", table=1))
    first, second = open_evening(store), open_evening(store)
    file_judgements(store, first)
    head = len(store.read_entries())
    assert file_judgements(store, second) is second
    assert len(store.read_entries()) == head


def test_somebody_else_writes_between_two_photographs(store: Store) -> None:
    """The next photograph is added beside what came in meanwhile."""

    def read() -> Iterator[tuple[Path, SheetReading]]:
        yield Path("a.jpg"), sheet("a.jpg", table=1)
        yield Path("b.jpg"), sheet("b.jpg", OTHER, table=2)
        store.append([PlayerAdded(20, "Nachzügler")], by="Wart")
        yield Path("c.jpg"), sheet("c.jpg", table=3)

    assert add_readings(store, RULES, Roster(), read(), NOWHERE).new == ["r1.t1", "r1.t2", "r1.t3"]
    assert len(list_keys(store)) == 3


def test_a_photograph_that_cannot_be_used_is_no_entry(store: Store) -> None:
    """It is reported once, and asked for no more: its table is missing anyway."""
    before = len(store.read_entries())
    added = add(store, unusable("x.jpg"))
    assert [one.photo for one in added.unusable] == ["x.jpg"]
    assert len(store.read_entries()) == before


def test_a_known_photograph_is_found_by_its_bytes(store: Store, tmp_path: Path) -> None:
    """Under whatever name; a file that cannot be read is not known."""
    photo = tmp_path / "kopie.jpg"
    photo.write_bytes(b"a picture")
    one = sheet("a.jpg")
    reading = SheetReading(one.photo, hash_file(photo), 0, one.size_px, one.layout, one.code, one.quality, one.readings)
    add(store, reading)
    assert find_known(store, [photo, tmp_path / "gone.jpg"]) == {photo: hash_file(photo)}


def test_the_status_is_worked_out_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second look finds it in the file; after another entry it is worked out anew."""
    add(store, sheet("a.jpg"))
    first = read_document(store.where, "status", "de")
    with monkeypatch.context() as context:
        context.setattr("tournament.filing.opened.open_evening.open_evening", None)
        assert read_document(store.where, "status", "de") == first
    add(store, sheet("b.jpg", OTHER, table=2))
    assert read_document(store.where, "status", "de")["rounds"][0]["in"] == 2
