"""A sheet that does not say its table is put to one on the page, by one key; so is any other sheet."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.forms import PAGE, read_form
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.filing.test_moving import TURNED, blank
from tests.tournament.filing.test_places_asked import number
from tests.tournament.filing.test_swaps import strike
from tournament.filing.decisions.moving import NewPlace, make_move
from tournament.filing.opened.open_evening import open_evening
from tournament.record.facts import Closed, SealingBegan


def open_with(folder: Path, *, closed: bool = False) -> Desk:
    """One round is drawn; table 1 is in, and a sheet with the start numbers of table 2."""
    store = open_tournament(folder, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]), number(blank("IMG_2041.jpg", TURNED), "5 6 7 8"))
    if closed:
        store.append([SealingBegan(), Closed(1)], by="Wart")
    return Desk(store.where, Register(folder / "links.json"), "de")


def send(client: TestClient, item: str, **values: str) -> str:
    """Sends the item's form with these values; what a person reads then."""
    form = read_form(client.get(f"/pruefen/{item}").text)
    answer = client.post(f"/pruefen/{item}", data={**form, "how": "move", **values}, headers=PAGE)
    return read_words(answer.text)


def list_places(desk: Desk) -> dict[str, tuple[int | None, int | None]]:
    """By photograph where its sheet is."""
    return {entry.photo: (entry.round, entry.table) for entry in desk.open("de").book.entries}


def test_the_question_shows_the_head_and_the_free_tables(tmp_path: Path) -> None:
    """Each with its players and a key; the one that fits is chosen, so that Enter takes it."""
    page = visit(open_with(tmp_path), "referee").get("/pruefen/s2.no-round")
    words = read_words(page.text)
    assert "Foto IMG_2041, ohne Tisch" in words
    assert "1 Runde 1, Tisch 2 Emil, Frieda, Gül, Hans passt nach den Spielern" in words
    assert 'value="1-2" data-choice="1" checked' in page.text
    assert "/bild/kopf/s2" in page.text


def test_enter_moves_it_and_u_takes_that_back(tmp_path: Path) -> None:
    """The form as it stands moves the sheet to the table that fits."""
    desk = open_with(tmp_path)
    client = visit(desk, "referee")
    send(client, "s2.no-round", place="1-2")
    assert list_places(desk)["IMG_2041.jpg"] == (1, 2)
    back = client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert list_places(desk)["IMG_2041.jpg"] == (None, None)
    assert "Foto IMG_2041, ohne Tisch" in read_words(back.text)


def test_a_typed_table_is_taken_before_a_chosen_one(tmp_path: Path) -> None:
    """Who types means it; what is taken is refused in the page's own words, with what to do."""
    desk = open_with(tmp_path)
    client = visit(desk, "referee")
    words = send(client, "s2.no-round", place="1-2", round="1", table="1")
    assert "Von Runde 1, Tisch 1 ist schon ein Bogen da (Foto a.jpg)." in words
    assert "unter „Akte“ herausnehmen" in words
    assert "Bitte einen Tisch wählen." in send(client, "s2.no-round", place="")
    assert "„Xaver“ steht nicht in der Spielerliste." in send(client, "s2.no-round", place="1-2", columns="Xaver")
    send(client, "s2.no-round", place="1-2", columns="8,7,6,5")
    assert desk.open("de").book.entries[1].names == ("Hans", "Gül", "Frieda", "Emil")


def test_any_sheet_is_moved_from_its_own_page(tmp_path: Path) -> None:
    """Its old address leads to it still."""
    desk = open_with(tmp_path)
    client = visit(desk, "referee")
    assert 'href="/pruefen/r1.t1"' in client.get("/bogen/r1.t1").text
    form = read_form(client.get("/pruefen/r1.t1").text)
    answer = client.post("/pruefen/r1.t1", data={**form, "how": "move", "place": "1-2"}, headers=PAGE)
    assert answer.headers["hx-redirect"] == "/bogen/r1.t2"
    assert list_places(desk)["a.jpg"] == (1, 2)
    assert client.get("/bogen/r1.t1").status_code == 200
    assert client.get("/pruefen/r9.t9").status_code == 404


