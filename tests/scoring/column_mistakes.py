"""Mistakes in the columns that some sheets have beside the points: running totals, the value, the winners' marks."""

from __future__ import annotations

import random
from dataclasses import replace

from scoring.counting.rules import RuleSet
from scoring.rows.row import Sheet
from tests.scoring.rounds import rows_at, with_columns, with_row


def total_slip(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A running total wrong, and carried on to the end."""
    at, seat = rng.randrange(len(sheet.rows)), rng.randrange(sheet.seats)
    off = rules.checks.unit.step * rng.choice([-10, -2, -1, 1, 2, 10])
    rows = [
        replace(row, totals=(*row.totals[:seat], (row.totals[seat] or 0) + off, *row.totals[seat + 1 :]))
        if n >= at else row for n, row in enumerate(sheet.rows)
    ]
    return replace(sheet, rows=tuple(rows))


def totals_at_all(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """Running totals where the rules want each game by itself."""
    allowed = replace(rules, sheet=replace(rules.sheet, totals=replace(rules.sheet.totals, allowed=True)))
    return with_columns(allowed, sheet)


def wrong_value(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """Another number in the value column."""
    at = rng.choice(list(rows_at(sheet, "points")))
    return with_row(sheet, at, replace(sheet.rows[at], value=(sheet.rows[at].value or 0) + rules.checks.unit.step))


def wrong_winner(rules: RuleSet, sheet: Sheet, rng: random.Random) -> Sheet:
    """A loser marked instead of a winner."""
    at = rng.choice(list(rows_at(sheet, "points")))
    row = sheet.rows[at]
    loser = rng.choice([seat for seat, points in enumerate(row.points, 1) if points and points < 0])
    return with_row(sheet, at, replace(row, winners=(*(row.winners or ())[1:], loser)))
