"""Seats are only names, and nothing is nothing however it is written: laws of every check of a row and of a sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_row, check_sheet
from scoring.rows.one_sided_rows import Inked, Side, rebuild_from_one_side
from scoring.rows.written_rows import Row, Sheet
from scoring.rulesets import load_rules
from tests.scoring.test_checks_laws import near_rows

FIVE = [name for name in load_rules.list_known() if 5 in load_rules.load(name).sheet.seats]
every_system = pytest.mark.parametrize("name", load_rules.list_known())
law = settings()
Told = list[tuple[str, str, str, tuple[str, ...]]]


def renamed(field: str, new: list[int]) -> str:
    """The field id of the same player at his new seat."""
    return f"{field[:-1]}{new[int(field[-1]) - 1]}" if field[-1].isdigit() else field


def told(findings: Iterable[Finding], new: list[int]) -> Told:
    """What is reported, by the players' new seats, whatever the order."""
    return sorted(
        (
            finding.severity,
            finding.code,
            finding.sentence,
            tuple(
                sorted(
                    [
                        *(renamed(field, new) for field in finding.fields),
                        *(f"{renamed(c.field, new)}={c.proposed}" for c in finding.proposal or ()),
                    ]
                )
            ),
        )
        for finding in findings
    )


def seated(values: tuple[int | None, ...], new: list[int]) -> tuple[int | None, ...]:
    """The same numbers at the new seats."""
    return tuple(values[new.index(seat)] for seat in range(1, len(new) + 1)) if values else ()


def moved(row: Row, new: list[int]) -> Row:
    """The row after the players have changed seats."""
    winners = None if row.winners is None else tuple(sorted(new[seat - 1] for seat in row.winners))
    return replace(row, points=seated(row.points, new), winners=winners, totals=seated(row.totals, new))


@st.composite
def rows(draw: st.DrawFn, rules: RuleSet, number: int = 7, seats: int = 4) -> Row:
    """A row near a right one, some of its cells not readable, with all columns that sheets may have."""
    points = draw(near_rows(rules, seats))
    winners = draw(st.none() | st.sets(st.integers(1, seats)).map(lambda them: tuple(sorted(them))))
    return Row(
        number,
        points,
        solo=draw(st.booleans()),
        offence=draw(st.sampled_from([False, False, True])),
        value=draw(st.none() | st.integers(-6, 6)),
        winners=winners,
        bock=draw(st.none() | st.booleans()),
    )


@pytest.mark.few(2)
@every_system
def test_players_change_seats(name: str) -> None:
    """Four players who change seats take along all that is reported about a row and its sums, and nothing else
    changes."""
    rules = load_rules.load(name)

    @law
    @given(rows(rules), st.permutations([1, 2, 3, 4]), st.tuples(*[st.none() | st.integers(-9, 9)] * 4))
    def holds(row: Row, new: list[int], sums: tuple[int | None, ...]) -> None:
        here = [1, 2, 3, 4]
        assert told(check_row(rules, row, 4), new) == told(check_row(rules, moved(row, new), 4), here)
        sheets = (
            Sheet(4, 0, (one,), sums=total)
            for one, total in (
                (replace(row, totals=sums), sums),
                (replace(moved(row, new), totals=seated(sums, new)), seated(sums, new)),
            )
        )
        first, second = (check_sheet(rules, sheet) for sheet in sheets)
        assert told(first, new) == told(second, here)

    holds()


@pytest.mark.few(2)
@pytest.mark.parametrize("name", FIVE)
def test_a_zero_for_who_sits_out_is_a_blank(name: str) -> None:
    """At five seats whoever sits out may have nothing written, or 0: that is all the same to every check."""
    rules = load_rules.load(name)

    @law
    @given(rows(rules), st.integers(1, 5), st.sampled_from([None, True, False]))
    def holds(row: Row, number: int, bock: bool | None) -> None:
        four = tuple(points or rules.checks.unit.step for points in row.points)
        blank, zero = (
            replace(row, number=number, points=(*four[: number - 1], away, *four[number - 1 :]), bock=bock)
            for away in (None, 0)
        )
        assert check_row(rules, blank, 5) == check_row(rules, zero, 5)
        above = Row(number - 1, (0,) * 5)
        totals = tuple(5 * seat for seat in range(5))
        sheets = (Sheet(5, 0, (above, replace(one, totals=totals)), sums=totals) for one in (blank, zero))
        first, second = (check_sheet(rules, sheet) for sheet in sheets)
        assert first == second

    holds()


@pytest.mark.few(4)
@every_system
@pytest.mark.parametrize("side", ["plus", "minus"])
def test_points_of_one_side_move_along(name: str, side: Side) -> None:
    """Whoever sits where: a row of which only one side is written is made the same of."""
    rules = load_rules.load(name)

    @law
    @given(
        st.tuples(*[st.sampled_from([None, None, 3, 6, 12, -3])] * 4),
        st.sets(st.integers(1, 4), max_size=2),
        st.permutations([1, 2, 3, 4]),
        st.booleans(),
        st.booleans(),
    )
    def holds(cells: tuple[int | None, ...], unread: set[int], new: list[int], solo: bool, offence: bool) -> None:
        kept = tuple(None if seat in unread else cell for seat, cell in enumerate(cells, 1))
        inked = Inked(7, kept, tuple(sorted(unread)), solo, offence)
        there = replace(inked, cells=seated(kept, new), unread=tuple(sorted(new[seat - 1] for seat in unread)))
        first, second = rebuild_from_one_side(rules, inked, side), rebuild_from_one_side(rules, there, side)
        assert seated(first.row.points, new) == second.row.points
        assert told(first.findings, new) == told(second.findings, [1, 2, 3, 4])

    holds()
