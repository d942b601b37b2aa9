"""Which values a game can have at all: found by playing through every outcome that a rule set tells apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from scoring.game import AUGEN, Call, Calls, Extras, Game
from scoring.rules import Kind, Part, RuleSet
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
    alike = {tuple(part for part in rules.value if kind.id in part.kinds): kind for kind in kinds}
    return frozenset(value for kind in alike.values() for value in _kind_values(rules, kind))


@dataclass(frozen=True, slots=True)
class _Spread:
    """What Sonderpunkte do to a value: at most `most` of them more than the other party's, each worth `step`."""

    most: int
    step: int

    def __iter__(self) -> Iterator[int]:
        yield from (net * self.step for net in range(-self.most, self.most + 1))


def _kind_values(rules: RuleSet, kind: Kind) -> Iterator[int]:
    """Everything that a rule set tells apart: calls, Augen, the solo, Bock, Sonderpunkte."""
    parts = [part for part in rules.value if kind.id in part.kinds]
    seats = tuple(range(1, kind.re_seats + 1))
    bocks = (False, True) if any(part.rule == "bock" for part in parts) else (False,)
    for said_re, said_kontra, solo, bock in product(Call, Call, _telling_solos(rules, kind, parts), bocks):
        game = Game(kind.id, seats, Calls(said_re, said_kontra), AUGEN // 2, solo=solo, bock=bock)
        spread = _spread(rules, game, parts)
        for value in {_value(rules, replace(game, augen=augen)) for augen in _telling_augen(rules)}:
            yield from (value + change for change in spread)


def _value(rules: RuleSet, game: Game) -> int:
    return sum(line.points for line in lines_of(Case(rules, game, winner(rules, game))))


def _telling_augen(rules: RuleSet) -> list[int]:
    """Re's Augen on both sides of every threshold; all others count like one of these."""
    needs = {(need.re, need.kontra) for need in rules.needs}
    levels = {(level.re, level.kontra) for level in rules.levels} | {(level.against,) * 2 for level in rules.levels}
    edges = {edge for re, kontra in needs | levels for edge in (re - 1, re, AUGEN - kontra, AUGEN - kontra + 1)}
    return sorted(augen for augen in edges | {0, 1, AUGEN - 1, AUGEN} if 0 <= augen <= AUGEN)


def _telling_solos(rules: RuleSet, kind: Kind, parts: list[Part]) -> tuple[str | None, ...]:
    """Every solo where they differ in value; else it does not matter which."""
    differ = kind.id == "solo" and any(part.rule == "solo" and part.only for part in parts)
    return tuple(solo.id for solo in rules.sheet.solos) if differ else (None,)


def _spread(rules: RuleSet, game: Game, parts: list[Part]) -> _Spread:
    """Sonderpunkte change a value evenly, so none and one tell what any number of them does."""
    counting = [part for part in parts if part.rule == "sonderpunkte"]
    entries = [
        entry for entry in rules.sheet.sonderpunkte
        if any(not part.only or entry.id in part.only for part in counting)
    ]
    if not entries:
        return _Spread(0, 0)
    one = replace(game, extras=Extras(re=((entries[0].id, 1),)))
    return _Spread(sum(entry.most for entry in entries), _value(rules, one) - _value(rules, game))
