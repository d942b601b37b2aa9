"""How many silent errors are stated, against how many there are."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from benchmarks.trust import compare
from scoring.rulesets import load
from tests.tournament.simulate import Hand, page, read
from tournament.judged import JudgedRow
from tournament.reconcile import reconcile
from tournament.transcribe import WrittenRow, transcribe
from tournament.trust import trust_in, wrong_fields
from tournament.weigh import RowValues

RULES = load("pflichtsolo-40")
BLANK = WrittenRow(1, ())


def row(*wrong: float, status: str = "ok") -> JudgedRow:
    """A row with these chances of 0, 1, 2 ... wrong fields."""
    judged = JudgedRow(BLANK, (), (), False, False, True, "ok", wrong=wrong)
    return judged if status == "ok" else replace(judged, status="review")


def test_other_readings_count_by_the_fields_in_which_they_differ() -> None:
    """A turned pair of signs is two wrong fields, a missed solo one."""
    counted = RowValues((2, 2, -2, -2))
    others = [counted, RowValues((2, -2, 2, -2)), RowValues((2, 2, -2, -2), solo=True)]
    assert wrong_fields(counted, others, [0.9, 0.06, 0.04])[:4] == pytest.approx((0.9, 0.04, 0.06, 0.0))


def test_an_unreadable_cell_counts_like_a_blank_one() -> None:
    """Neither adds anything to a total."""
    assert wrong_fields(RowValues((None, 0)), [RowValues((0, 0))], [1.0])[0] == 1.0


def test_the_rows_risks_add_up() -> None:
    """Expected: the sum. At most: what 95 of 100 such batches stay at or below."""
    trust = trust_in([row(0.9, 0.1)] * 3)
    assert (trust.rows, trust.expected, trust.most) == (3, pytest.approx(0.3), 1)
    assert trust_in([row(0.99, 0.01)] * 3).most == 0


def test_what_a_person_is_asked_is_no_silent_error() -> None:
    """Open rows and rows of lists are not stated."""
    trust = trust_in([row(0.5, 0.5, status="review"), row()])
    assert (trust.rows, trust.expected, trust.most) == (0, 0.0, 0)


def test_doubtful_readings_cost_trust() -> None:
    """The same sheet without sums, read by a hand with more doubt: more questions, and never less stated than for
    clear ink."""
    whole = page(random.Random(5))
    truth = replace(whole, sums=("",) * len(whole.sums))
    clear, unclear = (
        trust_in(reconcile(RULES, transcribe(read(random.Random(5), truth, Hand(unclear=share)))).rows)
        for share in (0.0, 0.4)
    )
    assert unclear.rows < clear.rows
    assert unclear.expected / unclear.rows > clear.expected / clear.rows


def test_what_is_stated_is_true_of_a_calibrated_reader() -> None:
    """Over many simulated sheets there are about as many silent errors as stated, and few beyond the bound."""
    figures = compare(RULES, Hand(unclear=0.05), sheets=150, seed=3)
    assert figures.stated > 0.1
    assert figures.seen <= 3 + 2 * figures.stated
    assert figures.beyond <= 0.05 * figures.sheets
