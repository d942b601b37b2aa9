"""A reader that does as the photograph says, in place of the scanner; worker processes can import it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from desk.web.read_inbox import ReaderSettings
from desk.web.running_desk import Desk
from desk.workers.pool import Work
from desk.workers.read_photos import ReadTask, leave_unread
from desk.workers.worker_process import Budget
from scanner.sheet_reading import PageProgress, SheetReading
from tests.desk.paper import ROUND, sheet, unusable
from tournament.record.entries import hash_bytes

JPEG = b"\xff\xd8\xff"


def read_order(task: ReadTask, _first: int, _tell: PageProgress) -> Iterator[SheetReading]:
    """The photograph is an order: a table's number, "blank", "die" or "hang" with anything behind it."""
    data = task.photo.read_bytes()
    order = data.removeprefix(JPEG).decode()
    match order:
        case "die":
            os._exit(11)
        case _ if order.startswith("hang"):
            time.sleep(600)
        case "blank":
            yield replace(unusable(task.photo.name), photo_sha256=hash_bytes(data))
        case _:
            yield replace(sheet(task.photo.name, ROUND, int(order)), photo_sha256=hash_bytes(data))


SETTINGS = ReaderSettings(
    1,
    Budget(page_s=10.0),
    Work(read_order, leave_unread),
    (__name__, "desk.workers.judge_sheets"),
    warm=False,
)
"""One worker, which reads by `read_order`."""


def wait_until(is_so: Callable[[], bool], seconds: float = 300.0) -> None:
    """Until it is so."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, "nothing came of it"
        time.sleep(0.01)


def list_keys(desk: Desk) -> list[str]:
    """The sheets in the file."""
    return [entry.sheet.source.key for entry in desk.open("de").book.entries]
