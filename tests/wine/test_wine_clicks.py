"""From the set-up file to the start page in three clicks, on an empty Windows, with its windows on a screen."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dev.tools.browser import open_window, start_chromium
from tests.desk.web.browser import need_browser
from tests.wine.wine import Wine, finish, wait_for, wait_for_link

pytestmark = pytest.mark.slow
SCREEN, SIZE = ":87", "800x600x24"
PICTURES = os.environ.get("KIEBITZ_PICTURES")
"""A folder for what the screen shows at each click, for docs/windows.md; without it nothing is kept."""


@contextmanager
def show_screen(root: Path) -> Iterator[None]:
    """A screen with windows, in memory, inside the Debian that Wine runs in."""
    inside = ["chroot", str(root)]
    server = subprocess.Popen([*inside, "Xvfb", SCREEN, "-screen", "0", SIZE], stderr=subprocess.DEVNULL)
    wait_for(root / "tmp" / ".X11-unix" / f"X{SCREEN[1:]}")
    manager = subprocess.Popen([*inside, "env", f"DISPLAY={SCREEN}", "openbox"], stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait()


def use_screen(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a program that looks at the screen or presses keys there."""
    command = ["chroot", str(root), "env", f"DISPLAY={SCREEN}", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def wait_for_words(root: Path, title: str, most_s: float = 900) -> None:
    """Until a window of that title is there."""
    end = time.monotonic() + most_s
    while use_screen(root, "xdotool", "search", "--onlyvisible", "--name", title).returncode:
        assert time.monotonic() < end, title
        time.sleep(0.5)


def photograph(root: Path, name: str) -> None:
    """Keeps what the screen shows."""
    if PICTURES:
        time.sleep(2)  # until all is drawn
        use_screen(root, "import", "-window", "root", "/tmp/screen.png")
        Path(PICTURES, f"{name}.png").write_bytes((root / "tmp" / "screen.png").read_bytes())


def test_three_clicks(setup: Path) -> None:
    """The file, "Installieren", "Fertig stellen": then a browser opens the start page, and lets its user in."""
    need_browser()
    windows = Wine(Path(os.environ["KIEBITZ_WINE"]), "clicks")
    windows.begin()
    windows.put(setup, r"C:\users\kiebitz\Downloads")
    opened, script = windows.home / "opened.txt", windows.home / "browser.cmd"
    script.write_text("@echo %*>>C:\\users\\kiebitz\\opened.txt\r\n", encoding="ascii", newline="")
    root = windows.root
    with show_screen(root):
        process = windows.start(
            rf"C:\users\kiebitz\Downloads\{setup.name}", DISPLAY=SCREEN, BROWSER=r"C:\users\kiebitz\browser.cmd"
        )
        wait_for_words(root, "Kiebitz")
        photograph(root, "1-begin")
        use_screen(root, "xdotool", "key", "Return")
        log = windows.find(r"C:\users\kiebitz\AppData\Local\Programs\Kiebitz\Entfernen.exe")
        wait_for(log)
        photograph(root, "2-installing")
        while not opened.exists() and process.poll() is None:
            photograph(root, "3-done")
            use_screen(root, "xdotool", "key", "Return")
            time.sleep(2)
        link = wait_for_link(opened, 1)
        with start_chromium() as chromium:
            browser = open_window(chromium, re.sub(r"(://[^/]+).*", r"\1", link))
            browser.page.goto(link)
            expect(browser.page.get_by_role("heading", name="Turniere")).to_be_visible()
            photograph(root, "4-running")
            browser.page.get_by_role("button", name="Kiebitz beenden").click()
            expect(browser.page.get_by_role("heading", name="Kiebitz ist beendet")).to_be_visible()
        finish(process)
    windows.end()
