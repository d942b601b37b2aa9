"""R7, S5 and S6 on sheets with a value column, winners' marks and running totals, in text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_row, check_sheet
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules

RowOf = Callable[[str], Row]
Told = Callable[[tuple[Finding, ...]], list[str]]

ROWS = """
the value agrees                 | +4 +4 -4 -4      | 4  | 1 2   |
a solo's value                   | -3 -3 +9 -3 solo | 3  | 3     |
a lost solo's                    | -9 +3 +3 +3 solo | 3  | 2 3 4 |
written as a minus               | -3 -3 +9 -3 solo | -3 | 1 2 4 |
a Nullspiel                      | 0 0 0 0          | 0  |       |
a Nullspiel may mark its winners | 0 0 0 0          | 0  | 1 2   |
an offence has no value          | -15 +5 +5 +5 offence | 7 | 1 |
no such columns                  | +4 +4 -4 -4      | .  | .     |
another value                    | +4 +4 -4 -4      | 6  | 1 2   | value-mismatch g07.value g07.p1 g07.p2 g07.p3 g07.p4
the soloist's threefold value    | -3 -3 +9 -3 solo | 9  | 3     | value-mismatch g07.value g07.p1 g07.p2 g07.p3 g07.p4
a value beside a Nullspiel       | 0 0 0 0          | 2  |       | value-mismatch g07.value g07.p1 g07.p2 g07.p3 g07.p4
the wrong one marked             | +4 +4 -4 -4      | 4  | 1 3   | winner-mark g07.win2 g07.win3
one mark forgotten               | +4 +4 -4 -4      | 4  | 1     | winner-mark g07.win2
no mark at all                   | +4 +4 -4 -4      | 4  |       | winner-mark g07.win1 g07.win2
all four marked, a cell unread   | +4 . -4 -4       | 4  | 1 2 3 4 | winner-mark g07.win1 g07.win2 g07.win3 g07.win4
waits for the cell               | +4 . -4 -4       | 6  | 1 3   |
"""


def written(row: Row, value: str, winners: str) -> Row:
    """The row with its value and marks; "." for no such column."""
    marks = None if winners == "." else tuple(int(seat) for seat in winners.split())
    return replace(row, value=None if value == "." else int(value), winners=marks)


@pytest.mark.parametrize("case", ROWS.strip().splitlines())
def test_value_and_winners(rules: RuleSet, row_of: RowOf, told: Told, case: str) -> None:
    """R7: the value is what one opponent pays, the marks stand where the plus is; each column is judged by itself."""
    _, text, value, winners, findings = (part.strip() for part in case.split("|"))
    row = written(row_of(f"7 {text}"), value, winners)
    found = [f for f in check_row(rules, row, 4) if f.code in ("value-mismatch", "winner-mark")]
    assert "; ".join(told(tuple(found))) == findings


def test_a_threefold_value_is_mended(rules: RuleSet, row_of: RowOf) -> None:
    """R7: only where it is plain what happened does a proposal stand; otherwise points or value may be wrong."""
    (finding,) = check_row(rules, written(row_of("7 -3 -3 +9 -3 solo"), "9", "3"), 4)
    assert finding.proposal_text() == "Spiel 7, Wert: 3 statt 9"
    (finding,) = check_row(rules, written(row_of("7 +4 +4 -4 -4"), "6", "1 2"), 4)
    assert finding.proposal is None
    assert finding.message() == "Spiel 7: Wert 6, nach den Punkten 4."


TOTALS = """
right              | +2 +2 -2 -2 / +3 +1 -1 -3 / +3 +1 -1 -3 / +12 -2 -4 -6 |
miswritten         | +2 +2 -2 -2 / +3 +5 -1 -3 / +3 +1 -1 -3 / +12 -2 -4 -6 | running-total g02.p2
a slip carried on  | +2 +2 -2 -2 / +3 +5 -1 -3 / +3 +5 -1 -3 / +12 +2 -4 -6 | running-total g02.p2
a slip at the end  | +2 +2 -2 -2 / +3 +1 -1 -3 / +3 +1 -1 -3 / +12 -2 -4 -8 | running-total g04.p4
two slips          | +2 +2 -2 -2 / +3 +5 -1 -3 / +3 +5 -1 -3 / +13 +2 -4 -6 | running-total g04.p1; running-total g02.p2
the first one      | +4 +2 -2 -2 / +5 +1 -1 -3 / +5 +1 -1 -3 / +14 -2 -4 -6 | running-total g01.p1
one not read       | +2 +2 -2 -2 / +3  . -1 -3 / +3 +1 -1 -3 / +12 -2 -4 -6 |
wrong behind it    | +2 +2 -2 -2 / +3  . -1 -3 / +3 +3 -1 -3 / +12  0 -4 -6 | running-total g03.p2
none in two rows   | +2 +2 -2 -2 /             /             / +12 -2 -4 -6 |
"""
POINTS = ((2, 2, -2, -2), (1, -1, 1, -1), (0, 0, 0, 0), (9, -3, -3, -3))


def with_totals(text: str, points: tuple[tuple[int | None, ...], ...] = POINTS) -> Sheet:
    """Rows of these points with the totals of the text, rows parted by "/"."""
    totals = [tuple(None if word == "." else int(word) for word in row.split()) for row in text.split("/")]
    return Sheet(4, 0, tuple(Row(n, p, totals=t) for n, (p, t) in enumerate(zip(points, totals, strict=True), 1)))


def of_totals(rules: RuleSet, sheet: Sheet) -> tuple[Finding, ...]:
    """What is said of running totals."""
    return tuple(f for f in check_sheet(rules, sheet) if f.code in ("running-total", "parity"))


@pytest.mark.parametrize("case", TOTALS.strip().splitlines())
def test_running_totals(rules: RuleSet, told: Told, case: str) -> None:
    """S5: each total moves by the row's points; a slip is reported once, where it happened."""
    _, text, findings = (part.strip() for part in case.split("|"))
    assert "; ".join(told(of_totals(rules, with_totals(text)))) == findings


