"""Sheets that tell less than all points: what is written gives the row back, or a finding; never another row."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import rulesets
from scoring.findings import Finding
from scoring.patterns import rows_of_value
from scoring.reconstruct import Inked, Side, from_one_side

RULES = rulesets.load("pflichtsolo-40")
UNKNOWN = replace(RULES, sheet=replace(RULES.sheet, sitter=replace(RULES.sheet.sitter, rotation="")))
Told = Callable[[Iterable[Finding]], list[str]]


def inked_of(text: str) -> Inked:
    """A row from "7  6 6 . . solo": by seat a number, "." nothing, "/" a stroke, "?" unreadable; then crosses."""
    number, *words = text.split()
    cells = [word for word in words if word[0] in "+-0123456789./?"]
    return Inked(
        int(number), tuple(None if word in ("/", ".", "?") else int(word) for word in cells),
        unread=tuple(seat for seat, word in enumerate(cells, 1) if word == "?"), solo="solo" in words,
        offence="offence" in words, sits=cells.index("/") + 1 if "/" in cells else None,
    )


def as_text(points: Iterable[int | None]) -> str:
    """Points as a line: "+6 +6 -6 -6", "." for none."""
    return " ".join("." if one is None else f"{one:+d}" if one else "0" for one in points)


PLUS = """
two alike: the others lost         | 7 6 6 . .          | +6 +6 -6 -6     |
with a plus sign                   | 7 +6 . . +6        | +6 -6 -6 +6     |
zeros are nothing there            | 7 6 6 0 0          | +6 +6 -6 -6     |
one: a solo won, and told so       | 7 . 12 . .         | -4 +12 -4 -4    | pattern
one, crossed: nothing to tell      | 7 . 12 . . solo    | -4 +12 -4 -4    |
three alike: a solo lost           | 7 4 4 4 .          | +4 +4 +4 -12    |
an offence is such a row           | 7 5 5 . 5 offence  | +5 +5 -15 +5    |
a Nullspiel                        | 7 0 0 0 0          | 0 0 0 0         |
a Nullspiel, one zero written      | 7 0 . . .          | 0 0 0 0         |
nothing: no game                   | 7 . . . .          | . . . .         |
written in full                    | 7 6 -6 6 -6        | +6 -6 +6 -6     |
written in full and wrong: checks' | 7 6 -6 6 -5        | +6 -6 +6 -5     |
two different                      | 7 6 4 . .          | . . . .         | pattern
three different                    | 7 6 6 4 .          | . . . .         | pattern
one that is no threefold           | 7 4 . . .          | . . . .         | pattern
a solo that is not tripled         | 7 4 . . . solo     | . . . .         | miscounted
a minus that says nothing else     | 7 6 -6 . .         | . . . .         | pattern
a minus more than needed           | 7 12 -4 . .        | +12 -4 -4 -4    |
only a cross                       | 7 . . . . solo     | . . . .         | pattern
one cell unread, one way           | 7 4 ? . .          | +4 +4 -4 -4     | illegible
one cell unread, two ways          | 7 6 ? . .          | . . . .         | illegible
all cells unread                   | 7 ? ? ? ?          | . . . .         | illegible
unread, and the rest is no row     | 7 6 4 ? .          | . . . .         | illegible
five seats: the dealer sits out    | 7 6 . 6 . .        | +6 . +6 -6 -6   |
five seats, a solo lost            | 7 4 . . 4 4        | +4 . -12 +4 +4  |
five seats, a Nullspiel            | 7 0 0 0 0 0        | 0 . 0 0 0       |
the dealer has points              | 7 . 6 6 . .        | . . . . .       | wrong-sitter
somebody else is struck out        | 7 6 . 6 . /        | +6 -6 +6 -6 .   |
five seats, an offence, no stroke  | 7 5 5 . 5 . offence| . . . . .       | wrong-sitter
five seats, an offence, a stroke   | 7 5 5 . 5 / offence| +5 +5 -15 +5 .  |
"""
MINUS = """
two alike: the others won          | 7 . . 6 6          | +6 +6 -6 -6     |
with their sign                    | 7 . . -6 -6        | +6 +6 -6 -6     |
one: a solo lost                   | 7 12 . . .         | -12 +4 +4 +4    | pattern
three alike: a solo won            | 7 . 4 4 4          | +12 -4 -4 -4    |
an offence                         | 7 . 15 . . offence | +5 -15 +5 +5    |
a solo that is not tripled         | 7 4 . . . solo     | . . . .         | miscounted
written in full                    | 7 6 -6 6 -6        | +6 -6 +6 -6     |
two different                      | 7 6 4 . .          | . . . .         | pattern
"""


@pytest.mark.parametrize("side", ["plus", "minus"])
def test_one_side(told: Told, side: Side) -> None:
    """Each row becomes what its line says, with just the finding that it deserves."""
    for case in (PLUS if side == "plus" else MINUS).strip().splitlines():
        _, text, points, codes = (part.strip() for part in case.split("|"))
        rebuilt = from_one_side(RULES, inked_of(text), side)
        told(rebuilt.findings)
        found = as_text(rebuilt.row.points), ", ".join(finding.code for finding in rebuilt.findings)
        assert found == (points, codes), case


def test_the_words() -> None:
    """What is odd is told with its numbers, and a solo that is not tripled with its proposal."""
    def words(text: str, lang: str) -> str:
        return " ".join(finding.message(lang) for finding in from_one_side(RULES, inked_of(text), "plus").findings)

    assert words("7 4 . . .", "de") == (
        "Spiel 7: Nur bei Platz 1 stehen Punkte (+4), und sie sind nicht durch drei teilbar: Fehlt der Partner, oder "
        "ist ein Solo nicht verdreifacht?")
    assert words("7 6 ? . .", "de") == (
        "Spiel 7: Eine Zahl ist nicht lesbar; nach den übrigen ist möglich: +6 -2 -2 -2, +6 +6 -6 -6.")
    assert words("7 . 12 . .", "en") == (
        "Game 7: only seat 2 has points (+12); read as one against three, -4 for each other.")
    untripled = from_one_side(RULES, inked_of("7 . . 4 . solo"), "minus").findings[0]
    assert untripled.proposal_text() == "Spiel 7, Platz 3: -12 statt +4"


@st.composite
def rows(draw: st.DrawFn, seats: int) -> tuple[int, tuple[int | None, ...]]:
    """A game's number and its points; at five seats the dealer sits out."""
    number = draw(st.integers(1, 20))
    away = (number - 1) % 5 + 1 if seats == 5 else None
    players = tuple(seat for seat in range(1, seats + 1) if seat != away)
    value = draw(st.integers(0, 30))
    hands = draw(st.sampled_from(list(rows_of_value(players, value)))) if value else dict.fromkeys(players, 0)
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
    rebuilt = from_one_side(RULES, written(*row, side, signed), side)
    assert rebuilt.row.points == row[1]
    assert all(finding.severity == "note" for finding in rebuilt.findings)


