"""Von Hand eintragen in a real browser: with keys alone, on a phone, and for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.visitors import open_desk
from tests.tournament.filing.files import NAMES, open_tournament
from tests.tournament.typed.typings import enter, list_here
from tournament.record.facts import Drawn

pytestmark = pytest.mark.slow
ADDRESS = "/eintragen/1/1"


@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True), ((360, 740), False)])
def test_the_form_is_for_everybody(tmp_path: Path, size: tuple[int, int], *, dark: bool) -> None:
    """axe-core finds nothing, and nothing runs out of a window of 360 pixels; so with a mistake in it, and on the typed
    sheet's own page."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "organiser", size=size, dark=dark) as browser:
        browser.open_page(ADDRESS)
        assert (find_violations(browser), fits(browser)) == ([], True)
        browser.page.locator("[name=reason]").fill("verloren")
        browser.page.locator("[name=row1seat1]").fill("zwei")
        browser.page.get_by_role("button", name="Spiele eintragen").click()
        expect(browser.page.get_by_role("alert")).to_contain_text("keine ganze Zahl")
        assert (find_violations(browser), fits(browser)) == ([], True)
        enter(desk.store, totals="+12,-4,-4,-4")
        browser.open_page("/bogen/r1.t1")
        assert (find_violations(browser), fits(browser)) == ([], True)


def test_a_row_is_typed_with_keys_alone(tmp_path: Path) -> None:
    """Enter goes on along the row and to the next; the running sums and each row's check follow."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "organiser") as browser:
        browser.open_page(ADDRESS)
        page, keys = browser.page, browser.page.keyboard
        page.locator("[name=reason]").fill("verloren")
        page.locator("[name=row1seat1]").focus()
        for word in ("+6", "−2", "-2", "-2", "2", "2", "-2", "-3"):
            keys.type(word)
            keys.press("Enter")
        expect(page.locator("[data-sum]")).to_have_text(["+8", "0", "-4", "-5"])
        expect(page.locator("[data-check]").nth(0)).to_have_text("✓ 0")
        expect(page.locator("[data-check]").nth(1)).to_have_text("! -1")
        expect(page.locator("[name=row3seat1]")).to_be_focused()
        page.get_by_role("button", name="Spiele eintragen").click()
        page.wait_for_url("**/bogen/r1.t1")
        assert "r1.t1.g2" in list_here(desk.store)


def test_a_table_of_five_fits_a_phone(tmp_path: Path) -> None:
    """Names stand upright; every field, its cross and the row's check are in sight without panning."""
    store = open_tournament(tmp_path, (*NAMES[:4], "Heinz-Günter Schmidt-Rottluff"), rounds=1)
    store.append([Drawn(1, "1", "test", ((1, (1, 2, 3, 4, 5)),))], by="Wart")
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=(360, 640), touch=True) as browser:
        browser.open_page(ADDRESS)
        browser.page.locator("[name=row1seat5]").fill("-120")
        edges = browser.page.evaluate("""[...document.querySelectorAll('.typing :is(input, [data-check])')]
          .map((one) => one.getBoundingClientRect().right)""")
        assert len(edges) >= 5 * 20
        assert max(edges) <= 360
        assert browser.page.evaluate("document.querySelector('.typing').scrollWidth <= innerWidth")


def test_it_works_without_script(tmp_path: Path) -> None:
    """Then there are no running sums, and the games are entered all the same."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "organiser") as browser:
        plain = browser.page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
        plain.add_cookies(browser.page.context.cookies())  # type: ignore[arg-type]
        page = plain.new_page()
        page.goto(browser.page.url.partition("/jetzt")[0] + ADDRESS)
        page.locator("[name=reason]").fill("verloren")
        for seat, word in enumerate(("+6", "-2", "-2", "-2"), 1):
            page.locator(f"[name=row1seat{seat}]").fill(word)
        page.get_by_role("button", name="Spiele eintragen").click()
        page.wait_for_url("**/bogen/r1.t1")
        assert "Spiel 1" in page.content()
        plain.close()
