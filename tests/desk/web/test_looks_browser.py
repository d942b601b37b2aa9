"""How all pages look: no name is broken, nothing runs out of the window, nothing is hidden from anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator

from desk.web.access import Register
from desk.web.page_kit import ADDRESSES, PAGES
from desk.web.running_desk import Desk
from tests.desk.paper import ROUND, sheet
from tests.desk.web.browser import PHONE, Browser, find_violations, fits, open_browser
from tests.desk.web.visitors import BESIDE, WRONG
from tests.tournament.filing.files import open_tournament, put_in

pytestmark = pytest.mark.slow
NAMES = (
    "Lieselotte Meier-Wessels",
    "Heinz-Günter Schmidt-Rottluff",
    "Maximiliane Zimmermann",
    "Konstantin Uhlenbrock",
    "Friederike Wieczorek",
    "Bartholomäus Hövelmann",
    "Annegret Thiessen-Lüdemann",
    "Ö Li",
)
LAPTOP, SMALL = (1366, 650), (360, 640)
BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest("select, textarea, svg")) { continue; }
    for (const word of node.data.matchAll(/\\p{L}[\\p{L}-]{3,}/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0);
      if (new Set(boxes.map((box) => Math.round(box.top))).size > 1) { broken.push(word[0]); }
    }
  }
  return broken;
}"""
"""The words of the page of which one part stands below another."""
SMALL_TARGETS = """() => [...document.querySelectorAll(
    "main :is(button, .button, select, summary, textarea, input:not([type=checkbox], [type=radio], [type=hidden]))")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .hide") && one.getBoundingClientRect().height < 43.5)
  .map((one) => one.outerHTML.slice(0, 100))"""
"""What fingers press and is lower than 44 pixels."""


@contextmanager
def open_long(folder: Path, size: tuple[int, int], *, dark: bool = False) -> Iterator[Browser]:
    """An organiser's window at an evening with long names, one round in and one row open."""
    store = open_tournament(folder, NAMES, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, table=1, names=NAMES[:4]), sheet("b.jpg", WRONG, table=2, names=NAMES[4:]))
    desk = Desk(store.where, Register(folder / "links.json"), "de")
    with open_browser(desk, "organiser", size=size, dark=dark, touch=size != LAPTOP) as browser:
        yield browser


@pytest.mark.parametrize("size", [PHONE, SMALL, LAPTOP], ids=["phone", "small", "laptop"])
def test_no_word_is_broken_and_nothing_runs_out(tmp_path: Path, size: tuple[int, int]) -> None:
    """On every page, with the longest names; the projector's page fits a phone, too."""
    with open_long(tmp_path, size) as browser:
        for path in (*(ADDRESSES[page] for page in PAGES["organiser"]), *BESIDE):
            browser.open_page(path)
            assert browser.page.evaluate(BROKEN) == [], path
            assert fits(browser), path
            assert size == LAPTOP or browser.page.evaluate(SMALL_TARGETS) == [], path
        browser.page.evaluate("document.body.style.wordBreak = 'break-all'")
        assert browser.page.evaluate(BROKEN) or size == LAPTOP, "a broken word would be found"
        assert browser.faults == []


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pages_beside_the_menu_are_for_everybody(tmp_path: Path, size: tuple[int, int], *, dark: bool) -> None:
    """axe-core finds no violation on the pages to which no menu leads, and each has one heading of the first rank."""
    with open_long(tmp_path, size, dark=dark) as browser:
        for path in BESIDE:
            browser.open_page(path)
            assert find_violations(browser) == [], path
            assert browser.page.get_by_role("heading", level=1).count() == 1, path


def test_the_projector_has_no_controls_until_the_mouse_moves(tmp_path: Path) -> None:
    """They come with the mouse, and the keyboard reaches them; all names stand on the screen whole."""
    with open_long(tmp_path, (1920, 1080)) as browser:
        browser.open_page("/stand/wand")
        controls = browser.page.locator(".controls")
        assert not controls.is_visible()
        boxes = [browser.page.get_by_text(name, exact=True).bounding_box() for name in NAMES]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] < 1920 and box["y"] < 1080 for box in boxes)
        wake(controls, lambda at: browser.page.mouse.move(200 + at, 200))
        browser.page.wait_for_selector(".controls", state="hidden")
        wake(controls, lambda _at: browser.page.keyboard.press("Tab"))


def wake(controls: Locator, act: Callable[[int], None]) -> None:
    """Does that until the controls are seen, which is for some seconds: on a busy computer they may be gone before one
    looks."""
    button = controls.get_by_role("button", name="Vollbild")
    for at in range(50):
        act(at)
        if button.is_visible():
            return
    raise AssertionError("the controls do not come")
