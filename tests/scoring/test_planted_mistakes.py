"""Whole rounds as people write them: right ones pass, and every mistake of the list is found in every system.

Each mistake says on which sheet it shows at all (points alone, details, or the columns of a list), where it can happen,
and by which code it is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import get_args

import numpy as np
import pytest

from dev.rounds.games import draw_games
from dev.rounds.mistakes import Paper, plant
from dev.rounds.rows import Round, Row, count_row, make_round
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_rows, check_sheet
from scoring.rows.written_rows import Sheet
from scoring.rulesets import load_rules
from tests.scoring.played_sheets import Columns, make_sheet

TABLES = [(name, seats) for name in load_rules.list_known() for seats in load_rules.load(name).sheet.seats]
Where = Callable[[RuleSet, int], bool]


@dataclass(frozen=True)
class Mistake:
    """What went wrong, how it is reported, on which sheet it shows, and where it can happen."""

    kind: str
    code: str
    columns: Columns = "points"
    where: Where = lambda rules, seats: True


def _owed(rules: RuleSet, seats: int) -> bool:
    return rules.sheet.count_owed_games(seats) is not None


def _pflicht(rules: RuleSet, seats: int) -> bool:
    return rules.sheet.pflichtsolo.per_player > 0


def _pflicht_anywhere(rules: RuleSet, seats: int) -> bool:
    return _pflicht(rules, seats) and not rules.sheet.pflichtsolo.section


def _doubles(rules: RuleSet, seats: int) -> bool:
    return any(part.rule == "verdoppelt" for part in rules.value)


def _bock(rules: RuleSet, seats: int) -> bool:
    return bool(rules.bock.triggers)


def _turns(rules: RuleSet, seats: int) -> bool:
    return seats == 5 and rules.sheet.sitter.rotation == "dealer"


def _totals(rules: RuleSet, seats: int) -> bool:
    return rules.sheet.totals.allowed


def _counted(rules: RuleSet, seats: int) -> bool:
    return rules.offence.counts_as_game and not rules.offence.repeated and _owed(rules, seats)


def _extra(rules: RuleSet, seats: int) -> bool:
    return not rules.offence.counts_as_game and _owed(rules, seats)


def _minor_is_extra(rules: RuleSet, seats: int) -> bool:
    return rules.offence.minor.extra_row and _owed(rules, seats)


MISTAKES = (
    Mistake("wrong-sign", "not-zero-sum"),
    Mistake("wrong-value", "not-zero-sum"),
    Mistake("off-the-unit", "unit-step", where=lambda rules, seats: rules.checks.unit.step > 1),
    Mistake("solo-not-tripled", "miscounted"),
    Mistake("sitter-points", "wrong-sitter", where=_turns),
    Mistake("sitter-paid", "wrong-sitter", where=lambda rules, seats: seats == 5),
    Mistake("signs-inverted", "miscounted", "details"),
    Mistake("doubling-forgotten", "miscounted", "details", _doubles),
    Mistake("calls-not-counted", "miscounted", "details"),
    Mistake("gegen-forgotten", "miscounted", "details"),
    Mistake("extra-left-out", "miscounted", "details"),
    Mistake("bock-forgotten", "miscounted", "details", _bock),
    Mistake("bock-not-crossed", "bock-block", "details", _bock),
    Mistake("row-missing", "game-count"),
    Mistake("row-too-many", "game-count", where=_owed),
    Mistake("nullspiel-missing", "game-count", where=_owed),
    Mistake("total-slip", "running-total", "totals", _totals),
    Mistake("value-miswritten", "value-mismatch", "totals"),
    Mistake("win-mark-at-loser", "winner-mark", "totals"),
    Mistake("wrong-sum", "sum-mismatch"),
    Mistake("wrong-sum", "not-zero-sum"),
    Mistake("solo-not-crossed", "pflichtsolo", where=_pflicht_anywhere),
    Mistake("pflichtsolo-missing", "pflichtsolo", "details", _pflicht),
    Mistake("solo-of-another", "pflichtsolo", "details", _pflicht),
    Mistake("stille-hochzeit-as-solo", "pflichtsolo", "details", _pflicht),
    Mistake("offence-as-game", "offence-count", where=_extra),
    Mistake("minor-as-game", "offence-count", where=_minor_is_extra),
    Mistake("offence-below", "offence-count", where=_counted),
    Mistake("crossed-as-offence", "pattern", where=lambda rules, seats: rules.offence.played_out),
    Mistake("foreign-fine", "pattern"),
)
CASES = [
    pytest.param(mistake, name, seats, id=f"{mistake.kind}-{mistake.code}-{name}-{seats}")
    for mistake in MISTAKES
    for name, seats in TABLES
    if mistake.where(load_rules.load(name), seats)
]
STYLES = {"points": "points", "details": "full", "totals": "totals"}


@cache
def draw_round(name: str, seats: int, seed: int) -> Round:
    """A right round of these rules."""
    rules = load_rules.load(name)
    games = draw_games(rules, seats, rules.sheet.count_games(seats) or 0, np.random.default_rng(seed), plain=True)
    return make_round(tuple(count_row(rules, game) for game in games))


def told(rules: RuleSet, sheet: Sheet) -> list[Finding]:
    """Everything that a person must look at."""
    found = [*check_sheet(rules, sheet), *(finding for row in check_rows(rules, sheet) for finding in row)]
    return [finding for finding in found if finding.severity != "note"]


def codes(rules: RuleSet, sheet: Sheet) -> list[str]:
    """The codes of these."""
    return [finding.code for finding in told(rules, sheet)]


@pytest.mark.few(6)
@pytest.mark.parametrize("columns", get_args(Columns))
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_right_rounds_pass(name: str, seats: int, columns: Columns) -> None:
    """Nobody is blamed on twenty rounds without a mistake, in any system, on any kind of sheet."""
    rules = load_rules.load(name)
    for seed in range(20):
        assert told(rules, make_sheet(rules, draw_round(name, seats, seed), columns)) == []


@pytest.mark.few(35)
@pytest.mark.parametrize(("mistake", "name", "seats"), CASES)
def test_mistake_is_found(mistake: Mistake, name: str, seats: int) -> None:
    """Each of twelve rounds with one mistake is caught, and by the code that names it."""
    rules, planted = load_rules.load(name), 0
    for seed in range(12):
        paper, rng = Paper(STYLES[mistake.columns]), np.random.default_rng([seed, 1])
        spoilt = plant(rules, draw_round(name, seats, seed), [mistake.kind], rng, paper)
        crossed = mistake.code != "offence-count" or any(row.offence and row.details for row in _lines(spoilt))
        if spoilt.mistakes and crossed:
            planted += 1
            assert mistake.code in codes(rules, make_sheet(rules, spoilt, mistake.columns)), f"not found at seed {seed}"
    assert planted >= 3


def _lines(round_: Round) -> tuple[Row, ...]:
    return (*round_.rows, *round_.extra)


@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if not _totals(load_rules.load(table[0]), 4)])
def test_totals_where_each_game_is_written_by_itself(name: str, seats: int) -> None:
    """Running totals are reported where the rules want none."""
    rules = load_rules.load(name)
    allowed = replace(rules, sheet=replace(rules.sheet, totals=replace(rules.sheet.totals, allowed=True)))
    for seed in range(12):
        assert "running-total" in codes(rules, make_sheet(allowed, draw_round(name, seats, seed), "totals"))


@pytest.mark.parametrize(
    ("name", "seats"), [table for table in TABLES if table[0] not in ("kurzregeln-48", "stille-hochzeit")]
)
def test_who_did_not_sign_or_sits_at_the_wrong_table(name: str, seats: int) -> None:
    """In a tournament every player's signature and name are asked for."""
    rules = load_rules.load(name)
    sheet = make_sheet(rules, draw_round(name, seats, 1))
    for seat in range(seats):
        signed = tuple(other != seat for other in range(seats))
        names = (*sheet.names[:seat], "Franz Fuchs", *sheet.names[seat + 1 :])
        assert codes(rules, replace(sheet, signed=signed)) == ["unsigned"]
        assert "unknown-name" in codes(rules, replace(sheet, names=names))
