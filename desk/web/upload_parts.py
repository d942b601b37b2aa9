"""Photographs on their way: what has arrived of each is kept, so that an upload that was cut goes on where it stopped.

A browser gives each upload an id of its own. Whoever sends bytes says where they begin: two connections of one upload,
a dead one that nobody has noticed yet and its successor, write the same bytes to the same places.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import BinaryIO

KEPT_S = 24 * 3600.0
"""Seconds after its last byte for which an unfinished upload is kept. A browser begins a lost one anew."""
COMING_S = 60.0
"""Seconds after its last byte for which an upload is taken to be on its way."""
MOST_PARTS = 100
"""Unfinished uploads of one link. Browsers send one photograph after the other: more are nobody's telephone."""
MOST_FINISHED = 10_000
"""Finished uploads that are remembered, for a browser that never got the answer."""
ENDING = ".part"
TOLD_S = 1.0
"""Seconds between two events that uploads go on, and before the first one: most take less."""
SILENT_S = 20.0
"""Seconds without a byte after which an upload is no longer told of."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is there of one upload. `bytes`: how many have arrived; `begun`: whether any was announced; `ended`: how the
    whole photograph was received, "" before."""

    bytes: int
    begun: bool = True
    ended: str = ""


class PartShelf:
    """The unfinished uploads, one file each. Every call may come from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, Lock()
        self._finished: OrderedDict[str, Part] = OrderedDict()

    def find(self, sender: str, upload: str) -> Part:
        """How much has arrived of that link's upload."""
        place = self._name_place(sender, upload)
        with self._lock:
            if place.name in self._finished:
                return self._finished[place.name]
        with suppress(OSError):
            return Part(place.stat().st_size)
        return Part(0, begun=False)

    def has_room(self, sender: str) -> bool:
        """Whether the link may begin another upload; those that nobody went on with for a day are deleted."""
        oldest, count = time.time() - KEPT_S, 0
        for place in self._folder.glob(f"*{ENDING}"):
            with suppress(OSError):  # somebody else has finished it
                if place.stat().st_mtime < oldest:
                    place.unlink()
                else:
                    count += place.name.startswith(f"{sender}.")
        return count < MOST_PARTS

    def count_coming(self) -> int:
        """Unfinished uploads of which bytes came just now: their senders are waiting."""
        ages = []
        for place in self._folder.glob(f"*{ENDING}"):
            with suppress(OSError):  # somebody has finished it
                ages.append(time.time() - place.stat().st_mtime)
        return sum(age < COMING_S for age in ages)

    def open(self, sender: str, upload: str) -> BinaryIO:
        """The upload's file, to be read and written anywhere. Raises OSError where the disk refuses."""
        self._folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(self._name_place(sender, upload), os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        return os.fdopen(handle, "r+b")

    def finish(self, sender: str, upload: str, end: Part) -> None:
        """Deletes the file of an upload that is whole, and remembers how it ended."""
        place = self._name_place(sender, upload)
        with self._lock:
            self._finished[place.name] = end
            if len(self._finished) > MOST_FINISHED:
                self._finished.popitem(last=False)
        with suppress(OSError):
            place.unlink()

    def _name_place(self, sender: str, upload: str) -> Path:
        """`sender`: a link's id, `upload`: hexadecimal digits; neither can leave the folder."""
        return self._folder / f"{sender}.{upload}{ENDING}"


@dataclass(frozen=True, slots=True)
class _Way:
    """How far an upload is. `share`: of its bytes, in whole hundredths; `begun`, `last`: seconds on the clock."""

    upload: str
    share: float
    begun: float
    last: float


class OnTheWay:
    """How far each table's phone is with the photograph that it sends. `tell` is called now and then while some are."""

    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell, self._told, self._lock = tell, 0.0, Lock()
        self._ways: dict[int, _Way] = {}

    def note(self, table: int | None, upload: str, arrived: int, size: int) -> None:
        """So many bytes of the table's upload are there; None for somebody who sends every table's sheets."""
        if table is None or not size:
            return
        now = time.monotonic()
        with self._lock:
            known = self._ways.get(table)
            begun = known.begun if known and known.upload == upload else now
            self._ways[table] = _Way(upload, 100 * arrived // size / 100, begun, now)
            is_due = now - max(begun, self._told) >= TOLD_S
            self._told = now if is_due else self._told
        if is_due:
            self._tell()

    def end(self, table: int | None) -> None:
        """The table's photograph is whole, whatever becomes of it."""
        with self._lock:
            known = self._ways.pop(table or 0, None)
        if known:
            self._tell()

    def list_shares(self) -> Mapping[int, float]:
        """By table how much of its photograph is there, where bytes came a moment ago."""
        since = time.monotonic() - SILENT_S
        with self._lock:
            return {table: way.share for table, way in self._ways.items() if way.last >= since}
