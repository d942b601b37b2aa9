"""Matches the names printed at one table with a list of players, all seats together; and finds names that are easily
mistaken for each other.

Each player sits at one seat at most. Exact matches are taken first. For the other seats every assignment of players is
compared; a seat gets a player only if all assignments near the best one put the same player there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process, utils

from templates.sheet_code import make_check
from tournament.evening.evening_limits import EveningLimits

_MOST = 6
"""How many players are compared for a seat. If more are equally near, none of them can be chosen anyway."""

Words = Mapping[int, "Printed"]
"""The printed words by seat (from 1)."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The words that were read at a seat.

    `check`: the check letters of the name that was printed there, from the sheet's code; "" where it has none.
    """

    text: str
    check: str = ""

    def is_exactly(self, entry: str, limits: EveningLimits) -> bool:
        """Whether the player `entry` is the one that was printed here.

        Either the check letters agree and the words are similar, or the words agree letter by letter.
        """
        if self.check and make_check(entry) == self.check:
            return _measure_likeness(self.text, entry) >= limits.name_checked
        return self.trusted and " ".join(entry.split()).casefold() == self.text.casefold()

    @property
    def trusted(self) -> bool:
        """Whether the words agree with the check letters, or there are no check letters."""
        return not self.check or make_check(self.text) == self.check


def match_names(
    words: Words, players: Sequence[str], drawn: Sequence[str], seated: Sequence[str], limits: EveningLimits
) -> dict[int, str]:
    """By seat the players that are certain; other seats are left out.

    `drawn`: who was drawn to this table; these are tried before the whole list. `seated`: who is known to sit at the
    table's other seats.
    """
    return dict(_match(tuple(words.items()), tuple(players), tuple(drawn), tuple(seated), limits))


@lru_cache(maxsize=1024)
def _match(
    printed: tuple[tuple[int, Printed], ...],
    players: Sequence[str],
    drawn: Sequence[str],
    seated: Sequence[str],
    limits: EveningLimits,
) -> Mapping[int, str]:
    """Does the work of `match_names`, with hashable arguments so that it can be cached: the page asks for the same
    tables at every change."""
    words = dict(printed)
    every = tuple({name.casefold(): name for name in (*drawn, *players)}.values())
    found = _find_exact(words, _leave_out(every, seated), limits)
    for entries in (drawn, every):
        taken = (*seated, *found.values())
        left = {seat: one for seat, one in words.items() if seat not in found and one.trusted}
        for seat, name in _assign(left, _leave_out(entries, taken), limits).items():
            likeness = _measure_likeness(words[seat].text, name)
            if all(_measure_likeness(words[seat].text, other) <= likeness for other in taken):
                found[seat] = name  # else the words are closer to a player who already sits here
    return found


def _leave_out(entries: Sequence[str], taken: Sequence[str]) -> list[str]:
    away = {name.casefold() for name in taken}
    return [name for name in entries if name.casefold() not in away]


def _find_exact(words: Words, entries: Sequence[str], limits: EveningLimits) -> dict[int, str]:
    """By seat the player whose name the words are exactly, if that is only one player, and at no other seat."""
    found = {seat: [name for name in entries if one.is_exactly(name, limits)] for seat, one in words.items()}
    claims = [name for names in found.values() for name in names]
    return {seat: names[0] for seat, names in found.items() if len(names) == 1 and claims.count(names[0]) == 1}


def _assign(words: Words, entries: Sequence[str], limits: EveningLimits) -> dict[int, str]:
    """By seat the players of the best assignment in which every assignment within `limits.name_margin` of it agrees."""
    floor = limits.name_score - limits.name_margin  # what it is worth to be nobody on the list
    options = [
        [("", floor), *((name, score) for name, score, _ in _rank(one.text, entries, _MOST) if score > floor)]
        for one in words.values()
    ]
    ways = list(_list_assignments(options))
    best = max(ways, key=lambda way: way[1])
    near = [way for way in ways if best[1] - way[1] < limits.name_margin - 1e-9]
    return {
        seat: name
        for place, (seat, name) in enumerate(zip(words, best[0], strict=True))
        if name and all(way[0][place] == name for way in near)
    }


def _list_assignments(options: Sequence[Sequence[tuple[str, float]]]) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every assignment (player by seat, "" for nobody) that uses no player twice, with the sum of its scores."""
    if not options:
        yield (), 0.0
        return
    for rest, worth in _list_assignments(options[1:]):
        yield from (((name, *rest), worth + score) for name, score in options[0] if not name or name not in rest)


