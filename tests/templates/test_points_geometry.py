"""The points sheet's geometry: promises to people with big hands, and to the scanner."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templates.layout import EDGE_MM, Box, Layout, UnknownSheet, describe_geometry
from templates.list_sheets import count_offence_rows, find_sitters, make_list_layout
from templates.sheet_code import SheetCode, parse_code
from templates.sheet_spec import make_layout

SIZES = [(seats, games) for seats in (4, 5) for games in (1, 12, 16, 20, 24)]

codes = st.builds(
    SheetCode,
    rules=st.from_regex(r"[a-z0-9-]{1,40}", fullmatch=True),
    style=st.sampled_from(["points", "totals", "full"]),
    seats=st.sampled_from([4, 5]),
    games=st.integers(0, 99),
    round=st.none() | st.integers(0, 99),
    table=st.none() | st.integers(0, 999),
    named=st.booleans(),
)


def sheet(seats: int, games: int, rules: str = "pflichtsolo-40") -> Layout:
    """The layout of a points sheet."""
    return make_list_layout(SheetCode(rules, "points", seats, games))


def inside(inner: Box, outer: Box) -> bool:
    """Whether `inner` lies in `outer`, borders included."""
    return (
        inner[0] >= outer[0] - 1e-6
        and inner[1] >= outer[1] - 1e-6
        and inner[0] + inner[2] <= outer[0] + outer[2] + 1e-6
        and inner[1] + inner[3] <= outer[1] + outer[3] + 1e-6
    )


@given(codes)
def test_a_code_is_read_back_as_it_was_written(code: SheetCode) -> None:
    """The printed text and what it says are two forms of one thing."""
    assert parse_code(code.spell()) == code


@given(st.text(max_size=60) | st.from_regex(r"KIEBITZ1:.{0,40}"))
def test_other_codes_are_no_sheet_codes(text: str) -> None:
    """Whatever QR code lies on the table, it is either ours, with the same meaning when written again, or none."""
    code = parse_code(text)
    assert code is None or parse_code(code.spell()) == code


def test_digits_of_other_scripts_are_no_sheet_code() -> None:
    """Only what the printer prints is accepted."""
    assert parse_code("KIEBITZ1:ddv/points/4/2٤:r1:t1:-") is None


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_every_field_lies_in_one_cell_of_the_ruled_table(seats: int, games: int) -> None:
    """The scanner cuts between rules that it can see: no field may cross one."""
    grid = sheet(seats, games).grid
    cells = [
        (x, y, right - x, low - y)
        for x, right in zip(grid.xs_mm, grid.xs_mm[1:], strict=False)
        for y, low in zip(grid.ys_mm, grid.ys_mm[1:], strict=False)
    ]
    for field in sheet(seats, games).fields:
        assert sum(inside(field.box_mm, cell) for cell in cells) == 1, field


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_points_fields_fill_their_cells_exactly(seats: int, games: int) -> None:
    """Points may be written from rule to rule."""
    layout = sheet(seats, games)
    for field in layout.fields:
        if field.kind in ("points", "signature"):
            x, y, width, height = field.box_mm
            assert {round(x, 6), round(x + width, 6)} <= {round(v, 6) for v in layout.grid.xs_mm}
            assert {round(y, 6), round(y + height, 6)} <= {round(v, 6) for v in layout.grid.ys_mm}


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_cells_are_big_enough_for_felt_pens(seats: int, games: int) -> None:
    """9 x 20 mm up to 20 games, never under 6.5 mm; crosses have a box of 4.5 mm at least."""
    for field in sheet(seats, games).fields:
        _, _, width, height = field.box_mm
        if field.kind == "points":
            assert width >= 20
            assert height >= (9 if games <= 20 else 6.5)
        if field.kind == "cross":
            assert width == height >= 4.5


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_ids_are_the_public_ones_and_each_stands_once(seats: int, games: int) -> None:
    """Names, games, offence rows that follow them, sums and signatures: nothing more, nothing less."""
    rows = games + count_offence_rows(SheetCode("pflichtsolo-40", "points", seats, games))
    places = [f"p{seat}" for seat in range(1, seats + 1)]
    kinds = ["name", "sum", "sign", *(f"g{game:02}" for game in range(1, rows + 1))]
    wanted = [f"{row}.{place}" for row in kinds for place in places]
    wanted += [f"g{game:02}.{what}" for game in range(1, games + 1) for what in ("solo", "offence")]
    ids = [field.id for field in sheet(seats, games).fields]
    assert sorted(ids) == sorted(wanted)


def test_no_offence_rows_where_an_offence_is_a_game() -> None:
    """Twelve games have twelve rows there: a thirteenth would invite a mistake."""
    layout = sheet(4, 12, "zwoelf-spiele")
    with pytest.raises(KeyError):
        layout.find_field("g13.p1")
    assert layout.find_field("g12.p1").kind == "points"


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_a_list_without_offence_boxes_is_the_old_one_less_these(seats: int, games: int) -> None:
    """The code distinguishes a list with boxes for offences, as all were printed once, from one without; all else
    stays where it was."""
    codes_ = (SheetCode("pflichtsolo-40", "points", seats, games, columns=columns) for columns in ("", "..."))
    old, new = map(make_list_layout, codes_)
    assert new.grid == old.grid
    assert new.fields == tuple(field for field in old.fields if not field.id.endswith(".offence"))
    assert len(old.fields) - len(new.fields) == games


def test_letters_of_a_list_that_nobody_knows_are_refused() -> None:
    """Which boxes it has is never guessed."""
    with pytest.raises(UnknownSheet) as caught:
        make_list_layout(SheetCode("pflichtsolo-40", "points", 4, 16, columns="..x"))
    assert caught.value.phrase.key == "paper.fault.columns"


def test_marks_and_code_keep_their_quiet_zones() -> None:
    """A machine mark with ink beside it is not found: the table starts and ends at a module's distance or more."""
    layout = sheet(4, 16)
    assert layout.code_mm is not None
    x, y, side, high = layout.code_mm
    module = side / 33
    assert layout.grid.ys_mm[0] - (y + high) >= 4 * module
    assert layout.marks[1].box_mm[0] - (x + side) >= 4 * module
    assert layout.marks[2].box_mm[1] - layout.grid.ys_mm[-1] >= layout.marks[2].box_mm[2] / 6 + 0.4
    assert [mark.number for mark in layout.marks] == [0, 1, 2, 3]
    assert all(inside(mark.box_mm, (EDGE_MM, EDGE_MM, 210 - 2 * EDGE_MM, 297 - 2 * EDGE_MM)) for mark in layout.marks)


