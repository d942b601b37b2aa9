"""Findings word for word: `sheets.txt` holds small sheets as written, each with all that is told about it, in English.

The first line of each names the rule set and the printed games. A row may have `value=`, `winners=` and `totals=`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scoring import rulesets
from scoring.checks import check_rows, check_sheet
from scoring.findings import Finding
from scoring.rows import Row, Sheet

CASES = (Path(__file__).parent / "sheets.txt").read_text(encoding="utf-8").split("\n\n")
SheetOf = Callable[..., Sheet]


def with_columns(row: Row, line: str) -> Row:
    """The row with what stands beside its points."""
    told = dict(word.split("=") for word in line.split() if "=" in word)
    winners = tuple(map(int, told["winners"])) if "winners" in told else None
    totals = tuple(map(int, told["totals"].split(","))) if "totals" in told else ()
    return replace(row, value=int(told["value"]) if "value" in told else None, winners=winners, totals=totals)


def read(sheet_of: SheetOf, lines: list[str], games: int) -> Sheet:
    """The sheet of these lines."""
    sheet = sheet_of("\n".join(lines), games)
    rows = [line for line in lines if not line.startswith("sums")]
    return replace(sheet, rows=tuple(with_columns(row, line) for row, line in zip(sheet.rows, rows, strict=True)))


def told(findings: tuple[Finding, ...]) -> Iterator[str]:
    """"error not-zero-sum (g01.p1 g01.p2): Game 1 ... / Game 1, seat 1: +4 instead of +2"."""
    for finding in findings:
        proposal = finding.proposal_text("en")
        words = f"> {finding.severity} {finding.code} ({' '.join(finding.fields)}): {finding.message('en')}"
        yield f"{words} / {proposal}" if proposal else words


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_sheet_word_for_word(sheet_of: SheetOf, case: str) -> None:
    """What is told row by row and then of the sheet: severity, code, fields, sentence and proposal."""
    head, *lines = case.strip("\n").split("\n")
    name, games = head.split()
    rules = rulesets.load(name)
    sheet = read(sheet_of, [line for line in lines if not line.startswith(">")], int(games))
    found = (*(finding for row in check_rows(rules, sheet) for finding in row), *check_sheet(rules, sheet))
    assert list(told(found)) == [line for line in lines if line.startswith(">")]
