"""The full sheet's geometry: every detail has one place, large enough to write in, where the code alone says."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from templates.full_sheet import MOST_ROWS
from templates.layout import PAPERS, Layout, UnknownSheet, describe_geometry
from templates.sheet_code import (
    EXTRAS,
    KINDS,
    OPTIONS,
    SOLOS,
    Columns,
    SheetCode,
    parse_code,
    parse_columns,
)
from templates.sheet_spec import make_layout
from tests.templates.printed import apart, printable, within

MANY = "hsa.bdtf.fdkh.bo"
"""More columns than any of our rule sets has."""
SIZES = [(4, 12), (4, 16), (4, 20), (4, 24), (5, 15), (5, 20)]
SHEETS = [*((*size, False) for size in SIZES), *((*size, True) for size in SIZES)]
"""Seats, games, and whether it is of those with high rows, which are printed now."""


def full(
    seats: int,
    games: int,
    columns: str = "hs.fbdt.fdhk.",
    half: int = 0,
    offences: int | None = None,
    *,
    high: bool = False,
) -> Layout:
    """The layout of a full sheet; 24 games with high rows leave room for one offence."""
    below = 1 if high and games == 24 else offences
    code = SheetCode(
        "pflichtsolo-40", "full", seats, games, half=half, offences=below, columns=columns, timed=True, high=high
    )
    return make_layout(code)


def some(known: dict[str, str]) -> st.SearchStrategy[tuple[str, ...]]:
    """Some of the ids, in any order."""
    return st.lists(st.sampled_from(sorted(known.values())), unique=True).map(tuple)


@given(st.builds(Columns, some(KINDS), some(SOLOS), some(EXTRAS), some(OPTIONS)))
def test_columns_are_read_back_from_their_letters(columns: Columns) -> None:
    """What the code says about the columns is what was printed, in that order."""
    assert parse_columns(columns.spell()) == columns
    assert parse_code(SheetCode("x", "full", 4, 9, columns=columns.spell()).spell())


@pytest.mark.parametrize("text", ["", "hs", "hs.b.f", "hs.b.f.b.o", "hs.b.f.b.9.o", "hx.b.f.", "hh.b.f.", "HS.b.f."])
def test_letters_that_say_nothing_are_refused(text: str) -> None:
    """Unknown letters, one twice, another number of groups: no layout is guessed from them."""
    assert parse_columns(text) is None
    for style in ("full", "totals"):
        with pytest.raises(UnknownSheet) as caught:
            make_layout(SheetCode("x", style, 4, 12, columns=text))
        assert caught.value.phrase.key == "paper.fault.columns"


OWN = "hs(ramsch).fbdt.fdhk(schwein)(karl_weg)(hyper).bj.(k150)963s"
"""Columns of a club's own, beside those of a shipped rule set."""


def own_ids() -> st.SearchStrategy[tuple[str, ...]]:
    """Ids that no shipped rule set has, and some that have a letter."""
    ids = st.from_regex(r"[a-z0-9_-]{2,12}", fullmatch=True) | st.sampled_from(["fuchs", "k90", "buben"])
    return st.lists(ids, max_size=3, unique=True).map(tuple)


@given(st.builds(Columns, own_ids(), own_ids(), own_ids(), some(OPTIONS), own_ids()))
def test_a_clubs_own_columns_are_read_back(columns: Columns) -> None:
    """What has no letter is spelled, and read back in its place."""
    assert parse_columns(columns.spell()) == columns


def test_the_usual_absagen_are_not_spelled() -> None:
    """Codes of sheets in circulation stay as they are."""
    assert Columns(("hochzeit",), ("buben",), ("fuchs",)).spell() == "h.b.f."
    assert parse_columns("h.b.f.") == Columns(("hochzeit",), ("buben",), ("fuchs",))


@pytest.mark.parametrize(
    "text", ["h.b.f(.b", "h.b.f().b", "h.b.f(FUCHS).b", "h.b.(fuchs)f.b", "h.b.f(a)(a).b", "h.b.f.b.x"]
)
def test_brackets_that_say_nothing_are_refused(text: str) -> None:
    """Open, empty, with capitals, a column twice by letter and name, an unknown Absage."""
    assert parse_columns(text) is None


@pytest.mark.parametrize("seats", [4, 5])
def test_every_own_column_is_on_the_sheet(seats: int) -> None:
    """A club's kinds, Absagen and Sonderpunkte have fields of their own names, and the points keep their room."""
    layout = full(seats, 16, OWN)
    ids = {field.id: field.kind for field in layout.fields if field.id.startswith("g01.")}
    own = {"ramsch": "cross", "re.k150": "cross", "kontra.k150": "cross", "jungfern": "digit"}
    own |= {f"{party}.{name}": "digit" for party in ("re", "kontra") for name in ("schwein", "karl_weg", "hyper")}
    assert {f"g01.{name}": kind for name, kind in own.items()}.items() <= ids.items()
    widths = {round(field.box_mm[2], 2) for field in layout.fields if field.id.startswith("g01.p")}
    assert min(widths) >= 10.0


