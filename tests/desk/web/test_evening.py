"""A whole evening in a real browser before `kiebitz desk`: from the draw to the printed standings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import expect

from desk.__main__ import main
from dev.filler.evening import Shots, compose_round
from dev.filler.pens.glyphs import load_font_hand
from dev.tools.browser import DESKTOP, PHONE, Browser, open_window, start_chromium
from dev.tools.running_desk import run_desk
from tests.desk.web.browser import fits, need_browser

pytestmark = pytest.mark.slow
NAMES = (
    "Anna Albers",
    "Bernd Böhm",
    "Çem Çelik",
    "Dörte Düring",
    "Emil Evers",
    "Frieda Fröhlich",
    "Gül Groß",
    "Hans Hüls",
)
SHOTS = Shots(megapixels=5.0, mistaken=2, seed=3, quality=70, conditions=("clean",))
READ_MS = 600_000
"""Two photographs on a computer that is as busy as can be."""


@dataclass
class Evening:
    """What the people of an evening have before them. `organiser`: the computer or phone of whoever runs it."""

    file: str
    organiser: Browser
    phones: tuple[Browser, Browser]

    def list_faults(self) -> list[str]:
        """What any browser complained of."""
        return [fault for one in (self.organiser, *self.phones) for fault in one.faults]


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    """A new file with eight players, its desk, and three browsers; only the organiser's is inside."""
    need_browser()
    file, players = str(tmp_path / "abend.kiebitz"), tmp_path / "spieler.csv"
    players.write_text("\n".join(("Name", *NAMES)), encoding="utf-8")
    named = ["--title", "Vereinsabend", "--rounds", "1", "--players", str(players)]
    assert main(["new", file, "--rules", "pflichtsolo-40", *named]) == 0
    with run_desk(file, tmp_path / "state") as desk, start_chromium() as chromium:
        touch = request.param == PHONE
        organiser = open_window(chromium, desk.address, size=request.param, touch=touch)
        organiser.enter(desk.link)
        phones = [open_window(chromium, desk.address, size=PHONE, touch=True) for _ in range(2)]
        yield Evening(file, organiser, (phones[0], phones[1]))


def press(browser: Browser, name: str) -> None:
    """Clicks or taps the button, and waits for what comes then."""
    button = browser.page.get_by_role("button", name=name).first
    button.click()
    browser.page.wait_for_load_state("load")


def test_from_the_draw_to_the_printed_standings(evening: Evening, tmp_path: Path) -> None:
    """Nobody types a command, nobody reloads a page, and no browser complains."""
    draw_and_print(evening)
    hand_out_links(evening)
    send_photographs(evening, tmp_path / "fotos")
    clear_items(evening)
    close_round(evening)
    compare_standings(evening, tmp_path / "fotos")
    print_standings(evening, tmp_path / "stand.pdf")
    fill_the_wall(evening)
    assert evening.list_faults() == []


def draw_and_print(evening: Evening) -> None:
    """The round is drawn, and its sheets are a PDF."""
    organiser = evening.organiser
    organiser.open_page("/spieler")
    assert fits(organiser)
    press(organiser, "Alle offenen Runden auslosen")
    expect(organiser.page.get_by_text("2 Tische").first).to_be_visible()
    form = organiser.page.locator("form[action$='/runde/1.pdf']")
    with organiser.page.expect_request("**/runde/1.pdf*") as asked:
        form.get_by_role("button").click()
    form_type = {"content-type": "application/x-www-form-urlencoded"}
    answer = organiser.page.request.post(asked.value.url, headers=form_type, data=asked.value.post_data)
    assert answer.headers["content-type"] == "application/pdf"
    assert len(pypdfium2.PdfDocument(answer.body())) >= 3  # a sheet for each table, and the seating


def hand_out_links(evening: Evening) -> None:
    """Each table's phone comes in by the link on its card."""
    organiser = evening.organiser
    organiser.open_page("/zugang")
    press(organiser, "Links für alle Tische")
    for table, phone in enumerate(evening.phones, 1):
        name = organiser.page.get_by_text(f"Tisch {table}", exact=True)
        card = organiser.page.get_by_role("listitem").filter(has=name)
        link = card.get_by_role("link", name="Link zum Weitergeben").get_attribute("href")
        assert link is not None
        phone.enter(link)
        assert phone.page.url.endswith("/foto")


