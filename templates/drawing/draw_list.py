"""The printed lists, styles `points` and `totals`: A4 or A5 upright."""

from __future__ import annotations

from itertools import pairwise
from string import digits

from templates.drawing import sheet_parts as parts
from templates.drawing.pen import BOLD, PLAIN, Pen, fit, flow, measure_block_mm
from templates.drawing.sheet_parts import (
    BOX_GREY,
    BOX_MM,
    DIVIDER_GREY,
    DIVIDER_MM,
    LABEL_GREY,
    RULE_GREY,
    RULE_MM,
    draw_name,
)
from templates.layout import EDGE_MM, Box, Layout, make_cross_box
from templates.list_sheets import (
    Measures,
    choose_measures,
    count_offence_rows,
    find_sitters,
    has_offence_boxes,
    number_rows,
    order_columns,
    place_head_boxes,
    place_starts,
)
from templates.sheet_spec import SheetSpec
from texts.field_ids import BOCK_COLUMNS, make_field_id, make_seat_id
from texts.sentences import say

FRAME_MM = 0.8  # strong enough to be found at 4 px a millimetre, and to survive a copier
FIFTH_MM = 0.45  # the rule below every fifth game, so that the eye keeps its row
_SIZES_PT = (8.5, 8, 7.75, 7.5, 7.25, 7, 6.75, 6.5, 6.25, 6, 5.5)
_PLACE_KEYS = ("paper.round", "paper.table")
_LABEL_INSET_MM = 3.0  # a start number may run over the rule at its right
_FILLING_MM = 9.0  # between the table's number and what is to be filled in
_GAP_MM = 3.0  # between the facts and what is to be filled in


