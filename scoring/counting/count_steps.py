"""The steps of a count. They are the same for all games that differ only in their Sonderpunkte.

Every step is linear in what was counted before and in the Sonderpunkte, so that the value of a game is the count
without any, plus a fixed worth for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from scoring.counting.game import Extras, Party
from texts.languages import Lang
from texts.sentences import Words, say

Worth = Mapping[str, int]
"""By id what one Sonderpunkt of Re adds to the count; one of Kontra takes off as much."""


class Step(Protocol):
    """What a rule adds to the count."""

    def list_lines(self, so_far: int, extras: Extras) -> Iterable[Line]:
        """Its lines in a game with these Sonderpunkte, after so many points."""

    def count_on(self, base: int, worth: Worth) -> tuple[int, Worth]:
        """The count without Sonderpunkte and the worth of each, after this step."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the count, and the simplest step: its points are the same in every game.

    `name`: which line it is ("verdoppelt"); its sentence has that name in `texts/*/counting.toml`. `gaps`: what
    fills the gaps of the sentence.
    """

    name: str
    points: int
    gaps: Mapping[str, object] = field(default_factory=dict)

    def describe(self, lang: Lang = "de") -> str:
        """The line in the players' words, without its points."""
        return say(lang, f"counting.{self.name}", **self.gaps)

    def in_(self, lang: Lang) -> str:
        """The line with its points: "keine 90 +1"."""
        return f"{self.describe(lang)} {self.points:+d}"

    def list_lines(self, so_far: int, extras: Extras) -> tuple[Line, ...]:
        """As a step, it is the same whatever else was counted."""
        return (self,)

    def count_on(self, base: int, worth: Worth) -> tuple[int, Worth]:
        """Its points are added."""
        return base + self.points, worth


@dataclass(frozen=True, slots=True)
class Sonderpunkte:
    """Each Sonderpunkt in `titles` earns `points` for `side`; one of the other party takes off as many."""

    points: int
    titles: Mapping[str, Words]
    side: Party

    def list_lines(self, so_far: int, extras: Extras) -> Iterable[Line]:
        """One line for every kind of Sonderpunkt that a party made."""
        for party, name, count in extras:
            if name in self.titles:
                points = count * self.points if party == self.side else -count * self.points
                gaps = {"title": self.titles[name], "count": count, "party": party.capitalize()}
                yield Line("sonderpunkt" if count == 1 else "sonderpunkte", points, gaps)

    def count_on(self, base: int, worth: Worth) -> tuple[int, Worth]:
        """Each is worth its points; without any, nothing is added."""
        points = self.points if self.side == "re" else -self.points
        return base, {**worth, **{name: worth.get(name, 0) + points for name in self.titles}}


@dataclass(frozen=True, slots=True)
class Idle:
    """Sonderpunkte that do not count in this game: a line says so where some were written. `all`: none counts."""

    titles: Mapping[str, Words]
    all: bool

    def list_lines(self, so_far: int, extras: Extras) -> Iterable[Line]:
        """A line without points, when there is one of them."""
        made = {name for _, name, _ in extras}
        idle = tuple(title for name, title in self.titles.items() if name in made)
        if idle:
            yield Line("no-sonderpunkte", 0) if self.all else Line("sonderpunkte-idle", 0, {"titles": idle})

    def count_on(self, base: int, worth: Worth) -> tuple[int, Worth]:
        """Nothing is added."""
        return base, worth


@dataclass(frozen=True, slots=True)
class Times:
    """All that was counted so far is multiplied."""

    name: str
    factor: int
    gaps: Mapping[str, object] = field(default_factory=dict)

    def list_lines(self, so_far: int, extras: Extras) -> Iterable[Line]:
        """What the multiplication adds."""
        return (Line(self.name, so_far * (self.factor - 1), self.gaps),)

    def count_on(self, base: int, worth: Worth) -> tuple[int, Worth]:
        """Count and Sonderpunkte grow alike."""
        return base * self.factor, {name: points * self.factor for name, points in worth.items()}


@dataclass(frozen=True, slots=True)
class Turned:
    """What was counted for Kontra is the opposite for Re."""

    def list_lines(self, so_far: int, extras: Extras) -> Iterable[Line]:
        """The change of sign; 0 has none."""
        return (Line("umgekehrt", -2 * so_far),) if so_far else ()

    def count_on(self, base: int, worth: Worth) -> tuple[int, Worth]:
        """Count and Sonderpunkte change their sign."""
        return -base, {name: -points for name, points in worth.items()}


@dataclass(frozen=True, slots=True)
class Apart:
    """Steps that are counted by themselves, and added: what multiplies the others leaves them as they are."""

    steps: tuple[Step, ...]

    def list_lines(self, so_far: int, extras: Extras) -> Iterable[Line]:
        """Their lines; what multiplies nothing has none."""
        return (line for line in list_lines(self.steps, extras) if line.points)

    def count_on(self, base: int, worth: Worth) -> tuple[int, Worth]:
        """Their count and their worth of each Sonderpunkt are added."""
        own, each = count_steps(self.steps)
        return base + own, {name: worth.get(name, 0) + each.get(name, 0) for name in {**worth, **each}}


def list_lines(steps: Iterable[Step], extras: Extras, total: int = 0) -> Iterator[Line]:
    """The lines of these steps, after `total` points, in a game with these Sonderpunkte."""
    for step in steps:
        for line in step.list_lines(total, extras):
            yield line
            total += line.points


def count_steps(steps: Iterable[Step]) -> tuple[int, Worth]:
    """The count without Sonderpunkte and the worth of each, after these steps."""
    count: tuple[int, Worth] = (0, {})
    for step in steps:
        count = step.count_on(*count)
    return count
