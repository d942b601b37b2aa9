"""Prüfen on a laptop and on a small phone: what decides an item is in sight, whatever its kind."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from playwright.sync_api import Page, expect

from desk.web.pages.review.shown_item import ItemKind
from dev.tools.browser import open_window, start_chromium
from tests.desk.web.all_kinds import name_kind, open_all
from tests.desk.web.browser import Browser, find_violations, fits, keep_toasts, need_browser, open_browser, run_server
from tests.desk.web.forms import decide
from tests.desk.web.visitors import WRONG, open_desk, visit

pytestmark = pytest.mark.slow
LAPTOP, SMALL = (1366, 650), (360, 640)
HIDDEN = """() => {
  const bar = document.querySelector("#decision .actions"), fixed = getComputedStyle(bar).position === "fixed";
  const floor = fixed ? bar.getBoundingClientRect().top : innerHeight;
  const inside = (one, end) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= end + 1;
  const needed = "h1, .asked, .why, .seat.doubtful, .big, .choice:has(:checked)";
  const seen = [...document.querySelectorAll(needed)].filter((one) => one.offsetParent && !inside(one, floor));
  const pressed = [...bar.children].filter((one) => !inside(one, innerHeight));
  return [...seen, ...pressed].map((one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 60)}`);
}"""
"""Of the question, the columns in doubt, the picture, what is chosen and the buttons: what would need scrolling."""


def measure(page: Page) -> list[str]:
    """What would need scrolling. A phone that must show more than its width draws all of it smaller."""
    hidden: list[str] = page.evaluate(HIDDEN)
    at, wide = page.evaluate("[scrollY, innerWidth]")
    return [*hidden, *(["scrolled"] if at else []), *(["too wide"] if wide != page.viewport_size["width"] else [])]  # type: ignore[index]


@pytest.mark.parametrize(("size", "touch"), [(LAPTOP, False), (SMALL, True)], ids=["laptop", "phone"])
def test_nothing_is_scrolled_for_any_item(tmp_path: Path, size: tuple[int, int], *, touch: bool) -> None:
    """Every kind that the code knows: question, columns in doubt, choice and all buttons are in sight, nothing runs out
    of the window, and axe-core finds nothing."""
    need_browser()
    kinds = set()
    with start_chromium() as chromium:
        for desk, item in open_all(tmp_path):
            kinds.add(name_kind(desk, item))
            with run_server(desk) as address:
                browser: Browser = open_window(chromium, address, size=size, touch=touch)
                browser.enter(f"{address}/l/{desk.register.issue('organiser', 'Ute', hours=1)}")
                browser.open_page(f"/pruefen/{item}")
                assert measure(browser.page) == [], item
                assert fits(browser), item
                assert touch or find_violations(browser) == [], item
                assert browser.faults == []
                browser.page.context.close()
    assert kinds == {*get_args(ItemKind)}


@pytest.mark.parametrize(("size", "touch"), [(LAPTOP, False), (SMALL, True)], ids=["laptop", "phone"])
def test_two_decisions_are_seen_at_once(tmp_path: Path, size: tuple[int, int], *, touch: bool) -> None:
    """Somebody else decides otherwise, and the page does not hear of it: both stand there, without scrolling, and Enter
    leaves the one in the record."""
    desk = open_desk(tmp_path, WRONG)
    with open_browser(desk, "organiser", size=size, touch=touch) as browser:
        page = browser.page
        browser.open_page("/pruefen/r1.t1.g5")
        page.route("**/neu?*", lambda route: route.abort())
        decide(visit(desk, "referee"), "r1.t1.g5", "as-written")
        page.locator("#decision .main").click()
        expect(page.get_by_text("referee 1 hat anders entschieden als Sie.")).to_be_visible()
        assert measure(page) == []
        assert fits(browser)
        assert find_violations(browser) == []
        columns = [one.bounding_box() for one in page.locator(".pair .seat:not(.lead, .marks)").all()]
        assert all(box and box["width"] >= 150 for box in columns), "the ink is as large as an item's"
        page.keyboard.press("Enter")
        expect(page.get_by_text("Nichts ist offen.")).to_be_visible()
    assert [one.how for one in desk.open("de").tournament.decisions.values()] == ["as-written"]


def test_the_toast_leaves_the_menu_free(tmp_path: Path) -> None:
    """On a phone it lies over the rest of the bar; the way back is on it, and the menu opens beside it."""
    with open_browser(open_desk(tmp_path, WRONG), "organiser", size=SMALL, touch=True) as browser:
        page = browser.page
        keep_toasts(page)
        browser.open_page("/pruefen/r1.t1.g5")
        page.locator("#decision .main").tap()
        back = page.locator("#toast button")
        back.wait_for()
        toast, menu = (page.locator(one).bounding_box() for one in ("#toast", ".menu > summary"))
        assert toast is not None
        assert menu is not None
        assert toast["x"] + toast["width"] <= menu["x"]
        assert toast["height"] <= 52, "it covers the bar only"
        page.locator(".menu > summary").tap()
        expect(page.get_by_role("link", name="Jetzt")).to_be_visible()
        assert back.is_visible()


def test_the_measure_sees_what_is_hidden(tmp_path: Path) -> None:
    """More room for the question pushes the column in doubt below the buttons."""
    with open_browser(open_desk(tmp_path, WRONG), "organiser", size=SMALL, touch=True) as browser:
        browser.open_page("/pruefen/r1.t1.g5")
        assert measure(browser.page) == []
        browser.page.evaluate("document.querySelector('#decision .asked').style.paddingTop = '18rem'")
        assert measure(browser.page) != []
