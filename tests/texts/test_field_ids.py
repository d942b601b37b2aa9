"""The ids of a sheet's fields are made and taken apart by one module."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import texts
from texts.field_ids import (
    FieldId,
    make_cell_id,
    make_field_id,
    make_head_id,
    make_seat_id,
    name_line,
    parse_column,
    parse_field,
)

ROOT = Path(texts.__file__).parents[1]
COLUMNS = st.sampled_from(
    ("p1", "p5", "total2", "win3", "re4", "value", "augen", "solo", "solo.buben", "re.re", "re.k90", "kontra.fuchs")
)
BY_HAND = re.compile(
    r"""startswith\(\(?f?"(sum|name|sign|start|g)\b|"\.solo|f"g\{|f"(sum|name|sign|start)\.p\{|f"head\."""
)


@given(number=st.integers(1, 99), column=COLUMNS)
def test_what_was_made_is_taken_apart(number: int, column: str) -> None:
    """Line and column of an id are what it was made of, and together they are the id."""
    made = make_field_id(number, column)
    found = parse_field(made)
    assert (found.line, found.column, found.game) == (name_line(number), column, number)
    assert f"{found.line}.{found.column}" == made
    assert parse_column(column).kind == found.kind


@pytest.mark.parametrize(
    ("field_id", "said"),
    [
        ("g07.p3", FieldId("g07", "p3", 7, "p", seat=3)),
        ("g07.total5", FieldId("g07", "total5", 7, "total", seat=5)),
        ("g12.re2", FieldId("g12", "re2", 12, "re", seat=2)),
        ("g12.re.re", FieldId("g12", "re.re", 12, "re", party="re")),
        ("g12.kontra.k90", FieldId("g12", "kontra.k90", 12, "k90", party="kontra")),
        ("g01.solo", FieldId("g01", "solo", 1, "solo")),
        ("g01.solo.buben", FieldId("g01", "solo.buben", 1, "solo", solo="buben")),
        ("sum.p2", FieldId("sum", "p2", None, "p", seat=2)),
        ("head.round", FieldId("head", "round", None, "round")),
        ("r3.c12", FieldId("r3", "c12", None, "c12")),
        ("", FieldId("", "", None, "")),
    ],
)
def test_an_id_says_line_kind_seat_and_party(field_id: str, said: FieldId) -> None:
    """Each kind of field, and what another people's layout may have."""
    assert parse_field(field_id) == said


def test_points_are_told_from_names_and_boxes() -> None:
    """Points have a sign: cells, totals and sums, but no name, signature, start number or box of a seat."""
    signed = [make_cell_id(1, 2), make_field_id(1, "total2"), make_seat_id("sum", 2)]
    others = [make_seat_id(line, 2) for line in ("name", "sign", "start")] + [
        make_field_id(1, "re2"),
        make_head_id("round"),
    ]
    assert [one for one in (*signed, *others) if parse_field(one).is_points] == signed
    assert [one for one in (*signed, *others) if parse_field(one).is_cell] == signed[:1]
    assert [one for one in (*signed, *others) if parse_field(one).is_sum] == signed[2:]


def test_no_other_module_takes_an_id_apart() -> None:
    """Nobody looks for a part of an id in its text, or puts one together by hand."""
    apart = re.compile(
        r"""startswith\(\(?f?"(sum|name|sign|start|g)\b|"\.solo|f"g\{|f"(sum|name|sign|start)\.p\{|f"head\."""
    )
    files = [
        path
        for room in ("scoring", "templates", "scanner", "tournament", "desk")
        for path in (ROOT / room).rglob("*.py")
    ]
    found = {path.name for path in files if apart.search(path.read_text(encoding="utf-8"))}
    assert found == set()
