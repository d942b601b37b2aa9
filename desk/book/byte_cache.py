"""What was asked for last is kept, up to so many bytes together."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class ByteCache(Generic[Kept]):
    """Values by key; those that nobody asked for the longest go first. Every call may come from any thread.

    `weigh`: how many bytes a value has.
    """

    def __init__(self, most: int, weigh: Callable[[Kept], int]) -> None:
        self._most, self._weigh, self._lock = most, weigh, Lock()
        self._kept: OrderedDict[object, Kept] = OrderedDict()
        self._bytes = 0

    def find(self, key: object) -> Kept | None:
        """The value; None where it is not, or no more, there."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: object, value: Kept) -> None:
        """Keeps the value; one larger than all that may be kept is not."""
        with self._lock:
            old = self._kept.pop(key, None)
            self._bytes -= 0 if old is None else self._weigh(old)
            if self._weigh(value) > self._most:
                return
            self._kept[key] = value
            self._bytes += self._weigh(value)
            while self._bytes > self._most:
                self._bytes -= self._weigh(self._kept.popitem(last=False)[1])
