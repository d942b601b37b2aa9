"""Every page in the states that a walk through the menu does not show: with a proposal, refused, overtaken, empty."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.access import Access, Register
from desk.web.inbox import Refusal, refuse_other_table
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.browser import DESKTOP, PHONE, Browser, find_violations, fits, open_browser
from tests.desk.web.visitors import open_desk
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from texts.sentences import Phrase
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.record.entries import hash_bytes

pytestmark = pytest.mark.slow
UNSURE = ROUND.replace("+2 +2 -2 -2", "+2 -2 -2 -2", 1).replace("-2 -2 +2 +2", "-2 -2 +2 +3", 1)
"""Game 5 is a solo that was not tripled, or has a wrong sign; game 6 has a proposal."""
JPEG = b"\xff\xd8\xff"
LOOKS = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])


def open_doubtful(folder: Path) -> Desk:
    """Two sheets: one with rows to decide and a wrong sum, one without names; photographs in every state."""
    store = open_tournament(folder, drawn=1)
    put_in(store, sheet("a.jpg", UNSURE, sums="0 0 0 9", names=NAMES[:4]), sheet("b.jpg", ROUND, table=2))
    desk = Desk(store.where, Register(folder / "links.json"), "de")
    photos = [JPEG + bytes([number]) for number in range(3)]
    for photo in photos:
        desk.inbox.take_in(BytesIO(photo), Access("t2", "table", "Tisch 2", 2, 9e9))
    blurred = Refusal.from_phrase("blurred", Phrase("scanner.blurred", {"value": 0.9, "limit": 0.5}))
    desk.inbox.refuse(hash_bytes(photos[1]), blurred)
    desk.inbox.refuse(hash_bytes(photos[2]), refuse_other_table(1))
    return desk


def walk_states(desk: Desk, browser: Browser) -> Iterator[str]:
    """Goes from state to state; yields what it is called."""
    for path in (
        "/foto",
        "/jetzt",
        "/bogen",
        "/bogen/r1.t1?feld=g05.p1",
        "/akte/zeile/r1.t1.g5",
        "/spieler/3",
        "/pruefen/gruppe?zahl=9",
        "/stand/wand",
        "/pruefen/r1.t2.name.p1",
        "/pruefen/r1.t1.sum",
        "/pruefen/r1.t1.g5",
    ):
        browser.open_page(path)
        yield path
    yield from decide_in_every_way(desk, browser)
    browser.open_page("/spieler")
    browser.page.get_by_label("Name").first.fill(NAMES[0])
    browser.page.get_by_role("button", name="Eintragen").click()
    expect(browser.page.get_by_role("alert")).to_be_visible()
    yield "a player of that name"
    browser.open_page("/nichts")
    yield "no such page"


def decide_in_every_way(desk: Desk, browser: Browser) -> Iterator[str]:
    """What Prüfen says to what was pressed."""
    page = browser.page
    browser.open_page("/pruefen/r1.t1.g6")
    expect(page.locator("#decision .main")).to_contain_text("übernehmen")
    yield "a proposal"
    page.locator("#p1").fill("+7")
    page.locator("#decision .main").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "refused without a reason"
    browser.open_page("/pruefen/r1.t1.g6")
    for seat, points in enumerate(("-2", "-2", "+2", "+2"), 1):
        page.locator(f"#p{seat}").fill(points)  # what is typed is left alone when others decide
    wish = Wish("r1.t1.g6", "points", points="-3,-3,+3,+3")
    desk.store.append([make_decision(desk.open("de"), wish)], by="Rita")
    page.locator("#decision .main").click()
    expect(page.locator("#decision.clash")).to_be_visible()
    yield "overtaken"
    page.locator("#decision.clash [data-key=m]").click()
    expect(page.locator("#decision.clash")).to_have_count(0)
    page.locator("[data-key=u]").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Spiel 6")
    yield "taken back"
    wish = Wish("r1.t1.g5", "points", points="+2,+2,-2,-2")
    desk.store.append([make_decision(desk.open("de"), wish)], by="Rita")
    browser.open_page("/pruefen/r1.t1.g5")
    expect(page.get_by_text("Schon entschieden")).to_be_visible()
    yield "decided already"


@LOOKS
@SIZES
def test_every_state_is_for_everybody(tmp_path: Path, size: tuple[int, int], *, dark: bool) -> None:
    """axe-core finds no violation, nothing runs out of the window, and whatever is refused is meant to be."""
    desk = open_doubtful(tmp_path)
    with open_browser(desk, "organiser", size=size, dark=dark) as browser:
        for state in walk_states(desk, browser):
            assert find_violations(browser) == [], state
            assert fits(browser), state
        assert [fault[:3] for fault in browser.faults] == ["422", "409", "409", "404"], browser.faults


@SIZES
def test_an_evening_without_a_sheet_is_no_blank_page(tmp_path: Path, size: tuple[int, int]) -> None:
    """Before anything came in, every page says so; a phone's menu opens; a stranger is told what to do."""
    with open_browser(open_desk(tmp_path), "organiser", size=size) as browser:
        for path in ("/jetzt", "/foto", "/pruefen", "/stand", "/stand/wand", "/akte", "/bogen", "/pruefen/gruppe"):
            browser.open_page(path)
            assert browser.page.locator("main p, main li, main a").count(), path
            assert find_violations(browser) == [], path
            assert fits(browser), path
        browser.open_page("/hilfe")
        browser.page.locator("summary", has_text="Menü" if size == PHONE else "Mehr").click()
        expect(browser.page.get_by_role("link", name="Zugänge")).to_be_visible()
        assert find_violations(browser) == []
        assert browser.faults == []
        browser.page.context.clear_cookies()
        browser.open_page("/jetzt")
        assert "angemeldet" in browser.page.get_by_role("alert").inner_text()
        assert find_violations(browser) == []
