"""Jetzt in a real browser: a whole hall on one screen, two keys to the first item, and nothing lost by a refresh."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web import upload_parts
from tests.desk.paper import ROUND
from tests.desk.web.browser import find_violations, open_browser
from tests.desk.web.forms import decide
from tests.desk.web.halls import open_hall
from tests.desk.web.sockets import JPEG
from tests.desk.web.test_photo_queue_browser import HAND_OVER, make_photos
from tests.desk.web.test_photos import list_stored
from tests.desk.web.visitors import WRONG, open_desk, visit

pytestmark = pytest.mark.slow
LAPTOP, NARROW = (1366, 650), (360, 640)
MEASURE = """() => {
  const bottom = document.querySelector(".plan").getBoundingClientRect().bottom;
  const tight = [...document.querySelectorAll(".cell")].filter((cell) => {
    const [no, chip] = [".no", ".chip"].map((one) => cell.querySelector(one)?.getBoundingClientRect());
    const box = cell.getBoundingClientRect();
    return chip && (chip.right > box.right || (chip.left < no.right && chip.top < no.bottom));
  });
  return { bottom, tight: tight.map((cell) => cell.id), height: window.innerHeight };
}"""


@pytest.mark.parametrize("tables", [24, 60])
def test_a_whole_hall_is_on_one_screen(tmp_path: Path, tables: int) -> None:
    """The next step and every table of the running round are in sight at once; nothing overlaps."""
    with open_browser(open_hall(tmp_path, tables), "organiser", size=LAPTOP) as browser:
        browser.open_page("/jetzt")
        seen = browser.page.evaluate(MEASURE)
        assert (seen["bottom"] <= seen["height"], seen["tight"]) == (True, [])
        assert browser.page.locator(".cell").count() == tables
        assert find_violations(browser) == []
        assert browser.faults == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_hall_is_readable_on_a_phone(tmp_path: Path, *, dark: bool) -> None:
    """Four tables beside one another, nothing runs out of the window or its cell, and the button is in sight."""
    with open_browser(open_hall(tmp_path, 60), "organiser", size=NARROW, dark=dark, touch=True) as browser:
        browser.open_page("/jetzt")
        assert browser.page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
        assert browser.page.evaluate(MEASURE)["tight"] == []
        box = browser.page.locator("#next").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= NARROW[1]
        assert find_violations(browser) == []


@pytest.mark.parametrize("size", [LAPTOP, NARROW])
def test_a_sending_phone_is_seen_as_it_sends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """Its table's field says how far it is, without a reload, and has room for it; then the photograph is read."""
    monkeypatch.setattr(upload_parts, "TOLD_S", 0.0)
    desk, photo = open_hall(tmp_path, 60), JPEG + bytes(1000 - len(JPEG))
    phone, address = visit(desk, "table", 3), f"/foto/teil/{3:032x}?groesse={len(photo)}"
    with open_browser(desk, "organiser", size=size) as browser:
        browser.open_page("/jetzt")
        for begin, end, share in ((0, 129, "12 %"), (129, 629, "62 %")):
            phone.post(f"{address}&ab={begin}", content=photo[begin:end])
            expect(browser.page.locator("#t3")).to_contain_text(share)
        assert browser.page.evaluate(MEASURE)["tight"] == []
        assert find_violations(browser) == []
        phone.post(f"{address}&ab=629", content=photo[629:])
        expect(browser.page.locator("#t3")).to_contain_text("wartet")
        assert browser.faults == []


def test_two_keys_lead_to_the_first_item(tmp_path: Path) -> None:
    """Enter on Jetzt opens it and Enter there decides; Tab leads to the same button."""
    with open_browser(open_desk(tmp_path, ROUND, WRONG), "referee", size=LAPTOP) as browser:
        browser.open_page("/jetzt")
        browser.page.keyboard.press("Enter")
        browser.page.wait_for_url("**/pruefen**")
        expect(browser.page.get_by_role("heading", level=1)).to_contain_text("Tisch 2")
        browser.page.go_back()
        browser.page.locator("#next").focus()
        browser.page.keyboard.press("Enter")
        browser.page.wait_for_url("**/pruefen**")


