"""The running desk: the tournament's file, what it says now, and who wants to hear of changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from desk.crash_log import write_log
from desk.web.access import Register
from desk.web.events import Hub
from desk.web.inbox import Inbox
from texts.languages import Lang
from texts.sentences import Phrase
from tournament.evening.book import Judge
from tournament.filing.keeping import keep_documents
from tournament.filing.making import Evening, open_evening
from tournament.filing.ranking import weigh_evening
from tournament.filing.waiting import Waiting, list_waiting
from tournament.record.entries import Entry
from tournament.record.facts import Fact
from tournament.record.opening import open_store
from tournament.record.place import is_url
from tournament.record.replay import replay
from tournament.record.store import Store
from tournament.standings.chances import Chances


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
    """The evening with what waits in it."""

    evening: Evening
    items: tuple[Waiting, ...]


class Desk:
    """What all pages share. Every call may come from any thread.

    `judge`: judges sheets in a worker process while photographs are read; it is asked by one thread at a time.
    `trouble`: why no photograph can be read at the moment.
    """

    judge: Judge | None = None
    trouble: Phrase | None = None

    def __init__(self, where: str, register: Register, lang: Lang) -> None:
        self.where, self.register, self.lang, self.hub = where, register, lang, Hub()
        self.store: Store = open_store(where)
        self.title = replay(self.store.read_entries()).opening.title
        self.inbox = Inbox(register.find_beside("photos"), self.photo_folder)
        self._lock = RLock()
        self._known: dict[Lang, Snapshot] = {}
        self._queues: dict[Lang, Queue] = {}

    def look(self, lang: Lang) -> Snapshot:
        """The evening as the file has it now; worked out anew only when something was added."""
        with self._lock:
            known = self._known.get(lang)
            if known is None or known.head != self.store.read_head().number:
                evening = open_evening(self.store, lang, self.judge, write_log)
                known = Snapshot(evening, weigh_evening(evening.book, evening.tournament), lang)
                self._known[lang] = known
            return known

    def line_up(self, lang: Lang) -> Queue:
        """The evening with what waits in it, listed once for all who ask."""
        with self._lock:
            snapshot, known = self.look(lang), self._queues.get(lang)
            if known is None or known.evening is not snapshot.evening:
                known = self._queues[lang] = Queue(snapshot.evening, tuple(snapshot.list_waiting()))
            return known

    def take_over(self, snapshot: Snapshot) -> None:
        """Shows this snapshot for as long as its last entry is the file's."""
        with self._lock:
            self._known[snapshot.lang] = snapshot

    def write(self, facts: Sequence[Fact], by: str, seen: int | None = None) -> tuple[Entry, ...]:
        """Adds entries and tells everybody who watches. Raises `ChangedMeanwhile` when `seen` is not the last one."""
        made = self.store.append(facts, by=by, seen=seen)
        self.tell_change()
        return made

    def tell_change(self) -> None:
        """Has every page that is open show what is in the file now."""
        self.hub.publish("changed")

    def keep_documents(self, lang: Lang) -> None:
        """Leaves status and standings in the file for the command line, so that it need not work them out."""
        keep_documents(self.store, self.look(lang).evening, lang)

    @property
    def photo_folder(self) -> Path:
        """Where the photographs go that are sent in: a folder beside the file, "abend-fotos", where `verify` and
        `export` look for them."""
        place = Path("kiebitz") if is_url(self.where) else Path(self.where)
        return place.with_name(f"{place.stem}-fotos")