def send_photographs(evening: Evening, folder: Path) -> None:
    """ "Angekommen" at once, then the verdict, without a reload; the organiser's page hears of it, too."""
    evening.organiser.open_page("/jetzt")
    hands = [load_font_hand(name) for name in ("playwrite-de-grund", "kalam")]
    photos = compose_round(evening.file, 1, hands, folder, SHOTS)
    for phone, photo in zip(evening.phones, photos, strict=True):
        phone.page.locator("#camera").set_input_files(photo)
        expect(phone.page.locator("[data-title]")).to_have_text("1 Foto angekommen")
    for table, phone in enumerate(evening.phones, 1):
        phone.page.evaluate("window.keptAlive = true")
        verdict = phone.page.locator("#sent .verdicts .chip")
        expect(verdict).to_contain_text(
            ("Noch offen" if has_mistake(photos[table - 1]) else "Alles stimmt"), timeout=READ_MS
        )
        expect(phone.page.locator(".verdicts")).to_contain_text(f"Runde 1, Tisch {table}")
        assert phone.page.evaluate("window.keptAlive")
        assert fits(phone)
    expect(evening.organiser.page.get_by_text("2 von 2 Bögen sind da.")).to_be_visible()
    assert fits(evening.organiser)


def has_mistake(photo: Path) -> bool:
    """Whether its players made a mistake that the sheet shows."""
    truth = json.loads(photo.with_suffix(".json").read_text(encoding="utf-8"))
    return any(one["detectable"] for one in truth["mistakes"])


def clear_items(evening: Evening) -> None:
    """Every item is decided on Prüfen, as proposed or as written."""
    page = evening.organiser.page
    evening.organiser.open_page("/pruefen")
    decided = 0
    while page.locator("#decision").count():
        assert fits(evening.organiser)
        for picture in page.locator("#review img:visible").all():
            picture.evaluate("image => image.decode()")  # every picture came, and can be shown
        item = page.locator("#decision").get_attribute("action")
        page.locator("#decision button.main").click()
        expect(page.locator(f"#decision[action='{item}']")).to_have_count(0)
        decided += 1
        assert decided < 10
    assert decided
    expect(page.get_by_text("Nichts ist offen.", exact=True)).to_be_visible()


def close_round(evening: Evening) -> None:
    """It is the next step; then the standings are to be put up, and they are final."""
    step = evening.organiser.page.locator("#next-title")
    expect(step).to_have_text("Runde 1 abschließen")
    press(evening.organiser, "Abschließen")
    expect(step).to_have_text("Stand aushängen")
    assert fits(evening.organiser)
    evening.organiser.open_page("/stand")
    assert fits(evening.organiser)
    expect(evening.organiser.page.get_by_role("heading", name="Endstand")).to_be_visible()


def compare_standings(evening: Evening, folder: Path) -> None:
    """The page has every player once, with the points that were played at the tables; the best one comes first."""
    truths = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    played = {
        name: points for one in truths for name, points in zip(one["names"], one["standings"]["played"], strict=True)
    }
    rows = evening.organiser.page.locator(".standings tbody tr").all()
    shown = {
        row.locator("th bdi").first.inner_text(): int(row.locator("td.total").inner_text().replace("−", "-"))
        for row in rows
    }
    assert shown == played
    assert set(shown) == set(NAMES)
    assert list(shown.values()) == sorted(shown.values(), reverse=True)


def print_standings(evening: Evening, target: Path) -> None:
    """On paper: the list on one page, without menu and buttons."""
    page = evening.organiser.page
    page.emulate_media(media="print")
    assert [one.inner_text() for one in page.locator("header, button, nav").all() if one.is_visible()] == []
    page.pdf(path=target, prefer_css_page_size=True)
    page.emulate_media(media="screen")
    document = pypdfium2.PdfDocument(target)
    words = document[0].get_textpage().get_text_range()
    assert len(document) == 1
    assert "Vereinsabend" in words
    assert all(name in words for name in NAMES)


def fill_the_wall(evening: Evening) -> None:
    """The projector's page fills the screen, and the list stays on it."""
    page = evening.organiser.page
    page.get_by_role("link", name="An die Wand").click()
    page.wait_for_load_state("load")
    button = page.locator(".controls [data-fullscreen]").bounding_box()
    assert button is not None
    page.mouse.click(
        button["x"] + button["width"] / 2, button["y"] + button["height"] / 2
    )  # it shows as the mouse comes
    page.wait_for_function("() => document.fullscreenElement !== null")
    expect(page.locator(".screen")).to_contain_text(NAMES[0])
    assert fits(evening.organiser)
