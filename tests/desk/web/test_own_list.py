"""Eigene Liste: a club's own list is shown with one photograph, its columns are said, and it is read from then on."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

import templates
from desk.web import list_lessons, read_inbox
from desk.web.access import Access
from desk.web.known_lists import list_known_lists
from desk.web.list_lessons import Lesson, say_problem
from desk.web.read_inbox import Reader, explain_problem, find_given_place
from desk.web.recent_evenings import RecentEvenings
from desk.web.running_desk import Desk
from desk.web.serve import make_app
from desk.web.start.evening_house import House
from desk.workers.learn_lists import LearnTask, ShownPhoto, ShownTable, show_file
from desk.workers.pool import Work
from desk.workers.read_photos import ReadTask, leave_unread, read_pages
from dev.filler.foreign_pdf import render_foreign
from scanner.sheet_reading import Problem
from templates.foreign.layout_file import load_layout, load_layout_text
from tests.desk.paper import ROUND, sheet
from tests.desk.web.list_photos import TABLE, read_list, teach_at_once
from tests.desk.web.readers import JPEG, SETTINGS, wait_until
from tests.desk.web.visitors import enter, open_desk, read_words, visit
from tests.tournament.filing.files import put_in
from tournament.filing.opened.filed_sheets import Photo, file_photo, list_sheets
from tournament.record.open_store import open_store
from tournament.record.replay import replay

LAYOUTS = Path(templates.__file__).parent / "layouts"
SAID = {
    "table": "1",
    "group.1": "number",
    "group.2": "points",
    "group.6": "solo",
    "first": "2",
    "last": "14",
    "sums": "15",
}


@pytest.fixture(autouse=True)
def quick_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are learnt and read at once, by what they say."""
    teach_at_once(monkeypatch)
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)


def show(client: TestClient, order: str) -> str:
    """Shows a photograph and waits for what comes of it; the words of the page."""
    client.post("/eigene-liste", files={"photo": ("liste.jpg", JPEG + order.encode())})
    return wait(client)


def wait(client: TestClient) -> str:
    """The words of the page once nothing is being found out."""
    desk: Desk = client.app.state.desk  # type: ignore[attr-defined]
    wait_until(lambda: desk.lists.lesson is None or not desk.lists.lesson.is_busy)
    return read_words(client.get("/eigene-liste").text)


def say(client: TestClient, **other: str) -> tuple[int, str]:
    """Says what stands in the columns; the status, and the words of the page once it is tried."""
    desk: Desk = client.app.state.desk  # type: ignore[attr-defined]
    assert desk.lists.lesson is not None
    answer = client.post("/eigene-liste/spalten", data={**SAID, "word": desk.lists.lesson.word, **other})
    return answer.status_code, read_words(answer.text) if answer.status_code == 409 else wait(client)


def find_lesson(desk: Desk) -> Lesson:
    """The lesson that goes on."""
    assert desk.lists.lesson is not None
    return desk.lists.lesson


