"""The season's page in a real browser: for everybody, on a phone, with keys alone and without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from desk.web.running_desk import Desk
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.test_season import ask, open_season  # noqa: F401 - a fixture

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True), ((360, 740), False)])
def test_the_season_is_for_everybody(desk: Desk, size: tuple[int, int], *, dark: bool) -> None:
    """axe-core finds nothing and nothing runs out of the window: before anything is chosen, with a question, and with
    its answer, which is given by keys alone."""
    with open_browser(desk, "organiser", size=size, dark=dark) as browser:
        for address in ("/stand", "/saison", ask("abend1", "abend2", "abend3", best="2")):
            browser.open_page(address)
            assert (find_violations(browser), fits(browser)) == ([], True), address
        button = browser.page.get_by_role("button", name="Ja, zeigen als Jörg Köster")
        button.focus()
        browser.page.keyboard.press("Enter")
        expect(browser.page.get_by_text("Ein Spieler sind: Jörg Köster = Joerg Koester.")).to_be_visible()
        expect(button).to_have_count(0)
        assert (find_violations(browser), fits(browser)) == ([], True)
