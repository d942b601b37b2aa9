"""The running desk: the tournament's file, its current evening, and the open pages, which are sent every change."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event, Lock, RLock, Thread

from desk.exits import write_log
from desk.pictures.photo_copies import gather_photos
from desk.pictures.picture_shelf import PictureShelf
from desk.web.access import Register
from desk.web.checking import Checker
from desk.web.handout_shelf import BackedUp, BroughtBooks, HandoutShelf
from desk.web.inbox import PASSING, Inbox
from desk.web.list_lessons import ListTeacher
from desk.web.place_weights import PlaceWeights
from desk.web.shown_items import ShownItems
from desk.web.table_answers import TableAnswers
from desk.web.upload_parts import OnTheWay
from texts.item_ids import parse_item
from texts.languages import Lang
from texts.sentences import Phrase
from tournament.evening.decided_sheets import Judge
from tournament.evening.late_items import AFTER_CLOSING
from tournament.filing.decisions.reasons import open_to_write
from tournament.filing.opened.open_evening import Evening, open_evening
from tournament.filing.rounds.evening_status import keep_documents
from tournament.record.entries import Entry, Head
from tournament.record.record_errors import RecordError, is_url
from tournament.record.replay import replay
from tournament.record.store import Follower, Store
from tournament.record.watch_entries import watch_entries
from tournament.review.waiting import Waiting, list_waiting

REST_S = 0.02
"""Seconds per listening page before the next event is sent: the time it takes to answer that page's next request."""
ENDING_S = 2.0
PATIENCE_S = 15.0
"""Seconds without an event after which a sign of life is sent: a page that hears none says that it is cut off."""


class Hub:
    """Sends events from any thread to every page that listens. A slow page misses only repeated ones.

    `count`: number of events so far. It starts at the current time, so that pages left from an earlier run see a
    change.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[asyncio.Queue[str], asyncio.AbstractEventLoop] = {}
        self.count = time.time_ns() // 1000

    def publish(self, event: str) -> None:
        """Sends the event to every listener."""
        with self._lock:
            self.count += 1
            listeners = list(self._listeners.items())
        for queue, loop in listeners:
            with suppress(RuntimeError):  # its server has ended
                loop.call_soon_threadsafe(_put, queue, event)

    async def listen(self, seen: int) -> AsyncGenerator[str]:
        """Yields the lines that go to one page, until it leaves.

        `seen`: the count when the page was made. What came between that and its listening, or while its connection was
        broken, is sent at once.
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
        return _write_events(["alive"])
    while not queue.empty():
        events.append(queue.get_nowait())
    return _write_events(events)


def _write_events(events: Iterable[str]) -> str:
    return "".join(f"event: {event}\ndata: {event}\n\n" for event in dict.fromkeys(events))


def _put(queue: asyncio.Queue[str], event: str) -> None:
    if not queue.full():
        queue.put_nowait(event)


@dataclass(frozen=True, slots=True)
class Queue:
    """The open items in order: those that can change a place come first, by the weights known at the time.

    `head`: the number of the last entry, on which the next decision is based. `count`: the number of open items, even
    where not all are listed.
    """

    items: tuple[Waiting, ...]
    head: int
    count: int


