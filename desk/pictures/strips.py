"""Cuts strips from a photograph: the rectangle around some fields, turned upright, long rows folded, with marks drawn.

For the workbook the players' names are drawn above their cells, and a frame around a doubtful one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scanner.sheet_reading import Quad
from texts.field_ids import parse_field

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.ImageFont import FreeTypeFont

    from tournament.review.open_items import OpenItem


_FRAME_BGR = (0, 90, 230)
"""Orange: it stands out from blue and black ink and from grey paper, also for people who confuse red and green."""

_FRAME_SHARE = 0.06
"""Width of a frame, as a share of the strip's height."""

_LETTER_SHARE, _LETTER_LEAST = 0.024, 11
"""Size of the names as a share of the strip's width, and the least in pixels: 13 pixels where the workbook shows it."""

_GAP_PX = 4


@dataclass(frozen=True, slots=True)
class Marks:
    """`names`: cells with the name to write above each; `framed`: the cells in doubt."""

    names: tuple[tuple[Quad, str], ...] = ()
    framed: tuple[Quad, ...] = ()


NO_MARKS = Marks()


def find_marks(item: OpenItem) -> Marks:
    """The names above the points of a row or of the sums, and the cells that the item is about."""
    seats = [(seat, field) for field in item.fields if (seat := _find_seat(field.id))]
    names = [(field.quad_px, item.names[seat - 1]) for seat, field in seats]
    framed = [field.quad_px for field in item.fields if field.id in item.framed]
    return Marks(tuple(names) if len(names) > 1 else (), tuple(framed))


def _find_seat(field_id: str) -> int | None:
    """The seat in whose column the field lies; None for boxes that only have a seat's number in their name."""
    field = parse_field(field_id)
    return field.seat if field.kind in ("p", "total") else None


def draw_frames(picture: NDArray[np.uint8], cells: list[NDArray[np.float64]]) -> None:
    """Draws frames into `picture`, (h, w, 3) uint8, BGR, around `cells`, each (4, 2) float64 in the picture's
    pixels."""
    import cv2
    import numpy as np

    width = max(2, round(_FRAME_SHARE * picture.shape[0]))
    for cell in cells:
        low, high = cell.min(0).astype(int), np.ceil(cell.max(0)).astype(int)
        first, last = (int(low[0]), int(low[1])), (int(high[0]), int(high[1]))
        cv2.rectangle(picture, first, last, _FRAME_BGR, width)


def add_names(picture: NDArray[np.uint8], places: list[tuple[float, float, str]]) -> NDArray[np.uint8]:
    """The picture (h, w, 3) uint8, BGR, with a white band above it that holds the names. `places`: left and right pixel
    column of each name, and the name; one of several words takes two lines."""
    import numpy as np
    from PIL import Image, ImageDraw

    size = max(_LETTER_LEAST, round(_LETTER_SHARE * picture.shape[1]))
    font, lines = _load_font(size), [_part_name(name) for _, _, name in places]
    step = round(size * 1.15)
    band = Image.new("RGB", (picture.shape[1], step * max(map(len, lines)) + _GAP_PX), "white")
    pen = ImageDraw.Draw(band)
    for (left, right, _), words in zip(places, lines, strict=True):
        top = band.height - step * len(words) - _GAP_PX / 2
        for line, text in enumerate(words):
            short = _shorten(text, right - left, font)
            pen.text(((left + right) / 2 - font.getlength(short) / 2, top + line * step), short, "black", font)
    return np.vstack([np.asarray(band, np.uint8)[:, :, ::-1], picture])


def _part_name(name: str) -> list[str]:
    """The name's first word, and the rest."""
    first, _, rest = name.partition(" ")
    return [first, rest] if rest else [first]


def _shorten(text: str, room: float, font: FreeTypeFont) -> str:
    """The text, cut short where it is wider than `room` pixels."""
    if font.getlength(text) <= room:
        return text
    return next((f"{text[:end]}…" for end in range(len(text), 0, -1) if font.getlength(f"{text[:end]}…") <= room), "…")


@cache
def _load_font(size: int) -> FreeTypeFont:
    from PIL import ImageFont

    import templates

    return ImageFont.truetype(Path(templates.__file__).parent / "type" / "IBMPlexSansCondensed-SemiBold.ttf", size)


MARGIN = 0.12
"""Margin on all sides as a share of the strip's height, since ink may reach beyond its cell."""
LONGEST = 26.0
"""A strip's greatest length, in heights of a field. A row of a points sheet is 14 heights long. One of a full sheet is
35 to 60 long: in two or three parts, one below the other, it fills the workbook's picture best."""
GAP_PX = 6
"""White between the parts of a folded row."""
MAX_SIDE_PX = 1100
"""Pixels of a strip's longer side: twice what the workbook shows, for zooming; a row takes about 20 kB."""
SANE_SIDE_PX = 12_000
"""No strip can be longer, in pixels: the longest side of a photograph of 64 megapixels."""
JPEG_QUALITY = 82


def cut_strip(
    colour: NDArray[np.uint8], quads: Sequence[Quad], marks: Marks = NO_MARKS, scale: float = 1.0
) -> bytes | None:
    """The rectangle around all `quads`, turned upright, as JPEG; None where it cannot be cut.

    `colour`: (H, W, 3) uint8, BGR, `scale` times as large as the photograph. `quads`: corners in the photograph's
    pixels. A long row is folded: its parts, from left to right, are put one below the other. `marks`: drawn on it.
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
    """The part (h, w, 3) uint8 with the marks that lie in it. `to_part`: (2, 3) float64 maps the photograph to it."""
    framed = [_move(quad, to_part) for quad in marks.framed]
    draw_frames(part, [cell for cell in framed if _lies_in(cell, part)])
    named = [(_move(quad, to_part), name) for quad, name in marks.names]
    inside = [(cell[:, 0], name) for cell, name in named if _lies_in(cell, part)]
    places = [(float(across.min()), float(across.max()), name) for across, name in inside]
    return add_names(part, places) if places else part


def _move(quad: Quad, to_part: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners (4, 2) float64, mapped to the part's pixels."""
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
    part = ((at[..., 0].mean(1) - left) / long * count).astype(int)  # by its middle, so that no field is cut in two
    return [corners[part == n] for n in range(count) if (part == n).any()]


def _straighten(
    colour: NDArray[np.uint8], corners: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The rectangle around the fields (n, 4, 2), parallel to them: (h, w, 3) uint8, BGR; and the affine map (2, 3)
    float64 from the photograph to it."""
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
