"""What every printed sheet has: machine marks, title, facts, labels, crosses, hatching."""

from __future__ import annotations

from collections.abc import Sequence

from templates.drawing.lettering import BOLD, CAP_HEIGHT, MM_PER_PT, PLAIN, clean, fit, measure_mm
from templates.drawing.pen import Pen
from templates.drawing.symbols import list_code_blacks, list_mark_whites
from templates.layout import Box, Layout
from templates.paper import EDGE_MM
from templates.spec import SheetSpec
from texts.sentences import say

DIVIDER_MM, DIVIDER_GREY = 0.45, 0.15  # between head, games, offences, sums, and left and right of the players
RULE_MM, RULE_GREY = 0.3, 0.45  # thinner or lighter ones break up in an office printer's halftone
BOX_MM, BOX_GREY = 0.3, 0.25
HATCH_PITCH_MM, HATCH_MM, HATCH_GREY, HATCH_INSET_MM = 2.4, 0.2, 0.72, 1.0  # the inset keeps the rules findable
SHADE_GREY, SHADE_INSET_MM = 0.85, 0.4
LABEL_GREY = 0.3


def draw_machine_marks(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """The corner marks and the sheet code."""
    for mark in layout.marks:
        pen.fill([mark.box_mm])
        pen.fill(list_mark_whites(mark.number, mark.box_mm), grey=1.0)
    if layout.code_mm is not None:
        pen.fill(list_code_blacks(spec.code.spell(), layout.code_mm))


def find_text_left(layout: Layout) -> float:
    """The x in mm where print beside a left corner mark begins, clear of the mark's quiet zone."""
    return EDGE_MM + layout.marks[0].box_mm[2] + 4


def write_facts(spec: SheetSpec) -> str:
    """One line with rule set, games and seats, and with what is special about this sheet."""
    code = spec.code
    parts = [say(spec.lang, "paper.facts", rules=code.rules, games=code.games, seats=code.seats)]
    parts += [say(spec.lang, "paper.half", half=code.half)] if code.half else []
    parts += [say(spec.lang, "paper.plus")] if code.plus else []
    return "  ·  ".join(parts)


def draw_blank(
    pen: Pen, at: tuple[float, float], label: str, number: int | None, size_pt: float, line_mm: float
) -> float:
    """A label at `at` with its number, or with a line to write it on; gives the x in mm where it ends."""
    x, baseline = at
    pen.write((x, baseline), label, PLAIN, size_pt)
    x += measure_mm(label, PLAIN, size_pt) + 2
    if number is None:
        pen.draw_rule((x, baseline + 0.6), (x + line_mm, baseline + 0.6), RULE_MM, RULE_GREY)
        return x + line_mm
    pen.write((x, baseline), str(number), BOLD, size_pt)
    return x + measure_mm(str(number), BOLD, size_pt)


def draw_place(pen: Pen, box: Box, label: str, number: int | None, size_pt: float) -> None:
    """A label that ends left of `box`, and in it the number, or its frame to write in."""
    baseline = box[1] + box[3] - 2.0
    pen.write((box[0] - 2, baseline), label, PLAIN, size_pt, "right")
    if number is None:
        pen.draw_frame(box, BOX_MM, BOX_GREY)
    else:
        pen.write((box[0], baseline), str(number), BOLD, size_pt * 1.5)


def draw_start(pen: Pen, place: Box, spec: SheetSpec, seat: int) -> None:
    """A seat's start number as large as its place, or the two sides of its box that are no rules of the table."""
    x, y, width, height = place
    if seat in spec.code.unnamed_seats:
        pen.draw_rule((x, y), (x, y + height), BOX_MM, BOX_GREY)
        pen.draw_rule((x - BOX_MM / 2, y + height), (x + width, y + height), BOX_MM, BOX_GREY)
    elif spec.starts:
        line, size = fit(str(spec.starts[seat - 1]), BOLD, width - 1.6, 0.9 * height / MM_PER_PT, 8)
        pen.write((x + width - 0.8, y + (height + CAP_HEIGHT * size * MM_PER_PT) / 2), line, BOLD, size, "right")


def label_start(pen: Pen, box: Box, words: tuple[str, str], size_pt: float) -> None:
    """The seat, and below it what the number at its right is, in `box`."""
    x, y, width, height = box
    for word, face, share, line in ((words[0], BOLD, 1.0, 0.46), (words[1], PLAIN, 0.85, 0.86)):
        text, size = fit(word, face, width, size_pt * share, 5)
        pen.write((x, y + line * height), text, face, size)


def choose_title(spec: SheetSpec) -> str:
    """The sheet's title, cleaned; "Doppelkopf" where none was ordered."""
    return clean(spec.title) or say(spec.lang, "paper.title")


def draw_label(pen: Pen, box: Box, lines: Sequence[str], largest_pt: float, face: str = PLAIN) -> None:
    """Lines in the middle of a narrow cell, below each other, all in the largest size at which each fits."""
    size = min(fit(line, face, box[2] - 2.4, largest_pt, 6)[1] for line in lines)
    step = 1.15 * size * MM_PER_PT
    for number, line in enumerate(lines):
        shift = (number - (len(lines) - 1) / 2) * step
        pen.write_centred((box[0], box[1] + shift, box[2], box[3]), line, face, size)


def draw_hatching(pen: Pen, box: Box) -> None:
    """Light falling lines in the cell of the player who sits out."""
    x, y, width, height = box
    inset = min(HATCH_INSET_MM, height / 6)
    pen.hatch((x + inset, y + inset, width - 2 * inset, height - 2 * inset), HATCH_PITCH_MM, HATCH_MM, HATCH_GREY)


def draw_shade(pen: Pen, box: Box) -> None:
    """An even grey over a box that must not be crossed: hatching in it would pass for ink."""
    x, y, width, height = box
    inset = SHADE_INSET_MM
    pen.fill([(x + inset, y + inset, width - 2 * inset, height - 2 * inset)], SHADE_GREY)


def draw_cross(pen: Pen, box: Box, inset_mm: float, width_mm: float, grey: float) -> None:
    """A printed cross inside `box`, `inset_mm` from its border; its strokes are `width_mm` wide."""
    x, y, width, height = box
    left, right, top, low = x + inset_mm, x + width - inset_mm, y + inset_mm, y + height - inset_mm
    pen.draw_rule((left, top), (right, low), width_mm, grey)
    pen.draw_rule((left, low), (right, top), width_mm, grey)
