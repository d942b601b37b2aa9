"""Jetzt: the next step, the plan of the running round, and a line for every round."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

from desk.web import upload_parts
from desk.web.access import Access, Register
from desk.web.inbox import Refusal
from desk.web.running_desk import Desk
from desk.web.upload_parts import OnTheWay
from tests.desk.paper import ROUND, sheet
from tests.desk.web.forms import decide
from tests.desk.web.visitors import WRONG, open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.record.entries import hash_bytes
from tournament.record.facts import RoundPrinted
from tournament.review.next_step import TableState

JPEG = b"\xff\xd8\xff"


def read_now(client: TestClient) -> str:
    """What a person reads between the menu and the foot of the page."""
    html = client.get("/jetzt").text
    return read_words(html[html.index("<main") :])


def test_each_table_says_how_it_stands_and_leads_on(tmp_path: Path) -> None:
    """Sure, open, playing: in words, with who sits there; one click leads to the sheet, the item, or the hand entry."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    client = visit(desk, "referee")
    words = read_now(client)
    assert words.startswith("1 Stelle prüfen An Tisch 2. Prüfen")
    assert "Tisch 1 sicher Anna, Bernd, Çem, Dörte Tisch 2 1 offen Emil, Frieda, Gül, Hans" in words
    assert "2 von 2 Bögen sind da." in words
    page = client.get("/jetzt").text
    assert 'id="t1" href="/bogen/r1.t1"' in page
    assert 'id="t2" href="/pruefen/r1.t2.g5"' in page
    (tmp_path / "b").mkdir()
    page = visit(open_desk(tmp_path / "b", ROUND), "referee").get("/jetzt").text
    assert 'id="t2" href="/eintragen/1/2"' in page
    assert "Tisch 2 spielt" in read_words(page)


def test_an_empty_evening_says_what_comes_first(tmp_path: Path) -> None:
    """Nothing is green before there is a player; the referee sees the step, and no button."""
    desk = Desk(str(open_tournament(tmp_path, ()).where), Register(tmp_path / "links.json"), "de")
    organiser, referee = visit(desk, "organiser"), visit(desk, "referee")
    assert read_now(organiser).startswith("Zuerst Spieler eintragen Danach werden die Tische ausgelost. Eintragen")
    assert "Das macht die Turnierleitung." in read_now(referee)
    for client, button in ((organiser, True), (referee, False)):
        assert ('id="next"' in client.get("/jetzt").text) is button


def test_that_printed_names_are_not_read_is_said_once(tmp_path: Path) -> None:
    """At the page's end, as long as somebody is asked for: where Tesseract is missing."""
    store = open_tournament(tmp_path)
    for table in (1, 2):
        read = sheet(f"{table}.jpg", table=table, names=("", "", "", ""))
        flagged = [replace(one, flags=("unread",)) if one.id.startswith("name.") else one for one in read.readings]
        put_in(store, replace(read, readings=tuple(flagged)))
    client = visit(Desk(store.where, Register(tmp_path / "links.json"), "de"), "organiser")
    words = read_now(client)
    assert words.count("Tesseract") == 1
    assert words.index("Tesseract") > words.index("8 Stellen")
    for table in (1, 2):
        for seat in range(1, 5):
            name = NAMES[4 * table + seat - 5]
            assert decide(client, f"r1.t{table}.name.p{seat}", "name", name=name).is_success
    assert "Tesseract" not in read_now(client)


def test_a_table_whose_photograph_is_unusable_is_shown(tmp_path: Path) -> None:
    """And what is still being read is counted; a table of which one is read waits."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "organiser")
    sender = Access("t2", "table", "", 2, 9e9)
    desk.inbox.take_in(BytesIO(JPEG), sender)
    words = read_now(client)
    assert "1 Foto wird gelesen." in words
    assert "Tisch 2 wartet" in words
    desk.inbox.refuse(hash_bytes(JPEG), Refusal("blurred", {"de": "a", "en": "b"}))
    words = read_now(client)
    assert "Tisch 2 Foto neu" in words
    assert "Tisch 2 fotografiert noch einmal." in words
    assert "1 Foto abgelehnt" in words
    assert "gelesen" not in words
    assert f'id="t2" href="/foto#{hash_bytes(JPEG)}"' in client.get("/jetzt").text


def test_a_table_that_sends_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before what else is known of its photographs; gone when it is whole, and after a while without a byte. Who sends
    every table's sheets is at none; a table whose sheet is in says that."""
    desk, photo = open_desk(tmp_path, ROUND), JPEG + bytes(997)
    organiser, referee = visit(desk, "organiser"), visit(desk, "referee")
    desk.inbox.take_in(BytesIO(JPEG), Access("t2", "table", "", 2, 9e9))
    for number, client in enumerate((visit(desk, "table", 1), referee, visit(desk, "table", 2))):
        address = f"/foto/teil/{number:032x}?groesse=1000"
        assert client.post(f"{address}&ab=0", content=photo[:629]).json()["bytes"] == 629
    words = read_now(organiser)
    assert "Tisch 2 sendet 62 %" in words
    assert words.count("sendet") == 1
    referee.cookies.set("lang", "en")
    assert "sending 62%" in read_now(referee)
    monkeypatch.setattr(upload_parts, "SILENT_S", -1.0)
    assert "Tisch 2 wartet" in read_now(organiser)
    monkeypatch.setattr(upload_parts, "SILENT_S", 60.0)
    assert "Tisch 2 sendet 62 %" in read_now(organiser)
    assert client.post(f"{address}&ab=629", content=photo[629:]).json()["receipt"] == "new"
    assert "sendet" not in read_now(organiser)


