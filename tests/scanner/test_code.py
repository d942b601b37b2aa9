"""The sheet's code is read where it should be, also a little out of focus; what is no code says nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import segno
from numpy.typing import NDArray

from scanner.geometry.find_sheet import find_code_at
from scanner.pyramid import build_pyramid

TEXT = "KIEBITZ1:pflichtsolo-40/full/4/16:r1:t16:-:hs.fbdt.fdhk."
BOX = (10.0, 10.0, 25.0, 25.0)
PX_PER_MM = 11.0


def _photographed(blur: float) -> NDArray[np.uint8]:
    """A page with the code in its box, so much out of focus (px)."""
    side, start = round(BOX[2] * PX_PER_MM), round(BOX[0] * PX_PER_MM)
    code = np.array(list(segno.make_qr(TEXT, error="q", boost_error=False).matrix_iter(border=0)), np.uint8)
    page = np.full((500, 500), 200, np.uint8)
    page[start : start + side, start : start + side] = cv2.resize(
        200 - 160 * code, (side, side), interpolation=cv2.INTER_NEAREST
    )
    noisy = cv2.GaussianBlur(page, (0, 0), blur) + np.random.default_rng(1).normal(0, 1.5, page.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("blur", [0.5, 2.5, 4.2])
def test_a_code_is_read_in_and_out_of_focus(blur: float) -> None:
    """At 4.2 px, more than half a module, only its raised edges can be read."""
    found = find_code_at(build_pyramid(_photographed(blur)), np.diag([PX_PER_MM, PX_PER_MM, 1.0]), BOX)
    assert found is not None
    assert found.text == TEXT


def test_a_blot_says_nothing() -> None:
    """Nor does a code that is out of focus altogether."""
    for picture in (np.full((500, 500), 120, np.uint8), _photographed(9.0)):
        assert find_code_at(build_pyramid(picture), np.diag([PX_PER_MM, PX_PER_MM, 1.0]), BOX) is None
