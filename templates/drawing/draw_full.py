"""The printed full sheet: A4 across, headings above, an example row, and the key beside the sums.

The key says how the sheet is filled in and how these rules count, and reads the example row aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

from templates.drawing import sheet_parts as parts
from templates.drawing.pen import (
    BOLD,
    CAP_HEIGHT,
    ELLIPSIS,
    HAND,
    MM_PER_PT,
    PLAIN,
    Pen,
    fit,
    flow,
    measure_block_mm,
    place_baseline_mm,
)
from templates.drawing.sheet_parts import DIVIDER_GREY, LABEL_GREY, RULE_GREY, draw_name
from templates.full_sheet import (
    NAME_LABEL_MM,
    SEAT_MM,
    START_MM,
    choose_full_measures,
    find_example_row,
    find_kind,
    group_columns,
    place_columns,
)
from templates.layout import EDGE_MM, Box, Layout, Span, make_cell, round_mm
from templates.list_sheets import find_sitters, place_starts
from templates.sheet_code import SheetCode
from templates.sheet_spec import KeyBlock, SheetSpec
from texts.field_ids import STRUCK_ID, make_cell_id, make_field_id, make_seat_id, parse_column
from texts.languages import load_table
from texts.sentences import say

LABELS_MM = 17.4  # room for the words beside sums and signatures
_LEFT_MM, _GAP_MM = 49.0, 3.2
_QUIET_MM = 1.6  # what a corner mark keeps from words below it
_ABOVE_MM, _BELOW_SIGNS_MM = 1.2, 0.8  # the air between the table and the key
_TITLE_PT, _BELOW_TITLE_MM = 9.0, 1.1  # the largest title, and the air between it and the first line
_SIZES_PT = (9, 8.5, 8, 7.75, 7.5, 7.25, 7, 6.75, 6.5, 6.25, 6, 5.5)
_HEAD_SIZES_PT = (7.5, 7.25, 7.0)
_NARROWEST_MM, _STEP_MM = 30.0, 0.5


def draw_key(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws the key, all in one size but for its ends: what has room between title and round; blocks side by side at
    the left of the sums; and below these and their labels the last block, which tells the example row.
    """
    if len(spec.key) < 2:
        return
    *beside, last = _draw_first_lines(pen, layout, spec)
    top, low = layout.grid.ys_mm[-1] + _ABOVE_MM, sum(layout.marks[-1].box_mm[1::2])
    seats, signs_end = (
        layout.find_field(make_seat_id("sum", 1)).box_mm[0],
        sum(layout.find_field(make_seat_id("sign", 1)).box_mm[1::2]) + _BELOW_SIGNS_MM,
    )
    room = seats - LABELS_MM - _LEFT_MM - _GAP_MM * (len(beside) - 1), low - top
    size, widths = _share_room(beside, room)
    lefts = accumulate((width + _GAP_MM for width in widths[:-1]), initial=_LEFT_MM)
    for block, left, width in zip(beside, lefts, widths, strict=True):
        _draw_block(pen, block, (left, top, width, low - top), size)
    left = seats - LABELS_MM + _GAP_MM
    below = layout.page_mm[0] - parts.find_text_left(layout) - left, low - signs_end
    _draw_block(pen, last, (left, signs_end, *below), _share_room((last,), below)[0])


def _draw_first_lines(pen: Pen, layout: Layout, spec: SheetSpec) -> tuple[KeyBlock, ...]:
    """Draws the key's first sentences, as many as have room, between title and round; returns the key without them."""
    first, *others = spec.key
    left, top = parts.find_text_left(layout) + _TITLE_MM + _GAP_MM, layout.marks[0].box_mm[1]
    places = choose_full_measures(spec.code).head_places
    room = places["round"][0] - _PLACE_WORD_MM - left, layout.marks[0].box_mm[3]
    for count in range(len(first.lines), 0, -1):
        lines, size = flow((" ".join(first.lines[:count]),), PLAIN, room, _HEAD_SIZES_PT)
        if not lines[-1].endswith(ELLIPSIS):
            parts.draw_lines(pen, (left, top), lines, size)
            rest = KeyBlock(first.title, first.lines[count:])
            return (rest, *others) if rest.lines else tuple(others)
    return spec.key


def _share_room(blocks: Sequence[KeyBlock], room: tuple[float, float]) -> tuple[float, list[float]]:
    """The largest size in points at which all blocks fit side by side into `room` (width, height), and their widths."""
    for size in _SIZES_PT:
        needed = [_find_narrowest_mm(block, room, size) for block in blocks]
        spare = room[0] - sum(needed)
        if spare >= 0:
            break
    return size, [width + spare / len(blocks) for width in needed]


