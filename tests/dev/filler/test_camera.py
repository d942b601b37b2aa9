"""Photographs show the sheet where the truth says, under every condition."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from dev.filler.camera.camera import Photograph, photograph
from dev.filler.camera.lens import aim
from dev.filler.camera.paper import bend
from dev.filler.camera.scene import CONDITIONS, Scene, choose_scene, choose_size
from dev.filler.pens.sheet import FilledSheet

SMALL = choose_size(2)
STILL = Scene(SMALL, defocus=0.5, noise=0.3)


def _shoot(sheet: FilledSheet, *conditions: str, seed: int = 1) -> Photograph:
    rng = np.random.default_rng(seed)
    return photograph(sheet, choose_scene(conditions, SMALL, rng), rng)


def _marks_off(sheet: FilledSheet, picture: Photograph) -> list[float]:
    """How far each found mark's corners lie from where the lens puts them, in pixels."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    detector.setDetectorParameters(_refined())
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(picture.image, cv2.COLOR_BGR2GRAY))
    found = {int(number): quad.reshape(4, 2) for number, quad in zip(np.ravel(numbers), corners, strict=True)}
    off = []
    for mark in sheet.layout.marks:
        x, y, width, height = mark.box_mm
        box = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        if mark.number in found:
            off.append(float(np.abs(picture.lens.project(box) - found[mark.number]).max()))
    return off


def _refined() -> cv2.aruco.DetectorParameters:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return parameters


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "scene",
    [
        STILL,
        replace(STILL, tilt=30, towards=40),
        replace(STILL, roll=90),
        replace(STILL, roll=180),
        replace(STILL, roll=-128, fill=0.9),
        replace(STILL, curl_mm=25, bend=80, tilt=8),
        replace(STILL, fold=15, bend=0),
    ],
    ids=["flat", "tilted", "90", "180", "askew", "curled", "folded"],
)
def test_the_truth_lies_where_the_picture_shows_it(sheet: FilledSheet, scene: Scene) -> None:
    """The corner marks, found by an independent detector, lie within a pixel of where the lens says."""
    picture = photograph(sheet, scene, np.random.default_rng(2))
    off = _marks_off(sheet, picture)
    assert len(off) == 4
    assert max(off) < 1.0


@pytest.mark.few(4)
@pytest.mark.parametrize("name", sorted(CONDITIONS))
def test_every_condition_gives_a_picture(sheet: FilledSheet, name: str) -> None:
    """Of the right size, neither black nor white, with a quad for every field."""
    picture = _shoot(sheet, name)
    assert picture.image.shape == (SMALL[1], SMALL[0], 3)
    assert picture.image.dtype == np.uint8
    assert 15 < picture.image.mean() < 245
    assert picture.image.std() > 12
    assert set(picture.quads) == {field.id for field in sheet.layout.fields}
    assert picture.jpeg().startswith(b"\xff\xd8")


def test_the_same_seed_takes_the_same_photograph(sheet: FilledSheet) -> None:
    """Noise and table top included."""
    first, second = (_shoot(sheet, "shadow", "curl", seed=9) for _ in range(2))
    assert np.array_equal(first.image, second.image)
    assert first.quads == second.quads
    assert not np.array_equal(first.image, _shoot(sheet, "shadow", "curl", seed=10).image)


@pytest.mark.few(2)
@pytest.mark.parametrize("corner", range(4))
def test_a_thumb_hides_its_corner_mark_and_no_number(sheet: FilledSheet, corner: int) -> None:
    """Three marks are still found, and not that one; the sheet stays readable."""
    picture = photograph(sheet, replace(STILL, finger=corner), np.random.default_rng(3))
    assert len(_marks_off(sheet, picture)) == 3
    assert all(seen for name, seen in picture.visible.items() if name.startswith("g"))


def test_fields_outside_the_picture_are_not_visible(sheet: FilledSheet) -> None:
    """A scanner cannot be blamed for what is not there."""
    picture = photograph(sheet, replace(STILL, shift=(0.3, 0.0)), np.random.default_rng(3))
    assert not picture.visible["g01.offence"]
    assert picture.visible["g01.p1"]


def test_shadow_darkens_and_glare_lightens(sheet: FilledSheet) -> None:
    """Against the same picture without them."""
    plain, dim, lit = (
        photograph(sheet, replace(STILL, **change), np.random.default_rng(4)).image  # type: ignore[arg-type]
        for change in ({}, {"shadow": 0.6}, {"glare": 0.5})
    )
    assert dim.mean() < plain.mean() - 5
    assert lit.mean() > plain.mean() + 5


def test_bent_paper_does_not_stretch() -> None:
    """A curled and folded sheet is as long as a flat one, measured along its surface."""
    sheet = bend(0.0, 30, 0.3, 5, (210, 297))
    steps = np.hypot(np.diff(sheet.run_mm), np.diff(sheet.height_mm))
    assert np.allclose(steps, 0.5, atol=1e-6)
    assert sheet.height_mm.min() == 0
    assert sheet.height_mm.max() > 10


def test_the_inverse_map_undoes_the_lens() -> None:
    """Page to picture and back is the same place to a hundredth of a millimetre, on curled paper seen aslant."""
    lens = aim(Scene((480, 640), tilt=28, towards=110, curl_mm=22, bend=95, fold=12), (210.0, 297.0))
    page_x, page_y = lens.find_nodes()
    rows, columns = np.nonzero((page_x > 0) & (page_x < 210) & (page_y > 0) & (page_y < 297))
    seen = lens.project(np.column_stack([page_x[rows, columns], page_y[rows, columns]]).astype(float))
    expected = np.column_stack([columns, rows]) * 8 - 4.5
    assert len(rows) > 1000
    assert np.abs(seen - expected).max() < 0.02


def test_sizes_follow_the_megapixels() -> None:
    """12 MP is a phone's 3000 x 4000."""
    assert choose_size(12) == (3000, 4000)
    assert choose_size(12, upright=False) == (4000, 3000)
