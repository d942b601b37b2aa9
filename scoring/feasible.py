"""Which values a game can have at all: found by playing through every outcome that a rule set tells apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

from scoring.game import AUGEN, Call, Calls, Extras, Game
from scoring.rules import Kind, RuleSet
from scoring.value import Case, lines_of
from scoring.winner import winner


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
    alike = {tuple(kind.id in part.kinds for part in rules.value): kind for kind in kinds}
    return frozenset(value for kind in alike.values() for value in _kind_values(rules, kind))


def _kind_values(rules: RuleSet, kind: Kind) -> Iterator[int]:
    """Sonderpunkte change a value evenly, so none and one tell what any number of them does."""
    most = _most_sonderpunkte(rules, kind)
    one = Extras(re=tuple((entry.id, 1) for entry in rules.sheet.sonderpunkte[:1]))
    for said_re, said_kontra, augen in product(Call, Call, _telling_augen(rules)):
        game = Game(kind.id, tuple(range(1, kind.re_seats + 1)), Calls(said_re, said_kontra), augen)
        none = _value(rules, game)
        step = _value(rules, replace(game, extras=one)) - none if most else 0
        yield from (none + net * step for net in range(-most, most + 1))


def _value(rules: RuleSet, game: Game) -> int:
    return sum(line.points for line in lines_of(Case(rules, game, winner(rules, game))))


def _telling_augen(rules: RuleSet) -> list[int]:
    """Re's Augen on both sides of every threshold; all others count like one of these."""
    escapes = {level.re for level in rules.levels} | {AUGEN - level.kontra + 1 for level in rules.levels}
    needs = {need.re for need in rules.needs} | {AUGEN - need.kontra + 1 for need in rules.needs}
    edges = {edge + step for edge in escapes | needs for step in (-1, 0)}
    return sorted(augen for augen in edges | {0, 1, AUGEN - 1, AUGEN} if 0 <= augen <= AUGEN)


def _most_sonderpunkte(rules: RuleSet, kind: Kind) -> int:
    """By how many one party can be ahead; 0 in a kind of game where they do not count."""
    if not any(part.rule == "sonderpunkte" and kind.id in part.kinds for part in rules.value):
        return 0
    return sum(entry.most for entry in rules.sheet.sonderpunkte)