def test_a_total_that_nobody_went_on_from_is_mended(rules: RuleSet) -> None:
    """S5: the next row goes on from the right total, so only this one is miswritten; one carried on is not mended."""
    (finding,) = of_totals(rules, with_totals("+2 +2 -2 -2 / +3 +5 -1 -3 / +3 +1 -1 -3 / +12 -2 -4 -6"))
    assert finding.proposal_text() == "Spiel 2, Platz 2: +1 statt +5"
    assert finding.message() == ("Spiel 2: Stand von Platz 2 +1 statt +5 (-1 im Spiel).")
    (finding,) = of_totals(rules, with_totals("+2 +2 -2 -2 / +3 +5 -1 -3 / +3 +5 -1 -3 / +12 +2 -4 -6"))
    assert finding.proposal is None


UNTOLD = ((None,) * 4,) * 4


def test_totals_alone_make_nothing_together(rules: RuleSet, told: Told) -> None:
    """S5, S6: without the points the cross sum jumps and stays, reported once; two slips that cancel break the
    parity."""
    right = "+2 +2 -2 -2 / +3 +1 -1 -3 / +3 +1 -1 -3 / +12 -2 -4 -6"
    assert of_totals(rules, with_totals(right, UNTOLD)) == ()
    jumps = "+2 +2 -2 -2 / +3 +5 -1 -3 / +3 +5 -1 -3 / +12 +2 -4 -6"
    row = "g02.p1 g02.p2 g02.p3 g02.p4"
    assert told(of_totals(rules, with_totals(jumps, UNTOLD))) == [f"running-total {row}"]
    cancels = "+2 +2 -2 -2 / +3 +2 -2 -3 / +3 +2 -2 -3 / +12 -1 -5 -6"
    assert told(of_totals(rules, with_totals(cancels, UNTOLD))) == [f"parity {row}"]


def test_no_running_totals() -> None:
    """S5, zwoelf-spiele 8: results are not added up, so that running totals are reported even where they are right."""
    rules = load_rules.load("zwoelf-spiele")
    (finding,) = of_totals(rules, with_totals("+2 +2 -2 -2 / +3 +1 -1 -3 / +3 +1 -1 -3 / +12 -2 -4 -6"))
    assert finding.message("en") == "These are running totals. By these rules each game counts by itself."
    assert of_totals(rules, Sheet(4, 0, tuple(Row(n, points) for n, points in enumerate(POINTS, 1)))) == ()


def test_the_second_half_goes_on_from_totals_above(rules: RuleSet) -> None:
    """S5: a sheet that begins with a later game begins with the totals of another one."""
    rows = (Row(9, (2, 2, -2, -2), totals=(12, -4, -6, -2)), Row(10, (1, -1, 1, -1), totals=(13, -5, -5, -4)))
    (finding,) = of_totals(rules, Sheet(4, 0, rows))
    assert finding.fields == ("g10.p4",)
