"""The page, served by the installed program and looked at from outside in a real browser; and the double click."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from desk.web.page_kit import ADDRESSES, PAGES
from dev.tools.browser import open_window, start_chromium
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, need_browser
from tests.wine.test_wine_evening import DOCUMENTS, PHOTO, SAMPLES, begin, check
from tests.wine.wine import PROGRAM, Wine, finish, wait_for_link

pytestmark = pytest.mark.slow
FOLDER = rf"{DOCUMENTS}\Seite"
AS_DRAWN = "r1.t3.unknown-name"
"""The question whether those whom nobody can read sit as drawn, to which one key says yes."""


def _wait_for_sheets(windows: Wine, number: int) -> None:
    """Until so many sheets are read."""
    for _ in range(60):
        if f"{number} Tische von 4" in check(windows, FOLDER, "status", "abend.kiebitz"):
            return
    raise AssertionError("the photograph was not read")


def test_the_page_in_a_browser(windows: Wine) -> None:
    """A photograph is sent and read; every page of the organiser opens, large and on a phone: axe-core finds
    nothing, all fits, no script or style is refused. A question is settled by key, and the file holds."""
    need_browser()
    begin(windows, FOLDER)
    check(windows, FOLDER, "scan", "abend.kiebitz", PHOTO)
    with windows.serve("abend.kiebitz", folder=FOLDER) as (address, link), start_chromium() as chromium:
        browser = open_window(chromium, address, size=DESKTOP)
        browser.enter(link)
        browser.open_page(ADDRESSES["photos"])
        browser.page.set_input_files("#pictures", SAMPLES / "r1-t3-shadow.jpg")
        expect(browser.page.locator("[data-title]")).to_have_text("1 Foto angekommen")
        _wait_for_sheets(windows, 2)
        browser.open_page(f"{ADDRESSES['review']}/{AS_DRAWN}")
        waiting = browser.page.locator("main").inner_text()
        browser.page.keyboard.press("Enter")
        expect(browser.page.locator("main")).not_to_have_text(waiting)
        for size in (DESKTOP, PHONE):
            browser.page.set_viewport_size({"width": size[0], "height": size[1]})
            for page in PAGES["organiser"]:
                browser.open_page(ADDRESSES[page])
                assert browser.page.get_by_role("heading", level=1).count() == 1, page
                assert find_violations(browser) == [], page
                assert fits(browser), page
        assert browser.faults == []
    check(windows, FOLDER, "verify", "abend.kiebitz")
    assert AS_DRAWN not in check(windows, FOLDER, "status", "abend.kiebitz")


def test_a_double_click_on_a_file(windows: Wine) -> None:
    """The evening opens in the browser, without a console; the second double click finds the first, and the page ends
    it. The command is the one that was registered for such files: Wine itself asks only for those of all users."""
    need_browser()
    folder = rf"{DOCUMENTS}\Übung für Doppelklick"
    begin(windows, folder)
    opened = windows.home / "opened.txt"
    script = windows.home / "browser.cmd"
    script.write_text("@echo %*>>C:\\users\\kiebitz\\opened.txt\r\n", encoding="ascii", newline="")
    settings = {"BROWSER": r"C:\users\kiebitz\browser.cmd"}
    said = windows.run("reg", "query", r"HKCU\Software\Classes\Kiebitz.Turnier\shell\open\command").stdout
    (command,) = re.findall(r"REG_SZ\s+(\S.*\S)", said)
    words = [quoted or plain for quoted, plain in re.findall(r'"([^"]+)"|(\S+)', command)]
    clicked = rf"{folder}\abend.kiebitz"
    first = windows.start(*(word.replace("%1", clicked) for word in words), folder=folder, **settings)
    link = wait_for_link(opened, 1)
    with start_chromium() as chromium:
        browser = open_window(chromium, re.sub(r"(://[^/]+).*", r"\1", link), size=DESKTOP)
        browser.page.goto(link)
        expect(browser.page).to_have_url(re.compile("/jetzt$"))
        assert windows.run(rf"{PROGRAM}\app\pythonw.exe", "-m", "kiebitz", **settings).returncode == 0
        browser.page.goto(wait_for_link(opened, 2))
        browser.page.get_by_role("button", name="Kiebitz beenden").click()
        expect(browser.page.get_by_role("heading", name="Kiebitz ist beendet")).to_be_visible()
    finish(first)
    assert windows.list_running() == []
    check(windows, folder, "verify", "abend.kiebitz")
