"""Numbered overlays that show what the scanner found in every stage. Drawn only if a folder is given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import Cut
from scanner.geometry.find_sheet import Page
from scanner.geometry.mesh import Mesh, Values, make_flat_mesh
from scanner.geometry.printed_rules import Followed
from scanner.pyramid import Points, Pyramid
from scanner.sheet_reading import Reading

_LONGEST_NAME = 200
"""Bytes of a photograph's name that are kept: disks take 255, and the stage's name still follows."""

_SIDE_PX = 2000
"""Longest side of an overlay: fine enough to see a row off by a millimetre."""
_GREEN, _RED, _BLUE, _ORANGE = (60, 170, 40), (40, 40, 220), (210, 120, 20), (0, 140, 255)


class Undrawn(OSError):
    """No picture can be written into the folder. The error has errno, the system's reason and the folder."""


class Overlays:
    """Writes `NAME-01-photo.jpg` and so on into a folder, or raises `Undrawn`; without a folder it does nothing."""

    def __init__(self, folder: Path | None, name: str) -> None:
        self._folder = folder
        self._name = _make_file_name(name)

    def draw_photo(self, pyramid: Pyramid) -> None:
        """The upright grey photo."""
        if self._folder is not None:
            self._save("01-photo", _make_canvas(pyramid)[0])

    def draw_page(self, pyramid: Pyramid, page: Page) -> None:
        """The marks that were found, and the outline of the sheet as if it lay flat."""
        if self._folder is None:
            return
        canvas, scale = _make_canvas(pyramid)
        for mark in page.marks:
            _draw_outline(canvas, mark.corners_px * scale, _GREEN)
            _write_label(canvas, mark.corners_px.mean(axis=0) * scale, str(mark.number), _RED)
        self._save("02-marks", canvas)
        grid, mesh = page.layout.grid, make_flat_mesh(page.to_px, *page.layout.page_mm)
        for x in grid.xs_mm:
            _draw_line(canvas, mesh, np.array([[x, grid.ys_mm[0]], [x, grid.ys_mm[-1]]]), scale, _BLUE)
        for y in grid.ys_mm:
            _draw_line(canvas, mesh, np.array([[grid.xs_mm[0], y], [grid.xs_mm[-1], y]]), scale, _BLUE)
        self._save("03-page", canvas)

    def draw_grid(self, pyramid: Pyramid, page: Page, followed: Followed) -> None:
        """The rules as they were followed, and every piece of rule: green found, red lost."""
        if self._folder is None:
            return
        canvas, scale = _make_canvas(pyramid)
        grid, mesh = page.layout.grid, followed.mesh
        across = np.linspace(grid.xs_mm[0], grid.xs_mm[-1], 80)
        down = np.linspace(grid.ys_mm[0], grid.ys_mm[-1], 80)
        for y in grid.ys_mm:
            _draw_line(canvas, mesh, np.stack([across, np.full(80, y)], axis=1), scale, _BLUE)
        for x in grid.xs_mm:
            _draw_line(canvas, mesh, np.stack([np.full(80, x), down], axis=1), scale, _BLUE)
        for lattice, found in ((mesh.across, followed.across_found), (mesh.down, followed.down_found)):
            places = np.stack(np.meshgrid(lattice.xs_mm, lattice.ys_mm), axis=-1).reshape(-1, 2)
            for place, seen in zip(mesh.project_to_px(places) * scale, found.ravel(), strict=True):
                cv2.circle(canvas, _round_point(place), 4, _GREEN if seen else _RED, -1)
        self._save("04-grid", canvas)

    def draw_list(self, pyramid: Pyramid, mesh: Mesh, lines: Sequence[Points], words: Sequence[Points]) -> None:
        """The middles of a plain list's rows and columns, and its words: each (n, 2) float64 px of the flat paper."""
        if self._folder is None:
            return
        canvas, scale = _make_canvas(pyramid)
        for line in lines:
            _draw_line(canvas, mesh, np.linspace(line[0], line[1], 40), scale, _BLUE)
        for word in words:
            _draw_outline(canvas, mesh.project_to_px(word) * scale, _ORANGE)
        self._save("04-list", canvas)

    def draw_cells(self, pyramid: Pyramid, cuts: Sequence[Cut]) -> None:
        """Every field's outline, those that something hides in red."""
        if self._folder is None:
            return
        canvas, scale = _make_canvas(pyramid)
        for cut in cuts:
            _draw_outline(canvas, np.array(cut.quad_px) * scale, _RED if cut.hidden else _GREEN)
        self._save("05-cells", canvas)

    def draw_readings(self, pyramid: Pyramid, readings: Sequence[Reading]) -> None:
        """What was read, with its confidence in percent; flagged fields in orange."""
        if self._folder is None:
            return
        canvas, scale = _make_canvas(pyramid)
        for reading in readings:
            colour = _ORANGE if reading.flags or reading.confidence < 0.9 else _GREEN
            corners = np.array(reading.quad_px) * scale
            _draw_outline(canvas, corners, colour)
            _write_label(canvas, corners[0] + (4, 16), f"{reading.text} {reading.confidence:.0%}", _RED)
        self._save("06-readings", canvas)

    def _save(self, stage: str, canvas: NDArray[np.uint8]) -> None:
        assert self._folder is not None  # callers ask first
        good, data = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, 85])
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / f"{self._name}-{stage}.jpg").write_bytes(data.tobytes() if good else b"")
        except OSError as error:
            raise Undrawn(error.errno, error.strerror, str(self._folder)) from error


def _make_file_name(name: str) -> str:
    """A photograph's name as part of a file's; a shortened one ends in a number of its own."""
    plain = "".join(char if char.isalnum() or char in "-_" else "_" for char in name).encode()
    if len(plain) <= _LONGEST_NAME:
        return plain.decode()
    return f"{plain[:_LONGEST_NAME].decode(errors='ignore')}-{crc32(plain):08x}"


def _make_canvas(pyramid: Pyramid) -> tuple[NDArray[np.uint8], float]:
    """A colour copy of the photo, and its scale."""
    scale = min(1.0, _SIDE_PX / max(pyramid.size_px))
    small = cv2.resize(pyramid.levels[0], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_GRAY2BGR), np.uint8), scale


def _draw_line(
    canvas: NDArray[np.uint8], mesh: Mesh, points_mm: Values, scale: float, colour: tuple[int, int, int]
) -> None:
    places = np.round(mesh.project_to_px(points_mm) * scale).astype(np.int32)
    cv2.polylines(canvas, [places], False, colour, 1, cv2.LINE_AA)


def _draw_outline(canvas: NDArray[np.uint8], corners: Points, colour: tuple[int, int, int]) -> None:
    cv2.polylines(canvas, [np.round(corners).astype(np.int32)], True, colour, 2, cv2.LINE_AA)


def _write_label(canvas: NDArray[np.uint8], at: Points, text: str, colour: tuple[int, int, int]) -> None:
    plain = text.encode("ascii", "replace").decode()  # OpenCV's letters have no umlauts
    cv2.putText(canvas, plain, _round_point(at), cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)


def _round_point(at: Points) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))
