"""Players out of a club's own list, on the page: shown and asked about first, entered as the button says."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect

from desk.web.access import Register
from desk.web.pages.setup.player_list_page import MOST_ASKED
from desk.web.request_checks import MOST_FORM_BYTES
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
    """What the form would send with its main button."""
    text = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", html, re.DOTALL)
    kinds = re.findall(r'<select[^>]* name="kind".*?</select>', html, re.DOTALL)
    chosen = [re.findall(r'<option value="(\w*)" selected', kind) for kind in kinds]
    head = re.search(r'<select[^>]* name="head">.*?</select>', html, re.DOTALL)
    heads = re.findall(r'<option value="(\d+)" selected', head[0]) if head else []
    fields: dict[str, object] = dict(re.findall(r'name="(answer\d+)" value="(\w+)" checked', html))
    fields |= dict(re.findall(r'<(?:button|input)[^>]* name="(go|mark)" value="(\w+)"', html))
    return fields | {
        "text": unescape(text[1]) if text else "",
        "kind": [kind[0] if kind else "" for kind in chosen],
        "head": (heads or [""])[0],
    }


def look(client: TestClient, text: str) -> str:
    """The page of a pasted list."""
    answer = client.post("/spielerliste", data={"text": text})
    assert answer.status_code == 200
    return answer.text


def take(client: TestClient, text: str, **typed: object) -> int:
    """Pastes the list and presses the main button; the answer's status."""
    form = {**read_form(look(client, text)), **typed}
    return client.post("/spielerliste", data=form, follow_redirects=False).status_code


def test_a_pasted_list_is_shown_and_entered(desk: Desk) -> None:
    """What was taken for what, nothing written; then the players, with names as text and not as HTML."""
    client = visit(desk, "organiser")
    html = look(client, PASTED)
    words = read_words(html)
    assert "2 Spieler verstanden" in words
    assert "2 Spieler übernehmen" in words
    assert "noch 2 eintragen" in words  # two make no table
    assert "Zeile 5 („Summe; 2“) ist eine Summe, kein Spieler." in words
    assert "<b>" not in html
    assert list_players(desk) == ()
    answer = client.post("/spielerliste", data=read_form(html), follow_redirects=False)
    assert answer.headers["location"] == "/auslosung"
    assert [(one.start, one.name, one.club) for one in list_players(desk)] == [
        (1, "Anna Albers", "Karo"),
        (2, "Bernd Böhm", "<b>"),
    ]
    assert "2 Spieler eingetragen." in read_words(client.get("/spieler?listed=2").text)


def test_a_doubtful_row_is_a_question_without_an_answer(desk: Desk) -> None:
    """No player is left out unnoticed: without an answer, or with another number than the button's, nothing is
    entered."""
    client = visit(desk, "organiser")
    text = "Name\nAnna Albers\nBitte melden: 0815\nBernd Böhm\n"
    html = look(client, text)
    assert "Zeile 3: „Bitte melden: 0815“. Ist das ein Spieler?" in read_words(html)
    form = read_form(html)
    assert ("answer3" in form, form["go"]) == (False, "2")
    again = client.post("/spielerliste", data=form, follow_redirects=False)
    assert (again.status_code, list_players(desk)) == (409, ())
    assert "Bitte zuerst die offenen Fragen zur Liste beantworten." in read_words(again.text)
    form["answer3"] = "out"
    for wrong in ({"go": "3"}, {"answer3": "in"}):
        again = client.post("/spielerliste", data={**form, **wrong}, follow_redirects=False)
        assert (again.status_code, list_players(desk)) == (200, ()), wrong
    for wrong in ({"answer3": ""}, {"mark": "0"}, {"text": f"{text}Carla Claßen\n"}):  # the answer is of other rows
        again = client.post("/spielerliste", data={**form, **wrong}, follow_redirects=False)
        assert (again.status_code, list_players(desk)) == (409, ()), wrong
    client.post("/spielerliste", data=form)
    assert [one.name for one in list_players(desk)] == ["Anna Albers", "Bernd Böhm"]