def _rank(text: str, entries: Sequence[str], most: int) -> list[tuple[str, float, int]]:
    return process.extract(text, entries, scorer=fuzz.ratio, processor=utils.default_process, limit=most)


def _measure_likeness(text: str, entry: str) -> float:
    return fuzz.ratio(text, entry, processor=utils.default_process)


LIKE = 84.0
"""rapidfuzz ratio (0 to 100), words in order, from which two names are shown as alike. Thomas and Tomas Müller have 96,
Christian and Christina Schneider 95, Klaus and Klara Schmidt 85. Lower: Klaus and Hans Schmidt (80) are shown, whom
nobody takes for one another."""

_NUMBER: Final = re.compile("[0-9]+")
_AT_ONCE = 256
"""Names that are compared with all others at once."""
_MOST_PAIRS = 10_000


def find_namesakes(names: Sequence[str]) -> tuple[str, ...]:
    """The names that are in the list more than once, ignoring case and the order of their words."""
    counted = Counter(make_name_key(name) for name in names)
    first = {make_name_key(name): name for name in reversed(names)}
    return tuple(first[key] for key in dict.fromkeys(map(make_name_key, names)) if counted[key] > 1)


def find_look_alikes(names: Sequence[str], new: Sequence[str] | None = None) -> tuple[tuple[str, str], ...]:
    """Pairs of different names that are easily mistaken for each other, the most alike first; with `new` only pairs of
    one of these and one of `names`. "Spieler 1" and "Spieler 2" are no such pair: people look at the numbers.

    Memory grows with the names, not with their pairs; at most `_MOST_PAIRS` pairs are returned.
    """
    others = list(names) if new is None else list(new)
    keys = [make_name_key(name) for name in names]
    every = (*others, *names)
    whole = _number_equals(every)
    stem = _number_equals([_NUMBER.sub("0", name).casefold() for name in every])
    spelt = _number_equals([_NUMBER.sub(lambda found: found[0].lstrip("0"), name).casefold() for name in every])
    found: list[tuple[float, int, int]] = []
    for at in range(0, len(others), _AT_ONCE):
        rows = slice(at, at + _AT_ONCE)
        likeness = process.cdist(
            [make_name_key(name) for name in others[rows]], keys, scorer=fuzz.ratio, score_cutoff=LIKE
        )
        same, alike, equal = (ids[: len(others)][rows, None] == ids[len(others) :] for ids in (whole, stem, spelt))
        likeness[same | (alike & ~equal)] = 0  # one name, and names that differ in a number
        if new is None:  # each pair once
            likeness[np.arange(len(likeness))[:, None] + at >= np.arange(len(keys))] = 0
        found += [(float(likeness[row, column]), at + row, column) for row, column in np.argwhere(likeness).tolist()]
        if len(found) > _MOST_PAIRS:
            break
    pairs = sorted(found[:_MOST_PAIRS], key=lambda one: -one[0])
    return tuple((others[row], names[column]) for _, row, column in pairs)


def _number_equals(texts: Sequence[str]) -> NDArray[np.int64]:
    """A number for each text, (n,) int64, the same for equal texts."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return np.array([numbers[text] for text in texts], dtype=np.int64)


def make_name_key(name: str) -> str:
    """The same key for all spellings of a name: its words in small letters and sorted, so that "Müller, Thomas" is
    "Thomas Müller"."""
    return " ".join(sorted(name.replace(",", " ").casefold().split()))
