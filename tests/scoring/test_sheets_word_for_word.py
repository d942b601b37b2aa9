"""Findings word for word: `sheets.txt` holds small sheets as written, each with all that is reported about it, in
English.

The first line of each names the rule set and the printed games. A row may have `value=`, `winners=` and `totals=`, the
crosses `bock` or `nobock`, and the game in JSON. Lines of their own hold sums, signatures (+, - or ? by seat), names,
and the names that were drawn. "---" parts the two halves of a round, of which all is told that neither half shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scoring.counting.game_json import parse_line
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_halves, check_rows, check_sheet
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules

CASES = (Path(__file__).parent / "sheets.txt").read_text(encoding="utf-8").split("\n\n")
SheetOf = Callable[..., Sheet]


def with_columns(rules: RuleSet, row: Row, line: str) -> Row:
    """The row with what stands beside its points."""
    words = line.split()
    told = dict(word.split("=") for word in words if "=" in word)
    winners = tuple(map(int, told["winners"])) if "winners" in told else None
    totals = tuple(None if one == "." else int(one) for one in told["totals"].split(",")) if "totals" in told else ()
    games = [parse_line(rules, word)[0] for word in words if word.startswith("{")]
    return replace(
        row,
        value=int(told["value"]) if "value" in told else None,
        winners=winners,
        totals=totals,
        bock={"bock": True, "nobock": False}.get(next((w for w in words if w.endswith("bock")), "")),
        details=games[0] if games else None,
    )


def read(rules: RuleSet, sheet_of: SheetOf, lines: list[str], games: int) -> Sheet:
    """The sheet of these lines."""
    people = {line.split()[0]: line.partition(" ")[2].split(", ") for line in lines if line[0] in "nd"}
    signed = next((line.split()[1:] for line in lines if line.startswith("signed")), [])
    lines = [line for line in lines if line[0] not in "nd" and not line.startswith("signed")]
    sheet = sheet_of("\n".join(lines), games)
    rows = [line for line in lines if not line.startswith("sums")]
    return replace(
        sheet,
        rows=tuple(with_columns(rules, row, line) for row, line in zip(sheet.rows, rows, strict=True)),
        signed=tuple({"+": True, "-": False}.get(word) for word in signed),
        drawn=tuple(people.get("drawn", ())),
        names=tuple(None if name == "." else name for name in people.get("names", ())),
    )


def found(sheet_of: SheetOf, head: str, lines: list[str]) -> tuple[Finding, ...]:
    """All that is reported about the sheet, or about both halves together."""
    name, games = head.split()
    rules = load_rules.load(name)
    if "---" in lines:
        at = lines.index("---")
        first, second = (read(rules, sheet_of, half, int(games)) for half in (lines[:at], lines[at + 1 :]))
        return check_halves(rules, replace(first, half=1), replace(second, half=2))
    sheet = read(rules, sheet_of, lines, int(games))
    return (*(finding for row in check_rows(rules, sheet) for finding in row), *check_sheet(rules, sheet))


def told(findings: tuple[Finding, ...]) -> Iterator[str]:
    """ "error not-zero-sum (g01.p1 g01.p2): Game 1 ... / Game 1, seat 1: +4 instead of +2"."""
    for finding in findings:
        crosses = [each for one in finding.proposal or () for each in (one.written, one.proposed)]
        assert all(each in ("x", "", None) or isinstance(each, int) for each in crosses)
        proposal = finding.proposal_text("en")
        words = f"> {finding.severity} {finding.code} ({' '.join(finding.fields)}): {finding.message('en')}"
        yield f"{words} / {proposal}" if proposal else words


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_sheet_word_for_word(sheet_of: SheetOf, case: str) -> None:
    """All that is reported about the sheet, row by row and then the whole; what is not there is not reported."""
    head, *lines = case.strip("\n").split("\n")
    findings = found(sheet_of, head, [line for line in lines if not line.startswith(">")])
    assert list(told(findings)) == [line for line in lines if line.startswith(">")]
