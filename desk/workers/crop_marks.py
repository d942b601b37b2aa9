"""What is drawn on a strip for the workbook: the players' names above their cells, a frame around a doubtful one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scanner.sheet_reading import Quad

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.ImageFont import FreeTypeFont

    from tournament.review.open_items import OpenItem

_SEAT = re.compile(r"\w+\.(?:p|total)(\d)")
_FRAME_BGR = (0, 90, 230)
"""Orange: it stands out from blue and black ink and from grey paper, also for who cannot tell red from green."""

_FRAME_SHARE = 0.06
"""Width of a frame, as a share of the strip's height."""

_LETTER_SHARE, _LETTER_LEAST = 0.024, 11
"""Size of the names as a share of the strip's width, and the least in pixels: 13 pixels where the workbook shows it."""

_GAP_PX = 4


@dataclass(frozen=True, slots=True)
class Marks:
    """`names`: cells with the name that stands above each; `framed`: the cells in doubt."""

    names: tuple[tuple[Quad, str], ...] = ()
    framed: tuple[Quad, ...] = ()


NO_MARKS = Marks()


def find_marks(item: OpenItem) -> Marks:
    """The names above the points of a row or of the sums, and the cells that the item is about."""
    seats = [(found, field) for field in item.fields if (found := _SEAT.fullmatch(field.id))]
    names = [(field.quad_px, item.names[int(found[1]) - 1]) for found, field in seats]
    framed = [field.quad_px for field in item.fields if field.id in item.framed]
    return Marks(tuple(names) if len(names) > 1 else (), tuple(framed))


def draw_frames(picture: NDArray[np.uint8], cells: list[NDArray[np.float64]]) -> None:
    """Frames in place around `cells`, each (4, 2) float64 in the picture's pixels; `picture`: (h, w, 3) uint8, BGR."""
    import cv2
    import numpy as np

    width = max(2, round(_FRAME_SHARE * picture.shape[0]))
    for cell in cells:
        low, high = cell.min(0).astype(int), np.ceil(cell.max(0)).astype(int)
        first, last = (int(low[0]), int(low[1])), (int(high[0]), int(high[1]))
        cv2.rectangle(picture, first, last, _FRAME_BGR, width)


def add_names(picture: NDArray[np.uint8], places: list[tuple[float, float, str]]) -> NDArray[np.uint8]:
    """The picture (h, w, 3) uint8, BGR, with a white band above it in which the names stand, each between two columns
    of pixels, a name of several words on two lines."""
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
    """As much of the text as has room, in pixels."""
    if font.getlength(text) <= room:
        return text
    return next((f"{text[:end]}…" for end in range(len(text), 0, -1) if font.getlength(f"{text[:end]}…") <= room), "…")


@cache
def _load_font(size: int) -> FreeTypeFont:
    from PIL import ImageFont

    import templates

    return ImageFont.truetype(Path(templates.__file__).parent / "type" / "IBMPlexSansCondensed-SemiBold.ttf", size)
