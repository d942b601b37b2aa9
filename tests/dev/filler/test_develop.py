"""The second and the third camera model: light from lamps, phones that improve a picture, and phones that spoil it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from dev.filler.camera.camera import photograph
from dev.filler.camera.develop import PHONES
from dev.filler.camera.lamps import light_room
from dev.filler.camera.lens import aim
from dev.filler.camera.scene import Scene, choose_size
from dev.filler.pens.sheet import FilledSheet
from tests.dev.filler.test_camera import STILL, _marks_off

SMALL = choose_size(2)


@pytest.mark.parametrize(
    "change",
    [{"phone": "bright", "sharpen": 1.0}, {"phone": "old"}, {"barrel": 0.06}, {"barrel": -0.06, "curl_mm": 15.0}],
    ids=["bright", "old", "barrel", "cushion and curl"],
)
def test_the_truth_lies_where_the_picture_shows_it(sheet: FilledSheet, change: Mapping[str, object]) -> None:
    """Neither phone nor lens moves a corner mark away from where the lens says, by a pixel."""
    picture = photograph(sheet, replace(STILL, **change), np.random.default_rng(2))  # type: ignore[arg-type]
    off = _marks_off(sheet, picture)
    assert len(off) == 4
    assert max(off) < 1.0


def test_a_lens_that_bends_lines_is_undone() -> None:
    """Page to picture and back is the same place, as with a pinhole."""
    lens = aim(Scene((480, 640), tilt=15, towards=60, curl_mm=12, bend=40, barrel=0.06), (210.0, 297.0))
    page_x, page_y = lens.find_nodes()
    rows, columns = np.nonzero((page_x > 0) & (page_x < 210) & (page_y > 0) & (page_y < 297))
    seen = lens.project(np.column_stack([page_x[rows, columns], page_y[rows, columns]]).astype(float))
    assert np.abs(seen - (np.column_stack([columns, rows]) * 8 - 4.5)).max() < 0.02


def test_a_messengers_copy_is_smaller_and_so_is_its_truth(sheet: FilledSheet) -> None:
    """Marks, fields and picture shrink together."""
    scene = replace(STILL, phone="old", copy_px=816)
    whole, copy = (photograph(sheet, one, np.random.default_rng(2)) for one in (replace(scene, copy_px=0), scene))
    assert copy.image.shape == (816, 612, 3)
    for name, quad in whole.quads.items():
        assert np.abs((np.array(quad) + 0.5) / 2 - 0.5 - copy.quads[name]).max() < 0.02


@pytest.mark.parametrize("phone", PHONES)
def test_colours_stay_what_they_are(sheet: FilledSheet, phone: str) -> None:
    """A blue pen is blue: no phone takes blue for red."""
    blue = replace(sheet, image=np.full_like(sheet.image, (200, 120, 60)))
    picture = photograph(blue, replace(STILL, phone=phone), np.random.default_rng(2)).image
    middle = picture[700:900, 500:700].reshape(-1, 3).mean(axis=0)
    assert middle[0] > middle[1] > middle[2] + 15


def test_lamps_shine_cast_the_phones_shadow_and_are_mirrored() -> None:
    """Somewhere the phone takes light away; glare is where lamp, paper and lens face each other."""
    scene = Scene(SMALL, phone="bright", lamps=2)
    lens = aim(scene, (210.0, 297.0))
    nodes = lens.find_nodes()
    (bright, none), (dim, _), (_, glare) = (
        light_room(replace(scene, **change), lens, nodes, np.random.default_rng(3))  # type: ignore[arg-type]
        for change in ({}, {"shadow": 0.8}, {"glare": 0.9})
    )
    ratio = dim[1] / bright[1]
    assert none.max() == 0
    assert ratio.min() < 0.75 * ratio.max()
    assert glare.max() > 0.3
    assert glare.max() > 3 * np.median(glare)


def test_a_phone_of_today_sharpens_until_strokes_have_halos(sheet: FilledSheet) -> None:
    """Beside ink the paper is lighter than elsewhere; not so without sharpening."""
    soft, hard = (
        photograph(sheet, replace(STILL, phone="bright", sharpen=sharpen), np.random.default_rng(2)).image
        for sharpen in (0.0, 1.8)
    )
    steep = [float(cv2.Laplacian(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY), cv2.CV_32F).std()) for one in (soft, hard)]
    assert steep[1] > 1.3 * steep[0]
