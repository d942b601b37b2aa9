"""What each row and column of a seen table is for: by its heading or label, else by its contents, else assumed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from templates.foreign.layout_draft import KINDS, Column
from templates.foreign.seen_table import (
    Meaning,
    SeenCell,
    SeenTable,
    clean_line,
    find_meaning,
    has_meaning,
    is_numbered,
    make_slug,
)
from templates.layout import FieldKind
from texts.sentences import Phrase

RowUse = Literal["head", "body", "sum", "sign", "offence", "gap", "merged"]

_MOST_HEADS = 3
"""Rows of headings, one below the other."""
LABELS = 2
"""Columns at the left in which a row's label may be."""
_LOW = 0.7
"""A row without upright rules that is lower than this many usual rows is the gap between two blocks."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row, counted from 1: its use, and its label as read, "" for none."""

    number: int
    use: RowUse
    label: str


def guess_rows(seen: SeenTable) -> tuple[Row, ...]:
    """The use of every row, from the top."""
    heads = _count_heads(seen)
    return tuple(Row(row + 1, _guess_use(seen, row, heads), _find_label(seen, row)) for row in range(seen.rows))


def read_number(cell: SeenCell) -> int | None:
    """The whole number without sign in a cell; None where the cell has anything else, or nothing."""
    for text in (cell.number, cell.print_.rstrip(".:")):
        if text.isascii() and text.isdigit():
            return int(text)
    return None


def _find_label(seen: SeenTable, row: int) -> str:
    """The words at the left of a row, counted from 0."""
    cells = seen.cells[row][: min(LABELS, seen.columns - 1)]
    return next((cell.print_ for cell in cells if cell.has_words), "")


def _guess_use(seen: SeenTable, row: int, heads: int) -> RowUse:
    """What the row, counted from 0, is for; `heads`: how many rows at the top hold headings."""
    if row < heads:
        return "head"
    inner, worded = seen.walls[row][1:-1], any(cell.has_words for cell in seen.cells[row])
    low = seen.edges_y_mm[row + 1] - seen.edges_y_mm[row] < _LOW * seen.pitch_mm
    if low and not worded and 2 * sum(inner) < len(inner):
        return "gap"
    if inner and not any(inner):
        return "merged"
    meaning = find_meaning(_find_label(seen, row))
    uses: dict[str, RowUse] = {"sum": "sum", "sign": "sign", "offence": "offence"}
    return "body" if meaning is None else uses.get(meaning.name, "body")


def _count_heads(seen: SeenTable) -> int:
    """How many rows at the top hold headings.

    These are all rows above the one that is numbered 1. Where no row is, they are the rows that look like headings.
    """
    for row in range(1, min(_MOST_HEADS + 1, seen.rows - 1)):
        if (read_number(seen.cells[row][0]), read_number(seen.cells[row + 1][0])) == (1, 2):
            return row
    count = 0
    while count < min(_MOST_HEADS, seen.rows - 1) and _is_head(seen, count):
        count += 1
    return count


def _is_head(seen: SeenTable, row: int) -> bool:
    """Whether a row looks like headings: the first by a known heading, or by words in most of what is filled in.

    A row below the first needs known headings and no numbers.
    """
    cells = seen.cells[row]
    words = [column for column, cell in enumerate(cells) if cell.has_words]
    known = [column for column in words if _is_heading(cells[column].print_)]
    numbers = sum(bool(cell.number) and not cell.has_words for cell in cells)
    title = seen.columns > 2 and not any(seen.walls[row][1:-1]) and bool(words)
    if title:
        return True
    if row == 0 and seen.headed_above and not any(column >= LABELS for column in words):
        return False  # the headings are above the table
    labels_only = all(column < LABELS for column in words) and seen.columns > LABELS
    if labels_only and known and has_meaning(cells[known[0]].print_, "sum", "sign", "offence"):
        return False
    if row == 0:
        inked = sum(cell.ink for cell in cells)
        return bool(known) or (len(words) >= 2 and 2 * len(words) >= inked and numbers <= len(words))
    return bool([column for column in known if column > 0]) and numbers == 0


def _holds_known(cell: SeenCell) -> bool:
    """Whether the print in a cell is a known heading, or a word with a number."""
    return cell.has_words and _is_heading(cell.print_)


def _is_heading(text: str) -> bool:
    """Whether the text is a known heading, or a word with a number: "Spiel 3"."""
    return find_meaning(text) is not None or (is_numbered(text) and len(make_slug(text)) >= 2)


