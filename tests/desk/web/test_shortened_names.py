"""Prüfen: a name that is shortened on the sheet is proposed where one player fits, and asked about where several do."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.running_desk import Desk
from tests.desk.web.all_kinds import PLAYERS, open_names
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.forms import PAGE, read_form
from tests.desk.web.visitors import read_words, visit
from tests.tournament.filing.files import make_book
from tests.tournament.filing.test_deciding import list_open

ITEM = "r1.t1.name.p1"


def list_names(desk: Desk) -> tuple[str, ...]:
    """Who sits at the seats, "" for nobody known."""
    return make_book(desk.store).entries[0].known


def test_the_only_one_who_fits_is_proposed(tmp_path: Path) -> None:
    """Enter takes the player whose name is abbreviated, left out in part, or left by the other seats."""
    desk = open_names(tmp_path, "S. Thöne", "Kern", "Monika Mö.", "Stefan T.")
    words = read_words(visit(desk, "referee").get(f"/pruefen/{ITEM}").text)
    assert "Alle 4 Namen übernehmen Enter" in words
    client = visit(desk, "referee")
    page = client.get(f"/pruefen/{ITEM}").text
    client.post(f"/pruefen/{ITEM}", data={**read_form(page), "how": "alike"}, headers=PAGE)
    assert list_names(desk) == PLAYERS[:4]


def test_between_two_somebody_chooses(tmp_path: Path) -> None:
    """Each has a key of its own, and Enter takes none of them."""
    desk = open_names(tmp_path, "Thöne", "Walter Kern", "Monika Möller", "Rolf Groß")
    client = visit(desk, "referee")
    page = client.get(f"/pruefen/{ITEM}").text
    assert "Ist es Sabine Thöne oder Stefan Thöne?" in read_words(page)
    assert 'class="main"' not in page.partition('<form id="decision"')[2].partition("</form>")[0]
    assert "name" not in read_form(page)
    assert client.post(f"/pruefen/{ITEM}", data={**read_form(page), "how": "name"}, headers=PAGE).status_code == 422
    client.post(f"/pruefen/{ITEM}", data={**read_form(page), "how": "name:Stefan Thöne"}, headers=PAGE)
    assert list_names(desk)[0] == "Stefan Thöne"
    assert ITEM not in list_open(desk.store)


def test_nobody_is_proposed_whose_name_is_not_near(tmp_path: Path) -> None:
    """Who was drawn to the seat is no answer where the sheet names two others."""
    desk = open_names(tmp_path, "Walter Kern", "Thöne", "Monika Möller", "Rolf Groß")
    client = visit(desk, "referee")
    assert "name" not in read_form(client.get("/pruefen/r1.t1.name.p2").text)


def test_two_who_choose_otherwise_see_both(tmp_path: Path) -> None:
    """The names stand in the buttons."""
    desk = open_names(tmp_path, "Thöne", "Walter Kern", "Monika Möller", "Rolf Groß")
    first, second = visit(desk, "referee"), visit(desk, "organiser")
    page = second.get(f"/pruefen/{ITEM}").text
    own = read_form(first.get(f"/pruefen/{ITEM}").text)
    first.post(f"/pruefen/{ITEM}", data={**own, "how": "name:Sabine Thöne"}, headers=PAGE)
    clash = second.post(f"/pruefen/{ITEM}", data={**read_form(page), "how": "name:Stefan Thöne"}, headers=PAGE)
    assert clash.status_code == 409
    assert "Meine Stefan Thöne gilt" in read_words(clash.text)
    second.post(f"/pruefen/{ITEM}", data={**read_form(clash.text), "how": "name:Stefan Thöne"}, headers=PAGE)
    assert list_names(desk)[0] == "Stefan Thöne"


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_choice_of_two_in_the_browser(tmp_path: Path, size: tuple[int, int]) -> None:
    """B or a tap takes the second; axe-core finds nothing, all fits."""
    desk = open_names(tmp_path, "Thöne", "Walter Kern", "Monika Möller", "Rolf Groß")
    with open_browser(desk, "organiser", size=size, touch=size == PHONE) as browser:
        browser.open_page(f"/pruefen/{ITEM}")
        assert find_violations(browser) == []
        assert fits(browser)
        if size == PHONE:
            browser.page.get_by_role("button", name="Stefan Thöne").tap()
        else:
            browser.page.keyboard.press("b")
        expect(browser.page.get_by_text("Ist es Sabine Thöne")).to_have_count(0)
        assert browser.faults == []
    assert list_names(desk)[0] == "Stefan Thöne"
