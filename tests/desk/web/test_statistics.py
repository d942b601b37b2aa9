"""Statistik on the page: figures and plots for everybody who sees the standings, the workbook for the organiser."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import expect

from desk.web.access import Register
from desk.web.pages.results.statistics_page import HIGH, WIDE, view_statistics
from desk.web.running_desk import Desk
from tests.desk.web.browser import DESKTOP, PHONE, find_violations, fits, open_browser
from tests.desk.web.visitors import read_words, visit
from tests.tournament.evening import evening
from tests.tournament.filing.files import open_tournament, put_in
from tests.tournament.paper import written

NAMES = ("Anna", "Bernd", "Çem", "Dörte")
ROWS = ["+6 -6 +6 -6", "-3 +9 -3 -3 Solo", "+2 +2 -2 -2"]


@pytest.fixture(name="desk")
def open_played(tmp_path: Path) -> Desk:
    """One table with three games."""
    store = open_tournament(tmp_path, NAMES)
    put_in(store, written(["+6 -6 +6 -6", "-3 +9 -3 -3", "+2 +2 -2 -2"], names=NAMES))
    return Desk(store.where, Register(tmp_path / "links.json"), "de")


def test_everybody_reads_the_figures(desk: Desk) -> None:
    """The standings lead there; a line a player, with games, games won, points."""
    client = visit(desk, "public")
    assert 'href="/statistik"' in client.get("/stand").text
    words = read_words(client.get("/statistik").text)
    assert "Anna 3 2 6 -3 1,67 5" in words, words
    assert "Was Spiele wert waren" in words


def test_a_player_sees_with_and_against_whom(desk: Desk) -> None:
    """Chosen by start number; what is no number chooses nobody."""
    client = visit(desk, "public")
    words = read_words(client.get("/statistik?spieler=1").text)
    assert "Mit wem" in words
    assert "Gegen wen" in words
    assert "Mit wem Name" not in read_words(client.get("/statistik?spieler=%3Cb%3E").text)


def test_the_workbook_is_the_organisers(desk: Desk) -> None:
    """Others have no button and get none."""
    found = visit(desk, "organiser").get("/statistik/datei")
    assert "Spieler" in load_workbook(BytesIO(found.content)).sheetnames
    public = visit(desk, "public")
    assert "/statistik/datei" not in public.get("/statistik").text
    assert public.get("/statistik/datei").status_code == 403


def test_before_the_first_game_there_is_a_sentence(tmp_path: Path) -> None:
    """An empty evening is no fault."""
    desk = Desk(open_tournament(tmp_path, NAMES).where, Register(tmp_path / "links.json"), "de")
    answer = visit(desk, "organiser").get("/statistik")
    assert answer.status_code == 200
    assert "<svg" not in answer.text


def test_lines_of_the_plot_end_where_the_totals_are() -> None:
    """Ten lines of twelve players, all within the picture, the first place on top of the others."""
    book = evening(names=[f"Spieler {number}" for number in range(12)], rounds=2)
    plot = view_statistics(book, None, "de").plot
    assert plot is not None
    assert [curve.total for curve in plot.curves] == [one.player.total for one in book.standings][:10]
    points = [tuple(map(float, point.split(","))) for curve in plot.curves for point in curve.path.split()]
    assert all(0 <= x <= WIDE and 0 <= y <= HIGH + 0.1 for x, y in points)
    assert [curve.last for curve in plot.curves] == sorted(curve.last for curve in plot.curves)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), [(DESKTOP, False), (PHONE, True), ((360, 740), False)])
def test_statistics_are_for_everybody(desk: Desk, size: tuple[int, int], *, dark: bool) -> None:
    """axe-core finds nothing, nothing runs out of the window, and a player is chosen by keys alone."""
    with open_browser(desk, "organiser", size=size, dark=dark) as browser:
        browser.open_page("/statistik")
        assert (find_violations(browser), fits(browser)) == ([], True)
        browser.page.get_by_label("Mit wem und gegen wen").select_option("2")
        browser.page.get_by_role("button", name="Zeigen").press("Enter")
        expect(browser.page.get_by_role("heading", name="Bernd")).to_be_visible()
        assert (find_violations(browser), fits(browser)) == ([], True)
