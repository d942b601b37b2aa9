"""What is not found is refused with what was measured, and with the advice that fits the cause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
import segno
from numpy.typing import NDArray

from dev.filler.camera.camera import Photograph
from dev.filler.camera.scene import choose_size
from dev.filler.pens.sheet import FilledSheet
from scanner.geometry.find_sheet import locate_sheet
from scanner.geometry.refusals import refuse_empty, refuse_hazy
from scanner.pyramid import build_pyramid
from scanner.sheet_reading import Problem

Grey = NDArray[np.uint8]
CODE = (160.0, 9.0, 27.0, 27.0)


def grey(shot: Photograph) -> Grey:
    """The photograph without its colours."""
    return np.asarray(cv2.cvtColor(shot.image, cv2.COLOR_BGR2GRAY), np.uint8)


def far(picture: Grey, share: float) -> Grey:
    """The picture in the middle of a table top, so many times as long."""
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    top = np.random.default_rng(1).normal(95, 12, picture.shape).clip(0, 255).astype(np.uint8)
    y, x = (np.array(top.shape) - small.shape) // 2
    top[y : y + small.shape[0], x : x + small.shape[1]] = small
    return top


def refused(picture: Grey) -> Problem:
    """Why no sheet is found, as `scanner.pipeline` shows it."""
    seen = build_pyramid(picture)
    page = locate_sheet(seen, None)
    assert isinstance(page, Problem)
    return refuse_hazy(seen) or page


def test_a_sheet_far_away_is_told_by_its_small_marks(snap: Callable[..., Photograph]) -> None:
    """Too small to be found as usual, the marks still show how near to go."""
    told = refused(far(grey(snap(size_px=choose_size(5.0))), 0.2))
    assert told.code == "too-far"
    assert "Bildpunkte je Eckmarke sind zu wenig, nötig sind 25; bitte näher heran" in told.in_("de")


def test_darkness_is_told_before_what_was_not_found(snap: Callable[..., Photograph]) -> None:
    """In the dark the advice is light, not to uncover or to go nearer."""
    picture = grey(snap())
    noise = np.random.default_rng(2).normal(3, 14, picture.shape)
    told = refused((0.15 * cv2.GaussianBlur(picture, (0, 0), 5) + noise).clip(0, 255).astype(np.uint8))
    assert told.code == "too-dark"
    assert "mindestens 60), kein Bogen ist zu erkennen; bitte mit mehr Licht" in told.in_("de")


@pytest.mark.parametrize(
    ("shade", "advice"), [(20, "photograph with more light."), (200, "the whole sheet so that it fills the picture.")]
)
def test_one_shade_is_dark_or_empty(shade: int, advice: str) -> None:
    """More light helps only where it is dark."""
    told = refuse_empty(build_pyramid(np.full((1000, 800), shade, np.uint8)))
    assert told is not None
    assert told.code == "no-contrast"
    assert told.in_("en").endswith(advice)


def test_a_table_top_has_no_sheet_however_bright_and_sharp() -> None:
    """Marks, light and sharpness are reported; none of the last two is the cause."""
    told = refused(np.random.default_rng(0).normal(150, 30, (1500, 1200)).clip(0, 255).astype(np.uint8))
    assert told.code == "no-sheet"
    assert "(0 of 4 corner marks, no sheet code; its lightest parts have" in told.in_("en")


def test_a_covered_code_is_to_be_uncovered(
    sheet: FilledSheet, deface: Callable[..., FilledSheet], snap: Callable[..., Photograph]
) -> None:
    """Nothing of a pattern is seen where the code should be, and its squares are large enough."""
    told = refused(grey(snap(deface(sheet, CODE))))
    assert told.code == "no-code"
    assert "(das Quadratmuster oben rechts)" in told.in_("de")
    assert "zu 0 % ist er als Muster zu erkennen" in told.in_("de")
    assert "bitte freilegen" in told.in_("de")


def test_a_code_in_a_blurred_picture_is_not_to_be_uncovered(snap: Callable[..., Photograph]) -> None:
    """The marks are still found, the code's squares are not distinguished: then the advice is to focus."""
    told = refused(np.asarray(cv2.GaussianBlur(grey(snap()), (0, 0), 3.6), np.uint8))
    assert told.code == "no-code"
    assert told.in_("en").endswith("hold still and focus.")


def test_a_code_too_small_is_to_be_brought_nearer(
    sheet: FilledSheet, deface: Callable[..., FilledSheet], snap: Callable[..., Photograph]
) -> None:
    """Its squares are counted in pixels."""
    told = refused(far(grey(snap(deface(sheet, CODE))), 0.4))
    assert told.code == "no-code"
    assert "(at least 2); go nearer." in told.in_("en")


def stuck(sheet: FilledSheet, text: str, x_mm: float, y_mm: float, side_mm: float = 30.0) -> FilledSheet:
    """The sheet with another code stuck on it."""
    code = np.array(list(segno.make(text, error="m").matrix_iter(border=4)), np.uint8)
    side = int(side_mm * sheet.px_per_mm)
    label = cv2.resize(255 * (1 - code), (side, side), interpolation=cv2.INTER_NEAREST)
    image = sheet.image.copy()
    x, y = (int(value * sheet.px_per_mm) for value in (x_mm, y_mm))
    image[y : y + side, x : x + side] = label.reshape(side, side, *(1,) * (image.ndim - 2))
    return replace(sheet, image=image)


def test_a_foreign_code_is_told_by_what_it_says(sheet: FilledSheet, snap: Callable[..., Photograph]) -> None:
    """Nothing in it is trusted: marks of direction and line breaks are not shown, nor more than 40 characters."""
    told = refused(grey(snap(stuck(sheet, "WIFI:\n\u202egast" + 50 * "x", 158, 8))))
    assert told.code == "foreign-code"
    assert "(it says “WIFI:  gast" + 29 * "x" + "…”); uncover what it is stuck over" in told.in_("en")


def test_a_foreign_code_beside_a_covered_one_is_not_the_sheets(
    sheet: FilledSheet, deface: Callable[..., FilledSheet], snap: Callable[..., Photograph]
) -> None:
    """The advice is to uncover the sheet's own, whatever else lies in view."""
    told = refused(grey(snap(stuck(deface(sheet, CODE), "https://example.org", 80, 150, 40))))
    assert told.code == "no-code"
    assert told.in_("en").endswith("uncover it (fingers, glare, dirt).")