_LABELLED = 0.4
"""Share of a column's cells with words from which the column is print: labels of rows; games between have pictures."""
COUNTED = 0.6
"""Share of cells that count up from which a column holds printed numbers of the rows."""
_LEVEL, _HIGH, _ONE_IN = 0.04, 0.02, 8
"""How far ends of printed numbers may be from where they usually are, and how much their heights may differ, in rows;
and one in how many may more. The first follows the rules around them, which are seen a little beside their places. So
113 of 114 printed columns in composed photographs are known, and none of 228 by even and uneven hands in ballpoint,
felt pen and pencil is taken for one; of the first five rows none, of the first three two."""
_LEAST_SEEN, _MOSTLY = 3, 0.3
"""Filled cells that show a column's kind, and the share of sure numbers among them: 0.4 in pencil, 0 in words."""
_ALIGNED, _WORDS_ONE_IN = 0.08, 4
"""How far beginnings, middles or ends of print may be from where they usually are across, in rows, and one in how many
words may be farther: of 14 centred labels of a photographed card one is; hands begin 0.14 apart."""
_ALIKE = 0.1
"""How much the widths of neighbours may differ that are of one kind, as a share of the width."""
_CROSS_WIDE = 2.6
"""Width in row heights beyond which a column is wide for a cross."""
_NARROW = 1.3
"""Width in row heights up to which unread ink is taken for crosses."""
_EVEN, _SQUARE = 0.12, (0.8, 1.25)
"""How much the cells of a grid of digits may differ, as a share, and their least and greatest width by height."""


def is_digit_grid(seen: SeenTable) -> bool:
    """Whether the table is one of equal squares without headings, such as a sudoku."""
    if min(seen.columns, seen.rows) < 4 or any(_holds_heading(cell) for row in seen.cells for cell in row):
        return False
    sides = [[b - a for a, b in pairwise(edges)] for edges in (seen.edges_x_mm, seen.edges_y_mm)]
    means = [sum(steps) / len(steps) for steps in sides]
    even = all(abs(step - mean) <= _EVEN * mean for steps, mean in zip(sides, means, strict=True) for step in steps)
    numbers = [cell.number for row in seen.cells for cell in row if cell.number]
    single = sum(len(number) == 1 for number in numbers) >= 0.8 * len(numbers)
    return even and _SQUARE[0] <= means[0] / means[1] <= _SQUARE[1] and single


def guess_columns(seen: SeenTable, rows: Sequence[Row]) -> tuple[Column, ...]:
    """Every column with its kind and why."""
    body = [row.number - 1 for row in rows if row.use in ("body", "sum", "offence")]
    columns = [_guess_column(seen, column, _find_heading(seen, rows, column), body) for column in range(seen.columns)]
    return tuple(_follow_neighbour(seen, columns, column) for column in columns)


def _follow_neighbour(seen: SeenTable, columns: Sequence[Column], column: Column) -> Column:
    """A column without a heading takes the kind of a neighbour as wide as it whose heading has a number ("2. Spiel").

    The reason says so, and that it is an assumption.
    """
    if column.sure or column.heading or column.kind is None:
        return column
    width_mm = seen.measure_width_mm(column.number - 1)
    for other in columns[max(column.number - 2, 0) : column.number + 1]:
        alike = abs(seen.measure_width_mm(other.number - 1) - width_mm) <= _ALIKE * width_mm
        if other.sure and other.kind is not None and alike and is_numbered(other.heading):
            return replace(column, kind=other.kind, why=Phrase("foreign.why.like", {"column": other.number}))
    return column


def _find_heading(seen: SeenTable, rows: Sequence[Row], column: int) -> str:
    """The lowest heading over a column, counted from 0; without any, the print above the table; "" for none.

    Cells without a rule between them share their heading, but for a row of known headings without any rule.
    """
    for row in reversed([row.number - 1 for row in rows if row.use == "head"]):
        first, end = _find_merged(seen, row, column)
        if end - first == seen.columns and 2 * sum(map(_holds_known, seen.cells[row])) >= seen.columns:
            first, end = column, column + 1
        words = " ".join(cell.print_ for cell in seen.cells[row][first:end] if cell.trust > 0)
        if words and end - first < seen.columns:
            return words
    headed = any(row.use == "head" for row in rows)
    return seen.above[column] if seen.headed_above and not headed else ""


def _find_merged(seen: SeenTable, row: int, column: int) -> tuple[int, int]:
    """The columns whose cells have no rule between them and the given cell: the first, and the one after the last."""
    first, end = column, column + 1
    while first > 0 and not seen.walls[row][first]:
        first -= 1
    while end < seen.columns and not seen.walls[row][end]:
        end += 1
    return first, end


def _holds_heading(cell: SeenCell) -> bool:
    """Whether the print in a cell is a known heading."""
    return cell.has_words and find_meaning(cell.print_) is not None


