"""Two people check one queue at the same time, each in a browser of their own."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from desk.web.access import Register
from desk.web.running_desk import Desk
from dev.tools.browser import open_window, start_chromium
from tests.desk.paper import ROUND, sheet
from tests.desk.web.browser import Browser, keep_toasts, need_browser, run_server
from tests.desk.web.forms import decide
from tests.desk.web.visitors import WRONG, open_desk, visit
from tests.tournament.filing.files import open_tournament, put_in

pytestmark = pytest.mark.slow
TABLES, WRONG_ROWS = 8, 5
ITEM = "document.querySelector('#decision')?.getAttribute('action')"
"""Where the page's decision goes; nothing where it asks for none."""
PLAYERS = tuple(f"Spieler {number}" for number in range(1, 4 * TABLES + 1))


def open_queue(folder: Path) -> Desk:
    """Eight tables, of each five rows that do not add up."""
    lines = ROUND.splitlines()
    for game in range(WRONG_ROWS):
        lines[4 + 2 * game] = "+3 +2 -2 -2"
    store = open_tournament(folder, PLAYERS, drawn=1)
    names = [PLAYERS[4 * table - 4 : 4 * table] for table in range(1, TABLES + 1)]
    put_in(
        store, *(sheet(f"{table}.jpg", "\n".join(lines), table, names=seated) for table, seated in enumerate(names, 1))
    )
    return Desk(store.where, Register(folder / "links.json"), "de")


def enter(desk: Desk, chromium: object, address: str, name: str) -> Browser:
    """A window of a person of that name, on the queue."""
    browser = open_window(chromium, address)  # type: ignore[arg-type]  # Chromium
    browser.enter(f"{address}/l/{desk.register.issue('referee', name, hours=1)}")
    browser.open_page("/pruefen")
    return browser


def press_together(pages: list[Page]) -> None:
    """Both take at the same moment what is proposed, and wait until something else is shown."""
    before = {page: page.evaluate(ITEM) for page in pages}
    for page in pages:
        page.keyboard.press("Enter")
    for page, action in before.items():
        with suppress(AssertionError):  # a key is dropped where somebody else's decision had just replaced the item
            expect(page.locator(f"#decision[action='{action}']")).to_have_count(0, timeout=1500)


def test_forty_items_without_a_needless_conflict(tmp_path: Path) -> None:
    """Both press Enter until nothing is open: each item is decided once, nobody is asked what holds, both worked."""
    need_browser()
    desk, clashes = open_queue(tmp_path), 0
    with run_server(desk) as address, start_chromium() as chromium:
        people = [enter(desk, chromium, address, name) for name in ("Rita", "Ute")]
        pages = [one.page for one in people]
        while busy := [page for page in pages if page.evaluate(ITEM)]:
            press_together(busy)
            clashes += sum(page.locator("#review .clash, #review [role=alert]").count() for page in pages)
        assert all(one.faults == [] for one in people)
    decisions = desk.open("de").tournament.decisions
    assert len(decisions) == TABLES * WRONG_ROWS
    assert clashes == 0
    assert {one.by for one in decisions.values()} == {"Rita", "Ute"}
    assert sum(entry.fact.kind == "decided" for entry in desk.store.read_entries()) == len(decisions)


def test_the_screen_follows_somebody_elses_decision(tmp_path: Path) -> None:
    """The item goes, a toast says who decided it, and a key that was meant for it does nothing; whoever types is left
    alone."""
    need_browser()
    desk = open_desk(tmp_path, WRONG.replace("-2 -2 +2 +2", "-2 -2 +2 +3", 1), WRONG)
    client = visit(desk, "organiser")
    with run_server(desk) as address, start_chromium() as chromium:
        page = enter(desk, chromium, address, "Rita").page
        page.clock.set_fixed_time(datetime(2026, 11, 28, tzinfo=UTC))  # keys are dropped for a moment, which so lasts
        keep_toasts(page)
        page.goto(f"{address}/pruefen/r1.t1.g5")
        expect(page.locator(".count")).to_contain_text("Noch 3 offen")
        decide(client, "r1.t1.g5", "as-written")
        expect(page.locator("#toast")).to_contain_text("organiser 1 hat Runde 1, Tisch 1, Spiel 5 entschieden.")
        page.keyboard.press("Enter")
        assert page.locator("#decision").count() == 1
        assert page.locator("#decision.htmx-request").count() == 0  # else the key would have sent it
        assert list(desk.open("de").tournament.decisions) == ["r1.t1.g5"]
        page.goto(f"{address}/pruefen/r1.t1.g6")
        page.keyboard.type("-4")
        page.evaluate("document.addEventListener('sse:changed', () => { window.told = true; })")
        decide(client, "r1.t1.g6", "as-written")
        page.wait_for_function("() => window.told")
        assert page.locator("#news.htmx-request").count() == 0  # what is new is asked for at once, or not at all
        expect(page.locator("#decision")).to_have_attribute("action", "/pruefen/r1.t1.g6")


def test_a_key_counts_while_the_page_asks_what_is_new(tmp_path: Path) -> None:
    """Somebody else wrote about the sheet, and the answer to that is slow: Enter decides all the same."""
    need_browser()
    desk, asked = open_desk(tmp_path, WRONG.replace("-2 -2 +2 +2", "-2 -2 +2 +3", 1), WRONG), list[Route]()
    client = visit(desk, "organiser")
    with run_server(desk) as address, start_chromium() as chromium:
        page = enter(desk, chromium, address, "Rita").page
        page.goto(f"{address}/pruefen/r1.t1.g5")
        page.route("**/neu?*", lambda route: asked.append(route))
        with page.expect_request("**/neu?*"):
            decide(client, "r1.t1.g6", "as-written")
        page.keyboard.press("Enter")
        expect(page.locator("#decision")).to_have_attribute("action", "/pruefen/r1.t2.g5")
    assert set(desk.open("de").tournament.decisions) == {"r1.t1.g5", "r1.t1.g6"}
