"""The picture to check a learnt layout by: the straightened table, with every field in the colour of its kind."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

import templates
from scanner.pyramid import Grey
from templates.foreign.layout_draft import KINDS, Draft
from templates.layout import Box, FieldKind, Layout
from texts.languages import Lang
from texts.sentences import say

_TYPE = Path(templates.__file__).parent / "type" / "IBMPlexSansCondensed-SemiBold.ttf"
_COLOURS: dict[FieldKind, tuple[int, int, int]] = {
    "points": (30, 150, 60),
    "number": (0, 130, 200),
    "digit": (0, 150, 150),
    "cross": (200, 60, 180),
    "text": (220, 140, 0),
    "signature": (120, 90, 200),
}
_RULE, _OPEN, _PRINT, _DOUBT = (200, 30, 30), (255, 120, 0), (120, 120, 120), (230, 60, 0)
_TINT, _SHADE = 60, 90
"""How much of 255 a field's colour covers, and the grey over print that is no field."""

_BAND_PX, _LINE_PX = 56, 26
"""Height of the band over the table, and of a line of the key below."""

_LETTERS_PX = (11, 20)
"""Smallest and usual letters."""


class Canvas:
    """The straightened table as a colour picture, on which fields and words are drawn at places in mm."""

    def __init__(self, grey: Grey, scale: float, origin_mm: tuple[float, float], foot: int) -> None:
        self._scale, self._origin = scale, origin_mm
        page = Image.fromarray(grey).convert("RGB")
        self.image = Image.new("RGB", (page.width, page.height + _BAND_PX + foot), "white")
        self.image.paste(page, (0, _BAND_PX))
        self.pen = ImageDraw.Draw(self.image, "RGBA")
        self.foot_px = page.height + _BAND_PX

    def to_px(self, x_mm: float, y_mm: float) -> tuple[int, int]:
        """Turns a place on the table (mm) into a place in the picture (pixels)."""
        return round((x_mm - self._origin[0]) * self._scale), round((y_mm - self._origin[1]) * self._scale) + _BAND_PX

    def draw_field(self, box: Box, colour: tuple[int, int, int], label: str) -> None:
        """Tints a cell and writes its id into it in small letters."""
        x, y, width, height = box
        left, top = self.to_px(x, y)
        right, low = self.to_px(x + width, y + height)
        self.pen.rectangle((left + 2, top + 2, right - 2, low - 2), (*colour, _TINT), colour, 2)
        self.write_text((left + 5, top + 3), label, right - left - 8, colour, _LETTERS_PX[0] + 1)

    def write_text(self, at: tuple[int, int], words: str, width: int, colour: tuple[int, int, int], size: int) -> None:
        """Writes words on one line of `width` pixels, in smaller letters or cut short where they do not fit."""
        font = ImageFont.truetype(_TYPE, size)
        while size > _LETTERS_PX[0] and font.getlength(words) > width:
            size -= 1
            font = ImageFont.truetype(_TYPE, size)
        while words and font.getlength(words) > width:
            words = words[:-1]
        self.pen.text(at, words, fill=colour, font=font)


def draw_check_picture(
    view: tuple[Grey, float, tuple[float, float]], draft: Draft, layout: Layout, lang: Lang
) -> bytes:
    """Draws the picture, as PNG.

    `view`: the straightened table (H, W) uint8, its pixels per mm, and where its upper left corner is on the table.
    """
    kinds = [kind for kind in KINDS if any(field.kind == kind for field in layout.fields)]
    canvas = Canvas(*view, _LINE_PX * (len(kinds) + 3))
    _shade_print(canvas, draft)
    for field in layout.fields:
        canvas.draw_field(field.box_mm, _COLOURS[field.kind], field.id)
    _draw_edges(canvas, draft)
    _write_numbers(canvas, draft, lang)
    _write_key(canvas, draft, kinds, lang)
    data = io.BytesIO()
    canvas.image.save(data, "PNG")
    return data.getvalue()


def _shade_print(canvas: Canvas, draft: Draft) -> None:
    """Shades the columns that hold print only, and no field."""
    top, low = draft.table.edges_y_mm[0], draft.table.edges_y_mm[-1]
    for column in draft.columns:
        if column.kind is None:
            left, right = draft.table.edges_x_mm[column.number - 1 : column.number + 1]
            canvas.pen.rectangle((*canvas.to_px(left, top), *canvas.to_px(right, low)), (*_PRINT, _SHADE))


def _draw_edges(canvas: Canvas, draft: Draft) -> None:
    """Draws the edges of columns and rows: in red where a rule is printed, in orange where it was guessed."""
    seen = draft.table
    (left, right), (top, low) = (seen.edges_x_mm[0], seen.edges_x_mm[-1]), (seen.edges_y_mm[0], seen.edges_y_mm[-1])
    for x in seen.edges_x_mm:
        canvas.pen.line((*canvas.to_px(x, top), *canvas.to_px(x, low)), _RULE if x in seen.xs_mm else _OPEN, 2)
    for y in seen.edges_y_mm:
        canvas.pen.line((*canvas.to_px(left, y), *canvas.to_px(right, y)), _RULE if y in seen.ys_mm else _OPEN, 2)


def _write_numbers(canvas: Canvas, draft: Draft, lang: Lang) -> None:
    """Writes column numbers and kinds over the table, row numbers beside it; an assumption gets a question mark."""
    seen = draft.table
    for column in draft.columns:
        left, right = (canvas.to_px(x, 0)[0] for x in seen.edges_x_mm[column.number - 1 : column.number + 1])
        kind = say(lang, "desk.picture.print") if column.kind is None else column.kind
        colour = _PRINT if column.kind is None else _COLOURS[column.kind]
        doubt = "" if column.sure else " ?"
        width = right - left - 6
        canvas.write_text((left + 4, 2), f"{column.number}{doubt}", width, colour if column.sure else _DOUBT, 26)
        canvas.write_text((left + 4, 31), kind, width, colour, _LETTERS_PX[1])
    edge = canvas.to_px(seen.edges_x_mm[0], 0)[0]
    for number, y in enumerate(seen.edges_y_mm[:-1], 1):
        canvas.write_text((2, canvas.to_px(0, y)[1] + 2), str(number), edge - 4, _RULE, _LETTERS_PX[1])


def _write_key(canvas: Canvas, draft: Draft, kinds: list[FieldKind], lang: Lang) -> None:
    """Explains the colours below the table, and says how many remarks the layout file has."""
    y, width = canvas.foot_px + 6, canvas.image.width - 20
    for kind in kinds:
        canvas.write_text((10, y), f"{kind}: {KINDS[kind].in_(lang)}", width, _COLOURS[kind], _LETTERS_PX[1])
        y += _LINE_PX
    canvas.write_text((10, y), say(lang, "desk.picture.colours"), width, _PRINT, _LETTERS_PX[1])
    if draft.remarks:
        words = say(lang, "desk.picture.remarks", count=len(draft.remarks))
        canvas.write_text((10, y + _LINE_PX), words, width, _DOUBT, _LETTERS_PX[1])
