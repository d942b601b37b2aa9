"""Sheets of running totals: rows out of steps, value and marks, and each slip told once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.checks import check_sheet
from scoring.rows.patterns import list_rows_of_value
from scoring.rows.reconstruct import Inked, Rebuilt, Side, find_shown_points
from scoring.rows.reconstruct_totals import rebuild_from_totals
from scoring.rows.row import Sheet
from tests.scoring.inked import inked_of

RULES = rulesets.load("ddv")
DEALER = rulesets.load("pflichtsolo-40")


def list_of(text: str) -> list[Inked]:
    """A list, a row a line."""
    return [inked_of(line.strip()) for line in text.strip().splitlines()]


def as_text(rebuilt: Iterable[Rebuilt]) -> list[str]:
    """Each row with its points and the codes of its findings."""
    return [
        " ".join((*("." if one is None else f"{one:+d}" if one else "0" for one in row.row.points),
                  *(finding.code for finding in row.findings)))
        for row in rebuilt
    ]


FIVE = """
    1 | 4 | 23 | . +4 +4 -4 -4
    2 | 2 | 1  | +6 +4 +2 -6 -6
    3 | 1 | 12 | +7 +5 / -7 -7
    4 | 1 | 12 | +8 +6 +1 . -8
"""


def test_five_seats() -> None:
    """The dealer's total stays as it is, is left blank or struck out; a dealer whose total moves is found by R3."""
    assert as_text(rebuild_from_totals(DEALER, list_of(FIVE), 5)) == [
        ". +4 +4 -4 -4", "+6 . -2 -2 -2", "+1 +1 . -1 -1", "+1 +1 -1 . -1"]
    swapped = rebuild_from_totals(DEALER, list_of("1 | 4 | 12 | +4 +4 0 -4 -4"), 5)
    assert as_text(swapped) == ["+4 +4 . -4 -4"]


def test_a_value_alone_does_not_outweigh_the_totals() -> None:
    """Value 2 bears out one total of four, value 3 the three others: nobody knows the row, and the next goes on from
    what is written, so that a slip there is told."""
    told = rebuild_from_totals(RULES, list_of("1 | 2 | 34 | -3 -2 +3 +3\n2 | 1 | 14 | -2 -3 +2 +5"), 4)
    assert as_text(told) == [". . . . running-total", "+1 -1 -1 +1 running-total"]
    assert [finding.fields for finding in told[1].findings] == [("g02.total4",)]


PLUS = """
    1 | 4 | 12  | +4 +4 0 0
    2 | 2 | 3   | +4 +4 +6 0 solo
    3 | 0 |     | +4 +4 +6 0
    4 | 1 | 123 | +5 +5 +7 0
    5 | 3 | 14  | +8 +5 +8 +3
    6 | 1 | 12  | +9 +6 +8 +3
"""


def test_only_plus_is_added() -> None:
    """On a list of plus points who loses keeps his total; a slip in a loser's total is told like any other."""
    rebuilt = rebuild_from_totals(RULES, list_of(PLUS), 4, side="plus")
    assert as_text(rebuilt) == [
        "+4 +4 -4 -4", "-2 -2 +6 -2", "0 0 0 0", "+1 +1 +1 -3", "+3 -3 -3 +3 running-total", "+1 +1 -1 -1"]
    total = rebuilt[4].findings[0]
    assert total.message() == "Spiel 5: Stand von Platz 3 +7 statt +8 (+0 im Spiel)."
    rows = [replace(row, value=None, winners=()) for row in list_of(PLUS)][:4]
    bare = rebuild_from_totals(RULES, rows, 4, side="plus")
    assert as_text(bare) == as_text(rebuilt)[:4]


def test_totals_from_another_sheet() -> None:
    """A second page goes on from the totals of the first."""
    rebuilt = rebuild_from_totals(RULES, list_of("1 | 4 | 12 | +14 +4 -14 -4"), 4, start=(10, 0, -10, 0))
    assert as_text(rebuilt) == ["+4 +4 -4 -4"]
    assert rebuilt[0].totals == rebuilt[0].carried == (14, 4, -14, -4)


