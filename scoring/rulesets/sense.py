"""What a rule set must be beyond its types, so that scoring by it always has an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from scoring.game import AUGEN, LEVELS
from scoring.rules import RuleSet
from scoring.seating import ROTATIONS
from scoring.value import RULES
from scoring.winner import SAID

Nonsense = Iterator[tuple[str, str]]
"""(key, what is wrong with it)."""


def nonsense(rules: RuleSet) -> Nonsense:
    """Every entry that makes no sense."""
    if not re.fullmatch(r"[a-z0-9-]{1,40}", rules.id):
        yield "id", "must be 1 to 40 small letters, digits and hyphens, since printed sheets carry it"
    yield from _deck(rules)
    yield from _kinds(rules)
    yield from _winning(rules)
    yield from _value(rules)
    yield from _sheet(rules)


def _deck(rules: RuleSet) -> Nonsense:
    if sum(card.copies * card.augen for card in rules.deck) != AUGEN:
        yield "deck", f"the cards must make {AUGEN} Augen"


def _kinds(rules: RuleSet) -> Nonsense:
    for number, kind in enumerate(rules.kinds, 1):
        if kind.re_seats not in (1, 2):
            yield f"kinds[{number}].re_seats", "must be 1 or 2"


def _winning(rules: RuleSet) -> Nonsense:
    if tuple(needs.said for needs in rules.needs) != SAID:
        yield "needs", f"must say what wins for each of {', '.join(SAID)}, in this order"
    for number, needs in enumerate(rules.needs, 1):
        if needs.re + needs.kontra <= AUGEN:
            yield f"needs[{number}]", f"re and kontra must exceed {AUGEN} together, or both parties could win"
    if tuple(level.id for level in rules.levels) != tuple(level.name.lower() for level in LEVELS):
        yield "levels", "must be k90, k60, k30 and schwarz, in this order"


def _value(rules: RuleSet) -> Nonsense:
    kinds = {kind.id for kind in rules.kinds}
    for number, part in enumerate(rules.value, 1):
        if part.rule not in RULES:
            yield f"value[{number}].rule", f"unknown rule '{part.rule}'; known: {', '.join(RULES)}"
        for kind in part.kinds:
            if kind not in kinds:
                yield f"value[{number}].kinds", f"unknown kind of game '{kind}'"
    if rules.offence.offender + 3 * rules.offence.others != 0:
        yield "offence", "the offender's and the three others' points must add up to 0"


def _sheet(rules: RuleSet) -> Nonsense:
    for number, games in enumerate(rules.sheet.games, 1):
        if games.seats not in (4, 5) or games.games < 1:
            yield f"sheet.games[{number}]", "needs 4 or 5 seats and at least one game"
    if rules.sheet.sitter.rotation not in ROTATIONS:
        yield "sheet.sitter.rotation", f"must be one of {', '.join(repr(name) for name in ROTATIONS)}"
    if rules.checks.unit.step < 1:
        yield "checks.unit.step", "must be 1 or more"