def _find_narrowest_mm(block: KeyBlock, room: tuple[float, float], size_pt: float) -> float:
    """The least width in mm in which the block is no higher than the room; more than the room's where none is."""
    low, high = 0, int((room[0] - _NARROWEST_MM) / _STEP_MM) + 1
    while low < high:
        middle = (low + high) // 2
        wrapped, _ = flow(block.lines, PLAIN, (_NARROWEST_MM + middle * _STEP_MM, room[0]), (size_pt,))
        fits = measure_block_mm(len(wrapped), size_pt) <= room[1] - _measure_head_mm(size_pt)
        low, high = (low, middle) if fits else (middle + 1, high)
    return _NARROWEST_MM + low * _STEP_MM


def _choose_title_pt(size_pt: float) -> float:
    """The size of a block's heading, in points."""
    return min(_TITLE_PT, size_pt + 1)


def _measure_head_mm(size_pt: float) -> float:
    """From the top of a block to the top of its first line, in mm."""
    return place_baseline_mm(0, _choose_title_pt(size_pt)) + _BELOW_TITLE_MM


def _draw_block(pen: Pen, block: KeyBlock, place: Box, size_pt: float) -> None:
    """The block's heading and its sentences."""
    x, y, width, height = place
    line, size = fit(block.title, BOLD, width, _choose_title_pt(size_pt), 6)
    pen.write((x, y + place_baseline_mm(0, size)), line, BOLD, size)
    top = y + _measure_head_mm(size_pt)
    lines, size = flow(block.lines, PLAIN, (width, y + height - top), (size_pt,))
    parts.draw_lines(pen, (x, top), lines, size)


FRAME_MM, GROUP_MM, RULE_MM = 0.6, 0.45, 0.25  # the widest rule is a ninth of the lowest row
BAND_GREY, EXAMPLE_GREY, TINT_GREY = 0.85, 0.88, 0.955
INK_GREY = 0.25  # of the example, which must not pass for a game
_TURNED_PT, _TURNED_AIR_MM = 10.0, 0.8  # of turned headings, and above and below them
_PLACE_WORD_MM = 18.0  # room for "Runde" left of its box, and some air
_TITLE_MM = 74.0  # the title's room, right of which the key begins
_STRUCK_WORDS_MM = (11.0, 6.2)  # below the box to tick, between the edge and the code
_SHORT = 2  # headings of up to so many letters are upright, longer ones run upwards


