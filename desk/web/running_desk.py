"""Server-sent events: every open page hears in a moment that something changed.

The running desk: the tournament's file, what it says now, and who wants to hear of changes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock, RLock, Thread

from desk.exits import write_log
from desk.pictures.picture_shelf import PictureShelf
from desk.web.access import Register
from desk.web.inbox import Inbox
from texts.languages import Lang
from texts.sentences import Phrase
from tournament.evening.book import Judge
from tournament.filing.entering import Make, enter_decision, enter_undoing, find_sheet_key
from tournament.filing.evening_status import keep_documents
from tournament.filing.open_evening import Evening, open_evening, weigh_evening
from tournament.record.entries import Entry
from tournament.record.facts import Fact
from tournament.record.open_store import open_store
from tournament.record.record_errors import is_url
from tournament.record.replay import replay
from tournament.record.store import Store
from tournament.review.waiting import NOTHING, Waiting, list_waiting
from tournament.standings.chances import Chances

REST_S = 0.02
"""Seconds for each listener before it hears of the next event: so long it takes to answer what a page then asks."""
PATIENCE_S = 15.0
"""Seconds without an event after which a line keeps the connection alive."""


class Hub:
    """Carries events from any thread to every page that listens. A page that is slow misses none but repeated ones.

    `count`: of the events so far. It begins with the time, so that pages of an earlier run know nothing of this one.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[asyncio.Queue[str], asyncio.AbstractEventLoop] = {}
        self.count = time.time_ns() // 1000

    def publish(self, event: str) -> None:
        """Tells every listener."""
        with self._lock:
            self.count += 1
            listeners = list(self._listeners.items())
        for queue, loop in listeners:
            with suppress(RuntimeError):  # its server has ended
                loop.call_soon_threadsafe(_put, queue, event)

    async def listen(self, seen: int) -> AsyncIterator[str]:
        """Yields the lines that go to one page, until it leaves.

        `seen`: the count when the page was made. What came between that and its listening, or while its connection was
        broken, it hears at once.
        """
        queue: asyncio.Queue[str] = asyncio.Queue(maxsize=32)
        with self._lock:
            self._listeners[queue] = asyncio.get_running_loop()
            missed = seen != self.count
        try:
            yield _write_events(["changed"]) if missed else ": ready\n\n"
            while True:
                yield await _wait(queue)
                await asyncio.sleep(self._count_rest())
        finally:
            with self._lock:
                self._listeners.pop(queue, None)

    def _count_rest(self) -> float:
        with self._lock:
            return REST_S * len(self._listeners)


async def _wait(queue: asyncio.Queue[str]) -> str:
    """What was published since the last time, each event once."""
    try:
        events = [await asyncio.wait_for(queue.get(), PATIENCE_S)]
    except TimeoutError:
        return ": still here\n\n"
    while not queue.empty():
        events.append(queue.get_nowait())
    return _write_events(events)


def _write_events(events: Iterable[str]) -> str:
    return "".join(f"event: {event}\ndata: {event}\n\n" for event in dict.fromkeys(events))


def _put(queue: asyncio.Queue[str], event: str) -> None:
    if not queue.full():
        queue.put_nowait(event)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The evening as it is after one entry, and what then waits for a person, in both languages' order alike."""

    evening: Evening
    chances: Chances
    lang: Lang

    @property
    def head(self) -> int:
        """The number of the last entry: the version that a decision is made from."""
        return self.evening.tournament.head.number

    def list_waiting(self) -> list[Waiting]:
        """What is open: what can change a place comes first."""
        return list_waiting(self.evening.book, self.lang, self.chances.matters)


@dataclass(frozen=True, slots=True)
class Queue:
    """The evening with what waits in it. `matters`: the weights by which it stands in order; they may be those of some
    entries before. `head`: the number of the last entry, from which the next decision is made.
    `count`: how many items there are, also where not all of them are listed."""

    evening: Evening
    matters: Mapping[str, float]
    items: tuple[Waiting, ...]
    head: int
    count: int