@given(rows(5), SIDES)
def test_nobody_knows_who_sits_out(row: tuple[int, tuple[int | None, ...]], side: Side) -> None:
    """Where no rotation is known, the row is told only if the paper tells who sat out; else it is asked."""
    inked = written(*row, side, signed=True)
    rebuilt = from_one_side(UNKNOWN, inked, side)
    assert rebuilt.findings or not any(row[1])
    struck = from_one_side(UNKNOWN, replace(inked, sits=row[1].index(None) + 1), side)
    assert struck.row.points == row[1]


@given(st.sampled_from([4, 5]).flatmap(rows), SIDES, st.data())
def test_unread_cells_never_give_another_row(
    row: tuple[int, tuple[int | None, ...]], side: Side, data: st.DataObject
) -> None:
    """Whatever cannot be read: the row comes back with a finding, or a finding alone."""
    inked = written(*row, side, signed=True)
    unread = data.draw(st.sets(st.integers(1, len(inked.cells)), min_size=1))
    cells = tuple(None if seat in unread else one for seat, one in enumerate(inked.cells, 1))
    rebuilt = from_one_side(RULES, replace(inked, cells=cells, unread=tuple(sorted(unread))), side)
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
    rebuilt = from_one_side(RULES, replace(inked, cells=cells), side)
    assert set(rebuilt.row.points) == {None}
    assert [finding.severity for finding in rebuilt.findings] == ["error"]
