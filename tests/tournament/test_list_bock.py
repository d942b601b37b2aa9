"""The Bock column of a list of totals: its crosses are held against the games above them."""

from __future__ import annotations

import pytest

from dev.rounds.reader import QUAD, make_reading, read_exactly
from scanner.sheet_reading import Reading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.test_lists import totals
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedSheet
from tournament.judging.written_sheet import transcribe


def judged(lines: list[str], crosses: str) -> JudgedSheet:
    """The list judged; `crosses`: by row a Bock cross (x), an empty box (_) or one in doubt (?)."""
    readings = [*totals(lines), *(box(f"g{row:02}.bock", mark) for row, mark in enumerate(crosses, 1))]
    code = SheetCode("stille-hochzeit", "totals", 4, len(lines), 1, 1)
    return reconcile(load("stille-hochzeit"), transcribe(make_reading(readings, code)))


def box(field: str, mark: str) -> Reading:
    """A box to cross."""
    if mark == "?":
        return Reading(field, "cross", "x", 0.55, (("x", 0.55), ("", 0.45)), QUAD, ("doubtful",))
    return read_exactly(field, "x" if mark == "x" else "", kind="cross")


@pytest.mark.parametrize(
    ("crosses", "value", "told"),
    [
        ("_x", 4, []),
        ("__", 4, ["g02.bock"]),
        ("_?", 4, []),
        ("", 4, []),
        ("_x", 3, ["g02"]),
        ("", 3, ["g02"]),
        ("_?", 3, ["g02"]),
    ],
)
def test_behind_a_nullspiel(crosses: str, value: int, told: list[str]) -> None:
    """S9: the game behind a Nullspiel is crossed, and its value can be halved; without a clear box the value tells."""
    sheet = judged(["0 | _ | 0 0 0 0", f"{value} | 12 | +{value} +{value} -{value} -{value}"], crosses)
    found = [finding for finding in sheet.findings if finding.code == "bock-block"]
    assert [finding.fields[0].removesuffix(".total1") for finding in found] == told
    assert sheet.totals == (value, value, -value, -value)
