"""Composed foreign tables: what is drawn lies where the truth says, and every feature shows in the picture."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from dev.filler.drawn_tables import FEATURES, PX_PER_MM, RULES, Design, draw_design, fill_design, to_px
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.pens.pen import Picture
from dev.filler.pens.sheet import FilledSheet
from dev.filler.table_pictures import OLD_PHONE, SMALL, picture_design


@cache
def design_of(feature: str) -> Design:
    """The first design with that feature."""
    return draw_design(FEATURES.index(feature), seed=7)


@cache
def printed(feature: str, written: bool = False) -> FilledSheet:
    """Its page, filled in or not."""
    return fill_design(design_of(feature), load_font_hand("kalam"), np.random.default_rng(3), written=written)


def find_darkest(page: Picture, start: tuple[float, float], end: tuple[float, float]) -> int:
    """The grey level of the darkest pixel across the middle of a piece of rule, from end to end in mm."""
    (left, top), (right, low) = to_px(*start), to_px(*end)
    near = round(0.7 * PX_PER_MM)
    middle = (left + right) // 2, (top + low) // 2
    part = page[middle[1] - near : middle[1] + near + 1, middle[0] - near : middle[0] + near + 1, 1]
    along = part.mean(axis=1 if top == low else 0)
    return int(along.min())


def test_designs_follow_from_their_numbers() -> None:
    """The same number gives the same design, another seed another one; features take turns."""
    assert draw_design(5) == draw_design(5)
    assert draw_design(5) != draw_design(5, seed=1)
    assert [draw_design(number).feature for number in range(2 * len(FEATURES))] == [*FEATURES, *FEATURES]


@pytest.mark.parametrize("number", range(0, 200, 7))
def test_every_design_fits_its_page_and_can_be_read(number: int) -> None:
    """Rows are high enough to be written in, columns wide enough, and all lies on A4."""
    design = draw_design(number)
    assert 3 <= len(design.columns) <= 9
    assert len(design.xs_mm) == len(design.columns) + 1
    assert np.diff(design.ys_mm).min() >= 4.9
    assert np.diff(design.xs_mm).min() >= 3
    assert min(design.xs_mm[0], 210 - design.xs_mm[-1], design.ys_mm[0], 297 - design.ys_mm[-1]) >= 11
    assert len(design.layout.fields) == len(design.columns) * (len(design.ys_mm) - 1)


@pytest.mark.parametrize("feature", ["plain", "double", "two tables", "side by side", "touching print", "book"])
def test_rules_lie_where_the_layout_has_them(feature: str) -> None:
    """Each of them is darker than the paper beside it, in the middle of its first cell."""
    design, page = design_of(feature), printed(feature).image
    x, y, colour = design.xs_mm, design.ys_mm, RULES[design.colour][1]
    for place in y:
        assert find_darkest(page, (x[0], place), (x[1], place)) < (colour + 255) / 2
    for place in x:
        assert find_darkest(page, (place, y[1]), (place, y[2])) < (colour + 255) / 2


def test_features_show_in_print() -> None:
    """A black heading, an open side, a faint frame, a thick one: at the frame, and nowhere else."""
    for feature, least, most in (("open side", 235, 255), ("faint frame", 215, 245), ("thick", 0, 210)):
        design = design_of(feature)
        left, (top, low) = design.xs_mm[0], design.ys_mm[1:3]
        assert least <= find_darkest(printed(feature).image, (left, top), (left, low)) <= most, feature
    design = design_of("white on black")
    (left, top), (right, low) = to_px(design.xs_mm[0], design.ys_mm[0]), to_px(design.xs_mm[-1], design.ys_mm[1])
    heading = printed("white on black").image[top:low, left:right, 1]
    assert 0.6 < (heading < 90).mean() < 0.98
    assert heading.max() > 200


def test_print_touches_the_frame_where_it_should() -> None:
    """Of "touching print" there is ink within a millimetre outside the table, of "book" only farther away."""
    near = {}
    for feature in ("touching print", "book"):
        design = design_of(feature)
        left, top = to_px(design.xs_mm[0] + 2, design.ys_mm[-1] + design.width_mm / 2 + 0.3)
        right, low = to_px(design.xs_mm[-1], design.ys_mm[-1] + design.width_mm / 2 + 1.5)
        near[feature] = bool((printed(feature).image[top:low, left:right, 1] < 120).any())
    assert near == {"touching print": True, "book": False}


def test_ink_lies_in_the_cells_that_the_truth_names() -> None:
    """A filled table: every number inked has dark pixels in its cell, and the page without numbers has none there."""
    full, blank, design = printed("filled", True), printed("filled"), design_of("filled")
    assert len(full.inks) >= 5
    for name in full.inks:
        x, y, w, h = next(field.box_mm for field in design.layout.fields if field.id == name)
        (left, top), (right, low) = (
            to_px(x + design.xs_mm[0], y + design.ys_mm[0]),
            to_px(x + design.xs_mm[0] + w, y + design.ys_mm[0] + h),
        )
        changed = np.abs(full.image[top:low, left:right].astype(int) - blank.image[top:low, left:right]).max(axis=2)
        assert (changed > 60).sum() > 30, name


@pytest.mark.slow
@pytest.mark.parametrize("feature", ["small", "old phone", "rim", "book"])
def test_pictures_show_the_table_where_their_truth_says(feature: str) -> None:
    """Sizes and shares are as named; the outermost corners are dark crossings on lighter paper."""
    design = design_of(feature)
    image, quads = picture_design(design, printed(feature), np.random.default_rng(1))
    rows, columns = len(design.ys_mm) - 1, len(design.columns)
    outer = [quads[f"r1.c{1}"][0], quads[f"r1.c{columns}"][1], quads[f"r{rows}.c{columns}"][2], quads[f"r{rows}.c1"][3]]
    share = cv2.contourArea(np.array(outer, np.float32)) / (image.shape[0] * image.shape[1])
    if feature == "old phone":
        assert image.shape[1::-1] == OLD_PHONE
    if feature == "small":
        assert 0.7 * SMALL[0] <= share <= 1.1 * SMALL[1]
    if feature == "rim":
        assert share == pytest.approx(1.0, abs=0.02)
        return
    grey = image[..., 1].astype(float)
    inner = [quads[f"r{row}.c1"][2] for row in range(2, rows)]
    for x, y in inner:
        around = grey[int(y) - 6 : int(y) + 7, int(x) - 6 : int(x) + 7]
        assert around.min() < 0.93 * np.percentile(around, 95)
