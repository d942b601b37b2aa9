"""The strip under the bar, in a real browser: a page that is cut off says so, and since when."""

from __future__ import annotations

import threading
from pathlib import Path
from socket import create_server

import pytest
import uvicorn
from playwright.sync_api import expect

from desk.web.running_desk import Desk
from desk.web.serve import make_server
from dev.tools.browser import start_chromium
from tests.desk.paper import ROUND
from tests.desk.web.browser import find_violations, need_browser, open_browser, open_window
from tests.desk.web.visitors import open_desk

LOST = "Keine Verbindung zum Kiebitz-Rechner"
PAGES = ("/jetzt", "/stand", "/stand/wand", "/foto", "/pruefen")


@pytest.mark.slow
def test_a_page_says_that_it_is_cut_off(tmp_path: Path) -> None:
    """On every page that looks alive; the strip goes when the network is back."""
    with open_browser(open_desk(tmp_path, ROUND), "organiser") as browser:
        for page in PAGES:
            browser.open_page(page)
            strip = browser.page.locator(".strip")
            expect(strip).to_be_empty()
            browser.page.context.set_offline(True)
            expect(strip).to_contain_text(LOST)
            assert find_violations(browser) == []
            browser.page.context.set_offline(False)
            expect(strip).to_be_empty()


def serve(desk: Desk, port: int) -> tuple[uvicorn.Server, threading.Thread]:
    """A server on that port."""
    listener = create_server(("127.0.0.1", port))
    server = make_server(desk)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
    return server, thread


@pytest.mark.slow
def test_a_server_that_ended_is_noticed(tmp_path: Path) -> None:
    """Also while nothing is pressed; the page goes on by itself once the server runs again."""
    need_browser()
    desk = open_desk(tmp_path, ROUND)
    probe = create_server(("127.0.0.1", 0))
    port = probe.getsockname()[1]
    probe.close()
    server, thread = serve(desk, port)
    with start_chromium() as chromium:
        browser = open_window(chromium, f"http://127.0.0.1:{port}")
        browser.enter(f"{browser.address}/l/{desk.register.issue('organiser', 'Ada', hours=1)}")
        server.should_exit = server.force_exit = True
        thread.join(10)
        expect(browser.page.locator(".strip")).to_contain_text(LOST)
        server, thread = serve(desk, port)
        expect(browser.page.locator(".strip")).to_be_empty()
        server.should_exit = server.force_exit = True
        thread.join(10)