def test_too_many_columns_are_told() -> None:
    """Where no room is left for the points there is no sheet, and the sentence says how many columns are too many."""
    many = "".join(f"(extra{number})" for number in range(12))
    with pytest.raises(UnknownSheet) as caught:
        full(5, 16, f"hs.fbdt.{many}.b")
    assert caught.value.phrase.key == "paper.fault.full-columns"
    assert "{" not in caught.value.message("de") + caught.value.message("en")


@pytest.mark.parametrize("columns", ["hs.fbdt.fdhk.", MANY, "...", "h.b.f.b"])
@pytest.mark.parametrize(("seats", "games", "high"), SHEETS)
def test_every_field_of_a_game_is_one_cell_of_the_table(seats: int, games: int, high: bool, columns: str) -> None:
    """From rule to rule: the scanner cuts between what it sees, and no two fields share paper."""
    layout = full(seats, games, columns, high=high)
    across = {(left, round(right - left, 2)) for left, right in pairwise(layout.grid.xs_mm)}
    down = {(top, round(low - top, 2)) for top, low in pairwise(layout.grid.ys_mm)}
    boxes = [field.box_mm for field in layout.fields if field.id.startswith("g")]
    assert len(set(boxes)) == len(boxes)
    for x, y, width, height in boxes:
        assert (x, width) in across
        assert (y, height) in down


@pytest.mark.parametrize(("seats", "games", "high"), SHEETS)
def test_names_stand_above_and_sums_below_their_seats(seats: int, games: int, high: bool) -> None:
    """A seat is one column from its name to its signature; the sums lie below the table and above the marks."""
    layout = full(seats, games, high=high)
    for seat in range(1, seats + 1):
        x, _, width, _ = layout.find_field(f"g01.p{seat}").box_mm
        name, total, sign = (layout.find_field(f"{what}.p{seat}").box_mm for what in ("name", "sum", "sign"))
        assert x < name[0] < name[0] + name[2] < x + width
        assert (total[0], total[2]) == (sign[0], sign[2]) == (x, width)
        assert total[1] == layout.grid.ys_mm[-1]
        assert sign[1] == pytest.approx(total[1] + total[3])
        assert sign[1] + sign[3] <= layout.marks[2].box_mm[1] - 3  # the mark's quiet zone
    everything = [field.box_mm for field in layout.fields]
    low = [box for box in everything if box[1] >= layout.grid.ys_mm[-1]]
    assert all(apart(one, other) for one, other in combinations(low, 2))
    assert layout.code_mm is not None
    x, y, side, _ = layout.code_mm
    assert all(apart((x - 2.3, y - 2.3, side + 4.6, side + 4.6), box) for box in everything)


@pytest.mark.parametrize("columns", ["hs.fbdt.fdhk.", MANY])
@pytest.mark.parametrize(("seats", "games", "high"), SHEETS)
def test_cells_are_big_enough_to_write_in(seats: int, games: int, high: bool, columns: str) -> None:
    """Crosses of 4.5 mm and more, digits of 4.9, Augen of 11, points of 12 mm for a sign and three digits; rows of
    5.5 mm and more, on older sheets of 4.5."""
    least = {"cross": 4.5, "digit": 4.9, "number": 11.0, "points": 12.0}
    for field in full(seats, games, columns, high=high).fields:
        if field.id.startswith("g"):
            _, _, width, height = field.box_mm
            assert width >= least[field.kind], field
            assert height >= (5.5 if high else 4.5), field


def test_sheets_in_circulation_stay_as_they_were_printed() -> None:
    """Every full sheet whose code does not say that its rows are high has the geometry that 0.5.0 printed."""
    seats_games = [(seats, games) for seats, most in MOST_ROWS.items() for games in range(1, most + 1)]
    codes = [
        SheetCode("ddv", "full", seats, games, offences=below, columns="hs.fbdt.fdk.o", starts=new, timed=new)
        for seats, games in seats_games
        for below in (0, 1, 2)
        for new in (False, True)
    ]
    told = "".join(json.dumps(describe_geometry(make_layout(code), code.spell())) for code in codes)
    assert sha256(told.encode()).hexdigest() == "de0eca5481cf12bb55a0e477be96e098ac5af88884e7435f2f1782d88afea3c5"


