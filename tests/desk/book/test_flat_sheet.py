"""The picture of a sheet as if it lay flat: its corners are the sheet's own, each in its place and to scale."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from desk.pictures.flat_sheet import BESIDE, LONGEST_PX, MARGIN, SheetView, draw_view, find_view
from scanner.sheet_reading import Quad
from templates.layout import A5
from templates.list_sheets import make_list_layout
from templates.sheet_code import SheetCode

LAYOUT = make_list_layout(SheetCode("pflichtsolo-40", "points", 4, 16, small=True))
CORNERS_PX = ((130.0, 90.0), (760.0, 140.0), (830.0, 930.0), (60.0, 960.0))
"""Of the page in the photograph, clockwise from the upper left."""
COLOURS = ((250, 30, 30), (30, 250, 30), (30, 30, 250), (240, 240, 30))
"""A patch in each corner of the page, blue, green, red."""
INSET_MM, PATCH_MM = 12.0, 6.0


def place_page() -> NDArray[np.float64]:
    """The homography (3, 3) float64 from mm on the page to the photograph's pixels."""
    width, height = A5.size_mm
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, np.array(CORNERS_PX, np.float32)), np.float64)


def see(x: float, y: float) -> tuple[float, float]:
    """A place on the page, in mm, as the photograph shows it."""
    across, down, depth = place_page() @ np.array([x, y, 1.0])
    return float(across / depth), float(down / depth)


def see_fields() -> dict[str, Quad]:
    """The fields of the page in the photograph."""
    return {
        field.id: (see(x, y), see(x + w, y), see(x + w, y + h), see(x, y + h))
        for field in LAYOUT.fields
        for x, y, w, h in (field.box_mm,)
    }


def list_patches() -> list[tuple[float, float]]:
    """The middles of the four patches in mm, clockwise from the upper left."""
    (width, height), inset = A5.size_mm, INSET_MM
    return [(inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset)]


def photograph(share: float) -> NDArray[np.uint8]:
    """The photograph (h, w, 3) uint8 of white paper with its patches on a black table, `share` times its size."""
    photo = np.zeros((round(1100 * share), round(900 * share), 3), np.uint8)
    cv2.fillPoly(photo, [np.round(np.array(CORNERS_PX) * share).astype(np.int32)], (255, 255, 255))
    for (x, y), colour in zip(list_patches(), COLOURS, strict=True):
        half = PATCH_MM / 2
        corners = [see(x - half, y - half), see(x + half, y - half), see(x + half, y + half), see(x - half, y + half)]
        cv2.fillPoly(photo, [np.round(np.array(corners) * share).astype(np.int32)], colour)
    return photo


def draw(view: SheetView, share: float) -> NDArray[np.int32]:
    """The drawn picture (h, w, 3) int32, blue, green, red."""
    data = draw_view(photograph(share), view, share)
    assert data is not None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.int32)


def test_a_known_page_is_shown_from_corner_to_corner() -> None:
    """Each corner of the page is the same corner of the picture, to a pixel, and the sides keep their proportion."""
    view = find_view(see_fields(), LAYOUT)
    width, height = A5.size_mm
    assert view.size == (round(width / height * LONGEST_PX), LONGEST_PX)
    (right, low), wanted = view.size, np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    assert np.abs(np.array(view.place(CORNERS_PX)) - wanted * (right, low)).max() <= 1


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_a_patch_in_each_corner_is_drawn_in_its_corner(share: float) -> None:
    """Also from a copy of half the size: no corner is exchanged with another, cut off, or drawn at another scale."""
    view = find_view(see_fields(), LAYOUT)
    picture = draw(view, share)
    assert picture.shape == (view.size[1], view.size[0], 3)
    scale = LONGEST_PX / A5.size_mm[1]
    for (x, y), colour in zip(list_patches(), COLOURS, strict=True):
        for reach, inside in ((0.35 * PATCH_MM, True), (0.75 * PATCH_MM, False)):
            wanted = np.array(colour if inside else (255, 255, 255))
            around = [(x - reach, y), (x + reach, y), (x, y - reach), (x, y + reach)]
            seen = [picture[round(b * scale), round(a * scale)] for a, b in around]
            assert np.abs(np.array(seen) - wanted).max() < 60, (colour, inside)


def test_where_the_photograph_ends_the_page_is_grey() -> None:
    """A page that reaches beyond its photograph is shown whole, with grey where nothing was seen."""
    moved = {one: tuple((x - 400.0, y) for x, y in quad) for one, quad in see_fields().items()}
    view = find_view(moved, LAYOUT)  # type: ignore[arg-type]  # four corners each, as before
    data = draw_view(np.ascontiguousarray(photograph(1.0)[:, 400:]), view, 1.0)
    assert data is not None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert np.abs(picture[900, 40].astype(int) - BESIDE).max() < 8
    assert picture[900, -200].min() > 240


def test_without_its_page_the_outermost_fields_make_the_rectangle() -> None:
    """Its corners lie at the same distance from the picture's border, each at its own corner, and its sides are as long
    as the mean of the two sides that they come from."""
    width, height = A5.size_mm
    outer = [see(x, y) for x, y in list_patches()]
    boxes = [(x, y, INSET_MM, INSET_MM) for x in (INSET_MM, width - 2 * INSET_MM) for y in (INSET_MM, 100.0)]
    boxes += [(x, height - 2 * INSET_MM, INSET_MM, INSET_MM) for x in (INSET_MM, width - 2 * INSET_MM)]
    quads: dict[str, Quad] = {
        str(number): (see(x, y), see(x + w, y), see(x + w, y + h), see(x, y + h))
        for number, (x, y, w, h) in enumerate(boxes)
    }
    view = find_view(quads)
    first, second, third, fourth = outer
    placed, size = np.array(view.place((first, second, third, fourth))), np.array(view.size)
    edge = placed[0]
    wanted = np.array([edge, (size[0] - edge[0], edge[1]), size - edge, (edge[0], size[1] - edge[1])])
    assert np.abs(placed - wanted).max() <= 1
    top, right, low, left = np.linalg.norm(np.array(outer) - np.roll(outer, -1, axis=0), axis=1)
    wide, high = placed[2] - placed[0]
    assert wide / high == pytest.approx((top + low) / (left + right), rel=0.003)
    assert edge == pytest.approx([MARGIN * wide] * 2, abs=1)
    assert max(view.size) == LONGEST_PX
