"""The standings on the page: the figures of the command line, for every role, and the closing of rounds."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.access import ROLES, Register
from desk.web.pages.results import standings_page
from desk.web.pages.results.standings_page import list_wall_pages
from desk.web.running_desk import Desk
from desk.web.serve import make_app
from tests.desk.paper import ROUND, sheet
from tests.desk.web.visitors import HOST, WRONG, open_desk, read_words, visit
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.filing.rounds.evening_status import recall_document
from tournament.handout.handout import prepare_handout
from tournament.record.entries import write_head
from tournament.record.replay import replay


def close(desk: Desk, **given: object) -> tuple[int, str]:
    """Asks to close round 1; the answer's status and words."""
    form = {"number": 1, "seen": desk.open("de").head} | given
    answer = visit(desk, "organiser").post("/stand/abschliessen", data=form, follow_redirects=False)
    return answer.status_code, read_words(answer.text)


def test_figures_are_those_of_the_command_line(tmp_path: Path) -> None:
    """Places, names, points and totals are what `kiebitz standings --json` says."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    posted = recall_document(desk.store, "standings", "de")["standings"]
    rows = re.findall(r"<tr>\s*<td class.*?</tr>", visit(desk, "public").get("/stand").text, re.DOTALL)
    assert [read_words(row).replace(" offen", "") for row in rows] == [
        f"{one['place']}. {one['start']} {one['name']} {one['rounds'][0]:+d} {one['total']:+d}".replace("+0", "0")
        for one in posted
    ]


@pytest.mark.parametrize("role", [role for role in ROLES if role != "keyer"])
def test_everybody_sees_the_standings(tmp_path: Path, role: str) -> None:
    """Provisional is said until the end, and what is open is marked; only the organiser may close."""
    words = read_words(visit(open_desk(tmp_path, ROUND, WRONG), role).get("/stand").text)  # type: ignore[arg-type]
    assert "2 von 2 Bögen sind da, 1 Stelle ist noch zu prüfen." in words
    assert words.count(" offen ") == 4
    assert "%" not in words  # the first places are a tie: nobody can say anything
    assert ("Runde 1 abschließen" in words) == (role == "organiser")


@pytest.mark.parametrize(("sure", "said"), [(0.0, ""), (0.62, "Die ersten Plätze stimmen so zu 62 %."), (0.9999, "")])
def test_a_chance_is_said_where_it_says_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sure: float, said: str
) -> None:
    """To the organiser, once all sheets of the round are in."""
    monkeypatch.setattr(standings_page, "describe_standings", lambda *_: {"sure": sure, "standings": [{}]})
    both, one = ((tmp_path / name) for name in ("both", "one"))
    both.mkdir()
    one.mkdir()
    whole = open_desk(both, ROUND, WRONG)
    words = read_words(visit(whole, "organiser").get("/stand").text)
    assert ("%" in words, said in words) == (bool(said), True)
    assert "%" not in read_words(visit(whole, "referee").get("/stand").text)
    assert "%" not in read_words(visit(open_desk(one, WRONG), "organiser").get("/stand").text)


def test_a_change_brings_the_list_alone(tmp_path: Path) -> None:
    """What htmx asks for is the list without the page around it: a reason that is being typed stays."""
    client = visit(open_desk(tmp_path, ROUND, ROUND), "public")
    part = client.get("/stand", headers={"hx-request": "true"}).text
    assert "<table" in part
    assert "<form" not in part


def test_the_wall_has_few_and_full_pages(tmp_path: Path) -> None:
    """No player is left out; the first three stand on top; 60 fit on a page, so 120 are two."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    [row, *_] = prepare_handout(desk.open("de"), "de").wall.rows
    for count, pages in {1: 1, 3: 1, 4: 1, 33: 1, 60: 1, 61: 2, 120: 2, 200: 4}.items():
        rows = [replace(row, name=f"Spieler {number}") for number in range(count)]
        screens = list_wall_pages(rows)
        assert [one for screen in screens for one in (*screen.first, *sum(screen.columns, ()))] == rows
        assert len(screens) == pages
        assert [len(screen.first) for screen in screens] == [3 if count > 3 else 0, *[0] * (pages - 1)]
        assert all(len(column) <= 20 for screen in screens for column in screen.columns)
    assert read_words(visit(desk, "public").get("/stand/wand").text).count(row.name) == 1


def test_phones_find_the_standings_by_a_short_way(tmp_path: Path) -> None:
    """The organiser opens it from the wall, which then shows address and code; it ends with the link for the public,
    and stands on no wall that phones cannot reach."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    organiser, phone = visit(desk, "organiser"), TestClient(make_app(desk), base_url=HOST)
    assert phone.get("/s").status_code == 401
    assert "/s/code.svg" not in organiser.get("/stand/wand").text
    assert "testserver/s" in read_words(organiser.post("/s").text)
    assert "/s/code.svg" not in organiser.get("/stand/wand", headers={"host": "127.0.0.1:8765"}).text
    assert organiser.get("/s/code.svg").headers["content-type"] == "image/svg+xml"
    answer = phone.get("/s")
    assert (answer.url.path, "Stand nach Runde 1" in answer.text) == ("/stand", True)
    assert phone.get("/jetzt").status_code == 403
    organiser.post("/s")
    [public] = [access for access in desk.register.list_open() if access.role == "public"]
    desk.register.withdraw(public.id)
    assert {phone.get("/s").status_code, phone.get("/stand").status_code} == {401}


def test_a_clear_round_is_closed(tmp_path: Path) -> None:
    """One press; the entry names who did it, and a second press is refused."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    assert close(desk)[0] == 303
    last = desk.store.read_entries()[-1]
    assert (last.fact.kind, last.by) == ("closed", "organiser 1")
    status, words = close(desk)
    assert status == 409
    assert "schon abgeschlossen" in words


