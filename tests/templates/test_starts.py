"""Start numbers, round and table on the sheets: printed where they are known, boxes to write in where not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.rulesets.load_rules import load
from templates.drawing.sheet_pdf import make_sheet_pdf
from templates.layout import UnknownSheet
from templates.sheet_code import SheetCode, make_tournament_id, parse_code
from templates.sheet_spec import SheetSpec, make_layout
from tests.templates.printed import find_touching, printed, within
from tournament.printing.sheet_orders import SheetOrder, make_sheets

STYLES = [
    ("points", 4, "a4"),
    ("points", 5, "a4"),
    ("points", 4, "a5"),
    ("full", 4, "a4"),
    ("full", 5, "a4"),
    ("totals", 4, "a4"),
    ("totals", 5, "a4"),
]
NAMES = ("Anna Weiß", "Bartholomäus von Hohenstein-Wittelsbach", "Çem Öz", "Dörte", "Éva")
STARTS = (7, 112, 34, 48, 199)


def order(
    style: str, seats: int, paper: str, names: str = "", place: tuple[int | None, int | None] = (None, None)
) -> SheetSpec:
    """A sheet as `kiebitz sheet` makes it."""
    wish = SheetOrder("pflichtsolo-40", style, seats, None, "", *place, names, "de", paper=paper)
    return make_sheets(wish, load("pflichtsolo-40"))[0]


def draw(style: str, seats: int, paper: str) -> SheetSpec:
    """A sheet of a draw: everything about the table is known."""
    spec = order(style, seats, paper, ",".join(NAMES[:seats]), (2, 12))
    return replace(spec, starts=STARTS[:seats], code=replace(spec.code, tournament="K7QX2"))


def list_boxes(code: SheetCode) -> list[str]:
    """The ids of the boxes for start numbers, round and table."""
    return [field.id for field in make_layout(code).fields if field.id.startswith(("start.", "head."))]


@pytest.mark.parametrize(("style", "seats", "paper"), STYLES)
def test_a_blank_copy_has_a_box_for_everything(style: str, seats: int, paper: str) -> None:
    """Each seat's start number, round and table, as numbers; large enough for three digits."""
    layout = make_layout(order(style, seats, paper).code)
    boxes = [field for field in layout.fields if field.id.startswith(("start.", "head."))]
    starts = [f"start.p{seat}" for seat in range(1, seats + 1)]
    assert [box.id for box in boxes] == [*starts, "head.round", "head.table"]
    assert {box.kind for box in boxes} == {"number"}
    assert min(box.box_mm[2] for box in boxes) >= 10.7
    assert min(box.box_mm[3] for box in boxes) >= 6.5


@pytest.mark.parametrize(("style", "seats", "paper"), STYLES)
def test_a_box_lies_beside_the_name_and_in_no_other_field(style: str, seats: int, paper: str) -> None:
    """Nothing that is read there is read twice."""
    fields = [field.box_mm for field in make_layout(order(style, seats, paper).code).fields]
    for one in (box for box in fields if box[1] < 60):
        meeting = [
            box
            for box in fields
            if box[0] < one[0] + one[2] - 0.01
            and one[0] < box[0] + box[2] - 0.01
            and box[1] < one[1] + one[3] - 0.01
            and one[1] < box[1] + box[3] - 0.01
        ]
        assert meeting == [one]


def test_what_is_filled_in_needs_no_box() -> None:
    """Round and table on their own; a seat without a name keeps its box beside three printed ones."""
    assert list_boxes(order("points", 4, "a4", place=(1, None)).code)[-1:] == ["head.table"]
    assert list_boxes(order("points", 4, "a4", place=(1, 3)).code) == [f"start.p{seat}" for seat in (1, 2, 3, 4)]
    spec = replace(draw("points", 4, "a4"), names=("Anna", "", "Çem", "Dörte"))
    assert list_boxes(spec.code) == ["start.p2"]


@pytest.mark.parametrize(("style", "seats", "paper"), STYLES)
def test_a_drawn_sheet_shows_its_start_numbers(style: str, seats: int, paper: str) -> None:
    """Each stands whole in its seat's head cell, larger than the word above it; no letter touches another."""
    spec = draw(style, seats, paper)
    layout, runs = make_layout(spec.code), printed(make_sheet_pdf(spec))
    assert list_boxes(spec.code) == []
    assert find_touching(runs) == []
    top, low = layout.grid.ys_mm[:2]
    for seat, start in enumerate(STARTS[:seats], 1):
        x, _, width, _ = layout.find_field(f"name.p{seat}").box_mm
        cell = [(text, box) for text, box in runs if within(box, (x - 1.2, top, width + 2.4, low - top))]
        [high] = [box[3] for text, box in cell if text == str(start)]
        assert high >= 2.4
        assert not any("…" in text for text, _ in cell)


def test_sheets_with_names_and_no_numbers_are_the_old_ones() -> None:
    """Their code has no new letter, and so their geometry is that of the sheets that were printed before."""
    code = order("points", 4, "a4", "Anna,Bernd,Çem,Dörte", (1, 2)).code
    assert not code.starts
    assert code.spell().startswith("KIEBITZ1:pflichtsolo-40/points/4/16:r1:t2:n:...*")
    assert make_layout(code).find_field("name.p1").box_mm == (24.0, 42.0, 36.5, 8.3)


@pytest.mark.parametrize(
    "text",
    [
        "KIEBITZ1:ddv/points/4/24:r1:t2:nps:...*ABC123XYZ9Q8/K7QX2",
        "KIEBITZ1:ddv/points/4/24:r:t:s:...",
        "KIEBITZ1:ddv/points/4/24:r1:t2:s:...*/AB12",
        "KIEBITZ1:ddv/points/4/24:r1:t2:-",
    ],
)
def test_codes_are_read_back(text: str) -> None:
    """With start numbers and a tournament, with either, and as they were before there were any."""
    code = parse_code(text)
    assert code is not None
    assert code.spell() == text


@pytest.mark.parametrize(
    "text",
    [
        "KIEBITZ1:ddv/points/4/24:r1:t2:",
        "KIEBITZ1:ddv/points/4/24:r1:t2:sn",
        "KIEBITZ1:ddv/points/4/24:r1:t2:s*",
        "KIEBITZ1:ddv/points/4/24:r1:t2:s*/ABC",
        "KIEBITZ1:ddv/points/4/24:r1:t2:s*/abcde",
        "KIEBITZ1:ddv/points/4/24:r1:t2:s*/ABCDEFG",
    ],
)
def test_codes_of_no_sheet(text: str) -> None:
    """Flags out of order, a star before nothing, an id that is too short, too long, or small."""
    assert parse_code(text) is None


def test_a_tournament_has_one_short_id() -> None:
    """The same hash gives the same letters, and they fit the sheet code."""
    one, other = make_tournament_id("ab" * 32), make_tournament_id("cd" * 32)
    assert one == make_tournament_id("ab" * 32) != other
    assert parse_code(f"KIEBITZ1:ddv/points/4/24:r1:t2:-*/{one}") is not None


@pytest.mark.parametrize("starts", [(1, 2, 3), (1, 2, 3, 0), (1, 2, 3, 1000)])
def test_start_numbers_that_do_not_fit_are_refused(starts: tuple[int, ...]) -> None:
    """One a seat, of three digits at most."""
    with pytest.raises(UnknownSheet) as refused:
        replace(order("points", 4, "a4", "A,B,C,D"), starts=starts)
    assert "von 1 bis 999" in refused.value.message("de")
