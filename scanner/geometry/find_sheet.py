"""Finds the sheet in the photo and says which it is: ours by marks and code, a foreign one by its ruled table.

The printed sheet code (a QR code) is read through zxing-cpp: where it should be, or anywhere in the photo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from scanner.geometry.corner_marks import MarkedSheet, SeenMark, find_marks, find_sheets
from scanner.geometry.printed_rules import follow_rules
from scanner.geometry.refusals import explain_foreign_code, explain_no_code, explain_no_sheet
from scanner.geometry.ruled_table import find_table
from scanner.pyramid import Matrix, Points, Pyramid, fit_quad, invert, list_corners, move_from_level, project
from scanner.sheet_reading import Problem
from templates.layout import PAPERS, Box, Layout, Paper, UnknownSheet
from templates.sheet_code import SheetCode, parse_code
from templates.sheet_spec import make_layout
from texts.sentences import Words

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
    middle = np.array([x + width / 2, y + height / 2])
    for margin, scale in zip(_MARGINS_MM, _PX_PER_MM, strict=True):
        size = int((width + 2 * margin) * scale), int((height + 2 * margin) * scale)
        start, step = project(to_px, np.stack([middle, middle + np.array([1.0 / scale, 0])]))
        corner, shrink = (x - margin, y - margin), float(np.linalg.norm(step - start))
        picture, to_mm = pyramid.flatten(to_px, corner, scale, size, shrink)
        yield picture, to_px @ to_mm


def _sharpen(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with its edges raised (an unsharp mask): for codes that are a little out of focus."""
    smooth = cv2.GaussianBlur(picture, (0, 0), _EDGE_PX)
    return np.asarray(cv2.addWeighted(picture, 2.0, smooth, -1.0, 0.0), np.uint8)


def _read_codes(picture: NDArray[np.uint8]) -> list[zxingcpp.Barcode]:
    return [code for code in zxingcpp.read_barcodes(picture, formats=_QR) if code.valid]


