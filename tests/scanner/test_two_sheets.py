"""Two sheets in one picture are never mixed: a code counts for the sheet that it is printed on, and for no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dev.filler.batch import Order, make
from dev.filler.camera.camera import Photograph
from dev.filler.camera.scene import choose_size
from dev.filler.pens.glyphs import load_font_hands
from dev.filler.pens.sheet import FilledSheet
from scanner.geometry.find_sheet import Page, locate_sheet
from scanner.pipeline import read_photo
from scanner.pyramid import build_pyramid
from scanner.sheet_reading import Problem

Box = tuple[float, float, float, float]
Grey = NDArray[np.uint8]
Snap = Callable[..., Photograph]
Deface = Callable[..., FilledSheet]
THUMB = (158.0, 0.0, 29.0, 38.0)
"""Over the code, beside the mark."""
CORNER_MM = 75.0
"""Of the neighbour only the corner with code and mark is in view."""


@pytest.fixture
def snap(snap: Snap) -> Snap:
    """Photographs as ever, with three megapixels."""
    return partial(snap, size_px=choose_size(3.0))


@pytest.fixture(scope="module")
def own() -> FilledSheet:
    """Round 1, table 3."""
    return make(Order(seed=21, megapixels=5.0, table=3), load_font_hands()[:2])


@pytest.fixture(scope="module")
def other() -> FilledSheet:
    """Round 1, table 7."""
    return make(Order(seed=22, megapixels=5.0, table=7), load_font_hands()[:2])


def beside(one: FilledSheet, picture: Grey, side: str, gap_mm: float = 12.0) -> FilledSheet:
    """The sheet and another picture next to it on one table top, as if they were one paper."""
    turn = ("right", "above", "left", "below").index(side)  # the table is turned until the neighbour comes right
    first, second = (np.rot90(part, -turn) for part in (one.image, picture))
    gap, high = int(gap_mm * one.px_per_mm), max(len(first), len(second))
    top = np.full((high, first.shape[1] + gap + second.shape[1], 3), 120, np.uint8)
    top[: len(first), : first.shape[1]] = first
    down = (high - len(second)) // 4
    top[down : down + len(second), first.shape[1] + gap :] = second
    return replace(one, image=np.ascontiguousarray(np.rot90(top, turn)))


def corner(sheet: FilledSheet, turn: int) -> Grey:
    """The sheet's corner with code and mark, turned so many quarters."""
    side = int(CORNER_MM * sheet.px_per_mm)
    return np.rot90(sheet.image[:side, -side:], turn)


def seen(shot: Photograph) -> Page | Problem:
    """What is located in the photograph."""
    return locate_sheet(build_pyramid(np.asarray(cv2.cvtColor(shot.image, cv2.COLOR_BGR2GRAY), np.uint8)), None)


PLACES = [("right", 0), ("right", 1), ("above", 2), ("left", 3), ("below", 0), ("left", 2)]


@pytest.mark.few(2)
@pytest.mark.parametrize(("side", "turn"), PLACES)
def test_a_neighbours_code_does_not_count(
    side: str, turn: int, own: FilledSheet, other: FilledSheet, deface: Deface, snap: Snap
) -> None:
    """With its own code under a thumb a sheet has none, whatever lies beside it."""
    page = seen(snap(beside(deface(own, THUMB, shade=150), corner(other, turn), side), roll=4.0 + 90 * turn))
    assert isinstance(page, Problem)
    assert page.code == "code-elsewhere"
    assert page.in_("de").endswith("bitte jeden Bogen einzeln und flach fotografieren, den Code nicht verdecken.")


@pytest.mark.few(1)
@pytest.mark.parametrize(("side", "turn"), PLACES[::2])
def test_the_own_code_counts_beside_a_neighbours(
    side: str, turn: int, own: FilledSheet, other: FilledSheet, snap: Snap
) -> None:
    """The neighbour's disturbs nothing."""
    page = seen(snap(beside(own, corner(other, turn), side), roll=4.0 + 90 * turn))
    assert isinstance(page, Page)
    assert page.code is not None
    assert page.code.table == 3


def test_the_layout_may_be_told(own: FilledSheet, other: FilledSheet, deface: Deface, snap: Snap) -> None:
    """Then the sheet is read, and nobody says its round or table."""
    shot = snap(beside(deface(own, THUMB, shade=150), corner(other, 0), "right"))
    page = locate_sheet(build_pyramid(np.asarray(cv2.cvtColor(shot.image, cv2.COLOR_BGR2GRAY), np.uint8)), own.layout)
    assert isinstance(page, Page)
    assert page.code is None


@pytest.mark.few(1)
@pytest.mark.parametrize(("hidden", "turn"), [((9, 9, 16, 16), 0), ((186, 9, 16, 16), 0), ((186, 9, 16, 16), 3)])
def test_a_neighbours_mark_brings_no_code(
    hidden: Box, turn: int, own: FilledSheet, other: FilledSheet, deface: Deface, snap: Snap
) -> None:
    """With a mark under another finger, the neighbour's may have its number."""
    mine = deface(own, THUMB, hidden, shade=150)
    assert isinstance(seen(snap(beside(mine, corner(other, turn), "right"))), Problem)


def test_three_marks_of_two_sheets_are_no_sheet(
    own: FilledSheet, other: FilledSheet, deface: Deface, snap: Snap, save: Callable[..., Path], reader: object
) -> None:
    """Both upper marks hidden: with the neighbour's they would be three, and its code in its place between them."""
    mine = deface(own, (158.0, 0.0, 45.0, 38.0), (9.0, 9.0, 16.0, 16.0), shade=150)
    photo = save(snap(beside(mine, corner(other, 0), "right")).image)
    [reading] = read_photo(photo, None, reader, printed=False)  # type: ignore[arg-type]
    assert reading.problem is not None
    assert "inf" not in reading.problem.in_("de")
    assert not reading.readings


@pytest.mark.few(1)
@pytest.mark.parametrize(("turn", "covered"), [(0, False), (1, True), (2, True), (3, False)])
def test_two_whole_sheets_are_told(
    turn: int, covered: bool, own: FilledSheet, other: FilledSheet, deface: Deface, snap: Snap
) -> None:
    """Side by side, turned in any way, one of the codes covered or none: each is to be photographed on its own."""
    mine = deface(own, THUMB, shade=150) if covered else own
    page = seen(snap(beside(mine, np.rot90(other.image, turn), "below" if turn % 2 else "right")))
    assert isinstance(page, Problem)
    assert page.code == "two-sheets"


@pytest.mark.few(1)
@pytest.mark.parametrize("marks", [(1, 2), (1, 3), (0, 1)])
def test_the_own_code_counts_on_bent_paper(
    marks: tuple[int, int], own: FilledSheet, deface: Deface, snap: Snap
) -> None:
    """With two marks alone it lies up to 34 mm beside the place that they show; the rules show it better."""
    hidden = {0: (9, 9, 14, 14), 1: (186, 9, 16, 14), 2: (186, 274, 16, 14), 3: (9, 274, 14, 14)}
    bent = {"fold": 25.0, "fold_at_mm": -5.0, "bend": 90.0}
    page = seen(snap(deface(own, *(hidden[mark] for mark in marks)), **bent))
    assert isinstance(page, Page)
    assert page.code is not None
    assert page.code.table == 3