def test_namesakes_are_one_or_two_as_the_person_says(desk: Desk) -> None:
    """One at first; said to be two, they are distinguished by a number."""
    client, text = visit(desk, "organiser"), "Name\nMonika Möller\nRolf Groß\nMonika Möller\n"
    html = look(client, text)
    assert "„Monika Möller“ steht in den Zeilen 2, 4. Sind das 2 Personen?" in read_words(html)
    assert "2 Spieler übernehmen" in read_words(html)
    two = client.post("/spielerliste", data={**read_form(html), "answer4": "in", "go": ""}).text
    assert "3 Spieler übernehmen" in read_words(two)
    client.post("/spielerliste", data={**read_form(two), "text": text})
    assert [one.name for one in list_players(desk)] == ["Monika Möller", "Rolf Groß", "Monika Möller 2"]


def test_a_shortened_name_is_asked_about(desk: Desk) -> None:
    """Where one player of the tournament fits, that one is proposed; where two do, or one of the list, nobody is."""
    client = visit(desk, "organiser")
    known = "Name\nSabine Thöne\nWalter Kern\nUte Kern\n"
    client.post("/spielerliste", data=read_form(look(client, known)))
    text = "Name\nS. Thöne\nKern\nRolf Groß\nR. Groß\nWalter Kern\n"
    html = look(client, text)
    words, form = read_words(html), read_form(html)
    assert "Zeile 2: „S. Thöne“. Ist das Sabine Thöne, schon eingetragen?" in words
    assert "Zeile 3: „Kern“. Ist das Walter Kern oder Ute Kern, schon eingetragen?" in words
    assert "Zeile 5: „R. Groß“, Zeile 4: Rolf Groß. Ist das eine Person?" in words
    assert [form.get(f"answer{row}") for row in (2, 3, 5)] == ["out", None, None]
    done = client.post("/spielerliste", data={**form, "answer3": "out", "answer5": "in", "go": ""}).text
    client.post("/spielerliste", data=read_form(done))
    assert [one.name for one in list_players(desk)] == [
        "Sabine Thöne",
        "Walter Kern",
        "Ute Kern",
        "Rolf Groß",
        "R. Groß",
    ]


def test_columns_are_chosen(desk: Desk) -> None:
    """A list that nobody can read without a head line: the person says what is what."""
    client, text = visit(desk, "organiser"), "Albers;Anna\nBöhm;Bernd\n"
    html = look(client, text)
    assert "Bitte über der Spalte mit den Namen „Name“ wählen" in read_words(html)
    assert 'name="go"' not in html
    form = {**read_form(html), "kind": ["last", "first"]}
    html = client.post("/spielerliste", data=form).text
    assert "2 Spieler übernehmen" in read_words(html)
    client.post("/spielerliste", data=read_form(html))
    assert [one.name for one in list_players(desk)] == ["Anna Albers", "Bernd Böhm"]


def test_two_columns_of_names_are_settled_by_a_tick(desk: Desk) -> None:
    """The players of one column would be left out, so the page asks whether that is meant."""
    client, text = visit(desk, "organiser"), "Name;Name\nAnna Albers;Bernd Böhm\nCarla Claßen;Dörte Düring\n"
    html = look(client, text)
    assert ("stehen zwei Spalten mit Namen" in read_words(html), 'name="go"' in html) == (True, False)
    html = client.post("/spielerliste", data={**read_form(html), "settled": "true"}).text
    client.post("/spielerliste", data={**read_form(html), "settled": "true"})
    assert [one.name for one in list_players(desk)] == ["Anna Albers", "Carla Claßen"]


