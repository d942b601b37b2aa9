"""What the tables of the other tests leave out: slips where somebody sits out, the first total, the last row."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_row, check_sheet
from scoring.rows.written_rows import Row, Sheet

RowOf = Callable[[str], Row]
SheetOf = Callable[..., Sheet]
Told = Callable[[Iterable[Finding]], list[str]]


def test_a_mended_row_makes_the_sums_right_at_five_seats(rules: RuleSet, sheet_of: SheetOf) -> None:
    """S7: whoever sits out neither wins nor loses by the mending, so that it is proposed at a table of five, too."""
    sheet = sheet_of("1 / +4 +4 -4 -6\n2 +2 / +2 -2 -2\nsums +2 +4 +6 -6 -6")
    found = [finding for finding in check_sheet(rules, sheet) if finding.code == "sum-mismatch"]
    assert [finding.proposal_text() for finding in found] == ["Spiel 1, Platz 5: -4 statt -6"]


def test_points_of_an_offence_without_a_cross_are_asked_for_at_both_crosses(
    rules: RuleSet, row_of: RowOf, told: Told
) -> None:
    """S2: either the cross of a solo was forgotten or that of an offence."""
    assert told(check_row(rules, row_of("7 -15 +5 +5 +5"), 4)) == ["offence-count g07.solo g07.offence"]


def test_a_first_total_miswritten_is_told_once(rules: RuleSet, told: Told) -> None:
    """S5: the second row goes on from the right total, whatever stands in the third."""
    points = ((2, 2, -2, -2), (1, -1, 1, -1), (3, -1, -1, -1))
    totals = ((2, 4, -2, -2), (3, 1, -1, -3), (6, 0, -2, -4))
    rows = tuple(Row(n, p, totals=t) for n, (p, t) in enumerate(zip(points, totals, strict=True), 1))
    found = [finding for finding in check_sheet(rules, Sheet(4, 0, rows)) if finding.code == "running-total"]
    assert told(found) == ["running-total g01.p2"]
    assert found[0].proposal_text() == "Spiel 1, Platz 2: +2 statt +4"
