"""A slow connection in a real browser: fields are filled before any script runs, and answers come late or in another
order; whatever a page says belongs to what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.desk.paper import ROUND
from tests.desk.web.all_kinds import open_names
from tests.desk.web.browser import Browser, let_through, open_browser
from tests.desk.web.forms import decide
from tests.desk.web.list_photos import teach_at_once
from tests.desk.web.readers import JPEG
from tests.desk.web.test_photos import send
from tests.desk.web.test_review import TWO_WRONG
from tests.desk.web.visitors import WRONG, open_desk, visit

pytestmark = pytest.mark.slow
LIST: list[dict[str, object]] = [{"name": "liste.csv", "mimeType": "text/csv", "buffer": b"Name\nLea Lahn\nMia Mohn\n"}]
PHOTO = [{"name": "liste.jpg", "mimeType": "image/jpeg", "buffer": JPEG + b"1"}]


@contextmanager
def hold(page: Page, pattern: str) -> Iterator[list[Route]]:
    """Inside the `with`, requests of such addresses wait; at its end those that still do go on, the first one first."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    yield held
    page.route(pattern, let_through)
    for route in held:
        route.continue_()


def wait_for_requests(page: Page, held: Sequence[object], count: int) -> None:
    """Until so many were asked for: the browser tells of a request some time after it was made."""
    while len(held) < count:
        page.wait_for_timeout(20)


def open_without_scripts(browser: Browser, path: str, act: Callable[[Page], object]) -> None:
    """Opens the page, does that while its scripts are still on their way, and lets them come."""
    with hold(browser.page, "**/static/*.js*") as held:
        browser.page.goto(browser.address + path, wait_until="commit")
        act(browser.page)
        wait_for_requests(browser.page, held, 1)
        assert browser.page.evaluate("document.documentElement.className") != "script"


def type_early(page: Page, label: str, text: str) -> None:
    """Fills a field."""
    page.get_by_label(label, exact=True).fill(text)


def check_button(page: Page, words: str) -> None:
    """A button says so."""
    page.get_by_role("button", name=words).wait_for()


def check_filtered(page: Page) -> None:
    """Only the player who was looked for is shown."""
    expect(page.locator("#players tbody tr:visible")).to_have_count(1)


def check_sums(page: Page) -> None:
    """The running sums have what was typed."""
    expect(page.locator("[data-sum]").first).to_have_text("+6")
    expect(page.locator("[data-check]").first).to_have_text("! +6")


def check_arrived(page: Page) -> None:
    """The photograph is on its way, and its field is free again."""
    expect(page.locator("[data-title]")).to_have_text("1 Foto angekommen")


EARLY: dict[str, tuple[str, Callable[[Page], object], Callable[[Page], object]]] = {
    "players": ("/spieler", lambda page: type_early(page, "Suchen", "Gül"), check_filtered),
    "pasted": (
        "/spielerliste",
        lambda page: type_early(page, "Liste der Spieler", "Ida Igel\nJan Jahn\nKai Kern"),
        lambda page: check_button(page, "3 Spieler übernehmen"),
    ),
    "file": (
        "/spielerliste",
        lambda page: page.set_input_files("[name=listed]", LIST),  # type: ignore[arg-type]
        lambda page: check_button(page, "2 Spieler übernehmen"),
    ),
    "by hand": ("/eintragen/1/2", lambda page: page.locator("[name=row1seat1]").fill("6"), check_sums),
    "photos": ("/foto", lambda page: page.set_input_files("#pictures", PHOTO), check_arrived),  # type: ignore[arg-type]
    "now": ("/jetzt", lambda page: page.set_input_files("#pictures", PHOTO), check_arrived),  # type: ignore[arg-type]
    "row": (
        "/pruefen/r1.t1.g5",
        lambda page: page.locator("#p1").fill("+9"),
        lambda page: check_button(page, "+9 +2 \N{MINUS SIGN}2 \N{MINUS SIGN}2 übernehmen"),
    ),
    "own list": (
        "/eigene-liste",
        lambda page: page.set_input_files("#list-photo", PHOTO),  # type: ignore[arg-type]
        lambda page: page.get_by_role("heading", name="Was steht in den Spalten?").wait_for(),
    ),
    "columns": (
        "/eigene-liste",
        lambda page: page.locator('select[name="group.6"]').select_option("solo"),
        lambda page: expect(page.locator("a.column text").last).to_have_text("Solo"),
    ),
}
"""By page: its address, what is done before its scripts run, and what it must show then. The list's columns stand there
as the photograph before them was sent."""


