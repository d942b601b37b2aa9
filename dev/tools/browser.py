"""Debian's Chromium, with windows that keep what went wrong in them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import ConsoleMessage, Page, Response, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DESKTOP, PHONE = (1280, 900), (360, 740)
"""Sizes of windows in CSS pixels; the phone's is a small one of today."""
PATIENCE_MS = 180_000
"""Time limit for each page and each press, enough for a busy computer."""
_NOTE_REPORTS = """document.addEventListener("securitypolicyviolation",
  (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));"""


@dataclass
class Browser:
    """A browser window with a desk's page. `faults`: errors on its console, and addresses that could not be loaded."""

    page: Page
    address: str
    faults: list[str] = field(default_factory=list)

    def note_line(self, line: ConsoleMessage) -> None:
        """Keeps errors on the console. Addresses that cannot be loaded are kept by `note_answer`."""
        if line.type == "error" and not line.text.startswith("Failed to load resource"):
            self.faults.append(line.text)

    def note_answer(self, answer: Response) -> None:
        """Keeps what cannot be loaded, except pictures of sheets that were never photographed."""
        if answer.status >= 400 and "/bild" not in answer.url:
            self.faults.append(f"{answer.status} {answer.url}")

    def open_page(self, path: str) -> None:
        """Opens the address and waits until all is loaded; the stream of events stays open."""
        self.page.goto(self.address + path, wait_until="load")

    def enter(self, link: str) -> None:
        """Enters by a link that was handed out."""
        self.page.goto(link, wait_until="load")
        self.page.get_by_role("link", name="Eintreten").click()
        self.page.wait_for_url(lambda address: "/l/" not in address)


@contextmanager
def start_chromium() -> Iterator[Chromium]:
    """Chromium without a window on this screen."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        for context in chromium.contexts:
            for page in context.pages:
                page.unroute_all(behavior="ignoreErrors")  # what is asked at this moment needs no answer any more
        chromium.close()


def open_window(
    chromium: Chromium,
    address: str,
    *,
    size: tuple[int, int] = DESKTOP,
    dark: bool = False,
    touch: bool = False,
    scale: float = 1.0,
) -> Browser:
    """A window of that size, with cookies of its own. `touch`: it is tapped, and has no mouse; `scale`: pixels of the
    screen for each of the page."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        has_touch=touch,
        is_mobile=touch,
        device_scale_factor=scale,
        locale="de-DE",
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(_NOTE_REPORTS)
    browser = Browser(context.new_page(), address)
    browser.page.on("console", browser.note_line)
    browser.page.on("response", browser.note_answer)
    browser.page.on("pageerror", lambda error: browser.faults.append(str(error)))
    return browser
