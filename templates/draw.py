"""The printed points sheet: black and grey on one A4 page, each stroke where the layout has it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from templates.foreign_draw import draw_foreign, foreign_pdf, render_foreign
from templates.layout import Box, Layout
from templates.lettering import BOLD, MM_PER_PT, PLAIN, baseline_mm, block_mm, clean, fit, flow, width_mm
from templates.pen import Pen
from templates.picture import picture
from templates.points import EDGE_MM, MARK_MM, NAME_LABEL_MM, points_layout, sitter
from templates.spec import SheetSpec
from templates.symbols import code_blacks, mark_whites
from templates.words import WORDS, Words

__all__ = ["draw_foreign", "draw_sheet", "foreign_pdf", "render_foreign", "render_sheet", "sheet_pdf"]

FRAME_MM = 0.8  # strong enough to be found at 4 px a millimetre, and to survive a copier
DIVIDER_MM, DIVIDER_GREY = 0.45, 0.15  # between head, games, offences, sums, and left and right of the players
RULE_MM, RULE_GREY = 0.3, 0.45  # thinner or lighter ones break up in an office printer's halftone
FIFTH_MM = 0.45  # every fifth game, so that the eye keeps its row
BOX_MM, BOX_GREY = 0.3, 0.25
HATCH_PITCH_MM, HATCH_MM, HATCH_GREY, HATCH_INSET_MM = 2.4, 0.2, 0.72, 1.0  # the inset keeps the rules findable
LABEL_GREY = 0.3
FOOT_MM = 12.0  # from the table's lowest place to the marks' lower edge, less some air
TEXT_LEFT_MM = EDGE_MM + MARK_MM + 4  # clear of the corner mark's quiet zone


def draw_sheet(spec: SheetSpec, target: Path) -> None:
    """Writes the sheet as a PDF of one A4 page; raises `UnknownSheet` for sheets not made, `OSError` from the disk."""
    target.write_bytes(sheet_pdf(spec))


def render_sheet(spec: SheetSpec, px_per_mm: float) -> NDArray[np.uint8]:
    """The sheet as print on white, (rows, columns) grey uint8; pixel (0, 0) is the page's upper left corner."""
    return picture(sheet_pdf(spec), px_per_mm)


def sheet_pdf(spec: SheetSpec) -> bytes:
    """The PDF's bytes, the same for the same spec."""
    layout, words = points_layout(spec.code), WORDS[spec.lang]
    pen = Pen(layout.page_mm, clean(spec.title) or words.title, spec.lang)
    _machine_marks(pen, layout, spec)
    _head(pen, layout, spec, words)
    _sitters(pen, layout)
    _rules(pen, layout)
    _names(pen, layout, spec, words)
    _numbers(pen, layout, words)
    _crosses(pen, layout)
    _foot(pen, layout, spec)
    return pen.pdf()