def test_totals_as_they_should_be_and_as_they_are_carried_on() -> None:
    """Below a slip each total has two values that are no news; a total that is not written goes on from both."""
    lines = list_of("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 | 2 | 13 | +6 +2 +2 -6
        3 | 3 | 24 | +3 +5 ? -3
    """)
    rebuilt = rebuild_from_totals(RULES, lines, 4)
    assert [row.totals[2] for row in rebuilt] == [-4, -2, -5]
    assert [row.carried[2] for row in rebuilt] == [-4, 2, -1]


def test_the_checks_of_a_sheet_take_the_rows() -> None:
    """Rebuilt rows are rows like any other: their columns add up to the last totals."""
    lines = list_of("""
        1 | 4 | 12  | +4 +4 -4 -4
        2 | 2 | 3   | +2 +2 +2 -6 solo
        3 | 0 |     | +2 +2 +2 -6
        4 | 1 | 123 | +3 +3 +3 -9
    """)
    rebuilt = rebuild_from_totals(RULES, lines, 4)
    sheet = Sheet(4, 4, tuple(row.row for row in rebuilt), sums=(3, 3, 3, -9))
    assert [finding.code for finding in check_sheet(RULES, sheet) if finding.fields[:1] == ("sum.p1",)] == []


Rows = list[tuple[int, ...]]


@st.composite
def evenings(draw: st.DrawFn, seats: int = 4) -> Rows:
    """Rows of a few games; at five seats the dealer sits out and has 0."""
    rows = []
    for number in range(1, draw(st.integers(1, 8)) + 1):
        away = (number - 1) % 5 + 1 if seats == 5 else None
        players = tuple(seat for seat in range(1, seats + 1) if seat != away)
        value = draw(st.integers(0, 20))
        hands = draw(st.sampled_from(list(list_rows_of_value(players, value)))) if value else {}
        rows.append(tuple(hands.get(seat, 0) for seat in range(1, seats + 1)))
    return rows


def listed(rows: Rows, side: Side | None = None) -> list[Inked]:
    """The list as players write it, without a slip."""
    hands = [dict(enumerate(row, 1)) for row in rows]
    kept = [tuple(find_shown_points(points, seat, side) for seat in points) for points in hands]
    totals = accumulate(kept, lambda before, row: tuple(a + b for a, b in zip(before, row, strict=True)))
    return [
        Inked(number, total, value=_value(row), winners=tuple(seat for seat, one in enumerate(row, 1) if one > 0))
        for number, (row, total) in enumerate(zip(rows, totals, strict=True), 1)
    ]


def _value(row: tuple[int, ...]) -> int:
    return min((abs(one) for one in row if one), default=0)


def same(rebuilt: Rebuilt, row: tuple[int, ...]) -> bool:
    """Whether that row came back; the seat that sits out has 0 or nothing."""
    told = tuple(one or 0 for one in rebuilt.row.points)
    return told == row and any(one is not None for one in rebuilt.row.points)


def unknown(rebuilt: Rebuilt) -> bool:
    """Whether nothing is said of the row."""
    return set(rebuilt.row.points) == {None}


SIDES = st.sampled_from([None, "plus", "minus"])


@given(st.sampled_from([4, 5]).flatmap(evenings), SIDES)
def test_a_list_without_a_slip_gives_its_rows(rows: Rows, side: Side | None) -> None:
    """All rows come back, and nothing is found."""
    rebuilt = rebuild_from_totals(DEALER, listed(rows, side), len(rows[0]), side=side)
    assert all(same(one, row) and not one.findings for one, row in zip(rebuilt, rows, strict=True))


@given(st.sampled_from([4, 5]).flatmap(evenings), SIDES, st.data())
def test_gaps_never_give_another_row(rows: Rows, side: Side | None, data: st.DataObject) -> None:
    """Whatever is left out: a row comes back, or nothing is said of it and a finding tells so."""
    seats = len(rows[0])
    gappy = [
        replace(
            inked, cells=tuple(one if data.draw(st.booleans()) else None for one in inked.cells),
            value=inked.value if data.draw(st.booleans()) else None,
            winners=inked.winners if data.draw(st.booleans()) else (),
        )
        for inked in listed(rows, side)
    ]
    assume(not any(inked.blank for inked in gappy))
    for one, row in zip(rebuild_from_totals(DEALER, gappy, seats, side=side), rows, strict=True):
        assert (same(one, row) and not one.findings) or (unknown(one) and one.findings)


@given(st.sampled_from([4, 5]).flatmap(evenings), st.data())
def test_one_slip_is_told_once(rows: Rows, data: st.DataObject) -> None:
    """One wrong total, carried on or not, or one wrong value: all rows come back, and one finding tells it."""
    lines, at = listed(rows), data.draw(st.integers(0, len(rows) - 1))
    slip, what = data.draw(st.integers(-30, 30).filter(bool)), data.draw(st.sampled_from(["total", "carried", "value"]))
    seat = data.draw(st.sampled_from([n for n, one in enumerate(rows[at]) if one] or [0]))
    assume(any(rows[at]) and (what != "value" or abs(slip) != lines[at].value))
    if what == "value":
        lines[at] = replace(lines[at], value=abs(slip))
    else:
        for number in range(at, len(lines) if what == "carried" else at + 1):
            cells = lines[number].cells
            lines[number] = replace(lines[number], cells=(*cells[:seat], (cells[seat] or 0) + slip, *cells[seat + 1:]))
    rebuilt = rebuild_from_totals(DEALER, lines, len(rows[0]))
    assert all(same(one, row) for one, row in zip(rebuilt, rows, strict=True))
    codes = [finding.code for one in rebuilt for finding in one.findings]
    assert codes == ["value-mismatch" if what == "value" else "running-total"]


@given(evenings(), st.data())
def test_a_slip_in_totals_alone_is_never_another_row(rows: Rows, data: st.DataObject) -> None:
    """Without value and marks, one wrong total takes away its own row only, with a finding."""
    bare = [Inked(inked.number, inked.cells) for inked in listed(rows)]
    at, seat = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 3))
    slip = data.draw(st.integers(-30, 30).filter(bool))
    for number in range(at, len(bare)):
        cells = bare[number].cells
        bare[number] = Inked(number + 1, (*cells[:seat], (cells[seat] or 0) + slip, *cells[seat + 1:]))
    rebuilt = rebuild_from_totals(RULES, bare, 4)
    for number, (one, row) in enumerate(zip(rebuilt, rows, strict=True)):
        assert (unknown(one) and one.findings) if number == at else same(one, row)
