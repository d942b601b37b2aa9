"""Sheets that show less than all points: what is written gives the row back, or a finding; never another row."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.rows.one_sided_rows import Inked, Side, rebuild_from_one_side
from scoring.rows.row_patterns import list_rows_of_value
from scoring.rulesets import load_rules

RULES = load_rules.load("pflichtsolo-40")
UNKNOWN = replace(RULES, sheet=replace(RULES.sheet, sitter=replace(RULES.sheet.sitter, rotation="")))


@st.composite
def rows(draw: st.DrawFn, seats: int) -> tuple[int, tuple[int | None, ...]]:
    """A game's number and its points; at five seats the dealer sits out."""
    number = draw(st.integers(1, 20))
    away = (number - 1) % 5 + 1 if seats == 5 else None
    players = tuple(seat for seat in range(1, seats + 1) if seat != away)
    value = draw(st.integers(0, 30))
    hands = (
        draw(st.sampled_from(list(list_rows_of_value(RULES, players, value)))) if value else dict.fromkeys(players, 0)
    )
    return number, tuple(hands.get(seat) for seat in range(1, seats + 1))


def written(number: int, points: tuple[int | None, ...], side: Side, signed: bool) -> Inked:
    """The row as a sheet of that side has it; a Nullspiel as zeros."""
    sign = 1 if side == "plus" else -1
    kept = tuple(one if one is not None and one * sign > 0 else None for one in points)
    if not any(points):
        kept = points
    return Inked(number, tuple(one if one is None or signed else abs(one) for one in kept))


SIDES = st.sampled_from(["plus", "minus"])


@given(st.sampled_from([4, 5]).flatmap(rows), SIDES, st.booleans())
def test_a_row_comes_back(row: tuple[int, tuple[int | None, ...]], side: Side, signed: bool) -> None:
    """Any row, written on one side only, with or without signs, is that row again; nothing worse than a note."""
    rebuilt = rebuild_from_one_side(RULES, written(*row, side, signed), side)
    assert rebuilt.row.points == row[1]
    assert all(finding.severity == "note" for finding in rebuilt.findings)


@given(rows(5), SIDES)
def test_nobody_knows_who_sits_out(row: tuple[int, tuple[int | None, ...]], side: Side) -> None:
    """Where no rotation is known, the row is rebuilt only if the paper shows who sat out; else it is asked about."""
    inked = written(*row, side, signed=True)
    rebuilt = rebuild_from_one_side(UNKNOWN, inked, side)
    assert rebuilt.findings or not any(row[1])
    struck = rebuild_from_one_side(UNKNOWN, replace(inked, sits=(row[1].index(None) + 1,)), side)
    assert struck.row.points == row[1]


@given(st.sampled_from([4, 5]).flatmap(rows), SIDES, st.data())
def test_unread_cells_never_give_another_row(
    row: tuple[int, tuple[int | None, ...]], side: Side, data: st.DataObject
) -> None:
    """Whatever cannot be read: the row comes back with a finding, or a finding alone."""
    inked = written(*row, side, signed=True)
    unread = data.draw(st.sets(st.integers(1, len(inked.cells)), min_size=1))
    cells = tuple(None if seat in unread else one for seat, one in enumerate(inked.cells, 1))
    rebuilt = rebuild_from_one_side(RULES, replace(inked, cells=cells, unread=tuple(sorted(unread))), side)
    assert rebuilt.findings
    assert rebuilt.row.points == row[1] or set(rebuilt.row.points) == {None}


@given(rows(4), SIDES, st.data())
def test_a_slip_in_a_written_number_is_told(
    row: tuple[int, tuple[int | None, ...]], side: Side, data: st.DataObject
) -> None:
    """Where more than one number is written, a wrong one contradicts the others; alone, it is read as what it says."""
    inked = written(*row, side, signed=True)
    seats = [seat for seat, one in enumerate(inked.cells, 1) if one]
    assume(len(seats) > 1)
    seat, slip = data.draw(st.sampled_from(seats)), data.draw(st.integers(1, 60))
    assume(slip != abs(inked.cells[seat - 1] or 0))
    cells = tuple(slip if number == seat else one for number, one in enumerate(inked.cells, 1))
    rebuilt = rebuild_from_one_side(RULES, replace(inked, cells=cells), side)
    assert set(rebuilt.row.points) == {None}
    assert [finding.severity for finding in rebuilt.findings] == ["error"]
