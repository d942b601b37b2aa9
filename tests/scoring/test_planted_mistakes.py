"""Whole rounds as people write them: right ones pass, and every detectable mistake that is planted is found."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from scoring import rulesets
from scoring.checks import check_rows, check_sheet
from scoring.findings import Finding
from scoring.game import Call, Calls, Game
from scoring.rows import Row, Sheet
from scoring.score import score

RULES = rulesets.load("pflichtsolo-40")
Mistake = Callable[[Sheet, random.Random], Sheet]


def a_round(seats: int, rng: random.Random) -> Sheet:
    """A round in which each player has a solo, written without a mistake."""
    games = RULES.sheet.games_for(seats) or 0
    soloists = {number: seat for seat, number in zip(range(1, seats + 1), (4, 8, 12, 16, 19), strict=False)}
    rows = []
    for number in range(1, games + 1):
        sits = (number - 1) % 5 + 1 if seats == 5 else None
        playing = [seat for seat in range(1, seats + 1) if seat != sits]
        alone = soloists.get(number)
        re = (alone,) if alone else tuple(rng.sample(playing, 2))
        calls = Calls(rng.choice([*Call, *[Call.NOTHING] * 6]), rng.choice([Call.NOTHING] * 4 + [Call.ANSAGE]))
        augen = rng.choice([rng.randint(8, 232), rng.randint(100, 150), 0, 240])
        points = score(RULES, Game("solo" if alone else "normal", re, calls, augen, seats=seats, sits=sits)).points
        assert points is not None
        shown = tuple(None if seat == sits else p for seat, p in enumerate(points, 1))
        rows.append(Row(number, shown, solo=alone is not None, sits=sits))
    return with_sums(Sheet(seats, games, tuple(rows)))


def with_sums(sheet: Sheet) -> Sheet:
    """The sheet with its sum row added up by the players."""
    sums = tuple(sum(row.points[seat] or 0 for row in sheet.rows) for seat in range(sheet.seats))
    return replace(sheet, sums=sums)


def serious(sheet: Sheet) -> list[Finding]:
    """All errors of the sheet and its rows, and whatever is missing of the Pflichtsoli."""
    found = [*check_sheet(RULES, sheet), *(finding for row in check_rows(RULES, sheet) for finding in row)]
    return [f for f in found if f.severity == "error" or (f.code, f.severity) == ("pflichtsolo", "warning")]


def _cell(sheet: Sheet, rng: random.Random, change: Callable[[int], int]) -> Sheet:
    """One written number (not 0) changed."""
    at = rng.choice([i for i, row in enumerate(sheet.rows) if any(row.points)])
    row = sheet.rows[at]
    seat = rng.choice([seat for seat, points in enumerate(row.points) if points])
    points = (*row.points[:seat], change(row.points[seat] or 0), *row.points[seat + 1 :])
    return _row(sheet, at, replace(row, points=points))


def _row(sheet: Sheet, at: int, row: Row) -> Sheet:
    return replace(sheet, rows=(*sheet.rows[:at], row, *sheet.rows[at + 1 :]))


def sign(sheet: Sheet, rng: random.Random) -> Sheet:
    """One sign wrong."""
    return _cell(sheet, rng, lambda points: -points)


def value(sheet: Sheet, rng: random.Random) -> Sheet:
    """One number wrong."""
    return _cell(sheet, rng, lambda points: points + rng.choice([-10, -2, -1, 1, 2, 10]))


def not_tripled(sheet: Sheet, rng: random.Random) -> Sheet:
    """A soloist who wrote his points only once."""
    at = rng.choice([i for i, row in enumerate(sheet.rows) if row.solo and any(row.points)])
    row = sheet.rows[at]
    most = max(abs(points or 0) for points in row.points)
    return _row(sheet, at, replace(row, points=tuple(p // 3 if p and abs(p) == most else p for p in row.points)))


def twice(sheet: Sheet, rng: random.Random) -> Sheet:
    """A game written twice, and so one too many."""
    rows = [*sheet.rows, sheet.rows[-1]]
    return replace(sheet, games=0, rows=tuple(replace(row, number=n) for n, row in enumerate(rows, 1)))


def missing(sheet: Sheet, rng: random.Random) -> Sheet:
    """The last game not written."""
    blank = Row(len(sheet.rows), (None,) * sheet.seats, blank=True)
    return _row(sheet, len(sheet.rows) - 1, blank)


def skipped(sheet: Sheet, rng: random.Random) -> Sheet:
    """A row left blank in between."""
    at = rng.randrange(len(sheet.rows) - 1)
    return _row(sheet, at, Row(at + 1, (None,) * sheet.seats, blank=True))


def wrong_sum(sheet: Sheet, rng: random.Random) -> Sheet:
    """A sum that is wrong."""
    seat = rng.randrange(sheet.seats)
    sums = [points or 0 for points in sheet.sums]
    sums[seat] += rng.choice([-10, -2, -1, 1, 2, 10])
    return replace(sheet, sums=tuple(sums))


def uncrossed(sheet: Sheet, rng: random.Random) -> Sheet:
    """A Pflichtsolo without its cross."""
    at = rng.choice([i for i, row in enumerate(sheet.rows) if row.solo])
    return _row(sheet, at, replace(sheet.rows[at], solo=False))


def offence_as_game(sheet: Sheet, rng: random.Random) -> Sheet:
    """An offence written in place of a game."""
    at = rng.choice([i for i, row in enumerate(sheet.rows) if not row.solo])
    playing = [seat for seat in range(sheet.seats) if sheet.rows[at].points[seat] is not None]
    points = [5 if seat in playing else None for seat in range(sheet.seats)]
    points[rng.choice(playing)] = -15
    return with_sums(_row(sheet, at, replace(sheet.rows[at], points=tuple(points), offence=True)))


def sitters_column(sheet: Sheet, rng: random.Random) -> Sheet:
    """Points in the column of the seat that sits out."""
    at = rng.choice([i for i, row in enumerate(sheet.rows) if any(row.points)])
    points = list(sheet.rows[at].points)
    seat = rng.choice([seat for seat, p in enumerate(points) if p])
    points[at % 5], points[seat] = points[seat], None
    return with_sums(_row(sheet, at, replace(sheet.rows[at], points=tuple(points), sits=None)))


ANYWHERE = (sign, value, not_tripled, twice, missing, skipped, wrong_sum, uncrossed, offence_as_game)


@pytest.mark.parametrize("seats", [4, 5])
def test_right_rounds_pass(seats: int) -> None:
    """Nobody is blamed on twenty rounds without a mistake."""
    for seed in range(20):
        assert serious(a_round(seats, random.Random(seed))) == []


@pytest.mark.parametrize(("mistake", "seats"), [
    *((mistake, seats) for mistake in ANYWHERE for seats in (4, 5)), (sitters_column, 5),
])
def test_mistake_is_found(mistake: Mistake, seats: int) -> None:
    """Each of twenty rounds with one mistake is caught."""
    for seed in range(20):
        rng = random.Random(seed)
        assert serious(mistake(a_round(seats, rng), rng)), f"not found at seed {seed}"