def test_enter_closes_no_round(tmp_path: Path) -> None:
    """One Enter too many at the last item writes nothing; the button itself does."""
    desk = open_desk(tmp_path, ROUND, ROUND)
    with open_browser(desk, "organiser", size=LAPTOP) as browser:
        browser.open_page("/jetzt")
        browser.page.keyboard.press("Enter")
        expect(browser.page.get_by_role("heading", level=1)).to_have_text("Runde 1 abschließen")
        assert desk.open("de").tournament.closed == {}
        browser.page.get_by_role("button", name="Abschließen").click()
        expect(browser.page.get_by_role("heading", level=1)).to_have_text("Stand aushängen")


def test_a_refresh_keeps_focus_and_scroll(tmp_path: Path) -> None:
    """Somebody else's decision changes the page under a person who goes through its tables."""
    desk = open_hall(tmp_path, 40)
    with open_browser(desk, "organiser", size=NARROW) as browser:
        browser.open_page("/jetzt")
        page = browser.page
        page.locator("#t29").focus()
        scrolled, step = page.evaluate("window.scrollY"), page.locator("#next-title").inner_text()
        assert scrolled > 0
        page.evaluate("document.getElementById('t29').marked = true")
        decide(visit(desk, "referee"), desk.list_queue("de")[1].items[0].item, "take")
        expect(page.locator("#next-title")).not_to_have_text(step)
        assert not page.evaluate("document.getElementById('t29').marked")
        assert page.evaluate("document.activeElement.id") == "t29"
        assert page.evaluate("window.scrollY") == scrolled
        assert browser.faults == []


def test_a_reason_survives_a_refresh_and_ends_the_round(tmp_path: Path) -> None:
    """What is typed stays while the page changes; the round then ends from its line, and opens again there."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    with open_browser(desk, "organiser", size=LAPTOP) as browser:
        browser.open_page("/jetzt")
        page = browser.page
        page.locator("#cancel2 summary").click()
        page.get_by_label("Grund:").fill("zu spät")
        decide(visit(desk, "referee"), "r1.t2.g5", "take")
        expect(page.locator("#next-title")).to_have_text("Runde 1 abschließen")
        expect(page.get_by_label("Grund:")).to_have_value("zu spät")
        expect(page.get_by_label("Grund:")).to_be_focused()
        assert find_violations(browser) == []
        page.keyboard.type(" geworden")
        page.keyboard.press("Enter")
        expect(page.locator("#round2")).to_contain_text("ausgefallen: zu spät geworden")
        assert desk.open("de").tournament.cancelled == {2}
        page.locator("#reopen2 summary").click()
        page.get_by_label("Grund:").fill("doch noch Zeit")
        page.get_by_role("button", name="Runde 2 wieder öffnen").click()
        expect(page.locator("#round2")).to_contain_text("noch nicht ausgelost")
        assert desk.open("de").tournament.cancelled == frozenset()
        assert browser.faults == []


def test_photographs_are_dropped_pasted_or_chosen(tmp_path: Path) -> None:
    """Anywhere on the page; how many have arrived stays while the page changes under it."""
    desk = open_desk(tmp_path, ROUND)
    with open_browser(desk, "organiser", size=LAPTOP) as browser:
        browser.open_page("/jetzt")
        for at, kind in enumerate(("drop", "paste"), 1):
            browser.page.evaluate(HAND_OVER, [kind, "image/jpeg", [f"{kind}.jpg"]])
            expect(browser.page.locator(".on-their-way h2")).to_contain_text(f"{at} Foto")
        browser.page.set_input_files("#pictures", make_photos(3))
        expect(browser.page.locator(".on-their-way h2")).to_have_text("5 Fotos angekommen")
        expect(browser.page.locator("#plan-count")).to_contain_text("5 Fotos werden gelesen")
        assert len(list_stored(desk)) == 5
        assert find_violations(browser) == []
        assert browser.faults == []
