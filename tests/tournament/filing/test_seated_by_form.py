"""A whole evening whose rounds are seated by its form: from the sheets to the next tables, and later corrections."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from desk.__main__ import main
from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.draw.table_sizes import NoDraw
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.decisions.undoing import list_undoable
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.round_results import find_results, list_displaced
from tournament.filing.setup.draw_entries import make_schedule
from tournament.filing.setup.form_entries import list_form_waits
from tournament.filing.setup.player_entries import make_joining, make_leaving
from tournament.filing.stories.chronicle import Chronicle
from tournament.printing.round_paper import RoundPaper, plan_round
from tournament.record.facts import Closed, SealingBegan
from tournament.record.player_facts import Drawn, FormSet, PlayerDropped, SeatedBy
from tournament.record.replay import Tournament, replay
from tournament.record.store import Store

Out = pytest.CaptureFixture[str]
FIRST = ROUND.replace("+2 +2 -2 -2", "+6 +2 -2 -6", 1)
"""Seat 1 wins with +4, then 0, 0 and -4: seat 2 and 3 tie."""
SECOND = ROUND.replace("+2 +2 -2 -2", "+4 -2 +6 -8", 1)


def play(store: Store, *texts: str, round_: int = 1) -> None:
    """The sheets of a round's tables, which is closed then."""
    state = replay(store.read_entries())
    names = {player.start: player.name for player in state.players}
    for table, text in zip(state.draws[round_], texts, strict=True):
        seated = tuple(names[start] for start in table.starts)
        photo = f"r{round_}t{table.number}.jpg"
        put_in(store, sheet(photo, text, table=table.number, names=seated, round_=round_))
    store.append([SealingBegan(), Closed(round_)], by="Wart")


def open_form(folder: Path, settings: Mapping[str, str], rounds: int = 3) -> Store:
    """Eight players of whom the first round is drawn in the order of the list, with that form."""
    store = open_tournament(folder, NAMES, rounds, drawn=1)
    store.append([FormSet(tuple(settings.items()))], by="Wart")
    return store


def read(store: Store) -> Tournament:
    """The state now."""
    return replay(store.read_entries())


def list_names(state: Tournament, round_: int) -> list[set[str]]:
    """Who sits together."""
    names = {player.start: player.name for player in state.players}
    return [{names[start] for start in table.starts} for table in state.draws[round_]]