def test_what_is_filled_in_before_the_scripts_run_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On every page with a script that follows a field."""
    teach_at_once(monkeypatch)
    with open_browser(open_desk(tmp_path, TWO_WRONG), "organiser") as browser:
        for path, act, check in EARLY.values():
            open_without_scripts(browser, path, act)
            check(browser.page)
        assert browser.faults == []


def test_a_choice_before_the_scripts_run_counts(tmp_path: Path) -> None:
    """The main button names who was typed, not who was proposed."""
    desk = open_names(tmp_path, "Sabine Thöne", "Kern", "Monika Möller", "Stefan Thöne")
    with open_browser(desk, "organiser") as browser:
        browser.open_page("/pruefen/r1.t1.name.p2")
        check_button(browser.page, "Walter Kern übernehmen")
        open_without_scripts(browser, "/pruefen/r1.t1.name.p2", lambda page: page.locator("[name=other]").fill("Ute"))
        check_button(browser.page, "Ute übernehmen")
        assert browser.faults == []


def test_nothing_is_sent_where_nothing_was_touched(tmp_path: Path) -> None:
    """A page as the server made it is announced to nobody."""
    with open_browser(open_desk(tmp_path, TWO_WRONG), "organiser") as browser:
        sent: list[str] = []
        browser.page.on("request", lambda request: sent.append(request.method))
        browser.page.add_init_script(
            "for (const kind of ['input', 'change']) document.addEventListener(kind, () => { window.heard = kind; });"
        )
        for path in ("/spielerliste", "/spieler", "/eintragen/1/2", "/pruefen/r1.t1.g5", "/foto", "/einstellungen"):
            browser.open_page(path)
            assert browser.page.evaluate("window.heard") is None, path
        assert "POST" not in sent


@contextmanager
def delay_answer(page: Page, pattern: str, act: Callable[[], object]) -> Iterator[None]:
    """Inside the `with`, the first such request is answered as it was asked, but the answer comes to the page only at
    the end, after `act` changed something and the page heard of it."""
    late: list[tuple[Route, APIResponse]] = []

    def answer(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    page.route(pattern, answer)
    page.evaluate("document.addEventListener('sse:changed', () => { window.told = (window.told ?? 0) + 1; })")
    yield
    wait_for_requests(page, late, 1)
    before = page.evaluate("window.told ?? 0")
    act()
    page.wait_for_function("before => (window.told ?? 0) > before", arg=before)
    late[0][0].fulfill(response=late[0][1])


def test_what_comes_while_an_answer_is_on_its_way_is_shown(tmp_path: Path) -> None:
    """The list of photographs has the one that came meanwhile, too; and an item that somebody else decided while it was
    on its way goes again."""
    desk = open_desk(tmp_path, TWO_WRONG, WRONG)
    sender, other = visit(desk, "table", 1), visit(desk, "organiser")
    with open_browser(desk, "referee") as browser:
        page = browser.page
        browser.open_page("/foto")
        with delay_answer(page, "**/foto?stand=*", lambda: send(sender, JPEG + b"2")):
            send(sender, JPEG + b"1")
        expect(page.locator(".verdicts > li")).to_have_count(4)
        browser.open_page("/pruefen/r1.t1.g5")
        with delay_answer(page, "**/pruefen/r1.t1.g5", lambda: decide(other, "r1.t1.g6", "as-written")):
            page.keyboard.press("Enter")
        expect(page.locator("#decision")).to_have_attribute("action", "/pruefen/r1.t2.g5")
        assert browser.faults == []


def test_the_answer_of_an_older_request_shows_nothing(tmp_path: Path) -> None:
    """It comes after the newer one's, or not at all: the field that was chosen last stays, and so does the list."""
    with open_browser(open_desk(tmp_path, ROUND), "organiser") as browser:
        page = browser.page
        browser.open_page("/bogen/r1.t1")
        fields = page.locator("svg.sheet a")
        with hold(page, f"**{fields.nth(0).get_attribute('hx-get')}") as held:
            fields.nth(0).click()
            page.wait_for_function("() => document.querySelector('svg.sheet a.htmx-request')")
            name = fields.nth(1).locator("title").text_content()
            fields.nth(1).click()
            expect(page.locator("#field h2")).to_have_text(str(name).partition(":")[0])
            assert held
        page.wait_for_load_state("networkidle")
        expect(page.locator("#field h2")).to_have_text(str(name).partition(":")[0])
        browser.open_page("/spielerliste")
        field = page.get_by_label("Liste der Spieler")
        with hold(page, "**/spielerliste") as held:
            field.fill("Ida Igel")
            wait_for_requests(page, held, 1)
            field.fill("Ida Igel\nJan Jahn")
            wait_for_requests(page, held, 2)
            held.reverse()
        check_button(page, "2 Spieler übernehmen")


def test_a_button_stays_while_it_is_pressed(tmp_path: Path) -> None:
    """The list's field loses the focus by that: nothing is asked then whose answer would put another button there."""
    with open_browser(open_desk(tmp_path), "organiser") as browser:
        page = browser.page
        browser.open_page("/spielerliste")
        expect(page.get_by_label("Liste der Spieler")).to_be_focused()
        page.keyboard.insert_text("Ida Igel")
        button = page.get_by_role("button", name="1 Spieler übernehmen")
        button.hover()
        page.evaluate("document.addEventListener('htmx:beforeRequest', () => { window.asked = true; })")
        page.mouse.down()
        assert page.evaluate("window.asked") is None
        page.mouse.up()
        page.wait_for_url("**/spieler?listed=1")
        assert browser.faults == []


def test_a_refresh_waits_while_a_button_is_held_down(tmp_path: Path) -> None:
    """By the mouse or by a key: a button that is let go elsewhere makes room for what is new, and a press counts."""
    desk, mark = open_desk(tmp_path, ROUND, ROUND), "document.getElementById('next').marked"
    with open_browser(desk, "organiser") as browser:
        page, sender = browser.page, visit(desk, "referee")
        browser.open_page("/jetzt")
        page.evaluate(f"{mark} = true")
        page.evaluate("document.addEventListener('htmx:beforeSwap', () => { window.came = (window.came ?? 0) + 1; })")
        page.locator("#next").hover()
        page.mouse.down()
        send(sender, JPEG + b"1")
        page.wait_for_function("() => window.came === 1")
        assert page.evaluate(mark)
        page.mouse.move(1, 1)
        page.mouse.up()
        page.wait_for_function(f"() => !{mark}")
        page.locator("#next").focus()
        page.keyboard.down("Space")
        send(sender, JPEG + b"2")
        page.wait_for_function("() => window.came === 3")
        page.keyboard.up("Space")
        expect(page.get_by_role("heading", level=1)).to_have_text("Stand aushängen")
        assert browser.faults == []
