"""Where a sheet belongs, and who swapped, in a real browser: by keys and by touch, on a laptop and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.browser import DESKTOP, PHONE, Browser, find_violations, fits, open_browser
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.filing.test_moving import TURNED, blank
from tests.tournament.filing.test_swaps import strike

pytestmark = pytest.mark.slow


def answer(browser: Browser, key: str, label: str, size: tuple[int, int]) -> None:
    """Presses the key, on a phone what bears that label."""
    if size == PHONE:
        browser.page.get_by_text(label).first.click()
    else:
        browser.page.keyboard.press(key)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_sheet_finds_its_table(tmp_path: Path, size: tuple[int, int]) -> None:
    """One key chooses a free table and one takes it, another opens the fields for any other; U takes it back."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]), blank("IMG_2041.jpg", TURNED))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page("/pruefen/s2.no-round")
        assert find_violations(browser) == []
        assert fits(browser)
        answer(browser, "0", "Ein anderer Tisch", size)
        expect(browser.page.get_by_label("Runde", exact=True)).to_be_visible()
        assert find_violations(browser) == []
        assert fits(browser)
        answer(browser, "1", "Emil, Frieda, Gül, Hans", size)
        answer(browser, "Enter", "Nach Runde 1, Tisch 2", size)
        expect(browser.page.get_by_role("heading", level=1)).not_to_have_text("Foto IMG_2041, ohne Tisch")
        assert [entry.table for entry in desk.open("de").book.entries] == [1, 2]
        answer(browser, "u", "Rückgängig", size)
        expect(browser.page.get_by_role("heading", level=1)).to_have_text("Foto IMG_2041, ohne Tisch")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_swap_takes_one_key(tmp_path: Path, size: tuple[int, int]) -> None:
    """Enter says yes; both seats have their players."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, strike(1, 4), strike(2, 1, text=TURNED))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page("/pruefen/r1.players-swapped.4-5")
        assert find_violations(browser) == []
        assert fits(browser)
        answer(browser, "Enter", "Ja, getauscht", size)
        expect(browser.page.get_by_text("Haben die beiden getauscht?")).to_have_count(0)
        assert [entry.names for entry in desk.open("de").book.entries] == [(*NAMES[:3], "Emil"), ("Dörte", *NAMES[5:])]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_order_of_the_seats_takes_one_key(tmp_path: Path, size: tuple[int, int]) -> None:
    """Each column has its choice; one is changed by its letter and one by touch, and Enter takes all."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", ROUND))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page("/pruefen/r1.t1.unknown-name")
        assert find_violations(browser) == []
        assert fits(browser)
        browser.page.get_by_label("Spalte 1").focus()
        browser.page.keyboard.press("B")
        browser.page.get_by_label("Spalte 2").select_option(label="Anna")
        answer(browser, "Enter", "So sitzen sie", size)
        expect(browser.page.get_by_text("Sitzen sie, von links")).to_have_count(0)
        assert desk.open("de").book.entries[0].names == ("Bernd", "Anna", "Çem", "Dörte")
        answer(browser, "u", "Rückgängig", size)
        expect(browser.page.get_by_text("Sitzen sie, von links")).to_be_visible()
        answer(browser, "n", "Nein, jeden Platz einzeln", size)
        expect(browser.page.get_by_text("Platz 1: kein Name zu lesen.")).to_be_visible()
