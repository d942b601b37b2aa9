"""A pen on a PDF page. It counts as the layouts do: in millimetres from the upper left corner, y down."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Literal

import numpy as np
import segno
from numpy.typing import NDArray
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from templates.drawing.lettering import CAP_HEIGHT, MM_PER_PT, PLAIN, load_face, measure_mm
from templates.layout import Box
from texts.languages import Lang

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
        """Falling diagonals inside `box`, `pitch` apart; a handwritten slash rises, so the two are told apart."""
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
