"""The telephone at a table: its number and players, then its own sheet; what it answers is a hint, no decision."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from playwright.sync_api import expect

from desk.web.page_kit import ADDRESSES, PAGES
from desk.web.running_desk import Desk
from desk.web.table_answers import Answer, TableAnswers
from tests.desk.paper import ROUND
from tests.desk.web.browser import PHONE, find_violations, fits, open_browser
from tests.desk.web.test_messenger_copies import write_jpeg
from tests.desk.web.test_photos import JPEG, note_sheet, send
from tests.desk.web.visitors import WRONG, open_desk, read_words, visit
from tests.tournament.filing.files import NAMES
from tournament.record.entries import hash_bytes

KEY, ITEM = "r1.t2", "r1.t2.g5"


def answer(client: TestClient, **form: str) -> int:
    """The status of an answer; what is not given is as on the page of table 2."""
    return client.post("/foto/antwort", data={"key": KEY, "item": ITEM, **form}, follow_redirects=False).status_code


def open_second(folder: Path) -> tuple[Desk, TestClient]:
    """A desk whose second table sent a sheet with a row that does not sum to zero."""
    desk = open_desk(folder, ROUND, WRONG)
    client = visit(desk, "table", 2)
    note_sheet(desk, client, "tisch2.jpg")
    return desk, client


def test_a_table_is_greeted_with_its_number_and_players(tmp_path: Path) -> None:
    """From the first page, in the order of the seats; also while nothing was drawn for it."""
    desk = open_desk(tmp_path)
    words = read_words(visit(desk, "table", 2).get("/foto").text)
    assert "Runde 1 Tisch 2" in words
    assert " ".join(f"{seat} {name}" for seat, name in enumerate(NAMES[4:8], 1)) in words
    assert "mit allen vier Eckmarken" in words


def test_the_bar_names_the_table_on_every_page(tmp_path: Path) -> None:
    """A swapped card is noticed on whichever page; nobody else's bar names a table."""
    desk = open_desk(tmp_path, ROUND)
    table, organiser = visit(desk, "table", 2), visit(desk, "organiser")
    for page in PAGES["table"]:
        assert '<b class="table">Tisch 2</b>' in table.get(ADDRESSES[page]).text, page
    assert 'class="table"' not in organiser.get("/stand").text
    assert "Tisch 9" in read_words(visit(desk, "table", 9).get("/foto").text)