def _guess_column(seen: SeenTable, column: int, heading: str, body: Sequence[int]) -> Column:
    """The column, counted from 0; `body`: the rows to fill in, counted from 0."""
    cells = [seen.cells[row][column] for row in body]
    meaning, shown = find_meaning(heading), clean_line(heading)
    name = make_slug(heading) or f"c{column + 1}"
    words = sum(cell.has_words for cell in cells)
    if _counts_up(cells) and (meaning is None or meaning.name == "nr"):
        if is_printed(cells):
            return Column(column + 1, shown, None, name, Phrase("foreign.why.numbers"), True)
        return Column(column + 1, shown, "number", name, Phrase("foreign.why.written-numbers"), False)
    outside = bool(heading) and heading == seen.above[column]  # a title over the table says little
    worded = meaning is not None and meaning.kind == "text" and not outside
    if words >= max(2, _LABELLED * len(cells)) and not worded and not _is_aligned(cells):
        return Column(column + 1, shown, "text", name, Phrase("foreign.why.written-labels"), False)
    if words >= max(2, _LABELLED * len(cells)) and not worded:
        why = Phrase("foreign.why.labels")
        if column >= LABELS:
            why = Phrase("foreign.why.labels-perhaps", {"why": why})
        return Column(column + 1, shown, None, name, why, column < LABELS)
    if meaning is not None:
        return _guess_by_heading(seen, column, shown, meaning, name)
    return _guess_by_cells(seen, column, shown, name, cells)


def _guess_by_heading(seen: SeenTable, column: int, heading: str, meaning: Meaning, name: str) -> Column:
    """By a heading that is known; sure, unless the column is too wide for a cross."""
    kind: FieldKind = "points" if is_numbered(heading) and meaning.name in ("nr", "name") else meaning.kind
    why = Phrase("foreign.why.heading", {"heading": heading})
    wide = kind == "cross" and seen.measure_width_mm(column) > _CROSS_WIDE * seen.pitch_mm
    if wide:
        why = Phrase("foreign.why.heading-wide", {"why": why})
    part = meaning.name if kind == "cross" and meaning.name != "cross" else name
    return Column(column + 1, heading, kind, part, why, not wide)


def _guess_by_cells(seen: SeenTable, column: int, heading: str, name: str, cells: Sequence[SeenCell]) -> Column:
    """Without a known heading: numbers, crosses or words, when enough cells are filled in; else points are assumed."""
    unread = Phrase("foreign.why.unknown", {"heading": heading}) if heading else Phrase("foreign.why.unread")
    inked = [cell for cell in cells if cell.ink]
    if len(inked) < _LEAST_SEEN:
        return Column(column + 1, heading, "points", name, Phrase("foreign.why.assumed", {"why": unread}), False)
    kind: FieldKind = "points"
    if sum(bool(cell.number) for cell in inked) < _MOSTLY * len(inked):
        kind = "cross" if seen.measure_width_mm(column) <= _NARROW * seen.pitch_mm else "text"
    why = Phrase("foreign.why.contents", {"why": unread, "kind": KINDS[kind]})
    return Column(column + 1, heading, kind, name, why, False)


def _counts_up(cells: Sequence[SeenCell]) -> bool:
    """Whether most cells hold the next number: 1, 2, 3 ... or, on a second sheet, 17, 18, 19 ..."""
    read = [(place, read_number(cell)) for place, cell in enumerate(cells)]
    offsets = [number - place for place, number in read if number is not None]
    usual = max(set(offsets), key=offsets.count) if offsets else 0
    return len(cells) >= 3 and offsets.count(usual) >= max(3, COUNTED * len(cells))


def is_printed(cells: Sequence[SeenCell]) -> bool:
    """Whether numbers are surely print: nearly all are equally high, on one level in their rows, and below one another,
    which no hand does."""
    numbers = [cell for cell in cells if read_number(cell) is not None]
    dark = [cell for cell in numbers if cell.span[1] > 0]
    if len(dark) < 2 or len(numbers) - len(dark) > len(numbers) // _ONE_IN:
        return False  # of pencil that is hardly seen no ends were measured
    level = all(_lie_near(ends, _LEVEL, _ONE_IN) for ends in zip(*(cell.span for cell in dark), strict=True))
    high = _lie_near([low - top for top, low in (cell.span for cell in dark)], _HIGH, _ONE_IN)
    return level and high and _stand_below(dark, _ONE_IN)


def _is_aligned(cells: Sequence[SeenCell]) -> bool:
    """Whether words are print: nearly all stand below one another, which no hand does."""
    return _stand_below([cell for cell in cells if cell.has_words], _WORDS_ONE_IN)


def _stand_below(cells: Sequence[SeenCell], one_in: int) -> bool:
    """Whether the ink of nearly all cells begins, ends, or has its middle at the same place across."""
    starts, ends = zip(*(cell.reach for cell in cells), strict=True)
    middles = [(start + end) / 2 for start, end in zip(starts, ends, strict=True)]
    return any(_lie_near(places, _ALIGNED, one_in) for places in (starts, middles, ends))


def _lie_near(places: Sequence[float], near: float, one_in: int) -> bool:
    """Whether all places, in rows, but one in so many are so near to where they usually are."""
    usual = sorted(places)[len(places) // 2]
    return sum(abs(place - usual) > near for place in places) <= len(places) // one_in
