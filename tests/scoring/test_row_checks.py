"""Every check of a row, with rows that fail it and rows that pass, written as on the paper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring.counting.game import ANSAGE, Calls, Game
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_row
from scoring.rows.row_patterns import is_legal
from scoring.rows.written_rows import Row
from scoring.rulesets import load_rules

RowOf = Callable[[str], Row]
Told = Callable[[tuple[Finding, ...]], list[str]]

ROWS = """
R1 one value wrong             | 7 +4 +4 -4 -6            | not-zero-sum
R1 a sign wrong, three alike   | 7 +4 +4 -4 +4            | not-zero-sum, miscounted
R1 a winner left out           | 7 +4 0 -4 -4             | not-zero-sum
R1 passes                      | 7 +4 +4 -4 -4            |
R1 waits for the cell          | 7 +4 +4 -4 .             |
R2 four different numbers      | 7 +4 +2 -2 -4            | pattern
R2 two against one             | 7 +8 -4 -4 0             | pattern
R2 twofold, not threefold      | 7 +8 -2 -3 -3            | pattern
R2 a Nullspiel passes          | 7 0 0 0 0                |
R2 one struck, another due     | 2 / 0 0 +1 -1            | pattern
R2 only three have points      | 2 / 0 +2 -1 -1           | pattern
R2 an offence that costs 10    | 7 -10 +5 +5 0 offence    | pattern
R2 an offence of two           | 7 -15 -15 +15 +15 offence| pattern
R2 an offence passes           | 7 -15 +5 +5 +5 offence   |
R2 an offence unread           | 7 . +5 +5 +5 offence     |
R2 both crosses                | 7 -15 +5 +5 +5 solo offence | pattern
R3 points of the dealer        | 1 +4 +4 -4 -4 /          | wrong-sitter
R3 a five-seat row of five     | 1 +4 +4 -4 -4 +4         | not-zero-sum, wrong-sitter
R3 passes                      | 5 +4 +4 -4 -4 /          |
R3 passes, sixth game          | 6 / +4 +4 -4 -4          |
R3 a zero is no points         | 5 +4 +4 -4 -4 0          |
R3 an offence has no turn      | 1 -15 +5 +5 +5 / offence |
R5 a lost solo of 1            | 7 -3 +1 +1 +1 solo       | impossible-value
R5 odd beyond all Sonderpunkte | 7 +15 +15 -15 -15        | impossible-value
R5 above every game            | 7 +90 +90 -90 -90        | impossible-value
R5 a won solo of 1 passes      | 7 +3 -1 -1 -1 solo       |
R5 a silent Hochzeit may       | 7 -3 +1 +1 +1            | pflichtsolo
R6 24 is rare                  | 7 +24 +24 -24 -24        | unusual-value
R6 a solo of 14                | 7 +42 -14 -14 -14 solo   | unusual-value
R6 12 passes                   | 7 +12 +12 -12 -12        |
R8 a solo not tripled          | 7 +6 -6 -6 -6 solo       | not-zero-sum, miscounted
R8 a lost solo not tripled     | 7 +4 +4 +4 -4 solo       | not-zero-sum, miscounted
R8 two play a solo             | 7 +4 +4 -4 -4 solo       | miscounted
R8 alone without a cross       | 7 +9 -3 -3 -3            | pflichtsolo
R8 an offence or a lost solo   | 7 +5 +5 -15 +5           | offence-count
R8 a lost solo of 5 passes     | 7 +5 +5 -15 +5 solo      |
R8 a solo passes               | 7 +9 -3 -3 -3 solo       |
nothing written                | 7 blank                  |
nothing readable               | 7 . . . .                |
"""


@pytest.mark.parametrize("case", ROWS.strip().splitlines())
def test_row(rules: RuleSet, row_of: RowOf, told: Told, case: str) -> None:
    """A row gets just the findings that it deserves, in the order of the checks."""
    _, text, codes = (part.strip() for part in case.split("|"))
    row = row_of(text)
    findings = check_row(rules, row, len(row.points))
    told(findings)
    assert ", ".join(finding.code for finding in findings) == codes


PROPOSALS = """
+4 +4 -4 -6             | Spiel 7, Platz 4: -4 statt -6
+4 +4 -4 +4             |
+12 -4 -4 +4            | Spiel 7, Platz 4: -4 statt +4
+6 -6 -6 -6             |
+6 -6 -6 -6 solo        | Spiel 7, Platz 1: +18 statt +6
+4 +4 -4 -4 solo        | Spiel 7, Solo-Kreuz: leer statt angekreuzt
+4 / +4 -4 -4           | Spiel 7, Platz 2: +4 statt leer; Spiel 7, Platz 1: leer statt +4
-15 +5 +5 +3 offence    | Spiel 7, Platz 4: +5 statt +3
+4 +2 -2 -4             |
"""


@pytest.mark.parametrize("case", PROPOSALS.strip().splitlines())
def test_proposal(rules: RuleSet, row_of: RowOf, case: str) -> None:
    """A proposal stands where one smallest change mends the row, and none where the choice would be a guess."""
    text, proposal = (part.strip() for part in case.split("|"))
    row = row_of(f"7 {text}")
    row = replace(row, number=6) if len(row.points) == 5 else row
    texts = {finding.proposal_text() for finding in check_row(rules, row, len(row.points))}
    wanted = "; ".join(sorted(proposal.split("; "))).replace("Spiel 7", f"Spiel {row.number}")
    assert {"; ".join(sorted(text.split("; "))) for text in texts if text} == ({wanted} - {""})


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("de", "Spiel 7: Zusammen +4 statt 0."),
        ("en", "Game 7: Adds up to +4 instead of 0."),
    ],
)
def test_sentence(rules: RuleSet, row_of: RowOf, lang: str, sentence: str) -> None:
    """A finding is a sentence that an organiser understands."""
    (finding,) = check_row(rules, row_of("7 +6 +4 -4 -2"), 4)
    assert finding.message(lang) == sentence
    assert finding.fields == ("g07.p1", "g07.p2", "g07.p3", "g07.p4")


def test_units_are_asked_for_with_or_without_the_possible_values() -> None:
    """R4, zehn-cent: a club that leaves out R5 still counts in tens."""
    rules = load_rules.load("zehn-cent")
    kept = tuple(check for check in rules.checks.apply if check.id != "R5")
    club = replace(rules, checks=replace(rules.checks, apply=kept))
    for one in (rules, club):
        assert not is_legal(one, Row(7, (15, 15, -15, -15)), 4)
        assert is_legal(one, Row(7, (20, 20, -20, -20)), 4)
    assert not is_legal(rules, Row(7, (1000, 1000, -1000, -1000)), 4)
    assert is_legal(club, Row(7, (1000, 1000, -1000, -1000)), 4)


SAID_RE = Game("normal", (1, 2), Calls(ANSAGE), 130)


def test_rescored_right(rules: RuleSet) -> None:
    """R8: points that follow from the details pass."""
    assert check_row(rules, Row(3, (2, 2, -2, -2), details=SAID_RE), 4) == ()


def test_rescored_wrong(rules: RuleSet, told: Told) -> None:
    """R8: doubling forgotten; every wrong cell is named with the count that shows it."""
    findings = check_row(rules, Row(3, (1, 1, -1, -1), details=SAID_RE), 4)
    assert told(findings) == [f"miscounted g03.p{seat}" for seat in range(1, 5)]
    assert findings[0].message() == "Spiel 3: Platz 1 +2 statt +1 (keine 120 +1, Re verdoppelt +1)."
    assert findings[0].proposal_text() == "Spiel 3, Platz 1: +2 statt +1"


def test_rescored_swapped(rules: RuleSet, told: Told) -> None:
    """R8: winners and losers swapped shows only in the details."""
    assert told(check_row(rules, Row(3, (-2, -2, 2, 2), details=SAID_RE), 4)) == [
        f"miscounted g03.p{seat}" for seat in range(1, 5)
    ]


def test_rescored_impossible(rules: RuleSet, told: Told) -> None:
    """R8: details of no possible game are reported with the row's fields, and nothing is said about the points."""
    row = Row(3, (2, 2, -2, -2), details=replace(SAID_RE, augen=250))
    assert told(check_row(rules, row, 4)) == ["impossible-value g03.augen"]


def test_rescored_unread(rules: RuleSet, told: Told) -> None:
    """R8: a cell that could not be read is not called wrong."""
    assert told(check_row(rules, Row(3, (None, 2, -2, 2), details=SAID_RE), 4)) == ["miscounted g03.p4"]
