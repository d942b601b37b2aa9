"""Prüfen: blank rows at the end of a sheet are struck with one key, and U takes that back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.access import Register
from desk.web.running_desk import Desk
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.forms import PAGE, read_form
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.test_deciding import list_open
from tests.tournament.filing.test_struck_by_time import open_with

ITEM = "r1.t1.game-count"


def test_z_strikes_the_rows_that_are_left(tmp_path: Path) -> None:
    """The key says which rows; nothing is open then, and U asks again."""
    desk = Desk(open_with(tmp_path).where, Register(tmp_path / "links.json"), "de")
    client = visit(desk, "referee")
    page = client.get(f"/pruefen/{ITEM}").text
    assert 'value="strike" data-key="z"' in page
    assert "Nach Zeit gestrichen: Spiele 17 bis 20 Z" in read_words(page)
    client.post(f"/pruefen/{ITEM}", data={**read_form(page), "how": "strike"}, headers=PAGE)
    assert list_open(desk.store) == []
    back = client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert "Wurden sie nach Zeit gestrichen?" in read_words(back.text)
    assert list_open(desk.store) == [ITEM]


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_key_is_for_everybody(tmp_path: Path, size: tuple[int, int]) -> None:
    """axe-core finds nothing, all fits, and Z strikes the rows without a click."""
    desk = Desk(open_with(tmp_path).where, Register(tmp_path / "links.json"), "de")
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page(f"/pruefen/{ITEM}")
        assert find_violations(browser) == []
        assert fits(browser)
        browser.page.keyboard.press("z")
        expect(browser.page.get_by_text("Nichts ist offen.")).to_be_visible()
        assert browser.faults == []
    assert list_open(desk.store) == []
