"""Sheets of running totals: rows out of steps, value and marks, and each slip told once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import accumulate

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.checks import check_sheet
from scoring.findings import Finding
from scoring.patterns import rows_of_value
from scoring.reconstruct import Inked, Rebuilt, Side, added
from scoring.reconstruct_totals import from_totals
from scoring.rows import Sheet

RULES = rulesets.load("ddv")
DEALER = rulesets.load("pflichtsolo-40")
Told = Callable[[Iterable[Finding]], list[str]]


def list_of(text: str) -> list[Inked]:
    """A list, a row a line: "3 | 4 | 12 | +4 +4 -4 -4 solo": number, value, winners' seats, totals, crosses."""
    rows = []
    for line in text.strip().splitlines():
        number, value, winners, rest = (part.strip() for part in line.split("|"))
        words = rest.split()
        cells = [word for word in words if word[0] in "+-0123456789./?"]
        rows.append(Inked(
            int(number), tuple(None if word in ("/", ".", "?") else int(word) for word in cells),
            unread=tuple(seat for seat, word in enumerate(cells, 1) if word == "?"),
            solo="solo" in words, offence="offence" in words, sits=cells.index("/") + 1 if "/" in cells else None,
            value=int(value) if value else None, winners=tuple(int(seat) for seat in winners), column="total",
        ))
    return rows


def as_text(rebuilt: Iterable[Rebuilt]) -> list[str]:
    """Each row with its points and the codes of its findings."""
    return [
        " ".join((*("." if one is None else f"{one:+d}" if one else "0" for one in row.row.points),
                  *(finding.code for finding in row.findings)))
        for row in rebuilt
    ]


