"""The page in a real browser: what axe-core finds, whether it fits a phone, whether the console is quiet."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.access import ROLES, Register
from desk.web.page_kit import ADDRESSES, PAGES
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.visitors import WRONG, open_desk
from tests.tournament.filing.files import open_tournament, put_in
from tests.tournament.filing.test_several import open_bock, unsigned
from tournament.record.replay import replay

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_every_page_is_for_everybody(tmp_path: Path, size: tuple[int, int], *, dark: bool) -> None:
    """axe-core finds no violation on any page of the organiser's menu, nothing runs out of the window, and no script
    or style is refused."""
    with open_browser(open_desk(tmp_path, ROUND, WRONG), "organiser", size=size, dark=dark) as browser:
        for page in PAGES["organiser"]:
            browser.open_page(ADDRESSES[page])
            assert find_violations(browser) == [], page
            assert fits(browser), page
        assert browser.faults == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (360, 640)], ids=["desktop", "phone", "narrow"])
def test_the_form_is_settled_by_keyboard(tmp_path: Path, size: tuple[int, int]) -> None:
    """Each round's way and the clubs' weight: axe-core finds nothing, all fits, and no mouse is needed."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page("/turnierform")
        assert find_violations(browser) == []
        assert fits(browser)
        browser.page.get_by_label("Runde 2").focus()
        browser.page.keyboard.press("V")
        browser.page.get_by_label("Verein nicht am selben Tisch").focus()
        browser.page.keyboard.press("Control+A")
        browser.page.keyboard.type("100")
        browser.page.keyboard.press("Enter")
        expect(browser.page.get_by_text("Runde 2: Vorrücken nach Platz am Tisch")).to_be_visible()
        assert browser.faults == []
    form = replay(desk.store.read_entries()).form
    assert form.values == {"seating": "draw, progressive", "apart.clubs": "100"}


@pytest.mark.parametrize("role", ROLES[1:])
def test_every_role_has_its_pages(tmp_path: Path, role: str) -> None:
    """Each page of a role's menu opens for it, and axe-core finds no violation there."""
    with open_browser(open_desk(tmp_path, ROUND, WRONG), role, table=1 if role == "table" else None) as browser:  # type: ignore[arg-type]
        for page in PAGES[role]:
            browser.open_page(ADDRESSES[page])
            assert browser.page.get_by_role("heading", level=1).count() == 1, page
            assert find_violations(browser) == [], page
        assert browser.faults == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_is_settled_at_once_is_for_everybody(tmp_path: Path, size: tuple[int, int]) -> None:
    """The list of alike items and that of a block: axe-core finds nothing, all fits, and G settles what is listed."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, unsigned("a.jpg", 1), unsigned("b.jpg", 2))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page("/pruefen/r1.t1.unsigned")
        assert find_violations(browser) == []
        assert fits(browser)
        browser.page.keyboard.press("g")
        expect(browser.page.get_by_text("Nichts ist offen.", exact=True)).to_be_visible()
    (folder := tmp_path / "bock").mkdir()
    block = Desk(open_bock(folder).where, Register(folder / "links.json"), "de")
    with open_browser(block, "organiser", size=size) as browser:
        browser.open_page("/pruefen")
        assert find_violations(browser) == []
        assert fits(browser)
        browser.page.keyboard.press("Enter")
        expect(browser.page.get_by_text("Nichts ist offen.", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("role", ["organiser", "public"])
def test_a_players_page_is_for_everybody(tmp_path: Path, role: str, size: tuple[int, int]) -> None:
    """A click on a name in the standings opens it: axe-core finds nothing there, and all fits."""
    with open_browser(open_desk(tmp_path, ROUND, WRONG), role, size=size) as browser:  # type: ignore[arg-type]
        browser.open_page("/stand")
        browser.page.get_by_role("link", name="Anna", exact=True).click()
        expect(browser.page.get_by_role("heading", level=1)).to_have_text("1 · Anna")
        assert find_violations(browser) == []
        assert fits(browser)
        assert browser.faults == []
