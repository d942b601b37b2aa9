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
from tests.tournament.filing.test_written_twice import LATE, list_totals, open_late

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


def make_late_desk(folder: Path) -> Desk:
    """Game 7 stands in two rows."""
    return Desk(open_late(folder).where, Register(folder / "links.json"), "de")


def test_x_strikes_a_row_that_is_there_twice(tmp_path: Path) -> None:
    """Both rows are shown; struck, the question is gone, and U asks again."""
    desk = make_late_desk(tmp_path)
    client, before = visit(desk, "referee"), list_totals(desk.store)
    page = client.get(f"/pruefen/{LATE}").text
    words = read_words(page)
    assert "Spiel 8 ist doppelt: streichen X" in words
    assert "Spiel 7 " in words
    assert page.count('class="seats told') == 2
    asked = client.post(f"/pruefen/{LATE}", data={**read_form(page), "how": "twice:3"}, headers=PAGE)
    assert "In Zeile 3 steht" in read_words(asked.text)
    assert client.post(f"/pruefen/{LATE}", data={**read_form(page), "how": "twice:x"}, headers=PAGE).status_code == 422
    client.post(f"/pruefen/{LATE}", data={**read_form(page), "how": "twice:8"}, headers=PAGE)
    assert LATE not in list_open(desk.store)
    assert list_totals(desk.store) != before
    back = client.post("/pruefen/zurueck", data={"later": ""}, headers=PAGE)
    assert "Ist Spiel 7 doppelt" in read_words(back.text)
    assert list_totals(desk.store) == before


def test_one_strikes_what_another_lets_stand(tmp_path: Path) -> None:
    """Both decisions are shown, and the second one is not lost."""
    desk = make_late_desk(tmp_path)
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    page = second.get(f"/pruefen/{LATE}").text
    first.post(f"/pruefen/{LATE}", data={**read_form(first.get(f"/pruefen/{LATE}").text), "how": "stay"}, headers=PAGE)
    clash = second.post(f"/pruefen/{LATE}", data={**read_form(page), "how": "twice:8"}, headers=PAGE)
    assert clash.status_code == 409
    assert "Meine Streichung gilt" in read_words(clash.text)
    second.post(f"/pruefen/{LATE}", data={**read_form(clash.text), "how": "twice:8"}, headers=PAGE)
    assert LATE not in list_open(desk.store)
    assert desk.open("de").book.entries[0].sheet.rows[7].played is False


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


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_doubled_row_in_the_browser(tmp_path: Path, size: tuple[int, int]) -> None:
    """axe-core finds nothing, all fits, and X or a tap strikes the row."""
    desk = make_late_desk(tmp_path)
    with open_browser(desk, "organiser", size=size, touch=size == PHONE) as browser:
        browser.open_page(f"/pruefen/{LATE}")
        assert find_violations(browser) == []
        assert fits(browser)
        if size == PHONE:
            browser.page.get_by_role("button", name="Spiel 8 ist doppelt").tap()
        else:
            browser.page.keyboard.press("x")
        expect(browser.page.locator(f"#decision[action$='/{LATE}']")).to_have_count(0)
        assert browser.faults == []
    assert LATE not in list_open(desk.store)
