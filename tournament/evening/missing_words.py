"""What is missing, in words: players with a name much like theirs, seats without a name, table numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import say


@dataclass(frozen=True, slots=True)
class Alike:
    """A missing player, and who sat there under a name so alike that it may be the same one."""

    name: str
    other: str | None

    def in_(self, lang: Lang) -> str:
        """Anna Meier (dort „Anna Maier“?)"""
        return self.name if self.other is None else say(lang, "evening.alike", name=self.name, other=self.other)


@dataclass(frozen=True, slots=True)
class Unnamed:
    """Seats without a name, of whom some may be the missing players'."""

    count: int

    def in_(self, lang: Lang) -> str:
        """ 4 Plätze dort sind ohne Namen."""
        text = "evening.unnamed-seat" if self.count == 1 else "evening.unnamed-seats"
        return f" {say(lang, text, count=self.count)}" if self.count else ""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Several numbers in words."""

    numbers: tuple[int, ...]

    def in_(self, lang: Lang) -> str:
        """2, 4 bis 7"""
        return ", ".join(_write_span(run, lang) for run in _find_runs(self.numbers))


def _find_runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbours among sorted numbers."""
    start = 0
    for n in range(1, len(numbers) + 1):
        if n == len(numbers) or numbers[n] != numbers[n - 1] + 1:
            yield numbers[start], numbers[n - 1]
            start = n


def _write_span(run: tuple[int, int], lang: Lang) -> str:
    first, last = run
    if last - first > 1:
        return say(lang, "evening.span", first=first, last=last)
    return str(first) if first == last else f"{first}, {last}"
