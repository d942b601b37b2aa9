"""What was learnt is read by the geometry that learnt it: rules are counted, whatever their width, colour and frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import compress

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner import scan_limits
from scanner.geometry.cut_cells import cut_fields
from scanner.geometry.dark_blocks import turn_blocks
from scanner.geometry.fit_quality import judge_evidence
from scanner.geometry.outline_fit import align_rules, make_mesh
from scanner.geometry.place_sheet import Placed, count_rules, place_sheet
from scanner.geometry.rule_evidence import find_dotted, weigh_rules
from scanner.geometry.table_outline import find_outlines
from scanner.learn.learnt_page import make_learnt_page
from scanner.pyramid import Pyramid, build_pyramid
from scanner.sheet_reading import Problem
from templates.layout import Layout
from tests.scanner.test_learn_rules import XS, YS, Page, dotted, drawn, on_a_desk

UNEVEN = (0.0, 14.0, 24.0, 34.0, 44.0, 54.0)
EVEN = (0.0, 10.0, 20.0, 30.0, 40.0, 50.0)


@pytest.mark.parametrize(("first", "last"), [(0, 6), (1, 6), (0, 5)])
def test_rules_are_told_by_their_places(first: int, last: int) -> None:
    """Whether all are seen, or the first or the last one is missing: a higher heading shows which they are."""
    seen = np.array(UNEVEN)[first:last] * 7.0 + 30
    found = align_rules(UNEVEN, seen)
    assert found is not None
    assert found.mine.tolist() == list(range(first, last))
    assert found.seen.tolist() == list(range(last - first))


def test_rules_that_fit_in_two_ways_are_told_in_none() -> None:
    """Of equal rows one is missing at the top or at the bottom: every row might be read one too low."""
    assert align_rules(EVEN, np.array(EVEN) * 3.0) is not None
    assert align_rules(EVEN, np.array(EVEN)[1:] * 3.0) is None


def test_another_tables_rules_fit_nowhere() -> None:
    """Two rules more than the layout has, at other places."""
    assert align_rules(UNEVEN, np.array([0, 9, 17, 30, 33, 41, 50, 54.0]) * 5) is None


@cache
def learn_plain() -> Layout:
    """The layout of the usual table."""
    return learn(on_a_desk(drawn()))


def learn(photo: Page) -> Layout:
    """The layout of the table in the photo, held as it lies."""
    picture = turn_blocks(build_pyramid(photo))
    found = find_outlines(picture)
    assert not isinstance(found, Problem), found
    return make_learnt_page(picture, found[0], 0).layout


def thick_frame(page: Page) -> Page:
    """A frame of five rules' width."""
    cv2.rectangle(page, (90, 90), (950, 90 + YS[-1]), 70, 10)
    return page


def faint_frame(page: Page) -> Page:
    """A frame that is hardly seen."""
    cv2.rectangle(page, (90, 90), (950, 90 + YS[-1]), 225, 3)
    cv2.rectangle(page, (90, 90), (950, 90 + YS[-1]), 219, 1)
    return page


def white_on_black(page: Page) -> Page:
    """A heading that is printed white on black."""
    cv2.rectangle(page, (90, 90), (950, 160), 40, -1)
    for x in XS[1:-1]:
        cv2.line(page, (90 + x, 90), (90 + x, 160), 220, 3)
    return page


LOOKS: dict[str, Callable[[Page], Page]] = {
    "thick frame": thick_frame,
    "faint frame": faint_frame,
    "white on black": white_on_black,
    "dotted": lambda _: dotted(0, 9),
}
BULGES = {"white on black": 0.01}
"""How far the other photograph's paper bends, else twice that: there a black heading is not seen, and it is refused."""


@pytest.mark.few(1)
@pytest.mark.parametrize("look", LOOKS)
def test_a_table_of_any_look_is_learnt_and_read_again(look: str) -> None:
    """All rows and columns; the picture itself proves the layout, and another photograph is read with it."""
    layout = learn(on_a_desk(LOOKS[look](drawn())))
    assert len(layout.fields) == (len(XS) - 1) * (len(YS) - 1)
    placed = place_sheet(
        build_pyramid(on_a_desk(LOOKS[look](drawn()), bulge=BULGES.get(look, 0.02), side=1700)), layout
    )
    assert isinstance(placed, Placed)
    assert placed.fault is None


