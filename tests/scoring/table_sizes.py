"""Rule sets with tables of three to seven, for tests."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from scoring.counting.entry_types import NO_SOURCE
from scoring.counting.paper_rules import Games
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load

AWAY = {6: (0, 3), 7: (0, 2, 5)}
"""Who sits out, as some clubs have it: the dealer, and those behind at such a distance."""


@cache
def at_every_table(name: str, *, known: bool = True) -> RuleSet:
    """The rule set with four deals of each player at tables of any size; `known`: who sits out is known."""
    rules = load(name)
    more = (Games(seats, 4 * seats, NO_SOURCE, away=AWAY.get(seats, (0,)) if known else (0,)) for seats in (3, 5, 6, 7))
    games = {entry.seats: entry for entry in (*more, *rules.sheet.games)}
    games |= {seats: replace(games[seats], away=AWAY[seats]) for seats in AWAY if known}
    return replace(rules, sheet=replace(rules.sheet, games=tuple(games[seats] for seats in sorted(games))))