def test_pages_hear_of_long_uploads_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short one is over before anybody hears of it; of a long one they hear once a second, and of its end."""
    clock, told = [100.0], list[float]()
    monkeypatch.setattr(upload_parts, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    coming = OnTheWay(lambda: told.append(clock[0]))
    for tenths in range(25):
        clock[0] = 100 + tenths / 10
        coming.note(7, "a", tenths, 25)
        coming.note(None, "b", tenths, 25)
    assert (told, dict(coming.list_shares())) == ([101.0, 102.0], {7: 0.96})
    coming.end(7)
    coming.end(None)
    assert (told, dict(coming.list_shares())) == ([101.0, 102.0, 102.4], {})


def test_the_next_step_closes_the_round_and_goes_on(tmp_path: Path) -> None:
    """One press closes it; its line says who did, and opens it again with a reason."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    client = visit(desk, "organiser")
    assert read_now(client).startswith("Runde 1 abschließen Alle 2 Bögen sind da, alles ist geprüft.")
    form = {"number": 1, "seen": desk.open("de").head, "back": "jetzt"}
    answer = client.post("/stand/abschliessen", data=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/jetzt")
    words = read_now(client)
    assert words.startswith("Stand aushängen")
    assert "Runde 1 2 Bögen, abgeschlossen um" in words
    assert "von organiser 1." in words
    form = {"number": 1, "reason": "Fehler", "back": "jetzt"}
    assert client.post("/stand/oeffnen", data=form, follow_redirects=False).headers["location"] == "/jetzt#round1"
    assert read_now(client).startswith("Runde 1 abschließen")


def test_a_round_ends_from_its_line(tmp_path: Path) -> None:
    """With a reason; one that was played does not, and whoever is no organiser ends none."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    client = visit(desk, "organiser")
    form = {"number": 2, "back": "jetzt", "cancel": "true"}
    assert 'id="cancel2"' in client.get("/jetzt").text
    assert 'id="cancel1"' not in client.get("/jetzt").text
    assert client.post("/stand/abschliessen", data=form).status_code == 409
    assert client.post("/stand/abschliessen", data=form | {"number": 1, "reason": "so"}).status_code == 409
    assert visit(desk, "referee").post("/stand/abschliessen", data=form | {"reason": "so"}).status_code == 403
    assert desk.open("de").tournament.cancelled == frozenset()
    client.post("/stand/abschliessen", data=form | {"reason": "zu spät geworden"})
    assert desk.open("de").tournament.cancelled == {2}
    assert "Runde 2 ausgefallen: zu spät geworden (organiser 1)" in read_now(client)


def test_a_round_that_lacks_sheets_does_not_fall_out(tmp_path: Path) -> None:
    """Closing one without a sheet is refused, unless that is what was asked for."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    form = {"number": 1, "reason": "fertig", "seen": desk.open("de").head}
    answer = client.post("/stand/abschliessen", data=form)
    assert (answer.status_code, desk.open("de").tournament.closed) == (409, {})
    assert "kein Bogen da" in read_words(answer.text)


def test_it_says_who_is_checking(tmp_path: Path) -> None:
    """As long as somebody else has an item on the screen; never of oneself."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    organiser, referee = visit(desk, "organiser"), visit(desk, "referee")
    assert "prüft" not in read_now(organiser)
    referee.get("/pruefen")
    assert "Gerade referee 1 prüft Runde 1, Tisch 2, Spiel 5" in read_now(organiser)
    assert "prüft" not in read_now(referee)


def test_a_large_round_shows_number_and_state(tmp_path: Path) -> None:
    """Up to 24 tables there is room for names, above not."""
    for tables, named in ((24, True), (25, False)):
        folder = tmp_path / str(tables)
        folder.mkdir()
        names = [f"Vorname Name{start:03}" for start in range(4 * tables)]
        store = open_tournament(folder, names, drawn=1)
        store.append([RoundPrinted(1)], by="Wart")
        put_in(store, sheet("1.jpg", ROUND, names=tuple(names[:4])))
        words = read_now(visit(Desk(store.where, Register(folder / "links.json"), "de"), "organiser"))
        assert ("Name000" in words) is named
        assert f"Tisch {tables} spielt" in words
        assert words.startswith(f"{tables - 1} Tische fehlen noch")


def test_surnames_tell_the_players_of_a_table_apart() -> None:
    """Two of one name keep their first names; an initial is no surname, nor is a namesake's club a part of it."""
    clubs = ("Monika Möller (DK Elmshorn)", "Monika Möller (Herzdame)", "Ute Kern (SC Müller 04)")
    assert TableState(1, 0, 0, "", names=clubs).surnames == (*clubs[:2], "Kern")
    names = ("Anna Meier", "Bernd Meier", "Çem Yıldız", "Dörte S.", "Müller, Eva", "Anna", "Eva von der Heide")
    said = (*names[:2], "Yıldız", "Dörte S.", "Müller", "Anna", "von der Heide")
    assert TableState(1, 0, 0, "", names=names).surnames == said
    assert TableState(1, 0, 0, "", names=NAMES).surnames == NAMES


def test_the_middle_comes_again_only_when_it_changed(tmp_path: Path) -> None:
    """A change that this page does not show sends nothing."""
    client = visit(open_desk(tmp_path, ROUND), "organiser")
    part = client.get("/jetzt", headers={"hx-request": "true"}).text
    address = part.partition('hx-get="')[2].partition('"')[0]
    assert client.get(address, headers={"hx-request": "true"}).status_code == 204
