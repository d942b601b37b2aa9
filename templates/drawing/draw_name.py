"""A player's name in the head of a sheet, set to be read back by the scanner: large, and whole, on several lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from templates.drawing.lettering import BOLD, DESCENT, LEADING, MM_PER_PT, clean, fit, measure_mm
from templates.drawing.pen import Pen
from templates.drawing.sheet_parts import RULE_GREY, RULE_MM
from templates.layout import Box

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
