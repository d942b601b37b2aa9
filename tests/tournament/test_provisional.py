"""What an open row counts until somebody decides: as the likeliest reading, none that a rule forbids."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dev.benchmarks.judge.proposals import draw_sheet
from dev.rounds.doubtful_sheets import STYLES, Style
from dev.rounds.reader import QUAD, make_reading
from scanner.sheet_reading import Reading
from scoring.rows.row_patterns import is_legal
from scoring.rows.written_rows import Row
from templates.sheet_code import SheetCode
from tests.tournament.paper import RULES, written
from tests.tournament.test_lists import DDV, totals
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import parse_number, transcribe

TOO_LONG = Reading(
    "g01.p3", "points", "11", 0.234, (("11", 0.234), ("1", 0.108), ("71", 0.0007), ("-1", 0.0006)), QUAD, ("doubtful",)
)


def judge_with(line: str, *readings: Reading) -> JudgedRow:
    """The row with other readings of some of its cells."""
    sheet, told = written([line]), {one.id: one for one in readings}
    kept = tuple(told.get(one.id, one) for one in sheet.readings)
    return reconcile(RULES, transcribe(replace(sheet, readings=kept))).rows[0]


def is_unread(row: JudgedRow) -> bool:
    """Whether a number of its points or totals cannot be read."""
    numbers = [one for one in (*row.source.cells, *row.source.others) if one is not None and one.kind == "points"]
    return any("illegible" in one.flags or parse_number(one.text).mark == "illegible" for one in numbers)


def test_a_legal_reading_counts_before_an_illegal_one() -> None:
    """A minus run into the 1: +1 +1 +11 -1 is no game, and of what the reader named +1 +1 -1 -1 is the only one."""
    row = judge_with("1 1 11 -1", TOO_LONG)
    assert (row.status, row.points, row.provisional) == ("review", (1, 1, -1, -1), "likeliest")


def test_a_number_that_nobody_named_does_not_count() -> None:
    """Without the -1 among the candidates no reading of the ink is legal: what is written counts, and says so."""
    row = judge_with("1 1 11 -1", replace(TOO_LONG, candidates=TOO_LONG.candidates[:2]))
    assert (row.status, row.points, row.provisional) == ("review", (1, 1, 11, -1), "written")


def test_a_number_that_cannot_be_read_still_counts_nothing() -> None:
    """It is not guessed; the rest of its row counts, and no row of which a number is missing is what was written."""
    row = judge_with("1 1 11 -1", replace(TOO_LONG, text="", confidence=0.0, flags=("illegible",)))
    assert (row.status, row.points, row.provisional) == ("review", (1, 1, None, -1), "likeliest")


@pytest.mark.parametrize(("sure", "told"), [(0.9995, (True, "written")), (0.9, (False, "likeliest"))])
def test_a_doubtful_cross_of_a_list_counts_as_its_points_want_it(sure: float, told: tuple[bool, str]) -> None:
    """No offence costs these points: a cross that may be none does not count until somebody looks."""
    fields = totals(["1 | 13 | +1 -1 +1 -1 strafe"])
    crossed = {"text": "x", "confidence": sure, "candidates": (("x", sure), ("", round(1 - sure, 6)))}
    fields = [replace(one, **crossed) if one.id == "g01.offence" else one for one in fields]  # type: ignore[arg-type]
    row = reconcile(DDV, transcribe(make_reading(fields, SheetCode("ddv", "totals", 4, 1, 1, 1)))).rows[0]
    assert (row.status, (row.offence, row.provisional)) == ("review", told)


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=settings.default.max_examples // 2, deadline=None)
@given(st.integers(0, 2**32))
def test_what_counts_as_likeliest_is_legal(style: Style, seed: int) -> None:
    """On points sheets, those of plus points, lists and full sheets of all systems, as far as all can be read."""
    rules, sheet = draw_sheet(random.Random(seed), style)
    for row in reconcile(rules, transcribe(sheet.reading)).rows:
        if row.provisional == "likeliest" and any(points is not None for points in row.points) and not is_unread(row):
            assert is_legal(rules, Row(row.game, row.points, row.solo, row.offence), len(row.points)), row
