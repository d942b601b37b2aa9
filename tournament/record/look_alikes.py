"""Names that a reader, or a person, could take for one another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from rapidfuzz import fuzz, process

LIKE = 84.0
"""rapidfuzz ratio (0 to 100), words in order, from which two names are told. Thomas and Tomas Müller have 96, Christian
and Christina Schneider 95, Klaus and Klara Schmidt 85. Lower: Klaus and Hans Schmidt (80) are told, whom nobody takes
for one another."""

_NUMBER: Final = re.compile("[0-9]+")


def find_namesakes(names: Sequence[str]) -> tuple[str, ...]:
    """The names that stand there more than once, whatever the case and the order of their words."""
    counted = Counter(_make_key(name) for name in names)
    first = {_make_key(name): name for name in reversed(names)}
    return tuple(first[key] for key in dict.fromkeys(map(_make_key, names)) if counted[key] > 1)


def find_look_alikes(names: Sequence[str], new: Sequence[str] | None = None) -> tuple[tuple[str, str], ...]:
    """Pairs of different names that are easily mistaken, those most alike first; with `new` only pairs of one of these
    and one of `names`. "Spieler 1" and "Spieler 2" are no such pair: whoever numbers names looks at the numbers."""
    others = list(names) if new is None else list(new)
    likeness = process.cdist(
        [_make_key(name) for name in others], [_make_key(name) for name in names], scorer=fuzz.ratio, score_cutoff=LIKE
    )
    pairs = sorted(np.argwhere(likeness).tolist(), key=lambda pair: -float(likeness[pair[0], pair[1]]))
    return tuple(
        (others[row], names[column])
        for row, column in pairs
        if (row < column or new is not None)
        and others[row] != names[column]
        and not _differ_in_number(others[row], names[column])
    )


def _differ_in_number(one: str, other: str) -> bool:
    """Whether the names are the same but for numbers in them."""
    numbers = [[number.lstrip("0") for number in _NUMBER.findall(name)] for name in (one, other)]
    return numbers[0] != numbers[1] and _NUMBER.sub("0", one).casefold() == _NUMBER.sub("0", other).casefold()


def _make_key(name: str) -> str:
    """The words in order and in small letters: "Müller, Thomas" is "Thomas Müller"."""
    return " ".join(sorted(name.replace(",", " ").casefold().split()))
