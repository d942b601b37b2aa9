"""Whose mistake a row rather is: the players' or the reader's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from dev.benchmarks.judge.odds import judge_full_pairs, judge_pairs, list_stated
from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import draw_points_sheet
from scoring.rulesets.load_rules import load
from tests.tournament.paper import written
from tournament.evening.book import keep_book
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

RULES = load("pflichtsolo-40")


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
