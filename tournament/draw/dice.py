"""Random numbers that anyone can throw again: SHA-256 of a text and a counter, the same in every version of Python."""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import sha256
from struct import unpack
from typing import TypeVar

Item = TypeVar("Item")
_BITS = 32


class Dice:
    """A stream of random numbers that follows from `text`.

    The digests of `text:0`, `text:1`, ... in UTF-8 follow each other; every four bytes are a number, high byte first.
    What is no letter, such as half a byte sequence of a terminal, counts as "?", as which the record keeps it.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._counter = 0
        self._waiting: list[int] = []

    def roll(self, sides: int) -> int:
        """A number from 0 to `sides` - 1: the next number of the stream times `sides`, without its lower 32 bits."""
        if not self._waiting:
            digest = sha256(f"{self._text}:{self._counter}".encode(errors="replace")).digest()
            self._waiting = list(unpack(">8I", digest))[::-1]
            self._counter += 1
        return self._waiting.pop() * sides >> _BITS

    def shuffle(self, items: MutableSequence[Item]) -> None:
        """Puts the items into a random order, in place: from the last down, each is swapped with one up to it."""
        for last in range(len(items) - 1, 0, -1):
            other = self.roll(last + 1)
            items[last], items[other] = items[other], items[last]
