"""A pen on a PDF page, and the type that it writes with: faces, letters that they have, text fitted into a width.

The pen counts as the layouts do: in millimetres from the upper left corner, y down."""

from __future__ import annotations

import io
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal

import numpy as np
import segno
from numpy.typing import NDArray
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from templates.layout import Box
from texts.languages import Lang
from texts.sentences import show_minus

PLAIN: Final = "KiebitzPlain"
BOLD: Final = "KiebitzBold"
HAND: Final = "KiebitzHand"  # for printed examples of what to write
MM_PER_PT: Final = 25.4 / 72
CAP_HEIGHT: Final = 0.698  # of the size; from the OS/2 table of IBM Plex Sans Condensed
DESCENT: Final = 0.22  # of the size, below the baseline
LEADING: Final = 1.2  # from baseline to baseline
MISSING: Final = "?"  # stands for a letter that the face does not have, so that nobody takes the rest for the whole
ELLIPSIS: Final = "…"

_FILES = {
    PLAIN: "type/IBMPlexSansCondensed-Regular.ttf",
    BOLD: "type/IBMPlexSansCondensed-SemiBold.ttf",
    HAND: "fonts/patrick-hand.ttf",
}
_LONGEST = 1000  # letters; more never fit the foot of a page at the smallest size
_DROPPED = {"Cc", "Cf", "Mn", "Me", "Mc"}  # controls, bidirectional overrides, and accents that found no letter


@cache
def load_face(name: str) -> TTFont:
    """The face of that name, which the PDF carries; registered with reportlab on first use."""
    font = TTFont(name, str(Path(__file__).parents[1] / _FILES[name]))
    pdfmetrics.registerFont(font)
    return font


@lru_cache(maxsize=1000)
def clean(text: str) -> str:
    """`text` on one line, in letters that the face has: blanks joined, controls dropped, unknown letters as `?`, and a
    true minus before numbers."""
    known = load_face(PLAIN).face.charToGlyph
    spaced = "".join(" " if char.isspace() else char for char in show_minus(text[: 10 * _LONGEST]))
    letters = (part for char in unicodedata.normalize("NFC", spaced) for part in _spell(char, known))
    return " ".join("".join(letters).split())[:_LONGEST]


def find_missing(text: str) -> str:
    """The letters of `text` that the face cannot print, each once, so that a caller can warn of them."""
    known = load_face(PLAIN).face.charToGlyph
    return "".join(dict.fromkeys(char for char in text if _spell(char, known) == MISSING and char != MISSING))


def _spell(char: str, known: dict[int, int]) -> str:
    """The letter in letters that the face knows: itself, or without its accents; "" for a control."""
    if unicodedata.category(char) in _DROPPED:
        return ""
    if ord(char) in known:
        return char
    plain = "".join(part for part in unicodedata.normalize("NFKD", char) if ord(part) in known)
    return plain.strip() or MISSING


def measure_mm(text: str, name: str, size_pt: float) -> float:
    """The printed width of one line, in mm."""
    return 0.001 * size_pt * _measure_letters(text, name) * MM_PER_PT


@lru_cache(maxsize=10_000)
def _measure_letters(text: str, name: str) -> float:
    """The width in thousandths of the size; kept, since a line is tried at many sizes and in many rooms."""
    return float(load_face(name).stringWidth(text, 1000))


def fit(text: str, name: str, room_mm: float, largest_pt: float, smallest_pt: float) -> tuple[str, float]:
    """`text` and the size in points at which it fits `room_mm`: shrunk by half points first, then cut with "…"."""
    line, size = clean(text), largest_pt
    while size > smallest_pt and measure_mm(line, name, size) > room_mm:
        size = max(smallest_pt, size - 0.5)
    return _cut(line, name, room_mm, size), size


def _cut(line: str, name: str, room_mm: float, size_pt: float) -> str:
    """The line, cut with an ellipsis where it is wider than the room."""
    if measure_mm(line, name, size_pt) <= room_mm:
        return line
    fitting = bisect_right(range(len(line)), room_mm, key=lambda end: measure_mm(line[:end] + ELLIPSIS, name, size_pt))
    return line[: max(fitting - 1, 0)].rstrip() + ELLIPSIS


