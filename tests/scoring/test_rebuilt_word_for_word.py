"""Rows rebuilt from what is written of them, word for word: `rebuilt.txt` holds rows as written, each with what it
becomes.
A block begins with what is odd about it, the rule set, and what is written: "plus" or "minus" points alone. Then come
the rows (see `inked`), behind each the full row and all findings: in English with the proposal, and in German.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.one_sided_rows import Inked, Rebuilt, Side, rebuild_from_one_side
from scoring.rows.written_rows import Row
from scoring.rulesets import load_rules
from tests.scoring.inked import inked_of

CASES = (Path(__file__).parent / "rebuilt.txt").read_text(encoding="utf-8").split("\n\n")
SIDES: dict[str, Side] = {"plus": "plus", "minus": "minus"}


def row_in_words(row: Row) -> str:
    """All that the row says but what every row says: "7 +6 +6 -6 -6 solo=True"."""
    usual = Row(row.number, row.points)
    told = (
        f"{one.name}={getattr(row, one.name)}"
        for one in fields(Row)
        if getattr(row, one.name) != getattr(usual, one.name)
    )
    return " ".join((str(row.number), numbers(row.points), *told))


def numbers(points: tuple[int | None, ...]) -> str:
    """Points as a line: "+6 +6 -6 -6", "." for none."""
    return " ".join("." if one is None else f"{one:+d}" if one else "0" for one in points)


def findings_in_words(findings: tuple[Finding, ...]) -> Iterator[str]:
    """The finding in both languages, its proposal behind it."""
    for finding in findings:
        crosses = [each for one in finding.proposal or () for each in (one.written, one.proposed)]
        assert all(each in ("x", "", None) or isinstance(each, int) for each in crosses)
        head = f"> {finding.severity} {finding.code} ({' '.join(finding.fields)}): "
        for lang in ("en", "de"):
            yield " / ".join(filter(None, (head + finding.message(lang), finding.proposal_text(lang))))
            head = "> "


def told(line: str, rebuilt: Rebuilt) -> Iterator[str]:
    """A row as written, and what is made of it."""
    yield line
    yield "= " + row_in_words(rebuilt.row)
    yield from findings_in_words(rebuilt.findings)


def rebuilt_of(rules: RuleSet, style: list[str], rows: list[Inked]) -> tuple[Rebuilt, ...]:
    """What is made of these rows."""
    side = next(SIDES[word] for word in style if word in SIDES)
    return tuple(rebuild_from_one_side(rules, inked, side) for inked in rows)


def answer(title: str, lines: list[str]) -> list[str]:
    """The whole block as it should stand there."""
    name, *style = title.split(", ")[-1].split()
    rebuilt = rebuilt_of(load_rules.load(name), style, [inked_of(line) for line in lines])
    return [title, *(word for line, one in zip(lines, rebuilt, strict=True) for word in told(line, one))]


@pytest.mark.parametrize("case", CASES, ids=[case.strip().split("\n")[0] for case in CASES])
def test_what_is_made_of_a_row(case: str) -> None:
    """Points, whatever else the row says, running totals, and each finding with fields, sentence and proposal."""
    title, *lines = case.strip("\n").split("\n")
    assert answer(title, [line for line in lines if line[0] not in "=>"]) == [title, *lines]
