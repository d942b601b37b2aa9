"""The Bock column of a list of totals: its crosses are held against the games above them."""

from __future__ import annotations

import pytest

from dev.rounds.reader import QUAD, make_reading, read_exactly
from scanner.sheet_reading import Reading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.test_lists import totals
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
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
    """S9: the game behind a Nullspiel is crossed, and its value can be halved; without a clear box the value
    decides."""
    sheet = judged(["0 | _ | 0 0 0 0", f"{value} | 12 | +{value} +{value} -{value} -{value}"], crosses)
    found = [finding for finding in sheet.findings if finding.code == "bock-block"]
    assert [finding.fields[0].removesuffix(".total1") for finding in found] == told
    assert sheet.totals == (value, value, -value, -value)


def test_a_cross_is_missing_in_a_round_of_four() -> None:
    """What began the round no list shows; three crosses around a gap do."""
    lines = [f"2 | 12 | +{2 * n} +{2 * n} -{2 * n} -{2 * n}" for n in range(1, 8)]
    (told,) = (one for one in judged(lines, "_xx_x__").findings if one.code == "bock-block")
    assert (told.severity, told.fields) == ("warning", ("g04.bock",))
    assert told.message() == "Spiel 4: Eine Bockrunde hat 4 Spiele. Hier fehlt wohl das Bock-Kreuz."
    (told,) = (one for one in judged(lines, "_xxx___").findings if one.code == "bock-block")
    assert told.fields == ("g01.bock", "g05.bock")
    assert told.message().startswith("Spiel 1 und Spiel 5: Eine Bockrunde hat 4 Spiele. Bei einem davon fehlt")
    assert not [one for one in judged(lines, "_xxxx__").findings if one.code == "bock-block"]
