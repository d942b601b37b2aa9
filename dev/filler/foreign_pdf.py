"""A foreign sheet drawn from its layout, as a club rules its own list: no marks, no code, rules not quite true."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from templates.drawing.pen import BOLD, PLAIN, Pen, clean, fit
from templates.drawing.sheet_pdf import render_page
from templates.layout import Box, Layout
from texts.sentences import say

PAGE_MM = (210.0, 297.0)
EDGE_MM = 12.0
RULE_MM, RULE_GREY = 0.4, 0.2


def render_foreign(
    layout: Layout, px_per_mm: float, title: str = "", wobble_mm: float = 0.0, seed: int = 0
) -> NDArray[np.uint8]:
    """The sheet as (rows, columns) grey uint8; the table's upper left corner lies at `find_table_origin(layout)` mm."""
    return render_page(make_foreign_pdf(layout, title, wobble_mm, seed), px_per_mm)


def find_table_origin(layout: Layout) -> tuple[float, float]:
    """Where the drawn table's upper left corner lies on the A4 page, in mm: centred, and below the title."""
    width, height = layout.page_mm
    return (PAGE_MM[0] - width) / 2, min(40.0, PAGE_MM[1] - EDGE_MM - height)


def make_foreign_pdf(layout: Layout, title: str = "", wobble_mm: float = 0.0, seed: int = 0) -> bytes:
    """Rules, row numbers and title as PDF, one page A4; raises `ValueError` for a table larger than the page.

    `wobble_mm`: how far the ends of a rule may miss their place, as with a ruler held by hand; `seed` for the chance.
    """
    left, top = find_table_origin(layout)
    if left < EDGE_MM or top < EDGE_MM:
        raise ValueError(f"a table of {layout.page_mm} mm does not fit an A4 page")
    pen, rng = Pen(PAGE_MM, clean(title) or layout.id, "de"), random.Random(seed)
    line, size = fit(title, BOLD, layout.page_mm[0], 20, 10)
    pen.write((left, top - 8), line, BOLD, size)
    _draw_rules(pen, layout, (left, top), lambda: rng.uniform(-wobble_mm, wobble_mm))
    for box, label in _label_rows(layout):
        pen.write_centred((left + box[0], top + box[1], box[2], box[3]), label, PLAIN, 10)
    return pen.finish()


def _draw_rules(pen: Pen, layout: Layout, origin: tuple[float, float], miss: Callable[[], float]) -> None:
    """Every rule of the table; `miss` gives how far one end misses its place in one direction, in mm."""
    (left, top), (width, height) = origin, layout.page_mm
    for y in layout.grid.ys_mm:
        pen.draw_rule((left + miss(), top + y + miss()), (left + width + miss(), top + y + miss()), RULE_MM, RULE_GREY)
    for x in layout.grid.xs_mm:
        pen.draw_rule((left + x + miss(), top + miss()), (left + x + miss(), top + height + miss()), RULE_MM, RULE_GREY)


def _label_rows(layout: Layout) -> Iterator[tuple[Box, str]]:
    """The print in the first column, where that holds no fields: the games' numbers, and words for names and sums."""
    width = layout.grid.xs_mm[1]
    if any(field.box_mm[0] < width for field in layout.fields):
        return
    words = {"name": say("de", "paper.game"), "sum": say("de", "paper.total")}
    for field in layout.fields:
        row, _, seat = field.id.partition(".")
        game = re.fullmatch(r"g0*(\d+)", row)
        label = game[1] if game else words.get(row, "")
        if seat in ("p1", "total1") and label:
            yield (0.0, field.box_mm[1], width, field.box_mm[3]), label