class Desk:
    """What all pages share. Every call may come from any thread.

    `judge`: judges sheets in a worker process while photographs are read; it is asked by one thread at a time.
    `trouble`: why no photograph can be read at the moment. `is_reading`: photographs are being read, and somebody at a
    table waits for each: what can wait is worked out later.
    """

    judge: Judge | None = None
    is_reading = False
    trouble: Phrase | None = None

    def __init__(self, where: str, register: Register, lang: Lang) -> None:
        self.where, self.register, self.lang, self.hub = where, register, lang, Hub()
        self.store: Store = open_store(where)
        self.title = replay(self.store.read_entries()).opening.title
        self.inbox = Inbox(register.find_beside("photos"), self.photo_folder)
        self.pictures = PictureShelf(self.store)
        self._lock, self._weighing = RLock(), Lock()
        self._evenings: dict[Lang, Evening] = {}
        self._queues: dict[Lang, Queue] = {}
        self._weighed: tuple[int, Chances] | None = None

    def open(self, lang: Lang) -> Evening:
        """The evening as the file has it now; worked out anew only when something was added."""
        with self._lock:
            known = self._evenings.get(lang)
            if known is None or known.tournament.head != self.store.read_head():
                known = self._evenings[lang] = open_evening(self.store, lang, self.judge, write_log)
            return known

    def take_over(self, evening: Evening, lang: Lang) -> None:
        """Shows this evening for as long as its last entry is the file's."""
        with self._lock:
            self._evenings[lang] = evening

    def look(self, lang: Lang) -> Snapshot:
        """The same, with how sure the places are: that takes as long again."""
        evening = self.open(lang)
        return Snapshot(evening, self._weigh(evening), lang)

    def list_queue(self, lang: Lang) -> Queue:
        """The evening with what waits, at once: by the weights known so far, while new ones are worked out."""
        with self._lock:
            evening, known = self.open(lang), self._queues.get(lang)
            matters = self._weighed[1].matters if self._weighed else NOTHING
            if known is None or known.evening is not evening or known.matters is not matters:
                items = tuple(list_waiting(evening.book, lang, matters))
                known = Queue(evening, matters, items, evening.tournament.head.number, len(items))
                self._queues[lang] = known
        if self._weighed is None or self._weighed[0] != known.head:
            self._weigh_later(evening)
        return known

    def shorten_queue(self, item: str, entry: Entry, lang: Lang) -> Queue | None:
        """What waits right after the item was decided by that entry, before the evening is counted anew.

        Left out is what the decision may have changed: the items of its sheet, and names, tables and rounds. None where
        nothing else waits, or somebody else wrote meanwhile.
        """
        with self._lock:
            known = self._queues.get(lang)
        if known is None or known.head != entry.number - 1 or known.evening.tournament.head.number != known.head:
            return None
        key = find_sheet_key(item)
        rest = tuple(one for one in known.items if _is_of_one_sheet(one) and find_sheet_key(one.item) != key)
        if not rest or not key:
            return None
        return replace(known, items=rest, head=entry.number, count=known.count - 1)

    def _weigh_later(self, evening: Evening) -> None:
        if not self.is_reading and not self._weighing.locked():
            Thread(target=self._weigh, args=(evening,), daemon=True).start()

    def _weigh(self, evening: Evening) -> Chances:
        with self._weighing:
            if self._weighed is None or self._weighed[0] != evening.tournament.head.number:
                chances = weigh_evening(evening.book, evening.tournament)
                self._weighed = evening.tournament.head.number, chances
            return self._weighed[1]

    def write(self, facts: Sequence[Fact], by: str, seen: int | None = None) -> tuple[Entry, ...]:
        """Adds entries and tells everybody who watches. Raises `ChangedMeanwhile` when `seen` is not the last one."""
        made = self.store.append(facts, by=by, seen=seen)
        self.tell_change()
        return made

    def decide(self, item: str, make: Make, by: str, seen: int | None, lang: Lang) -> tuple[Entry, ...]:
        """Adds what `make` makes of the evening as it is now, and tells everybody. Raises as `enter_decision` does."""
        made = enter_decision(self.store, item, make, by, seen, partial(self.open, lang))
        self.tell_change()
        return made

    def undo(self, number: int, reason: str, by: str) -> None:
        """Takes an entry back, and tells everybody. Raises as `enter_undoing` does."""
        enter_undoing(self.store, number, reason, by)
        self.tell_change()

    def tell_change(self) -> None:
        """Has every page that is open show what is in the file now."""
        self.hub.publish("changed")

    def keep_documents(self, lang: Lang) -> None:
        """Leaves status and standings for the command line, so that it need not work them out."""
        keep_documents(self.open(lang), lang)

    @property
    def photo_folder(self) -> Path:
        """Where the photographs go that are sent in: a folder beside the file, "abend-fotos", where `verify` and
        `export` look for them."""
        place = Path("kiebitz") if is_url(self.where) else Path(self.where)
        return place.with_name(f"{place.stem}-fotos")


def _is_of_one_sheet(one: Waiting) -> bool:
    """Whether no decision on another sheet can settle it."""
    return one.game is not None or one.item.rpartition(".")[2] in ("sum", "pflichtsolo")
