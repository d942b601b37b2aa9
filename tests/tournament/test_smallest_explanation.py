"""The smallest explanation of a whole sheet: no combination of rows and totals does with fewer wrong fields."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import inf, log

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.findings import Change
from tests.tournament.everyway import EXACT, tried
from tests.tournament.fullpaper import judge_full
from tests.tournament.paper import RULES, judge, written
from tests.tournament.test_posterior import CANCEL, SUMS, rows
from tournament.evening.book import keep_book
from tournament.judging.reconcile import reconcile
from tournament.judging.row.joint_readings import RowValues
from tournament.judging.row.judged import JudgedSheet
from tournament.judging.row.options import Choices, number_choices
from tournament.judging.row.row_rules import RowLaw
from tournament.judging.row.transcribe import WrittenSheet, transcribe
from tournament.judging.sheet.columns import total_speaks
from tournament.limits import LIMITS
from tournament.workbook.open_items import list_open_items

SLIP = LIMITS.row_mistake / LIMITS.mistakes_near
SUM_SLIP = LIMITS.sum_slip / LIMITS.sum_spread / (1 - LIMITS.sum_slip)
MEANT = [sign * number for number in (0, 1, 2, 3, 6, 9, 18) for sign in (1, -1)]
"""All that belongs to a right row in which one of the numbers drawn below is left."""
Rank = tuple[int, float]
"""How many fields are wrong, and what that costs."""


def ranked(cells: list[Choices], values: tuple[int, ...], slip: float, *, once: bool) -> Rank:
    """How many of these cells are wrong with these values; `once`: all slips of the players are one mistake."""
    odds = {n: max(option.probability * (option.value == value) for option in choices.options)
            for n, (choices, value) in enumerate(zip(cells, values, strict=True)) if choices.first.value != value}
    ratios = [(found / cells[n].first.probability) for n, found in odds.items()]
    slips = [-log(slip)] * sum(ratio <= slip for ratio in ratios)
    missed = max(slips, default=0.0) if once else sum(slips)
    return len(odds), missed - sum(log(ratio) for ratio in ratios if ratio > slip)


def likely(sheet: WrittenSheet, law: RowLaw, gaps: list[int]) -> Iterator[dict[tuple[int, ...], Rank]]:
    """For each row every right way to take it."""
    wrong = tried(RULES, sheet).miscounted
    for n, row in enumerate(sheet.rows):
        cells = [number_choices(cell, EXACT) for cell in row.cells]
        ink = tuple(c.first.value or 0 for c in cells)
        ways = set(product(*([option.value or 0 for option in c.options] for c in cells)))
        if 1 - wrong[n] < LIMITS.blame:
            ways.add(tuple(a + b for a, b in zip(ink, gaps, strict=True)))
            for places in combinations(range(4), 2):
                for pair in product(MEANT, repeat=2):
                    ways.add(tuple(dict(zip(places, pair, strict=True)).get(p, ink[p]) for p in range(4)))
        yield {way: ranked(cells, way, SLIP, once=True) for way in ways if law.legal(row.game, RowValues(way))}


def by_hand(sheet: WrittenSheet) -> Rank:
    """The smallest of all combinations; of 99 fields where no row can be right."""
    law = law_of(sheet)
    sums = [number_choices(reading, EXACT) for reading in sheet.sums]
    first = [[number_choices(row.cells[n], EXACT).first.value or 0 for row in sheet.rows] for n in range(4)]
    gaps = [(c.first.value or 0) - sum(column) if total_speaks(c) else 0 for c, column in zip(sums, first, strict=True)]
    ways = product(*(way.items() for way in likely(sheet, law, gaps)))
    return min((whole(sums, [points for points, _ in picks], [rank for _, rank in picks]) for picks in ways),
               default=(99, inf))


def whole(sums: list[Choices], lines: list[tuple[int, ...]], ranks: list[Rank]) -> Rank:
    """These rows with the totals that are wrong beside them."""
    said = [(c, total) for c, total in zip(sums, map(sum, zip(*lines, strict=True)), strict=True) if total_speaks(c)]
    found = [*ranks, ranked([c for c, _ in said], tuple(total for _, total in said), SUM_SLIP, once=False)]
    return sum(count for count, _ in found), sum(cost for _, cost in found)


def law_of(sheet: WrittenSheet) -> RowLaw:
    """The rules at its table."""
    return RowLaw(RULES, 4, {}, {row.game: row.game for row in sheet.rows}, frozenset(), EXACT)


def told_rank(sheet: WrittenSheet, changes: tuple[Change, ...]) -> Rank:
    """How many fields these are and what they cost, everything adding up with them."""
    said = {reading.id: number_choices(reading, EXACT).first.value or 0 for reading in sheet.readings_by_id().values()
            if ".p" in reading.id}
    said |= {change.field: change.proposed if isinstance(change.proposed, int) else 0 for change in changes}
    lines = [tuple(said[f"g{row.game:02}.p{seat}"] for seat in range(1, 5)) for row in sheet.rows]
    assert all(law_of(sheet).legal(row.game, RowValues(line)) for row, line in zip(sheet.rows, lines, strict=True))
    sums = [number_choices(reading, EXACT) for reading in sheet.sums]
    totals = [sum(column) for column in zip(*lines, strict=True)]
    assert all(said[c.id or ""] == total for c, total in zip(sums, totals, strict=True) if total_speaks(c))
    cells = [[number_choices(cell, EXACT) for cell in row.cells] for row in sheet.rows]
    ranks = [ranked(row, line, SLIP, once=True) for row, line in zip(cells, lines, strict=True)]
    return whole(sums, lines, ranks)


WORDS = st.sampled_from(["+2", "-2", "+3", "-3", "+6", "_", "+2~-2@0.7", "+3~+2@0.6", "-2~-3@0.8"])
LINES = st.one_of(rows(), st.tuples(WORDS, WORDS, WORDS, WORDS).map(" ".join))


@settings(max_examples=30, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=2), SUMS)
def test_nothing_smaller_explains_the_sheet(lines: list[str], sums: str) -> None:
    """Whatever rows and totals may say: the same as trying every combination, in number and likelihood."""
    sheet = transcribe(written(lines, sums))
    found = reconcile(RULES, sheet, EXACT).explanation
    size, cost = by_hand(sheet)
    assert (found is None) == (size in (0, 99))
    assume(found is not None)
    changes = (*found.misread, *found.miscounted)
    assert told_rank(sheet, changes) == (len(changes), pytest.approx(cost))
    assert len(changes) == size


def told(sheet: JudgedSheet) -> tuple[dict[str, object], dict[str, object]]:
    """What must be misread and miscounted: fields with what they should say."""
    found = sheet.explanation
    assert found is not None
    return {c.field: c.proposed for c in found.misread}, {c.field: c.proposed for c in found.miscounted}


def test_one_wrong_cell_explains_its_row_and_its_column() -> None:
    """The row makes no 0 and its column's total is off: one number was written wrongly, and the total is right."""
    sheet = judge(["+4 -4 +4 -6", "+2 -2 +2 -2"], "+6 -6 +6 -6")
    assert told(sheet) == ({}, {"g01.p4": -4})