def test_high_rows_are_told_by_the_code_and_by_the_marks() -> None:
    """The letter is read back, and no mark of such a sheet is one of an older sheet's."""
    code = SheetCode("ddv", "full", 4, 24, offences=1, columns="hs.fbdt.fdk.o", high=True)
    assert parse_code(code.spell()) == code
    low, high = ({mark.number for mark in make_layout(one).marks} for one in (replace(code, high=False), code))
    assert not low & high
    with pytest.raises(UnknownSheet):
        make_layout(replace(code, offences=2))  # which leaves rows of 5.2 mm


def test_the_augen_have_more_room_than_on_older_sheets() -> None:
    """15 mm, and what the seats leave of it where they are narrow."""
    widths = [full(4, 16, columns, high=True).find_field("g01.augen").box_mm[2] for columns in ("hs.fbdt.fdhk.", MANY)]
    assert widths[0] == 15.0
    assert full(7, 21, MANY, offences=1, high=True).find_field("g01.augen").box_mm[2] >= 12.0
    assert full(4, 16).find_field("g01.augen").box_mm[2] == 12.0


def test_ids_and_kinds_are_the_public_ones() -> None:
    """One row of a rule set with everything: kinds, solos, Re seats, calls, Augen, Sonderpunkte, value, points."""
    row = {field.id[4:]: field.kind for field in full(4, 12, "hsa.bt.fk.bo").fields if field.id.startswith("g01.")}
    crosses = [
        "hochzeit",
        "stille-hochzeit",
        "armut",
        "solo.buben",
        "solo.trumpf",
        "bock",
        "offence",
        "re1",
        "re2",
        "re3",
        "re4",
        "re.re",
        "re.k90",
        "re.k60",
        "re.k30",
        "re.schwarz",
        "kontra.kontra",
        "kontra.k90",
        "kontra.k60",
        "kontra.k30",
        "kontra.schwarz",
    ]
    digits = ["re.fuchs", "re.karlchen", "kontra.fuchs", "kontra.karlchen"]
    wanted = dict.fromkeys(crosses, "cross") | {"augen": "number"} | dict.fromkeys(digits, "digit")
    assert row == wanted | {"value": "number"} | {f"p{seat}": "points" for seat in range(1, 5)}
    assert list(row) == [*crosses, "augen", *digits, "value", "p1", "p2", "p3", "p4"]


def test_offences_that_are_no_games_have_points_only() -> None:
    """Their ids go on where the games end."""
    ids = {field.id for field in full(4, 16, offences=2).fields}
    assert {"g17.p1", "g18.p4"} <= ids
    assert not {"g17.augen", "g17.re1", "g19.p1"} & ids
    assert "g17.p1" not in {field.id for field in full(4, 16, offences=0).fields}


def test_two_halves_make_a_round() -> None:
    """Each game has its row on one of the two sheets, offences on the second; the number of games is the round's."""
    first, second = (full(5, 25, half=half, offences=1) for half in (1, 2))
    rows = [{field.id[:3] for field in layout.fields if field.id.startswith("g")} for layout in (first, second)]
    assert rows[0] == {f"g{game:02}" for game in range(1, 14)}
    assert rows[1] == {f"g{game:02}" for game in range(14, 27)}
    assert first.games == second.games == 25


def test_a_full_row_of_twenty_games_has_about_six_hundred_fields() -> None:
    """A sheet stays readable in a fraction of a second."""
    assert 550 <= len(full(4, 20, "hs.dbt.fdk.").fields) <= 700


@pytest.mark.parametrize(("seats", "games", "small"), [(4, 25, False), (5, 21, False), (4, 0, False), (4, 12, True)])
def test_full_sheets_that_cannot_be_are_refused(seats: int, games: int, small: bool) -> None:
    """With a sentence that says what is possible."""
    with pytest.raises(UnknownSheet) as caught:
        make_layout(SheetCode("ddv", "full", seats, games, small=small, columns=MANY))
    assert "bitte" in caught.value.message("de")
    assert "choose" in caught.value.message("en")


def test_marks_tell_the_papers_apart() -> None:
    """No two papers share a mark's number; on each, marks and code keep their quiet zones and the printer's edge."""
    numbers = [mark.number for paper in PAPERS for mark in paper.marks]
    assert len(set(numbers)) == len(numbers) == 16
    for paper in PAPERS:
        page = printable(paper.size_mm)
        x, y, side, _ = paper.code_mm
        module = side / 37
        assert within((x, y, side, side), page)
        assert module >= 0.48
        for mark in paper.marks:
            assert within(mark.box_mm, page)
            assert apart((x - 4 * module, y - 4 * module, side + 8 * module, side + 8 * module), mark.box_mm)
