"""Whole sheets of three, six and seven seats, judged: right rows pass, planted slips are told, in every style."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from dev.rounds.games import draw_games
from dev.rounds.lists import draw_slips, write_plus, write_totals
from dev.rounds.reader import PLAIN, PLAIN_CROSSES, read_sheet
from dev.rounds.rows import count_row
from dev.rounds.sheets import TextRow, TextSheet, draw_full_sheet, spell, spell_row
from scoring.counting.rules import RuleSet
from templates.sheet_code import SheetCode
from tests.scoring.table_sizes import at_every_table
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

SHEETS = 3
"""Of each kind; the law holds for any number."""


def draw_points(rng: random.Random, rules: RuleSet, seats: int) -> TextSheet:
    """A list of a whole round of that table, rightly written, with its Pflichtsoli."""
    games = rules.sheet.count_games(seats) or 16
    drawn = draw_games(rules, seats, games, np.random.default_rng(rng.getrandbits(32)), plain=True)
    rows = tuple(spell_row(count_row(rules, game), sits=rng.choice(["", "/"])) for game in drawn)
    plain = tuple(_keep_points(rules, game.kind, row) for game, row in zip(drawn, rows, strict=True))
    sums = tuple(spell(sum(column)) for column in zip(*(row.right for row in rows), strict=True))
    return TextSheet(plain, ("solo", "offence"), SheetCode(rules.id, "points", seats, games, 1, 1), sums)


def _keep_points(rules: RuleSet, kind: str, row: TextRow) -> TextRow:
    crossed = {"solo": "x"} if (known := rules.find_kind(kind)) and rules.is_crossed(known) else {}
    return TextRow(
        {name: text for name, text in row.cells.items() if name[0] == "p" and name[1:].isdigit()} | crossed, row.right
    )


def judge(rules: RuleSet, sheet: TextSheet) -> JudgedSheet:
    """The sheet as a reader without a fault reads it, judged."""
    return reconcile(rules, transcribe(read_sheet(random.Random(1), sheet, PLAIN, PLAIN_CROSSES)))


def list_wrong(sheet: TextSheet, judged: JudgedSheet) -> list[int]:
    """The numbers of rows that are asked about, or count something else than they should."""
    pairs = zip(judged.rows, sheet.rows, strict=False)
    return [
        row.game
        for row, text in pairs
        if row.status != "ok" or tuple(points or 0 for points in row.points) != tuple(text.right)
    ]


@pytest.mark.parametrize("seats", [3, 6, 7])
@pytest.mark.parametrize("known", [True, False])
def test_right_points_lists_pass(seats: int, known: bool) -> None:
    """Whether or not it is known who sits out beside the dealer: nothing is asked, and each row counts as it is."""
    rules = at_every_table("pflichtsolo-40", known=known)
    for seed in range(SHEETS):
        sheet = draw_points(random.Random(seed), rules, seats)
        judged = judge(rules, sheet)
        assert list_wrong(sheet, judged) == []
        assert [one for one in judged.findings if one.severity == "error"] == []


@pytest.mark.parametrize("seats", [3, 6, 7])
def test_right_lists_of_plus_points_pass(seats: int) -> None:
    """Only winners' points are written, and strokes for who sits out. Of four, a single number is asked about."""
    rules = at_every_table("pflichtsolo-40")
    for seed in range(SHEETS):
        sheet = write_plus(random.Random(seed), draw_points(random.Random(seed), rules, seats))
        lone = [
            at for at, row in enumerate(sheet.rows, 1) if sum(points > 0 for points in row.right) == 1 and not row.solo
        ]
        wrong = list_wrong(sheet, judge(rules, sheet))
        assert wrong == ([] if seats == 3 else lone)


@pytest.mark.parametrize("seats", [3, 6, 7])
def test_right_lists_of_totals_pass(seats: int) -> None:
    """Value, winners' marks and running totals; who sits out copies the total."""
    rules = at_every_table("pflichtsolo-40")
    for seed in range(SHEETS):
        rng = random.Random(seed)
        sheet = write_totals(rng, draw_points(rng, rules, seats), {})
        assert list_wrong(sheet, judge(rules, sheet)) == []


@pytest.mark.parametrize("seats", [6, 7])
def test_right_full_sheets_pass(seats: int) -> None:
    """Every detail, counted again."""
    rules = at_every_table("kurzregeln-48")
    for seed in range(SHEETS):
        sheet = draw_full_sheet(random.Random(seed), rules, seats, games=10)
        assert list_wrong(sheet, judge(rules, sheet)) == []


@pytest.mark.parametrize("seats", [3, 6, 7])
def test_a_planted_slip_is_told(seats: int) -> None:
    """One number of one row is another one: just that row is asked about."""
    rules = at_every_table("pflichtsolo-40")
    told: Counter[bool] = Counter()
    for seed in range(4 * SHEETS):
        rng = random.Random(seed)
        sheet = draw_points(rng, rules, seats)
        at = rng.choice([place for place, row in enumerate(sheet.rows) if any(row.right)])
        seat = rng.choice([seat for seat, points in enumerate(sheet.rows[at].right, 1) if points])
        row = sheet.rows[at]
        other = spell(row.right[seat - 1] + rng.choice([-3, -1, 1, 2]))
        wrong = replace(row, cells={**row.cells, f"p{seat}": other})
        judged = judge(rules, replace(sheet, rows=(*sheet.rows[:at], wrong, *sheet.rows[at + 1 :])))
        told[[one.game for one in judged.rows if one.status != "ok"] == [at + 1]] += 1
    assert told[False] == 0


@pytest.mark.parametrize("seats", [3, 6, 7])
def test_a_slip_in_a_total_is_told(seats: int) -> None:
    """A wrong running total that all below go on from."""
    rules = at_every_table("pflichtsolo-40")
    for seed in range(SHEETS):
        rng = random.Random(seed)
        sheet = draw_points(rng, rules, seats)
        slips = draw_slips(rng, sheet, 0.5)
        assert slips
        judged = judge(rules, write_totals(rng, sheet, slips))
        assert {one.game for one in judged.rows if one.status != "ok"} & set(slips)
