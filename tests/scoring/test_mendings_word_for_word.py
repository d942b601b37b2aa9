"""What would make a row right: `mendings.txt` holds written rows, each with all its mendings, the smallest first.

The last line of each is what a finding would propose; there is none where nothing is the one smallest slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scoring.findings import write_proposal
from scoring.rows.row_patterns import find_mendings, propose_mending
from scoring.rows.written_rows import Row
from scoring.rulesets import load_rules

CASES = (Path(__file__).parent / "mendings.txt").read_text(encoding="utf-8").split("\n\n")
RowOf = Callable[[str], Row]


def told(row_of: RowOf, line: str) -> Iterator[str]:
    """The written row, every mending with its size and reason, the proposal."""
    name, text = line.split(" | ")
    rules, row = load_rules.load(name), row_of(text)
    seats = len(row.points)
    yield line
    for mending in find_mendings(rules, row, seats):
        points = " ".join("/" if one is None else f"{one:+d}" if one else "0" for one in mending.row.points)
        yield f"{mending.size[0]} {mending.reason}: {points}"
    proposed = propose_mending(rules, row, seats)
    if proposed:
        yield f"> {write_proposal(proposed, 'en')}"


@pytest.mark.parametrize("case", CASES, ids=[case.strip().split("\n")[0] for case in CASES])
def test_all_mendings_of_a_row(row_of: RowOf, case: str) -> None:
    """Cells changed, kind of change, and the row as it would be, in the order in which they are likely."""
    lines = case.strip("\n").split("\n")
    assert list(told(row_of, lines[0])) == lines
