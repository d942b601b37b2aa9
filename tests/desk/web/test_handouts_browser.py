"""Aushang in the browser: a file out, a workbook back in, the check, a backup and the evening in it; and on paper."""

from __future__ import annotations

import base64
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest
from playwright.sync_api import expect

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.book.test_take_command import WRONG, edit
from tests.desk.paper import ROUND, sheet
from tests.desk.web.browser import PHONE, Browser, find_violations, fits, open_browser
from tests.desk.web.visitors import open_desk
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_taking import type_points
from tournament.filing.backups import unpack_backup
from tournament.record.open_store import open_store

PAGES = ("/aushang", "/aushang/mappe", "/aushang/nachrechnen", "/aushang/kasse")
LAPTOP, SMALLEST = (1366, 650), (360, 640)


def take_download(browser: Browser, button: str, target: Path) -> Path:
    """Presses that button and keeps what comes."""
    with browser.page.expect_download() as coming:
        browser.page.get_by_role("button", name=button, exact=True).click()
    coming.value.save_as(target)
    assert coming.value.suggested_filename.startswith("vereinsabend-")
    return target


def drop_file(browser: Browser, path: Path) -> None:
    """Drops the file onto the frame, as from a folder's window."""
    browser.page.locator("[data-drop]").evaluate(
        """(frame, [name, data]) => {
            const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
            const moved = new DataTransfer();
            moved.items.add(new File([bytes], name));
            frame.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: moved }));
        }""",
        [path.name, base64.b64encode(path.read_bytes()).decode()],
    )


@pytest.mark.slow
def test_a_workbook_goes_out_and_comes_back_then_the_evening_is_saved(tmp_path: Path) -> None:
    """By hand from end to end: Excel out, a correction typed, dropped, looked at, taken; the check says that all is
    well; the backup opens as the same evening."""
    desk = open_desk(tmp_path)
    put_in(desk.store, sheet("a.jpg", WRONG, names=NAMES[:4]))
    with open_browser(desk, "organiser", size=LAPTOP) as browser:
        browser.open_page("/aushang")
        workbook = take_download(browser, "Excel", tmp_path / "stand.xlsx")
        edit(workbook, type_points("r1.t1.g5", 2, 2, -2, -2), type_points("r1.t1.g6", "abc", 2, -2, -2))
        drop_file(browser, workbook)
        expect(browser.page.locator("#would li")).to_have_count(1)
        expect(browser.page.locator("#left-out")).to_contain_text("steht „abc“")
        assert find_violations(browser) == []
        browser.page.get_by_role("button", name="1 Korrektur übernehmen").click()
        expect(browser.page.get_by_role("status").filter(has_text="1 Korrektur übernommen.")).to_be_visible()
        assert make_book(desk.store).entries[0].sheet.rows[4].points == (2, 2, -2, -2)
        browser.page.get_by_role("link", name="Zurück zum Aushang").click()
        browser.page.get_by_role("link", name="Nachrechnen").click()
        browser.page.get_by_role("button", name="Nachrechnen").click()
        expect(browser.page.locator("#check")).to_contain_text("Alles stimmt")
        noted = browser.page.locator(".hash").inner_text()
        browser.page.get_by_label("Prüfsumme", exact=True).fill(noted[:19])
        browser.page.get_by_role("button", name="Vergleichen").click()
        expect(browser.page.locator("#noted-hash")).to_contain_text("dem letzten")
        assert find_violations(browser) == []
        browser.page.get_by_role("link", name="Zurück zum Aushang").click()
        saved = take_download(browser, "Sichern", tmp_path / "sicherung.zip")
        assert open_store(unpack_backup(saved, tmp_path)).read_head() == desk.store.read_head()
        assert browser.faults == []


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [LAPTOP, PHONE, SMALLEST])
def test_the_pages_fit_and_can_be_read(tmp_path: Path, size: tuple[int, int], dark: bool) -> None:
    """On a laptop and on phones, light and dark; the paper that is due is in sight without scrolling."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "organiser", size=size, dark=dark, touch=size != LAPTOP) as browser:
        for path in PAGES:
            browser.open_page(path)
            assert fits(browser), path
            assert find_violations(browser) == [], path
        browser.open_page("/aushang")
        if size == LAPTOP:
            expect(browser.page.get_by_role("button", name="Bögen und Sitzplan von Runde 1")).to_be_in_viewport()
        assert browser.faults == []


@pytest.mark.slow
@pytest.mark.parametrize("count", [32, 120])
def test_printed_pages_fit_the_paper(tmp_path: Path, count: int) -> None:
    """A4 whatever the screen: every player is on it, the heads again on every page, and nothing of the menu."""
    codes = [f"M{number:03}" for number in range(1, count + 1)]
    names = [f"Hans-Joachim {code}-Lüttringhaus" for code in codes]
    store = open_tournament(tmp_path, names, drawn=1)
    for table in range(1, count // 4 + 1):
        put_in(store, sheet(f"t{table}.jpg", ROUND, table=table, names=names[4 * table - 4 : 4 * table]))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=LAPTOP) as browser:
        for path, head, times in (("/stand", "Gesamt", 1), ("/sitzplan", "", 2)):  # by table and by name
            browser.open_page(path)
            pages = read_printed(browser, tmp_path / "x.pdf")
            assert all(head in page for page in pages if "Hans-Joachim" in page), path
            whole = "".join(pages)
            assert {code: whole.count(code) for code in codes if whole.count(code) != times} == {}, path
            assert "Mehr" not in whole
            assert "Drucken" not in whole


def read_printed(browser: Browser, target: Path) -> list[str]:
    """The letters of each page as the browser prints it, without blanks, as pdfium sets some where none are; all pages
    are A4."""
    browser.page.pdf(path=target, prefer_css_page_size=True)
    document = pypdfium2.PdfDocument(target)
    assert {tuple(map(round, page.get_size())) for page in document} == {(595, 842)}
    return ["".join(page.get_textpage().get_text_range().split()) for page in document]
