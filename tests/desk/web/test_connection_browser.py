"""The strip under the bar, in a real browser: a page that is cut off says so, and since when."""

from __future__ import annotations

from pathlib import Path
from socket import create_server

import pytest
from playwright.sync_api import expect

from desk.web import running_desk
from desk.web.connections import serve_beside
from desk.web.serve import make_app
from dev.tools.browser import start_chromium
from tests.desk.paper import ROUND
from tests.desk.web.browser import find_violations, let_through, need_browser, open_browser, open_window
from tests.desk.web.visitors import open_desk

LOST = "Keine Verbindung zum Kiebitz-Rechner"
PAGES = ("/jetzt", "/stand", "/stand/wand", "/foto", "/pruefen")


@pytest.mark.slow
def test_a_page_says_that_it_is_cut_off(tmp_path: Path) -> None:
    """On every page that looks alive; the strip goes when the network is back."""
    with open_browser(open_desk(tmp_path, ROUND), "organiser") as browser:
        for page in PAGES:
            browser.open_page(page)
            strip = browser.page.locator(".strip[data-lost]")
            expect(strip).to_be_empty()
            browser.page.context.set_offline(True)
            expect(strip).to_contain_text(LOST)
            assert find_violations(browser) == []
            browser.page.context.set_offline(False)
            expect(strip).to_be_empty()


@pytest.mark.slow
def test_what_was_still_on_its_way_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection may bring signs of life after the network is gone; only a new one tells that it is back."""
    monkeypatch.setattr(running_desk, "PATIENCE_S", 0.1)
    with open_browser(open_desk(tmp_path, ROUND), "organiser") as browser:
        browser.open_page("/jetzt")
        browser.page.route("**/ereignisse*", lambda route: route.abort())  # the one that is open stays so
        browser.page.evaluate("window.dispatchEvent(new Event('offline'))")
        strip = browser.page.locator(".strip[data-lost]")
        expect(strip).to_contain_text(LOST)
        browser.page.wait_for_timeout(1_000)
        assert LOST in strip.inner_text()
        browser.page.route("**/ereignisse*", let_through)
        expect(strip).to_be_empty()


@pytest.mark.slow
def test_a_server_that_ended_is_noticed(tmp_path: Path, port: int) -> None:
    """Also while nothing is pressed; the page goes on by itself once the server runs again."""
    need_browser()
    desk = open_desk(tmp_path, ROUND)
    with start_chromium() as chromium:
        with serve_beside(make_app(desk), create_server(("127.0.0.1", port)), None):
            browser = open_window(chromium, f"http://127.0.0.1:{port}")
            browser.enter(f"{browser.address}/l/{desk.register.issue('organiser', 'Ada', hours=1)}")
        strip = browser.page.locator(".strip[data-lost]")
        expect(strip).to_contain_text(LOST)
        with serve_beside(make_app(desk), create_server(("127.0.0.1", port)), None):
            expect(strip).to_be_empty()


@pytest.mark.slow
def test_a_connection_that_died_without_a_sign_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server gives a sign of life every 15 seconds; 45 without one are too many."""
    monkeypatch.setattr(running_desk, "PATIENCE_S", 3600.0)
    with open_browser(open_desk(tmp_path, ROUND), "organiser") as browser:
        browser.page.clock.install()
        browser.open_page("/jetzt")
        strip = browser.page.locator(".strip[data-lost]")
        expect(strip).to_be_empty()
        browser.page.route("**/ereignisse*", lambda route: route.abort())
        browser.page.clock.fast_forward(45_000)
        expect(strip).to_contain_text(LOST)
