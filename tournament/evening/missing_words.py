"""Parts of the sentences on what is missing: players, seats without a name, table numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import enumerate_things, say


@dataclass(frozen=True, slots=True)
class Alike:
    """A missing player, and somebody of that round with a name so similar that it may be the same person."""

    name: str
    other: str | None

    def in_(self, lang: Lang) -> str:
        """For example: Anna Meier (dort „Anna Maier“?)."""
        return self.name if self.other is None else say(lang, "evening.alike", name=self.name, other=self.other)


@dataclass(frozen=True, slots=True)
class Unnamed:
    """How many seats of the round have no known name; missing players may have sat there."""

    count: int

    def in_(self, lang: Lang) -> str:
        """A sentence with a blank in front, "" for no such seat."""
        text = "evening.unnamed-seat" if self.count == 1 else "evening.unnamed-seats"
        return f" {say(lang, text, count=self.count)}" if self.count else ""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Several numbers, in ascending order."""

    numbers: tuple[int, ...]

    def in_(self, lang: Lang) -> str:
        """For example: 2 und 3, or 2 und 4 bis 7."""
        return enumerate_things(lang, [words for run in _find_runs(self.numbers) for words in _write_span(run, lang)])


def _find_runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers; `numbers` ascend."""
    start = 0
    for n in range(1, len(numbers) + 1):
        if n == len(numbers) or numbers[n] != numbers[n - 1] + 1:
            yield numbers[start], numbers[n - 1]
            start = n


def _write_span(run: tuple[int, int], lang: Lang) -> list[str]:
    first, last = run
    if last - first > 1:
        return [say(lang, "evening.span", first=first, last=last)]
    return [str(number) for number in range(first, last + 1)]
