"""Debian's Chromium before a running desk."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import ConsoleMessage, Page, Response, sync_playwright

from desk.web.access import Role
from desk.web.desk import Desk
from desk.web.serve import make_server
from desk.web.server.certificate import Certificate

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DESKTOP, PHONE = (1280, 900), (360, 740)


def need_browser() -> None:
    """Skips the test where there is no Chromium, unless it must be there."""
    if CHROMIUM is None and not os.environ.get("KIEBITZ_NEEDS_BROWSER"):
        pytest.skip("Debian's package chromium is not installed")


@contextmanager
def run_server(desk: Desk, certificate: Certificate | None = None) -> Iterator[str]:
    """The server of `kiebitz desk` on a free port; yields its address."""
    server = make_server(desk, certificate)
    server.config.port = 0
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.02)
    try:
        yield f"{'https' if certificate else 'http'}://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = server.force_exit = True
        thread.join(5)


@dataclass
class Browser:
    """A browser window with a session. `faults`: what its console complained of."""

    page: Page
    address: str
    faults: list[str] = field(default_factory=list)

    def note_line(self, line: ConsoleMessage) -> None:
        """Keeps what the console says is wrong. What cannot be loaded is kept with its address, by `note_answer`."""
        if line.type == "error" and not line.text.startswith("Failed to load resource"):
            self.faults.append(line.text)

    def note_answer(self, answer: Response) -> None:
        """Keeps what cannot be loaded, except pictures of sheets that were never photographed."""
        if answer.status >= 400 and "/bild/" not in answer.url:
            self.faults.append(f"{answer.status} {answer.url}")

    def open_page(self, path: str) -> None:
        """Goes there and waits until all is loaded; the stream of events stays open."""
        self.page.goto(self.address + path, wait_until="load")


@contextmanager
def open_browser(
    desk: Desk, role: Role, *, size: tuple[int, int] = DESKTOP, dark: bool = False, table: int | None = None
) -> Iterator[Browser]:
    """A window of that size with a session of that role."""
    need_browser()
    with run_server(desk) as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = chromium.new_page(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
        )
        browser = Browser(page, address)
        page.on("console", browser.note_line)
        page.on("response", browser.note_answer)
        page.on("pageerror", lambda error: browser.faults.append(str(error)))
        token = desk.register.issue(role, f"{role} 1", hours=1, table=table)
        browser.open_page(f"/l/{token}")
        page.get_by_role("link", name="Eintreten").click()
        page.wait_for_load_state("load")
        yield browser
        chromium.close()
