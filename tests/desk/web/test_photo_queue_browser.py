"""Photographs on their way, in a real browser: whatever the network does, each arrives, and once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Route, expect

from desk.web import inbox
from desk.web.sender_turns import Allowance
from tests.desk.web.browser import PHONE, Browser, find_violations, fits, let_through, open_browser
from tests.desk.web.sockets import JPEG
from tests.desk.web.test_photos import list_stored
from tests.desk.web.visitors import open_desk

PICK = "#pictures"
REFUSE = """Object.defineProperty(window, "indexedDB", { get() { throw new Error("private"); } });"""
HAND_OVER = """([kind, type, names]) => {
  const data = new DataTransfer();
  for (const name of names) data.items.add(new File([new Uint8Array([255, 216, 255, 224]), name], name));
  const event = kind === "paste" ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
    : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
  document.body.dispatchEvent(event);
}"""


def make_photos(count: int, size: int = 300) -> list[FilePayload]:
    """So many files of different content that pass for photographs."""
    return [
        {"name": f"IMG_{number}.jpg", "mimeType": "image/jpeg", "buffer": JPEG + number.to_bytes(2) + bytes(size)}
        for number in range(count)
    ]


def expect_title(browser: Browser, words: str) -> None:
    """The list of photographs on their way says so."""
    expect(browser.page.locator("[data-title]")).to_have_text(words)


@pytest.mark.slow
def test_photographs_wait_for_the_network_over_a_reload(tmp_path: Path) -> None:
    """Offline they are taken in and told of, a reload keeps them, and the network sends them; also from another page.
    A photograph that was sent before counts once."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "table", size=PHONE, table=1, touch=True) as browser:
        page = browser.page
        browser.open_page("/foto")
        page.context.set_offline(True)
        page.set_input_files(PICK, make_photos(2))
        expect(page.locator(".strip[data-lost]")).to_contain_text("2 Fotos warten auf Verbindung.")
        expect_title(browser, "0 von 2 angekommen")
        assert find_violations(browser) == []
        assert fits(browser)
        page.context.set_offline(False)
        expect_title(browser, "2 Fotos angekommen")
        page.route("**/foto/teil/*", lambda route: route.abort())
        page.set_input_files(PICK, make_photos(4))
        expect(page.locator(".queue li")).to_have_count(4)
        expect(page.locator("[data-note]")).to_contain_text("bleiben auf diesem Gerät")
        page.reload()
        expect_title(browser, "0 von 4 angekommen")
        browser.open_page("/stand")
        page.route("**/foto/teil/*", let_through)
        page.wait_for_function("() => photoQueue.arrived() === 4")
        browser.open_page("/foto")
        expect(page.locator(".queue li")).to_have_count(0)
    assert len(list_stored(desk)) == 4


@pytest.mark.slow
def test_sixty_photographs_at_once(tmp_path: Path) -> None:
    """Each has its line and its bar; with a connection that fails at every third request."""
    desk, requests = open_desk(tmp_path), list[str]()

    def fail(route: Route) -> None:
        requests.append(route.request.method)
        if len(requests) % 3 == 0 and len(requests) < 12:
            route.abort("connectionreset")
        else:
            route.continue_()

    with open_browser(desk, "organiser") as browser:
        browser.open_page("/foto")
        browser.page.route("**/foto/teil/*", fail)
        browser.page.set_input_files(PICK, make_photos(60))
        expect_title(browser, "60 Fotos angekommen")
    assert len(list_stored(desk)) == 60
    assert len(desk.inbox.list_sent()) == 60


