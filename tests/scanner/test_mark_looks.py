"""How a picture is prepared before corner marks are searched in it: each look leaves marks and takes what disturbs."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry.corner_marks import _prepare_picture, find_marks
from scanner.pyramid import Grey, build_pyramid
from templates.layout import A4


def draw_page(number: int, *, light: int = 230, dark: int = 30) -> Grey:
    """A page (800, 800) uint8 with one corner mark in its middle."""
    mark = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 48)
    page = np.full((800, 800), light, np.uint8)
    page[376:424, 376:424] = np.where(mark > 0, light, dark)
    return page


@pytest.mark.parametrize(("width", "left"), [(1, False), (2, False), (3, True), (4, True)])
def test_the_solid_look_takes_strokes_thinner_than_three_pixels(width: int, *, left: bool) -> None:
    """Thinner strokes, level or upright, are white paper afterwards; strokes of three pixels stay as they are."""
    page = np.full((60, 60), 200, np.uint8)
    page[20 : 20 + width] = 10
    for picture in (page, np.ascontiguousarray(page.T)):
        wanted = picture if left else np.full_like(picture, 200)
        assert np.array_equal(_prepare_picture(picture, "solid"), wanted)


def test_the_solid_look_leaves_marks_as_they_are() -> None:
    """Modules are thicker than a stroke: not one pixel of a mark changes."""
    page = draw_page(2)
    assert np.array_equal(_prepare_picture(page, "solid"), page)


def test_the_plain_look_changes_nothing() -> None:
    """Where two looks are not enough, the picture is searched as it is."""
    page = np.random.default_rng(3).integers(0, 256, (80, 90), np.uint8)
    assert np.array_equal(_prepare_picture(page, "plain"), page)


def test_the_contrast_look_raises_faint_differences_in_light_and_in_shadow() -> None:
    """Nearly four times, in each part of the picture by its own light; grain is not raised to black and white."""
    rows, columns = np.mgrid[:800, :800]
    faint = 120 + 10 * np.sin(columns / 15) * np.sin(rows / 15)
    shaded = np.round(np.where(columns < 400, faint, faint / 3)).astype(np.uint8)
    seen = _prepare_picture(shaded, "contrast")
    lit, shadow = (slice(200, 600), slice(150, 250)), (slice(200, 600), slice(550, 650))
    assert [np.ptp(shaded[part]) for part in (lit, shadow)] == [20, 6]
    assert 70 <= np.ptp(seen[lit]) <= 80
    assert 21 <= np.ptp(seen[shadow]) <= 25


def test_a_mark_crossed_by_hairlines_is_found_by_the_first_look() -> None:
    """The quick search, which only sees the picture without thin strokes, finds a mark that hairlines join to a box."""
    page = draw_page(1)
    page[355:445, 374:376] = page[374:376, 355:445] = 30
    for thorough in (False, True):
        found = find_marks(build_pyramid(page), [A4.marks], thorough)
        assert [mark.number for mark in found] == [1]
        assert np.abs(found[0].corners_px - [[376, 376], [423, 376], [423, 423], [376, 423]]).max() < 3