def test_a_list_is_shown_said_tried_and_taken(tmp_path: Path) -> None:
    """One question for the four players; the proof tells in words what was read; the record has the list."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert "Schreibt Ihr Verein auf einer eigenen Liste" in read_words(client.get("/eigene-liste").text)
    words = show(client, "1")
    assert "Spalten 2 bis 5" in words
    page = client.get("/eigene-liste").text
    assert 'name="group.2"' in page
    assert page.count('class="rowmark game"') == 13
    assert page.count('class="rowmark sum"') == 1
    assert client.get(f"/eigene-liste/bild/{find_lesson(desk).word}/1").content == TABLE.jpeg
    assert client.get(f"/eigene-liste/bild/{find_lesson(desk).word}/9").status_code == 404
    status, words = say(client)
    assert (status, "13 Spiele sind gelesen" in words, "Diese Liste nehmen" in words) == (200, True, True)
    assert replay(desk.store.read_entries()).opening.own_list == ""
    taken = client.post("/eigene-liste/nehmen", data={"word": find_lesson(desk).word})
    assert "Gelesen wird Ihre Liste: 13 Spiele, 4 Spieler." in read_words(taken.text)
    layout = load_layout_text(replay(desk.store.read_entries()).opening.own_list)
    assert (layout.seats, layout.games) == (4, 13)
    assert {"g01.p1", "g13.p4", "g01.solo", "sum.p4"} <= {field.id for field in layout.fields}
    assert "Eigene Liste: 13 Spiele, 4 Spieler." in read_words(client.get("/akte").text)
    assert "Diese Liste nicht mehr lesen" in read_words(client.get("/eigene-liste").text)
    client.post("/eigene-liste/keine")
    assert replay(desk.store.read_entries()).opening.own_list == ""


def test_what_cannot_be_is_said_in_one_sentence(tmp_path: Path) -> None:
    """A column without an answer, a role twice, rows upside down, too few players: nothing begins, answers stay."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    show(client, "1")
    for wrong, told in (
        ({"group.2": ""}, "was in Spalte 2, 3, 4, 5 steht"),
        ({"group.1": "solo"}, "kann nur in einer Spalte stehen, genannt sind 1, 6"),
        ({"first": "14", "last": "2"}, "von oben nach unten"),
        ({"sums": "5"}, "die Summen stehen nicht zwischen ihnen"),
        (
            {"group.2": "each", "column.2": "points", "column.3": "points", "column.4": "text", "column.5": "print"},
            "2 Spalten für Spieler",
        ),
        ({"group.2": "print"}, "keine Liste von Spielen"),
    ):
        status, words = say(client, **wrong)
        assert (status, told in words) == (409, True), words
        assert find_lesson(desk).stage == "telling"
    assert say(client, word="other")[0] == 409
    assert (
        'value="points" data-short="Spieler" data-seat selected'
        in client.post("/eigene-liste/spalten", data={**SAID, "word": find_lesson(desk).word, "group.6": ""}).text
    )


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("no-rules", "keine Tabelle mit Linien zu finden; bitte"),
        ("too-far", "zu klein im Bild; bitte näher heran"),
        ("unfocused", "unscharf; bitte ruhig halten"),
        ("own-sheet", "Bogen von Kiebitz"),
        ("2=", "gleiche Tabellen nebeneinander"),
    ],
)
def test_a_picture_that_cannot_be_learnt_is_refused(tmp_path: Path, order: str, told: str) -> None:
    """One sentence with its remedy, and the form for another photograph below it."""
    client = visit(open_desk(tmp_path), "organiser")
    words = show(client, order)
    assert told in words
    assert "Foto oder PDF wählen" in words
    assert "--" not in words


def test_what_is_no_picture_and_what_is_none_at_all(tmp_path: Path) -> None:
    """Both are said at once, and nothing is learnt."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    answer = client.post("/eigene-liste", files={"photo": ("liste.txt", b"Anna; Bernd")})
    assert "kein Bild, das Kiebitz kennt" in read_words(answer.text)
    answer = client.post("/eigene-liste", files={"photo": ("leer.jpg", b"")})
    assert "kein Bild angekommen" in read_words(answer.text)
    assert desk.lists.lesson is None or desk.lists.lesson.stage == "refused"


def test_of_several_tables_one_is_chosen(tmp_path: Path) -> None:
    """Each is outlined on the photograph and listed; the chosen one is asked about, and another can be chosen."""
    client = visit(open_desk(tmp_path), "organiser")
    words = show(client, "2")
    assert "Welche Tabelle ist es?" in words
    assert "Tabelle 2: 6 Spalten, 15 Zeilen" in words
    assert client.get("/eigene-liste").text.count("<polygon") == 2
    chosen = client.get("/eigene-liste?tabelle=2").text
    assert "Andere Tabelle auf dem Foto" in read_words(chosen)
    assert '/2" x="-10.0"' in chosen


def test_columns_of_two_kinds_in_turns(tmp_path: Path) -> None:
    """Points and running totals of two players side by side are one answer."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    show(client, "1")
    status, words = say(client, **{"group.2": "points,total"})
    assert (status, "2 Spalten für Spieler" in words) == (409, True)


def test_only_the_organiser_comes_here(tmp_path: Path) -> None:
    """Nobody else sees the page, and a table's phone cannot send to it."""
    desk = open_desk(tmp_path)
    for role in ("referee", "table", "public"):
        client = visit(desk, role, table=1 if role == "table" else None)
        assert client.get("/eigene-liste").status_code == 403
        assert client.post("/eigene-liste", files={"photo": ("a.jpg", JPEG + b"1")}).status_code == 403
    assert desk.lists.lesson is None


