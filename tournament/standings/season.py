"""A season: many evenings, of which each player's best ones count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.standings.places import group_by_key, number_places


@dataclass(frozen=True, slots=True)
class SeasonEvening:
    """One evening of the season: its title, and what it is worth to each player, by name."""

    title: str
    worth: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player's season. `worth`: by evening, None for one that the player was not at; `counts`: by evening whether
    it is one of the best."""

    place: int
    shared: bool
    name: str
    worth: tuple[Fraction | None, ...]
    counts: tuple[bool, ...]

    @property
    def total(self) -> Fraction:
        """The sum of the evenings that count."""
        return sum(
            (worth for worth, counted in zip(self.worth, self.counts, strict=True) if counted and worth), Fraction(0)
        )


def rank_season(evenings: Sequence[SeasonEvening], best: int | None = None) -> tuple[SeasonLine, ...]:
    """The season's players by place. `best`: how many evenings count for each player, None for all.

    Names are the same player's when they differ in upper and lower case only; the first spelling is shown. Players who
    tie in their total are parted by their best evening, then by the second best and so on.
    """
    by_name = [{name.casefold(): worth for name, worth in evening.worth.items()} for evening in evenings]
    spelling: dict[str, str] = {}
    for evening in evenings:
        for name in evening.worth:
            spelling.setdefault(name.casefold(), name)
    lines = [
        _make_line(name, tuple(worth.get(key) for worth in by_name), best) for key, name in sorted(spelling.items())
    ]
    placed = number_places(group_by_key(lines, _weigh_line))
    return tuple(SeasonLine(place, shared, line.name, line.worth, line.counts) for place, shared, line in placed)


def _make_line(name: str, worth: tuple[Fraction | None, ...], best: int | None) -> SeasonLine:
    played = [number for number, one in enumerate(worth) if one is not None]
    kept = sorted(played, key=lambda number: worth[number] or 0, reverse=True)[:best]
    return SeasonLine(0, False, name, worth, tuple(number in kept for number in range(len(worth))))


def _weigh_line(line: SeasonLine) -> tuple[Fraction, list[Fraction]]:
    counted = [worth for worth, counts in zip(line.worth, line.counts, strict=True) if counts and worth is not None]
    return line.total, sorted(counted, reverse=True)