@pytest.mark.slow
def test_photographs_are_dropped_and_pasted(tmp_path: Path) -> None:
    """Anywhere on the page."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "organiser") as browser:
        browser.open_page("/foto")
        browser.page.evaluate(HAND_OVER, ["dragover", "", ["a"]])
        browser.page.evaluate(HAND_OVER, ["drop", "", ["a", "b"]])
        browser.page.evaluate(HAND_OVER, ["paste", "", ["c"]])
        expect_title(browser, "3 Fotos angekommen")
        expect(browser.page.locator(".verdicts > li")).to_have_count(3)
        assert find_violations(browser) == []
    assert len(list_stored(desk)) == 3


@pytest.mark.slow
def test_what_can_never_count_stays_until_it_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture, and one too large; a link's used-up hour is no refusal, but told as waiting."""
    monkeypatch.setattr(inbox, "FOR_TABLE", Allowance(3, 10**9))
    desk = open_desk(tmp_path)
    desk.inbox.most_bytes = 1000
    program: FilePayload = {"name": "kiebitz.exe", "mimeType": "", "buffer": b"MZ\x90 a program"}
    with open_browser(desk, "table", size=PHONE, table=1, touch=True) as browser:
        page = browser.page
        browser.open_page("/foto")
        page.set_input_files(PICK, [program, *make_photos(1, 2000), *make_photos(3)])
        expect(page.locator(".queue li")).to_have_count(3)
        expect(page.locator(".queue")).to_contain_text("Das ist kein Foto")
        expect(page.locator(".queue")).to_contain_text("Größer als 40 MB")
        expect(page.locator(".queue")).to_contain_text("Weiter geht es um")
        expect(page.locator(".strip[data-lost]")).to_contain_text("Mehr nimmt dieser Zugang in einer Stunde nicht.")
        assert find_violations(browser) == []
        assert fits(browser)
        page.reload()
        expect(page.locator(".queue")).to_contain_text("Größer als 40 MB")
        expect(page.locator(".queue")).to_contain_text("Das ist kein Foto")
        for left in (2, 1):
            page.locator("[data-remove]:visible").first.tap()
            expect(page.locator(".queue li")).to_have_count(left)
        expect(page.locator(".queue .chip")).to_have_text("wartet")
    assert len(list_stored(desk)) == 2


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_says_so(tmp_path: Path) -> None:
    """A private window without a store: the page must stay open, and sends all the same."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "table", table=1) as browser:
        browser.page.add_init_script(REFUSE)
        browser.open_page("/foto")
        browser.page.context.set_offline(True)
        browser.page.set_input_files(PICK, make_photos(1))
        expect(browser.page.locator("[data-note]")).to_contain_text("Bitte diese Seite offen lassen")
        browser.page.context.set_offline(False)
        expect_title(browser, "1 Foto angekommen")
    assert len(list_stored(desk)) == 1


@pytest.mark.slow
def test_without_a_script_a_form_sends_any_number(tmp_path: Path) -> None:
    """Thirty at once; the limit is reported before."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "table", table=1) as browser:
        context = browser.page.context.browser.new_context(java_script_enabled=False, locale="de-DE")  # type: ignore[union-attr]
        plain = Browser(context.new_page(), browser.address)
        plain.enter(f"{plain.address}/l/{desk.register.issue('table', 'Tisch 1', hours=1, table=1)}")
        expect(plain.page.locator("main")).to_contain_text("zusammen bis 400 MB")
        plain.page.set_input_files(PICK, make_photos(30))
        plain.page.get_by_role("button", name="Senden").click()
        expect(plain.page.locator("main")).to_contain_text("30 Fotos sind angekommen.")
    assert len(list_stored(desk)) == 30


@pytest.mark.slow
def test_a_link_that_is_withdrawn_keeps_the_photographs(tmp_path: Path) -> None:
    """They are told as waiting, and go when somebody comes in again."""
    desk = open_desk(tmp_path)
    with open_browser(desk, "table", table=1) as browser:
        browser.open_page("/foto")
        desk.register.withdraw(desk.register.list_open()[0].id)
        browser.page.set_input_files(PICK, make_photos(2))
        expect(browser.page.locator(".queue")).to_contain_text("Der Zugang gilt nicht mehr.")
        expect(browser.page.locator("[data-note]")).to_contain_text("bleiben auf diesem Gerät")  # both are kept
        assert desk.inbox.list_sent() == ()
        browser.enter(f"{browser.address}/l/{desk.register.issue('table', 'Tisch 1', hours=1, table=1)}")
        expect(browser.page.locator(".verdicts > li")).to_have_count(2)
    assert len(list_stored(desk)) == 2