def test_two_sheets_of_one_table_are_told_apart_there(tmp_path: Path) -> None:
    """Which of the two belongs elsewhere is chosen first; or both stay, for a reason."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, number(blank("a.jpg", ROUND), "", "1", "1"), number(blank("b.jpg", TURNED), "", "1", "1"))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    item = "r1.t1.duplicate-sheet"
    assert "Welcher Bogen gehört an einen anderen Tisch? Foto a.jpg Foto b.jpg" in read_words(
        client.get(f"/pruefen/{item}").text
    )
    assert "Bitte wählen, welcher der beiden Bögen" in send(client, item, place="1-2")
    send(client, item, place="1-2", moved="s2")
    assert list_places(desk) == {"a.jpg": (1, 1), "b.jpg": (1, 2)}


def test_a_closed_round_is_entered_by_the_organiser_with_a_reason(tmp_path: Path) -> None:
    """A referee may not, and nobody without one."""
    desk = open_with(tmp_path, closed=True)
    assert "das entscheidet die Turnierleitung" in send(visit(desk, "referee"), "s2.no-round", place="1-2", reason="x")
    client = visit(desk, "organiser")
    assert "Runde 1 ist abgeschlossen. Bitte einen Grund angeben." in send(client, "s2.no-round", place="1-2")
    send(client, "s2.no-round", place="1-2", reason="Kopf leer")
    assert list_places(desk)["IMG_2041.jpg"] == (1, 2)


def open_unnamed(folder: Path) -> Desk:
    """One round is drawn; the sheet of table 1 has no names."""
    store = open_tournament(folder, drawn=1)
    put_in(store, sheet("a.jpg", ROUND))
    return Desk(store.where, Register(folder / "links.json"), "de")


def test_who_sits_in_the_columns_is_one_question(tmp_path: Path) -> None:
    """A choice for each column, set as drawn, under the head of the sheet; Enter takes it, U asks again."""
    desk = open_unnamed(tmp_path)
    client, item = visit(desk, "referee"), "r1.t1.unknown-name"
    page = client.get(f"/pruefen/{item}").text
    assert "Sitzen sie, von links, wie ausgelost: Anna, Bernd, Çem, Dörte?" in page
    assert "/bild/feld/r1.t1/name.p1?mit=nah" in page
    assert [read_form(page)[f"column{n}"] for n in range(1, 5)] == ["1", "2", "3", "4"]
    send(client, item, how="order")
    assert desk.open("de").book.entries[0].names == NAMES[:4]
    back = client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert "Sitzen sie, von links, wie ausgelost" in read_words(back.text)
    assert "Wer saß hier?" not in read_words(back.text)


def test_another_order_is_chosen_there(tmp_path: Path) -> None:
    """Nobody sits in two columns: that is refused, and what was chosen stays chosen."""
    desk = open_unnamed(tmp_path)
    client, item = visit(desk, "referee"), "r1.t1.unknown-name"
    form = read_form(client.get(f"/pruefen/{item}").text)
    refused = client.post(f"/pruefen/{item}", data={**form, "how": "order", "column1": "2"}, headers=PAGE).text
    assert "Der Bogen hat 4 Spalten" in read_words(refused)
    assert read_form(refused)["column1"] == "2"
    send(client, item, how="order", column1="2", column2="1")
    assert desk.open("de").book.entries[0].names == ("Bernd", "Anna", "Çem", "Dörte")


def test_a_swapped_sheet_keeps_its_names_by_n(tmp_path: Path) -> None:
    """The page says what N does there."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, strike(1), strike(2, text=TURNED))
    store.append([make_move(open_evening(store), NewPlace("r1.t1", 1, 2, swap=True))], by="Referee")
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    words = read_words(client.get("/pruefen/r1.t2.unknown-name").text)
    assert "Nein, die Namen auf dem Bogen gelten N" in words
    send(client, "r1.t2.unknown-name", how="as-written")
    assert [entry.names for entry in desk.open("de").book.entries if entry.table == 2] == [NAMES[:4]]
    assert "Noch 1 offen" in read_words(client.get("/pruefen").text)


def test_n_asks_seat_by_seat(tmp_path: Path) -> None:
    """Where somebody else sat there."""
    client = visit(open_unnamed(tmp_path), "referee")
    assert "Platz 1: kein Name zu lesen." in send(client, "r1.t1.unknown-name", how="as-written")


def test_a_swap_is_one_question_with_both_heads(tmp_path: Path) -> None:
    """Enter says yes, U takes that back, N says no and asks seat by seat."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, strike(1, 4), strike(2, 1, text=TURNED))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    client, item = visit(desk, "referee"), "r1.players-swapped.4-5"
    page = client.get(f"/pruefen/{item}").text
    assert "Haben die beiden getauscht?" in page
    assert page.count("/bild/kopf/") == 2
    send(client, item, how="stay")
    assert [entry.names[3] for entry in desk.open("de").book.entries] == ["Emil", "Hans"]
    back = client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert "Haben die beiden getauscht?" in read_words(back.text)
    words = send(client, item, how="as-written")
    assert "„Dörte“ ist durchgestrichen. Wer saß hier?" in words
