"""Players out of a club's own list, on the page: shown first, entered only when no row is in doubt."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import open_tournament
from tests.tournament.filing.list_files import write_excel, write_open
from tournament.record.facts import Closed
from tournament.record.replay import Entrant, replay

PASTED = "Herbst\t\t\nNr.\tName\tVerein\n10234\tAlbers, Anna\tKaro\n20345\tBernd Böhm\t<b>\nSumme\t2\t\n"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A tournament without players."""
    return Desk(open_tournament(tmp_path, ()).where, Register(tmp_path / "links.json"), "de")


def list_players(desk: Desk) -> tuple[Entrant, ...]:
    """Who takes part by now."""
    return replay(desk.store.read_entries()).players


def read_form(html: str) -> dict[str, object]:
    """What the preview's form would send."""
    hidden = re.findall(r'<input type="hidden" name="(rows|name|table)" value="([^"]*)"', html)
    kinds = re.findall(r'<select name="kind".*?</select>', html, re.DOTALL)
    chosen = [re.findall(r'<option value="(\w*)" selected', kind) for kind in kinds]
    head = re.search(r'<select name="head">.*?</select>', html, re.DOTALL)
    heads = re.findall(r'<option value="(\d+)" selected', head[0]) if head else []
    fields: dict[str, object] = {name: unescape(value) for name, value in hidden}
    return fields | {"kind": [kind[0] if kind else "" for kind in chosen], "head": (heads or [""])[0]}


def look(client: TestClient, text: str) -> str:
    """The preview of a pasted list."""
    answer = client.post("/spielerliste", data={"text": text})
    assert answer.status_code == 200
    return answer.text


def test_a_pasted_list_is_shown_and_entered(desk: Desk) -> None:
    """What was taken for what, nothing written; then the players, with names as text and not as HTML."""
    client = visit(desk, "organiser")
    html = look(client, PASTED)
    words = read_words(html)
    assert "2 Spieler" in words
    assert "Eingefügt gelesen: „Nr.“ als Nummer, „Name“ als Name, „Verein“ als Verein." in words
    assert "Zeile 5 („Summe; 2“) ist eine Summe, kein Spieler." in words
    assert "<b>" not in html
    assert list_players(desk) == ()
    answer = client.post("/spielerliste/spalten", data={**read_form(html), "go": "1"}, follow_redirects=False)
    assert answer.headers["location"] == "/spieler?listed=2"
    assert [(one.start, one.name, one.club) for one in list_players(desk)] == [
        (1, "Anna Albers", "Karo"),
        (2, "Bernd Böhm", "<b>"),
    ]
    assert "2 Spieler eingetragen." in read_words(client.get("/spieler?listed=2").text)


def test_a_row_in_doubt_stops_the_entry(desk: Desk) -> None:
    """It is named and marked; left out by a tick, the others are entered."""
    client = visit(desk, "organiser")
    html = look(client, "Name\nAnna Albers\nBitte melden: 0815\nBernd Böhm\n")
    assert "Zeile 3 („Bitte melden: 0815“) sieht nicht nach einem Spieler aus" in read_words(html)
    assert html.count('class="doubt"') == 1
    assert "2 Spieler" in read_words(html)
    assert "So eintragen" not in html
    form = read_form(html)
    again = client.post("/spielerliste/spalten", data={**form, "go": "1"}, follow_redirects=False)
    assert (again.status_code, list_players(desk)) == (200, ())
    client.post("/spielerliste/spalten", data={**form, "out": ["3"], "go": "1"})
    assert [one.name for one in list_players(desk)] == ["Anna Albers", "Bernd Böhm"]


def test_columns_are_chosen(desk: Desk) -> None:
    """A list that nobody can read without a head line: the person says what is what."""
    client = visit(desk, "organiser")
    html = look(client, "Albers;Anna\nBöhm;Bernd\n")
    assert "Bitte über der Spalte mit den Namen „Name“ wählen" in read_words(html)
    form = {**read_form(html), "kind": ["last", "first"]}
    assert "Spalte 1 als Nachname, Spalte 2 als Vorname" in read_words(
        client.post("/spielerliste/spalten", data=form).text
    )
    client.post("/spielerliste/spalten", data={**form, "go": "1"})
    assert [one.name for one in list_players(desk)] == ["Anna Albers", "Bernd Böhm"]


