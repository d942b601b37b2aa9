"""Back and forward: the browser asks for the page it left, and gets it whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.page_kit import ADDRESSES, PAGES
from tests.desk.paper import ROUND
from tests.desk.web.browser import DESKTOP, PHONE, open_browser
from tests.desk.web.forms import PAGE
from tests.desk.web.test_keyboard import SIX_WRONG
from tests.desk.web.visitors import WRONG, open_desk, visit

BACK = {**PAGE, "hx-history-restore-request": "true"}
NOT_WHOLE = ("/pruefen/r1.t1.g5", "/bogen/r1.t1?feld=g05.p1")


def test_whoever_goes_back_gets_the_whole_page(tmp_path: Path) -> None:
    """Every page of the menu and every page that answers in parts: with its head for a visitor who goes back, and
    never kept under the address of its part."""
    client = visit(open_desk(tmp_path, WRONG), "organiser")
    for path in (*map(ADDRESSES.__getitem__, PAGES["organiser"]), *NOT_WHOLE):
        answer = client.get(path, headers=BACK)
        assert answer.text.startswith("<!doctype html>"), path
        assert "HX-History-Restore-Request" in answer.headers["vary"], path
        assert answer.headers["cache-control"] == "no-store", path
    assert not client.get(NOT_WHOLE[0], headers=PAGE).text.startswith("<!doctype html>")
    assert client.get("/pruefen/r9.t9.g1", headers=BACK).text.startswith("<!doctype html>")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_back_and_forward_leave_keys_alive(tmp_path: Path, size: tuple[int, int]) -> None:
    """Two items decided by Enter, then back twice and forward once: menu and item are there, and the next key works."""
    desk = open_desk(tmp_path, SIX_WRONG, ROUND)
    with open_browser(desk, "organiser", size=size) as browser:
        page, title = browser.page, browser.page.locator("h1")
        browser.open_page("/pruefen")
        seen = []
        for left in (6, 5, 4):
            expect(page.locator(".count")).to_contain_text(str(left))
            seen.append(title.inner_text())
            page.keyboard.press("Enter")
        expect(page.locator(".count")).to_contain_text("3")
        for step, at in ((page.go_back, 2), (page.go_back, 1), (page.go_forward, 2)):
            step()
            expect(title).to_have_text(seen[at])
            expect(page.locator("header nav")).to_have_count(1)
        page.keyboard.press("f")
        expect(title).not_to_have_text(seen[2])
        page.keyboard.press("Enter")
        expect(page.locator(".count")).to_contain_text("2")
        assert browser.faults == []