def test_the_sum_row_chooses_between_two_ways_to_mend_a_row() -> None:
    """Turned signs of a lone player, or of all others: only the totals tell which."""
    assert told(judge(["+2 -2 -2 -2", "+2 -2 +2 -2"], "+4 -4 +4 -4")) == ({}, {"g01.p3": 2})
    assert told(judge(["+2 -2 -2 -2", "+2 -2 +2 -2"], "+8 -4 +0 -4")) == ({}, {"g01.p1": 6})


def test_two_misread_cells_that_cancel() -> None:
    """Rows and columns add up as they are read, and yet four cells must say otherwise."""
    assert told(judge(CANCEL, "+5 +1 -1 -5")) == ({"g01.p1": 2, "g01.p2": -2, "g02.p1": 3, "g02.p2": 3}, {})


def test_a_misread_sign_and_a_miswritten_digit_in_one_row() -> None:
    """One is in the ink's candidates, the other is not."""
    assert told(judge(["+2 -2 -2~+2@0.6 -3"], "+2 -2 +2 -2")) == ({"g01.p3": 2}, {"g01.p4": -2})


@pytest.mark.parametrize(("sums", "wrong"), [
    ("+5 +1 -1 -4", {"sum.p4": -5}), ("+6 +0 -1 -5", {"sum.p1": 5, "sum.p2": 1}),
    ("-5 -1 +1 +5", {"sum.p1": 5, "sum.p2": 1, "sum.p3": -1, "sum.p4": -5}),
])
def test_a_wrong_sum_row_over_right_rows(sums: str, wrong: dict[str, object]) -> None:
    """However many totals are off, right rows in clear ink are not doubted."""
    assert told(judge(["+2 -2 +2 -2", "+3 +3 -3 -3"], sums)) == ({}, wrong)


