"""A table's printed names against a list, all of them together: each entry of the list sits at one seat at most.

What is exact is taken first. The rest is an assignment of entries to seats, the best of all; a seat's entry is taken
when every assignment that seats somebody else there is worse by the margin, and nobody is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process, utils

from templates.namecheck import make_check
from tournament.limits import Limits

_MOST = 6
"""Entries weighed for a seat: of more that are all as near none can be told from the others."""

Words = Mapping[int, "Printed"]
"""What was read, by seat."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The words read at a seat. `check`: the check letters of what was printed there, "" where the sheet has none."""

    text: str
    check: str = ""

    def is_exactly(self, entry: str, limits: Limits) -> bool:
        """Whether the entry is what was printed: by the check letters of much the same words, or letter by letter."""
        if self.check and make_check(entry) == self.check:
            return _likeness(self.text, entry) >= limits.name_checked
        return self.trusted and " ".join(entry.split()).casefold() == self.text.casefold()

    @property
    def trusted(self) -> bool:
        """Whether nothing says that it was read wrongly."""
        return not self.check or make_check(self.text) == self.check


def match(
    words: Words, players: Sequence[str], drawn: Sequence[str], seated: Sequence[str], limits: Limits
) -> dict[int, str]:
    """Who sits where, as far as that is certain. `drawn`: who was drawn to this table, asked before the whole list;
    `seated`: who is known to sit at its other seats."""
    every = tuple({name.casefold(): name for name in (*drawn, *players)}.values())
    found = _exact(words, _without(every, seated), limits)
    for entries in (drawn, every):
        taken = (*seated, *found.values())
        left = {seat: one for seat, one in words.items() if seat not in found and one.trusted}
        new = _assigned(left, _without(entries, taken), limits)
        found |= {seat: name for seat, name in new.items() if not _nearer(words[seat].text, name, taken)}
    return found


def _without(entries: Sequence[str], taken: Sequence[str]) -> list[str]:
    away = {name.casefold() for name in taken}
    return [name for name in entries if name.casefold() not in away]


def _nearer(text: str, name: str, taken: Sequence[str]) -> bool:
    """Whether the words are more like somebody who already sits there: then they say who sits there twice."""
    return any(_likeness(text, other) > _likeness(text, name) for other in taken)


def closest(text: str, entries: Sequence[str]) -> tuple[str, ...]:
    """The two entries most like it, as far as any is."""
    return tuple(name for name, score, _ in _ranked(text, entries, 2) if score > 0)


def _exact(words: Words, entries: Sequence[str], limits: Limits) -> dict[int, str]:
    """The seats that are exactly one entry, which no other seat is."""
    found = {seat: [name for name in entries if one.is_exactly(name, limits)] for seat, one in words.items()}
    claims = [name for names in found.values() for name in names]
    return {seat: names[0] for seat, names in found.items() if len(names) == 1 and claims.count(names[0]) == 1}


def _assigned(words: Words, entries: Sequence[str], limits: Limits) -> dict[int, str]:
    """The entries of the best assignment that no other one within the margin seats otherwise."""
    floor = limits.name_score - limits.name_margin  # what it is worth to be nobody on the list
    options = [[("", floor), *((name, score) for name, score, _ in _ranked(one.text, entries, _MOST) if score > floor)]
               for one in words.values()]
    ways = list(_ways(options))
    best = max(ways, key=lambda way: way[1])
    near = [way for way in ways if best[1] - way[1] < limits.name_margin - 1e-9]
    return {seat: name for place, (seat, name) in enumerate(zip(words, best[0], strict=True))
            if name and all(way[0][place] == name for way in near)}


def _ways(options: Sequence[Sequence[tuple[str, float]]]) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every assignment, by seat, that seats no entry twice, with its worth."""
    if not options:
        yield (), 0.0
        return
    for rest, worth in _ways(options[1:]):
        yield from (((name, *rest), worth + score) for name, score in options[0] if not name or name not in rest)


def _ranked(text: str, entries: Sequence[str], most: int) -> list[tuple[str, float, int]]:
    return process.extract(text, entries, scorer=fuzz.ratio, processor=utils.default_process, limit=most)


def _likeness(text: str, entry: str) -> float:
    return fuzz.ratio(text, entry, processor=utils.default_process)