def _machine_marks(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    for mark in layout.marks:
        pen.fill([mark.box_mm])
        pen.fill(mark_whites(mark.number, mark.box_mm), grey=1.0)
    if layout.code_mm is not None:
        pen.fill(code_blacks(spec.code.text(), layout.code_mm))


def _head(pen: Pen, layout: Layout, spec: SheetSpec, words: Words) -> None:
    code = spec.code
    room = (layout.code_mm or (layout.page_mm[0],))[0] - 4 - TEXT_LEFT_MM
    title, size = fit(clean(spec.title) or words.title, BOLD, room, 20, 11)
    pen.text((TEXT_LEFT_MM, 18), title, BOLD, size)
    x = _blank(pen, TEXT_LEFT_MM, words.round, code.round)
    _blank(pen, x + 8, words.table, code.table)
    facts = words.facts.format(rules=code.rules, games=code.games, seats=code.seats)
    line, size = fit(facts, PLAIN, room, 8, 6)
    pen.text((TEXT_LEFT_MM, 33), line, PLAIN, size, grey=LABEL_GREY)


def _blank(pen: Pen, x: float, label: str, number: int | None) -> float:
    """A label with its number, or with a line to write it on; gives where it ends."""
    baseline = 26.3
    pen.text((x, baseline), label, PLAIN, 12)
    x += width_mm(label, PLAIN, 12) + 2
    if number is None:
        pen.rule((x, baseline + 0.6), (x + 18, baseline + 0.6), RULE_MM, RULE_GREY)
        return x + 18
    pen.text((x, baseline), str(number), BOLD, 12)
    return x + width_mm(str(number), BOLD, 12)


def _rules(pen: Pen, layout: Layout) -> None:
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    for row, y in enumerate(ys[1:-1]):  # row 0 closes the head, row n closes game n
        fifth = row % 5 == 0 and row < layout.games
        strong = row in (0, layout.games) or y in ys[-3:]
        width, grey = (DIVIDER_MM, DIVIDER_GREY) if strong else (FIFTH_MM if fifth else RULE_MM, RULE_GREY)
        pen.rule((xs[0], y), (xs[-1], y), width, grey)
    for column, x in enumerate(xs[1:-1]):
        strong = column in (0, layout.seats)
        pen.rule((x, ys[0]), (x, ys[-1]), *((DIVIDER_MM, DIVIDER_GREY) if strong else (RULE_MM, RULE_GREY)))
    pen.frame((xs[0], ys[0], xs[-1] - xs[0], ys[-1] - ys[0]), FRAME_MM)


def _sitters(pen: Pen, layout: Layout) -> None:
    for game in range(1, layout.games + 1):
        seat = sitter(game, layout.seats)
        if seat is not None:
            x, y, width, height = layout.field(f"g{game:02}.p{seat}").box_mm
            inner = (x + HATCH_INSET_MM, y + HATCH_INSET_MM, width - 2 * HATCH_INSET_MM, height - 2 * HATCH_INSET_MM)
            pen.hatch(inner, HATCH_PITCH_MM, HATCH_MM, HATCH_GREY)


def _names(pen: Pen, layout: Layout, spec: SheetSpec, words: Words) -> None:
    for seat, name in enumerate(spec.names or ("",) * layout.seats, 1):
        x, y, width, height = layout.field(f"name.p{seat}").box_mm
        pen.text((x + 0.6, y - 0.7), f"{words.seat} {seat}", PLAIN, 7, grey=LABEL_GREY)
        if name.strip():
            line, size = fit(name, BOLD, width - 1.2, 14, 7)
            pen.text((x + 0.6, y + height - 2.3), line, BOLD, size)
        else:
            pen.rule((x + 0.6, y + height - 1), (x + width - 0.6, y + height - 1), RULE_MM, RULE_GREY)


def _numbers(pen: Pen, layout: Layout, words: Words) -> None:
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    rows: list[Box] = [(xs[0], top, xs[1] - xs[0], bottom - top) for top, bottom in pairwise(ys)]
    for column, word in ((0, words.game), (-3, words.solo), (-2, words.offence)):
        box = (xs[column], ys[0] + NAME_LABEL_MM, xs[column + 1] - xs[column], ys[1] - ys[0] - NAME_LABEL_MM)
        _label(pen, box, (word,), 8.5)
    for number, row in enumerate(rows[1:-2], 1):
        if number <= layout.games:
            pen.centred(row, str(number), BOLD, 12)
        else:
            _label(pen, row, (words.offence,), 8.5)
    _label(pen, rows[-2], (words.total,), 8.5, BOLD)
    _label(pen, rows[-1], words.signature, 7.5)


def _label(pen: Pen, box: Box, lines: tuple[str, ...], largest_pt: float, name: str = PLAIN) -> None:
    """Lines in the middle of a narrow cell."""
    size = min(fit(line, name, box[2] - 2.4, largest_pt, 6)[1] for line in lines)
    step = 1.15 * size * MM_PER_PT
    for number, line in enumerate(lines):
        shift = (number - (len(lines) - 1) / 2) * step
        pen.centred((box[0], box[1] + shift, box[2], box[3]), line, name, size)


def _crosses(pen: Pen, layout: Layout) -> None:
    """The boxes to cross; an offence row's is printed crossed, for the row is an offence by its place."""
    for field in layout.fields:
        if field.kind == "cross":
            pen.frame(field.box_mm, BOX_MM, BOX_GREY)
    x, _, side, _ = layout.field("g01.offence").box_mm
    for top, bottom in list(pairwise(layout.grid.ys_mm))[layout.games + 1 : -2]:
        y = (top + bottom - side) / 2
        pen.frame((x, y, side, side), BOX_MM, BOX_GREY)
        pen.rule((x + 1.2, y + 1.2), (x + side - 1.2, y + side - 1.2), 0.5, BOX_GREY)
        pen.rule((x + 1.2, y + side - 1.2), (x + side - 1.2, y + 1.2), 0.5, BOX_GREY)


def _foot(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    room = layout.page_mm[0] - 2 * TEXT_LEFT_MM
    low = layout.page_mm[1] - EDGE_MM
    lines, size = flow(spec.key_lines, PLAIN, (room, FOOT_MM), (8, 7, 6.5, 6, 5.5))
    high = block_mm(len(lines), size)
    top = min(low - (MARK_MM + high) / 2, low - high)  # level with the marks, and never lower
    for number, line in enumerate(lines):
        pen.text((TEXT_LEFT_MM, top + baseline_mm(number, size)), line, PLAIN, size, grey=LABEL_GREY)
