"""A whole sheet upright: where its fields lie in that picture, and the picture itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from scanner.reading import Quad

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MARGIN = 0.02
"""Around all fields, as a share of their width."""
LONGEST_PX = 1800
"""The longer side of the picture: numbers can be read when it is enlarged to the width of a screen."""
JPEG_QUALITY = 75


@dataclass(frozen=True, slots=True)
class SheetView:
    """`size`: width and height in pixels. `right`: the unit by which the text runs, in pixels of the photograph;
    `corner`: the picture's upper left corner in it; `scale`: pixels of the picture for one of the photograph."""

    size: tuple[int, int]
    right: tuple[float, float]
    corner: tuple[float, float]
    scale: float

    def place(self, quad: Quad) -> tuple[tuple[int, int], ...]:
        """The corners of a field in the picture."""
        (rx, ry), (cx, cy) = self.right, self.corner
        turned = ((x * rx + y * ry - cx, y * rx - x * ry - cy) for x, y in quad)
        return tuple((round(x * self.scale), round(y * self.scale)) for x, y in turned)


def find_view(quads: Sequence[Quad]) -> SheetView:
    """The view that has all fields in it, turned so that their text runs to the right."""
    along = [(b[0] - a[0] + c[0] - d[0], b[1] - a[1] + c[1] - d[1]) for a, b, c, d in quads]
    x, y = sum(one[0] for one in along), sum(one[1] for one in along)
    long = hypot(x, y)
    rx, ry = (x / long, y / long) if long else (1.0, 0.0)
    places = [(px * rx + py * ry, py * rx - px * ry) for quad in quads for px, py in quad] or [(0.0, 0.0)]
    left, right = min(px for px, _ in places), max(px for px, _ in places)
    top, bottom = min(py for _, py in places), max(py for _, py in places)
    edge = MARGIN * (right - left)
    wide, high = max(1.0, right - left + 2 * edge), max(1.0, bottom - top + 2 * edge)
    scale = LONGEST_PX / max(wide, high)
    size = max(1, round(wide * scale)), max(1, round(high * scale))
    return SheetView(size, (rx, ry), (left - edge, top - edge), scale)


def draw_view(colour: NDArray[np.uint8], view: SheetView, share: float) -> bytes | None:
    """The picture as JPEG. `colour`: (h, w, 3) uint8, BGR, `share` times as large as the photograph."""
    import cv2
    import numpy as np

    (rx, ry), (cx, cy) = view.right, view.corner
    turn = np.array([[rx, ry, -cx * share], [-ry, rx, -cy * share]]) * (view.scale / share)
    picture = cv2.warpAffine(colour, turn, view.size, borderMode=cv2.BORDER_REPLICATE)
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if good else None
