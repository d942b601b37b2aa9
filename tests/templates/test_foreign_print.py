"""Foreign sheets drawn from their layouts, for samples: rules where the layout says, or nearly, as by hand."""

from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp

from dev.filler.foreign_pdf import find_table_origin, make_foreign_pdf, render_foreign
from templates.foreign.layout_file import load_layout
from templates.layout import Field, Grid, Layout

EXAMPLES = Path(__file__).parents[2] / "templates" / "layouts"
PX = 10


@pytest.mark.parametrize("name", ["sudoku", "kniffel", "doppelkopf-liste"])
def test_drawn_rules_lie_where_the_layout_has_them(name: str) -> None:
    """Ruled without wobble, every rule is dark at its place, and the middle of every cell is white."""
    layout = load_layout(EXAMPLES / f"{name}.toml")
    picture, (left, top) = render_foreign(layout, PX), find_table_origin(layout)
    xs = [round((left + x) * PX) for x in layout.grid.xs_mm]
    ys = [round((top + y) * PX) for y in layout.grid.ys_mm]
    assert all(picture[y - 1 : y + 1, xs[0] : xs[-1]].max() < 130 for y in ys)
    assert all(picture[ys[0] : ys[-1], x - 1 : x + 1].max() < 130 for x in xs)
    for field in layout.fields:
        x, y, width, height = field.box_mm
        inner = picture[
            round((top + y + 1) * PX) : round((top + y + height - 1) * PX),
            round((left + x + 1) * PX) : round((left + x + width - 1) * PX),
        ]
        assert inner.min() == 255


def test_a_foreign_sheet_has_no_marks_and_no_code() -> None:
    """Its table is all there is to find it by."""
    picture = render_foreign(load_layout(EXAMPLES / "doppelkopf-liste.toml"), PX, "Doppelkopf-Abend")
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    assert detector.detectMarkers(picture)[1] is None
    assert zxingcpp.read_barcodes(picture) == []


def test_wobble_moves_rules_a_little_and_repeatably() -> None:
    """A ruler held by hand: another seed gives other lines, the same seed the same bytes, and all stay near."""
    layout = load_layout(EXAMPLES / "doppelkopf-liste.toml")
    straight, wobbly = render_foreign(layout, PX), render_foreign(layout, PX, wobble_mm=0.4, seed=1)
    assert make_foreign_pdf(layout, wobble_mm=0.4, seed=1) == make_foreign_pdf(layout, wobble_mm=0.4, seed=1)
    assert make_foreign_pdf(layout, wobble_mm=0.4, seed=1) != make_foreign_pdf(layout, wobble_mm=0.4, seed=2)
    assert (straight != wobbly).any()
    near = cv2.dilate((straight < 200).astype(np.uint8), np.ones((2 * 6 + 1, 2 * 6 + 1), np.uint8)) > 0
    assert not ((wobbly < 128) & ~near).any()


def test_a_table_larger_than_the_page_is_refused() -> None:
    """A4 is what a printer has."""
    layout = Layout("gross", (250, 100), Grid((0, 250), (0, 100)), (Field("a", "digit", (0, 0, 250, 100)),))
    with pytest.raises(ValueError, match="does not fit"):
        make_foreign_pdf(layout)


def test_the_drawn_sheet_is_a_pdf() -> None:
    """Whatever its title is."""
    assert make_foreign_pdf(load_layout(EXAMPLES / "sudoku.toml"), "Sudoku 🧩").startswith(b"%PDF-")
