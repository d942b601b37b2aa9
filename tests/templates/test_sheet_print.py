"""The printed page against the geometry: the PDF is rendered and its ink measured."""

from functools import cache

import cv2
import numpy as np
import pytest
import zxingcpp
from numpy.typing import NDArray

from templates.drawing.sheet_pdf import render_sheet
from templates.list_sheets import find_sitters, make_list_layout
from templates.sheet_code import SheetCode, make_check
from templates.sheet_spec import SheetSpec

PX = 12  # 305 dpi; a whole number, so that millimetres fall on pixel borders
TOLERANCE_MM = 0.1
SIZES = [(seats, games) for seats in (4, 5) for games in (12, 16, 20, 24)]
Picture = NDArray[np.uint8]


def spec_of(seats: int, games: int, named: bool = True) -> SheetSpec:
    """A sheet with everything on it that is ever printed."""
    names = ("Anna Größe", "Bartholomäus von Hohenstein-Wittelsbach", "Cem", "Đorđe", "Éva")[:seats] if named else ()
    key = ("Solo: der Alleinspieler dreifach, die anderen einfach. " * 7, "Strafe: −15, die anderen je +5; gut. " * 9)
    return SheetSpec(SheetCode("pflichtsolo-40", "points", seats, games, 2, 7), "Herbstturnier", names, key)


@cache
def page(seats: int, games: int, named: bool = True) -> Picture:
    """The rendered sheet, once for all tests."""
    return render_sheet(spec_of(seats, games, named), PX)


def rules_along(ink: NDArray[np.float64], start_mm: float) -> list[float]:
    """Middles of the dark runs of a profile, in millimetres from the page's edge."""
    dark = np.flatnonzero(np.diff(np.concatenate([[0], (ink > 40).astype(int), [0]])))
    return [
        float(np.average(np.arange(a, b) + 0.5, weights=ink[a:b])) / PX + start_mm
        for a, b in zip(dark[::2], dark[1::2], strict=True)
    ]


def profile(picture: Picture, box_mm: tuple[float, float, float, float], axis: int) -> NDArray[np.float64]:
    """Mean darkness of a strip, over its rows (0) or columns (1)."""
    x, y, width, height = (round(v * PX) for v in box_mm)
    dark: NDArray[np.float64] = 255.0 - picture[y : y + height, x : x + width].mean(axis=axis)
    return dark


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_the_printed_rules_are_the_rules_of_the_geometry(seats: int, games: int) -> None:
    """Every rule found in a strip beside the frame is in the geometry and the other way round, within 0.1 mm."""
    grid, picture = make_list_layout(SheetCode("pflichtsolo-40", "points", seats, games)).grid, page(seats, games)
    (left, right), (top, low) = (grid.xs_mm[0], grid.xs_mm[-1]), (grid.ys_mm[0], grid.ys_mm[-1])
    across = rules_along(profile(picture, (left + 0.6, top - 2, 0.4, low - top + 3), 1), top - 2)
    down = rules_along(profile(picture, (left - 1, low - 1.2, right - left + 2, 0.5), 0), left - 1)
    assert across == pytest.approx(grid.ys_mm, abs=TOLERANCE_MM)
    assert down == pytest.approx(grid.xs_mm, abs=TOLERANCE_MM)


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_every_rule_spans_the_table(seats: int, games: int) -> None:
    """Along its whole length each rule is dark: the scanner may follow it anywhere."""
    grid, picture = make_list_layout(SheetCode("pflichtsolo-40", "points", seats, games)).grid, page(seats, games)
    for y in grid.ys_mm:
        line = picture[round(y * PX) - 1 : round(y * PX) + 1, round(grid.xs_mm[0] * PX) : round(grid.xs_mm[-1] * PX)]
        assert line.max() < 150
    for x in grid.xs_mm:
        line = picture[round(grid.ys_mm[0] * PX) : round(grid.ys_mm[-1] * PX), round(x * PX) - 1 : round(x * PX) + 1]
        assert line.max() < 150


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_crosses_have_a_printed_box_where_the_geometry_says(seats: int, games: int) -> None:
    """The four sides of each box to cross, within 0.1 mm."""
    picture = page(seats, games)
    fields = make_list_layout(SheetCode("pflichtsolo-40", "points", seats, games)).fields
    for x, y, width, height in (field.box_mm for field in fields if field.kind == "cross"):
        sides = rules_along(profile(picture, (x - 0.5, y + 1.5, width + 1, height - 3), 0), round((x - 0.5) * PX) / PX)
        ends = rules_along(profile(picture, (x + 1.5, y - 0.5, width - 3, height + 1), 1), round((y - 0.5) * PX) / PX)
        assert sides == pytest.approx([x, x + width], abs=TOLERANCE_MM)
        assert ends == pytest.approx([y, y + height], abs=TOLERANCE_MM)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_nothing_is_printed_within_ten_millimetres_of_the_edge(seats: int, games: int, named: bool) -> None:
    """Office printers cut what stands there."""
    picture, edge = page(seats, games, named), 10 * PX
    assert picture.shape == (297 * PX, 210 * PX)
    assert min(part.min() for part in (picture[:edge], picture[-edge:], picture[:, :edge], picture[:, -edge:])) == 255
    assert picture.min() < 255


