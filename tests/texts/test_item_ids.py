"""Items' names are made and taken apart by one module, and what it makes it takes apart again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from texts.item_ids import (
    ItemId,
    make_name_item,
    make_place_key,
    make_round_key,
    make_row_item,
    make_sheet_key,
    parse_item,
    spell_item,
)

NUMBERS = st.integers(0, 999_999)
KEYS = st.builds(make_place_key, NUMBERS, NUMBERS, st.integers(0, 2)) | st.builds(make_sheet_key, NUMBERS)


@given(NUMBERS, NUMBERS, st.sampled_from((0, 1, 2)))
def test_a_place_is_read_back(round_: int, table: int, half: int) -> None:
    """Round, table and half of a sheet come out of its key as they went in."""
    key = make_place_key(round_, table, half)
    assert parse_item(key) == ItemId(key, "", round_, table, half or None)


@given(KEYS, st.integers(1, 99), st.integers(0, 40))
def test_a_row_is_read_back(key: str, row: int, games: int) -> None:
    """A row's item says its sheet and its number; below the printed games the count begins anew."""
    one = parse_item(make_row_item(key, row, games))
    below = 0 < games < row
    assert (one.key, one.kind, one.number) == (key, "offence" if below else "game", row - games if below else row)


@given(KEYS, st.integers(1, 9))
def test_a_name_is_read_back(key: str, seat: int) -> None:
    """A name's item says its sheet and its seat."""
    one = parse_item(make_name_item(key, seat))
    assert (one.key, one.kind, one.number) == (key, "name", seat)


@pytest.mark.parametrize(
    ("item", "wanted"),
    [
        (f"{make_round_key(3)}.game-count", ItemId("", "game-count", 3)),
        (f"{make_round_key(None)}.unchecked", ItemId("", "unchecked", 0)),
        ("r1.t3.unsigned", ItemId("r1.t3", "unsigned", 1, 3)),
        ("s5.sum", ItemId("s5", "sum", sheet=5, kind="sum")),
        ("r1.tisch", ItemId("", "tisch", 1)),
        ("sonst", ItemId("", "sonst")),
        ("", ItemId("", "")),
        (f"r{'9' * 5000}.t1", ItemId("", f"r{'9' * 5000}.t1")),
    ],
)
def test_other_names_say_what_they_can(item: str, wanted: ItemId) -> None:
    """What is of a round has no sheet; what nobody could have made says nothing, however long it is."""
    assert parse_item(item) == wanted


@pytest.mark.parametrize(
    ("typed", "item"),
    [("R1.T3.G07", "r1.t3.g7"), (" s4.g007 ", "s4.g7"), ("r1.t3.g7", "r1.t3.g7"), (".g07", ".g07"), ("r1.g", "r1.g")],
)
def test_items_are_typed_as_people_like(typed: str, item: str) -> None:
    """Capitals, blanks and zeros in front do not matter."""
    assert spell_item(typed) == item
