"""A second person reads by keyboard alone, in a real browser of a telephone's width."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.web.browser import PHONE, open_browser
from tests.desk.web.test_browser import find_violations
from tests.tournament.keying.keyings import ITEM, ask, keep_decided

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_fields_are_read_by_keyboard(tmp_path: Path, *, dark: bool) -> None:
    """Number and Enter, L, X and U; axe-core finds no violation, nothing leaves the window, the console is quiet."""
    store = keep_decided(tmp_path, blurred=[])
    ask(store)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "keyer", size=PHONE, dark=dark) as browser:
        browser.open_page("/lesen")
        assert find_violations(browser) == []
        assert browser.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        count = browser.page.locator(".count")
        for keys, left in (
            (["-", "3", "Enter"], "Noch 3 Felder"),
            (["l"], "Noch 2 Felder"),
            (["x"], "Noch 1 Feld"),
            (["u"], "Noch 2 Felder"),
            (["2", "Enter"], "Noch 1 Feld"),
            (["l"], "Noch 0 Felder"),
        ):
            for key in keys:
                browser.page.keyboard.press(key)
            browser.page.wait_for_function("text => document.querySelector('.count').innerText === text", arg=left)
        assert count.inner_text() == "Noch 0 Felder"
        assert browser.faults == []
    read = {field: one.text for (item, field), one in desk.open("de").tournament.keyed.items() if item == ITEM}
    assert read == {"g05.p1": "-3", "g05.p2": "", "g05.p3": "2", "g05.p4": ""}


AT_ONCE = """() => {
  window.stayed = true;
  new MutationObserver((_, observer) => {
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "l", bubbles: true}));
  }).observe(document.getElementById("review"), {childList: true});
}"""
"""Presses L the moment that another field stands on the page."""


def test_a_key_counts_from_the_moment_that_a_field_is_there(tmp_path: Path) -> None:
    """No page is loaded for it, during which the keys after it would be lost."""
    store = keep_decided(tmp_path, blurred=[])
    ask(store)
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "keyer") as browser:
        browser.open_page("/lesen")
        browser.page.evaluate(AT_ONCE)
        browser.page.keyboard.press("l")
        expect(browser.page.locator(".count")).to_have_text("Noch 2 Felder")
        assert browser.page.evaluate("window.stayed === true")
        assert browser.faults == []
