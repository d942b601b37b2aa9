"""Which values can come about."""

from __future__ import annotations

from itertools import product

import pytest

from scoring.counting.game import Calls, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import find_lone_values, find_pair_values, score
from scoring.rulesets import load_rules
from tests.scoring.calls import CALLS


def test_values_of_pairs(rules: RuleSet) -> None:
    """Odd values need a game without Re and Kontra, so none is above 1 + gegen + 4 levels + 8 Sonderpunkte = 14."""
    values = find_pair_values(rules)
    assert set(range(15)) <= values
    assert max(value for value in values if value % 2) == 13
    assert max(values) == 4 * (1 + 1 + 3 * 4 + 8)


def test_values_of_a_solo(rules: RuleSet) -> None:
    """Without Sonderpunkte a solo is won with 1 at least and lost with 2 at least; a stille Hochzeit may lose 1."""
    solo = find_lone_values(rules, True)
    assert 1 in solo
    assert -1 not in solo
    assert -1 in find_lone_values(rules, False)
    assert max(value for value in solo if value % 2) == 5
    assert min(solo) == -4 * (1 + 1 + 3 * 4)


def test_every_solo_is_enumerated(rules: RuleSet) -> None:
    """Played through with every number of Augen, not only those at the edges, solos have the same values."""
    every = {
        score(rules, Game("solo", (1,), Calls(re, kontra), augen)).value
        for re, kontra, augen in product(CALLS, CALLS, range(241))
    }
    assert every == find_lone_values(rules, True)


@pytest.mark.parametrize(
    ("name", "value", "possible"),
    [
        ("pflichtsolo-40", -1, False),
        ("kurzregeln-48", -1, False),
        ("kurzregeln-48", 1, False),
        ("ddv", -1, True),
        ("zwoelf-spiele", -2, False),
        ("zehn-cent", -20, True),
        ("zehn-cent", 5, False),
        ("stille-hochzeit", -1, False),
        ("stille-hochzeit", 1, True),
    ],
)
def test_values_tell_systems_apart(name: str, value: int, possible: bool) -> None:
    """What a solo can be worth: gegen counts against the soloist, or not, or a solo has its own."""
    assert (value in find_lone_values(load_rules.load(name), True)) == possible


@pytest.mark.parametrize("name", ["kurzregeln-48", "pflichtsolo-40"])
def test_odd_values_are_undoubled(name: str) -> None:
    """Where Re and Kontra double, no odd value is higher than what comes about without them."""
    odd = [value for value in find_pair_values(load_rules.load(name)) if value % 2]
    assert max(odd) <= 1 + 1 + 4 + 8
