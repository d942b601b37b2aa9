"""Which values a game can have at all: found by playing through every outcome that a rule set tells apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from scoring.game import Call
from scoring.rules import Kind, Part, RuleSet
from scoring.tally import Tally, edges, tally


@lru_cache(maxsize=64)
def lone_values(rules: RuleSet, solo_cross: bool) -> frozenset[int]:
    """Values from a lone player's view; with `solo_cross` only of games that players cross as a solo."""
    kinds = [kind for kind in rules.kinds if kind.re_seats == 1 and (kind.solo_cross or not solo_cross)]
    return _values(rules, kinds)


@lru_cache(maxsize=64)
def pair_values(rules: RuleSet) -> frozenset[int]:
    """Values of two against two, 0 and above: which pair was Re does not show in the points."""
    return frozenset(abs(value) for value in _values(rules, [kind for kind in rules.kinds if kind.re_seats == 2]))


def _values(rules: RuleSet, kinds: list[Kind]) -> frozenset[int]:
    """All values of these kinds; kinds that count alike are played through once."""
    alike = {tuple(part for part in rules.value if kind.id in part.kinds): kind for kind in kinds}
    tallies = (one for kind in alike.values() for one in _tallies(rules, kind))
    spreads = {(one.base, tuple(one.worth.items())) for one in tallies}
    return frozenset(value for base, worth in spreads for value in _spread(rules, base, dict(worth)))


def _tallies(rules: RuleSet, kind: Kind) -> Iterator[Tally]:
    """Everything that a rule set tells apart: the solo, calls, Augen, Bock."""
    parts = [part for part in rules.value if kind.id in part.kinds]
    bocks = (False, True) if any(part.rule == "bock" for part in parts) else (False,)
    bands = range(len(edges(rules)) + 1)
    for solo, re, kontra, band, bock in product(_telling_solos(rules, kind, parts), Call, Call, bands, bocks):
        yield tally(rules, kind.id, solo, re, kontra, band, bock)


def _telling_solos(rules: RuleSet, kind: Kind, parts: list[Part]) -> tuple[str | None, ...]:
    """Every solo where they differ in value; else it does not matter which."""
    differ = kind.id == "solo" and any(part.rule == "solo" and part.only for part in parts)
    return tuple(solo.id for solo in rules.sheet.solos) if differ else (None,)


def _spread(rules: RuleSet, base: int, worth: dict[str, int]) -> set[int]:
    """The values that come about with any number of Sonderpunkte of either party."""
    values = {base}
    for entry in rules.sheet.sonderpunkte:
        steps = range(-entry.most, entry.most + 1) if worth.get(entry.id) else (0,)
        values = {value + net * worth.get(entry.id, 0) for value in values for net in steps}
    return values