LISTS = {
    "an evening without a slip": ("""
        1 | 4 | 12  | +4 +4 -4 -4
        2 | 2 | 3   | +2 +2 +2 -6 solo
        3 | 0 |     | +2 +2 +2 -6
        4 | 1 | 123 | +3 +3 +3 -9
    """, ["+4 +4 -4 -4", "-2 -2 +6 -2", "0 0 0 0", "+1 +1 +1 -3"]),
    "totals alone are enough": ("""
        1 |  |  | +4 +4 -4 -4
        2 |  |  | +2 +2 +2 -6
        3 |  |  | +2 +2 +2 -6
    """, ["+4 +4 -4 -4", "-2 -2 +6 -2", "0 0 0 0"]),
    "value and marks alone are enough": ("""
        1 | 4  | 12 | . . . .
        2 | 2  | 3  | . . . .
        3 | 0  |    | . . . .
        4 | -1 | 34 | . . . .
    """, ["+4 +4 -4 -4", "-2 -2 +6 -2", "0 0 0 0", "+1 +1 -1 -1"]),
    "gaps: what is written agrees": ("""
        1 | 4 |    | +4 +4 -4 .
        2 |   | 3  | +2 . . -6
        3 |   | 14 | . +1 . -5
    """, ["+4 +4 -4 -4", "-2 -2 +6 -2", "+1 -1 -1 +1"]),
    "a wrong total that is carried on is told once": ("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 | 2 | 13 | +6 +2 +2 -6
        3 | 3 | 24 | +3 +5 -1 -3
        4 | 1 | 12 | +4 +6 -2 -4
    """, ["+4 +4 -4 -4", "+2 -2 +2 -2 running-total", "-3 +3 -3 +3", "+1 +1 -1 -1"]),
    "a wrong total that is put right again is told once": ("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 | 2 | 13 | +6 +2 -2 -16
        3 | 3 | 24 | +3 +5 -5 -3
    """, ["+4 +4 -4 -4", "+2 -2 +2 -2 running-total", "-3 +3 -3 +3"]),
    "a wrong total without value and marks is told, its row is not": ("""
        1 |  |  | +4 +4 -4 -4
        2 |  |  | +6 +2 +2 -6
        3 |  |  | +3 +5 -1 -3
    """, ["+4 +4 -4 -4", ". . . . running-total", "-3 +3 -3 +3"]),
    "another value than the totals'": ("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 | 3 | 13 | +6 +2 -2 -6
    """, ["+4 +4 -4 -4", "+2 -2 +2 -2 value-mismatch"]),
    "another winner than the totals'": ("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 | 2 | 14 | +6 +2 -2 -6
    """, ["+4 +4 -4 -4", "+2 -2 +2 -2 winner-mark"]),
    "a winner not marked": ("""
        1 | 4 | 1  | +4 +4 -4 -4
    """, ["+4 +4 -4 -4 winner-mark"]),
    "nobody marked: the totals tell it": ("""
        1 | 4 |    | +4 +4 -4 -4
    """, ["+4 +4 -4 -4"]),
    "another game altogether: the totals stand, both are told": ("""
        1 | 4 | 12 | -2 -2 +6 -2
    """, ["-2 -2 +6 -2 value-mismatch winner-mark"]),
    "a solo that was not tripled": ("""
        1 | 4 | 1  | +4 -4 -4 -4
    """, ["+12 -4 -4 -4 running-total"]),
    "two totals wrong, value and marks and the rest right": ("""
        1 | 4 | 12 | +4 +4 -8 -6
    """, ["+4 +4 -4 -4 running-total running-total"]),
    "nothing fits": ("""
        1 | 4 | 12 | +5 +6 -8 -9
        2 | 2 | 13 | +7 +4 -6 -11
    """, [". . . . running-total", "+2 -2 +2 -2"]),
    "too little": ("""
        1 | 4 |    | . . . .
        2 |   | 12 | . . . .
        3 |   |    | . . . . solo
    """, [". . . . running-total"] * 3),
    "two rows are possible": ("""
        1 | 4 |    | +4 . -4 .
    """, [". . . . running-total"]),
    "an unread row: the next goes on from its totals": ("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 |   |    | ? ? ? -6
        3 | 1 | 14 | +3 +1 +1 -5
        4 | 1 | 12 | +4 +2 0 -6
    """, ["+4 +4 -4 -4", ". . . . running-total", "+1 -1 -1 +1", "+1 +1 -1 -1"]),
    "a blank row changes nothing": ("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 |   |    | . . . .
        3 | 1 | 14 | +5 +3 -5 -3
    """, ["+4 +4 -4 -4", ". . . .", "+1 -1 -1 +1"]),
    "an offence": ("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 |   |    | +8 +8 0 -16 offence
    """, ["+4 +4 -4 -4", "+4 +4 +4 -12"]),
    "above a thousand": ("""
        1 | 999 | 12 | +999 +999 -999 -999
        2 | 1   | 13 | +1000 +998 -998 -1000
    """, ["+999 +999 -999 -999", "+1 -1 +1 -1"]),
}


@pytest.mark.parametrize("name", LISTS)
def test_list(told: Told, name: str) -> None:
    """Each list becomes its rows, with just the findings that they deserve."""
    text, expected = LISTS[name]
    rebuilt = from_totals(RULES, list_of(text), 4)
    told(finding for row in rebuilt for finding in row.findings)
    assert as_text(rebuilt) == expected


FIVE = """
    1 | 4 | 23 | . +4 +4 -4 -4
    2 | 2 | 1  | +6 +4 +2 -6 -6
    3 | 1 | 12 | +7 +5 / -7 -7
    4 | 1 | 12 | +8 +6 +1 . -8
"""


def test_five_seats() -> None:
    """The dealer's total stays as it is, is left blank or struck out; a dealer whose total moves is found by R3."""
    assert as_text(from_totals(DEALER, list_of(FIVE), 5)) == [
        ". +4 +4 -4 -4", "+6 . -2 -2 -2", "+1 +1 . -1 -1", "+1 +1 -1 . -1"]
    swapped = from_totals(DEALER, list_of("1 | 4 | 12 | +4 +4 0 -4 -4"), 5)
    assert as_text(swapped) == ["+4 +4 . -4 -4"]


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
    rebuilt = from_totals(RULES, list_of(PLUS), 4, side="plus")
    assert as_text(rebuilt) == [
        "+4 +4 -4 -4", "-2 -2 +6 -2", "0 0 0 0", "+1 +1 +1 -3", "+3 -3 -3 +3 running-total", "+1 +1 -1 -1"]
    total = rebuilt[4].findings[0]
    assert total.message() == (
        "Spiel 5: Der Zwischenstand von Platz 3 müsste +7 sein (+0 in diesem Spiel), nicht +8.")
    bare = from_totals(RULES, [replace(row, value=None, winners=()) for row in list_of(PLUS)][:4], 4, side="plus")
    assert as_text(bare) == as_text(rebuilt)[:4]


def test_totals_from_another_sheet() -> None:
    """A second page goes on from the totals of the first."""
    rebuilt = from_totals(RULES, list_of("1 | 4 | 12 | +14 +4 -14 -4"), 4, start=(10, 0, -10, 0))
    assert as_text(rebuilt) == ["+4 +4 -4 -4"]
    assert rebuilt[0].totals == rebuilt[0].carried == (14, 4, -14, -4)


def test_totals_as_they_should_be_and_as_they_are_carried_on() -> None:
    """Below a slip each total has two values that are no news; a total that is not written goes on from both."""
    lines = list_of("""
        1 | 4 | 12 | +4 +4 -4 -4
        2 | 2 | 13 | +6 +2 +2 -6
        3 | 3 | 24 | +3 +5 ? -3
    """)
    rebuilt = from_totals(RULES, lines, 4)
    assert [row.totals[2] for row in rebuilt] == [-4, -2, -5]
    assert [row.carried[2] for row in rebuilt] == [-4, 2, -1]


def test_the_words() -> None:
    """A finding names what is written, what it should be, and proposes the smallest change."""
    def found(text: str) -> Finding:
        return from_totals(RULES, list_of(text), 4)[0].findings[0]

    total = found("1 | 4 | 12 | +4 +4 -4 -5")
    assert total.message() == (
        "Spiel 1: Der Zwischenstand von Platz 4 müsste -4 sein (-4 in diesem Spiel), nicht -5.")
    assert total.proposal_text() == "Spiel 1, Zwischenstand von Platz 4: -4 statt -5"
    value = found("1 | 3 | 12 | +4 +4 -4 -4")
    assert value.message() == "Spiel 1: Als Wert steht 3 da, nach den Punkten ist er 4."
    assert value.proposal_text() == "Spiel 1, Wert: +4 statt +3"
    marks = found("1 | 4 | 13 | +4 +4 -4 -4")
    assert marks.message() == "Spiel 1: Als Sieger bezeichnet: Platz 1, 3; nach den Punkten: Platz 1, 2."
    assert marks.proposal_text("en") == (
        "Game 1, winner's cross of seat 2: crossed instead of blank; "
        "Game 1, winner's cross of seat 3: blank instead of crossed")


def test_the_checks_of_a_sheet_take_the_rows() -> None:
    """Rebuilt rows are rows like any other: their columns add up to the last totals."""
    rebuilt = from_totals(RULES, list_of(LISTS["an evening without a slip"][0]), 4)
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
        hands = draw(st.sampled_from(list(rows_of_value(players, value)))) if value else {}
        rows.append(tuple(hands.get(seat, 0) for seat in range(1, seats + 1)))
    return rows


def listed(rows: Rows, side: Side | None = None) -> list[Inked]:
    """The list as players write it, without a slip."""
    kept = [tuple(added(dict(enumerate(row, 1)), seat, side) for seat in range(1, len(row) + 1)) for row in rows]
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
    rebuilt = from_totals(DEALER, listed(rows, side), len(rows[0]), side=side)
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
    for one, row in zip(from_totals(DEALER, gappy, seats, side=side), rows, strict=True):
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
    rebuilt = from_totals(DEALER, lines, len(rows[0]))
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
    rebuilt = from_totals(RULES, bare, 4)
    for number, (one, row) in enumerate(zip(rebuilt, rows, strict=True)):
        assert (unknown(one) and one.findings) if number == at else same(one, row)
