"""The rule set that the user names. What is wrong with it says itself, with its own exit status."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet


def load_rules(name: str) -> RuleSet:
    """The rule set of that id or TOML file. Raises `scoring.rulesets.rules_schema.RulesError`."""
    from scoring.rulesets.load_rules import load

    return load(name)
