"""A list that lies beside the one that is read is never left away without a word, also where it cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from scanner.geometry.place_sheet import Placed, place_every, place_sheet
from scanner.geometry.tables_beside import count_beside
from scanner.pipeline import read_photo
from scanner.pyramid import build_pyramid
from tests.scanner.test_counted_rules import learn_plain
from tests.scanner.test_learn_rules import XS, YS, Page, drawn, on_a_desk

FEWER = tuple(range(0, 1001, 125))
"""The level rules of another table: eight rows."""


def put_beside(*photos: Page) -> Page:
    """One picture of all, from left to right; lower ones lie on the same dark desk."""
    high = max(len(photo) for photo in photos)
    return np.hstack([np.pad(one, ((0, high - len(one)), (0, 0)), constant_values=60) for one in photos])


def shrink(photo: Page, share: float) -> Page:
    """The photo, its sides so many times as long."""
    return np.asarray(cv2.resize(photo, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)


def draw_pen(page: Page, down: int = 320) -> Page:
    """A felt pen lies across the table, its right end so far below the left one."""
    cv2.line(page, (40, 300), (1010, 300 + down), 90, 40)
    return page


def draw_thumb(page: Page, at: tuple[int, int]) -> Page:
    """A thumb on a corner of the table."""
    cv2.circle(page, at, 150, 130, -1)
    return page


def cover_last_row(page: Page) -> Page:
    """Another paper lies on the last row."""
    page[90 + YS[-2] - 20 :] = 225
    return page


def count_unread(photo: Page) -> int:
    """How many lists lie beside the one that is read."""
    picture = build_pyramid(photo)
    placed = place_sheet(picture, learn_plain())
    assert isinstance(placed, Placed), placed
    assert placed.fault is None
    return count_beside(picture, placed.page.layout, placed.followed)


BESIDE: dict[str, Callable[[], Page]] = {
    "under a pen": lambda: on_a_desk(draw_pen(drawn())),
    "under a steep pen": lambda: on_a_desk(draw_pen(drawn(), down=760)),
    "turned, under a pen": lambda: on_a_desk(draw_pen(drawn()), quarter_turns=1),
    "a thumb on its lower corner": lambda: on_a_desk(draw_thumb(drawn(), (950, 1090))),
    "a thumb on its upper corner": lambda: on_a_desk(draw_thumb(drawn(), (90, 90))),
    "its last row covered": lambda: on_a_desk(cover_last_row(drawn())),
    "farther away": lambda: shrink(on_a_desk(drawn()), 0.62),
    "its first rule cut off": lambda: np.ascontiguousarray(on_a_desk(drawn())[:, 310:]),
    "pale, farther away": lambda: shrink(on_a_desk(drawn(shade=150)), 0.65),
}


@pytest.mark.few(3)
@pytest.mark.parametrize("what", BESIDE)
def test_a_list_that_is_not_read_is_counted(what: str) -> None:
    """On either side; the other one is read as if it lay alone."""
    one, other = on_a_desk(drawn()), BESIDE[what]()
    assert count_unread(put_beside(other, one)) == 1
    assert count_unread(put_beside(one, np.flip(other, 1))) == 1


NOT_BESIDE: dict[str, Callable[[], Page]] = {
    "nothing": lambda: np.full((1400, 600), 80, np.uint8),
    "a small copy": lambda: shrink(on_a_desk(drawn()), 0.3),
    "another table": lambda: on_a_desk(drawn(ys=FEWER)),
    "a table of fewer columns": lambda: on_a_desk(drawn(xs=(XS[0], XS[2], XS[4], XS[5]))),
    "half a list": lambda: np.ascontiguousarray(on_a_desk(drawn())[:, :640]),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("what", NOT_BESIDE)
def test_what_is_no_list_is_not_counted(what: str) -> None:
    """Other tables, and a neighbour's list that was not to be photographed."""
    assert count_unread(put_beside(on_a_desk(drawn()), NOT_BESIDE[what]())) == 0


def test_a_reading_says_how_many_lists_were_not_read(save: Callable[..., Path], reader: object) -> None:
    """None beside one that lies alone."""
    read = partial(read_photo, layout=learn_plain(), reader=reader, printed=False)  # type: ignore[arg-type]
    one, other = on_a_desk(drawn()), BESIDE["farther away"]()
    for photo, beside in ((one, 0), (put_beside(one, other), 1), (put_beside(other, one, other), 2)):
        [reading] = read(save(photo, "a.png"))
        assert reading.problem is None
        assert reading.quality is not None
        assert reading.quality.beside == beside


def find_places(photo: Page) -> list[tuple[bool, bool]]:
    """Of the lists that are read whether they lie in the right half and in the lower half, in their order."""
    height, width = photo.shape
    middles = [one.find_middle() for one in place_every(build_pyramid(photo), learn_plain())]
    return [(bool(x > width / 2), bool(y > height / 2)) for x, y in middles]


def test_every_list_is_read_row_by_row() -> None:
    """From the left; one that lies lower by less than a half is in the same row."""
    one = shrink(on_a_desk(drawn()), 0.7)
    low, high = (np.pad(one, way, constant_values=60) for way in (((200, 0), (0, 0)), ((0, 200), (0, 0))))
    assert find_places(put_beside(low, high)) == [(False, True), (True, False)]
    four = np.vstack([put_beside(one, one), put_beside(one, one)])
    assert find_places(four) == [(False, False), (True, False), (False, True), (True, True)]


def test_every_list_is_a_sheet_of_its_own_where_that_is_wanted(save: Callable[..., Path], reader: object) -> None:
    """By the photo's name and a number; else the photo is refused. Where all but one cannot be read it is as ever, and
    a list that is not read is told by the first one."""
    read = partial(read_photo, layout=learn_plain(), reader=reader, printed=False)  # type: ignore[arg-type]
    one, small, covered = on_a_desk(drawn()), BESIDE["farther away"](), BESIDE["its last row covered"]()
    photo = save(put_beside(one, one, covered), "zwei.png")
    [refused] = read(photo)
    assert refused.problem is not None
    assert refused.problem.code == "two-sheets"
    left, right = read(photo, every=True)
    assert (left.photo, right.photo) == ("zwei.png#1", "zwei.png#2")
    assert (left.page, left.photo_sha256) == (right.page, right.photo_sha256)
    assert [sheet.quality and sheet.quality.beside for sheet in (left, right)] == [1, 0]
    assert left.readings[0].quad_px[0][0] < 1400 < right.readings[0].quad_px[0][0] < 2800
    far = save(put_beside(one, small), "fern.png")
    assert [sheet.quality and sheet.quality.beside for sheet in read(far, every=True)] == [0, 0]
    [alone] = read(save(put_beside(one, covered), "papier.png"), every=True)
    assert alone.photo == "papier.png"
    assert alone.quality is not None
    assert alone.quality.beside == 1