def test_what_adds_up_needs_no_explanation() -> None:
    """Nor does a sheet whose row nothing known mends."""
    assert judge(["+2 -2 +2 -2"], "+2 -2 +2 -2").explanation is None
    assert judge(["+2 -2 +2 -2"]).explanation is None
    assert judge(["+1 +12 +5 -8"]).explanation is None


def test_details_and_sums_together() -> None:
    """A forgotten doubling: where the totals have it, the points are wrong; where they do not, the cross may be."""
    line = ("+2 -2 +2 -2", "re1 re3 re.re augen=155 value=2")
    assert told(judge_full([line], sums="+2 -2 +2 -2")) == ({}, {"g01.re.re": ""})
    points = {"g01.p1": 4, "g01.p2": -4, "g01.p3": 4, "g01.p4": -4, "g01.value": "4"}
    assert told(judge_full([line], sums="+4 -4 +4 -4")) == ({}, points)


def test_it_changes_nothing() -> None:
    """The same rows count whether or not an explanation is known."""
    sheet = judge(["+4 -4 +4 -6", "+2 -2 +2 -2"], "+6 -6 +6 -6")
    assert [row.points for row in sheet.rows] == [(4, -4, 4, -6), (2, -2, 2, -2)]
    assert sheet.totals == (6, -6, 6, -8)


def test_a_person_is_told_of_the_sum_row_and_the_rows_together() -> None:
    """One sentence beside the sum row; none where the sums alone are wrong."""
    lines = ["+4 -4 +4 -6", "+2 -2 +2 -2"]
    sheets = [written(lines, "+6 -6 +6 -7"), written(lines[1:], "+2 -2 +2 -1")]
    kept = [keep_book(RULES, [sheet]) for sheet in sheets]
    items = (list_open_items(book, "de") for book in kept)
    together, alone = (next(item for item in found if item.place == "Summenzeile") for found in items)
    assert together.findings[-1] == (
        "Kleinste Erklärung für alles, was auf dem Bogen nicht aufgeht: "
        "falsch geschrieben Spiel 1, Platz 4: -4 statt -6; Summe, Platz 4: -6 statt -7.")
    assert not any("Kleinste" in text for text in alone.findings)


def test_slips_in_many_rows_have_their_own_findings() -> None:
    """Four of them and a wrong total: the report explains all, people are told row by row."""
    sheet = written(["+4 -4 +9 -6", "+2 +2 -2 -7", "+1 +1 -1 -3"], "+7 -1 +1 -9")
    book = keep_book(RULES, [sheet])
    sums = next(item for item in list_open_items(book, "de") if item.place == "Summenzeile")
    assert not any("Kleinste" in text for text in sums.findings)
    explained = reconcile(RULES, transcribe(sheet)).explanation
    assert explained is not None
    assert len(explained.miscounted) > 3
