"""The laptop's lid is shut while photographs come in and somebody decides, and opened again: nothing is lost, nothing
counts twice."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import expect

from desk.web.access import HOUR_S, Register
from desk.web.upload_parts import Part, PartShelf
from dev.tools.browser import DESKTOP, open_window, start_chromium
from dev.tools.running_desk import run_desk
from tests.desk.paper import ROUND
from tests.desk.web.browser import need_browser
from tests.desk.web.readers import wait_until
from tests.desk.web.test_cut_uploads import list_stored
from tests.desk.web.test_photo_queue_browser import make_photos
from tests.desk.web.visitors import WRONG, open_desk
from tournament.record.entries import hash_bytes
from tournament.record.facts import Decided
from tournament.record.open_store import open_store

SHUT_S = 22.0
"""Longer than the server waits for a request's head, a browser for an answer, and a worker for a page."""
REFUSED = ("too-slow", "file-too-slow", "crashed")


def list_family(process: int) -> Iterator[int]:
    """The process and all that it started, those that they started, too."""
    yield process
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            if int(place.read_text().rpartition(")")[2].split()[1]) == process:
                yield from list_family(int(place.parent.name))


@contextmanager
def shut_lid(process: int) -> Iterator[None]:
    """Inside the `with`, neither the desk nor any of its workers runs; their clocks do."""
    wait_until(lambda: len(list(list_family(process))) > 2)  # its workers have begun
    family = list(list_family(process))
    for one in family:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in reversed(family):
            os.kill(one, signal.SIGCONT)


def test_a_clock_that_jumps_lets_nobody_out(tmp_path: Path) -> None:
    """A laptop whose clock is put right after waking, by hours to and fro, knows its visitors and links; what is on its
    way goes on."""
    now = [1_800_000_000.0]
    register = Register(tmp_path / "links.json", lambda: now[0])
    token = register.issue("organiser", "Eva", hours=24 * 30, once=True)
    cookie = register.open_session(token)
    assert cookie is not None
    for jump_h in (9, -20, 30):
        now[0] += jump_h * HOUR_S
        assert register.find_visitor(cookie) is not None
        assert Register(tmp_path / "links.json", lambda: now[0]).find_visitor(cookie) is not None
    parts = PartShelf(tmp_path / "parts")
    with parts.open("link", "a" * 32) as part:
        part.write(b"half")
    (place,) = (tmp_path / "parts").iterdir()
    for ahead_s in (-5 * HOUR_S, 5 * HOUR_S):
        os.utime(place, (time.time() + ahead_s,) * 2)
        assert parts.has_room("link")
        assert parts.find("link", "a" * 32) == Part(4)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks up the workers in /proc")
def test_a_lid_that_was_shut_loses_nothing(tmp_path: Path) -> None:
    """Photographs on their way arrive, each once, and none is called slow; a decision made meanwhile counts once; open
    pages hear of changes again; and the next double click finds the page."""
    need_browser()
    file = open_desk(tmp_path, ROUND, WRONG).where
    before, photos = len(open_store(file).read_entries()), make_photos(20, 400_000)
    with run_desk(file, tmp_path / "state") as desk, start_chromium() as chromium:
        sender = open_window(chromium, desk.address, size=DESKTOP)
        sender.enter(desk.link)
        watcher, judge = sender.page.context.new_page(), sender.page.context.new_page()
        watcher.goto(f"{desk.address}/jetzt")
        judge.goto(f"{desk.address}/pruefen")
        sender.open_page("/foto")
        sender.page.set_input_files("#pictures", photos)
        sender.page.wait_for_function("() => photoQueue.arrived() >= 3")
        with shut_lid(desk.process.pid):
            judge.keyboard.press("Enter")
            time.sleep(SHUT_S)
        sender.page.wait_for_function("() => photoQueue.arrived() === 20")
        for page in (sender.page, watcher, judge):
            expect(page.locator(".strip[data-lost]")).to_be_empty()
        expect(watcher.locator("main")).not_to_contain_text("1 Stelle prüfen")
        assert list_stored(file) == sorted(hash_bytes(one["buffer"]) for one in photos)
        sender.page.wait_for_function("() => !document.body.textContent.includes('wird gelesen')")
    made = open_store(file).read_entries()[before:]
    assert sum(isinstance(one.fact, Decided) for one in made) == 1
    (kept,) = (tmp_path / "state").glob("**/*.photos.json")
    assert not [word for word in REFUSED if f'"{word}"' in kept.read_text()]
