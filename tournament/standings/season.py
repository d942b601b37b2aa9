"""A season of many evenings: what each counts for a player, and the sum of each player's best evenings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Literal

from texts.sentences import Phrase
from tournament.standings.places import Standing, group_by_key, number_places
from tournament.standings.prizes import give_place_points
from tournament.standings.season_names import NO_ANSWERS, Answers, Pair, find_questions, fold_key, unite_names

Worth = Literal["points", "places"]
"""What an evening counts for a player: the points, or the place points."""


@dataclass(frozen=True, slots=True)
class SeasonEvening:
    """One evening: its title, and what it counts for each player, by name. `left`: players who left early, by name in
    small letters, with their last round. `day`: None if unknown. `rounds`: how many were played. `state`: why it is not
    final, None if it is. `nameless`: how many seats are without a player; their points count for nobody. `leavings`:
    the sentences on who left early, or before the first game.
    """

    title: str
    worth: Mapping[str, Fraction]
    left: Mapping[str, int] = field(default_factory=dict)
    day: date | None = None
    rounds: int = 0
    state: Phrase | None = None
    nameless: int = 0
    leavings: tuple[Phrase, ...] = ()


def weigh_season_evening(
    title: str,
    standings: Sequence[Standing],
    worth: Worth,
    place_points: Sequence[int],
    nameless: Collection[str] = (),
) -> SeasonEvening:
    """The evening with what it counts. `place_points`: those of the tournament by place; without any the last place
    gets 1 point, as in many clubs. `nameless`: labels of seats with unknown players."""
    known = [one.player for one in standings if one.player.name not in nameless]
    gone = {one.name.casefold(): one.left_after for one in known if one.left_after is not None}
    points = give_place_points(standings, place_points or range(len(standings), 0, -1))
    worths = {one.name: Fraction(one.total) if worth == "points" else points[one.number] for one in known}
    return SeasonEvening(title, worths, gone, nameless=len(standings) - len(known))


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """One player's season. `worth`: by evening, None without the player. `counts`: by evening whether it is one of the
    best. `parted`: whether the best evenings decided the place between equal totals. `left`: the evenings, from 1, that
    the player left early, each with the last round.
    """

    place: int
    shared: bool
    name: str
    worth: tuple[Fraction | None, ...]
    counts: tuple[bool, ...]
    parted: bool = False
    left: tuple[tuple[int, int], ...] = ()

    @property
    def total(self) -> Fraction:
        """The sum of the evenings that count."""
        return sum(
            (worth for worth, counted in zip(self.worth, self.counts, strict=True) if counted and worth), Fraction(0)
        )


@dataclass(frozen=True, slots=True)
class Season:
    """The evenings in their order, and the players by place. `worth`: what an evening counts. `best`: how many evenings
    count for each player, None for all. `united`: pairs of names of one player, the shown one first. `questions`: pairs
    of names that may be one player's.
    """

    title: str
    evenings: tuple[SeasonEvening, ...]
    lines: tuple[SeasonLine, ...]
    worth: Worth = "points"
    best: int | None = None
    united: tuple[Pair, ...] = ()
    questions: tuple[Pair, ...] = ()

    @property
    def final(self) -> bool:
        """Whether nothing can change: all evenings are final, and it is known who is who."""
        return not self.questions and not any(one.state or one.nameless for one in self.evenings)


def make_season(
    title: str,
    evenings: Sequence[SeasonEvening],
    worth: Worth = "points",
    best: int | None = None,
    answers: Answers = NO_ANSWERS,
) -> Season:
    """The season of these evenings, in the order of their days. Raises `UnclearNames`."""
    ordered = sorted(evenings, key=lambda one: (one.day is None, one.day or date.max))
    named = [(one.title, tuple(one.worth)) for one in ordered]
    shown = unite_names(named, answers)
    others = dict.fromkeys(
        (shown[fold_key(name)], name) for _, names in named for name in names if shown[fold_key(name)] != name
    )
    united = tuple(pair for pair in others if fold_key(pair[0]) != fold_key(pair[1]))
    lines = rank_season(ordered, best, shown)
    return Season(title, tuple(ordered), lines, worth, best, united, find_questions(named, answers))


def rank_season(
    evenings: Sequence[SeasonEvening], best: int | None = None, shown: Mapping[str, str] | None = None
) -> tuple[SeasonLine, ...]:
    """The season's players by place. `best`: how many evenings count for each player, None for all. `shown`: the result
    of `unite_names`; without it no names are united.

    Ties in the total are decided by the best evening, then by the second best and so on.
    """
    if shown is None:
        shown = unite_names([(one.title, tuple(one.worth)) for one in evenings], NO_ANSWERS)
    by_name = [{shown[fold_key(name)]: worth for name, worth in one.worth.items()} for one in evenings]
    names = sorted({name for one in by_name for name in one}, key=lambda name: (name.casefold(), name))
    lines = [_make_line(name, tuple(worth.get(name) for worth in by_name), best) for name in names]
    placed = number_places(group_by_key(lines, _weigh_line))
    ranked = [replace(line, place=place, shared=shared) for place, shared, line in placed]
    places: dict[Fraction, set[int]] = {}
    for line in ranked:
        places.setdefault(line.total, set()).add(line.place)
    leavings = _list_leavings(evenings, shown)
    return tuple(
        replace(line, parted=len(places[line.total]) > 1, left=tuple(leavings.get(line.name, ()))) for line in ranked
    )


def _list_leavings(evenings: Sequence[SeasonEvening], shown: Mapping[str, str]) -> dict[str, list[tuple[int, int]]]:
    """By shown name: the evenings, from 1, that the player left early, each with the last round."""
    found: dict[str, list[tuple[int, int]]] = {}
    for number, evening in enumerate(evenings, 1):
        for who, after in evening.left.items():
            found.setdefault(shown[fold_key(who)], []).append((number, after))
    return found


def _make_line(name: str, worth: tuple[Fraction | None, ...], best: int | None) -> SeasonLine:
    played = [number for number, one in enumerate(worth) if one is not None]
    kept = sorted(played, key=lambda number: worth[number] or 0, reverse=True)[:best]
    return SeasonLine(0, False, name, worth, tuple(number in kept for number in range(len(worth))))


def _weigh_line(line: SeasonLine) -> tuple[Fraction, list[Fraction]]:
    counted = [worth for worth, counts in zip(line.worth, line.counts, strict=True) if counts and worth is not None]
    return line.total, sorted(counted, reverse=True)