def take_list(client: TestClient) -> None:
    """The list is shown, said and taken."""
    desk: Desk = client.app.state.desk  # type: ignore[attr-defined]
    show(client, "1")
    say(client)
    client.post("/eigene-liste/nehmen", data={"word": find_lesson(desk).word})


READ_LISTS = replace(
    SETTINGS, work=Work(read_list, leave_unread), preload=(read_list.__module__, "desk.workers.judge_sheets")
)


def list_places(desk: Desk) -> list[tuple[int | None, int | None]]:
    """Where each sheet belongs."""
    return [(entry.round, entry.table) for entry in desk.open("de").book.entries]


@pytest.mark.slow
def test_photographs_of_the_list_count_like_our_sheets(tmp_path: Path) -> None:
    """What was refused before the list was known is read; a table's phone says table and round, the organiser in words,
    and without either *Prüfen* asks with the free tables. Said anew, the page tells which lists still count as before.
    """
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    table = Access("t1", "table", "", 1, 9e9)
    organiser = Access("o1", "organiser", "", None, 9e9)
    first = "\n".join(reversed(ROUND.splitlines()))
    with Reader(desk, READ_LISTS):
        desk.inbox.take_in(BytesIO(JPEG + first.encode()), table, place=(1, None))
        wait_until(lambda: any(one.refusal for one in desk.inbox.list_sent()))
        take_list(client)
        wait_until(lambda: list_places(desk) == [(1, 1)])
        desk.inbox.take_in(BytesIO(JPEG + ROUND.encode()), organiser)
        wait_until(lambda: len(list_places(desk)) == 2)
        assert list_places(desk)[1] == (None, None)
    words = read_words(client.get("/pruefen").text)
    assert "Tisch 2" in words
    assert "Emil" in words
    assert "wie es vorher gesagt war" not in read_words(client.get("/eigene-liste").text)
    show(client, "1")
    say(client, **{"group.6": "bock"})
    client.post("/eigene-liste/nehmen", data={"word": find_lesson(desk).word})
    assert "2 Listen sind noch gelesen, wie es vorher gesagt war" in read_words(client.get("/eigene-liste").text)


@pytest.mark.slow
def test_a_photograph_that_is_read_meanwhile_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was begun before the list was known, and shows no sheet to its reader; it counts all the same."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    write, seen = Reader._write, list[str]()

    def take_before(self: Reader, *given: Any) -> None:
        if not seen:
            take_list(client)
        seen.append(given[1].own_list)
        write(self, *given)

    monkeypatch.setattr(Reader, "_write", take_before)
    with Reader(desk, READ_LISTS):
        desk.inbox.take_in(BytesIO(JPEG + ROUND.encode()), Access("t1", "table", "", 1, 9e9), place=(1, None))
        wait_until(lambda: list_places(desk) == [(1, 1)])
    assert (seen[0], seen[1] != "") == ("", True)


def test_who_sends_says_where_a_list_belongs() -> None:
    """A table's link says its table; what the sender said counts for lists without a code alone."""
    table, staff = ({"a": 3}, {"b": None})
    sent = read_inbox.Sent("0" * 64, "a.jpg", "2026-01-01T00:00:00+00:00", table, place=(2, None))
    assert find_given_place(sent, coded=False) == (2, 3)
    assert find_given_place(sent, coded=True) == (None, 3)
    sent = replace(sent, senders=staff, place=(2, 7))
    assert find_given_place(sent, coded=False) == (2, 7)
    assert find_given_place(sent, coded=True) == (None, None)


def test_an_upload_takes_its_place_along(tmp_path: Path) -> None:
    """In parts and in one form; a place that is none is refused or left out."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    data = JPEG + b"1"
    address = f"/foto/teil/{'ab' * 16}?ab=0&groesse={len(data)}&runde=2&tisch=5"
    assert client.post(address, content=data).json()["receipt"] == "new"
    assert client.post(address.replace("tisch=5", "tisch=0"), content=data).status_code == 422
    form = {"round": "1", "table": ""}
    client.post("/foto", data={**form, "csrf": client.headers["x-csrf"]}, files={"photos": ("b.jpg", JPEG + b"2")})
    assert [one.place for one in desk.inbox.list_sent()] == [(1, None), (2, 5)]
    assert "Wessen Liste" not in read_words(client.get("/foto").text)
    take_list(client)
    assert "Wessen Liste ist es?" in read_words(client.get("/foto").text)


def test_a_lesson_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a picture does to its worker, the page goes on with a sentence."""

    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(list_lessons, "check_tesseract", fail)
    words = show(visit(open_desk(tmp_path), "organiser"), "1")
    assert "ist etwas schiefgegangen; bitte" in words


