"""Whose mistake a row rather is: the players' or the reader's."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from dev.benchmarks.judge.points import simulate_pages
from dev.rounds.reader import CrossHand, Hand, read_sheet
from dev.rounds.sheets import SYSTEMS, draw_full_sheet, draw_points_sheet
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import written
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import parse_number, transcribe

RULES = load("pflichtsolo-40")
MISTAKES = 0.05
CLEAR = Hand(unclear=0.0)
Stated = tuple[float, bool]
"""A stated probability, and whether it came true."""
Pair = tuple[JudgedSheet, JudgedSheet]
"""A sheet as it is read, and the same sheet read without any doubt."""


def judge_pairs(rules: RuleSet, hand: Hand, sheets: int, seed: int) -> Iterator[Pair]:
    """Points sheets as the hand's reader gives them, each beside the same sheet without any doubt."""
    for truth, rng in simulate_pages(sheets, seed, MISTAKES):
        plain = read_sheet(random.Random(1), truth, CLEAR)
        yield reconcile(rules, transcribe(read_sheet(rng, truth, hand))), reconcile(rules, transcribe(plain))


def judge_full_pairs(hand: Hand, sheets: int, seed: int) -> Iterator[Pair]:
    """The same for full sheets of each system."""
    for name, number in product(SYSTEMS, range(sheets)):
        rng, rules = random.Random(seed * 1_000_003 + number), load(name)
        truth = draw_full_sheet(rng, rules, mistakes=MISTAKES, partly=0.33)
        plain = read_sheet(random.Random(1), truth, CLEAR, CrossHand(0.0, 0.0))
        yield reconcile(rules, transcribe(read_sheet(rng, truth, hand))), reconcile(rules, transcribe(plain))


def list_stated(pairs: Iterator[Pair]) -> dict[str, list[Stated]]:
    """For both kinds of mistakes, what was stated of every row."""
    found: dict[str, list[Stated]] = defaultdict(list)
    for judged, plain in pairs:
        for row, true in zip(judged.rows, plain.rows, strict=True):
            if row.odds is None or true.odds is None:
                continue
            found["written wrongly"].append((row.odds.miscounted, true.odds.miscounted > 0.5))
            found["read wrongly"].append((row.odds.misread, _read_ink(row) != _read_ink(true)))
    return found


def _read_ink(row: JudgedRow) -> tuple[int | str | None, ...]:
    """The numbers and crosses by the ink alone."""
    return tuple(
        one.text.strip() if one.kind == "cross" else parse_number(one.text).points for one in row.source.readings
    )


def judged(hand: Hand, *, spoilt: bool) -> JudgedSheet:
    """A sheet whose first row is not zero where `spoilt`."""
    truth = draw_points_sheet(random.Random(4), plus=True)
    first = truth.rows[0].write(("+3" if spoilt else "+2", "-2", "+2", "-2"))
    sheet = replace(truth, rows=(replace(first, cells={**first.cells, "solo": ""}), *truth.rows[1:]))
    return reconcile(RULES, transcribe(read_sheet(random.Random(4), sheet, hand)))


def test_clear_ink_that_breaks_a_rule_is_the_players() -> None:
    """Nothing in the ink is doubtful: it was written so. The right row is nobody's mistake."""
    spoilt, right = (judged(Hand(unclear=0.0), spoilt=spoilt).rows[0].odds for spoilt in (True, False))
    assert spoilt is not None
    assert right is not None
    assert spoilt.miscounted > 0.99 > 0.01 > spoilt.misread
    assert max(right.miscounted, right.misread) < 0.01


@pytest.mark.slow
def test_what_is_stated_is_true_of_a_calibrated_reader() -> None:
    """Over many simulated rows as many are written wrongly, and read wrongly, as was stated; doubt is among them."""
    _calibrated(judge_pairs(RULES, Hand(unclear=0.12), 90, 7))


@pytest.mark.slow
def test_what_is_stated_of_full_sheets_is_true_as_well() -> None:
    """The same where details stand beside the points."""
    _calibrated(judge_full_pairs(Hand(unclear=0.12), 6, 7))


def _calibrated(sheets: Iterator[tuple[JudgedSheet, JudgedSheet]]) -> None:
    for kind, pairs in list_stated(sheets).items():
        between = [share for share, _ in pairs if 0.02 < share < 0.98]
        assert len(between) > 5, kind
        expected, seen = sum(share for share, _ in pairs), sum(was for _, was in pairs)
        assert seen == pytest.approx(expected, abs=3 + 2 * sum(share * (1 - share) for share in between) ** 0.5)


def test_every_doubtful_field_has_its_chances_after_the_rules() -> None:
    """Half a 1 and half a 7 in a row that wants a 1: hardly a doubt is left, and what is left adds up to 1."""
    kept = keep_book(RULES, [written(["+1 -1 +1 -1~-7@0.50"])])
    (row,) = kept.entries[0].sheet.rows
    told = row.posterior.get("g01.p4", ((row.written[3], 1.0),))
    assert told[0][0] == "-1"
    assert told[0][1] > 0.98
    assert sum(chance for _, chance in told) == pytest.approx(1, abs=0.01)
    assert not keep_book(RULES, [written(["+1 -1 +1 -1"])]).entries[0].sheet.rows[0].posterior