def learn_dotted(photo: Page) -> tuple[Pyramid, Layout]:
    """The picture, and the layout of its table with what is dotted in it, a field of it for crosses."""
    picture = build_pyramid(photo)
    layout = learn(photo)
    placed = place_sheet(picture, layout)
    assert isinstance(placed, Placed)
    grid = layout.grid
    dots = find_dotted(picture, placed.followed.mesh, grid)
    across, down = dots[: len(grid.xs_mm)], dots[len(grid.xs_mm) :]
    grid = replace(
        grid, dotted_xs_mm=tuple(compress(grid.xs_mm, across)), dotted_ys_mm=tuple(compress(grid.ys_mm, down))
    )
    crosses = [replace(one, kind="cross" if one.id.endswith("c5") else one.kind) for one in layout.fields]
    return picture, replace(layout, grid=grid, fields=tuple(crosses))


@pytest.mark.few(1)
@pytest.mark.parametrize(("dash", "step"), [(0, 9), (0, 14), (8, 20)])
def test_it_is_known_which_rules_are_dotted(dash: int, step: int) -> None:
    """All level ones but the frame and that below the headings; lying on its side, the upright ones. Of a whole
    table none."""
    upright, aside = (learn_dotted(on_a_desk(dotted(dash, step), quarter_turns=turn))[1].grid for turn in (0, 1))
    assert len(upright.ys_mm) == len(YS)
    assert upright.dotted_ys_mm == upright.ys_mm[2:-1]
    assert upright.dotted_xs_mm == ()
    assert (len(aside.dotted_xs_mm), aside.dotted_ys_mm) == (len(YS) - 3, ())
    whole = learn_dotted(on_a_desk(drawn()))[1].grid
    assert (whole.dotted_xs_mm, whole.dotted_ys_mm) == ((), ())


@pytest.mark.few(1)
@pytest.mark.parametrize(("dash", "step"), [(0, 9), (0, 14), (8, 20)])
def test_a_dotted_frame_is_seen_as_printed(dash: int, step: int) -> None:
    """Where the layout knows it, no cell looks faded, boxes to cross neither; one under a scrap of paper does."""
    page = dotted(dash, step)
    _, layout = learn_dotted(on_a_desk(page))
    page[90 + YS[8] - 25 : 90 + YS[8] + 90, 90 + XS[4] - 8 : 90 + XS[5] + 8] = 225
    picture = build_pyramid(on_a_desk(page, bulge=0.01))
    placed = place_sheet(picture, layout)
    assert isinstance(placed, Placed)
    assert placed.fault is None
    seen = {cut.field.id: cut.border_seen for cut in cut_fields(picture, placed.followed, layout.fields)}
    covered = seen.pop("r9.c5")
    near = {f"r{row}.c{column}" for row in (8, 9, 10, 11) for column in (4, 5)}
    assert min(share for cell, share in seen.items() if cell not in near) > 0.7
    assert covered < scan_limits.MIN_BORDER_SEEN


def test_a_high_heading_white_on_black_is_turned_round() -> None:
    """A twelfth of the photo: there all headings but those of the largest letters are lower."""
    page = drawn()
    cv2.rectangle(page, (90, 90), (950, 220), 40, -1)
    picture = build_pyramid(on_a_desk(page))
    assert turn_blocks(picture) is not picture


def test_a_scan_that_ends_at_the_frame_is_learnt() -> None:
    """Half of the outer rules is cut off with the paper's margin: beyond the picture there is paper."""
    scan = drawn(width=4)[90:1091, 90:951]
    layout = learn(scan)
    assert (len(layout.grid.xs_mm), len(layout.grid.ys_mm)) == (len(XS), len(YS))
    placed = place_sheet(build_pyramid(scan), layout)
    assert isinstance(placed, Placed)
    assert placed.fault is None


def test_rows_are_not_read_one_off() -> None:
    """Without its upper frame a table of equal rows fits in two ways, and is refused; one whose rows differ is read."""
    even = (0, *range(60, 1001, 60))
    for ys, read in ((even, False), (YS, True)):
        layout = learn_plain() if ys is YS else learn(on_a_desk(drawn(ys=ys)))
        page = drawn(ys=ys)
        page[80 : 90 + ys[1] - 6] = 225
        found = [placed.fault for placed in count_rules(build_pyramid(on_a_desk(page)), layout)]
        assert (None in found) == read