def draw_list(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws a list on the page under `pen`."""
    size = choose_measures(spec.code)
    parts.draw_machine_marks(pen, layout, spec)
    _draw_head(pen, layout, spec, size)
    _draw_sitters(pen, layout, spec)
    _draw_rules(pen, layout, spec)
    _draw_names(pen, layout, spec, size)
    _draw_headings(pen, layout, spec, size)
    _draw_numbers(pen, layout, spec)
    _draw_cross_boxes(pen, layout, spec)
    _draw_foot(pen, layout, spec)


def _draw_head(pen: Pen, layout: Layout, spec: SheetSpec, size: Measures) -> None:
    """Writes title, round and table, the facts, and how the list is filled in; on A5 in smaller letters."""
    left, part = parts.find_text_left(layout), size.paper.code_mm[3] / 22
    room = (layout.code_mm or (layout.page_mm[0],))[0] - 4 - left
    title, points = fit(parts.choose_title(spec), BOLD, room, 20 * part, 11 * part)
    top = layout.marks[0].box_mm[1]
    pen.write((left, top + 7 * part), title, BOLD, points)
    x = left - 8 * part
    for key, number in zip(_PLACE_KEYS, (spec.code.round, spec.code.table), strict=True):
        if not spec.code.starts:
            x = parts.draw_blank(
                pen, (x + 8 * part, top + 15.3 * part), say(spec.lang, key), number, 12 * part, 18 * part
            )
    if spec.code.starts:
        x = _draw_places(pen, spec, size)
    filling, _ = _split_key(spec)
    lines, points = flow(filling, PLAIN, (left + room - x - _FILLING_MM, 9.4), _SIZES_PT)
    parts.draw_lines(pen, (x + _FILLING_MM, top + 10), lines, points)
    if spec.code.starts and filling:  # how to fill it in is printed beside the facts
        room = x + _FILLING_MM - _GAP_MM - left
    line, points = fit(parts.write_facts(spec), PLAIN, room, max(7.5, 8 * part), 6)
    pen.write((left, top + (13 if spec.code.starts else 22) * part), line, PLAIN, points, grey=LABEL_GREY)


def _draw_places(pen: Pen, spec: SheetSpec, size: Measures) -> float:
    """Writes round and table at their boxes; returns the x in mm where the last one ends."""
    places = place_head_boxes(size)
    for key, (word, box) in zip(_PLACE_KEYS, places.items(), strict=True):
        number = spec.code.round if word == "round" else spec.code.table
        parts.draw_place(pen, box, say(spec.lang, key), number, 12 * size.label_pt / 8)
    *_, (x, _, width, _) = places.values()
    return x + width


def _draw_rules(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws the table; rules are heavier between groups of columns, after every fifth game and around the games."""
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    last = len(spec.code.numbers)
    section = last - spec.section if spec.section and spec.code.half != 1 else -1
    for row, y in enumerate(ys[1:-1]):  # row 0 closes the head, row n the nth game
        fifth = row % 5 == 0 and row < last
        strong = row in (0, last, section) or y in ys[-3:]
        width, grey = (DIVIDER_MM, DIVIDER_GREY) if strong else (FIFTH_MM if fifth else RULE_MM, RULE_GREY)
        pen.draw_rule((xs[0], y), (xs[-1], y), width, grey)
    for x, (before, after) in zip(xs[1:-1], pairwise(order_columns(spec.code)), strict=True):
        strong = _find_group(before) != _find_group(after)
        pen.draw_rule((x, ys[0]), (x, ys[-1]), *((DIVIDER_MM, DIVIDER_GREY) if strong else (RULE_MM, RULE_GREY)))
    pen.draw_frame((xs[0], ys[0], xs[-1] - xs[0], ys[-1] - ys[0]), FRAME_MM)


def _find_group(column: str) -> str:
    """The group of a column: the seats are one, and so are the crosses."""
    return "cross" if column in ("solo", "offence", *BOCK_COLUMNS) else column.rstrip(digits)


def _draw_sitters(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Hatches the cells of the seats that sit out; on a list of running totals it shades the winners' boxes instead."""
    what = "p" if spec.code.style == "points" else "win"
    for game in spec.code.numbers:
        for seat in () if spec.is_in_section(game) else find_sitters(game, layout.seats, spec.away):
            draw = parts.draw_hatching if what == "p" else parts.draw_shade
            draw(pen, layout.find_field(make_field_id(game, f"{what}{seat}")).box_mm)


def _find_head_cell(layout: Layout, spec: SheetSpec, name: str) -> Box:
    """The head cell of a column."""
    place, xs, ys = order_columns(spec.code).index(name), layout.grid.xs_mm, layout.grid.ys_mm
    return xs[place], ys[0], xs[place + 1] - xs[place], ys[1] - ys[0]


def _draw_names(pen: Pen, layout: Layout, spec: SheetSpec, size: Measures) -> None:
    """Writes each seat's number above the place for its player's name, and the name where it is known."""
    word = say(spec.lang, "paper.seat")
    for seat, name in enumerate(spec.names or ("",) * layout.seats, 1):
        box = layout.find_field(make_seat_id("name", seat)).box_mm
        if not spec.code.starts:
            pen.write((box[0] + 0.6, box[1] - 0.7), f"{word} {seat}", BOLD, size.label_pt)
        draw_name(pen, box, name)
    if spec.code.starts:
        _draw_starts(pen, layout, spec, size)


def _draw_starts(pen: Pen, layout: Layout, spec: SheetSpec, size: Measures) -> None:
    """Draws each start number, or its box, and left of it the seat and what the number is."""
    cells = [_find_head_cell(layout, spec, name) for name in order_columns(spec.code) if name[:-1] in ("p", "total")]
    columns, head = [(x, width) for x, _, width, _ in cells], (cells[0][1], cells[0][3])
    places = place_starts(columns, head, size.start_mm, size.seat_mm)
    for seat, ((x, y, *_), place) in enumerate(zip(cells, places, strict=True), 1):
        words = f"{say(spec.lang, 'paper.seat')} {seat}", say(spec.lang, "paper.start")
        inset = max(1.0, min(_LABEL_INSET_MM, place[0] - x - size.seat_mm + 1.0))
        parts.label_start(pen, (x + inset, y, place[0] - x - inset - 0.6, place[3]), words, size.label_pt)
        parts.draw_start(pen, place, spec, seat)


def _draw_headings(pen: Pen, layout: Layout, spec: SheetSpec, size: Measures) -> None:
    """Writes the words above every column but those of the seats."""
    keys = {"number": "paper.game"} | {name: f"paper.{name}" for name in ("solo", "value", *BOCK_COLUMNS)}
    heads = {name: tuple(say(spec.lang, key).split("\n")) for name, key in keys.items()}
    heads["offence"] = _choose_offence_heading(spec)
    for name in order_columns(spec.code):
        x, y, width, height = _find_head_cell(layout, spec, name)
        low = (x, y + size.name_label_mm, width, height - size.name_label_mm)
        if heads.get(name):
            parts.draw_label(pen, low, heads[name], 10, BOLD)
        elif name == "wins":
            at = x + width / 2, y + size.name_label_mm - 0.7
            pen.write(at, say(spec.lang, "paper.win"), BOLD, size.label_pt, "centre")
            for seat in range(1, layout.seats + 1):
                left, _, side, _ = layout.find_field(make_field_id(spec.code.numbers[0], f"win{seat}")).box_mm
                pen.write_centred((left, low[1], side, low[3]), str(seat), BOLD, 12)


def _choose_offence_heading(spec: SheetSpec) -> tuple[str, ...]:
    """The words above the column for offences: "Strafe", or "Strafe unten" where only the offence rows use it."""
    if spec.code.style != "points" or has_offence_boxes(spec.code):
        return (say(spec.lang, "paper.offence"),)
    return (say(spec.lang, "paper.offence"), say(spec.lang, "paper.below")) if count_offence_rows(spec.code) else ()


def _draw_numbers(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Writes what each row is for: the games' numbers, Pflichtsolo, offence, sum, signature."""
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    rows: list[Box] = [(xs[0], top, xs[1] - xs[0], bottom - top) for top, bottom in pairwise(ys)]
    for number, row in zip(number_rows(spec.code), rows[1:-2], strict=True):
        if number > layout.games:
            offence = say(spec.lang, "paper.minor" if spec.minor else "paper.offence")
            parts.draw_label(pen, row, offence.split("\n"), 8.5)
        elif spec.is_in_section(number):
            parts.draw_label(pen, row, (f"{say(spec.lang, 'paper.section')} {number}",), 9.5, BOLD)
        else:
            pen.write_centred(row, str(number), BOLD, 12)
    total = "paper.total" if spec.code.style == "points" else "paper.final"
    parts.draw_label(pen, rows[-2], (say(spec.lang, total),), 8.5, BOLD)
    parts.draw_label(pen, rows[-1], say(spec.lang, "paper.signature").split("\n"), 7.5)
    if spec.code.timed:
        x, _, width, _ = _find_head_cell(layout, spec, "solo")
        words = say(spec.lang, "paper.struck-small" if spec.code.small else "paper.struck").split("\n")
        parts.draw_label(pen, (x, rows[-2][1], width, rows[-2][3]), words, 6.5)


def _draw_cross_boxes(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws the boxes to cross. An offence row's box is printed crossed: the row is an offence by its place."""
    for field in layout.fields:
        if field.kind == "cross":
            pen.draw_frame(field.box_mm, BOX_MM, BOX_GREY)
    if "offence" not in order_columns(spec.code):
        return
    x, _, width, _ = _find_head_cell(layout, spec, "offence")
    rows = [(x, top, width, bottom - top) for top, bottom in pairwise(layout.grid.ys_mm)]
    games = len(spec.code.numbers)
    for row in rows[1 : games + 1] if not has_offence_boxes(spec.code) else ():
        parts.draw_shade(pen, row)
    for row in rows[games + 1 : -2]:
        box = make_cross_box(row)
        pen.draw_frame(box, BOX_MM, BOX_GREY)
        parts.draw_cross(pen, box, 1.2, 0.5, BOX_GREY)


def _split_key(spec: SheetSpec) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The key in two parts: one beside round and table, where only A4 has room, and one at the foot."""
    return ((), spec.key_lines) if spec.code.small else (spec.key_lines[:1], spec.key_lines[1:])


def _draw_foot(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Writes the key between the lower marks."""
    left, mark = parts.find_text_left(layout), layout.marks[0].box_mm[2]
    low = layout.page_mm[1] - EDGE_MM
    under = choose_measures(spec.code).bottom_mm + 1.2  # the table's lowest place, and some air
    _, foot = _split_key(spec)
    lines, size = flow(foot, PLAIN, (layout.page_mm[0] - 2 * left, low - under), _SIZES_PT)
    high = measure_block_mm(len(lines), size)
    top = min(low - (mark + high) / 2, low - high)  # level with the marks, and never lower
    parts.draw_lines(pen, (left, top), lines, size)
