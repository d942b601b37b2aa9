"""The ways in which a row may have been misread."""

from __future__ import annotations

import pytest

from dev.rounds.reader import QUAD, make_reading, read_exactly
from scanner.sheet_reading import Reading
from scoring.rulesets.load_rules import load
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.misreadings import MisreadWay, RowRisk
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

RULES = load("pflichtsolo-40")
Cell = list[tuple[str, float]]


def risk_of(*cells: Cell) -> RowRisk:
    """The ways to read a first game of four seats with these candidates, the first of each being the ink's own."""
    spread = enumerate(cells, 1)
    points = [Reading(f"g01.p{seat}", "points", one[0][0], one[0][1], tuple(one), QUAD) for seat, one in spread]
    crosses = [read_exactly(f"g01.{what}", "", kind="cross") for what in ("solo", "offence")]
    risk = reconcile(RULES, transcribe(make_reading([*points, *crosses], None))).rows[0].wrong
    assert risk is not None
    return risk


def way(risk: RowRisk, **said: int) -> MisreadWay:
    """The likeliest way of which this is said."""
    return max(one for one in risk.ways if said.items() <= one._asdict().items())


def plain(text: str) -> Cell:
    """A cell without doubt."""
    return [(text, 0.9998)]


def nine(sign: str = "") -> Cell:
    """A nine that may be a two."""
    return [(sign + "9", 0.9), (sign + "2", 0.1)]


def test_equal_numbers_misread_alike_are_one_misreading() -> None:
    """Four wrong fields by one misreading, as likely as the least likely of them."""
    risk = risk_of(nine(), nine(), nine("-"), nine("-"))
    together = way(risk, wrong=4)
    assert together == MisreadWay(together.share, wrong=4, misread=1, alike=1)
    assert together.share / way(risk, wrong=0).share == pytest.approx(0.1 / 0.9)


def test_one_of_equal_numbers_misread_is_split_from_them() -> None:
    """The ink's 9 is a 2 like the others: the rules show it."""
    risk = risk_of(nine(), plain("2"), plain("-2"), plain("-2"))
    found = way(risk, misread=1)
    assert found == MisreadWay(found.share, wrong=found.wrong, misread=1, split=1)


def test_numbers_that_stand_once_are_neither_alike_nor_split() -> None:
    """A soloist's points."""
    risk = risk_of([("9", 0.9), ("6", 0.1)], plain("-2"), plain("-2"), plain("-2"))
    assert (way(risk, misread=1).alike, way(risk, misread=1).split) == (0, 0)


def test_zeros_with_a_sign_are_hardly_zeros() -> None:
    """Nobody writes -0: what was read so is a 6 that is closed like a D, in all four cells."""
    signed, bare = (
        risk_of(*[[(sign + "0", 0.9), (six, 0.1)] for sign, six in zip(signs, ("6", "6", "-6", "-6"), strict=True)])
        for signs in (("+", "+", "-", "-"), ("",) * 4)
    )
    odds, usual = (way(risk, misread=0).share / way(risk, alike=1).share for risk in (signed, bare))
    assert odds == pytest.approx(LIMITS.signed_zero * usual, rel=0.1)
    assert (way(signed, alike=1).wrong, way(bare, alike=1).wrong) == (0, 4)


def test_the_reader_admits_its_odds_by_the_numbers_as_they_are_written() -> None:
    """Equal numbers together; written-over ink says nothing about the reader."""
    risk = risk_of(nine(), nine(), plain("-9"), [("-8", 0.8), ("-9", 0.2)])
    assert risk.admitted is not None
    ((together, least),) = risk.admitted.equal
    assert together == pytest.approx(0.1 / 0.9 * 2 + 0.2 / 0.8)
    assert (least, risk.admitted.lone) == (0.0, 0.0)
