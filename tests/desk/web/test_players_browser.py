"""Spieler in a real browser: nobody loses the place in a long list."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.web.browser import DESKTOP, find_violations, open_browser
from tests.tournament.filing.files import open_tournament
from tournament.record.player_facts import FeeSet, PlayerRenamed
from tournament.record.replay import replay

pytestmark = pytest.mark.slow
MANY = (*(f"Spieler {number}" for number in range(1, 200)), "Çem Öztürk")


def test_a_tick_keeps_focus_and_place(tmp_path: Path) -> None:
    """In the middle of 200 players: the button keeps the focus, nothing scrolls, the sum follows; what somebody else
    changed meanwhile is said."""
    store = open_tournament(tmp_path, MANY)
    store.append([FeeSet(1000)], by="Wart")
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=DESKTOP) as browser:
        browser.open_page("/spieler")
        button = browser.page.get_by_role("button", name="Spieler 120 hat bezahlt")
        button.focus()
        at = browser.page.evaluate("scrollY")
        browser.page.keyboard.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_focused()
        assert browser.page.evaluate("scrollY") == at > 0
        expect(browser.page.get_by_text("1 von 200 haben bezahlt")).to_be_attached()
        assert browser.faults == []
        desk.store.append([PlayerRenamed(120, "Anders")], by="Eva")
        browser.page.keyboard.press("Enter")
        expect(browser.page.get_by_role("alert")).to_contain_text("Inzwischen geändert von Eva")
    assert replay(desk.store.read_entries()).players[119].paid


def test_players_are_typed_one_after_the_other(tmp_path: Path) -> None:
    """The name's field has the focus after each; letters of a search filter the list at once, with and without
    accents."""
    desk = Desk(open_tournament(tmp_path, MANY).where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=DESKTOP) as browser:
        browser.open_page("/spieler")
        browser.page.get_by_label("Name", exact=True).focus()
        for name in ("Olga Ott", "Paul Pohl", "Rita Ruß"):
            browser.page.keyboard.type(name)
            browser.page.keyboard.press("Enter")
            browser.page.get_by_role("link", name=name).wait_for()
            expect(browser.page.get_by_label("Name", exact=True)).to_be_focused()
        browser.page.get_by_label("Suchen").fill("ozt")
        expect(browser.page.locator("#players tbody tr:visible")).to_have_count(1)
        browser.page.get_by_label("Suchen").fill("niemand")
        expect(browser.page.get_by_text("So heißt niemand.")).to_be_visible()
        browser.page.get_by_label("Suchen").fill("")
        expect(browser.page.locator("#players tbody tr:visible")).to_have_count(203)
        assert find_violations(browser) == []
        assert browser.faults == []
    assert [one.name for one in replay(desk.store.read_entries()).players[-3:]] == ["Olga Ott", "Paul Pohl", "Rita Ruß"]