def flow(
    lines: Sequence[str], name: str, room_mm: tuple[float, float], sizes_pt: Sequence[float]
) -> tuple[list[str], float]:
    """The lines wrapped into `room_mm` (width, height), and their size: the first of `sizes_pt` at which they fit.

    Where none does, they are cut with an ellipsis at the last size.
    """
    cleaned = [line for line in map(clean, lines[:40]) if line]
    for size in sizes_pt:
        wrapped = [part for line in cleaned for part in _wrap(line, name, room_mm[0], size)]
        if measure_block_mm(len(wrapped), size) <= room_mm[1]:
            return wrapped, size
    most = next(count for count in range(len(wrapped), 0, -1) if measure_block_mm(count, size) <= room_mm[1])
    return [*wrapped[: most - 1], _cut(" ".join(wrapped[most - 1 :]), name, room_mm[0], size)], size


def place_baseline_mm(line: int, size_pt: float) -> float:
    """How far below the top of a block the baseline of a line lies, in mm; `line`: its number, from 0."""
    return (CAP_HEIGHT + line * LEADING) * size_pt * MM_PER_PT


def measure_block_mm(lines: int, size_pt: float) -> float:
    """The height of that many lines in mm, from the first one's capitals to the last one's descenders."""
    return place_baseline_mm(lines - 1, size_pt) + DESCENT * size_pt * MM_PER_PT


def _wrap(line: str, name: str, room_mm: float, size_pt: float) -> list[str]:
    """The line parted at its blanks; a word that is wider than the room is cut."""
    parts, current = [], ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if current and measure_mm(longer, name, size_pt) > room_mm:
            parts.append(current)
            longer = word
        current = longer
    return [_cut(part, name, room_mm, size_pt) for part in [*parts, current]]


Align = Literal["left", "centre", "right"]
BLACK = 0.0