def test_writing_across_the_rules_is_nothing_against_them() -> None:
    """A felt pen's strokes over every line of a column."""
    layout, page = learn_plain(), drawn()
    for y in YS[1:-1]:
        cv2.line(page, (90 + 560, 90 + y - 25), (90 + 520, 90 + y + 25), 60, 8)
    placed = place_sheet(build_pyramid(on_a_desk(page)), layout)
    assert isinstance(placed, Placed)
    assert placed.fault is None


def test_where_the_layout_fits_two_tables_none_is_read() -> None:
    """Nobody said which of the two is meant; they are found by counting, since both lack their frame."""
    layout, photo = learn(on_a_desk(faint_frame(drawn()))), on_a_desk(faint_frame(drawn()))
    alone = [placed.fault for placed in count_rules(build_pyramid(photo), layout)]
    both = [placed.fault for placed in count_rules(build_pyramid(np.hstack([photo, photo])), layout)]
    assert alone == [None]
    assert [fault.code for fault in both if fault is not None] == ["two-sheets"]


Places = NDArray[np.float64]
SHAKEN: dict[str, Callable[[Places, Places], tuple[Places, Places]]] = {
    "a quarter row down": lambda xs, ys: (xs, ys + 0.25),
    "a third of a row up": lambda xs, ys: (xs, ys - 1 / 3),
    "half a row down": lambda xs, ys: (xs, ys + 0.5),
    "a quarter column to the left": lambda xs, ys: (xs - 0.25, ys),
    "half a column to the right": lambda xs, ys: (xs + 0.5, ys),
    "one row down": lambda xs, ys: (xs, ys + 1),
    "one row up": lambda xs, ys: (xs, ys - 1),
    "one column to the left": lambda xs, ys: (xs - 1, ys),
    "the last rule a quarter down": lambda xs, ys: (xs, ys + 0.25 * (ys == ys[-1])),
    "the last rule half up": lambda xs, ys: (xs, ys - 0.5 * (ys == ys[-1])),
    "the first rule a third up": lambda xs, ys: (xs, ys - (ys == 0) / 3),
    "one rule between": lambda xs, ys: (xs, ys + 0.3 * (ys == 7)),
    "drawn out by a row": lambda xs, ys: (xs, ys * (1 + 1 / ys[-1])),
}
"""How a fit goes wrong: the rules of the table that are taken for the layout's, by their numbers, between them too."""


def lay_wrong(nodes: Places, xs: Places, ys: Places) -> Places:
    """The crossings (rows, columns, 2) that lie between or beyond the true ones `nodes`, by numbers of their rules."""
    for axis, places in enumerate((ys, xs)):
        first = np.clip(np.floor(places).astype(int), 0, nodes.shape[axis] - 2)
        share = (places - first).reshape(-1, 1, 1) if axis == 0 else (places - first).reshape(1, -1, 1)
        nodes = np.take(nodes, first, axis) * (1 - share) + np.take(nodes, first + 1, axis) * share
    return nodes


@pytest.mark.few(1)
@pytest.mark.parametrize("look", ["plain", *LOOKS, "print below"])
def test_a_fit_that_lies_wrong_is_never_passed(look: str) -> None:
    """Where rules run between the layout's places, or the table does not end where it should, nothing is read; the true
    fit is."""
    page = LOOKS[look](drawn()) if look in LOOKS else drawn()
    if look == "print below":
        for x in range(100, 900, 12):
            cv2.line(page, (x, 96 + YS[-1]), (x + 5, 114 + YS[-1]), 60, 4)
    picture = turn_blocks(build_pyramid(on_a_desk(page)))
    found = find_outlines(picture)
    assert not isinstance(found, Problem)
    learnt = make_learnt_page(picture, found[0], 0)
    grid = learnt.layout.grid
    true = learnt.followed.mesh.project_to_px(np.stack(np.meshgrid(grid.xs_mm, grid.ys_mm), axis=-1))
    assert judge_evidence(learnt.layout, weigh_rules(picture, make_mesh(grid, true), grid)) is None
    for name, shake in SHAKEN.items():
        places = shake(np.arange(len(grid.xs_mm), dtype=float), np.arange(len(grid.ys_mm), dtype=float))
        evidence = weigh_rules(picture, make_mesh(grid, lay_wrong(true, *places)), grid)
        assert judge_evidence(learnt.layout, evidence) is not None, name
