"""The rule set that the user names, or a sentence about what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desk.exits import UnknownRuleSet, WrongUse

if TYPE_CHECKING:
    from scoring.rules import RuleSet


def load_rules(name: str) -> RuleSet:
    """The rule set of that id or TOML file. Raises UnknownRuleSet, or WrongUse for a broken file."""
    from scoring.errors import RulesError, UnknownRules
    from scoring.rulesets import load

    try:
        return load(name)
    except UnknownRules as unknown:
        raise UnknownRuleSet(rules=name, known=", ".join(unknown.known)) from unknown
    except RulesError as broken:
        raise WrongUse(
            text_de=f"Das Regelwerk ist unbrauchbar ({broken}); bitte diese Stelle in der Datei berichtigen.",
            text_en=f"The rule set cannot be used ({broken}); please mend that place in the file.",
        ) from broken
