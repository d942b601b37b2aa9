"""Decisions on a dead connection: they say so, wait in the browser, and go out once, in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.desk.web.browser import let_through, open_browser
from tests.desk.web.forms import decide
from tests.desk.web.test_review import TWO_WRONG
from tests.desk.web.visitors import WRONG, open_desk, visit

pytestmark = pytest.mark.slow
POSTS = "**/pruefen/r*"


def cut(page: Page) -> None:
    """From now on nothing that is decided reaches the server; pages do."""
    page.route(POSTS, lambda route: route.abort() if route.request.method == "POST" else route.continue_())


def expect_kept(page: Page) -> None:
    """The page says that the decision waits; the item stays, and keys do nothing."""
    expect(page.get_by_text("Noch nicht gesendet: Verbindung fehlt.")).to_be_visible()
    expect(page.get_by_text("1 Entscheidung wartet auf Verbindung.")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_text("1 Entscheidung wartet auf Verbindung.")).to_be_visible()


def test_a_decision_waits_for_the_connection(tmp_path: Path) -> None:
    """Over a reload, too. Then it goes out by itself, once, and the next item comes; no less where the browser has had
    no network at all."""
    desk = open_desk(tmp_path, TWO_WRONG)
    with open_browser(desk, "organiser") as browser:
        page = browser.page
        browser.open_page("/pruefen/r1.t1.g5")
        cut(page)
        page.keyboard.press("Enter")
        expect_kept(page)
        page.reload()
        expect_kept(page)
        assert not desk.open("de").tournament.decisions
        page.route(POSTS, let_through)
        expect(page.locator("h1")).to_have_text("Runde 1, Tisch 1, Spiel 6")
        expect(page.get_by_text("Noch nicht gesendet")).to_be_hidden()
        assert list(desk.open("de").tournament.decisions) == ["r1.t1.g5"]
        page.wait_for_timeout(900)
        page.context.set_offline(True)
        page.keyboard.press("Enter")
        expect_kept(page)
        page.context.set_offline(False)
        expect(page.get_by_text("Nichts ist offen.")).to_be_visible()
        assert list(desk.open("de").tournament.decisions) == ["r1.t1.g5", "r1.t1.g6"]


def test_an_answer_that_is_lost_makes_no_second_entry(tmp_path: Path) -> None:
    """The server has the decision, the browser does not know: it sends it again, and the next item comes."""
    desk = open_desk(tmp_path, TWO_WRONG)
    with open_browser(desk, "organiser") as browser:
        page = browser.page
        browser.open_page("/pruefen/r1.t1.g5")

        def lose(route: Route) -> None:
            if route.request.method == "POST":
                route.fetch()
                route.abort()
            else:
                route.continue_()

        page.route(POSTS, lose)
        page.keyboard.press("Enter")
        expect(page.get_by_text("Noch nicht gesendet")).to_be_visible()
        entries = len(desk.store.read_entries())
        page.route(POSTS, let_through)
        expect(page.locator("h1")).to_have_text("Runde 1, Tisch 1, Spiel 6")
        assert len(desk.store.read_entries()) == entries
        expect(page.get_by_text("war schneller")).to_have_count(0)


def test_what_waited_meets_somebody_elses_decision(tmp_path: Path) -> None:
    """Never silently: both decisions are shown, and nothing is overwritten."""
    desk = open_desk(tmp_path, WRONG)
    with open_browser(desk, "organiser") as browser:
        page = browser.page
        browser.open_page("/pruefen/r1.t1.g5")
        cut(page)
        page.keyboard.press("Enter")
        expect_kept(page)
        decide(visit(desk, "referee"), "r1.t1.g5", "as-written")
        page.route(POSTS, let_through)
        expect(page.get_by_text("referee 1 hat anders entschieden als Sie.")).to_be_visible()
        assert [one.how for one in desk.open("de").tournament.decisions.values()] == ["as-written"]
        page.wait_for_timeout(900)
        page.keyboard.press("m")
        expect(page.get_by_text("Nichts ist offen.")).to_be_visible()
    assert [one.points for one in desk.open("de").tournament.decisions.values()] == [(2, 2, -2, -2)]
