"""What is written in each column of a seen table: by its heading, else by what stands in it, else assumed aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from templates.foreign.draft import Column, Words
from templates.foreign.guess_rows import LABELS, Row, count_of
from templates.foreign.headings import Meaning, meaning_of, numbered, slug, told
from templates.foreign.seen import SeenCell, SeenTable
from templates.layout import FieldKind

_LABELLED = 0.4
"""Share of a column's cells with words from which the column is print: labels of rows; games between have pictures."""
_COUNTED = 0.6
"""Share of cells that count up from which a column holds printed numbers of the rows."""
_LEAST_SEEN, _MOSTLY = 3, 0.3
"""Filled cells that tell a column's kind, and the share of sure numbers among them: 0.4 in pencil, 0 in words."""
_ALIKE = 0.1
"""How much the widths of neighbours may differ that are of one kind."""
_CROSS_WIDE = 2.6
"""Width in row heights beyond which a column is wide for a cross."""
_NARROW = 1.3
"""Width in row heights up to which unread ink is taken for crosses."""
_EVEN, _SQUARE = 0.12, (0.8, 1.25)
"""How much the cells of a grid of digits may differ, and their width by height."""
KINDS: dict[FieldKind, Words] = {
    "points": Words("Punkte mit oder ohne Vorzeichen", "points with or without sign"),
    "number": Words("eine Zahl ohne Vorzeichen", "a number without sign"),
    "digit": Words("eine einzelne Ziffer", "a single digit"),
    "cross": Words("ein Kreuz", "a cross"),
    "text": Words("Text (wird nicht gelesen, nur gezeigt)", "text (shown, not read)"),
    "signature": Words("eine Unterschrift", "a signature"),
}
"""The kinds of fields in the users' words."""


def digit_grid(seen: SeenTable) -> bool:
    """Whether the table is one of equal squares without headings, such as a sudoku."""
    if min(seen.columns, seen.rows) < 4 or any(_has_meaning(cell) for row in seen.cells for cell in row):
        return False
    sides = [[b - a for a, b in pairwise(edges)] for edges in (seen.edges_x_mm, seen.edges_y_mm)]
    means = [sum(steps) / len(steps) for steps in sides]
    even = all(abs(step - mean) <= _EVEN * mean for steps, mean in zip(sides, means, strict=True) for step in steps)
    numbers = [cell.number for row in seen.cells for cell in row if cell.number]
    single = sum(len(number) == 1 for number in numbers) >= 0.8 * len(numbers)
    return even and _SQUARE[0] <= means[0] / means[1] <= _SQUARE[1] and single


def columns_of(seen: SeenTable, rows: Sequence[Row]) -> tuple[Column, ...]:
    """Every column with its kind and why."""
    body = [row.number - 1 for row in rows if row.use in ("body", "sum", "offence")]
    columns = [_column(seen, column, heading(seen, rows, column), body) for column in range(seen.columns)]
    return tuple(_like_neighbour(seen, columns, column) for column in columns)


def _like_neighbour(seen: SeenTable, columns: Sequence[Column], column: Column) -> Column:
    """A column without a heading beside one as wide of a counted heading ("2. Spiel") is of that kind: said aloud."""
    if column.sure or column.heading or column.kind is None:
        return column
    width = seen.width_mm(column.number - 1)
    for other in columns[max(column.number - 2, 0) : column.number + 1]:
        alike = abs(seen.width_mm(other.number - 1) - width) <= _ALIKE * width
        if other.sure and other.kind is not None and alike and numbered(other.heading):
            why = Words(f"keine Überschrift gelesen, angenommen wie Spalte {other.number}",
                        f"no heading was read, taken to be like column {other.number}")
            return replace(column, kind=other.kind, why=why)
    return column


def heading(seen: SeenTable, rows: Sequence[Row], column: int) -> str:
    """The lowest heading over a column; cells without a rule between them share theirs; else what stands above."""
    for row in reversed([row.number - 1 for row in rows if row.use == "head"]):
        first, last = _merged(seen, row, column)
        words = " ".join(cell.print_ for cell in seen.cells[row][first:last] if cell.trust > 0)
        if words and last - first < seen.columns:
            return words
    headed = any(row.use == "head" for row in rows)
    return seen.above[column] if seen.headed_above and not headed else ""


