"""Each system against its closed formula, written down a second time and in another way: arithmetic, not lines."""

from __future__ import annotations

from itertools import product

import pytest

from scoring.counting.game import Calls, Extras, Game
from scoring.counting.score import score
from scoring.rulesets import load_rules
from tests.oracle.formulas import EDGES, SYSTEMS, Facts
from tests.scoring.calls import CALLS

NAMES = ("zehn-cent", "kurzregeln-48", "zwoelf-spiele", "stille-hochzeit", "ddv")


def _cases(name: str) -> list[tuple[str, str | None, int, bool]]:
    rules = load_rules.load(name)
    solos = ["buben", "damen", "trumpf"]
    kinds = [(kind.id, solo) for kind in rules.kinds for solo in (solos if kind.id == "solo" else [None])]
    bocks = (False, True) if rules.bock.triggers else (False,)
    return [(kind, solo, net, bock) for (kind, solo), net, bock in product(kinds, (0, 1, -1), bocks)]


@pytest.mark.parametrize("name", NAMES)
def test_value_is_the_formula(name: str) -> None:
    """Every kind, solo and pair of calls, at every edge of the Augen, with one Sonderpunkt for either party or none."""
    rules = load_rules.load(name)
    formula, bounds, needs = SYSTEMS[name]
    sonderpunkt = "karlchen" if name != "zehn-cent" else "fuchs"
    facts = {
        (re, kontra, augen): Facts(re, kontra, augen, bounds, needs)
        for re, kontra, augen in product(CALLS, CALLS, EDGES)
    }
    for kind, solo, net, bock in _cases(name):
        one = ((sonderpunkt, 1),)
        extras = Extras(re=one if net > 0 else (), kontra=one if net < 0 else ())
        seats = (2,) if rules.find_kind(kind).re_seats == 1 else (1, 4)  # type: ignore[union-attr]
        few = facts if net == 0 and not bock else dict(list(facts.items())[::7])
        for (re, kontra, augen), told in few.items():
            result = score(rules, Game(kind, seats, Calls(re, kontra), augen, extras=extras, solo=solo, bock=bock))
            assert result.winner == told.won
            assert result.value == formula(told, kind, solo, net, bock), (kind, solo, re, kontra, augen, net, bock)


def test_only_charly_counts_in_solos() -> None:
    """zwoelf-spiele, 11: Füchse and Doppelköpfe do not count in a solo, and a line says so."""
    game = Game("solo", (1,), augen=130, solo="damen", extras=Extras(re=(("fuchs", 1), ("karlchen", 1))))
    result = score(load_rules.load("zwoelf-spiele"), game)
    assert result.value == 1 + 3 + 1
    assert result.lines[-1].describe() == "zählt hier nicht: Fuchs gefangen"
