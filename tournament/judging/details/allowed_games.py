"""What a row's details say of its points: the kinds of game that they allow, with the values that these can have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from scoring.counting.rules import RuleSet
from scoring.rows.row_patterns import Pattern, find_pattern
from tournament.judging.details.allowed_values import list_values_of
from tournament.judging.details.fines import fits_fine
from tournament.judging.details.game_fields import WrittenDetails, is_lone_kind

Hands = Mapping[int, int]
"""Points of the four who play, by seat."""


@dataclass(frozen=True, slots=True)
class AllowedGame:
    """One kind of game that the details allow.

    `lone`: one plays against three. `re`: the seats crossed as Re, () where none is, one where the partner's cross is
    left out. `values`: per opponent, from Re's view.
    """

    kind: str
    solo: str | None
    lone: bool
    re: tuple[int, ...]
    values: frozenset[int]

    def fits(self, hands: Hands) -> bool:
        """Whether these points are such a game."""
        found = find_pattern(hands)
        return found is not None and self.fits_pattern(found, hands)

    def fits_pattern(self, found: Pattern, hands: Hands) -> bool:
        """Whether these points, whose pattern was `found`, are such a game."""
        if found.shape == "zero":
            return 0 in self.values and all(seat in hands for seat in self.re)
        if self.lone:
            return found.shape == "lone" and found.value in self.values and set(self.re) <= {found.seat}
        if found.shape != "pairs" or not all(seat in hands for seat in self.re):
            return False
        sides = {hands[seat] for seat in self.re} or {found.value, -found.value}
        return (len(sides) == 1 or not self.re) and not sides.isdisjoint(self.values)

    def rows(self, players: Sequence[int]) -> Iterator[dict[int, int]]:
        """Every row of points that such a game can have."""
        for re in combinations(players, 1 if self.lone else 2):
            if set(self.re) <= set(re):
                for value in self.values:
                    theirs = 3 * value if self.lone else value
                    yield {seat: theirs if seat in re else -value for seat in players}


def fits(rules: RuleSet, told: WrittenDetails, hands: Hands, *, offence: bool = False) -> bool:
    """Whether some game (or `offence`) with these details has these points."""
    if offence:
        return fits_fine(rules, told, hands)
    found = find_pattern(hands)
    return found is not None and any(way.fits_pattern(found, hands) for way in list_allowed_games(rules, told))


@lru_cache(maxsize=2**15)
def list_allowed_games(rules: RuleSet, told: WrittenDetails) -> tuple[AllowedGame, ...]:
    """What the details allow, as far as they are told; () when they contradict one another or the rules.

    A row with Augen is taken as filled in: what is not crossed was not said and not made. Without Augen, more may have
    been said than is crossed. A game lost by a broken rule has the value of any Augen: how far it was played, the row
    does not tell.
    """
    bare = replace(told, kinds=(), re=())
    found = (
        AllowedGame(kind, solo, is_lone_kind(rules, kind), told.re, list_values_of(rules, kind, solo, bare))
        for kind, solo in _list_kinds(rules, told)
    )
    return tuple(way for way in found if way.values)


def find_exact_game(rules: RuleSet, told: WrittenDetails) -> AllowedGame | None:
    """The one way with one value, its players known; None where the details leave anything open."""
    found = list_allowed_games(rules, told)
    if len(found) != 1 or len(found[0].values) != 1 or len(told.re) != (1 if found[0].lone else 2):
        return None
    return found[0] if told.counted else None


def find_game_of_points(rules: RuleSet, told: WrittenDetails, hands: Hands) -> AllowedGame | None:
    """The one way with one value that these points are, with its Re seats as the points tell them; None where Augen
    are missing, or several kinds of game would do."""
    found = pick_likeliest([way for way in list_allowed_games(rules, told) if way.fits(hands)]) if told.counted else ()
    if told.verworfen:
        found = tuple(_narrow(way, hands) for way in found)
    if len(found) != 1 or len(found[0].values) != 1:
        return None
    (way,) = found
    (value,) = way.values
    theirs = 3 * value if way.lone else value
    re = tuple(seat for seat, points in hands.items() if points == theirs) if value else told.re
    return replace(way, re=re) if len(re) == (1 if way.lone else 2) else None


def _narrow(way: AllowedGame, hands: Hands) -> AllowedGame:
    """The way with the values that these points can have."""
    return replace(way, values=frozenset(v for v in way.values if replace(way, values=frozenset((v,))).fits(hands)))


def pick_likeliest(found: Sequence[AllowedGame]) -> tuple[AllowedGame, ...]:
    """The one way in which no partner's cross was left out, where there is just one; else all of them."""
    whole = [way for way in found if len(way.re) == (1 if way.lone else 2)]
    return tuple(whole if len(whole) == 1 else found)


def _list_kinds(rules: RuleSet, told: WrittenDetails) -> Iterator[tuple[str, str | None]]:
    """The kinds of game (and solos) that fit the crosses for the kind and the number of Re seats."""
    for kind, solo in _list_crossed(rules, told):
        known = rules.find_kind(kind)
        if known is not None and len(told.re) <= known.re_seats and (solo is None or rules.sheet.find_solo(solo)):
            yield kind, solo


def _list_crossed(rules: RuleSet, told: WrittenDetails) -> Iterator[tuple[str, str | None]]:
    if not told.kinds:
        yield "normal", None
        if len(told.re) < 2:  # a solo, or a Hochzeit, whose cross was left out
            yield from (("hochzeit-allein", None), ("stille-hochzeit", None))
            yield from (("solo", solo.id) for solo in rules.sheet.solos)
    elif len(told.kinds) == 1:
        yield ("solo", told.solo) if told.solo else (told.kinds[0], None)
        if told.kinds == ("hochzeit",) and len(told.re) < 2:
            yield "hochzeit-allein", None
    elif len(told.kinds) == 2 and told.solo and "hochzeit" in told.kinds:  # it stayed alone and was played as a solo
        yield "hochzeit-allein", None