def _merged(seen: SeenTable, row: int, column: int) -> tuple[int, int]:
    """First and last + 1 of the cells without a rule between them."""
    first, last = column, column + 1
    while first > 0 and not seen.walls[row][first]:
        first -= 1
    while last < seen.columns and not seen.walls[row][last]:
        last += 1
    return first, last


def _has_meaning(cell: SeenCell) -> bool:
    return cell.has_words and meaning_of(cell.print_) is not None


def _column(seen: SeenTable, column: int, text: str, body: Sequence[int]) -> Column:
    cells = [seen.cells[row][column] for row in body]
    meaning, shown = meaning_of(text), told(text)
    name = slug(text) or f"c{column + 1}"
    words = sum(cell.has_words for cell in cells)
    if _counts_up(cells) and (meaning is None or meaning.name == "nr"):
        why = Words("gedruckt: Nummern der Zeilen", "print: numbers of the rows")
        return Column(column + 1, shown, None, name, why, True)
    outside = bool(text) and text == seen.above[column]  # a title over the table says little
    worded = meaning is not None and meaning.kind == "text" and not outside
    if words >= max(2, _LABELLED * len(cells)) and not worded:
        why = Words("gedruckt: Beschriftung der Zeilen", "print: labels of the rows")
        if column >= LABELS:
            why = Words(f"{why.de}; vielleicht sauber geschriebener Text", f"{why.en}; perhaps neatly written text")
        return Column(column + 1, shown, None, name, why, column < LABELS)
    if meaning is not None:
        return _by_heading(seen, column, shown, meaning, name)
    return _by_cells(seen, column, shown, name, cells)


def _by_heading(seen: SeenTable, column: int, text: str, meaning: Meaning, name: str) -> Column:
    kind: FieldKind = "points" if numbered(text) and meaning.name in ("nr", "name") else meaning.kind
    why = Words(f"Überschrift „{text}“", f"heading “{text}”")
    wide = kind == "cross" and seen.width_mm(column) > _CROSS_WIDE * seen.pitch_mm
    if wide:
        why = Words(f"{why.de}; breit für ein Kreuz, vielleicht steht dort Text",
                    f"{why.en}; wide for a cross, there may be text")
    return Column(column + 1, text, kind, meaning.name if kind == "cross" and meaning.name != "cross" else name, why,
                  not wide)


def _by_cells(seen: SeenTable, column: int, text: str, name: str, cells: Sequence[SeenCell]) -> Column:
    """Without a known heading: numbers, crosses or words, when enough cells are filled in; else points are assumed."""
    unread = (Words("keine Überschrift gelesen", "no heading was read") if not text else
              Words(f"Überschrift „{text}“ ist kein bekanntes Wort", f"heading “{text}” is no known word"))
    inked = [cell for cell in cells if cell.ink]
    if len(inked) < _LEAST_SEEN:
        return Column(column + 1, text, "points", name,
                      Words(f"{unread.de}, als Punkte angenommen", f"{unread.en}, taken for points"), False)
    kind: FieldKind = "points"
    if sum(bool(cell.number) for cell in inked) < _MOSTLY * len(inked):
        kind = "cross" if seen.width_mm(column) <= _NARROW * seen.pitch_mm else "text"
    why = Words(f"{unread.de}, nach dem Inhalt: {KINDS[kind].de}", f"{unread.en}, by what is in it: {KINDS[kind].en}")
    return Column(column + 1, text, kind, name, why, False)


def _counts_up(cells: Sequence[SeenCell]) -> bool:
    """Whether most cells hold the next number: 1, 2, 3 ... or, on a second sheet, 17, 18, 19 ..."""
    read = [(place, count_of(cell)) for place, cell in enumerate(cells)]
    offsets = [number - place for place, number in read if number is not None]
    usual = max(set(offsets), key=offsets.count) if offsets else 0
    return len(cells) >= 3 and offsets.count(usual) >= max(3, _COUNTED * len(cells))
