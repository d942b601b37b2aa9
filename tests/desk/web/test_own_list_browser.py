"""From the empty start page to a standing, on a club's own list alone: shown with one photograph, then sent by its
tables; nobody knows a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from socket import create_server
from urllib.parse import urljoin

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from desk.web.connections import serve_beside
from desk.web.serve import make_app, make_start_app
from desk.web.start.evening_house import House
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.fill import fill_foreign
from dev.filler.foreign_pdf import render_foreign
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.plain_lists import write_plain_list
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from dev.tools.browser import Browser, open_window, start_chromium
from templates.foreign.layout_file import load_layout_text
from templates.layout import Layout
from tests.desk.test_learnt_lists import COLUMNS, FORM
from tests.desk.web.browser import find_violations, fits, need_browser, open_browser, run_server
from tests.desk.web.list_photos import teach_at_once
from tests.desk.web.readers import JPEG
from tests.desk.web.visitors import open_desk
from tests.scanner.test_plain_lists import LIST

pytestmark = pytest.mark.slow
LAPTOP, PHONE = (1366, 650), (360, 640)
NAMES = (
    "Anna Albers",
    "Bernd Böhm",
    "Carla Claßen",
    "Dörte Düring",
    "Emil Ebert",
    "Frauke Falk",
    "Günter Groß",
    "Heike Haas",
)
TITLE = "Doppelkopf am Montag"


def make_form() -> Layout:
    """The club's list: running totals of four players, the game's value, and a cross for a solo."""
    blocks = (
        f'[[fields]]\nid = "{name}"\nkind = "{kind}"\nrows = {rows}\ncolumns = {columns}\n'
        for name, kind, rows, columns in COLUMNS
    )
    return load_layout_text(FORM + "".join(blocks))


def photograph_list(form: Layout, seed: int) -> tuple[bytes, list[int]]:
    """A filled-in list, photographed, and what each seat has in the end."""
    rng = np.random.default_rng(seed)
    round_ = write_round(draw_points_round(4, 12, rng, plain=True), form)
    sheet = fill_foreign(
        form, TITLE, round_, [load_font_hand("patrick-hand")], rng, names=("Anna", "Bernd", "Carla", "Dora")
    )
    shot = photograph(sheet, Scene(choose_size(8.0), tilt=5, towards=100 + 40 * seed, jpeg=93), rng)
    return shot.jpeg(), [sum(game.points[seat] or 0 for game in round_.played.games) for seat in range(4)]


@pytest.fixture(autouse=True)
def own_folders(home: Path) -> None:
    """The user's own folders lie below the test's."""


@contextmanager
def open_start() -> Iterator[tuple[Browser, House]]:
    """A window on the start page of a computer on which no evening was ever open."""
    need_browser()
    house = House("de", make_app)
    with create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with serve_beside(make_start_app(house), listener), start_chromium() as chromium:
            browser = open_window(chromium, address, size=LAPTOP)
            browser.page.goto(f"{address}/herein/{house.register.issue('organiser', 'Wart', hours=1, once=True)}")
            try:
                yield browser, house
            finally:
                house.close()


def look(browser: Browser, heading: str) -> None:
    """Waits for a page and looks at it: axe-core finds nothing, and nothing runs out of the window."""
    browser.page.get_by_role("heading", name=heading, exact=True).wait_for()
    browser.page.wait_for_load_state("load")
    assert (find_violations(browser), fits(browser)) == ([], True), heading


def say_column(page: Page, column: int, words: str) -> None:
    """Clicks a column in the picture and says what it is."""
    page.locator(f'a.column[data-column="{column}"]').click()
    page.locator(".chooser").get_by_role("button", name=words, exact=True).click()


def make_evening(browser: Browser) -> None:
    """An evening of eight players with one round, drawn."""
    page = browser.page
    page.get_by_role("link", name="Neues Turnier").click()
    page.get_by_label("Wie heißt das Turnier?").fill("Montagsrunde")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Weiter").click()
    look(browser, "Wie viel wird gespielt?")
    page.locator("#rounds").fill("1")
    page.locator("#games").fill("12")
    page.get_by_role("button", name="Turnier anlegen").click()
    page.get_by_label("Liste der Spieler").fill("\n".join(NAMES))
    page.get_by_role("button", name="8 Spieler übernehmen").click()
    look(browser, "Auslosung")
    page.get_by_role("button", name="auslosen").first.click()
    page.get_by_role("link", name="Zum Drucken").click()


def show_list(browser: Browser, photo: Path) -> None:
    """The club's list is shown, its columns are said in the picture, and it is taken after the proof."""
    page = browser.page
    page.get_by_role("link", name="Der Verein schreibt auf einer eigenen Liste").click()
    look(browser, "Eigene Liste")
    page.set_input_files("#list-photo", photo)
    look(browser, "Was steht in den Spalten?")
    say_column(page, 1, "Nummer des Spiels")  # Tesseract finds it, but not in time on a computer with too much to do
    say_column(page, 3, "Spieler: laufende Summe")
    say_column(page, 6, "Wert des Spiels")
    say_column(page, 7, "Kreuz für ein Solo")
    labels = page.locator("a.column text").all_text_contents()
    assert labels == ["Nr.", "Summe 1", "Summe 2", "Summe 3", "Summe 4", "Wert", "Solo"]
    page.get_by_label("Letztes Spiel in Zeile").select_option("13")
    page.get_by_role("button", name="Probe machen").click()
    look(browser, "Die Probe")
    expect(page.get_by_text("Die Liste auf dem Foto ist leer")).to_be_visible()
    page.get_by_role("button", name="Diese Liste nehmen").click()
    expect(page.get_by_text("Gelesen wird Ihre Liste: 12 Spiele, 4 Spieler.")).to_be_visible()