@pytest.mark.parametrize(("games", "written", "asked"), [(13, 13, 0), (12, 12, 0), (12, 11, 1), (12, 13, 1)])
def test_the_number_of_games_is_the_evenings(games: int, written: int, asked: int, tmp_path: Path) -> None:
    """A list of 13 rows: one to spare in an evening of 12 games is not asked for; a game less or more is."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    client.post("/einstellungen/rules", data={"rules": "", "games": str(games), "seats": "4"})
    take_list(client)
    layout = {field.id for field in load_layout_text(replay(desk.store.read_entries()).opening.own_list).fields}
    ours = sheet("a.jpg", "\n".join(ROUND.splitlines()[:written]), 1)
    listed = replace(ours, code=None, readings=tuple(one for one in ours.readings if one.id in layout))
    put_in(desk.store, listed)
    (entry,) = desk.open("de").book.entries
    assert (entry.sheet.source.games, len(entry.sheet.source.rows)) == (games, 13)
    assert len([one for one in entry.sheet.findings if one.code == "game-count"]) == asked


def test_lists_of_two_tables_are_two(tmp_path: Path) -> None:
    """Without a code nothing but their places and numbers tells them apart: two short ones are not one."""
    desk = open_desk(tmp_path)
    short = [replace(sheet(f"{at}.jpg", "+2 +2 -2 -2", None, round_=None), code=None) for at in (1, 2)]
    for at, one in enumerate(short, 1):
        known = list_sheets(desk.store, desk.store.read_entries())
        filing = file_photo(known, Photo(one.photo, one.photo_sha256, 1), [one], "test", (1, at))
        desk.store.append(filing.facts, by="Kiebitz", blobs=filing.blobs)
    assert list_places(desk) == [(1, 1), (1, 2)]


@pytest.mark.parametrize("what", ["blurred", "small", "words alone", "two tables"])
@pytest.mark.slow
def test_pictures_of_every_kind_are_learnt_or_refused(tmp_path: Path, what: str) -> None:
    """By the scanner itself: each refusal is one German sentence that says what helps; of two tables both are found."""
    page = render_foreign(load_layout(LAYOUTS / "doppelkopf-liste.toml"), 6.0, "Doppelkopf am Freitag")
    wide = np.full((2400, 1800), 120, np.uint8)
    less = cv2.resize(page, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    wide[900 : 900 + len(less), 700 : 700 + less.shape[1]] = less
    words = np.full((1400, 1000), 225, np.uint8)
    for y in range(100, 1300, 60):
        cv2.putText(words, "Doppelkopf am Freitag", (60, y), 0, 1.2, 60, 2)
    pictures, told = {
        "blurred": (cv2.GaussianBlur(page, (0, 0), 9), "unscharf; bitte"),
        "small": (wide, "zu klein im Bild; bitte näher heran"),
        "words alone": (words, "keine Tabelle mit Linien zu finden; bitte"),
        "two tables": (np.hstack([page, page]), ""),
    }[what]
    cv2.imwrite(str(tmp_path / "a.png"), pictures)
    photo, *found = show_file(LearnTask(tmp_path / "a.png", wanted=None))
    assert isinstance(photo, ShownPhoto)
    if told:
        [problem] = found
        assert isinstance(problem, Problem)
        said = say_problem(problem).in_("de")
        assert (told in said, said.count(". ")) == (True, 0), said
    else:
        assert [(one.seen.columns, one.seen.rows) for one in found if isinstance(one, ShownTable)] == [(5, 18)] * 2


@pytest.mark.usefixtures("home")
def test_a_former_evenings_list_is_taken_over(tmp_path: Path) -> None:
    """The page offers it, once for equal lists, and a new tournament begins with it; a stranger's id finds nothing."""
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    old = open_desk(tmp_path / "old")
    take_list(visit(old, "organiser"))
    RecentEvenings().note(old.where)
    [known] = list_known_lists()
    desk = open_desk(tmp_path / "new")
    client = visit(desk, "organiser")
    assert "Vereinsabend" in read_words(client.get("/eigene-liste").text).partition("früheren Abend")[2]
    assert client.post("/eigene-liste/frueher", data={"evening": "0" * 16}).status_code == 409
    client.post("/eigene-liste/frueher", data={"evening": known.id})
    assert replay(desk.store.read_entries()).opening.own_list == known.layout_toml
    with closing(House("de", make_app)) as house:
        start = enter(house)
        assert "13 Spiele, 4 Spieler" in read_words(start.get("/neu/runden?title=T").text)
        form = {"title": "T", "rules": "pflichtsolo-40", "rounds": "2", "games": "12", "own_list": known.id}
        assert start.post("/neu", data={**form, "own_list": "0" * 16}).status_code == 409
        assert start.post("/neu", data=form).status_code == 303
        (path,) = house.folder.glob("t*.kiebitz")
        assert replay(open_store(path).read_entries()).opening.own_list == known.layout_toml


