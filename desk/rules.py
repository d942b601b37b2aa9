"""The rule set that the user names. What is wrong with it says itself, with its own exit status."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from desk.exits import WrongUse
from texts.sentences import Phrase

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet


def load_rules(name: str) -> RuleSet:
    """The rule set of that id or TOML file. Raises `scoring.rulesets.rules_schema.RulesError`."""
    from scoring.rulesets.load_rules import load

    return load(name)


def choose_games(rules: RuleSet, seats: int, games: int | None) -> int:
    """The games of a round: as the user says, else by the rules. Raises WrongUse where nobody plays so."""
    chosen = games if games is not None else rules.sheet.count_games(seats)
    if chosen is None or seats not in rules.sheet.seats:
        possible = _join_by_or(rules.sheet.seats)
        raise WrongUse("desk.use.other-seats", rules=rules.id, seats=seats, possible=possible)
    return chosen


def _join_by_or(numbers: Sequence[int]) -> int | Phrase:
    """The numbers as a choice: "4 or 5"."""
    joined: int | Phrase = numbers[0]
    for number in numbers[1:]:
        joined = Phrase("common.or", {"before": joined, "last": number})
    return joined
