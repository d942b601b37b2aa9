"""The fields that a second person may read: the doubtful numbers of rows that somebody decided."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scanner.sheet_reading import Reading
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decisions import is_clear_ink, list_number_fields
from tournament.evening.item_names import name_row_item
from tournament.filing.making import Evening
from tournament.judging.row.judged import JudgedRow
from tournament.record.tournament_state import Ruling
from tournament.review.open_effects import is_decided

FieldName = tuple[str, str]
"""The item and the id of a field: ("r1.t3.g14", "g14.p2")."""


@dataclass(frozen=True, slots=True)
class KeyField:
    """A field of a decided row. `ruling`: the decision that holds."""

    entry: CountedSheet
    row: JudgedRow
    reading: Reading
    ruling: Ruling

    @property
    def name(self) -> FieldName:
        """Its item and id."""
        return self.ruling.fact.item, self.reading.id


def list_decided_fields(evening: Evening) -> tuple[KeyField, ...]:
    """Every field with points of every row whose decision holds, in the order of sheets, rows and seats."""
    return tuple(
        field
        for entry in evening.book.entries
        for row in entry.sheet.rows
        for field in _list_of_row(evening, entry, row)
    )


def _list_of_row(evening: Evening, entry: CountedSheet, row: JudgedRow) -> Iterator[KeyField]:
    ruling = evening.tournament.decisions.get(name_row_item(entry.sheet.source, row.game))
    if ruling is not None and is_decided(row):
        ids = list_number_fields(entry.sheet.source, row.source)
        yield from (KeyField(entry, row, one, ruling) for one in row.source.readings if one.id in ids)


def list_doubtful_fields(evening: Evening) -> tuple[KeyField, ...]:
    """Of each decided row the fields whose ink is not clear; where all of it is, every field of the row.

    What was decided does not matter here: who is shown a field learns nothing from its being chosen.
    """
    fields = list_decided_fields(evening)
    unclear = {one.name for one in fields if not is_clear_ink(one.reading, evening.book.limits)}
    rows = {item for item, _ in unclear}
    return tuple(one for one in fields if one.name in unclear or one.name[0] not in rows)