class Desk:
    """The state that all pages share. Every call may come from any thread.

    `judge`: judges sheets in a worker process while photographs are read; only one thread calls it at a time.
    `trouble`: why no photograph can be read at the moment. `is_reading`: photographs are being read, and somebody at a
    table waits for each, so less urgent work is put off; `unread`: how many came in and are not read. `published`: the
    last entry that the open pages know of.
    `backed_up`: the last backup, None for none since the start.
    """

    judge: Judge | None = None
    is_reading = False
    unread = 0
    trouble: Phrase | None = None
    published: Head | None = None
    backed_up: BackedUp | None = None

    def __init__(self, where: str, register: Register, lang: Lang) -> None:
        self.where, self.register, self.lang, self.hub = where, register, lang, Hub()
        self.store: Store = replace(open_to_write(where), watchers=(self.publish_change,), follower=Follower())
        self.title = replay(self.store.read_entries()).opening.title
        self.inbox = Inbox(register.find_beside("photos"), self.photo_folder)
        self.answers = TableAnswers(register.find_beside("answers"))
        self.shown, self.weights = ShownItems(), PlaceWeights()
        self.coming = OnTheWay(lambda: self.hub.publish("sending"))
        self.pictures, self.handouts, self.brought = PictureShelf(self.store), HandoutShelf(), BroughtBooks()
        self.checker = Checker(where, lambda: self.hub.publish("checked"))
        self.lists = ListTeacher(lambda: self.hub.publish("learnt"))
        self._lock = RLock()
        self._evenings: dict[Lang, Evening] = {}
        self._queues: dict[Lang, tuple[Evening, Mapping[str, float], Queue]] = {}

    def open(self, lang: Lang) -> Evening:
        """The file's current evening; computed anew only when an entry was added."""
        with self._lock:
            known = self._evenings.get(lang)
            if known is None or known.tournament.head != self.store.read_head():
                known = self._evenings[lang] = open_evening(self.store, lang, self.judge, write_log)
                self.title = known.tournament.opening.title
            return known

    def take_over(self, evening: Evening, lang: Lang) -> None:
        """Uses this evening as long as its last entry is the file's last."""
        with self._lock:
            self._evenings[lang] = evening

    def count_late(self) -> int:
        """How many items wait because their rounds are closed, by the evening last computed."""
        with self._lock:
            known = next(iter(self._evenings.values()), None)
        matters = known.book.matters if known else ()
        return sum(one.code == AFTER_CLOSING for matter in matters for one in matter.findings)

    def list_queue(self, lang: Lang) -> tuple[Evening, Queue]:
        """The evening and its open items, without waiting: in the order of the last known weights, while new ones are
        computed."""
        with self._lock:
            evening, known = self.open(lang), self._queues.get(lang)
            matters = self.weights.matters
            if known is None or known[0] is not evening or known[1] is not matters:  # both are made anew, never changed
                items = tuple(list_waiting(evening.book, lang, matters))
                known = self._queues[lang] = evening, matters, Queue(items, evening.head, len(items))
        if not self.is_reading:
            self.weights.plan(evening)
        return evening, known[2]

    def shorten_queue(self, item: str, entry: Entry, lang: Lang) -> tuple[Evening, Queue] | None:
        """The evening before `entry` decided the item, and a queue to go on with before the evening is counted anew.

        The queue leaves out all that the decision may have changed: the items of the same sheet, and those about names,
        tables and rounds. None where nothing else waits, or somebody else wrote meanwhile.
        """
        with self._lock:
            known = self._queues.get(lang)
        if known is None or known[0].head != entry.number - 1:
            return None
        evening, _, queue = known
        key = parse_item(item).key
        rest = tuple(one for one in queue.items if _is_of_one_sheet(one) and parse_item(one.item).key != key)
        return (evening, Queue(rest, entry.number, queue.count - 1)) if rest and key else None

    def publish_change(self) -> None:
        """Makes every open page show the file's current state."""
        with suppress(RecordError):
            self.published = self.store.read_head()
        self.hub.publish("changed")

    def draw_thumbnail(self, sha256: str, evening: Evening) -> bytes | None:
        """A photograph, small: as it came in, else from the file's copy; None for one that is not here, or that harmed
        its reader."""
        sent = self.inbox.find(sha256)
        if sent is not None and (sent.refusal is None or sent.refusal.code not in PASSING):
            return self.pictures.draw_thumbnail(sha256, self.inbox.folder / sent.file)
        with gather_photos(self.store, evening, {sha256}) as photos:
            file = photos.files.get(sha256)
            return None if file is None else self.pictures.draw_thumbnail(sha256, file)

    def keep_documents(self, lang: Lang) -> None:
        """Caches status and standings for the command line."""
        keep_documents(self.open(lang), lang)

    @property
    def photo_folder(self) -> Path:
        """The folder for photographs that are sent in: "abend-fotos" beside the file, where `verify` and `export` find
        them."""
        place = Path("kiebitz") if is_url(self.where) else Path(self.where)
        return place.with_name(f"{place.stem}-fotos")


@contextmanager
def hear_entries(desk: Desk) -> Iterator[None]:
    """Inside the `with`, open pages show what other computers and commands write."""
    ending = Event()

    def hear() -> None:
        for head in watch_entries(desk.store, ending):
            if head != desk.published:  # the pages know what this one wrote
                desk.publish_change()

    thread = Thread(target=hear, name="hearing", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join(ENDING_S)  # a server that does not answer may hold it up for longer


def _is_of_one_sheet(one: Waiting) -> bool:
    """Whether only decisions on its own sheet can settle the item."""
    return one.game is not None or one.item.rpartition(".")[2] in ("sum", "pflichtsolo")