@pytest.mark.parametrize("suffix", [".xlsx", ".ods"])
def test_a_file_is_sent(desk: Desk, tmp_path: Path, suffix: str) -> None:
    """The sheet with the names is taken, of several the named one; a refusal calls the file as the visitor does."""
    write = write_excel if suffix == ".xlsx" else write_open
    rows = [("Name", "Verein"), ("Anna Albers", "Karo"), ("Bernd Böhm", "")]
    path = write(tmp_path / f"liste{suffix}", {"Deckblatt": [("Titel", "")], "Liste": rows})
    client = visit(desk, "organiser")
    words = read_words(
        client.post("/spielerliste", files={"listed": ("=Meine Liste" + suffix, path.read_bytes())}).text
    )
    assert f"=Meine Liste{suffix}, Tabelle „Liste“, gelesen" in words
    path = write(tmp_path / f"zwei{suffix}", {"A": rows, "B": rows})
    files = {"listed": (f"zwei{suffix}", path.read_bytes())}
    answer = client.post("/spielerliste", files=files)
    assert (answer.status_code, "In mehreren Tabellen stehen Namen (A, B)" in read_words(answer.text)) == (409, True)
    assert "Tabelle „B“" in read_words(client.post("/spielerliste", files=files, data={"sheet": "b"}).text)
    refused = client.post("/spielerliste", files={"listed": (f"kaputt{suffix}", b"PK\x03\x04")})
    assert refused.status_code == 409
    assert f"kaputt{suffix} lässt sich nicht" in read_words(refused.text)


def test_who_is_there_already_stays(desk: Desk) -> None:
    """A list that grew is given again: only the new ones are added; after a closed round they play from the next on."""
    client = visit(desk, "organiser")
    first = "Name;Nr\nAnna Albers;1\nBernd Böhm;2\n"
    client.post("/spielerliste/spalten", data={**read_form(look(client, first)), "go": "1"})
    desk.store.append([Closed(1)], by="Wart")
    client.post(
        "/spielerliste/spalten", data={**read_form(look(client, first + "Çem Öz;1\n".replace("1", "3"))), "go": "1"}
    )
    players = list_players(desk)
    assert [(one.start, one.name, one.paused) for one in players[2:]] == [(3, "Çem Öz", frozenset({1}))]
    again = client.post("/spielerliste/spalten", data={**read_form(look(client, first)), "go": "1"})
    assert (again.status_code, "stehen schon im Turnier" in read_words(again.text)) == (409, True)


@pytest.mark.parametrize("rows", ["", "[[1]]", '[["x", ["a"]]]', "[" * 5000])
def test_a_form_that_is_none_of_ours(desk: Desk, rows: str) -> None:
    """One sentence, and nothing is written."""
    answer = visit(desk, "organiser").post("/spielerliste/spalten", data={"rows": rows, "name": "x", "go": "1"})
    assert answer.status_code in (409, 422)
    assert list_players(desk) == ()


def test_start_numbers_that_are_none_are_shown(desk: Desk) -> None:
    """The row is named; another choice of the column settles it."""
    client = visit(desk, "organiser")
    html = look(client, "Name;Startnr.\nAnna Albers;drei\nBernd Böhm;99999999999999999999\n")
    assert "In Zeile 2 („Anna Albers; drei“) passt die Startnummer nicht" in read_words(html)
    client.post("/spielerliste/spalten", data={**read_form(html), "kind": ["name", ""], "go": "1"})
    assert [(one.start, one.name) for one in list_players(desk)] == [(1, "Anna Albers"), (2, "Bernd Böhm")]


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_preview_is_for_everybody(desk: Desk, size: tuple[int, int]) -> None:
    """axe-core finds nothing, nothing runs out of the window, and the way is short: paste, look, enter."""
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page("/spielerliste")
        assert find_violations(browser) == []
        browser.page.get_by_label("Oder aus Excel kopieren").fill(PASTED)
        browser.page.get_by_role("button", name="Ansehen").click()
        browser.page.wait_for_load_state("load")
        assert (find_violations(browser), fits(browser), browser.faults) == ([], True, [])
        browser.page.get_by_role("button", name="So eintragen").click()
        browser.page.get_by_text("2 Spieler eingetragen.").wait_for()
    assert len(list_players(desk)) == 2
