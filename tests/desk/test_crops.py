"""Strips for the workbook: what a person is shown is what stands on the paper, turned as it is read."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from desk.pictures.cut_pictures import CropTask, cut_pages
from desk.pictures.strips import MAX_SIDE_PX, Marks, cut_strip
from scanner.sheet_reading import Quad

SIZE = 400


def photo() -> NDArray[np.uint8]:
    """White paper with a row of 60 x 20 pixels: red at its left half, blue at its right, a green line under it."""
    picture = np.full((SIZE, SIZE, 3), 255, np.uint8)
    picture[100:120, 150:180] = (0, 0, 255)
    picture[100:120, 180:210] = (255, 0, 0)
    picture[118:120, 150:210] = (0, 200, 0)
    return picture


def cells(left: int, middle: int, right: int) -> list[Quad]:
    """Two neighbouring cells from row 100 to 120."""
    return [((x0, 100), (x1, 100), (x1, 120), (x0, 120)) for x0, x1 in ((left, middle), (middle, right))]


def turned(quad: Quad, quarters: int) -> Quad:
    """The same corners after the picture was turned a quarter to the left so many times; the first stays upper left."""
    for _ in range(quarters):
        quad = tuple((y, SIZE - x) for x, y in quad)  # type: ignore[assignment] - four pairs stay four pairs
    return quad


def seen(jpeg: bytes | None) -> NDArray[np.uint8]:
    """The picture as (H, W, 3) red, green, blue."""
    assert jpeg is not None
    return np.asarray(Image.open(io.BytesIO(jpeg)).convert("RGB"))


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_strip_is_upright_however_the_sheet_lay(quarters: int) -> None:
    """Red is left, blue is right, green is below, at every turn of the photograph."""
    picture = np.ascontiguousarray(np.rot90(photo(), quarters))
    shown = seen(cut_strip(picture, [turned(quad, quarters) for quad in cells(150, 180, 210)])).astype(int)
    assert abs(shown.shape[1] - 65) <= 2
    assert abs(shown.shape[0] - 25) <= 2
    middle = shown.shape[0] // 2
    assert shown[middle, 12].argmax() == 0
    assert shown[middle, -12].argmax() == 2
    assert shown[-5:, 30, 1].max() - shown[-5:, 30, 0].min() > 60


@pytest.mark.parametrize("quarters", [0, 1])
def test_a_long_row_is_folded(quarters: int) -> None:
    """Forty fields in a row, from dark to light: two parts below one another, nothing lost, the order kept."""
    picture = np.full((SIZE, SIZE, 3), 255, np.uint8)
    for n in range(39):
        picture[100:110, 5 + 10 * n : 15 + 10 * n] = 6 * n
    fields: list[Quad] = [((x, 100), (x + 10, 100), (x + 10, 110), (x, 110)) for x in range(5, 395, 10)]
    turned_fields = [turned(quad, quarters) for quad in reversed(fields)]
    shown = seen(cut_strip(np.ascontiguousarray(np.rot90(picture, quarters)), turned_fields))[..., 0].astype(int)
    assert shown.shape[1] < 9 * shown.shape[0]
    middles = shown[6 :: shown.shape[0] // 2]
    greys = np.concatenate([line[7:-14:10] for line in middles[:2]])
    assert np.all(np.diff(greys) > 0)
    assert (greys[0] < 10, greys[-1] > 200, len(greys) > 33) == (True, True, True)


def test_a_strip_at_the_edge_repeats_the_paper() -> None:
    """A field that sticks out of the photograph is shown as far as it goes, without a fault."""
    assert seen(cut_strip(photo(), [((-50.0, -5.0), (40.0, -5.0), (40.0, 20.0), (-50.0, 20.0))])).min() > 240


def test_a_large_strip_is_made_smaller() -> None:
    """The workbook stays small enough to be mailed."""
    picture = np.full((600, 4000, 3), 255, np.uint8)
    assert max(seen(cut_strip(picture, [((0, 0), (4000, 0), (4000, 500), (0, 500))])).shape) == MAX_SIDE_PX


@pytest.mark.parametrize("corner", [(5.0, 5.0), (float("nan"), 1.0)])
def test_no_picture_of_a_field_without_extent(corner: tuple[float, float]) -> None:
    """A degenerate field costs its picture, not the workbook."""
    assert cut_strip(photo(), [(corner,) * 4]) is None


def test_no_picture_of_a_file_that_is_gone() -> None:
    """The photograph may have been moved since it was read."""
    cut = CropTask(Path("gone.jpg"), {("0" * 64, 0, tuple(cells(1, 2, 3))): Marks()}, copy=True)
    assert list(cut_pages(cut)) == []


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_a_doubtful_cell_is_framed_and_named(quarters: int) -> None:
    """The frame is around the left cell alone, the name in a white band above the right one, however the sheet lay."""
    picture = np.ascontiguousarray(np.rot90(np.full((SIZE, SIZE, 3), 255, np.uint8), quarters))
    left, right = (turned(quad, quarters) for quad in cells(100, 200, 300))
    plain = seen(cut_strip(picture, [left, right]))
    shown = seen(cut_strip(picture, [left, right], Marks(((right, "Çem Ö"),), (left,)))).astype(int)
    band = shown.shape[0] - plain.shape[0]
    assert 20 <= band <= 40
    orange = (shown[..., 0] - shown[..., 2] > 100).nonzero()
    assert orange[0].min() >= band - 2
    assert orange[1].max() <= shown.shape[1] // 2 + 3
    letters = (shown[:band].sum(axis=2) < 200).nonzero()
    assert letters[1].min() > shown.shape[1] // 2


def test_a_smaller_decoding_shows_the_same_part() -> None:
    """Fields are known in the photograph's pixels, and the frame lies around the same cell."""
    left, right = cells(100, 200, 300)
    whole = seen(cut_strip(np.full((SIZE, SIZE, 3), 255, np.uint8), [left, right], Marks((), (left,))))
    small = seen(cut_strip(np.full((SIZE // 2, SIZE // 2, 3), 255, np.uint8), [left, right], Marks((), (left,)), 0.5))
    assert abs(small.shape[1] * 2 - whole.shape[1]) <= 4
    orange = [(shown[..., 0].astype(int) - shown[..., 2] > 100).nonzero()[1] for shown in (small, whole)]
    assert abs(orange[0].min() * 2 - orange[1].min()) <= 4
    assert abs(orange[0].max() * 2 - orange[1].max()) <= 6


def test_a_name_that_is_too_wide_is_shortened() -> None:
    """It stays above its own cell."""
    quads = cells(100, 130, 160)
    marks = Marks(((quads[0], "Maximiliane-Alexandra Müller-Lüdenscheidt"),))
    shown = seen(cut_strip(photo(), quads, marks)).astype(int)
    letters = (shown[:20].sum(axis=2) < 200).nonzero()
    assert len(letters[1])
    assert letters[1].max() <= shown.shape[1] // 2 + 3
