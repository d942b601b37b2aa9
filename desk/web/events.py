"""Server-sent events: every open page hears in a moment that something changed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from threading import Lock

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