def test_the_next_round_goes_by_the_sheets(tmp_path: Path, capsys: Out) -> None:
    """First the round before must be closed; then the winners stay and the others move on; what it went by is an entry
    that nobody takes back, and the chronicle says so."""
    store = open_form(tmp_path, {"seating": "progressive"})
    assert main(["draw", store.where]) == 2
    assert "Runde 2 wird nach dem Stand gesetzt, sobald Runde 1 abgeschlossen ist." in capsys.readouterr().err
    play(store, FIRST, SECOND)
    assert main(["draw", store.where, "--seed", "abend"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Runde 2: Vorrücken nach Platz am Tisch, Startwert „abend“\n")
    assert "Runde 3 wird nach dem Stand gesetzt, sobald Runde 2 abgeschlossen ist." in said.err
    assert "treffen sich mehrmals" not in said.err
    state = read(store)
    points = find_results(open_evening(store), 2).points
    assert [points[start] for start in range(1, 9)] == [4, 0, 0, -4, 2, -4, 8, -6]
    # of Bernd and Çem the lot decides who is second; at table 2 Gül wins before Emil, Frieda and Hans
    tables = list_names(state, 2)
    assert {"Anna", "Emil", "Hans"} <= tables[0]
    assert {"Gül", "Dörte", "Frieda"} <= tables[1]
    assert {"Bernd", "Çem"} & tables[0] != {"Bernd", "Çem"}
    entries = store.read_entries()
    basis = next(entry for entry in entries if isinstance(entry.fact, SeatedBy))
    assert isinstance(entries[basis.number].fact, Drawn)
    assert basis not in list_undoable(entries)
    line = Chronicle(entries, state).describe(basis, "de")
    assert line.words == "Grundlage von Runde 2: der Stand von 8 Spielern."


def test_a_correction_moves_nobody(tmp_path: Path, capsys: Out) -> None:
    """The seats that were played stay; list, page and command say who would sit elsewhere; without a change nothing is
    said; the round may be seated again before its sheets come."""
    store = open_form(tmp_path, {"seating": "progressive"})
    play(store, FIRST, SECOND)
    assert main(["draw", store.where, "--seed", "abend"]) == 0
    before = list_names(read(store), 2)
    assert list_displaced(open_evening(store)) == ()
    evening = open_evening(store)
    wish = Wish("r1.t1.g5", "points", points="-2 -2 2 2", reason="verlesen")
    store.append([make_decision(evening, wish)], by="Wart")
    assert list_names(read(store), 2) == before
    (one,) = list_displaced(open_evening(store))
    assert (one.round, {"Anna", "Çem"} <= {*one.changed}) == (2, True)
    capsys.readouterr()
    assert main(["draws", store.where]) == 0
    words = "Runde 2 bleibt, wie sie gesetzt ist. Seitdem hat sich der Stand geändert"
    assert words in capsys.readouterr().err
    page = visit(Desk(store.where, Register(tmp_path / "l.json"), "de"), "public").get("/sitzplan")
    assert words in read_words(page.text)
    assert "Vorrücken nach Platz am Tisch, Startwert „abend“" in read_words(page.text)
    assert main(["draw", store.where, "--round", "2", "--seed", "abend"]) == 0
    again = list_names(read(store), 2)
    assert {*one.elsewhere} == (before[0] - again[0]) | (again[0] - before[0]) != set()
    assert list_displaced(open_evening(store)) == ()


def test_a_later_sheet_changes_nothing_of_an_earlier_basis(tmp_path: Path) -> None:
    """Results of the round itself, and who leaves after it, are no correction."""
    store = open_form(tmp_path, {"final": "snake"}, rounds=2)
    play(store, FIRST, SECOND)
    assert main(["draw", store.where]) == 0
    play(store, SECOND, FIRST, round_=2)
    store.append([PlayerDropped(1, 2)], by="Wart")
    assert list_displaced(open_evening(store)) == ()


@pytest.mark.parametrize("way", ["draw", "same", "progressive", "places", "snake", "plan"])
def test_who_comes_late_is_seated_in_every_form(tmp_path: Path, way: str) -> None:
    """From round 2 on, for one who left: everybody sits once, and so does the new one."""
    store = open_form(tmp_path, {"seating": f"draw, {way}"}, rounds=2)
    play(store, FIRST, SECOND)
    store.append(make_leaving(read(store), "Emil", 1).facts, by="Wart")
    store.append(make_joining(read(store), "Ida", "", None, None, 2).facts, by="Wart")
    assert main(["draw", store.where]) == 0
    state = read(store)
    assert sorted(name for table in list_names(state, 2) for name in table) == sorted({*NAMES, "Ida"} - {"Emil"})
    assert make_schedule(state).list_open() == []
    if way == "places":
        assert "Ida" in list_names(state, 2)[1]
    if way == "same":
        assert list_names(state, 2) == [{*NAMES[:4]}, {*NAMES[5:], "Ida"}]


def test_a_round_of_the_old_form_is_not_printed(tmp_path: Path) -> None:
    """It is to be seated again first; the page that says where everybody sits says so."""
    store = open_tournament(tmp_path, drawn=2)
    store.append([FormSet((("final", "places"),))], by="Wart")
    with pytest.raises(NoDraw, match="Runde 2 ist noch nach der alten Form gesetzt"):
        plan_round(RoundPaper(2, "de"), store.read_entries())
    assert plan_round(RoundPaper(1, "de"), store.read_entries()).source.in_("de") == "Runde 1, Startwert „1“"
    page = visit(Desk(store.where, Register(tmp_path / "l.json"), "de"), "public").get("/sitzplan")
    assert "Wird neu ausgelost" in read_words(page.text)


def test_the_page_of_players_seats_by_the_form(tmp_path: Path) -> None:
    """It says what waits, refuses in the same words, and seats when the round is closed."""
    store = open_form(tmp_path, {"final": "places"}, rounds=2)
    client = visit(Desk(store.where, Register(tmp_path / "l.json"), "de"), "organiser")
    waits = "Runde 2 wird nach dem Stand gesetzt, sobald Runde 1 abgeschlossen ist."
    assert waits in read_words(client.get("/spieler").text)
    sent = {"seen": str(store.read_head().number), "number": "2"}
    refused = client.post("/spieler/auslosen", data=sent)
    assert (refused.status_code, waits in read_words(refused.text)) == (409, True)
    play(store, FIRST, SECOND)
    sent["seen"] = str(store.read_head().number)
    assert client.post("/spieler/auslosen", data=sent, follow_redirects=False).status_code == 303
    assert {"Gül", "Anna", "Emil"} <= list_names(read(store), 2)[0]


def test_clubs_are_compared_as_they_are_heard(tmp_path: Path) -> None:
    """Capitals and accents do not matter; without the wish clubs play no part in the draw."""
    file = str(tmp_path / "a.kiebitz")
    listed = tmp_path / "wer.csv"
    clubs = ("Böcke", "BÖCKE", "bocke", "Füchse", "Füchse", "füchse", "", "")
    listed.write_text("Name;Verein\n" + "".join(f"{name} X;{club}\n" for name, club in zip(NAMES, clubs, strict=True)))
    new = ["new", file, "--rules", "ddv", "--title", "T", "--rounds", "1", "--players", str(listed)]
    assert main(new) == 0
    from tournament.record.open_store import open_store

    store = open_store(file)
    assert make_schedule(read(store)).lineups[1].clubs == {}
    assert main(["form", file, "apart.clubs=100"]) == 0
    lineup = make_schedule(read(store)).lineups[1]
    assert [lineup.clubs.get(start) for start in range(1, 9)] == ["bocke"] * 3 + ["fuchse"] * 3 + [None] * 2
    assert main(["draw", file, "--seed", "abend"]) == 0
    tables = [table.starts for table in read(store).draws[1]]
    assert sorted(len({1, 2, 3} & {*table}) for table in tables) == [1, 2]
    assert sorted(len({4, 5, 6} & {*table}) for table in tables) == [1, 2]
    assert read(store).drawn[1].method == "kiebitz-3 1 100/100"


def test_the_json_is_that_of_the_contract(tmp_path: Path, capsys: Out) -> None:
    """For rounds that are not drawn, too."""
    store = open_form(tmp_path, {"seating": "draw, same"}, rounds=2)
    assert main(["draw", store.where, "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert [*json.loads(line)] == ["kiebitz", "round", "seed", "tables"]


def test_what_is_drawn_behind_results_waits(tmp_path: Path) -> None:
    """Each waiting round has its sentence: for what it waits."""
    store = open_form(tmp_path, {"seating": "draw, places, draw"})
    assert [one.in_("de") for one in list_form_waits(read(store))] == [
        "Runde 2 wird nach dem Stand gesetzt, sobald Runde 1 abgeschlossen ist.",
        "Runde 3 richtet sich nach Runde 2; bitte diese zuerst auslosen.",
    ]
    play(store, FIRST, SECOND)
    assert main(["draw", store.where]) == 0
    assert list_form_waits(read(store)) == ()
    assert main(["draw", store.where]) == 0
    assert read(store).drawn[3].method == "kiebitz-3 3"
