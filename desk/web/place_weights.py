"""How sure the places are, worked out beside the pages: it takes longer than the evening itself, and shares one
interpreter with every answer, so it gives way while pages are asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock, Timer

from tournament.filing.opened.open_evening import Evening, weigh_evening
from tournament.review.waiting import NOTHING
from tournament.standings.chances import Chances

CALM_S = 1.0
"""Seconds without a decision after which the chances are worked out anew."""
QUIET_S = 0.15
"""Seconds after a request in which its page is mostly answered."""
PATIENCE_S = 10.0
"""Seconds for which one piece of work gives way altogether: many phones may ask without a pause."""
LOOK_S = 0.01


class PlaceWeights:
    """The chances by the entry for which they were last worked out. Every call may come from any thread."""

    def __init__(self) -> None:
        self._working, self._lock = Lock(), Lock()
        self._known: tuple[int, Chances] | None = None
        self._planned: tuple[int, Timer] | None = None
        self._asked, self._waiting = 0.0, 0

    @property
    def matters(self) -> Mapping[str, float]:
        """By open item how much it matters, by the last known chances."""
        return self._known[1].matters if self._known else NOTHING

    def note_request(self) -> None:
        """Somebody asks for a page: what nobody waits for gives way."""
        self._asked = time.monotonic()

    def weigh(self, evening: Evening) -> Chances:
        """How sure the evening's places are."""
        with self._hurry():
            return self._weigh_calmly(evening)

    def plan(self, evening: Evening) -> None:
        """Weighs the evening once nobody has decided anything for a while."""
        with self._lock:
            if self._find(evening) or (self._planned and self._planned[0] == evening.head):
                return
            if self._planned:
                self._planned[1].cancel()
            timer = Timer(CALM_S, self._weigh_calmly, (evening,))
            timer.daemon = True
            timer.start()
            self._planned = evening.head, timer

    def _weigh_calmly(self, evening: Evening) -> Chances:
        with self._working:
            chances = self._find(evening)
            if chances is None:
                chances = weigh_evening(evening.book, evening.tournament, self._start_work())
                self._known = evening.head, chances
            return chances

    def _find(self, evening: Evening) -> Chances | None:
        known = self._known
        return known[1] if known is not None and known[0] == evening.head else None

    @contextmanager
    def _hurry(self) -> Iterator[None]:
        """Inside the `with`, somebody waits for the chances, and nothing gives way."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._lock:
            self._waiting += more

    def _start_work(self) -> Callable[[], None]:
        """What a piece of work is to call every few milliseconds."""
        end = time.monotonic() + PATIENCE_S

        def give_way() -> None:
            while not self._waiting and time.monotonic() < min(self._asked + QUIET_S, end):
                time.sleep(LOOK_S)

        return give_way