def test_open_items_need_a_reason(tmp_path: Path) -> None:
    """Without one the round stays open; with one the entry names what was signed off."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    assert "einen Grund angeben" in close(desk, reason=" ")[1]
    assert replay(desk.store.read_entries()).closed == {}
    assert close(desk, reason="Zettel liegt vor")[0] == 303
    closed = replay(desk.store.read_entries()).closed[1]
    assert (closed.reason, closed.open_items) == ("Zettel liegt vor", ("r1.t2.g5",))


def test_a_missing_sheet_needs_a_reason(tmp_path: Path) -> None:
    """A table of the draw without a sheet holds the round open, too."""
    assert close(open_desk(tmp_path, ROUND))[0] == 409


def test_what_changed_meanwhile_is_looked_at_first(tmp_path: Path) -> None:
    """A round is closed as it was seen; nothing is written otherwise."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    status, words = close(desk, seen=desk.open("de").head - 1)
    assert (status, "Inzwischen" in words) == (409, True)
    assert replay(desk.store.read_entries()).closed == {}


def test_only_the_organiser_closes(tmp_path: Path) -> None:
    """The referee's and the table's sessions are refused."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    for role in ("referee", "table", "public"):
        answer = visit(desk, role).post("/stand/abschliessen", data={"number": 1, "seen": 1})  # type: ignore[arg-type]
        assert answer.status_code == 403


def test_a_closing_is_taken_back(tmp_path: Path) -> None:
    """The page says who closed the round and why; taken back, it can be closed again, and a second press says so."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    close(desk, reason="Zettel liegt vor")
    client = visit(desk, "organiser")
    words = read_words(client.get("/stand").text)
    assert "Runde 1 abgeschlossen, 1 Stelle offen gelassen. Grund: Zettel liegt vor" in words
    assert "Wieder öffnen" in read_words(client.get("/jetzt").text)
    form = {"number": 1, "reason": "doch klären"}
    assert client.post("/stand/oeffnen", data=form, follow_redirects=False).status_code == 303
    assert replay(desk.store.read_entries()).closed == {}
    again = client.post("/stand/oeffnen", data=form)
    assert (again.status_code, "nicht abgeschlossen" in read_words(again.text)) == (409, True)
    assert client.post("/stand/oeffnen", data={"number": 7}).status_code == 409


def test_a_closed_round_shows_what_to_note(tmp_path: Path) -> None:
    """Entry and hash of the closing stand beside it, to be written down."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    close(desk)
    head = desk.store.read_head()
    assert write_head(head, "de") in read_words(visit(desk, "organiser").get("/stand").text)


@pytest.mark.parametrize("role", [role for role in ROLES if role != "keyer"])
def test_a_name_leads_to_the_players_page(tmp_path: Path, role: str) -> None:
    """With rounds, tables and the distance to the places beside, and as a slip; only the organiser changes anything."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    html = visit(desk, role).get("/stand").text
    [link] = set(re.findall(r'href="(/spieler/1)"', html))
    page = visit(desk, role).get(link)
    words = read_words(page.text)
    assert page.status_code == 200
    assert "Platz" in words
    assert "Bernd" in words
    assert ("<form" in page.text.split("<h1>")[1]) == (role == "organiser")
    slip = visit(desk, role).get(f"{link}/nachweis.pdf")
    assert (slip.status_code, slip.content[:5]) == (200, b"%PDF-")


def test_a_players_page_opens_after_the_last_round(tmp_path: Path) -> None:
    """No round is to come in which somebody could play in the player's place."""
    store = open_tournament(tmp_path, rounds=1, drawn=1)
    put_in(store, sheet("a.jpg", names=NAMES[:4]), sheet("b.jpg", table=2, names=NAMES[4:]))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    assert visit(desk, "organiser").get("/spieler/1").status_code == 200


def test_slips_and_a_sheet_are_printed_from_the_page(tmp_path: Path) -> None:
    """Those of all players, and a whole sheet; what is not there is not found."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    referee = visit(desk, "referee")
    assert referee.get("/akte/spieler.pdf").content[:5] == b"%PDF-"
    assert referee.get("/akte/bogen/r1.t2/nachweis.pdf").content[:5] == b"%PDF-"
    assert referee.get("/akte/bogen/r9.t9/nachweis.pdf").status_code == 404
    assert referee.get("/spieler/99/nachweis.pdf").status_code == 404
