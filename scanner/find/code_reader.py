"""Reads the printed sheet code (a QR code) through zxing-cpp: where it should be, or anywhere in the photo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from scanner.pyramid import Matrix, Points, Pyramid, invert, move_from_level, project
from templates.layout import Box

_MARGINS_MM = (4.0, 9.0)
"""Around the place where the code should be: usual, and for a sheet with two marks hidden or strong curl."""
_PX_PER_MM = (8.0, 14.0)
"""5 px and 9 px a module of our code: the first is quick, the second for the smallest that a camera still resolves."""
_EDGE_PX = 2.5
"""Radius of the blur that is taken off: half a module's width at the smaller scale. 1.5 to 5 give the same."""
_SEARCH_SIDE_PX = 2400
_QR = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A QR code's text and its corners (4, 2) float64 in original pixels, clockwise from the upper left as printed."""

    text: str
    corners_px: Points


def find_code_at(pyramid: Pyramid, to_px: Matrix, box_mm: Box) -> FoundCode | None:
    """The code around `box_mm`, on a sheet that lies as the homography `to_px` (3, 3) float64 from mm to original
    pixels says. None when it is not read.
    """
    for picture, from_crop in _make_crops(pyramid, to_px, box_mm):
        codes = _read_codes(picture) or _read_codes(_sharpen(picture))
        if codes:
            return FoundCode(codes[0].text, project(from_crop, _get_corners(codes[0])))
    return None


def find_codes(pyramid: Pyramid) -> tuple[FoundCode, ...]:
    """Every QR code in the photo."""
    level = pyramid.find_level_below(_SEARCH_SIDE_PX)
    return tuple(
        FoundCode(code.text, move_from_level(_get_corners(code), level)) for code in _read_codes(pyramid.levels[level])
    )


def _get_corners(code: zxingcpp.Barcode) -> Points:
    at = code.position
    points = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
    return np.array([(point.x, point.y) for point in points], np.float64)


def _make_crops(pyramid: Pyramid, to_px: Matrix, box_mm: Box) -> Iterator[tuple[NDArray[np.uint8], Matrix]]:
    """Flat pictures of the surroundings of `box_mm`, and from their pixels to original ones."""
    x, y, width, height = box_mm
    for margin, scale in zip(_MARGINS_MM, _PX_PER_MM, strict=True):
        to_crop = np.array([[scale, 0, (margin - x) * scale], [0, scale, (margin - y) * scale], [0, 0, 1]])
        size = int((width + 2 * margin) * scale), int((height + 2 * margin) * scale)
        middle = np.array([x + width / 2, y + height / 2, 1.0])
        step = to_px @ (middle + np.array([1.0 / scale, 0, 0]))
        start = to_px @ middle
        shrink = float(np.linalg.norm(step[:2] / step[2] - start[:2] / start[2]))
        yield pyramid.warp(pyramid.choose_level(shrink), to_crop @ invert(to_px), size), to_px @ invert(to_crop)


def _sharpen(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with its edges raised (an unsharp mask): for codes that are a little out of focus."""
    smooth = cv2.GaussianBlur(picture, (0, 0), _EDGE_PX)
    return np.asarray(cv2.addWeighted(picture, 2.0, smooth, -1.0, 0.0), np.uint8)


def _read_codes(picture: NDArray[np.uint8]) -> list[zxingcpp.Barcode]:
    return [code for code in zxingcpp.read_barcodes(picture, formats=_QR) if code.valid]
