"""Every mistake of the table can be made, is noted where it stands, and changes nothing else; and the reader."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import numpy as np
import pytest

from dev.rounds.games import draw_games
from dev.rounds.mistakes import FULL_MISTAKES, ORDER, POINTS_MISTAKES, ROW_MISTAKES, WRONG_DETAILS, Paper, plant
from dev.rounds.reader import Hand, read_sheet
from dev.rounds.rows import Round, count_row, make_round
from dev.rounds.sheets import count_text, draw_points_sheet
from dev.rounds.written import add_up
from scoring.rulesets.load_rules import list_known, load

TABLES = [(name, seats) for name in list_known() for seats in load(name).sheet.seats]


@cache
def right(name: str, seats: int, seed: int) -> Round:
    """A round without a mistake."""
    rules = load(name)
    games = draw_games(rules, seats, rules.sheet.count_games(seats) or 16, np.random.default_rng(seed))
    return make_round(tuple(count_row(rules, game) for game in games))


@pytest.mark.parametrize("kind", ORDER)
def test_every_mistake_can_be_made(kind: str) -> None:
    """In the rules that have a place for it: one row is another one, or the rows or sums of the round are."""
    style = "totals" if "total" in kind or "win-mark" in kind or kind == "value-to-another" else "full"
    planted = 0
    for (name, seats), seed in product(TABLES, (1, 13)):
        before = right(name, seats, seed)
        after = plant(load(name), before, [kind], np.random.default_rng(2), Paper(style))
        planted += len(after.mistakes)
        assert [mistake.kind for mistake in after.mistakes] == [kind] * len(after.mistakes)
        assert (after == before) == (not after.mistakes)
        if kind in ROW_MISTAKES:
            changed = [place for place, row in enumerate(after.rows) if row != before.rows[place]]
            assert changed == [place for mistake in after.mistakes for place in mistake.places]
    assert planted >= 1


def test_the_lists_of_mistakes_are_parts_of_the_table() -> None:
    """A name stands for one mistake everywhere."""
    assert {*POINTS_MISTAKES, *FULL_MISTAKES, *WRONG_DETAILS} <= set(ORDER)
    assert len(ORDER) == len(set(ORDER))


def test_right_rounds_add_up() -> None:
    """The points of every row, and so the sums, are 0 together."""
    for name, seats in TABLES:
        round_ = right(name, seats, 1)
        assert {sum(row.points) for row in round_.rows} == {0}
        assert sum(add_up(round_)) == 0


def test_the_reader_is_right_as_often_as_it_says() -> None:
    """Over some 5,000 numbers of a hand that is hard to read: stated against seen."""
    rng, stated, seen, count = random.Random(3), 0.0, 0, 0
    for _ in range(80):
        sheet = draw_points_sheet(rng)
        written = {
            f"g{game:02}.p{seat}": text
            for game, row in enumerate(sheet.rows, 1)
            for seat, text in enumerate(row.texts, 1)
        }
        for reading in read_sheet(rng, sheet, Hand(unclear=0.5)).readings:
            if reading.id in written:
                count, stated = count + 1, stated + reading.confidence
                seen += reading.text == written[reading.id]
    assert count == 80 * 64
    assert seen == pytest.approx(stated, abs=3 * (stated * (1 - stated / count)) ** 0.5)


def test_sums_are_those_of_the_written_rows() -> None:
    """But for those that were added up wrongly."""
    rng, slipped = random.Random(5), 0
    for _ in range(20):
        sheet = draw_points_sheet(rng, mistakes=0.2, slips=0.2)
        totals = [sum(column) for column in zip(*(row.points for row in sheet.rows), strict=True)]
        off = [seat for seat, text in enumerate(sheet.sums, 1) if count_text(text) != totals[seat - 1]]
        assert tuple(off) == sheet.slipped
        slipped += len(off)
    assert slipped > 8
