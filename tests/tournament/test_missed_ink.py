"""What a list's own writer often loses at the borders of its cells is nobody's mistake."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from dev.rounds.reader import make_reading
from scanner.sheet_reading import Reading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.test_lists import totals
from tournament.judging.ink_options import number_choices
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.lists.list_ink import read_list_rows
from tournament.judging.lists.weigh_list import WeighedList, weigh_learnt, weigh_list
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

LOST = [
    "2 | 12 | +2 +2 2 -2",
    "4 | 12 | +6 +6 -6 6",
    "1 | 34 | +5 +5 5 -5",
    "3 | 12 | +8 +8 -8 -8",
    "5 | 12 | +13 +13 -13 13",
    "0 | _ | +13 +13 -13 13",
    "1 | 12 | +14 +14 -14 -14",
]
"""A list on which a minus is lost in three rows, and then twice in one column, one below the other."""


def judge(readings: list[Reading], rules: str, limits: Limits = LIMITS) -> JudgedSheet:
    """The list judged."""
    games = max(int(one.id[1:3]) for one in readings if one.id[0] == "g")
    code = SheetCode(rules, "totals", 4, games, 1, 1)
    return reconcile(load(rules), transcribe(make_reading(readings, code)), limits)


def blamed(sheet: JudgedSheet) -> list[int]:
    """The rows that are called the players' mistake."""
    return [row.game for row in sheet.rows if any(one.severity == "error" for one in row.findings)]


def test_a_hand_that_loses_signs_loses_two_below_one_another() -> None:
    """By how often others do, it was rather a wrong total that was carried on; this list shows that signs are lost. It
    is asked about, and counted by its value, either way."""
    learnt, by_others = (judge(totals(LOST), "ddv", limits) for limits in (LIMITS, replace(LIMITS, missed_told=inf)))
    assert (blamed(by_others), blamed(learnt)) == ([5], [])
    assert [row.status for row in learnt.rows[:5]] == ["review", "review", "review", "ok", "review"]
    assert "Vermutlich verlesen." in [one.message() for one in learnt.rows[4].findings]
    assert "Vermutlich verlesen." not in [one.message() for one in by_others.rows[4].findings]
    assert learnt.rows[4].points == by_others.rows[4].points == (5, 5, -5, -5)


def test_a_list_is_weighed_until_it_shows_no_more() -> None:
    """Three of its 28 totals lack their minus for sure; that said, so do two more, one below the other."""
    rules, paper = load("ddv"), transcribe(make_reading(totals(LOST), SheetCode("ddv", "totals", 4, len(LOST), 1, 1)))
    rows, sums = read_list_rows(rules, paper, LIMITS), tuple(number_choices(one, LIMITS) for one in paper.sums)
    believed = []

    def weigh(limits: Limits) -> WeighedList:
        believed.append(limits.sign_missed)
        return weigh_list(rules, rows, sums, None, limits)

    _, learnt = weigh_learnt(weigh, rules, rows, LIMITS)
    assert believed == [LIMITS.sign_missed, pytest.approx(3 / 28, rel=0.05), pytest.approx(5 / 28, rel=0.05)]
    assert (learnt.sign_missed, learnt.digit_missed) == (believed[-1], LIMITS.digit_missed)


def test_a_hand_that_loses_no_signs_is_blamed() -> None:
    """The same two totals on a list that shows nothing of the kind."""
    clear = [line.replace(" 2 -2", " -2 -2").replace("-6 6", "-6 -6").replace(" 5 -5", " -5 -5") for line in LOST]
    assert blamed(judge(totals(clear), "ddv")) == [5]


def test_a_mark_that_may_be_none_is_nobodys_mistake() -> None:
    """A loser is marked as a winner, as ink says with 0.99 or for sure."""
    lines = ["2 | 12 | +2 +2 -2 -2", "4 | 123 | +6 +6 -6 -6", "1 | 34 | +5 +5 -5 -5"]
    sure = totals(lines)
    doubtful = [
        replace(one, candidates=(("x", 0.99), ("", 0.01)), confidence=0.99) if one.id == "g02.win3" else one
        for one in sure
    ]
    assert blamed(judge(sure, "ddv")) == [2]
    assert blamed(judge(doubtful, "ddv")) == []
