"""The ways through one row of a list: games that a blank row holds, and how many ways are listed at all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dev.rounds.reader import make_reading
from scanner.sheet_reading import Reading
from scoring.rows.row_patterns import list_rows_of_value
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.test_lists import DDV, totals
from tournament.judging.chain import Floats, Ints, Ways
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.lists.list_ink import read_list_rows
from tournament.judging.lists.list_ways import RowWays
from tournament.judging.lists.totals import RunningTotals
from tournament.judging.lists.weigh_list import Layer
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import WrittenSheet, transcribe

GAMES = [
    tuple(hands.values()) for value in range(1, 9) for hands in list_rows_of_value(load("ddv"), (1, 2, 3, 4), value)
]
"""By seat the points of every game of four that is worth at most 8."""


def make_list(lines: list[str], seats: int = 4) -> WrittenSheet:
    """The list as it is read."""
    return transcribe(make_reading(totals(lines), SheetCode("ddv", "totals", seats, len(lines), 1, 1)))


def list_by_definition(above: RunningTotals, cells: list[int | None], below: RowWays) -> Iterator[tuple[int, ...]]:
    """The games that, with one that the row below may be, move each written total to where it is."""
    for own in below.list_own_games():
        for game in GAMES:
            moved = zip(cells, *above, game, own.points, strict=True)
            if all(cell in (None, right + one + two, right + off + one + two) for cell, right, off, one, two in moved):
                yield game


@given(
    st.sampled_from(GAMES),
    st.sampled_from(GAMES),
    st.sets(st.integers(0, 3), max_size=2),
    st.tuples(*[st.sampled_from([0, 0, 0, 4])] * 4),
)
def test_a_blank_row_may_hold_what_is_left_of_the_totals_below(
    held: tuple[int, ...], own: tuple[int, ...], blank: set[int], off: tuple[int, ...]
) -> None:
    """Three totals are enough, from right ones above or from those that are off; fewer fit too many pairs of games."""
    cells = [
        None if seat in blank else one + two + gap
        for seat, (one, two, gap) in enumerate(zip(held, own, off, strict=True))
    ]
    wins = "".join(str(seat) for seat, points in enumerate(own, 1) if points > 0)
    words = " ".join("_" if cell is None else f"{cell:+d}" if cell else "0" for cell in cells)
    lines = [" | _ | _ _ _ _", f"{min(map(abs, own))} | {wins} | {words}"]
    row, last = (RowWays(DDV, one, None, LIMITS) for one in read_list_rows(DDV, make_list(lines), LIMITS))
    above = RunningTotals((0,) * 4, off)
    ways = RowWays(DDV, row.row, None, LIMITS, last).list_ways(above)
    found = {way.points for way in ways if way.points}
    assert all(way.blank for way in ways)
    assert {game for game in found if game in GAMES} == set(
        list_by_definition(above, cells, last) if len(blank) < 2 else ()
    )
    assert (held in found) == (len(blank) < 2)


def test_a_total_of_0_is_proposed_as_a_number() -> None:
    """A blank row gets all its totals proposed, also one of 0, which a blank cell of a list does not say."""
    lines = ["4 | 12 | +4 +4 -4 -4", " | _ | _ _ _ _", "1 | 12 | +1 +9 -1 -9"]
    [finding] = reconcile(DDV, make_list(lines)).rows[1].findings
    assert finding.proposal is not None
    assert [change.proposed for change in finding.proposal] == [0, 8, 0, -8]


def test_hardly_readable_lists_take_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a list for five in which every total may be any of eight numbers, only ways that may matter are listed: not a
    thousand below each state."""
    rng, made, find_ways = random.Random(5), [0, 0], Layer.find_ways

    def doubt(reading: Reading) -> Reading:
        spread = [(str(rng.randint(-30, 30)), share) for share in (0.3, 0.2, 0.15, 0.1, 0.08, 0.07, 0.06, 0.04)]
        return replace(reading, text=spread[0][0], confidence=0.3, candidates=tuple(dict(spread).items()))

    def count(layer: Layer, states: Ints, reached: Floats) -> Ways:
        ways = find_ways(layer, states, reached)
        made[0], made[1] = made[0] + len(states), made[1] + len(ways.weight)
        return ways

    sheet = make_reading(totals(["3 | _ | +1 +2 +3 +4 +5"] * 10), SheetCode("ddv", "totals", 5, 10, 1, 1))
    readings = tuple(doubt(one) if ".total" in one.id else one for one in sheet.readings)
    monkeypatch.setattr(Layer, "find_ways", count)
    reconcile(DDV, transcribe(replace(sheet, readings=readings)))
    states, ways = made
    assert states > 100
    assert ways < 40 * states
