"""The start page in a real browser, and the program as a double click starts it: no terminal, and always a way in."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from dev.tools.browser import Browser, open_window, start_chromium
from tests.desk.web.browser import PHONE, find_violations, fits, need_browser
from tests.desk.web.started_program import MOST_S, Program

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="the browser is a shell script")]
LAPTOP = (1366, 650)
_DROP = """(() => {
  const dropped = new DataTransfer();
  dropped.items.add(new File(["Lieber Wart"], "brief.kiebitz"));
  document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true }));
})()"""


@pytest.fixture
def chromium() -> Iterator[Chromium]:
    """Chromium without a window on this screen."""
    need_browser()
    with start_chromium() as started:
        yield started


def find_base(page: Page) -> str:
    """The address of the page's server."""
    found = re.match(r"http://127\.0\.0\.1:\d+", page.url)
    assert found is not None
    return found.group()


def open_file(browser: Browser, name: str) -> str:
    """Opens that file by its folder; returns the evening's address."""
    browser.open_page("/")
    browser.page.get_by_role("link", name="Datei öffnen").click()
    browser.page.get_by_role("button", name=f"{name}.kiebitz öffnen").click()
    browser.page.wait_for_url("**/jetzt")
    return find_base(browser.page)


def test_nobody_needs_a_terminal(program: Program, chromium: Chromium) -> None:
    """Two evenings in one process, each at its address, both in; a second double click finds the first; a browser that
    was closed is still in; the way back in; phones let in; one evening closed; the program ended from its page."""
    with program.run() as (process, link):
        browser = open_window(chromium, link.split("/herein/")[0], size=LAPTOP)
        browser.page.goto(link)
        expect(browser.page.get_by_role("heading", name="Turniere")).to_be_visible()
        liga, pokal = open_file(browser, "liga"), open_file(browser, "pokal")
        assert len({browser.address, liga, pokal}) == 3
        for address, sheets in ((liga, "2 Bögen"), (pokal, "1")):
            browser.page.goto(f"{address}/jetzt")
            expect(browser.page.locator("main")).to_contain_text(sheets)

        with program.start() as second:
            assert second.wait(MOST_S) == 0
        assert program.wait_for_link(2).startswith(f"{browser.address}/herein/")
        assert process.poll() is None

        kept = browser.page.context.storage_state()
        assert {one["expires"] > time.time() + 86_400 for one in kept["cookies"]} == {True}
        again = open_window(chromium, browser.address, size=LAPTOP)
        again.page.context.add_cookies(kept["cookies"])  # type: ignore[arg-type]
        for address in (liga, pokal):
            again.page.goto(f"{address}/jetzt")
            expect(again.page.get_by_role("link", name="Aushang").first).to_be_visible()

        stranger = open_window(chromium, browser.address, size=LAPTOP)
        stranger.page.goto(f"{liga}/jetzt")
        expect(stranger.page.get_by_role("alert")).to_contain_text("Von der Startseite aus geht es immer hinein")
        stranger.page.goto(program.wait_for_link(2))
        stranger.page.goto(f"{liga}/jetzt")
        stranger.page.get_by_role("link", name="In diesen Abend").click()
        stranger.page.wait_for_url(f"{liga}/jetzt")

        assert browser.faults == []  # an evening that is closed under a page is one
        stranger.page.goto(browser.address)
        stranger.page.get_by_role("button", name="Abend schließen").first.click()
        expect(stranger.page.get_by_role("button", name="Abend schließen")).to_have_count(1)
        stranger.page.get_by_role("button", name="Kiebitz beenden").click()
        expect(stranger.page.get_by_role("heading", name="Kiebitz ist beendet")).to_be_visible()
        assert process.wait(MOST_S) == 0

    with program.run(3) as (_, link):  # the next day: the browser is still in, at the same address
        browser.page.goto(link)
        browser.page.get_by_role("link", name="Vereinsabend").last.click()
        browser.page.wait_for_url("**/jetzt")
        assert find_base(browser.page) in (liga, pokal)


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_start_page_is_for_everybody(program: Program, chromium: Chromium, size: tuple[int, int]) -> None:
    """Empty, with evenings, and while a file is looked for: no violation by axe, nothing beside the window, all of it
    by keyboard. A dropped letter is no tournament; a known evening is copied only if told; whoever chose the other
    language stays on the page."""
    with program.run() as (_, link):
        browser = open_window(chromium, link.split("/herein/")[0], size=size)
        browser.page.goto(link)
        for path in ("/oeffnen", "/"):
            browser.open_page(path)
            assert (find_violations(browser), fits(browser)) == ([], True)
        browser.page.evaluate(_DROP)
        expect(browser.page.get_by_role("alert")).to_contain_text("brief.kiebitz“ ist keine Turnierdatei")
        open_file(browser, "liga")
        browser.open_page("/")
        assert (find_violations(browser), fits(browser)) == ([], True)
        browser.open_page("/oeffnen")
        browser.page.get_by_label("Turnierdatei").set_input_files(program.folder / "liga.kiebitz")
        browser.page.locator(".drop button").press("Enter")
        expect(browser.page.get_by_role("alert")).to_contain_text("schon bekannt")
        assert (find_violations(browser), fits(browser)) == ([], True)
        browser.page.get_by_label("Turnierdatei").set_input_files(program.folder / "liga.kiebitz")
        browser.page.get_by_label("Trotzdem").press("Space")
        browser.page.locator(".drop button").press("Enter")
        browser.page.wait_for_url("**/jetzt")
        assert (program.folder / "liga 2.kiebitz").exists()
        browser.page.goto(f"{find_base(browser.page)}/zugang")
        assert (find_violations(browser), fits(browser)) == ([], True)
        browser.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        browser.page.get_by_role("button", name="English").click()
        expect(browser.page.get_by_role("heading", level=1)).to_have_text("Access")
        browser.page.context.clear_cookies()
        browser.page.reload()
        assert (find_violations(browser), fits(browser)) == ([], True)
        assert [fault for fault in browser.faults if fault[:3] not in ("401", "409")] == []