def test_a_right_sheet_shows_its_sums_until_the_table_agrees(tmp_path: Path) -> None:
    """Then the telephone waits for the next round; what it says is shown to the organiser."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "table", 1)
    note_sheet(desk, client, "tisch1.jpg")
    words = read_words(client.get("/foto").text)
    assert "Alles stimmt 16 Spiele gelesen" in words
    assert "Ja, fertig" in words
    assert answer(client, key="r1.t1", item="", kind="objects", said="Anna hatte mehr") == 303
    assert "Die Turnierleitung sieht nach" in read_words(client.get("/foto").text)
    assert "Tisch 1 widerspricht: Anna hatte mehr" in read_words(visit(desk, "organiser").get("/foto").text)
    assert answer(client, key="r1.t1", item="", kind="agrees") == 303
    words = read_words(client.get("/foto").text)
    assert "Runde 1 ist fertig" in words
    assert "Ja, fertig" not in words
    assert "Tisch 1 hat die Summen bestätigt." in read_words(visit(desk, "organiser").get("/foto").text)


def test_a_row_in_doubt_is_one_question(tmp_path: Path) -> None:
    """Its answer is kept over a restart, and no decision; with another photograph it is no answer any more."""
    desk, client = open_second(tmp_path)
    head = desk.store.read_head()
    words = read_words(client.get("/foto").text)
    assert "Eine Zeile bitte zusammen ansehen Spiel 5: Zusammen +1 statt 0." in words
    assert "Die Turnierleitung bestätigt es." in words
    assert answer(client, kind="row", said="2  +2 −2 -2") == 303
    assert "Die Turnierleitung sieht nach" in read_words(client.get("/foto").text)
    assert "Tisch 2 sagt: +2 +2 -2 -2." in read_words(visit(desk, "organiser").get(f"/pruefen/{ITEM}").text)
    kept = TableAnswers(desk.register.find_beside("answers"))
    assert kept.find(ITEM, hash_bytes(b"tisch2.jpg")) == Answer("row", 2, hash_bytes(b"tisch2.jpg"), "+2 +2 -2 -2")
    assert kept.find(ITEM, hash_bytes(b"another")) is None
    assert desk.store.read_head() == head


def test_one_number_in_doubt_is_asked_for_alone(tmp_path: Path) -> None:
    """Where only one number can be wrong, nobody has to say the whole row."""
    desk = open_desk(tmp_path, ROUND, ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1))
    client = visit(desk, "table", 2)
    note_sheet(desk, client, "tisch2.jpg")
    assert f"Was hatte {NAMES[7]}? Die Turnierleitung bestätigt es. -2 -3" in read_words(client.get("/foto").text)
    assert answer(client, kind="number", name=NAMES[7], said="−2") == 303
    words = read_words(visit(desk, "referee").get(f"/pruefen/{ITEM}").text)
    assert f"Tisch 2 sagt: {NAMES[7]} hatte -2." in words


def test_only_its_own_table_answers(tmp_path: Path) -> None:
    """And says numbers of its players only."""
    desk, client = open_second(tmp_path)
    other = visit(desk, "table", 1)
    assert answer(other, kind="unknown") == 404
    assert answer(visit(desk, "organiser"), kind="unknown") == 403
    assert answer(client, kind="row", said="<b>4</b>") == 422
    assert answer(client, kind="number", said="-4", name="Niemand") == 422
    assert answer(client, kind="unknown", item="r1.t1.g5") == 422
    assert answer(client, kind="number", said="-4", name=NAMES[4]) == 303
    assert other.get(f"/foto/bild/{KEY}/g05.p1").status_code == 404


def test_a_table_sees_its_own_photographs_only(tmp_path: Path) -> None:
    """Also as a small picture; one that cannot be decoded is none."""
    desk = open_desk(tmp_path)
    client = visit(desk, "table", 1)
    send(client, JPEG)
    address = f"/foto/bild/{hash_bytes(JPEG)}"
    assert visit(desk, "table", 2).get(address).status_code == 404
    assert client.get(address).status_code == 404
    picture = write_jpeg(900, 1200)
    send(client, picture)
    small = client.get(f"/foto/bild/{hash_bytes(picture)}")
    assert Image.open(BytesIO(small.content)).size == (168, 224)
    assert visit(desk, "table", 2).get(f"/foto/bild/{hash_bytes(picture)}").status_code == 404
    assert client.get("/foto/bild/..%2fx").status_code in (404, 422)


def test_answers_that_are_none_of_ours_are_no_obstacle(tmp_path: Path) -> None:
    """A file with something else in it counts as empty."""
    place = tmp_path / "answers.json"
    place.write_text("[1]")
    assert TableAnswers(place).find("r1.t1", "x") is None


@pytest.mark.slow
def test_the_telephone_of_a_table(tmp_path: Path) -> None:
    """From the greeting to the answer, by touch: nothing runs out of the screen, and axe finds nothing."""
    desk, client = open_second(tmp_path)
    with open_browser(desk, "table", size=PHONE, table=2, touch=True) as browser:
        browser.open_page("/foto")
        page = browser.page
        expect(page.get_by_role("heading", level=1)).to_have_text("Eine Zeile bitte zusammen ansehen")
        assert find_violations(browser) == []
        assert fits(browser)
        page.get_by_role("button", name="Wissen wir nicht").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text("Die Turnierleitung sieht nach")
        assert find_violations(browser) == []
        note_sheet(desk, client, "nichts.jpg")
        browser.open_page("/foto")
        expect(page.get_by_role("heading", level=1)).to_have_text("Tisch 2")
        assert find_violations(browser) == []
        assert fits(browser)
        assert browser.faults == []
