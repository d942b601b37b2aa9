"""Uhr: a round's clock on the page and the projector, and by command."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect

from desk.__main__ import main
from desk.web.access import Register, Role
from desk.web.running_desk import Desk
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.visitors import read_words, visit
from tests.tournament.record.test_round_clocks import open_federation
from tournament.record.clock_facts import ClockStarted
from tournament.record.facts import Closed
from tournament.record.store import Store


def open_clock(folder: Path) -> Desk:
    """The page of a tournament by the federation's rules."""
    return Desk(open_federation(folder).where, Register(folder / "links.json"), "de")


def send(client: TestClient, **values: str) -> str:
    """Sends a form of the page; what a person reads then."""
    return read_words(client.post("/uhr", data=values).text)


def read_left(page: str) -> list[int]:
    """The seconds left that the page counts down from."""
    return [int(text) for text in re.findall(r'data-left="(\d+)"', page)]


@pytest.mark.parametrize("role", ["organiser", "referee"])
def test_a_referee_starts_it_and_adds_time(tmp_path: Path, role: Role) -> None:
    """The minutes stand there already; everybody sees the same end, without script as a time of day."""
    desk = open_clock(tmp_path)
    client = visit(desk, role)
    assert 'name="minutes" size="4" maxlength="3" value="100"' in client.get("/uhr").text
    send(client, how="start", number="1", minutes="100")
    words = send(client, how="add", number="1", table="2", minutes="5", reason="Reklamation")
    assert re.search(r"Runde 1 (100:00|99:5\d) bis \d\d:\d\d Uhr", words)
    assert "5er-Tische bis" in words
    assert "Tisch 2 (+5) bis" in words
    public = visit(desk, "public")
    assert [round(left / 60) for left in read_left(public.get("/uhr").text)] == [100, 125, 130]
    assert 'name="how"' not in public.get("/uhr").text
    assert "web.clock" not in public.get("/stand/wand").text
    assert [round(left / 60) for left in read_left(public.get("/stand/wand").text)] == [100, 125, 130]
    assert "Keine Runde läuft." in send(client, how="stop", number="1")


def test_no_round_is_left_to_start(tmp_path: Path) -> None:
    """Once all are closed there is nothing to choose, so nobody is asked."""
    desk = open_clock(tmp_path)
    rounds = range(1, desk.open("de").tournament.opening.rounds + 1)
    for closed in (False, True):
        desk.store.append([Closed(one, "geprüft") for one in rounds if closed], by="Eva")
        assert ("Uhr starten" in read_words(visit(desk, "organiser").get("/uhr").text)) != closed


def test_only_referees_may(tmp_path: Path) -> None:
    """Players and the public watch."""
    client = visit(open_clock(tmp_path), "public")
    assert client.post("/uhr", data={"how": "start", "number": "1"}).status_code == 403


def test_what_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    """With the page still there."""
    client = visit(open_clock(tmp_path), "referee")
    assert "Eine Runde 9 gibt es nicht" in send(client, how="start", number="9")


def start_earlier(store: Store, minutes: float) -> None:
    """A start that many minutes ago."""
    import tournament.record.entries as entries

    class Earlier(datetime):
        """The clock on the wall, some time ago."""

        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.now(UTC) - timedelta(minutes=minutes)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entries, "datetime", Earlier)
        store.append([ClockStarted(1, ((4, 100), (5, 125)))], by="Wart")


def test_when_it_ends_it_says_what_is_struck(tmp_path: Path) -> None:
    """Tables of four are through, the table of five plays on."""
    desk = open_clock(tmp_path)
    start_earlier(desk.store, 110)
    page = visit(desk, "public").get("/uhr").text
    words = read_words(page)
    assert "Die Zeit ist um bis" in words
    assert "streicht die Schiedsrichterin oder der Schiedsrichter. Pflichtsoli werden noch gespielt." in words
    assert [round(left / 60) for left in read_left(page)] == [0, 15]


def test_the_command_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """start, add, stop; without a word it shows what runs."""
    where = open_federation(tmp_path).where
    assert main(["clock", where]) == 0
    assert "Keine Uhr läuft" in capsys.readouterr().out
    assert main(["clock", where, "start", "--round", "1", "--minutes", "80"]) == 0
    assert main(["clock", where, "add", "--round", "1", "--table", "1", "--minutes", "5"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"Runde 1: bis \d\d:\d\d Uhr, noch 80 Minuten\.\n  5er-Tische: bis .*, noch 100 Minuten\.", told)
    assert "  Tisch 1: bis" in told
    assert "(+5 Minuten), noch 85 Minuten." in told
    assert main(["clock", where, "stop", "--round", "2"]) == 2
    assert "Runde 2 hat keine laufende Uhr" in capsys.readouterr().err
    assert main(["clock", where, "strat", "--round", "2"]) == 2
    assert main(["clock", where, "start"]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_it_is_for_everybody(tmp_path: Path, size: tuple[int, int], *, dark: bool) -> None:
    """Running and over, on the page and the projector: axe-core finds nothing, and it fits."""
    desk = open_clock(tmp_path)
    for minutes in (30, 110):
        start_earlier(desk.store, minutes)
        with open_browser(desk, "organiser", size=size, dark=dark) as browser:
            for address in ("/uhr", "/stand/wand"):
                browser.open_page(address)
                assert find_violations(browser) == [], address
                assert fits(browser), address
            assert browser.faults == []


@pytest.mark.slow
def test_the_end_comes_without_a_new_page(tmp_path: Path) -> None:
    """The browser counts down by itself; at the end it says what is struck, and rings if somebody wished it."""
    desk = open_clock(tmp_path)
    start_earlier(desk.store, 50)
    with open_browser(desk, "public") as browser:
        browser.page.clock.install()
        browser.page.route("**/ereignisse*", lambda route: route.abort())  # the server's clock goes on as it does
        browser.open_page("/uhr")
        face = browser.page.locator(".face time")
        before = face.inner_text()
        browser.page.get_by_label("Ton am Ende").check()
        expect(face).not_to_have_text(before)
        browser.page.clock.fast_forward("51:00")
        expect(face).to_have_text("Die Zeit ist um")
        expect(browser.page.locator(".round-clock.over")).to_be_visible()
        assert [fault for fault in browser.faults if fault != "[object Event]"] == []  # as htmx says of the lost stream
