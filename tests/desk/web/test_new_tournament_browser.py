"""From the empty start page to the printed first round of 32 players: a stranger's way, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from socket import create_server

import pytest
from playwright.sync_api import Page, expect

from desk.web.connections import serve_beside
from desk.web.serve import make_app, make_start_app
from desk.web.start.evening_house import House
from dev.tools.browser import Browser, open_window, start_chromium
from tests.desk.web.browser import find_violations, fits, need_browser
from tournament.record.open_store import open_store
from tournament.record.replay import Tournament, replay

pytestmark = pytest.mark.slow
LAPTOP, PHONE = (1366, 650), (360, 640)
MOST_PRESSES = 40
CLUBS = ("Karlchen Müller e. V.", "Herzdame Uelzen", "DK Elmshorn")
LIST = "Name\tVerein\tbezahlt\n" + "".join(
    f"{first} {last}\t{CLUBS[len(first + last) % 3]}\t{'x' * (last > 'C')}\n"
    for last in ("Albers", "Böhm", "Claßen", "Düring")
    for first in ("Anna", "Bernd", "Carla", "Dörte", "Emil", "Frauke", "Günter", "Heike")
)
"""As Excel gives it to the clipboard."""


@dataclass
class Stranger:
    """Somebody before the page. `presses`: keys, clicks and taps so far, without the letters of the title."""

    browser: Browser
    presses: int = 0
    looked: list[str] = field(default_factory=list)

    @property
    def page(self) -> Page:
        """The window."""
        return self.browser.page

    def press(self, key: str) -> None:
        """One key."""
        self.page.keyboard.press(key)
        self.presses += 1

    def go_on(self) -> None:
        """Enter, on what has the focus by itself."""
        self.page.wait_for_function("() => document.activeElement !== document.body")
        self.press("Enter")

    def paste(self, text: str) -> None:
        """Ctrl+V, or a tap on Paste."""
        self.page.keyboard.insert_text(text)
        self.presses += 1

    def tap(self, name: str, role: str = "button") -> None:
        """One tap on what is called so."""
        self.page.get_by_role(role, name=name, exact=True).tap()  # type: ignore[arg-type]
        self.presses += 1

    def look(self, heading: str) -> None:
        """Waits for a page and looks at it: axe-core finds nothing, and nothing runs out of the window."""
        self.page.get_by_role("heading", name=heading, exact=True).wait_for()
        self.page.wait_for_load_state("load")
        assert (find_violations(self.browser), fits(self.browser)) == ([], True), heading
        self.looked.append(heading)


@contextmanager
def meet_stranger(
    size: tuple[int, int], *, touch: bool = False, dark: bool = False
) -> Iterator[tuple[Stranger, House]]:
    """A window on the start page of a computer on which no evening was ever open."""
    need_browser()
    house = House("de", make_app)
    with create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with serve_beside(make_start_app(house), listener), start_chromium() as chromium:
            browser = open_window(chromium, address, size=size, touch=touch, dark=dark)
            browser.page.goto(f"{address}/herein/{house.register.issue('organiser', 'Wart', hours=1, once=True)}")
            try:
                yield Stranger(browser), house
            finally:
                house.close()


@pytest.fixture(autouse=True)
def own_folders(home: Path) -> None:
    """The user's own folders lie below the test's."""


def read_only_one(house: House) -> Tournament:
    """The one tournament that was made."""
    (path,) = house.folder.glob("*.kiebitz")
    return replay(open_store(path).read_entries())


def expect_paper(stranger: Stranger, act: Callable[[], None]) -> None:
    """Does what opens the paper in a window of its own; it is a PDF."""
    context = stranger.page.context
    pdf = context.expect_event("response", lambda one: one.headers.get("content-type") == "application/pdf")
    with pdf, context.expect_page():
        act()
    stranger.page.get_by_role("link", name="Zum Abend").wait_for()
    expect(stranger.page.get_by_text("Runde 1 ist zum Drucken geöffnet.")).to_be_attached()


def check_evening(stranger: Stranger, house: House) -> None:
    """All 32 are there, those who paid too, the first round is drawn and printed; it took few presses."""
    state = read_only_one(house)
    assert (len(state.players), len(state.draws[1]), state.printed) == (32, 8, {1})
    assert (state.opening.title, state.opening.rounds) == ("Ligaabend 3", 3)
    assert sum(player.paid for player in state.players) == 16
    assert {player.club for player in state.players} == set(CLUBS)
    assert stranger.presses <= MOST_PRESSES
    assert stranger.looked == [
        "Turniere",
        "Neues Turnier",
        "Nach welchen Regeln?",
        "Wie viel wird gespielt?",
        "Wer spielt mit?",
        "Auslosung",
        "Runde 1 drucken",
    ]


def test_by_keyboard_alone() -> None:
    """Every page begins where the next key is needed."""
    with meet_stranger(LAPTOP) as (stranger, house):
        stranger.look("Turniere")
        while stranger.page.evaluate("document.activeElement.textContent") != "Neues Turnier":
            stranger.press("Tab")
        stranger.press("Enter")
        stranger.look("Neues Turnier")
        expect(stranger.page.get_by_label("Wie heißt das Turnier?")).to_be_focused()
        stranger.page.keyboard.type("Ligaabend 3")
        stranger.press("Enter")
        stranger.look("Nach welchen Regeln?")
        stranger.go_on()
        stranger.look("Wie viel wird gespielt?")
        stranger.go_on()
        stranger.look("Wer spielt mit?")
        expect(stranger.page.get_by_label("Liste der Spieler")).to_be_focused()
        stranger.paste(LIST)
        stranger.page.get_by_role("button", name="32 Spieler übernehmen").wait_for()
        stranger.press("Control+Enter")
        stranger.look("Auslosung")
        stranger.go_on()
        stranger.page.get_by_role("link", name="Zum Drucken").wait_for()
        stranger.go_on()
        stranger.look("Runde 1 drucken")
        expect_paper(stranger, stranger.go_on)
        check_evening(stranger, house)
        assert stranger.presses <= 20, stranger.presses


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_by_touch_alone(*, dark: bool) -> None:
    """On a phone's narrow window, each main button is in sight."""
    with meet_stranger(PHONE, touch=True, dark=dark) as (stranger, house):
        stranger.look("Turniere")
        stranger.tap("Neues Turnier", "link")
        stranger.look("Neues Turnier")
        stranger.page.get_by_label("Wie heißt das Turnier?").tap()
        stranger.page.keyboard.type("Ligaabend 3")
        stranger.tap("Weiter")
        stranger.look("Nach welchen Regeln?")
        expect(stranger.page.get_by_role("button", name="Weiter")).to_be_in_viewport()
        stranger.tap("Weiter")
        stranger.look("Wie viel wird gespielt?")
        stranger.tap("Turnier anlegen")
        stranger.look("Wer spielt mit?")
        stranger.page.get_by_label("Liste der Spieler").tap()
        stranger.paste(LIST)
        expect(stranger.page.get_by_role("button", name="32 Spieler übernehmen")).to_be_in_viewport()
        stranger.tap("32 Spieler übernehmen")
        stranger.look("Auslosung")
        stranger.tap("Runde 1, 2, 3 auslosen")
        stranger.tap("Zum Drucken", "link")
        stranger.look("Runde 1 drucken")
        expect_paper(stranger, lambda: stranger.tap("Runde 1 drucken"))
        stranger.presses += 2  # the two fields
        check_evening(stranger, house)
        assert stranger.presses <= 15, stranger.presses