def draw_full(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws a full sheet on the page under `pen`."""
    _draw_tints(pen, layout)
    parts.draw_machine_marks(pen, layout, spec)
    _draw_head(pen, layout, spec)
    _draw_band(pen, layout, spec)
    _draw_sitters(pen, layout, spec)
    _draw_rules(pen, layout, spec)
    _draw_headings(pen, layout, spec)
    _draw_names(pen, layout, spec)
    _draw_numbers(pen, layout, spec)
    _draw_example(pen, layout, spec)
    _draw_sums(pen, layout, spec)
    if spec.code.timed:
        _draw_struck(pen, layout, spec)
    draw_key(pen, layout, spec)


def _draw_tints(pen: Pen, layout: Layout) -> None:
    """Tints every second game, so that the eye keeps its row across the page; the example row is darker."""
    left, right = layout.grid.xs_mm[0], layout.grid.xs_mm[-1]
    rows = list(pairwise(layout.grid.ys_mm))[1:]
    pen.fill([(left, rows[0][0], right - left, rows[0][1] - rows[0][0])], EXAMPLE_GREY)
    pen.fill([(left, top, right - left, low - top) for top, low in rows[2::2]], TINT_GREY)


def _draw_head(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Writes title and facts between the upper marks, and at the right round and table."""
    left, top = parts.find_text_left(layout), layout.marks[0].box_mm[1]
    title, size = fit(parts.choose_title(spec), BOLD, _TITLE_MM, 15, 9)
    pen.write((left, top + 4.8), title, BOLD, size)
    line, size = fit(parts.write_facts(spec), PLAIN, _TITLE_MM, 8, 5.5)
    pen.write((left, top + 8.6), line, PLAIN, size, grey=LABEL_GREY)
    numbers = {"round": spec.code.round, "table": spec.code.table}
    for word, box in choose_full_measures(spec.code).head_places.items():
        parts.draw_place(pen, box, say(spec.lang, f"paper.{word}"), numbers[word], 13)


def _draw_band(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Writes the groups' names above the table."""
    columns, low = place_columns(spec.code), layout.grid.ys_mm[0]
    for group, names in group_columns(spec.code):
        left, right = columns[names[0]][0], sum(columns[names[-1]])
        top = choose_full_measures(spec.code).band_mm
        begin = max(left + 0.5, EDGE_MM + layout.marks[0].box_mm[2] + _QUIET_MM)
        box = (begin, top, right - begin - 0.5, low - top - 0.5)
        key = "points-plus" if group == "points" and spec.code.plus else group
        pen.fill([box], BAND_GREY)
        line, size = fit(say(spec.lang, f"paper.group.{key}"), BOLD, box[2] - 0.6, 9, 5.5)
        pen.write_centred(box, line, BOLD, size)


def _draw_rules(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws the table; rules are heavier between groups of columns, and above and below the games."""
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    places = place_columns(spec.code)
    strong = _find_strong(spec.code, places)
    for x in xs[1:-1]:
        pen.draw_rule((x, ys[0]), (x, ys[-1]), *((GROUP_MM, DIVIDER_GREY) if x in strong else (RULE_MM, RULE_GREY)))
    last = len(spec.code.numbers)
    for top, low in list(pairwise(ys))[2 + last :]:  # an offence that is no game has nothing but points
        pen.fill([(xs[0], top, places["p1"][0] - GROUP_MM / 2 - xs[0], low - top)], EXAMPLE_GREY)
    section = last - spec.section if spec.section and spec.code.half != 1 else -1
    for row, y in enumerate(ys[1:-1], -1):  # row -1 closes the head, row 0 the example, row n the nth game
        heavy = row in (-1, 0, last, section)
        pen.draw_rule((xs[0], y), (xs[-1], y), *((GROUP_MM, DIVIDER_GREY) if heavy else (RULE_MM, RULE_GREY)))
    pen.draw_frame((xs[0], ys[0], xs[-1] - xs[0], ys[-1] - ys[0]), FRAME_MM)


def _find_strong(code: SheetCode, places: Mapping[str, Span]) -> set[float]:
    """Where a heavy rule stands, in mm: left of each group, but not beside the Augen, whose three digits touch it."""
    groups = {places[names[0]][0] for _, names in group_columns(code)}
    return groups - {places["augen"][0], round_mm(sum(places["augen"]))}


def _draw_sitters(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Hatches the cells of the seats that sit out: they can neither be Re nor have points."""
    for game in spec.code.numbers:
        for seat in () if spec.is_in_section(game) else find_sitters(game, layout.seats, spec.away):
            parts.draw_shade(pen, layout.find_field(make_field_id(game, f"re{seat}")).box_mm)
            parts.draw_hatching(pen, layout.find_field(make_cell_id(game, seat)).box_mm)


def _draw_headings(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Writes upright headings in one size; turned ones each as large as its cell allows, up to `_TURNED_PT`."""
    top, low = layout.grid.ys_mm[:2]
    boxes = {name: make_cell(column, (top, low - top)) for name, column in place_columns(spec.code).items()}
    parts.draw_label(pen, boxes.pop("number"), (say(spec.lang, "paper.number"),), 11, BOLD)
    names = [name for name in boxes if find_kind(spec.code, name) != "points"]
    heads = [(boxes[name], _choose_heading(spec, name)) for name in names]
    upright = [(box, word) for box, word in heads if len(word) <= _SHORT or box[2] > 10]
    turned = [(box, word) for box, word in heads if not (len(word) <= _SHORT or box[2] > 10)]
    size = min(fit(word, BOLD, box[2] - 1.6, 12, 8)[1] for box, word in upright)
    for (x, y, width, height), word in upright:
        pen.write((x + width / 2, y + height - 2), word, BOLD, size, "centre")
    for (x, y, width, height), word in turned:
        line, size = fit(word, BOLD, height - 2 * _TURNED_AIR_MM, _TURNED_PT, 6)
        pen.write_upwards(
            (x + (width + CAP_HEIGHT * size * MM_PER_PT) / 2, y + height - _TURNED_AIR_MM), line, BOLD, size
        )


def _choose_heading(spec: SheetSpec, name: str) -> str:
    """The word for a column: the rule set's own, or the usual one; for a Re seat its number."""
    usual, field = load_table(spec.lang, "paper"), parse_column(name)
    short = field.solo or field.kind if "." in name else name
    known = dict(spec.heads).get(short) or usual.get(f"paper.head.{name}") or usual.get(f"paper.head.{short}")
    return known or name.removeprefix("re")


def _draw_names(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Writes each seat's number above the place for its player's name, and the name where it is known."""
    top, low = layout.grid.ys_mm[:2]
    columns = place_columns(spec.code)
    seats = [columns[f"p{seat}"] for seat in range(1, layout.seats + 1)]
    starts = place_starts(seats, (top, low - top), START_MM, SEAT_MM)
    for seat, name in enumerate(spec.names or ("",) * layout.seats, 1):
        box = layout.find_field(make_seat_id("name", seat)).box_mm
        baseline = top + NAME_LABEL_MM - 0.8
        pen.write((box[0], baseline), str(seat), BOLD, 13)
        if spec.code.starts:
            _draw_start(pen, starts[seat - 1], spec, seat)
        else:
            pen.write((box[0] + 4, baseline), say(spec.lang, "paper.name"), PLAIN, 7.5, grey=LABEL_GREY)
        draw_name(pen, box, name)


def _draw_start(pen: Pen, place: Box, spec: SheetSpec, seat: int) -> None:
    """Draws a seat's start number; or its box, and below it what is written there."""
    parts.draw_start(pen, place, spec, seat)
    if seat in spec.code.unnamed_seats:
        x, y, width, height = place
        at = x + width - 0.8, y + height + 2.4
        pen.write(at, say(spec.lang, "paper.start"), PLAIN, 6.5, "right", LABEL_GREY)


def _draw_numbers(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Writes the games' numbers, and what the rows for offences are for."""
    xs, rows = layout.grid.xs_mm, list(pairwise(layout.grid.ys_mm))
    numbers = [(_write_number(spec, game), 10.0) for game in spec.code.numbers]
    labels = [(say(spec.lang, "paper.example"), 7.5), *numbers]
    for (top, low), (word, size) in zip(rows[1:], labels, strict=False):
        line, size = fit(word, BOLD, xs[1] - xs[0] - 1.2, size, 6)
        pen.write_centred((xs[0], top, xs[1] - xs[0], low - top), line, BOLD, size)
    seats = layout.find_field(make_seat_id("sum", 1)).box_mm[0]
    for top, low in rows[1 + len(labels) :]:
        line, size = fit(spec.offence or say(spec.lang, "paper.offence"), BOLD, seats - xs[0] - 6, 9.5, 6)
        pen.write((seats - 2, (top + low) / 2 + CAP_HEIGHT * size * MM_PER_PT / 2), line, BOLD, size, "right")


def _write_number(spec: SheetSpec, game: int) -> str:
    """A game's number; "S17" in the rows for the Pflichtsoli."""
    return f"S{game}" if spec.is_in_section(game) else str(game)


def _draw_example(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Fills in the example row as a player would."""
    places, row = place_columns(spec.code), find_example_row(layout)
    side = min(row[1], 5.0) - 1.6
    for name in (name for name in places if name in spec.example.crossed):  # in the order of the columns, always
        x, y, width, height = make_cell(places[name], row)
        box = (x + (width - side) / 2, y + (height - side) / 2, side, side)
        parts.draw_cross(pen, box, 0, 0.45, INK_GREY)
    for name, text in spec.example.written:
        box = make_cell(places[name], row)
        pen.write_centred((box[0], box[1], box[2], box[3]), text, HAND, min(13.0, box[3] * 2.4), INK_GREY)


def _draw_struck(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws the box to tick when games were struck, and below it what it is for."""
    x, y, width, height = layout.find_field(STRUCK_ID).box_mm
    pen.draw_frame((x, y, width, height), GROUP_MM, DIVIDER_GREY)
    words = say(spec.lang, "paper.struck").split("\n")
    parts.draw_label(pen, (x, y + height, *_STRUCK_WORDS_MM), words, 6.5)


def _draw_sums(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws the rows for sums and signatures below the seats, with their words at the left."""
    left, right, top = layout.find_field(make_seat_id("sum", 1)).box_mm[0], layout.grid.xs_mm[-1], layout.grid.ys_mm[-1]
    sums, signs = (layout.find_field(make_seat_id(name, 1)).box_mm[1::2] for name in ("sum", "sign"))
    for x, _ in (place_columns(spec.code)[f"p{seat}"] for seat in range(2, layout.seats + 1)):
        pen.draw_rule((x, top), (x, sum(signs)), RULE_MM, RULE_GREY)
    pen.draw_rule((left, signs[0]), (right, signs[0]), RULE_MM, RULE_GREY)
    pen.draw_frame((left, top, right - left, sum(signs) - top), FRAME_MM)
    total, sign = say(spec.lang, "paper.total"), say(spec.lang, "paper.signature").replace("-\n", "")
    for (y, height), text, size in ((sums, total, 11.0), (signs, sign, 8.0)):
        middle = y + height / 2 + CAP_HEIGHT * size * MM_PER_PT / 2
        pen.write((left - 2, middle), text, BOLD if size > 10 else PLAIN, size, "right")
