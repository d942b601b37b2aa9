"""The key at the sheet's foot says what this rule set says."""

from __future__ import annotations

import pytest

from desk.key import key_lines
from scoring.rulesets import load


def test_the_key_of_the_tournament_with_pflichtsolo() -> None:
    """Amounts, deadlines and Sonderpunkte come from the rule set; a table of four has nobody who sits out."""
    key = " ".join(key_lines(load("pflichtsolo-40"), 4, "de"))
    for words in ("Strafe: −15, alle anderen +5", "1 Pflichtsolo je Runde", "Herzstich", "keine 90 mit 8"):
        assert words in key
    assert "aussetzt" not in key
    assert "aussetzt" in " ".join(key_lines(load("pflichtsolo-40"), 5, "de"))


def test_what_a_rule_set_does_not_have_is_not_printed() -> None:
    """No Pflichtsolo in zehn-cent, where all is said before the first card; no offence row in stille-hochzeit."""
    zehn_cent = " ".join(key_lines(load("zehn-cent"), 4, "de"))
    assert "Pflichtsolo" not in zehn_cent
    assert "alle Absagen mit mindestens 12 Karten" in zehn_cent
    assert "Strafe" not in " ".join(key_lines(load("stille-hochzeit"), 4, "de"))


@pytest.mark.parametrize("rules", ["pflichtsolo-40", "zehn-cent", "zwoelf-spiele", "stille-hochzeit", "ddv"])
def test_every_key_is_four_short_lines_in_both_languages(rules: str) -> None:
    """Longer ones would not fit between the lower marks."""
    for lang in ("de", "en"):
        lines = key_lines(load(rules), 5, lang)
        assert len(lines) == 4
        assert all(len(line) < 170 for line in lines)
        assert not [line for line in lines if "{" in line or "None" in line]