def test_back_and_forth_keeps_every_answer() -> None:
    """The browser's way back shows each page as it was answered; nothing is written before the last one."""
    with meet_stranger(LAPTOP) as (stranger, house):
        page = stranger.page
        page.get_by_role("link", name="Neues Turnier").click()
        page.get_by_label("Wie heißt das Turnier?").fill("Ligaabend 3")
        page.wait_for_load_state("load")  # a script keeps the answers in the page's address
        page.keyboard.press("Enter")
        page.get_by_label("Zehn-Cent-Turnier", exact=True).check()
        page.wait_for_load_state("load")
        page.get_by_role("button", name="Weiter").click()
        page.get_by_role("heading", name="Wie viel wird gespielt?").wait_for()
        page.go_back()
        page.go_back()
        expect(page.get_by_label("Wie heißt das Turnier?")).to_have_value("Ligaabend 3")
        page.go_forward()
        expect(page.get_by_label("Zehn-Cent-Turnier", exact=True)).to_be_checked()
        page.get_by_role("link", name="1. Turnier").click()
        expect(page.get_by_label("Wie heißt das Turnier?")).to_have_value("Ligaabend 3")
        assert list(house.folder.glob("*")) == []


def test_a_clubs_rules_by_questions() -> None:
    """From the page of rules and back to it, with the new rules chosen; for everybody, also on a phone."""
    for size in (LAPTOP, PHONE):
        with meet_stranger(size) as (stranger, _):
            page = stranger.page
            page.goto(f"{stranger.browser.address}/neu/regeln?title=T")
            page.get_by_role("link", name="Ein paar Fragen beantworten").click()
            stranger.look("Die Regeln Ihres Vereins")
            page.get_by_label("Wie heißt Ihre Runde oder Ihr Turnier?").fill("Karlchens Runde")
            page.get_by_role("button", name="Diese Regeln nehmen").click()
            stranger.look("Nach welchen Regeln?")
            expect(page.get_by_label("Karlchens Runde")).to_be_checked()
            page.get_by_role("button", name="Weiter").click()
            page.get_by_text("T, Karlchens Runde").wait_for()
            assert stranger.browser.faults == []
