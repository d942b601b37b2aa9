"""Rule sets in five lines, word for word: `gists.txt` has the shipped ones and the gallery, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.rulesets.load_rules import list_known, load
from scoring.rulesets.rule_gist import tell_gist
from tests.gallery.house_rules import HOUSES
from tests.gallery.test_houses import get_path
from texts.languages import LANGUAGES

CASES = (Path(__file__).parent / "gists.txt").read_text(encoding="utf-8").split("\n\n")


def tell(name: str) -> list[str]:
    """The rule set's name, then its lines in German and in English."""
    rules = load(get_path(name) if name in HOUSES else name)
    return [name, *(line for lang in LANGUAGES for line in tell_gist(rules, lang))]


@pytest.mark.parametrize("case", CASES, ids=[case.split("\n")[0] for case in CASES])
def test_a_gist_says_what_is_kept(case: str) -> None:
    """Cards, games, solos and Sonderpunkte by their names, Bock, Armut and what a point costs."""
    lines = case.strip("\n").split("\n")
    assert tell(lines[0]) == lines


def test_every_rule_set_has_its_gist() -> None:
    """None is left out."""
    assert {case.split("\n")[0] for case in CASES} == {*list_known(), *HOUSES}
