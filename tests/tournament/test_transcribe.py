"""Fields become rows, and characters become numbers, without a judgement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.evening import BROKEN
from tests.tournament.paper import written
from tournament.judging.written_sheet import Number, parse_number, transcribe


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("+6", Number("number", 6, "+")),
        ("-12", Number("number", -12, "-")),
        ("7", Number("number", 7)),
        ("0", Number("number", 0)),
        ("-0", Number("number", 0, "-")),
        ("−3", Number("number", -3, "-")),
        ("", Number("blank")),
        ("/", Number("slash")),
        ("-", Number("dash")),
        ("?", Number("illegible")),
        ("+", Number("illegible")),
        ("1-2", Number("illegible")),
        ("12345", Number("illegible")),
        ("N6", Number("illegible")),
    ],
)
def test_what_a_cell_can_mean(text: str, meaning: Number) -> None:
    """Signed numbers, the three ways to leave a cell empty, and everything else unreadable."""
    assert parse_number(text) == meaning


@given(st.text(max_size=6))
def test_every_text_has_a_meaning(text: str) -> None:
    """No characters of whatever reader stop the book."""
    number = parse_number(text)
    assert (number.points is None) == (number.mark == "illegible")


def test_rows_by_number_and_cells_by_seat() -> None:
    """Rows come in their order with cells, crosses, sums, names; written texts are left as they are."""
    reading = written(["+6 -6 6 -6 solo", "/ _ 0 -"], "+6 -6 6 -6", names=("Anna", "Bernd", "", "Dora"))
    sheet = transcribe(reading)
    assert [row.game for row in sheet.rows] == [1, 2]
    assert [cell.text for cell in sheet.rows[0].cells if cell] == ["+6", "-6", "6", "-6"]
    assert [cell.text for cell in sheet.rows[1].cells if cell] == ["/", "", "0", "-"]
    assert sheet.rows[0].solo is not None
    assert sheet.rows[0].solo.text == "x"
    assert [name.text if name else None for name in sheet.names] == ["Anna", "Bernd", "", "Dora"]
    assert (sheet.seats, sheet.code is not None) == (4, True)
    assert sheet.photo_sha256 == reading.photo_sha256


def test_a_problem_passes_through() -> None:
    """A photograph that could not be read has no rows and keeps its reason."""
    sheet = transcribe(BROKEN)
    assert (sheet.rows, sheet.seats, sheet.problem) == ((), 0, BROKEN.problem)
