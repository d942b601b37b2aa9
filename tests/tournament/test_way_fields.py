"""What is told of every field of a list, whose mistake a row is, and the smallest explanation of all its rows."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from math import log, prod

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dev.rounds.reader import make_reading
from dev.rounds.sheets import count_text, draw_points_sheet
from templates.sheet_code import SheetCode
from tests.tournament.test_list_columns import EVENING as COLUMN
from tests.tournament.test_list_columns import seen
from tests.tournament.test_lists import DDV, EVENING, judge_totals, totals
from tests.tournament.test_lists_laws import judged
from tournament.judging.chain import follow_rows
from tournament.judging.ink_options import Choices, number_choices
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, Odds
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.lists.list_ink import ListRow, read_list_rows
from tournament.judging.lists.list_ways import RowWays
from tournament.judging.lists.totals import RunningTotals, find_list_dues, start_totals
from tournament.judging.lists.weigh_list import WeighedList, explain_list, weigh_list
from tournament.judging.way import Told, Wrong, explain_by
from tournament.judging.written_sheet import WrittenSheet, transcribe
from tournament.judging.written_sums import find_wrong_totals, fit_total

Path = tuple[float, tuple[Told, ...], RunningTotals]
"""A weight, what each row's fields say on it, and where the totals end."""


def every_path(rows: tuple[ListRow, ...], above: RunningTotals) -> Iterator[Path]:
    """Every way through all rows."""
    if not rows:
        yield 1.0, (), above
        return
    ways = RowWays(DDV, rows[0], None, LIMITS)
    for way in ways.list_ways(above):
        for weight, below, end in every_path(rows[1:], way.below):
            yield way.weight * weight, (ways.say(way), *below), end


def sheet_of(lines: list[str], sums: str) -> WrittenSheet:
    """The list as it is read."""
    return transcribe(make_reading(totals(lines, sums), SheetCode("ddv", "totals", 4, len(lines), 1, 1)))


def small(path: Path, sums: list[Choices]) -> tuple[int, float, list[tuple[Wrong, ...]]]:
    """How many fields are wrong on the path, its cost, and the fields row by row, the final totals last."""
    end = path[2].state
    ends = find_wrong_totals(end, sums, partial(find_list_dues, seats=len(sums)), LIMITS)
    rows = [*(way.changes for way in path[1]), tuple(ends)]
    if None in rows:
        return 99, 0.0, []
    found = [row or () for row in rows]
    return sum(map(len, found)), -log(path[0]) + sum(one.cost for one in found[-1]), found


SPARED = 1e-4
"""Ways of which each has less than `Limits.negligible` are not shared out: of 60 lists 1e-5 of a row together."""

WORD = st.sampled_from(["{}", "{}", "{}~+7@0.6", "+7~{}@0.6", "+7", "_"])


@st.composite
def lists(draw: st.DrawFn) -> list[str]:
    """Two games of which some fields say otherwise, or may do so."""
    lines, worth_of_second = [], draw(st.sampled_from(["1", "3", "_"]))
    for worth, wins, right in (("4", "12", "+4 +4 -4 -4"), (worth_of_second, "13", "+5 +3 -3 -5")):
        words = [draw(WORD).format(word) for word in right.split()]
        lines.append(f"{worth} | {wins} | {' '.join(words)}")
    return lines


@settings(deadline=None)
@example(["4 | 12 | +4 +4 -4 -4", "3 | 13 | +5 +3 -3~+7@0.6 _"], "+5~+7@0.6 +3 -3 -9")
@example(["4 | 12 | +4 +4 -4~+7@0.6 +7~-4@0.6", "3 | 13 | +5 +7 +7 -5"], "+5 +3 -3 -5")
@given(lists(), st.sampled_from(["", "+5 +3 -3 -5", "+5~+7@0.6 +3 -3 -9"]))
def test_all_paths_have_their_part(lines: list[str], sums: str) -> None:
    """Chances, mistakes and the smallest explanation are those of every path through the list, one by one."""
    sheet = sheet_of(lines, sums)
    ends = [number_choices(reading, LIMITS) for reading in sheet.sums]
    rows = read_list_rows(DDV, sheet, LIMITS)
    paths = [(weight * fit(end, ends), ways, end) for weight, ways, end in every_path(rows, start_totals(4))]
    column = with_all_ways(rows, ends)
    whole = sum(weight for weight, _, _ in paths)
    for n, told in enumerate(column.rows):
        wrong = sum(weight * ways[n].miscounted for weight, ways, _ in paths) / whole
        read = sum(weight * ways[n].misread for weight, ways, _ in paths) / whole
        assert (told.odds.miscounted, told.odds.misread) == pytest.approx((wrong, read), abs=SPARED)
        chances: dict[tuple[str, str], float] = defaultdict(float)
        for weight, field, text, chance in said(paths, n):
            chances[field, text] += weight * chance / whole
        for field, texts in told.posterior.items():
            assert dict(texts) == pytest.approx({text: chances[field, text] for text, _ in texts}, abs=SPARED)
    _, found = explain_list(column, ends, replace(LIMITS, list_states=10**6))
    small_ones = [small(path, ends) for path in every_path(rows, start_totals(4))]
    fewest, cost, _ = min(small_ones, key=lambda one: one[:2])
    if fewest != 99:
        assert (found or explain_by([])) in [
            explain_by(list(chain.from_iterable(wrong)))
            for count, paid, wrong in small_ones
            if count == fewest and paid < cost + 1e-6
        ]


