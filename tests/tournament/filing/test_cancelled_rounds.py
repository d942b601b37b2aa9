"""A round that is not played is closed as such: the standings can be final, and every list says why it is empty."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from desk.__main__ import main
from desk.web.pages.playing.seating_page import list_seating
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.filing.test_closed_rounds import close
from tournament.filing.decisions.reasons import make_reopening
from tournament.filing.opened.absences import explain_gaps
from tournament.filing.opened.open_evening import open_evening, weigh_evening
from tournament.filing.rounds.evening_status import describe_standings, describe_status
from tournament.filing.setup.draw_entries import make_schedule
from tournament.filing.stories.chronicle import Chronicle
from tournament.handout.handout import make_file, prepare_handout
from tournament.record.facts import Decided
from tournament.record.replay import replay
from tournament.record.store import Store
from tournament.review.waiting import is_final, name_state


def play(store: Store, number: int) -> None:
    """Both tables of the round are in."""
    for table in (1, 2):
        names = NAMES[4 * table - 4 : 4 * table]
        put_in(store, sheet(f"{number}{table}.jpg", ROUND, table=table, names=names, round_=number))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Three rounds are drawn; the first is played and closed."""
    store = open_tournament(tmp_path, drawn=3, rounds=3)
    play(store, 1)
    close(store, 1)
    return store


def test_the_last_rounds_are_not_played(store: Store) -> None:
    """The standings are final, each place is sure, and the record says what was done."""
    close(store, 2, 3)
    evening = open_evening(store)
    assert evening.tournament.cancelled == {2, 3}
    assert is_final(evening.book)
    standings = describe_standings(evening, weigh_evening(evening.book, evening.tournament))
    assert (standings["after"], standings["stage"]) == (1, "Endstand")
    assert {one["sure"] for one in standings["standings"]} == {1}
    assert name_state(evening.book).in_("de") == "Endgültig: Alles ist geprüft."
    entry = evening.entries[-1]
    assert Chronicle(evening.entries, evening.tournament).describe(entry, "de").words == "Runde 3 fällt aus."
    [round_] = [one for one in describe_status(evening)["rounds"] if one["round"] == 3]
    assert (round_["cancelled"], round_["missing"], round_["in"]) == (True, [], 0)
    assert prepare_handout(evening, "de").wall.final
    handout = prepare_handout(evening, "de")
    assert json.loads(make_file("json", handout))["final"]
    assert "Endstand" in make_file("html", handout).decode()
    page = openpyxl.load_workbook(BytesIO(make_file("xlsx", handout)))["Stand"]
    assert any("Endstand" in str(cell.value) for row in page.iter_rows(max_row=3) for cell in row)


def test_a_round_in_the_middle_is_not_played(store: Store) -> None:
    """Nobody misses its sheets, and each list says once that it was not played; the next round can go on."""
    close(store, 2)
    play(store, 3)
    evening = open_evening(store)
    assert not any(matter.round == 2 for matter in evening.book.matters)
    assert [one.in_("de") for one in explain_gaps(evening.book)] == ["Runde 2 ist ausgefallen."]
    assert name_state(evening.book).in_("de") == "Nichts mehr offen."
    close(store, 3)
    assert is_final(open_evening(store).book)


def test_nobody_draws_it_any_more(tmp_path: Path) -> None:
    """A round that fell out before it was drawn is not among those to be drawn."""
    store = open_tournament(tmp_path, drawn=1, rounds=3)
    play(store, 1)
    close(store, 3)
    schedule = make_schedule(replay(store.read_entries()))
    assert schedule.list_open() == [2]


def test_it_holds_no_earlier_draw(store: Store) -> None:
    """Whoever comes late may still be drawn into the round before it, and nobody looks for a seat in it."""
    close(store, 3)
    state = replay(store.read_entries())
    assert not make_schedule(state).stands(2)
    assert [one.round for one in list_seating(state)] == [1, 2]


def test_opened_again_it_is_a_round_like_any_other(store: Store) -> None:
    """With a reason; then its tables are missing again once a sheet is in."""
    close(store, 2)
    store.append([make_reopening(store.read_entries(), 2, "doch gespielt")], by="Wart")
    evening = open_evening(store)
    assert (evening.tournament.cancelled, is_final(evening.book)) == (frozenset(), False)
    play(store, 2)
    assert open_evening(store).book.last_round == 2


def test_a_sheet_that_comes_later_waits_and_once_let_in_says_that_it_was_played(store: Store) -> None:
    """It changes nothing until somebody decides so; then the other table is missing, and nothing is final."""
    close(store, 2, 3)
    names = NAMES[:4]
    put_in(store, sheet("21.jpg", ROUND, table=1, names=names, round_=2))
    evening = open_evening(store)
    assert evening.tournament.cancelled == {2, 3}
    [held] = evening.tournament.seals.waiting
    assert not is_final(evening.book)
    entry = ("entry", str(held))
    store.append([Decided("r2.t1.after-closing", "accept", ink=(entry,), reason="gefunden")], by="Wart")
    evening = open_evening(store)
    assert evening.tournament.cancelled == {3}
    assert not is_final(evening.book)
    assert [one["missing"] for one in describe_status(evening)["rounds"]][1] == [2]


def test_the_command_line_asks_who_and_why(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """`kiebitz close` ends it with both, and `status` says so."""
    file = str(store.where)
    assert main(["close", file, "--round", "2"]) == 1
    assert "Fällt sie aus" in capsys.readouterr().err
    assert main(["close", file, "--round", "2", "--by", "Uta", "--reason", "zu spät geworden"]) == 0
    assert "Runde 2 fällt aus." in capsys.readouterr().err
    assert main(["status", file]) == 0
    words = capsys.readouterr().out
    assert "Runde 2: ausgefallen." in words
    assert "Als Nächstes: Stand aushängen" in words
    assert main(["status", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["next"] == {"step": "post", "sentence": "Stand aushängen", "round": 1}
    assert main(["verify", file]) == 0
