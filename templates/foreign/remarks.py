"""What a person must look at before a learnt layout is used: nothing is guessed in silence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from templates.foreign.draft import Column
from templates.foreign.guess_rows import Row
from templates.foreign.headings import clean_line
from templates.foreign.seen_table import SeenTable, ShortRule
from texts.sentences import Phrase

_MOST = 12
"""Remarks of one sort that are written; of more only their number."""


def list_remarks(
    seen: SeenTable, rows: Sequence[Row], columns: Sequence[Column], seats: Sequence[int]
) -> tuple[Phrase, ...]:
    """Every assumption about the table, in the order of the paper. `seats`: the columns of the seats, from 1."""
    return (
        *_remark_table(seen),
        *_remark_rows(seen, rows),
        *_remark_columns(columns, seats),
        *_remark_walls(seen, rows, columns),
    )


def _remark_table(seen: SeenTable) -> Iterator[Phrase]:
    """Its turn, its edges, and rules that do not span it."""
    if not seen.turned:
        yield Phrase("foreign.remark.unturned")
    open_columns = [edge for edge in seen.edges_x_mm if edge not in seen.xs_mm]
    if open_columns:
        yield Phrase("foreign.remark.open-columns", {"edges": len(open_columns)})
    if seen.columns == 1:
        yield Phrase("foreign.remark.one-column")
    if any(edge not in seen.ys_mm for edge in seen.edges_y_mm):
        yield Phrase("foreign.remark.open-rows")
    for rule in seen.short[:_MOST]:
        yield _remark_rule(rule)


def _remark_rule(rule: ShortRule) -> Phrase:
    """A rule that does not span the table and is left out."""
    key = "foreign.remark.short-upright" if rule.upright else "foreign.remark.short-level"
    return Phrase(key, {"at": rule.at_mm, "start": rule.start_mm, "end": rule.end_mm})


def _remark_rows(seen: SeenTable, rows: Sequence[Row]) -> Iterator[Phrase]:
    """Rows without upright rules, and a table without headings."""
    for row in rows:
        if row.use == "merged":
            ink = any(cell.ink for cell in seen.cells[row.number - 1])
            key = "foreign.remark.merged-print" if ink else "foreign.remark.merged-blank"
            yield Phrase(key, {"row": row.number})
    if rows and not any(row.use == "head" for row in rows) and not seen.headed_above:
        yield Phrase("foreign.remark.no-head")


def _remark_columns(columns: Sequence[Column], seats: Sequence[int]) -> Iterator[Phrase]:
    """Kinds that were assumed, and columns that were taken for the seats."""
    for column in columns:
        if not column.sure and column.number not in seats:
            yield Phrase("foreign.remark.column", {"column": column.number, "why": column.why})
    if seats:
        headings = [columns[number - 1].heading for number in seats]
        heads = tuple(
            Phrase("foreign.remark.seat-head", {"heading": clean_line(heading, 20)}) for heading in headings if heading
        )
        gaps = {"first": seats[0], "last": seats[-1], "heads": heads or "–", "seats": len(seats)}
        yield Phrase("foreign.remark.seats", gaps)


def _remark_walls(seen: SeenTable, rows: Sequence[Row], columns: Sequence[Column]) -> Iterator[Phrase]:
    """Cells to write in between which no rule was seen."""
    found = [
        (row.number, left.number)
        for row in rows
        if row.use in ("body", "sum", "offence", "sign")
        for left, right in pairwise(columns)
        if left.kind is not None and right.kind is not None and not seen.walls[row.number - 1][left.number]
    ]
    for row, column in found[:_MOST]:
        yield Phrase("foreign.remark.no-wall", {"row": row, "left": column, "right": column + 1})
    if len(found) > _MOST:
        yield Phrase("foreign.remark.more-walls", {"places": len(found) - _MOST})
