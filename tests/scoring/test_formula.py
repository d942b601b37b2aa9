"""The whole value against its closed formula, written down here a second time and in another way."""

from __future__ import annotations

from itertools import product

import pytest

from scoring.counting.game import Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from tests.oracle.formulas import count_pflichtsolo, find_pflichtsolo_winner
from tests.scoring.calls import CALLS, K90


@pytest.mark.parametrize(("kind", "net"), [("normal", 0), ("normal", 3), ("hochzeit", -2), ("solo", 0)])
def test_value_is_the_formula(rules: RuleSet, kind: str, net: int) -> None:
    """Every pair of calls and every number of Augen (the edges, and each eleventh) has the formula's value."""
    seats = (1,) if kind == "solo" else (1, 2)
    counts = (("fuchs", min(abs(net), 2)), ("karlchen", max(0, abs(net) - 2)))
    extras = Extras(re=counts) if net > 0 else Extras(kontra=counts)
    edges = {edge + step for edge in (0, 30, 60, 90, 120, 150, 180, 210, 240) for step in (-1, 0, 1)}
    for re, kontra, augen in product(CALLS, CALLS, sorted(edges & set(range(241)) | set(range(0, 241, 11)))):
        result = score(rules, Game(kind, seats, Calls(re, kontra), augen, extras=extras))
        told = find_pflichtsolo_winner(re, kontra, augen), count_pflichtsolo(re, kontra, augen, net)
        assert (result.winner, result.value) == told


@pytest.mark.parametrize("kind", ["solo", "hochzeit-allein"])
def test_no_sonderpunkte_in_a_solo(rules: RuleSet, kind: str) -> None:
    """Paragraph 21: they change nothing, and a line says so."""
    bare = score(rules, Game(kind, (1,), augen=130))
    rich = score(rules, Game(kind, (1,), augen=130, extras=Extras(re=(("fuchs", 1),))))
    assert rich.points == bare.points
    assert rich.lines[-1].describe() == "Sonderpunkte zählen hier nicht"


def test_nobody_wins(rules: RuleSet) -> None:
    """Both parties missed their Absage: only the doubled Sonderpunkte count, and a person is told."""
    both = Calls(K90, K90)
    result = score(rules, Game("normal", (2, 4), both, 120, extras=Extras(kontra=(("fuchs", 1),))))
    assert (result.winner, result.points) == (None, (4, -4, 4, -4))
    assert [finding.code for finding in result.findings] == ["unusual-value"]


def test_trickless_by_augen(rules: RuleSet) -> None:
    """A party with 0 Augen counts as trickless; the mark for it changes nothing."""
    assert score(rules, Game("normal", (1, 2), augen=240)) == score(
        rules, Game("normal", (1, 2), augen=240, no_trick="kontra")
    )
