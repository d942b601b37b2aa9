"""Results that are remembered with what they were made of: an evening is counted again after each decision, and most of
its sheets stay as they are."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")

MOST_SHEETS = 4096
"""Of so many sheets ink and judgement are kept in memory, some 0.1 MB each: three times those of 240 players who play
twenty rounds."""


class LastResults(Generic[Value]):
    """By key the last result. Every call may come from any thread."""

    def __init__(self, most: int = MOST_SHEETS) -> None:
        self._most, self._lock = most, Lock()
        self._kept: OrderedDict[Hashable, tuple[tuple[object, ...], Value]] = OrderedDict()

    def recall(self, key: Hashable, make: Callable[..., Value], *ground: Any) -> Value:
        """What `make` makes of the ground; if the key's last ground was equal, what it made then."""
        known = self.find(key, ground)
        if known is None:
            known = make(*ground)
            self.keep(key, ground, known)
        return known

    def find(self, key: Hashable, ground: tuple[object, ...]) -> Value | None:
        """What was kept for the key, if it was made of an equal ground. Equal things that are one object are compared
        at once."""
        with self._lock:
            known = self._kept.get(key)
        return known[1] if known is not None and known[0] == ground else None

    def keep(self, key: Hashable, ground: tuple[object, ...], made: Value) -> None:
        """Keeps what was made of that ground, in place of what was kept for the key."""
        with self._lock:
            self._kept[key] = ground, made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
