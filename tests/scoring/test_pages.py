"""The pages of the rule sets against those in `pages/`: whoever changes a page, or a rule, sees there what it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.tools.golden import CLUB, PAGES, make_page
from scoring.rulesets import load_rules
from scoring.rulesets.rule_page import write_page


@pytest.mark.parametrize("rule_file", [*load_rules.list_known(), CLUB], ids=lambda file: Path(file).stem)
def test_every_page_reads_as_it_is_kept(rule_file: str | Path) -> None:
    """Word for word, with every example told aloud; meant changes are written by `python -m dev.tools.golden`."""
    rules = load_rules.load(rule_file)
    assert make_page(rules) == (PAGES / f"{rules.id}.txt").read_text(encoding="utf-8")


def test_pages_are_in_german_unless_asked() -> None:
    """The language of the users, where nobody says which."""
    rules = load_rules.load(CLUB)
    assert write_page(rules) == write_page(rules, "de") != write_page(rules, "en")
    assert write_page(rules)[0] == "Unser Verein"


def test_no_page_is_left_over() -> None:
    """A rule set that is gone takes its page along."""
    assert sorted(path.stem for path in PAGES.glob("*.txt")) == sorted([*load_rules.list_known(), "verein"])


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("zehn-cent", "Hat der Hochzeitspartner vorher Contra angesagt, so wird aus einem Re davor „Re 90“"),
        ("zehn-cent", "Derselbe gibt noch einmal, und es gibt keine Zeile"),
        ("stille-hochzeit", "„Rote Inge“ gespielt werden: Sie ist genannt, aber nicht erklärt"),
        ("stille-hochzeit", "die Karten auf der Hand gehen an die Sieger, Sonderpunkte zählen nicht"),
    ],
)
def test_what_no_count_shows_is_told(rules: str, told: str) -> None:
    """A call that comes about by itself, cards thrown in, a game that the rules only name, a game lost by a slip."""
    assert told in " ".join(write_page(load_rules.load(rules)))
