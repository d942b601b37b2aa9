"""Whole rounds as people write them: right ones pass, and every mistake of the list is found in every system.

Each mistake says on which sheet it shows at all (points alone, details, or the columns of a list), where it can happen,
and by which code it is told.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from scoring import rulesets
from scoring.checks import check_rows, check_sheet
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.row import Sheet
from tests.scoring import column_mistakes as c
from tests.scoring import mistakes as m
from tests.scoring.rounds import a_round, points_only, with_columns

TABLES = [(name, seats) for name in rulesets.list_known() for seats in rulesets.load(name).sheet.seats]
Plant = Callable[[RuleSet, Sheet, random.Random], Sheet]
Where = Callable[[RuleSet, int], bool]


@dataclass(frozen=True)
class Mistake:
    """What went wrong, how it is told, on which sheet it shows, and where it can happen."""

    plant: Plant
    code: str
    style: str = "points"
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
    return rules.offence.counts_as_game and _owed(rules, seats)


def _extra(rules: RuleSet, seats: int) -> bool:
    return not rules.offence.counts_as_game and _owed(rules, seats)


def _minor_is_extra(rules: RuleSet, seats: int) -> bool:
    return rules.offence.minor.extra_row and _owed(rules, seats)


def _tournament(rules: RuleSet, seats: int) -> bool:
    return rules.id not in ("kurzregeln-48", "stille-hochzeit")


MISTAKES = (
    Mistake(m.sign, "not-zero-sum"),
    Mistake(m.value, "not-zero-sum"),
    Mistake(m.off_the_unit, "unit-step", where=lambda rules, seats: rules.checks.unit.step > 1),
    Mistake(m.not_tripled, "miscounted"),
    Mistake(m.sitters_column, "wrong-sitter", where=_turns),
    Mistake(m.sitter_too, "wrong-sitter", where=lambda rules, seats: seats == 5),
    Mistake(m.inverted, "miscounted", "details"),
    Mistake(m.doubling_forgotten, "miscounted", "details", _doubles),
    Mistake(m.gegen_forgotten, "miscounted", "details"),
    Mistake(m.bock_forgotten, "miscounted", "details", _bock),
    Mistake(m.bock_uncrossed, "bock-block", "details", _bock),
    Mistake(m.skipped, "game-count"),
    Mistake(m.twice, "game-count", where=_owed),
    Mistake(m.nullspiel_left_out, "game-count", where=_owed),
    Mistake(c.total_slip, "running-total", "columns", _totals),
    Mistake(c.totals_at_all, "running-total", "columns", lambda rules, seats: not _totals(rules, seats)),
    Mistake(c.wrong_value, "value-mismatch", "columns"),
    Mistake(c.wrong_winner, "winner-mark", "columns"),
    Mistake(m.wrong_sum, "sum-mismatch"),
    Mistake(m.wrong_sum, "not-zero-sum"),
    Mistake(m.uncrossed, "pflichtsolo", where=_pflicht_anywhere),
    Mistake(m.never_played, "pflichtsolo", "details", _pflicht),
    Mistake(m.silent_hochzeit, "pflichtsolo", "details", _pflicht),
    Mistake(m.offence_as_game, "offence-count", where=_extra),
    Mistake(m.minor_as_game, "offence-count", where=_minor_is_extra),
    Mistake(m.offence_as_extra, "offence-count", where=_counted),
    Mistake(m.offence_crossed, "pattern", where=lambda rules, seats: rules.offence.played_out),
    Mistake(m.other_fine, "pattern"),
    Mistake(m.not_signed, "unsigned", where=_tournament),
    Mistake(m.stranger, "unknown-name", where=_tournament),
)
CASES = [
    pytest.param(mistake, name, seats, id=f"{mistake.plant.__name__}-{mistake.code}-{name}-{seats}")
    for mistake in MISTAKES for name, seats in TABLES if mistake.where(rulesets.load(name), seats)
]
STYLES: dict[str, Callable[[RuleSet, Sheet], Sheet]] = {
    "points": lambda _, sheet: points_only(sheet), "details": lambda _, sheet: sheet, "columns": with_columns,
}


def told(rules: RuleSet, sheet: Sheet) -> list[Finding]:
    """Everything that a person must look at."""
    found = [*check_sheet(rules, sheet), *(finding for row in check_rows(rules, sheet) for finding in row)]
    return [finding for finding in found if finding.severity != "note"]


@pytest.mark.few(11)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_right_rounds_pass(name: str, seats: int, style: str) -> None:
    """Nobody is blamed on twenty rounds without a mistake, in any system, on any kind of sheet."""
    rules = rulesets.load(name)
    for seed in range(20):
        assert told(rules, STYLES[style](rules, a_round(rules, seats, random.Random(seed)))) == []


@pytest.mark.few(69)
@pytest.mark.parametrize(("mistake", "name", "seats"), CASES)
def test_mistake_is_found(mistake: Mistake, name: str, seats: int) -> None:
    """Each of twelve rounds with one mistake is caught, and by the code that names it."""
    rules, planted = rulesets.load(name), 0
    for seed in range(12):
        rng = random.Random(seed)
        spoilt = _spoilt(mistake, rules, seats, rng)
        if spoilt is not None:
            planted += 1
            assert mistake.code in [finding.code for finding in told(rules, spoilt)], f"not found at seed {seed}"
    assert planted >= 3


def _spoilt(mistake: Mistake, rules: RuleSet, seats: int, rng: random.Random) -> Sheet | None:
    """The round with the mistake; None where this round has no game in which it can happen."""
    try:
        whole = a_round(rules, seats, rng)
        if mistake.style == "columns":
            return mistake.plant(rules, with_columns(rules, whole), rng)
        return STYLES[mistake.style](rules, mistake.plant(rules, whole, rng))
    except m.NoSuchGame:
        return None