@pytest.mark.parametrize("suffix", [".xlsx", ".ods"])
def test_a_file_becomes_text_that_may_be_corrected(desk: Desk, tmp_path: Path, suffix: str) -> None:
    """The sheet with the names is taken, of several the named one; a refusal calls the file as the visitor does."""
    write = write_excel if suffix == ".xlsx" else write_open
    rows = [("Name", "Verein"), ("Albers, Anna", '"K" e. V.'), ("Bernd Böhm", "")]
    path = write(tmp_path / f"liste{suffix}", {"Deckblatt": [("Titel", "")], "Liste": rows})
    client = visit(desk, "organiser")
    html = client.post("/spielerliste", files={"listed": ("=Meine Liste" + suffix, path.read_bytes())}).text
    assert str(read_form(html)["text"]).startswith("Name\tVerein\nAlbers, Anna\t")
    client.post("/spielerliste", data=read_form(html))
    assert [(one.name, one.club) for one in list_players(desk)] == [("Anna Albers", '"K" e. V.'), ("Bernd Böhm", "")]
    path = write(tmp_path / f"zwei{suffix}", {"A": rows, "B": [*rows, ("Carla Claßen", "")]})
    files = {"listed": (f"zwei{suffix}", path.read_bytes())}
    answer = client.post("/spielerliste", files=files)
    assert (answer.status_code, "In mehreren Tabellen stehen Namen (A, B)" in read_words(answer.text)) == (409, True)
    assert "3 Spieler verstanden" in read_words(client.post("/spielerliste", files=files, data={"sheet": "b"}).text)
    refused = client.post("/spielerliste", files={"listed": (f"kaputt{suffix}", b"PK\x03\x04")})
    assert refused.status_code == 409
    assert f"kaputt{suffix} lässt sich nicht" in read_words(refused.text)


def test_a_single_column_keeps_its_commas(desk: Desk, tmp_path: Path) -> None:
    """As text with tabs it has no tab that would say that a comma parts nothing."""
    path = write_excel(tmp_path / "liste.xlsx", {"L": [("Nachname, Vorname",), ("Albers, Anna",), ("Böhm, Bernd",)]})
    client = visit(desk, "organiser")
    html = client.post("/spielerliste", files={"listed": ("liste.xlsx", path.read_bytes())}).text
    client.post("/spielerliste", data=read_form(html))
    assert [one.name for one in list_players(desk)] == ["Anna Albers", "Bernd Böhm"]


def test_players_of_a_former_evening_come_again(desk: Desk, tmp_path: Path) -> None:
    """By its name from the same folder, or its file dropped on the page; no other name reaches a file."""
    (folder := tmp_path / "früher").mkdir()
    former = Path(open_tournament(folder, ("Çem", "Dörte")).where)
    (tmp_path / "oktober.kiebitz").write_bytes(former.read_bytes())
    client = visit(desk, "organiser")
    assert "oktober.kiebitz" in client.get("/spielerliste").text
    dropped = client.post("/spielerliste", files={"listed": ("x.kiebitz", former.read_bytes())}).text
    chosen = client.post("/spielerliste", data={"former": "oktober.kiebitz"}).text
    assert read_form(dropped)["text"] == read_form(chosen)["text"] == "Name\tVerein\nÇem\t\nDörte\t\n"
    assert read_form(client.post("/spielerliste", data={"former": "../früher/abend.kiebitz"}).text)["text"] == ""
    broken = client.post("/spielerliste", files={"listed": ("x.kiebitz", b"SQLite format 3\0" + bytes(900))})
    assert (broken.status_code, "Traceback" in broken.text) == (409, False)
    client.post("/spielerliste", data=read_form(chosen))
    assert [one.name for one in list_players(desk)] == ["Çem", "Dörte"]


def test_who_is_there_already_stays(desk: Desk) -> None:
    """A list that grew is given again: only the new ones are added; after a closed round they play from the next on."""
    client = visit(desk, "organiser")
    first = "Name;Nr\nAnna Albers;1\nBernd Böhm;2\n"
    assert take(client, first) == 303
    desk.store.append([Closed(1)], by="Wart")
    assert "1 Spieler übernehmen" in read_words(look(client, first + "Çem Öz;3\n"))
    assert take(client, first + "Çem Öz;3\n") == 303
    players = list_players(desk)
    assert [(one.start, one.name, one.paused) for one in players[2:]] == [(3, "Çem Öz", frozenset({1}))]
    assert "Alle sind schon eingetragen" in read_words(look(client, first))
    assert take(client, first) == 409


