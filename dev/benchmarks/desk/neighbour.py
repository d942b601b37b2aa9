"""How long a table waits for its verdict behind another table's slow pictures.

    kiebitz new e.kiebitz ... && kiebitz draw e.kiebitz
    python -m dev.benchmarks.desk neighbour e.kiebitz samples/r1-t1-clean.jpg

Forty pictures that keep a worker for 20 seconds each come from one table's link, then the photograph from another. The
reading of the photograph is the real one. The file is copied first.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from desk.web.access import Access, Register
from desk.web.read_inbox import Reader, ReaderSettings
from desk.web.running_desk import Desk
from desk.workers.pool import Work
from desk.workers.read_photos import READING, ReadTask, leave_unread, read_pages
from desk.workers.worker_process import Loss
from scanner.sheet_reading import PageProgress, SheetReading, ignore_progress
from tournament.record.entries import hash_bytes

SLOW = b"\xff\xd8\xff slow "
SLOW_S, LOOK_S, SETTLE_S = 20.0, 0.05, 5.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `neighbour`."""
    parser.add_argument("file", type=Path)
    parser.add_argument("photo", type=Path)
    parser.add_argument("--slow", type=int, default=40)
    parser.add_argument("--workers", type=int, default=0, help="0: as the page has them")


def run(options: argparse.Namespace) -> int:
    """Prints how long the verdict took."""
    with TemporaryDirectory() as folder:
        file = Path(shutil.copy(options.file, folder))
        desk = Desk(str(file), Register(Path(folder, "links.json")), "de")
        settings = ReaderSettings(options.workers)
        settings = replace(settings, work=Work(read_slowly, READING.lost), preload=(*settings.preload, __name__))
        with Reader(desk, settings):
            time.sleep(SETTLE_S)
            for number in range(options.slow):
                desk.inbox.take_in(BytesIO(SLOW + bytes([number])), make_link(1))
            time.sleep(SETTLE_S)
            waited = _wait_for_verdict(desk, options.photo.read_bytes())
            print(f"load {os.getloadavg()[0]:.1f}; behind {options.slow} slow pictures: a verdict after {waited:.1f} s")
    return 0


def read_slowly(task: ReadTask, first: int = 0, tell: PageProgress = ignore_progress) -> Iterator[SheetReading]:
    """Reads the photograph, or keeps the worker."""
    if task.photo.read_bytes().startswith(SLOW):
        time.sleep(SLOW_S)
        yield leave_unread(task, Loss("died"))
    else:
        yield from read_pages(task, first, tell)


def make_link(table: int) -> Access:
    """A table's link."""
    return Access(f"table {table}", "table", "", table, time.time() + 3600)


def _wait_for_verdict(desk: Desk, photo: bytes) -> float:
    began, sha256 = time.monotonic(), hash_bytes(photo)
    desk.inbox.take_in(BytesIO(photo), make_link(2))
    while True:
        sent = desk.inbox.find(sha256)
        if (sent and sent.refusal) or sha256 in desk.open("de").tournament.photos:
            return time.monotonic() - began
        time.sleep(LOOK_S)
