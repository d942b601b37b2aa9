"""Games lost by a broken rule (stille-hochzeit): an ordinary row, in which one party is crossed as having lost so."""

from __future__ import annotations

import pytest

from tests.tournament.fullpaper import finding, judge_row, proposed
from tests.tournament.paper import codes

RULES = "stille-hochzeit"


@pytest.mark.parametrize(
    ("points", "details"),
    [
        ("+1 -1 +1 -1", "re1 re3 kontra.verworfen augen=60"),
        ("-2 +2 -2 +2", "re1 re3 re.verworfen augen=140"),
        ("-2 +2 -2 +2", "re1 re3 re.verworfen augen=140 re.fuchs=1"),
        ("-3 +3 -3 +3", "re1 re3 re.verworfen augen=140"),
        ("-4 +4 -4 +4", "re1 re3 re.verworfen re.re"),
        ("-6 +2 +2 +2", "re1 stille-hochzeit re.verworfen"),
    ],
)
def test_a_broken_rule_loses_the_game(points: str, details: str) -> None:
    """The party loses whatever its Augen and Sonderpunkte, with the value of any Augen; the game is known so."""
    row = judge_row(points, details, RULES)
    assert (row.status, codes(row.findings)) == ("ok", [])
    if "augen" in details:
        assert row.details is not None
        assert row.details.verworfen == ("kontra" if "kontra.v" in details else "re")


@pytest.mark.parametrize(
    ("points", "details", "mended"),
    [
        ("+2 -2 +2 -2", "re1 re3 re.verworfen augen=140", {"re.verworfen": "", "kontra.verworfen": "x"}),
        ("-3 +3 -3 +3", "re1 re3 kontra.verworfen augen=100", {"kontra.verworfen": "", "re.verworfen": "x"}),
    ],
)
def test_a_cross_at_the_other_party(points: str, details: str, mended: dict[str, str]) -> None:
    """Points in which the party wins that is crossed as having lost: the cross is proposed to be moved."""
    row = judge_row(points, details, RULES)
    found = finding(row, "miscounted")
    assert (row.status, proposed(row)) == ("review", mended)
    assert "„Verworfen“ bei der falschen Partei angekreuzt" in found.message("de")


def test_only_one_party_can_have_lost_so() -> None:
    """Both crossed is reported as a contradiction."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 re.verworfen kontra.verworfen augen=153", RULES)
    assert "Verworfen hat nur eine Partei." in finding(row, "impossible-value").message("de")


def test_a_doubtful_cross_is_asked_about() -> None:
    """A mark in the box that may be a cross turns the game round: a person looks, and what is written counts."""
    row = judge_row("+2 -2 +2 -2", "re1 re3 re.verworfen@0.6 augen=153 value=2", RULES)
    assert (row.status, row.points, codes(row.findings)) == ("review", (2, -2, 2, -2), ["illegible"])
    assert "g01.re.verworfen" in row.look
