"""What every printed sheet has: machine marks, title, facts, labels, names, crosses, hatching.

Names are set to be read back by the scanner: large, and whole, on several lines where one is too short."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

import segno
from segno import consts

from templates.drawing.pen import (
    BOLD,
    CAP_HEIGHT,
    DESCENT,
    LEADING,
    MM_PER_PT,
    PLAIN,
    Pen,
    clean,
    fit,
    measure_mm,
    place_baseline_mm,
)
from templates.layout import EDGE_MM, Box, Layout
from templates.sheet_spec import SheetSpec
from texts.sentences import say

# The inner 4 x 4 modules of DICT_4X4_50, numbers 0 to 15, row by row, 1 is white, as `cv2.aruco` draws them.
_MARKS = (
    "1011010100110010",
    "0000111110011010",
    "0011001100101101",
    "1001100101000110",
    "0101010010011110",
    "0111100111001101",
    "1001111000101110",
    "1100010011110010",
    "1111111011011010",
    "1100111101010110",
    "1111100110010001",
    "0001000110100111",
    "0000111010110111",
    "0010101000001111",
    "0010010010110001",
    "0010011000111110",
)
_MARK_MODULES = 6  # the inner four and the black border on either side


def list_mark_whites(number: int, box: Box) -> Iterator[Box]:
    """The white modules of the corner mark `number`; all else of its square `box` is black."""
    side = box[2] / _MARK_MODULES
    for place, module in enumerate(_MARKS[number]):
        row, column = divmod(place, 4)
        if module == "1":
            yield box[0] + (column + 1) * side, box[1] + (row + 1) * side, side, side


def list_code_blacks(text: str, box: Box) -> Iterator[Box]:
    """The black modules of the QR code of `text`, which fills `box`; its quiet zone lies outside.

    Level Q is read even when a quarter of the code is lost (ISO/IEC 18004), say under a thumb or a coffee ring. The
    check letters of the names, from the asterisk on, are encoded as a part of their own: it takes 5.5 bits a letter
    instead of 8.
    """
    head, star, letters = text.partition("*")
    parts = [(head, consts.MODE_BYTE), *([(star + letters, consts.MODE_ALPHANUMERIC)] if star else [])]
    code = segno.make_qr(parts, error="q", boost_error=False)  # type: ignore[arg-type]  # its types know one part only
    matrix = code.matrix
    side = box[2] / len(matrix)
    for row, modules in enumerate(matrix):
        for column, module in enumerate(modules):
            if module:
                yield box[0] + column * side, box[1] + row * side, side, side


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
    half = "paper.half-totals" if code.style == "totals" else "paper.half"
    parts += [say(spec.lang, half, half=code.half)] if code.half else []
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


def draw_lines(pen: Pen, at: tuple[float, float], lines: Sequence[str], size_pt: float) -> None:
    """Writes lines below each other; `at` is their upper left corner."""
    for number, line in enumerate(lines):
        pen.write((at[0], at[1] + place_baseline_mm(number, size_pt)), line, PLAIN, size_pt, grey=LABEL_GREY)


def draw_label(pen: Pen, box: Box, lines: Sequence[str], largest_pt: float, face: str = PLAIN) -> None:
    """Lines in the middle of a narrow cell, below each other, all in the largest size at which they fit."""
    high = (box[3] - 0.8) / MM_PER_PT / (1.15 * (len(lines) - 1) + CAP_HEIGHT)
    size = min(high, *(fit(line, face, box[2] - 2.4, largest_pt, 6)[1] for line in lines))
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


LARGEST_PT = 14.0
_ONE_LINE_PT = 9.0  # a name that would be smaller than this in one line is set in several
_SMALLEST_PT = 5.5  # capitals of 1.35 mm; only names that fit in no other way
_UNCUT_PT = 7.0  # from here down a word that is wider than its cell is divided
_TALL = 0.95  # capitals with their accents, of the size
_SIDE_MM, _BELOW_MM = 0.6, 0.7  # from the cell's border to the letters at the left, and to what hangs below the line
_STEP_PT = 0.5


def draw_name(pen: Pen, box: Box, name: str) -> None:
    """A printed name low in its field, or a line to write it on."""
    x, y, width, height = box
    if not clean(name):
        pen.draw_rule((x + _SIDE_MM, y + height - 1), (x + width - _SIDE_MM, y + height - 1), RULE_MM, RULE_GREY)
        return
    write_name(pen, box, name)


def write_name(
    pen: Pen, box: Box, name: str, largest_pt: float = LARGEST_PT, one_line_pt: float = _ONE_LINE_PT
) -> None:
    """A name low in `box`, as large as it fits up to `largest_pt`; what would be below `one_line_pt` is broken."""
    x, y, width, height = box
    lines, size = break_name(name, (width - 2 * _SIDE_MM, height), largest_pt, one_line_pt)
    for above, line in enumerate(reversed(lines)):
        pen.write((x + _SIDE_MM, y + height - _measure_above_border(above, size)), line, BOLD, size)


def break_name(
    name: str, room_mm: tuple[float, float], largest_pt: float = LARGEST_PT, one_line_pt: float = _ONE_LINE_PT
) -> tuple[tuple[str, ...], float]:
    """The name's lines, and the largest size in points at which they all fit into `room_mm` (width, height).

    A name is cut only where it fits at no size.
    """
    width, height = room_mm
    whole = clean(name)
    line, size = fit(whole, BOLD, width, largest_pt, one_line_pt)
    if line == whole:
        return (line,), size
    for size in _list_sizes(largest_pt):
        lines = tuple(_wrap_name(whole, width, size))
        most = sum(_measure_above_border(line, size) + _TALL * size * MM_PER_PT <= height for line in range(len(lines)))
        if most == len(lines) and all(measure_mm(line, BOLD, size) <= width for line in lines):
            return lines, size
    return (*lines[: most - 1], fit(" ".join(lines[most - 1 :]), BOLD, width, size, size)[0]), size


def _measure_above_border(line: int, size: float) -> float:
    """How far above the field's lower border the baseline of a line lies, in mm; lines count upwards from 0."""
    return _BELOW_MM + (DESCENT + line * LEADING) * size * MM_PER_PT


def _list_sizes(size: float) -> Iterator[float]:
    """The sizes in points that are tried, from `size` down."""
    while size >= _SMALLEST_PT:
        yield size
        size -= _STEP_PT


def _wrap_name(name: str, width: float, size: float) -> Iterator[str]:
    """The lines of the name, parted at blanks and behind hyphens; in small print a word that is too wide is divided."""
    current = ""
    parts: list[str] = re.findall(r"[^ -]*-+ ?|[^ -]+ ?", name)
    for piece in (piece for part in parts for piece in _divide(part, width, size)):
        if current and measure_mm((current + piece).rstrip(), BOLD, size) > width:
            yield current.rstrip()
            current = ""
        current += piece
    yield current.rstrip()


def _divide(part: str, width: float, size: float) -> Iterator[str]:
    """The part itself, or pieces of it that fit the width; all pieces but the last end in a hyphen."""
    while size <= _UNCUT_PT and len(part) > 1 and measure_mm(part.rstrip(), BOLD, size) > width:
        ends = range(1, len(part))
        fitting = bisect_right(ends, width, key=lambda end: measure_mm(part[:end] + "-", BOLD, size))
        cut = max(1, min(fitting, (len(part) + 1) // 2))
        yield part[:cut] + "-"
        part = part[cut:]
    yield part
