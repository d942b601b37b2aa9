"""Points as people type them: any sign and any way to part them, and nothing that can be meant in two ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.typed_points import read_typed_number, read_typed_row, solve_formula, spell_row

MINUS = ("-", "\u2212", "\u2013", "\u2014", "\u2012", "\u2010", "\u2011", "\uff0d")


@pytest.mark.parametrize("minus", MINUS)
@pytest.mark.parametrize("typed", ["{}6", "{} 6", "6{}", "6 {}", " {}6 ", "\u00a0{}\u202f6"])
def test_every_minus_counts(minus: str, typed: str) -> None:
    """From a telephone, from Word, or behind the number, with any blanks."""
    assert read_typed_number(typed.format(minus)) == -6


@pytest.mark.parametrize("typed", ["abc", "6,5", "-6-", "+-6", "--6", "1e3", "6 6", "", "-", "99999", "٣x", "6.5"])
def test_anything_else_is_no_number(typed: str) -> None:
    """Two signs, a fraction, a word, nothing."""
    assert read_typed_number(typed) is None


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("+6,-2,-2,-2", (6, -2, -2, -2)),
        ("+6;-2;-2;-2", (6, -2, -2, -2)),
        ("-8 -8 8 8", (-8, -8, 8, 8)),
        ("- 8 - 8 8 8", (-8, -8, 8, 8)),
        ("8- 8- 8 8", (-8, -8, 8, 8)),
        ("+12/-4/-4/-4", (12, -4, -4, -4)),
        ("\u20138 \u20138 +8 +8", (-8, -8, 8, 8)),
        ("\u22128, \u22128, 8, 8", (-8, -8, 8, 8)),
        ("+12-4-4-4", (12, -4, -4, -4)),
        ("+6,-2,/,-2,-2", (6, -2, None, -2, -2)),
        ("+6 -2 / -2 -2", (6, -2, None, -2, -2)),
        ("+6/-2//-2/-2", (6, -2, None, -2, -2)),
    ],
)
def test_a_row_is_read_however_it_is_parted(typed: str, row: tuple[int | None, ...]) -> None:
    """By commas, blanks, strokes or nothing but signs; a stroke between other marks is the seat that sits out."""
    assert read_typed_row(typed, len(row)) == row


@pytest.mark.parametrize("typed", ["8 - 8 - 8 8", "8-8-8 8", "6,0", "2,2,-2", "", "+6,-2,-2,x"])
def test_what_can_be_read_in_two_ways_or_none_is_no_row(typed: str) -> None:
    """A sign between two numbers may be of either."""
    assert read_typed_row(typed, 4) is None


@given(st.lists(st.integers(-999, 999), min_size=4, max_size=5), st.sampled_from([",", ";", " ", "/", ", "]))
def test_what_is_spelled_is_read_back(row: list[int], between: str) -> None:
    """Whole numbers in each of the ways."""
    assert read_typed_row(spell_row(row).replace(",", between), len(row)) == tuple(row)


@pytest.mark.parametrize(
    ("formula", "value"), [("=2*3", 6), ("=-(2*3)", -6), ("=6/2", 3), ("=2\u22128", -6), ("=+8", 8)]
)
def test_plain_arithmetic_is_solved(formula: str, value: int) -> None:
    """As Excel would."""
    assert solve_formula(formula) == value


@pytest.mark.parametrize(
    "formula",
    ["=7/2", "=9**9**9", "=SUM(A1:A2)", "=A1", "=1/0", "=" + "(" * 59, "=True", "=1e400", "=__import__('os')", "="],
)
def test_no_other_formula_is_solved(formula: str) -> None:
    """A reference, a function, a fraction, a trap."""
    assert solve_formula(formula) is None
