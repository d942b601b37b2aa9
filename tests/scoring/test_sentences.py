"""The sentences of findings and counts: those that are named by a code or a line are all there, and no others."""

from __future__ import annotations

import pytest

from scoring.findings import Change, Finding, write_points, write_proposal
from scoring.rows.all_checks import ROW_CHECKS, SHEET_CHECKS
from texts.languages import load_table


def test_a_code_with_one_sentence_needs_no_name_for_it() -> None:
    """A finding then says what its code says."""
    finding = Finding("not-zero-sum", "error", gaps={"row": 7, "sum": 4})
    assert finding.sentence == ""
    assert finding.message("en") == "Game 7: Adds up to +4 instead of 0."


def test_sentences_by_code_belong_to_checks() -> None:
    """None is left over of a check that is gone."""
    codes = {f"faults.code.{check.code}" for check in (*ROW_CHECKS, *SHEET_CHECKS)}
    assert {key for key in load_table("de", "faults") if key.startswith("faults.code.")} <= codes


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Change("g07.p3", 4, -4), "Spiel 7, Platz 3: -4 statt +4"),
        (Change("g07.p3", None, 0), "Spiel 7, Platz 3: 0 statt leer"),
        (Change("g07.solo", "x", ""), "Spiel 7, Solo-Kreuz: leer statt angekreuzt"),
    ],
)
def test_a_change_says_both_values(change: Change, words: str) -> None:
    """What should stand there instead of what stands there: points, a cross, or nothing."""
    assert write_proposal((change,), "de") == words


def test_a_nullspiel_has_no_sign() -> None:
    """Points as players write them."""
    assert [write_points(points) for points in (4, 0, -4)] == ["+4", "0", "-4"]