@pytest.mark.parametrize(("seats", "games"), SIZES)
def test_cells_are_white_but_for_the_sitters(seats: int, games: int) -> None:
    """Hatching stands in the sitter's cell only, clear of its rules, and lighter than any pen."""
    picture = page(seats, games)
    fields = make_list_layout(SheetCode("pflichtsolo-40", "points", seats, games)).fields
    cells = [field for field in fields if field.kind in ("points", "signature")]
    assert len(cells) > games * seats
    for field in cells:
        x, y, width, height = (round(v * PX) for v in field.box_mm)
        cell = picture[y + 7 : y + height - 7, x + 7 : x + width - 7]  # the frame's half width is 0.4 mm
        row, seat = field.id.split(".p")
        hatched = row.startswith("g") and int(row[1:]) <= games and int(seat) in find_sitters(int(row[1:]), seats)
        assert bool((cell < 255).any()) == hatched, field.id
        assert cell.min() > 140


@pytest.mark.parametrize(("seats", "games"), [(4, 16), (5, 24)])
def test_the_sheet_code_is_read_back(seats: int, games: int) -> None:
    """The printed code says what was ordered, and that the names are printed, with three check letters of each."""
    for named in (True, False):
        found = [code.text for code in zxingcpp.read_barcodes(page(seats, games, named))]
        names = "".join(map(make_check, spec_of(seats, games).names))
        assert len(names) == 3 * seats
        end = f"n*{names}" if named else "-"
        assert found == [f"KIEBITZ1:pflichtsolo-40/points/{seats}/{games}:r2:t7:{end}"]


@pytest.mark.parametrize(("seats", "games"), [(4, 12), (5, 24)])
def test_corner_marks_are_found_at_their_places(seats: int, games: int) -> None:
    """OpenCV finds all four marks, upright, within 0.1 mm of the geometry."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    corners, numbers, _ = detector.detectMarkers(page(seats, games))
    found = {int(number): quad[0] for number, quad in zip(numbers.ravel(), corners, strict=True)}
    marks = make_list_layout(SheetCode("pflichtsolo-40", "points", seats, games)).marks
    assert sorted(found) == [0, 1, 2, 3]
    for mark in marks:
        x, y, side, _ = mark.box_mm
        wanted = np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
        assert np.abs((found[mark.number] + 0.5) / PX - wanted).max() < TOLERANCE_MM


def test_corner_marks_are_drawn_as_opencv_draws_them() -> None:
    """Module by module, so that they are found at the smallest size that OpenCV can read."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for mark in make_list_layout(SheetCode("pflichtsolo-40", "points", 4, 12)).marks:
        x, y, side, _ = (round(v * PX) for v in mark.box_mm)
        wanted = cv2.aruco.generateImageMarker(dictionary, mark.number, side)
        assert np.abs(page(4, 12)[y : y + side, x : x + side].astype(int) - wanted).mean() < 1
