"""Names that a reader, or a person, could take for one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rapidfuzz import fuzz, process

LIKE = 84.0
"""rapidfuzz ratio (0 to 100), words in order, from which two names are told. Thomas and Tomas Müller have 96, Christian
and Christina Schneider 95, Klaus and Klara Schmidt 85. Lower: Klaus and Hans Schmidt (80) are told, whom nobody takes
for one another."""


def find_namesakes(names: Sequence[str]) -> tuple[str, ...]:
    """The names that stand there more than once, whatever the case and the order of their words."""
    counted = Counter(_make_key(name) for name in names)
    first = {_make_key(name): name for name in reversed(names)}
    return tuple(first[key] for key in dict.fromkeys(map(_make_key, names)) if counted[key] > 1)


def find_look_alikes(names: Sequence[str], new: Sequence[str] | None = None) -> tuple[tuple[str, str], ...]:
    """Pairs of different names that are easily mistaken; with `new` only pairs of one of these and one of `names`."""
    keys = [_make_key(name) for name in names]
    others = list(names) if new is None else list(new)
    likeness = process.cdist([_make_key(name) for name in others], keys, scorer=fuzz.ratio, score_cutoff=LIKE)
    return tuple(
        (name, other)
        for row, name in enumerate(others)
        for column, other in enumerate(names)
        if likeness[row, column] > 0 and (row < column or new is not None) and name != other
    )


def _make_key(name: str) -> str:
    """The words in order and in small letters: "Müller, Thomas" is "Thomas Müller"."""
    return " ".join(sorted(name.replace(",", " ").casefold().split()))