class Pen:
    """Draws on one page after the other; `finish` gives the file.

    Places, lengths and widths of strokes are in millimetres, letters in points; greys run from 0 (black) to 1 (white).
    """

    def __init__(self, page_mm: tuple[float, float], title: str, lang: Lang) -> None:
        self._file = io.BytesIO()
        self._height = page_mm[1]
        size = (page_mm[0] / MM_PER_PT, page_mm[1] / MM_PER_PT)
        load_face(PLAIN)  # named at once, or reportlab refers to a Helvetica that the file does not carry
        self._canvas = Canvas(
            self._file,
            pagesize=size,
            invariant=1,
            pageCompression=1,
            lang=lang,
            initialFontName=PLAIN,  # type: ignore[arg-type]  # the stubs take the name for a size
        )
        self._canvas.setTitle(title)
        self._canvas.setAuthor("Kiebitz")
        self._canvas.setSubject("")
        self._canvas.setCreator("Kiebitz")
        self._canvas.scale(1 / MM_PER_PT, 1 / MM_PER_PT)

    def draw_rule(
        self, start: tuple[float, float], end: tuple[float, float], width: float, grey: float = BLACK
    ) -> None:
        """A straight line whose middle runs from `start` to `end`, ending square at both."""
        self._canvas.setLineCap(0)
        self._stroke(width, grey)
        self._canvas.line(start[0], self._flip(start[1]), end[0], self._flip(end[1]))

    def draw_frame(self, box: Box, width: float, grey: float = BLACK) -> None:
        """The outline of `box`, half of its width outside."""
        self._canvas.setLineJoin(0)
        self._stroke(width, grey)
        self._canvas.rect(box[0], self._flip(box[1] + box[3]), box[2], box[3], stroke=1, fill=0)

    def fill(self, boxes: Iterable[Box], grey: float = BLACK) -> None:
        """All boxes as one shape, so that neighbours show no seam."""
        path = self._canvas.beginPath()
        for x, y, width, height in boxes:
            path.rect(x, self._flip(y + height), width, height)
        self._canvas.setFillGray(grey)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def hatch(self, box: Box, pitch: float, width: float, grey: float) -> None:
        """Falling diagonals inside `box`, `pitch` apart; a handwritten slash rises, so they differ."""
        x, y, wide, high = box
        start = pitch / 2 - high
        while start < wide:
            first, last = max(0.0, -start), min(high, wide - start)
            self.draw_rule((x + start + first, y + first), (x + start + last, y + last), width, grey)
            start += pitch

    def write(
        self, at: tuple[float, float], text: str, name: str, size_pt: float, align: Align = "left", grey: float = BLACK
    ) -> None:
        """One line with its baseline at `at`."""
        shift = {"left": 0.0, "centre": 0.5, "right": 1.0}[align] * measure_mm(text, name, size_pt)
        load_face(name)
        self._canvas.setFillGray(grey)
        self._canvas.setFont(name, size_pt * MM_PER_PT)
        self._canvas.drawString(at[0] - shift, self._flip(at[1]), text)

    def write_upwards(self, at: tuple[float, float], text: str, name: str, size_pt: float, grey: float = BLACK) -> None:
        """One line that runs upwards from `at`, the start of its baseline."""
        self._canvas.saveState()
        self._canvas.translate(at[0], self._flip(at[1]))
        self._canvas.rotate(90)
        load_face(name)
        self._canvas.setFillGray(grey)
        self._canvas.setFont(name, size_pt * MM_PER_PT)
        self._canvas.drawString(0, 0, text)
        self._canvas.restoreState()

    def write_centred(self, box: Box, text: str, name: str, size_pt: float, grey: float = BLACK) -> None:
        """One line in the middle of `box`, by its capitals' height."""
        baseline = box[1] + (box[3] + CAP_HEIGHT * size_pt * MM_PER_PT) / 2
        self.write((box[0] + box[2] / 2, baseline), text, name, size_pt, "centre", grey)

    def draw_code(self, box: Box, text: str) -> None:
        """The QR code of a text of capitals and digits, which fills `box`; its quiet zone lies outside."""
        matrix = segno.make_qr(text, error="m", boost_error=False).matrix
        side = box[2] / len(matrix)
        self.fill(
            (box[0] + column * side, box[1] + row * side, side, side)
            for row, modules in enumerate(matrix)
            for column, module in enumerate(modules)
            if module
        )

    def draw_curve(self, points: Sequence[tuple[float, float]], width: float, grey: float = BLACK) -> None:
        """A stroke through `points`, round at its ends and corners."""
        self._stroke(width, grey)
        self._canvas.setLineCap(1)
        self._canvas.setLineJoin(1)
        path = self._canvas.beginPath()
        path.moveTo(points[0][0], self._flip(points[0][1]))
        for x, y in points[1:]:
            path.lineTo(x, self._flip(y))
        self._canvas.drawPath(path, stroke=1, fill=0)

    def fill_outline(self, points: Sequence[tuple[float, float]], grey: float = BLACK) -> None:
        """The shape whose corners are `points`."""
        path = self._canvas.beginPath()
        path.moveTo(points[0][0], self._flip(points[0][1]))
        for x, y in points[1:]:
            path.lineTo(x, self._flip(y))
        path.close()
        self._canvas.setFillGray(grey)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def draw_disc(self, middle: tuple[float, float], radius: float, grey: float = BLACK) -> None:
        """A filled circle."""
        self._canvas.setFillGray(grey)
        self._canvas.circle(middle[0], self._flip(middle[1]), radius, stroke=0, fill=1)

    def place_picture(self, box: Box, pixels: NDArray[np.uint8]) -> None:
        """A grey picture (rows, columns) uint8 that fills `box`."""
        image = ImageReader(Image.fromarray(pixels))
        self._canvas.drawImage(image, box[0], self._flip(box[1] + box[3]), box[2], box[3])

    def turn_page(self, page_mm: tuple[float, float] | None = None) -> None:
        """A new page, of the same size unless another one is given."""
        self._canvas.showPage()
        if page_mm is not None:
            self._height = page_mm[1]
            self._canvas.setPageSize((page_mm[0] / MM_PER_PT, page_mm[1] / MM_PER_PT))
        self._canvas.scale(1 / MM_PER_PT, 1 / MM_PER_PT)

    def finish(self) -> bytes:
        """Ends the page and gives the whole file; the same strokes give the same bytes."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def _stroke(self, width: float, grey: float) -> None:
        """Sets width and grey of the next lines."""
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeGray(grey)

    def _flip(self, y: float) -> float:
        """The y that PDF counts from the foot of the page, from the y that layouts count from its top; mm."""
        return self._height - y
