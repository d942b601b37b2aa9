"""The whole value against its closed formula, written down here a second time and in another way."""

from __future__ import annotations

from itertools import product

import pytest

from scoring.counting.game import Call, Calls, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import score

NEEDED = {Call.K90: 151, Call.K60: 181, Call.K30: 211}


def _winner(re: Call, kontra: Call, augen: int) -> str | None:
    """Who wins, by the Augen needed: 151, 181, 211, all tricks; against an Absage 90, 60, 30, one trick."""
    mine = {"re": augen, "kontra": 240 - augen}
    said = {"re": re, "kontra": kontra}
    for party, other in (("re", "kontra"), ("kontra", "re")):
        if said[party] >= Call.K90:
            won = mine[party] >= NEEDED.get(said[party], 240)
        elif said[other] >= Call.K90:
            won = mine[party] >= 241 - NEEDED.get(said[other], 240)
        else:
            only_kontra = kontra == Call.ANSAGE and re == Call.NOTHING
            won = mine[party] >= (121 if (party == "re") != only_kontra else 120)
        if won:
            return party
    return None


def _value(re: Call, kontra: Call, augen: int, net: int) -> int:
    """V = (1 + gegen + sum over L of ([reached or said_L] + said_W + said_L) + net) * m, seen from Re."""
    won = _winner(re, kontra, augen)
    doubled = (2 if re else 1) * (2 if kontra else 1)
    if won is None:
        return net * doubled
    winner, loser, rest = (re, kontra, 240 - augen) if won == "re" else (kontra, re, augen)
    total = 1 + (won == "kontra")
    for level, bound in zip((Call.K90, Call.K60, Call.K30, Call.SCHWARZ), (90, 60, 30, 1), strict=True):
        total += (rest < bound or loser >= level) + (winner >= level) + (loser >= level)
    total = (total if won == "re" else -total) + net
    return total * doubled


@pytest.mark.parametrize(("kind", "net"), [("normal", 0), ("normal", 3), ("hochzeit", -2), ("solo", 0)])
def test_value_is_the_formula(rules: RuleSet, kind: str, net: int) -> None:
    """Every pair of calls and every number of Augen (the edges, and each eleventh) has the formula's value."""
    seats = (1,) if kind == "solo" else (1, 2)
    counts = (("fuchs", min(abs(net), 2)), ("karlchen", max(0, abs(net) - 2)))
    extras = Extras(re=counts) if net > 0 else Extras(kontra=counts)
    edges = {edge + step for edge in (0, 30, 60, 90, 120, 150, 180, 210, 240) for step in (-1, 0, 1)}
    for re, kontra, augen in product(Call, Call, sorted(edges & set(range(241)) | set(range(0, 241, 11)))):
        result = score(rules, Game(kind, seats, Calls(re, kontra), augen, extras=extras))
        assert (result.winner, result.value) == (_winner(re, kontra, augen), _value(re, kontra, augen, net))


@pytest.mark.parametrize("kind", ["solo", "hochzeit-allein"])
def test_no_sonderpunkte_in_a_solo(rules: RuleSet, kind: str) -> None:
    """Paragraph 21: they change nothing, and a line says so."""
    bare = score(rules, Game(kind, (1,), augen=130))
    rich = score(rules, Game(kind, (1,), augen=130, extras=Extras(re=(("fuchs", 1),))))
    assert rich.points == bare.points
    assert rich.lines[-1].describe() == "Sonderpunkte zählen hier nicht"


def test_nobody_wins(rules: RuleSet) -> None:
    """Both parties missed their Absage: only the doubled Sonderpunkte count, and a person is told."""
    both = Calls(Call.K90, Call.K90)
    result = score(rules, Game("normal", (2, 4), both, 120, extras=Extras(kontra=(("fuchs", 1),))))
    assert (result.winner, result.points) == (None, (4, -4, 4, -4))
    assert [finding.code for finding in result.findings] == ["unusual-value"]


def test_trickless_by_augen(rules: RuleSet) -> None:
    """A party with 0 Augen counts as trickless; the mark for it changes nothing."""
    assert score(rules, Game("normal", (1, 2), augen=240)) == score(
        rules, Game("normal", (1, 2), augen=240, no_trick="kontra")
    )
