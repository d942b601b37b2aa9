"""A row that is struck out is asked about with that word, and counts nothing once somebody has said so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desk.cli.run.run_status import list_lines
from dev.rounds.reader import make_reading, read_exactly
from scanner.sheet_reading import Reading, SheetReading
from scoring.rulesets.load_rules import load_texts
from templates.sheet_code import SheetCode
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import decide, list_open
from tests.tournament.test_lists import totals
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.record.facts import Opened
from tournament.record.open_store import create_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.store import Store
from tournament.review.waiting import list_waiting

ASKED = "Die ganze Zeile ist gestrichen oder nicht zu lesen. Zählt hier kein Spiel?"


def strike(one: SheetReading, fields: Sequence[str]) -> SheetReading:
    """The sheet with a stroke through these numbers, as it is read: no text, no candidate."""

    def hide(reading: Reading) -> Reading:
        return replace(reading, text="", confidence=0.0, candidates=(("", 0.0),), flags=("illegible", "doubtful"))

    readings = (hide(reading) if reading.id in fields else reading for reading in one.readings)
    return replace(one, readings=tuple(readings))


def open_list(folder: Path, below: str) -> Store:
    """A list of totals with a struck second row; `below`: the row under it."""
    lines = ["4 | 12 | +4 +4 -4 -4", "_ | _ | +5 +3 -3 -5", below, "1 | 12 | +7 +7 -3 -11"]
    names = [read_exactly(f"name.p{seat}", name, 0.95, "text") for seat, name in enumerate(NAMES[:4], 1)]
    readings = [*totals(lines), *names]
    reading = make_reading(readings, SheetCode("ddv", "totals", 4, len(lines), 1, 1, True), "a.jpg")
    own, base = load_texts("ddv")
    players = [PlayerAdded(start, name) for start, name in enumerate(NAMES[:4], 1)]
    store = create_store(folder / "liste.kiebitz", [Opened("Liste", "ddv", own, 1, 4, 4, base), *players], by="Wart")
    put_in(store, strike(reading, [f"g02.total{seat}" for seat in range(1, 5)]))
    return store


def list_rows(store: Store) -> list[str]:
    """The items of rows."""
    return [item for item in list_open(store) if ".g" in item]


def test_a_struck_row_of_points_is_no_game(tmp_path: Path) -> None:
    """Sixteen games, and the fifth row struck out: one question in the word that people use, one answer."""
    lines = ROUND.splitlines()
    store = open_tournament(tmp_path)
    text = "\n".join([*lines[:4], "+2 +2 -2 -2", *lines[4:15]])
    put_in(store, strike(sheet("a.jpg", text, sums="-2 -2 +2 +2", names=NAMES[:4]), [f"g05.p{n}" for n in range(1, 5)]))
    (one,) = [one for one in list_waiting(make_book(store)) if one.item == "r1.t1.g5"]
    assert one.sentence == ASKED
    shown = [line for line in list_lines(describe_status(open_evening(store)), "de") if "r1.t1.g5" in line]
    assert "--as-written: gestrichen, zählt nicht." in shown[0]
    decide(store, "r1.t1.g5", "as-written")
    row = make_book(store).entries[0].sheet.rows[4]
    assert (row.points, row.solo, row.status) == ((None,) * 4, False, "ok")
    assert list_rows(store) == []


def test_a_struck_row_of_a_list_closes_with_all_that_hangs_on_it(tmp_path: Path) -> None:
    """The game stands in the row below: it counts there, before the answer and after it."""
    store = open_list(tmp_path, "2 | 123 | +6 +6 -2 -10 solo")
    assert list_rows(store) == ["r1.t1.g2"]
    (one,) = [one for one in list_waiting(make_book(store)) if one.game]
    assert one.sentence.endswith(f"{ASKED} Daran hängt auch Spiel 3.")
    decide(store, "r1.t1.g2", "as-written")
    rows = make_book(store).entries[0].sheet.rows
    assert [row.points for row in rows] == [(4, 4, -4, -4), (None,) * 4, (2, 2, 2, -6), (1, 1, -1, -1)]
    assert list_rows(store) == []


def test_a_game_that_the_totals_have_is_not_struck_out(tmp_path: Path) -> None:
    """Winner and value below describe a second game: the row stays open, and no points get lost."""
    store = open_list(tmp_path, "2 | 3 | +6 +6 -2 -10 solo")
    decide(store, "r1.t1.g2", "as-written")
    entry = make_book(store).entries[0]
    assert entry.sheet.totals == (7, 7, -3, -11)
    assert "r1.t1.g2" in list_rows(store)


def test_a_row_of_which_something_can_be_read_is_not_struck(tmp_path: Path) -> None:
    """Three of four numbers are hidden: a stroke through the row would hide them all."""
    store = open_tournament(tmp_path)
    put_in(store, strike(sheet("a.jpg", names=NAMES[:4], sums="? ? ? ?"), [f"g05.p{n}" for n in range(1, 4)]))
    (one,) = list_waiting(make_book(store))
    assert one.sentence == "Anna, Bernd und Çem: nicht lesbar."
    assert not one.struck