def test_what_is_no_list_is_one_sentence(desk: Desk) -> None:
    """A million lines, a whole book, quotes that do not match, more questions than anybody answers: nothing is
    written."""
    client = visit(desk, "organiser")
    assert client.post("/spielerliste", data={"text": "\n" * MOST_FORM_BYTES}).status_code == 400
    book = client.post("/spielerliste", files={"listed": ("x.csv", b"A B\n" * (MOST_FORM_BYTES // 3))})
    assert (book.status_code, "x.csv" in book.text or "zu groß" in read_words(book.text)) == (409, True)
    assert "zu groß" in read_words(client.post("/spielerliste", data={"text": "A B\n" * 150_000}).text)
    assert client.post("/spielerliste", data={"text": '"Anna'}).status_code == 409
    many = look(client, "Name\n" + "".join(f"Bitte {at} 0815\n" for at in range(MOST_ASKED + 5)))
    assert (many.count("<fieldset"), 'name="go"' in many) == (MOST_ASKED, False)
    assert "\n0\tübernehmen" not in look(client, "   \n \t \n")
    assert list_players(desk) == ()


def test_files_that_are_traps_are_refused(desk: Desk, tmp_path: Path) -> None:
    """A workbook that unpacks to a gigabyte, one that is none, a program with another ending: one sentence each."""
    bomb = tmp_path / "l.xlsx"
    with ZipFile(bomb, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<workbook/>" + bytes(1 << 28))
        archive.writestr("[Content_Types].xml", b"<Types/>")
    client = visit(desk, "organiser")
    traps = {
        "l.xlsx": bomb.read_bytes(),
        "x.ods": bomb.read_bytes(),
        "y.xlsx": b"MZ" * 500,
        "z.csv": bytes(range(256)) * 9,
    }
    for name, data in traps.items():
        answer = client.post("/spielerliste", files={"listed": (name, data)})
        words = read_words(answer.text)
        assert (answer.status_code, name in words, "Traceback" in words) == (409, True, False), name
    assert list_players(desk) == ()


def test_start_numbers_that_are_none_are_asked(desk: Desk) -> None:
    """The player stays with a new number, or is left out."""
    client = visit(desk, "organiser")
    text = "Name;Startnr.\nAnna Albers;drei\nBernd Böhm;99999999999999999999\nCarla Claßen;7\n"
    html = look(client, text)
    assert "Zeile 2 („Anna Albers; drei“): Die Startnummer passt nicht" in read_words(html)
    client.post("/spielerliste", data={**read_form(html), "answer3": "out", "go": "2"})
    assert [(one.start, one.name) for one in list_players(desk)] == [(1, "Anna Albers"), (7, "Carla Claßen")]


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_preview_is_for_everybody(desk: Desk, size: tuple[int, int]) -> None:
    """axe-core finds nothing, nothing runs out of the window, and the way is short: paste and take."""
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page("/spielerliste")
        assert find_violations(browser) == []
        browser.page.get_by_label("Liste der Spieler").fill(PASTED + "\tBitte melden: 0815\t\n")
        take = browser.page.get_by_role("button", name="2 Spieler übernehmen")
        take.wait_for()
        assert (find_violations(browser), fits(browser)) == ([], True)
        browser.page.get_by_label("Doch, ein Spieler").check()
        browser.page.get_by_role("button", name="3 Spieler übernehmen").wait_for()
        expect(browser.page.get_by_label("Doch, ein Spieler")).to_be_focused()
        browser.page.get_by_label("Kein Spieler").check()
        take.click()
        browser.page.get_by_role("heading", name="Auslosung").wait_for()
    assert len(list_players(desk)) == 2


@pytest.mark.slow
def test_a_list_is_dropped_on_the_page(desk: Desk) -> None:
    """Its rows stand in the field, where they may be corrected; what is typed then is not overwritten."""
    with open_browser(desk, "organiser") as browser:
        browser.open_page("/spielerliste")
        browser.page.locator("#list").evaluate(
            """(form) => { const given = new DataTransfer();
              given.items.add(new File(["Name;Verein\\nAnna Albers;Karo\\n"], "liste.csv", { type: "text/csv" }));
              form.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true })); }"""
        )
        browser.page.get_by_role("button", name="1 Spieler übernehmen").wait_for()
        field = browser.page.get_by_label("Liste der Spieler")
        assert field.input_value() == "Name\tVerein\nAnna Albers\tKaro\n"
        field.press("Control+End")
        field.press_sequentially("Bernd Böhm")
        browser.page.get_by_role("button", name="2 Spieler übernehmen").click()
        browser.page.get_by_role("heading", name="Auslosung").wait_for()
        assert browser.faults == []
    assert [one.name for one in list_players(desk)] == ["Anna Albers", "Bernd Böhm"]
