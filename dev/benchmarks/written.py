"""Which written character was read as which: two texts laid side by side with the fewest changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

CHARACTERS = "0123456789+-/"
NOTHING = "·"
"""Stands for a character that is missing in one of the texts."""
Pair = tuple[str, str]


def pairs(written: str, read: str) -> Iterator[Pair]:
    """Each written character with the one read in its place (Levenshtein 1966); of equally few changes any."""
    return iter(_aligned(written, read)[1])


@cache
def _aligned(written: str, read: str) -> tuple[int, tuple[Pair, ...]]:
    """The fewest changes, and the pairs that need them."""
    if not written or not read:
        rest = [(char, NOTHING) for char in written] + [(NOTHING, char) for char in read]
        return len(rest), tuple(rest)
    ways = (
        (_aligned(written[1:], read[1:]), (written[0], read[0])),
        (_aligned(written[1:], read), (written[0], NOTHING)),
        (_aligned(written, read[1:]), (NOTHING, read[0])),
    )
    return min(((changes + (pair[0] != pair[1]), (pair, *rest)) for (changes, rest), pair in ways), key=lambda w: w[0])