def test_the_sitter_moves_on_with_the_deal() -> None:
    """At five seats the dealer sits out, seat 1 first, each four times in twenty games; at four nobody does. At seven
    the rules may name three, who move on together."""
    seats = [seat for game in range(1, 21) for seat in find_sitters(game, 5)]
    assert seats[:6] == [1, 2, 3, 4, 5, 1]
    assert all(seats.count(seat) == 4 for seat in range(1, 6))
    assert find_sitters(7, 4) == ()
    assert [find_sitters(game, 7, (0, 2, 5)) for game in (1, 3)] == [(1, 3, 6), (3, 5, 1)]


@pytest.mark.parametrize(
    "code",
    [
        SheetCode("pflichtsolo-40", "points", 4, 31),
        SheetCode("pflichtsolo-40", "points", 4, 0),
        SheetCode("pflichtsolo-40", "points", 8, 16),
        SheetCode("pflichtsolo-40", "points", 4, 17, small=True),
        SheetCode("pflichtsolo-40", "totals", 4, 12, small=True),
        SheetCode("pflichtsolo-40", "round", 4, 12),
        SheetCode("pflichtsolo-40", "points", 4, 62, half=1),
    ],
)
def test_sheets_that_are_not_made_are_refused_with_a_remedy(code: SheetCode) -> None:
    """A code that nobody printed gets a sentence that says what is possible, never a wrong layout."""
    with pytest.raises(UnknownSheet) as caught:
        make_layout(code)
    assert "möglich" in caught.value.message("de") or "bitte" in caught.value.message("de")
    assert "choose" in caught.value.message("en")
    assert caught.value.exit_status == 2


def test_geometry_is_the_public_json() -> None:
    """Version, layout, page, code and every field with kind and box; it survives JSON unchanged."""
    code = SheetCode("pflichtsolo-40", "points", 5, 20, 3, 12)
    layout = make_layout(code)
    data = json.loads(json.dumps(describe_geometry(layout, code.spell())))
    assert list(data) == ["kiebitz", "layout", "page_mm", "code", "fields"]
    assert (data["kiebitz"], data["layout"], data["page_mm"]) == (1, "pflichtsolo-40/points/5", [210, 297])
    assert data["code"] == code.spell()
    assert [(f["id"], f["kind"], tuple(f["box_mm"])) for f in data["fields"]] == [
        (field.id, field.kind, field.box_mm) for field in layout.fields
    ]
