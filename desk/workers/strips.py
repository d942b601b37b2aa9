"""A strip of a photograph: the rectangle around fields, upright, long rows folded, with what is drawn on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from desk.workers.crop_marks import NO_MARKS, Marks, add_names, draw_frames
from scanner.sheet_reading import Quad

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MARGIN = 0.12
"""Margin on all sides as a share of the strip's height: ink that overhangs its cell is part of the evidence."""
LONGEST = 26.0
"""A strip's greatest length, in heights of a field. A row of a points sheet is 14 long. One of a full sheet is 35 to 60
long: two or three parts of it, one below the other, fill the workbook's picture best."""
GAP_PX = 6
"""White between the parts of a folded row."""
MAX_SIDE_PX = 1100
"""Twice what the workbook shows, so that it can be zoomed; a row takes about 20 kB."""
SANE_SIDE_PX = 12_000
"""No strip of a photograph is longer: the widest sheet side of 64 megapixels."""
JPEG_QUALITY = 82


def cut_strip(
    colour: NDArray[np.uint8], quads: Sequence[Quad], marks: Marks = NO_MARKS, scale: float = 1.0
) -> bytes | None:
    """The rectangle around all `quads`, as JPEG, turned so that it can be read; None where it cannot be cut.

    `colour`: (H, W, 3) uint8, BGR, `scale` times as large as the photograph. `quads`: corners in the photograph's
    pixels. A row much longer than high is folded: its parts from left to right stand one below the other. `marks`: what
    is drawn on it.
    """
    import cv2
    import numpy as np

    corners = np.asarray(quads, dtype=np.float64) * scale  # (n, 4, 2): upper left, upper right, lower right, lower left
    if not np.isfinite(corners).all() or not np.linalg.norm(_sum_sides(corners)):
        return None
    straight = [_straighten(colour, part) for part in _fold(corners)]
    parts = [part for part, _ in straight]
    smaller = min(1.0, MAX_SIDE_PX / max(max(part.shape[:2]) for part in parts))
    sizes = [(max(1, round(part.shape[1] * smaller)), max(1, round(part.shape[0] * smaller))) for part in parts]
    shrunk = [
        np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        for part, size in zip(parts, sizes, strict=True)
    ]
    to_strip = smaller * np.array([scale, scale, 1.0])
    shrunk = [_mark(part, to_part * to_strip, marks) for part, (_, to_part) in zip(shrunk, straight, strict=True)]
    widest = max(part.shape[1] for part in shrunk)
    sides = [((0, GAP_PX if part is not shrunk[-1] else 0), (0, widest - part.shape[1]), (0, 0)) for part in shrunk]
    padded = [np.pad(part, side, constant_values=255) for part, side in zip(shrunk, sides, strict=True)]
    good, data = cv2.imencode(".jpg", np.vstack(padded), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if good else None


def _mark(part: NDArray[np.uint8], to_part: NDArray[np.float64], marks: Marks) -> NDArray[np.uint8]:
    """The part (h, w, 3) uint8 with the marks that lie in it; `to_part`: (2, 3) float64, from the photograph."""
    framed = [_move(quad, to_part) for quad in marks.framed]
    draw_frames(part, [cell for cell in framed if _lies_in(cell, part)])
    named = [(_move(quad, to_part), name) for quad, name in marks.names]
    inside = [(cell[:, 0], name) for cell, name in named if _lies_in(cell, part)]
    places = [(float(across.min()), float(across.max()), name) for across, name in inside]
    return add_names(part, places) if places else part


def _move(quad: Quad, to_part: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners (4, 2) float64 as they lie in the part."""
    import numpy as np

    moved: NDArray[np.float64] = np.asarray(quad, np.float64) @ to_part[:, :2].T + to_part[:, 2]
    return moved


def _lies_in(cell: NDArray[np.float64], part: NDArray[np.uint8]) -> bool:
    """Whether the middle of the cell (4, 2) lies in the part (h, w, 3)."""
    x, y = cell.mean(0)
    return bool(0 <= x < part.shape[1] and 0 <= y < part.shape[0])


def _sum_sides(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The direction in which the text runs, (2,) float64: the sum of the upper and lower sides of quads (n, 4, 2)."""
    along: NDArray[np.float64] = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]).sum(0)
    return along


def _find_frame(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Unit vectors to the right and down as the sheet is read, (2, 2) float64, for quads (n, 4, 2)."""
    import numpy as np

    along = _sum_sides(corners) / np.linalg.norm(_sum_sides(corners))
    return np.stack([along, [-along[1], along[0]]])


def _fold(corners: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Splits fields (n, 4, 2) into the fewest parts of about equal width that are at most `LONGEST` heights long."""
    import numpy as np

    at = corners @ _find_frame(corners).T
    left, long = at[..., 0].min(), np.ptp(at[..., 0])
    count = max(1, int(np.ceil(long / (LONGEST * max(1.0, float(np.median(np.ptp(at[..., 1], axis=1))))))))
    part = ((at[..., 0].mean(1) - left) / long * count).astype(int)
    return [corners[part == n] for n in range(count) if (part == n).any()]


def _straighten(
    colour: NDArray[np.uint8], corners: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The rectangle around the fields (n, 4, 2), with its sides along theirs: (h, w, 3) uint8, BGR; and how a place in
    the photograph moves there: (2, 3) float64."""
    import cv2
    import numpy as np

    frame = _find_frame(corners)
    at = corners.reshape(-1, 2) @ frame.T
    margin = MARGIN * float(np.ptp(at[:, 1]))
    low, high = at.min(0) - margin, at.max(0) + margin
    width, height = (max(1, min(round(float(side)), SANE_SIDE_PX)) for side in high - low)
    to_crop = np.hstack([frame, -low[:, None]])
    picture = cv2.warpAffine(colour, to_crop, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8), to_crop
