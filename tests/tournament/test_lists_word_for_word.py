"""What is made of lists, word for word: `lists.txt` holds lists as written, each row with what it becomes.

A block begins with what is odd about it, the rule set, and "plus" where only plus points are added. Then come the rows,
"value | winners | totals crosses", "." where nothing stands; behind each whether it is open, what it counts for the
time being, its points, and all findings with their proposals. `python -m tests.tournament.test_lists_word_for_word`
writes the file anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.rulesets.load_rules import load
from tests.tournament.test_lists import judge_totals
from tournament.judging.judged_sheet import JudgedRow

FILE = Path(__file__).parent / "lists.txt"
CASES = FILE.read_text(encoding="utf-8").strip("\n").split("\n\n")


def spell_row(row: JudgedRow) -> Iterator[str]:
    """What is made of a row."""
    points = " ".join("." if one is None else f"{one:+d}" if one else "0" for one in row.points)
    yield " ".join(filter(None, ("=", points, row.status, row.provisional)))
    for one in row.findings:
        yield " / ".join(filter(None, (f"> {one.severity} {one.code}: {one.message()}", one.proposal_text())))


def answer(case: str) -> str:
    """The whole block as it should stand there."""
    title, *told = case.split("\n")
    lines = [line for line in told if line[0] not in "=>"]
    name, *side = title.split(", ")[-1].split()
    judged = judge_totals(
        [line.replace(".", "_").replace("offence", "strafe") for line in lines], rules=load(name), plus=bool(side)
    )
    return "\n".join(
        [title, *(word for line, row in zip(lines, judged.rows, strict=True) for word in (line, *spell_row(row)))]
    )


@pytest.mark.parametrize("case", CASES, ids=[case.split("\n")[0] for case in CASES])
def test_what_is_made_of_a_list(case: str) -> None:
    """Points, status, what counts for the time being, and each finding with its sentence and proposal."""
    assert answer(case) == case


if __name__ == "__main__":
    FILE.write_text("\n\n".join(map(answer, CASES)) + "\n", encoding="utf-8")
