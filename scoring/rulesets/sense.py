"""What a rule set must be beyond its types, so that scoring by it always has an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from scoring.game import AUGEN, LEVELS
from scoring.rules import RuleSet
from scoring.seating import ROTATIONS
from scoring.value import RULES
from scoring.winner import SAID


@dataclass(frozen=True, slots=True)
class Nonsense:
    """An entry that makes no sense: its key, the sentence of `scoring.texts`, and what that speaks of."""

    key: str
    text: str
    data: dict[str, object] = field(default_factory=dict, hash=False)


def nonsense(rules: RuleSet) -> Iterator[Nonsense]:
    """Every entry that makes no sense."""
    if not re.fullmatch(r"[a-z0-9-]{1,40}", rules.id):
        yield Nonsense("id", "rules-id")
    yield from _game(rules)
    yield from _winning(rules)
    yield from _value(rules)
    yield from _sheet(rules)


def _game(rules: RuleSet) -> Iterator[Nonsense]:
    if sum(card.copies * card.augen for card in rules.deck) != AUGEN:
        yield Nonsense("deck", "rules-deck", {"augen": AUGEN})
    for number, kind in enumerate(rules.kinds, 1):
        if kind.re_seats not in (1, 2):
            yield Nonsense(f"kinds[{number}].re_seats", "rules-choice", {"known": (1, 2)})
    yield from _offence(rules)


def _offence(rules: RuleSet) -> Iterator[Nonsense]:
    offence = rules.offence
    if offence.offender + 3 * offence.others != 0:
        yield Nonsense("offence", "rules-offence")
    for key, fine in (("minor", offence.minor), ("absage", offence.absage)):
        if fine.offender + 3 * fine.others != 0:
            yield Nonsense(f"offence.{key}", "rules-offence")


def _winning(rules: RuleSet) -> Iterator[Nonsense]:
    if tuple(needs.said for needs in rules.needs) != SAID:
        yield Nonsense("needs", "rules-order", {"known": SAID})
    for number, needs in enumerate(rules.needs, 1):
        if needs.re + needs.kontra <= AUGEN:
            yield Nonsense(f"needs[{number}]", "rules-needs", {"augen": AUGEN})
    names = tuple(level.name.lower() for level in LEVELS)
    if tuple(level.id for level in rules.levels) != names:
        yield Nonsense("levels", "rules-order", {"known": names})


def _value(rules: RuleSet) -> Iterator[Nonsense]:
    kinds = tuple(kind.id for kind in rules.kinds)
    for number, part in enumerate(rules.value, 1):
        if part.rule not in RULES:
            yield Nonsense(f"value[{number}].rule", "rules-choice", {"known": tuple(RULES)})
        if not set(part.kinds) <= set(kinds):
            yield Nonsense(f"value[{number}].kinds", "rules-choice", {"known": kinds})
        names = tuple(entry.id for entry in (rules.sheet.solos if part.rule == "solo" else rules.sheet.sonderpunkte))
        if not set(part.only) <= set(names):
            yield Nonsense(f"value[{number}].only", "rules-choice", {"known": names})
    yield from _twice("value", [(part.rule, part.only) for part in rules.value])


def _twice(key: str, names: Sequence[object]) -> Iterator[Nonsense]:
    """Two entries of the same name: nobody can tell which is meant."""
    for number, name in enumerate(names, 1):
        if name in names[: number - 1]:
            yield Nonsense(f"{key}[{number}]", "rules-twice")


def _sheet(rules: RuleSet) -> Iterator[Nonsense]:
    yield from _twice("kinds", [kind.id for kind in rules.kinds])
    yield from _twice("sheet.games", [games.seats for games in rules.sheet.games])
    yield from _twice("sheet.sonderpunkte", [entry.id for entry in rules.sheet.sonderpunkte])
    yield from _twice("sheet.solos", [solo.id for solo in rules.sheet.solos])
    for number, games in enumerate(rules.sheet.games, 1):
        if games.seats not in (4, 5) or games.games < 1:
            yield Nonsense(f"sheet.games[{number}]", "rules-games")
    if rules.sheet.sitter.rotation not in ROTATIONS:
        yield Nonsense("sheet.sitter.rotation", "rules-choice", {"known": tuple(f'"{name}"' for name in ROTATIONS)})
    if rules.checks.unit.step < 1:
        yield Nonsense("checks.unit.step", "rules-step")
