"""S10 and S11: signatures, and the names that the draw put at the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_sheet
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules

Told = Callable[[tuple[Finding, ...]], list[str]]
GAME = (Row(1, (1, 1, -1, -1)),)
DRAWN = ("Anna Albers", "Bernd Böhm", "Chris Celik", "Doris Dahl")


def people(rules: RuleSet, sheet: Sheet) -> tuple[Finding, ...]:
    """What is said of the people."""
    return tuple(f for f in check_sheet(rules, sheet) if f.code in ("unsigned", "unknown-name"))


@pytest.mark.parametrize(
    ("signed", "findings"),
    [
        ((True, True, True, True), []),
        ((True, False, True, False), ["unsigned sign.p2 sign.p4"]),
        ((False,) * 4, ["unsigned sign.p1 sign.p2 sign.p3 sign.p4"]),
        ((), []),
        ((None,) * 4, []),
        ((True, None, True, False), ["unsigned sign.p4"]),
    ],
)
def test_signatures(rules: RuleSet, told: Told, signed: tuple[bool | None, ...], findings: list[str]) -> None:
    """S10: each missing signature is asked for; a sheet without a place for them is not blamed."""
    assert told(people(rules, Sheet(4, 0, GAME, signed=signed))) == findings


def test_an_empty_sheet_needs_no_signature(rules: RuleSet) -> None:
    """S10: nothing is signed where nothing is written."""
    assert people(rules, Sheet(4, 1, (Row(1, (None,) * 4, blank=True),), signed=(False,) * 4)) == ()


@pytest.mark.parametrize(
    ("names", "findings"),
    [
        (DRAWN, []),
        (("doris  dahl", "Chris Celik", "Bernd Böhm", "ANNA ALBERS"), []),
        (("Anna Albers", "Bernd Böhm", "Chris Celik", "Emil Ernst"), ["unknown-name name.p4"]),
        (("Anna Albers", None, "Chris Celik", None), []),
        ((), []),
        (("Anna Albers", "Bernd Böhm", "Anna Albers", "Doris Dahl"), ["unknown-name name.p3"]),
    ],
)
def test_drawn_names(rules: RuleSet, told: Told, names: tuple[str | None, ...], findings: list[str]) -> None:
    """S11: the drawn players may sit in any order; a stranger, or the same player twice, is reported."""
    assert told(people(rules, Sheet(4, 0, GAME, names=names, drawn=DRAWN))) == findings


def test_who_is_missing_is_named(rules: RuleSet) -> None:
    """S11: the sentence names the stranger and the player who was drawn instead."""
    names = ("Anna Albers", "Bernd Böhm", "Chris Celik", "Emil Ernst")
    (finding,) = people(rules, Sheet(4, 0, GAME, names=names, drawn=DRAWN))
    assert finding.message() == "Emil Ernst ist nicht an diesen Tisch gelost. Es fehlt: Doris Dahl."


def test_without_a_draw_nobody_is_a_stranger(rules: RuleSet) -> None:
    """S11: there is nothing to compare the names with."""
    assert people(rules, Sheet(4, 0, GAME, names=("A", "B", "C", "D"))) == ()


def test_a_club_evening_needs_neither() -> None:
    """S10, S11 are a tournament's checks: the rule sets of club evenings do not ask for them."""
    sheet = Sheet(4, 0, GAME, signed=(False,) * 4, names=("Emil Ernst", "B", "C", "D"), drawn=DRAWN)
    for name in load_rules.list_known():
        found = {finding.code for finding in people(load_rules.load(name), sheet)}
        assert found == (set() if name in ("kurzregeln-48", "stille-hochzeit") else {"unsigned", "unknown-name"})