def said(paths: list[Path], place: int) -> Iterator[tuple[float, str, str, float]]:
    """On every path what each field of the row may say."""
    for weight, ways, _ in paths:
        for field, texts in ways[place].texts.items():
            for text, chance in texts.items():
                yield weight, field, text, chance


def fit(end: RunningTotals, sums: list[Choices]) -> float:
    """How well the final totals go with where the path ends: they are copied from right totals or from written ones."""
    dues = (due for (due,), _ in find_list_dues(np.array([end.state]), len(sums)))
    return prod(fit_total(due, choices, LIMITS) for due, choices in zip(dues, sums, strict=True))


def with_all_ways(rows: tuple[ListRow, ...], sums: list[Choices]) -> WeighedList:
    """The column with nothing left out for the sake of time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "tournament.judging.lists.weigh_list.follow_rows",
            lambda start, ways, most, least: follow_rows(start, ways, 10**6, 0.0),
        )
        patch.setattr("tournament.judging.lists.weigh_list.limit_weight", lambda *_: 0.0)
        return weigh_list(DDV, rows, sums, None, LIMITS)


def explained(row: JudgedRow) -> tuple[str | None, dict[str, object]]:
    """Whose mistake, and what its fields should say."""
    found = row.explanation
    return (found.whose if found else None), {c.field[4:]: c.proposed for c in found.changes} if found else {}


def test_a_clean_list_is_nobody_s_mistake() -> None:
    """Every row and final total is right, and nothing is to be explained."""
    sheet = judge_totals(EVENING, "+3 +3 +3 -9")
    assert all(odds and max(odds.miscounted, odds.misread) < 0.01 for odds in rows_and_sums(sheet))
    assert [row.explanation for row in sheet.rows] == [None] * 4
    assert sheet.explanation is None


def rows_and_sums(sheet: JudgedSheet) -> list[Odds | None]:
    """The odds of all of them."""
    return [*(row.odds for row in sheet.rows), *sheet.sum_odds]


def test_a_wrong_total_that_is_carried_on_is_one_mistake() -> None:
    """The row in which it was added wrongly, and none below; the final total copies it."""
    sheet = judge_totals(
        ["4 | 12 | +4 +4 -4 -4", "2 | 3 | +2 +2 +3 -6 solo", "0 | _ | +2 +2 +3 -6", "1 | 123 | +3 +3 +4 -9 solo"],
        "+3 +3 +4 -9",
    )
    assert [row.odds and round(row.odds.miscounted) for row in sheet.rows] == [0, 1, 0, 0]
    assert [explained(row) for row in sheet.rows] == [(None, {}), ("miscounted", {"total3": 2}), (None, {}), (None, {})]
    assert sheet.explanation is not None
    assert len(sheet.explanation.miscounted) == 1


def test_a_misread_total_is_told_by_the_rows_below() -> None:
    """What it may say, and that nobody but the reader was wrong."""
    sheet = seen(COLUMN, {"g02.total1": [("1", 0.5), ("7", 0.48)]})
    row = sheet.rows[1]
    assert row.posterior["g02.total1"][0][0] == "7"
    assert row.odds is not None
    assert row.odds.misread > 0.95 > 0.05 > row.odds.miscounted
    assert explained(row) == ("misread", {"total1": 7})


def test_a_wrong_final_total_is_no_fault_of_the_rows() -> None:
    """Only that total is the players' mistake."""
    sheet = judge_totals(EVENING, "+3 +3 +3 -8")
    assert [bool(odds and odds.miscounted > 0.9) for odds in sheet.sum_odds] == [False, False, False, True]
    assert not any(row.explanation or (row.odds and row.odds.miscounted > 0.01) for row in sheet.rows)
    assert sheet.explanation is not None
    assert [change.field for change in sheet.explanation.miscounted] == ["sum.p4"]


def test_value_and_marks_are_among_the_fields() -> None:
    """A wrong value, and a mark at the wrong seat, are explained by themselves."""
    lines = [EVENING[0], "3 | 3 | +2 +2 +2 -6 solo", EVENING[2], "1 | 124 | +3 +3 +3 -9 solo"]
    sheet = judge_totals(lines, "+3 +3 +3 -9")
    assert explained(sheet.rows[1]) == ("miscounted", {"value": 2})
    assert explained(sheet.rows[3]) == ("miscounted", {"win3": "x", "win4": ""})


def test_what_is_stated_of_lists_is_true() -> None:
    """Over simulated evenings with a slip each, beside numbers in doubt: as many rows are written wrongly as stated."""
    rng, stated, evenings = random.Random(9), 0.0, 12
    for _ in range(evenings):
        written = draw_points_sheet(rng, plus=True)
        truth = [[count_text(text) for text in row.texts] for row in written.rows]
        game = rng.choice([number for number, row in enumerate(truth, 1) if any(row)])
        slip = {game: (rng.randint(1, 4), rng.choice((-10, -2, 1, 20)), rng.random() < 0.8)}
        sheet = judged(rng, "totals", written, truth, slip)
        stated += sum(row.odds.miscounted for row in sheet.rows if row.odds)
    assert stated == pytest.approx(evenings, abs=1.5)
