"""Straightens the photograph of a whole sheet, and finds where its fields lie in that picture.

One homography, fitted to the fields of the reading, removes perspective and slant. Where the paper is bent, the picture
and the outlines of its fields are bent, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from scanner.sheet_reading import Quad
from templates.layout import Layout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]
    Points = NDArray[np.float64]


MARGIN = 0.02
"""Margin around the fields of a sheet whose layout is unknown, as a share of their width."""
LONGEST_PX = 1800
"""The longer side of the picture: numbers can be read when it is enlarged to the width of a screen."""
WORST_MM = 6.0
"""A layout fits if half of the fields lie nearer than this to their place on flat paper, which holds also for curled
paper. Fields of the next row or column are 15 mm away."""
LEAST_FILLED = 0.5
"""The four outermost corners of a table span most of the rectangle around it; below this share they are not those of a
table."""
JPEG_QUALITY = 75
BESIDE = (128, 128, 128)
"""Grey for the parts of the page outside the photograph."""

MatrixRows = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class SheetView:
    """`size`: width and height in pixels. `to_picture`: the homography from the photograph's pixels to the
    picture's."""

    size: tuple[int, int]
    to_picture: MatrixRows

    def place(self, quad: Quad) -> tuple[tuple[int, int], ...]:
        """The corners of a field in the picture."""
        return tuple(self._move(x, y) for x, y in quad)

    def _move(self, x: float, y: float) -> tuple[int, int]:
        across, down, depth = (a * x + b * y + c for a, b, c in self.to_picture)
        return (round(across / depth), round(down / depth)) if depth else (0, 0)


def find_view(quads: Mapping[str, Quad], layout: Layout | None = None) -> SheetView:
    """The view of a sheet whose fields, by id, lie at these places in the photograph. With a `layout` that
    fits it shows the whole page, else only the area of the fields."""
    import numpy as np

    shown = np.array(list(quads.values()), np.float64).reshape(-1, 2)
    flat = None if layout is None else _fit_page(quads, layout)
    if layout is not None and flat is not None:
        low, size = np.zeros(2), np.array(layout.page_mm)
    else:
        flat = _fit_outermost(shown)
        moved = _project(flat, shown) if len(shown) else np.zeros((1, 2))
        edge = MARGIN * max(1.0, float(np.ptp(moved[:, 0])))
        low, size = moved.min(0) - edge, np.ptp(moved, axis=0) + 2 * edge
    scale = LONGEST_PX / float(size.max())
    to_px = np.diag([scale, scale, 1.0]) @ np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    wide, high = (max(1, round(float(side))) for side in size * scale)
    first, second, third = ((float(a), float(b), float(c)) for a, b, c in to_px @ flat)
    return SheetView((wide, high), (first, second, third))


def _fit_page(quads: Mapping[str, Quad], layout: Layout) -> Matrix | None:
    """The homography (3, 3) float64 from the photograph to mm on the page; None where the fields do not fit that
    layout."""
    import cv2
    import numpy as np

    boxes = {field.id: field.box_mm for field in layout.fields if field.id in quads}
    seen = np.array([quads[one] for one in boxes], np.float64).reshape(-1, 2)
    mm = np.array([[(x, y), (x + w, y), (x + w, y + h), (x, y + h)] for x, y, w, h in boxes.values()]).reshape(-1, 2)
    matrix = cv2.findHomography(seen, mm)[0] if len(boxes) > 1 else None
    if matrix is None or not np.isfinite(matrix).all():
        return None
    off = np.linalg.norm(_project(np.asarray(matrix, np.float64), seen) - mm, axis=1)
    return np.asarray(matrix, np.float64) if np.median(off) < WORST_MM else None


def _fit_outermost(points: Points) -> Matrix:
    """The homography (3, 3) float64 that maps the four outermost points to a rectangle. `points`: (n, 2) float64, the
    corners of all fields, four for each. Where the four do not span a table, the rotation that makes the text
    upright."""
    import cv2
    import numpy as np

    turn = _find_turn(points.reshape(-1, 4, 2))
    turned = points @ turn[:2, :2].T
    if not len(turned):
        return turn
    x, y = turned.T
    # upper left, upper right, lower right, lower left: y grows downwards
    corners = turned[[np.argmin(x + y), np.argmax(x - y), np.argmax(x + y), np.argmin(x - y)]]
    around = float(np.ptp(x) * np.ptp(y))
    if around <= 0 or cv2.contourArea(corners.astype(np.float32)) < LEAST_FILLED * around:
        return turn
    wide, high = (
        sum(np.linalg.norm(corners[one] - corners[other]) for one, other in pairs) / 2
        for pairs in (((0, 1), (3, 2)), ((0, 3), (1, 2)))
    )
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), flat), np.float64) @ turn


def _find_turn(corners: NDArray[np.float64]) -> Matrix:
    """The rotation (3, 3) float64 after which the text in the fields (n, 4, 2) runs to the right."""
    import numpy as np

    x, y = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]).sum(0)
    long = hypot(x, y)
    right, down = (x / long, y / long) if long else (1.0, 0.0)
    return np.array([[right, down, 0.0], [-down, right, 0.0], [0.0, 0.0, 1.0]])


def _project(matrix: Matrix, points: Points) -> Points:
    """The points (n, 2) float64 mapped by the homography (3, 3) float64."""
    import numpy as np

    moved = np.c_[points, np.ones(len(points))] @ matrix.T
    result: Points = moved[:, :2] / moved[:, 2:]
    return result


def draw_view(colour: NDArray[np.uint8], view: SheetView, share: float) -> bytes | None:
    """The picture as JPEG. `colour`: (h, w, 3) uint8, BGR, `share` times as large as the photograph."""
    import cv2
    import numpy as np

    to_picture = np.array(view.to_picture) @ np.diag([1 / share, 1 / share, 1.0])
    picture = cv2.warpPerspective(colour, to_picture, view.size, borderMode=cv2.BORDER_CONSTANT, borderValue=BESIDE)
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if good else None
