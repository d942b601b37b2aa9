"""Who has which item of Prüfen on the screen: two people who check at once are led to different sheets.

Kept in memory only. It is a courtesy, not a lock: whoever is shown the same item decides all the same.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from threading import Lock

from texts.item_ids import parse_item

QUIET_S, LONGEST_S, LEAVING_S = 60.0, 600.0, 5.0
"""Seconds after which an item counts as left: of a page without a stream of events, of one that was not touched since,
and of one whose stream ended, which may only be loading anew."""


@dataclass(slots=True)
class _Screen:
    """One session. `item`: what it was shown last, `place` in words, `by` whom; `streams`: its open pages."""

    item: str = ""
    place: str = ""
    by: str = ""
    shown: float = 0.0
    until: float = 0.0
    streams: int = 0


class ShownItems:
    """The screens by session. Every call may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._screens: dict[str, _Screen] = {}

    def show(self, session: str, item: str, place: str, by: str) -> None:
        """Notes that the session is shown the item, "" for none."""
        now = time.monotonic()
        with self._lock:
            screen = self._screens.setdefault(session, _Screen())
            screen.item, screen.place, screen.by, screen.shown, screen.until = item, place, by, now, now + QUIET_S

    async def follow(self, session: str, lines: AsyncGenerator[str]) -> AsyncGenerator[str]:
        """Passes on the events that a page of that session hears; as long as it does, its item is on a screen."""
        self._count(session, 1)
        try:
            async for line in lines:
                yield line
        finally:
            self._count(session, -1)
            await lines.aclose()

    def _count(self, session: str, more: int) -> None:
        with self._lock:
            screen = self._screens.setdefault(session, _Screen())
            screen.streams += more
            if not screen.streams:
                screen.until = min(screen.until, time.monotonic() + LEAVING_S)

    def list_others(self, session: str) -> dict[str, tuple[str, str]]:
        """By sheet who else is at it: the name, and the item's place in words."""
        now = time.monotonic()
        with self._lock:
            self._screens = {key: one for key, one in self._screens.items() if one.streams or _is_there(one, now)}
            others = [one for key, one in self._screens.items() if key != session and one.item and _is_there(one, now)]
        return {parse_item(one.item).key or one.item: (one.by, one.place) for one in others}


def _is_there(screen: _Screen, now: float) -> bool:
    return now < screen.until or (screen.streams > 0 and now < screen.shown + LONGEST_S)
