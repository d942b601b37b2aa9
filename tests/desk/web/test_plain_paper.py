"""Eigene Liste on squared paper: said once, then lists without a table are read, and shown as they were understood."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import templates
from desk.web.known_lists import list_known_lists
from desk.web.recent_evenings import RecentEvenings
from desk.web.running_desk import Desk
from desk.workers import read_photos
from desk.workers.read_photos import ReadTask, read_pages
from scanner.sheet_reading import Problem, SheetReading
from templates.foreign.layout_file import load_layout_text, write_plain_layout
from tests.desk.paper import ROUND, sheet
from tests.desk.web.visitors import open_desk, read_words, visit
from texts.sentences import Phrase
from tournament.filing.opened.filed_sheets import Photo, file_photo, list_sheets
from tournament.filing.opened.judgement_json import decode_reading, encode_reading
from tournament.record.replay import replay

REMARKS = (Phrase("scanner.plain.squared", {"seats": 4, "games": 16}), Phrase("scanner.plain.value"))


def make_list(photo: str, seats: int = 4) -> SheetReading:
    """What is read of a list on squared paper: names that are not guessed, and the points of 16 games."""
    ours = sheet(photo, ROUND, 1)
    known = {f"{line}.p{seat}" for line in ("name", *(f"g{game:02}" for game in range(1, 17))) for seat in range(1, 5)}
    own = tuple(one for one in ours.readings if one.id in known and int(one.id[-1]) <= seats)
    return replace(ours, layout="plain", code=None, readings=own, remarks=REMARKS)


def file_list(desk: Desk, reading: SheetReading) -> None:
    """Puts the list of round 1, table 1 into the file."""
    known = list_sheets(desk.store, desk.store.read_entries())
    photo = Photo(reading.photo, reading.photo_sha256, 1)
    filing = file_photo(known, photo, [reading], "test", (1, 1))
    desk.store.append(filing.facts, by="Kiebitz", blobs=filing.blobs)


def test_squared_paper_is_said_and_taken_back(tmp_path: Path) -> None:
    """Two questions; the record says it, the page what to send; what cannot be is one sentence."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    page = client.get("/eigene-liste").text
    assert "Wir schreiben auf kariertem Papier" in read_words(page)
    assert 'value="total" required>' in page
    assert "Bitte noch sagen" in read_words(client.post("/eigene-liste/papier", data={"style": "rows"}).text)
    refused = client.post("/eigene-liste/papier", data={"style": "points", "seats": "7"})
    assert (refused.status_code, replay(desk.store.read_entries()).opening.own_list) == (409, "")
    taken = client.post("/eigene-liste/papier", data={"style": "total", "seats": "4"})
    assert "in jeder Zeile der Zwischenstand" in read_words(taken.text)
    assert 'value="total" required checked>' in taken.text
    layout = load_layout_text(replay(desk.store.read_entries()).opening.own_list)
    assert (layout.plain, layout.seats) == ("total", 4)
    assert "Wessen Liste ist es?" in read_words(client.get("/foto").text)
    phone = visit(desk, "table", table=1).get("/foto").text
    assert "Eine Liste je Foto" in read_words(phone)
    assert "Eckmarken" not in phone
    assert "Listen auf kariertem, liniertem oder weißem Papier werden gelesen" in read_words(client.get("/akte").text)
    client.post("/eigene-liste/papier", data={"style": "points", "seats": ""})
    assert load_layout_text(replay(desk.store.read_entries()).opening.own_list).seats == 0
    client.post("/eigene-liste/keine")
    assert replay(desk.store.read_entries()).opening.own_list == ""
    assert visit(desk, "referee").post("/eigene-liste/papier", data={"style": "points"}).status_code == 403


def test_what_was_taken_for_what_is_shown(tmp_path: Path) -> None:
    """In words beside the photograph, and in the picture: players above their columns, games beside their rows; who
    sits where is asked."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    client.post("/eigene-liste/papier", data={"style": "points", "seats": "4"})
    file_list(desk, make_list("liste.jpg"))
    words = read_words(client.get("/foto").text)
    said = "So ist die Liste verstanden: kariertes Papier: 4 Spalten mit Namen darüber, 16 Zeilen mit Spielen"
    assert said in words
    assert 'href="/bogen/r1.t1"' in client.get("/foto").text
    assert "Platz 1" not in words
    page = client.get("/bogen/r1.t1").text
    assert said in read_words(page)
    assert "Tisch 1 Platz 1 " in read_words(page)
    assert page.count('class="mark"') == 4 + 16
    assert "Sitzen sie, von links, wie ausgelost: Anna, Bernd, Çem, Dörte?" in read_words(client.get("/pruefen").text)
    assert "So ist die Liste verstanden" not in read_words(visit(desk, "table", table=2).get("/foto").text)


def test_sheets_of_ours_have_no_such_marks(tmp_path: Path) -> None:
    """Their print says what they are."""
    desk = open_desk(tmp_path)
    file_list(desk, sheet("bogen.jpg"))
    assert 'class="mark"' not in visit(desk, "organiser").get("/bogen/r1.t1").text


def test_a_list_of_another_number_of_players_is_asked_about(tmp_path: Path) -> None:
    """Three columns at a table of four never count in silence."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    client.post("/eigene-liste/papier", data={"style": "points", "seats": ""})
    file_list(desk, make_list("liste.jpg", seats=3))
    assert desk.list_queue("de")[1].items
    assert client.get("/bogen/r1.t1").text.count('class="mark"') == 3 + 16


def test_what_was_taken_for_what_is_kept_in_the_file() -> None:
    """The remarks are part of the reading."""
    reading = make_list("liste.jpg")
    assert decode_reading(encode_reading(reading)) == reading


def test_a_former_evenings_paper_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By its notation, as it has no number of games."""
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DOCUMENTS_DIR", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    desk = open_desk(tmp_path)
    visit(desk, "organiser").post("/eigene-liste/papier", data={"style": "total", "seats": ""})
    RecentEvenings().note(str(desk.store.where))
    [known] = list_known_lists()
    assert known.say("de").endswith("kariertes Papier, laufende Summen")


def test_our_own_sheets_are_read_before_such_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet of ours gives what it always gives; only what is none is read as a list."""
    photo = Path(templates.__file__).parents[1] / "samples" / "r1-t1-again.jpg"
    own = write_plain_layout("points", 4)
    assert list(read_pages(ReadTask(photo, own_list=own))) == list(read_pages(ReadTask(photo)))
    page = replace(sheet("a.jpg"), readings=(), problem=Problem.of("scanner.plain-blank"))
    asked = []

    def read_again(_task: ReadTask, _page: SheetReading, layout: object) -> SheetReading:
        asked.append(layout)
        return make_list("a.jpg")

    monkeypatch.setattr(read_photos, "_read_again", read_again)
    for code, lists in (("plain-list", 1), ("blurred", 0)):
        unread = replace(page, problem=replace(page.problem, code=code))
        read_photos._read_otherwise(ReadTask(photo), unread, load_layout_text(own))
        assert len(asked) == lists
        asked.clear()