def go(page: Page, path: str) -> None:
    """Opens another page of the evening."""
    page.goto(urljoin(page.url, path), wait_until="load")


def settle_items(page: Page) -> int:
    """Sends the list without a table to the one that is free, then takes what is proposed; how many were open."""
    for count in range(10):
        go(page, "/pruefen")
        if not page.locator("#decision").count():
            return count
        if page.get_by_text("Zu welchem Tisch gehört er?").count():
            page.keyboard.press("1")
        with page.expect_response(lambda answer: "/pruefen" in answer.url and answer.request.method == "POST"):
            page.keyboard.press("Enter")
    raise AssertionError("something stays open")


def test_from_the_start_page_to_the_standing(tmp_path: Path) -> None:
    """A blank list is shown; two tables' photographs, one sent with its table and one without, make the standing."""
    form = make_form()
    blank = tmp_path / "leer.png"
    cv2.imwrite(str(blank), render_foreign(form, 7.0, TITLE))
    lists = [photograph_list(form, seed) for seed in (1, 2)]
    for at, (data, _) in enumerate(lists, 1):
        (tmp_path / f"tisch{at}.jpg").write_bytes(data)
    with open_start() as (browser, _house):
        page = browser.page
        make_evening(browser)
        show_list(browser, blank)
        page.get_by_role("link", name="Fotos senden").click()
        page.locator('input[name="table"]').fill("1")
        page.set_input_files("#pictures", tmp_path / "tisch1.jpg")
        expect(page.locator('input[name="table"]')).to_have_value("")
        page.locator("#sent").get_by_role("link", name="Runde 1, Tisch 1").first.wait_for()
        page.set_input_files("#pictures", tmp_path / "tisch2.jpg")
        expect(page.locator("#sent .verdicts > li img")).to_have_count(2)
        expect(page.locator("#sent .verdicts .chip:is(.open, .sure)")).to_have_count(2)  # both are read
        assert settle_items(page) == 3  # a place, and the order of the seats of each list
        go(page, "/jetzt")
        look(browser, "Runde 1 abschließen")
        go(page, "/bogen/r1.t1")
        expect(page.locator("svg.sheet a")).to_have_count(80)
        go(page, "/stand")
        shown = page.locator("main").inner_text().replace("\N{MINUS SIGN}", "-")
        assert [f"{total:+d}" for _, points in lists for total in points if f"{total:+d}" not in shown] == []
        assert browser.faults == []


def photograph_paper(path: Path, seed: int) -> list[int]:
    """A list of twelve games on squared paper, photographed; what each seat has in the end."""
    rng = np.random.default_rng(seed)
    sheet, points = write_plain_list(replace(LIST, games=12, skipped=()), load_font_hand("patrick-hand"), rng)
    shot = photograph(sheet, Scene(choose_size(4.0), tilt=5, towards=120, jpeg=93), rng)
    path.write_bytes(shot.jpeg())
    return [sum(column) for column in zip(*points, strict=True)]


def test_on_squared_paper_from_the_start_page_to_the_standing(tmp_path: Path) -> None:
    """Said on the page, sent by two tables, shown as it was understood; what is asked makes the standing."""
    totals = [photograph_paper(tmp_path / f"tisch{at}.jpg", at) for at in (1, 2)]
    with open_start() as (browser, _house):
        page = browser.page
        make_evening(browser)
        page.get_by_role("link", name="Der Verein schreibt auf einer eigenen Liste").click()
        look(browser, "Eigene Liste")
        page.get_by_label("die Punkte des Spiels").check()
        page.get_by_role("button", name="Solche Listen lesen").click()
        expect(page.get_by_text("Gelesen werden Listen auf Papier ohne Tabelle")).to_be_visible()
        look(browser, "Eigene Liste")
        page.get_by_role("link", name="Fotos senden").click()
        for at in (1, 2):
            page.locator('input[name="table"]').fill(str(at))
            page.set_input_files("#pictures", tmp_path / f"tisch{at}.jpg")
            page.locator("#sent").get_by_role("link", name=f"Runde 1, Tisch {at}").first.wait_for(timeout=180_000)
        look(browser, "Foto")
        page.locator("#sent summary").first.click()
        page.get_by_role("link", name="Die Liste mit Spalten und Zeilen ansehen").first.click()
        page.locator("svg.sheet text.mark").first.wait_for()
        expect(page.locator("svg.sheet text.mark")).to_have_count(16)
        look(browser, "Runde 1, Tisch 2")
        settle_items(page)
        go(page, "/stand")
        shown = page.locator("main").inner_text().replace("\N{MINUS SIGN}", "-")
        assert [f"{one:+d}" for column in totals for one in column if f"{one:+d}" not in shown] == []
        assert browser.faults == []


