"""The rule set that the user names. What is wrong with it says itself, with its own exit status."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.rules import RuleSet


def load_rules(name: str) -> RuleSet:
    """The rule set of that id or TOML file. Raises `scoring.errors.RulesError`."""
    from scoring.errors import BrokenRules
    from scoring.rulesets import load

    try:
        return load(name)
    except OSError as error:  # the folder of the file may not be looked into
        raise BrokenRules(Path(name), "", "rules-unreadable", reason=error.strerror or str(error)) from error
