"""The shapes that a row of four points can have: two against two, one against three, nothing, an offence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal

from scoring.counting.rules import RuleSet

Shape = Literal["pairs", "lone", "zero", "offence"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A shape and its value per opponent.

    `value`: for `pairs` what the winners have, above 0; for `lone` from the lone player's view, so below 0 when lost.
    `seat`: the lone player or the offender.
    """

    shape: Shape
    value: int
    seat: int | None = None


def find_pattern(hands: Mapping[int, int]) -> Pattern | None:
    """The pattern of four seats' points, or None when no game has it. An offence looks like a lost solo here."""
    low, *_, high = values = sorted(hands.values())
    if low == high == 0:
        return Pattern("zero", 0)
    if low == values[1] == -high and values[2] == high:
        return Pattern("pairs", high)
    for lone, other, rest in ((high, low, values[:3]), (low, high, values[1:])):
        if lone == -3 * other and rest == [other] * 3:
            return Pattern("lone", lone // 3, next(seat for seat, points in hands.items() if points == lone))
    return None


def find_winners(hands: Mapping[int, int], value: int | None) -> tuple[int, ...]:
    """The seats that should have a winner's cross: those with plus points.

    A value below 0 means that the winners lose points for the other party's Sonderpunkte: then those with minus points.
    """
    turned = value is not None and value < 0
    return tuple(seat for seat, points in hands.items() if (points < 0 if turned else points > 0))


def are_offence_points(rules: RuleSet, hands: Mapping[int, int]) -> bool:
    """Whether these are the points of an offence."""
    return tuple(sorted(hands.values())) in _list_fined_hands(rules)


@lru_cache(maxsize=64)
def _list_fined_hands(rules: RuleSet) -> frozenset[tuple[int, ...]]:
    return frozenset(tuple(fine.hands) for fine in rules.offence.list_fines())


def list_rows_of_value(seats: tuple[int, ...], value: int) -> Iterator[dict[int, int]]:
    """Every row of that value (above 0) that four seats can have: of pairs, of a lone winner, of a lone loser."""
    for pair in combinations(seats, 2):
        yield {seat: value if seat in pair else -value for seat in seats}
    for lone in seats:
        for sign in (1, -1):
            yield {seat: sign * (3 * value if seat == lone else -value) for seat in seats}


def find_values(numbers: Iterable[int]) -> set[int]:
    """The values (above 0) of games in which somebody has one of these points."""
    sizes = {abs(number) for number in numbers if number}
    return sizes | {size // 3 for size in sizes if size % 3 == 0}


def list_rows_like(
    rules: RuleSet, seats: tuple[int, ...], numbers: Iterable[int], *, offence: bool
) -> Iterator[dict[int, int]]:
    """Every row that four seats can have in which somebody has one of these points, and that of zeros; if an `offence`
    is crossed the row of each."""
    if offence:
        yield from list_offence_rows(rules, seats)
        return
    yield dict.fromkeys(seats, 0)
    for value in sorted(find_values(numbers)):
        yield from list_rows_of_value(seats, value)


def list_offence_rows(rules: RuleSet, seats: tuple[int, ...]) -> Iterator[dict[int, int]]:
    """The row of each offence by each of the seats."""
    for fine in rules.offence.list_fines():
        for offender in seats:
            yield {seat: fine.offender if seat == offender else fine.others for seat in seats}
