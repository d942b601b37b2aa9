"""Which values a game can have at all, found by playing through every outcome that counts differently."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from scoring.counting.game import PARTIES, Call
from scoring.counting.rules import Kind, Part, RuleSet
from scoring.counting.tally import PLAYED, End, Tally, find_edges, make_tally


@lru_cache(maxsize=64)
def find_lone_values(rules: RuleSet, solo_cross: bool) -> frozenset[int]:
    """Values from a lone player's view; with `solo_cross` only of games that players cross as a solo."""
    kinds = [kind for kind in rules.kinds if kind.re_seats == 1 and (kind.solo_cross or not solo_cross)]
    return _find_values(rules, kinds)


@lru_cache(maxsize=2**10)
def find_kind_values(rules: RuleSet, kind: Kind) -> frozenset[int]:
    """Values of one kind of game, from Re's view."""
    return _find_values(rules, [kind])


@lru_cache(maxsize=64)
def find_pair_values(rules: RuleSet) -> frozenset[int]:
    """Values of two against two, 0 and above: points do not show which pair was Re."""
    return frozenset(abs(value) for value in _find_values(rules, [kind for kind in rules.kinds if kind.re_seats == 2]))


@lru_cache(maxsize=2**10)
def find_alike_game(rules: RuleSet, kind: str, solo: str | None) -> tuple[str, str | None]:
    """The first (kind, solo) of the rule set that always has the same value as this one."""
    games = (*((entry.id, None) for entry in rules.kinds), *(("solo", entry.id) for entry in rules.sheet.solos))
    parts = _list_parts(rules, kind, solo)
    return next(game for game in games if _list_parts(rules, *game) == parts)


def _list_parts(rules: RuleSet, kind: str, solo: str | None) -> list[Part]:
    """The entries of the rule set by which such a game counts."""
    named = {entry.id for entry in rules.sheet.solos if solo in (entry.id, *entry.suits)}
    others = [part for part in rules.value if part.rule == "solo" and part.only and not named & set(part.only)]
    return [part for part in rules.value if kind in part.kinds and part not in others]


def _find_values(rules: RuleSet, kinds: list[Kind]) -> frozenset[int]:
    """All values of these kinds; games that count alike are played through once."""
    games = {find_alike_game(rules, kind.id, solo) for kind in kinds for solo in _list_solos(rules, kind)}
    spreads = {(one.base, tuple(one.worth.items())) for game in games for one in _list_tallies(rules, *game)}
    return frozenset(value for base, worth in spreads for value in _add_sonderpunkte(rules, base, dict(worth)))


def _list_solos(rules: RuleSet, kind: Kind) -> tuple[str | None, ...]:
    named = tuple(solo.id for solo in rules.sheet.solos) if kind.id == "solo" else ()
    return named or (None,)


def _list_tallies(rules: RuleSet, kind: str, solo: str | None) -> Iterator[Tally]:
    """The tallies for all calls, bands of Augen, Bock or not, and each party that may lose by a broken rule."""
    bocks = {False, any(part.rule == "bock" for part in rules.value)}
    bands = range(len(find_edges(rules)) + 1)
    ends = (PLAYED, *(End(party) for party in PARTIES if rules.offence.played_out))
    for re, kontra, band, bock, end in product(Call, Call, bands, bocks, ends):
        yield make_tally(rules, kind, solo, re, kontra, band, bock, end)


def _add_sonderpunkte(rules: RuleSet, base: int, worth: dict[str, int]) -> set[int]:
    """All values that the base can become with Sonderpunkte of either party, one of them in the last trick."""
    last = {0}
    values = {base}
    for entry in rules.sheet.sonderpunkte:
        points = worth.get(entry.id, 0)
        if entry.last_trick:
            last |= {points, -points}
        elif points:
            values = {value + net * points for value in values for net in range(-entry.most, entry.most + 1)}
    return {value + points for value in values for points in last}