def show_order(browser: Browser, folder: Path, order: str) -> None:
    """Shows a photograph that says how many tables it has."""
    (folder / "liste.jpg").write_bytes(JPEG + order.encode())
    browser.open_page("/eigene-liste")
    browser.page.set_input_files("#list-photo", folder / "liste.jpg")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_stage_is_for_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], *, dark: bool
) -> None:
    """axe-core finds nothing at any of them, and nothing runs out of the window; one column may be said by itself."""
    teach_at_once(monkeypatch)
    desk = open_desk(tmp_path)
    with open_browser(desk, "organiser", size=size, dark=dark, touch=size == PHONE) as browser:
        page = browser.page
        browser.open_page("/eigene-liste")
        look(browser, "Eigene Liste")
        show_order(browser, tmp_path, "2")
        look(browser, "Welche Tabelle ist es?")
        page.get_by_role("link", name="Tabelle 2: 6 Spalten, 15 Zeilen").first.click()
        look(browser, "Was steht in den Spalten?")
        page.locator('a.column[data-column="3"]').click()
        assert find_violations(browser) == []
        expect(page.locator("a.column.chosen")).to_have_count(4)
        page.get_by_label("nur diese Spalte").check()
        expect(page.locator("a.column.chosen")).to_have_count(1)
        page.locator(".chooser").get_by_role("button", name="Wert des Spiels").click()
        assert page.locator("a.column text").all_text_contents() == ["Nr.", "?", "Wert", "?", "?", "?"]
        say_column(page, 3, "Spieler: Punkte je Spiel")
        page.locator('select[name="group.2"]').select_option("points")
        say_column(page, 6, "Kreuz für ein Solo")
        page.get_by_role("button", name="Probe machen").click()
        look(browser, "Die Probe")
        page.get_by_role("button", name="Diese Liste nehmen").click()
        page.get_by_text("Gelesen wird Ihre Liste").wait_for()
        look(browser, "Eigene Liste")
        browser.open_page("/foto")
        look(browser, "Foto")
        assert browser.faults == []


def test_by_keyboard_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tab leads from column to column, Enter asks, the arrow keys need not be known; Escape leaves all as it was."""
    teach_at_once(monkeypatch)
    with open_browser(open_desk(tmp_path), "organiser", size=LAPTOP) as browser:
        page = browser.page
        show_order(browser, tmp_path, "1")
        look(browser, "Was steht in den Spalten?")
        page.locator("a.column").nth(1).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Escape")
        expect(page.locator(".chooser")).to_be_hidden()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".chooser button").first).to_be_focused()
        page.keyboard.press("Enter")
        assert page.locator("a.column text").all_text_contents()[:3] == ["Nr.", "Spieler 1", "Spieler 2"]
        expect(page.locator("a.column").nth(1)).to_be_focused()


def look_again_until(page: Page, wanted: Locator) -> None:
    """Follows the link to the state of the work until what is wanted stands there."""
    again = page.get_by_role("link", name="Nachsehen")
    while wanted.or_(again).first.wait_for() or not wanted.count():
        again.click()


def test_without_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The form alone does it: a select for alike columns, the picture's columns lead to their question."""
    teach_at_once(monkeypatch)
    desk = open_desk(tmp_path)
    (tmp_path / "liste.jpg").write_bytes(JPEG + b"1")
    with run_server(desk) as address, start_chromium() as chromium:
        page = chromium.new_context(java_script_enabled=False, locale="de-DE").new_page()
        page.goto(f"{address}/l/{desk.register.issue('organiser', 'Wart', hours=1)}")
        page.get_by_role("link", name="Eintreten").click()
        page.goto(f"{address}/eigene-liste")
        page.set_input_files("#list-photo", tmp_path / "liste.jpg")
        page.get_by_role("button", name="Liste zeigen").click()
        look_again_until(page, page.locator('a.column[data-column="4"]'))
        page.locator('a.column[data-column="4"]').click()
        assert page.url.endswith("#q2")
        page.locator('select[name="group.2"]').select_option("points")
        page.locator('select[name="group.6"]').select_option("solo")
        page.get_by_role("button", name="Probe machen").click()
        look_again_until(page, page.get_by_role("button", name="Diese Liste nehmen"))
        page.get_by_role("button", name="Diese Liste nehmen").click()
        expect(page.get_by_text("Gelesen wird Ihre Liste: 13 Spiele, 4 Spieler.")).to_be_visible()
