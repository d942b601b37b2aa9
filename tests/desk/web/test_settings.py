"""Einstellungen: what is settled, what can still change, and why the rest cannot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from desk.web.running_desk import Desk
from tests.desk.paper import ROUND
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.visitors import open_desk, read_words, visit
from tournament.record.opening import Opening
from tournament.record.replay import replay

CLUB = (Path(__file__).parents[1] / "wild_club.toml").read_bytes()


def read_opening(desk: Desk) -> Opening:
    """What is played by now."""
    return replay(desk.store.read_entries()).opening


def send(client: TestClient, part: str, **typed: object) -> tuple[int, str]:
    """Sends the form of a part; the status, and what the page says then."""
    answer = client.post(f"/einstellungen/{part}", data=typed)
    return answer.history[0].status_code if answer.history else answer.status_code, read_words(answer.text)


def test_everything_changes_on_one_page(tmp_path: Path) -> None:
    """Each part by its own form; the page and its frame show the new state, and nothing else changed."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    assert send(client, "title", title="Liga <i>", day="2026-11-28")[0] == 303
    page = client.get("/einstellungen").text
    assert ("Liga &lt;i&gt;" in page, "Liga <i>" in page) == (True, False)
    assert 'value="2026-11-28"' in page
    assert send(client, "rounds", rounds="4")[0] == 303
    status, words = send(client, "prizes", prize=["50", "30", "", ""])
    assert (status, "Gespeichert." in words) == (303, True)
    assert 'value="50,00"' in client.get("/einstellungen").text
    assert send(client, "rules", rules="ddv", games="16", seats="4")[0] == 303
    opening = read_opening(desk)
    assert (opening.title, opening.day, opening.rounds, opening.prizes) == ("Liga <i>", "2026-11-28", 4, (5000, 3000))
    assert (opening.rules.id, opening.games) == ("ddv", 24)  # the rules' own number, as nobody typed another
    assert send(client, "rules", rules="", games="12", seats="4")[0] == 303
    assert (read_opening(desk).rules.id, read_opening(desk).games) == ("ddv", 12)
    assert "DDV-Turnierspielregeln" in client.get("/einstellungen/regeln").text


def test_a_clubs_own_rules_may_come_later(tmp_path: Path) -> None:
    """They are checked as on the way to a new tournament, and nothing is written where they are faulty."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    before = desk.store.read_head()
    files = {"own": ("verein.toml", b'id = "x"\nextends = "ddv"\nquatsch = 1\n')}
    wrong = client.post("/einstellungen/rules", files=files)
    assert (wrong.status_code, "verein.toml: quatsch" in read_words(wrong.text)) == (409, True)
    assert desk.store.read_head() == before
    assert client.post("/einstellungen/rules", files={"own": ("verein.toml", CLUB)}).history[0].status_code == 303
    assert read_opening(desk).texts[0].encode() == CLUB


def test_what_was_played_by_no_longer_changes(tmp_path: Path) -> None:
    """The page says why instead of showing a form; a form that was open before is refused with the same sentence."""
    desk = open_desk(tmp_path, ROUND)
    client = visit(desk, "organiser")
    page = client.get("/einstellungen").text
    assert "Ein Bogen ist schon eingelesen" in read_words(page)
    assert 'action="/einstellungen/rules"' not in page
    status, words = send(client, "rules", rules="ddv", games="16", seats="4")
    assert (status, "Ein Bogen ist schon eingelesen" in words) == (409, True)
    assert re.search(r'name="rounds"[^>]* min="1"', page)
    assert send(client, "rounds", rounds="0")[0] == 409


def test_two_who_change_the_same_see_each_other(tmp_path: Path) -> None:
    """Who saw an older page is told what the other one wrote; another part is no conflict."""
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    seen = desk.store.read_head().number
    send(client, "title", title="Erster", seen=seen)
    status, words = send(client, "title", title="Zweiter", seen=seen)
    assert (status, "Inzwischen geändert von organiser 1: Titel und Tag: Erster." in words) == (409, True)
    assert send(client, "rounds", rounds="5", seen=seen)[0] == 303
    assert (read_opening(desk).title, read_opening(desk).rounds) == ("Erster", 5)


@pytest.mark.parametrize(
    ("part", "typed", "words"),
    [
        ("title", {"title": " "}, "Bitte einen Titel angeben"),
        ("title", {"title": "T", "day": "30.2.2026"}, "ist kein Tag"),
        ("rounds", {"rounds": "viele"}, "So viele Runden gehen nicht"),
        ("rules", {"rules": "", "games": "0", "seats": "4"}, "Bitte Zahlen angeben"),
        ("rules", {"rules": "", "games": "12", "seats": "9"}, "wird nicht mit 9 Plätzen gespielt"),
        ("prizes", {"prize": ["5", "10"]}, "Bitte die Preise der Reihe nach"),
    ],
)
def test_what_cannot_be_is_said_beside_its_form(
    tmp_path: Path, part: str, typed: dict[str, object], words: str
) -> None:
    """One sentence without a command, and nothing is written."""
    desk = open_desk(tmp_path)
    before = desk.store.read_head()
    status, told = send(visit(desk, "organiser"), part, **typed)
    assert (status, words in told, "--" in told) == (409, True, False)
    assert desk.store.read_head() == before


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_settings_are_for_everybody(tmp_path: Path, size: tuple[int, int], *, dark: bool) -> None:
    """axe-core finds nothing, nothing runs out of the window, and a title changes by keyboard."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "organiser", size=size, dark=dark) as browser:
        browser.open_page("/einstellungen")
        assert (find_violations(browser), fits(browser), browser.faults) == ([], True, [])
        browser.page.get_by_label("Titel", exact=True).fill("Herbstpokal")
        browser.page.keyboard.press("Enter")
        browser.page.get_by_text("Gespeichert.").wait_for()
    assert read_opening(desk).title == "Herbstpokal"
