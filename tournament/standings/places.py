"""Places by a number: the largest first, equal ones share a place and the next places stay empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

One = TypeVar("One")


def group_by_key(things: Iterable[One], key: Callable[[One], Any]) -> list[list[One]]:
    """The things in groups of equal keys, the largest key first; inside a group they keep their order."""
    return [list(group) for _, group in groupby(sorted(things, key=key, reverse=True), key=key)]


def number_places(groups: Iterable[Sequence[One]]) -> Iterator[tuple[int, bool, One]]:
    """(place, whether it is shared, thing), from 1: 1, 2, 2, 4."""
    place = 1
    for group in groups:
        yield from ((place, len(group) > 1, one) for one in group)
        place += len(group)