def test_other_pages_lead_to_the_list(tmp_path: Path) -> None:
    """The settings say what is written on; a photograph without a sheet of ours asks; nothing need be printed then."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert "auf Bögen von Kiebitz" in read_words(client.get("/einstellungen").text)
    assert 'href="/eigene-liste"' in client.get("/drucken").text
    assert "Runde 1 drucken" in read_words(client.get("/jetzt").text)
    desk.inbox.take_in(BytesIO(JPEG + b"1"), Access("o1", "organiser", "", None, 9e9))
    [sent] = desk.inbox.list_sent()
    desk.inbox.refuse(sent.sha256, explain_problem(Problem.of("scanner.half-sheet", found=2, expected=4)))
    assert "Schreibt der Verein auf einer eigenen Liste oder auf kariertem Papier?" in read_words(
        client.get("/foto").text
    )
    assert "Schreibt der Verein" not in read_words(visit(desk, "table", table=1).get("/foto").text)
    take_list(client)
    assert "die Liste Ihres Vereins" in read_words(client.get("/einstellungen").text)
    assert "Schreibt der Verein" not in read_words(client.get("/foto").text)
    assert "Runde 1 drucken" not in read_words(client.get("/jetzt").text).partition("Runden")[0]


def test_a_tables_phone_says_its_round(tmp_path: Path) -> None:
    """The round that it shows goes along with what it sends, with a script and without."""
    page = visit(open_desk(tmp_path), "table", table=1).get("/foto").text
    assert 'data-round="1"' in page
    assert '<input type="hidden" name="round" value="1">' in page


def test_every_page_and_file_shows_such_a_list(tmp_path: Path) -> None:
    """Two tables' lists in the file: *Jetzt* to the workbook, as with our own sheets; who sits where is asked."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    take_list(client)
    layout = {field.id for field in load_layout_text(replay(desk.store.read_entries()).opening.own_list).fields}
    games = ROUND.splitlines()
    for table, rows in enumerate((games[:13], games[::-1][:13]), 1):
        ours = sheet(f"{table}.jpg", "\n".join(rows), table)
        one = replace(ours, code=None, readings=tuple(one for one in ours.readings if one.id in layout))
        known = list_sheets(desk.store, desk.store.read_entries())
        filing = file_photo(known, Photo(one.photo, one.photo_sha256, 1), [one], "test", (1, table))
        desk.store.append(filing.facts, by="Kiebitz", blobs=filing.blobs)
    assert "Sitzen sie, von links, wie ausgelost: Anna, Bernd, Çem, Dörte?" in read_words(client.get("/pruefen").text)
    for path in ("/jetzt", "/stand", "/bogen", "/bogen/r1.t1", "/foto", "/akte", "/statistik", "/eigene-liste"):
        assert client.get(path).status_code == 200, path
    for kind in ("xlsx", "ods", "json", "a4"):
        assert client.post("/aushang/datei", data={"kind": kind}).status_code == 200, kind


def test_our_own_sheets_are_read_beside_the_list() -> None:
    """In an evening with a list a sheet of ours gives what it always gives."""
    photo = Path(templates.__file__).parents[1] / "samples" / "r1-t1-again.jpg"
    text = (LAYOUTS / "doppelkopf-liste.toml").read_text("utf-8")
    usual, beside = (list(read_pages(ReadTask(photo, own_list=own))) for own in ("", text))
    assert usual == beside
    assert beside[0].problem is None