_CODE_NEAR_MM = 25.0
"""How far the code may be from its place on a sheet found by its table alone; the wrong turn puts it 150 mm away."""


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet found in the photo: its layout, the homography `to_px` (3, 3) float64 from mm to original pixels of flat
    paper, its code, and its marks.
    """

    layout: Layout
    to_px: Matrix
    code: SheetCode | None = None
    code_text: str | None = None
    marks: tuple[SeenMark, ...] = ()


def locate_sheet(pyramid: Pyramid, given: Layout | None) -> Page | Problem:
    """The sheet in the photo, or why there is none to read. `given` is the layout that the user named, if any."""
    foreign = given is not None and not given.marks
    marks = find_marks(pyramid, [paper.marks for paper in PAPERS], thorough=not foreign)
    found = [(paper, sheet) for paper in PAPERS for sheet in find_sheets(marks, paper.marks)]
    if len(found) > 1:
        return Problem.of("scanner.two-sheets")
    if given is not None and foreign:
        return _locate_foreign(pyramid, given, *found)
    if found:
        return _locate_marked(pyramid, *found[0], given)
    return _locate_by_code(pyramid, marks)


def locate_by_table(pyramid: Pyramid, page: Page) -> Page | None:
    """The same sheet of ours, found by its table instead of its marks: for sheets with hidden marks. None when the
    table or the code is not seen.
    """
    codes = [code for code in find_codes(pyramid) if code.text == page.code_text]
    turned = _find_turned_table(pyramid, page.layout, codes[0]) if codes else None
    return None if turned is None else Page(page.layout, turned, page.code, page.code_text, page.marks)


def _locate_foreign(pyramid: Pyramid, layout: Layout, *found: tuple[Paper, MarkedSheet]) -> Page | Problem:
    for ours in (_find_own_code(pyramid, paper, sheet) for paper, sheet in found):
        if ours is not None and parse_code(ours.text) is not None:
            return Problem.of("scanner.other-layout", found=ours.text, layout=layout.id)
    to_px = find_table(pyramid, layout)
    return to_px if isinstance(to_px, Problem) else Page(layout, to_px)


def _locate_marked(pyramid: Pyramid, paper: Paper, sheet: MarkedSheet, given: Layout | None) -> Page | Problem:
    """A sheet with marks, which say what paper it is. What is printed on it is known from its own code alone, or from
    the user.
    """
    code = _find_own_code(pyramid, paper, sheet)
    if code is None or parse_code(code.text) is None:
        if given is not None and given.marks == paper.marks:
            return Page(given, sheet.to_px, marks=sheet.marks)
        if not _is_in_view(pyramid, sheet.to_px, paper.code_mm):
            return Problem.of("scanner.half-sheet", found=len(sheet.marks), expected=len(paper.marks))
        return _explain_missing_code(pyramid, paper, sheet) if code is None else explain_foreign_code(code.text)
    page = _make_page(code, sheet.to_px, sheet.marks)
    if isinstance(page, Page) and page.layout.marks != paper.marks:
        return Problem.of("scanner.two-sheets")  # the code of one sheet, the marks of another
    if given is not None and isinstance(page, Page) and page.layout != given:
        return Problem.of("scanner.other-layout", found=page.layout.id, layout=given.id)
    return page


def _explain_missing_code(pyramid: Pyramid, paper: Paper, sheet: MarkedSheet) -> Problem:
    if any(parse_code(code.text) is not None for code in find_codes(pyramid)):
        return Problem.of("scanner.code-elsewhere")
    return explain_no_code(pyramid, sheet, paper)


def _find_own_code(pyramid: Pyramid, paper: Paper, sheet: MarkedSheet) -> FoundCode | None:
    """The code in its place on the sheet. Any other belongs to a neighbour, and says nothing of this sheet."""
    place = project(sheet.to_px, _list_box_corners(paper.code_mm))
    near = find_code_at(pyramid, sheet.to_px, paper.code_mm)
    if near is not None and _lies_at(near, place):
        return near
    codes = find_codes(pyramid)
    lying = (code for code in codes if _lies_at(code, place) or _lies_on_bent(code, pyramid, paper, sheet))
    return next(lying, None)


def _lies_at(code: FoundCode, place_px: Points) -> bool:
    """Whether the code's corners lie where the corners `place_px` (4, 2) float64 are: less than half its width beside
    them, and not turned.
    """
    off, side = np.linalg.norm(code.corners_px - place_px, axis=1), np.linalg.norm(place_px[1] - place_px[0])
    return bool(off.max() < side / 2)


def _lies_on_bent(code: FoundCode, pyramid: Pyramid, paper: Paper, sheet: MarkedSheet) -> bool:
    """Whether the code lies in its place beside the table that it names. Where paper is bent, two or three marks do not
    show that place, but the rules do.
    """
    page = None if parse_code(code.text) is None else _make_page(code, sheet.to_px, sheet.marks)
    if not isinstance(page, Page):
        return False
    mesh = follow_rules(pyramid, page.layout, sheet.to_px).mesh
    return _lies_at(code, mesh.project_to_px(_list_box_corners(paper.code_mm)))


def _list_box_corners(box_mm: Box) -> Points:
    x, y, width, height = box_mm
    return list_corners((x, x + width), (y, y + height))


def _is_in_view(pyramid: Pyramid, to_px: Matrix, box_mm: Box) -> bool:
    corners = project(to_px, _list_box_corners(box_mm))
    return bool((corners >= 0).all() and (corners < np.array(pyramid.size_px)).all())


def _locate_by_code(pyramid: Pyramid, marks: tuple[SeenMark, ...]) -> Page | Problem:
    """A sheet of which not two marks are seen: code and table may still show where it lies."""
    ours = [code for code in find_codes(pyramid) if parse_code(code.text) is not None]
    if len(ours) > 1:
        return Problem.of("scanner.two-sheets")
    found = max(len({mark.number for mark in marks} & {mark.number for mark in paper.marks}) for paper in PAPERS)
    hidden = Problem.of("scanner.half-sheet", found=found, expected=4)
    if not ours:
        return hidden if marks else explain_no_sheet(pyramid)
    page = _make_page(ours[0], np.eye(3), ())
    if isinstance(page, Problem):
        return page
    to_px = _find_turned_table(pyramid, page.layout, ours[0])
    own = {mark.number for mark in page.layout.marks}
    its_marks = tuple(mark for mark in marks if mark.number in own)
    return hidden if to_px is None else Page(page.layout, to_px, page.code, page.code_text, its_marks)


def _make_page(found: FoundCode, to_px: Matrix, marks: tuple[SeenMark, ...]) -> Page | Problem:
    code = parse_code(found.text)
    assert code is not None  # callers ask first
    try:
        return Page(make_layout(code), to_px, code, found.text, marks)
    except UnknownSheet as error:
        reason = Words(error.message("de"), error.message("en"))
        return Problem.of("scanner.unknown-layout", sheet=found.text, reason=reason)


def _find_turned_table(pyramid: Pyramid, layout: Layout, code: FoundCode) -> Matrix | None:
    """The homography (3, 3) float64 that puts the layout's table on the photo's, turned so that the code is where it
    belongs.
    """
    to_px = find_table(pyramid, layout)
    if not isinstance(to_px, np.ndarray) or layout.code_mm is None:
        return None
    x, y, width, height = layout.code_mm
    place, centre = np.array([x + width / 2, y + height / 2]), code.corners_px.mean(axis=0, keepdims=True)
    corners = list_corners(layout.grid.xs_mm, layout.grid.ys_mm)
    seen = project(to_px, corners)
    turns = [fit_quad(corners, np.roll(seen, turn, axis=0)) for turn in range(4)]
    distances = [float(np.linalg.norm(project(invert(turn), centre)[0] - place)) for turn in turns]
    best = int(np.argmin(distances))
    return turns[best] if distances[best] < _CODE_NEAR_MM else None
