"""The program as a double click starts it: no terminal, and a user's own folders."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.desk.paper import ROUND
from tests.desk.web.visitors import WRONG, open_desk
from tests.own_folders import name_home

MOST_S, LOOK_S = 300.0, 0.05


class Program:
    """`kiebitz` without arguments and without a terminal, again and again, as one user of one computer. In place of a
    browser a script notes which address it was to open."""

    def __init__(self, home: Path) -> None:
        home.mkdir()
        self.opened, browser = home / "opened.txt", home / "browser.sh"
        browser.write_text(f'#!/bin/sh\necho "$1" >> "{self.opened}"\n')
        browser.chmod(0o700)
        own = name_home(home) | {"KIEBITZ_LANG": "de", "BROWSER": str(browser)}
        self.environment: Mapping[str, str] = os.environ | own
        self.folder = home / "Kiebitz"
        self.folder.mkdir()

    def start(self, *words: str) -> subprocess.Popen[str]:
        """A double click, on the program or on a file."""
        command = [sys.executable, "-m", "desk", *words]
        nowhere = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, text=True, env=self.environment, start_new_session=True, **nowhere)  # type: ignore[call-overload, no-any-return]

    def wait_for_link(self, number: int) -> str:
        """The address that was opened as the `number`-th."""
        for _ in range(round(MOST_S / LOOK_S)):
            links = self.opened.read_text().split() if self.opened.exists() else []
            if len(links) >= number:
                return links[number - 1]
            time.sleep(LOOK_S)
        raise AssertionError(f"no browser was opened for the {number}th time")

    @contextmanager
    def run(self, number: int = 1, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
        """The running program and the link that it opened."""
        with self.start(*words) as process:
            try:
                yield process, self.wait_for_link(number)
            finally:
                if process.poll() is None:
                    process.send_signal(signal.SIGINT)
                process.wait(MOST_S)

    def add_evenings(self) -> None:
        """Two of them, in the tournaments' folder."""
        for name, sheets in (("liga", (ROUND, WRONG)), ("pokal", (ROUND,))):
            place = self.folder / name
            place.mkdir()
            Path(open_desk(place, *sheets).where).rename(self.folder / f"{name}.kiebitz")
