"""How each table stands in each round: its sheet is in, in with open items, or missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.evening.item_names import find_key
from tournament.filing.making import Evening
from tournament.filing.status import find_missing_tables, list_round_numbers
from tournament.review.waiting import Waiting


@dataclass(frozen=True, slots=True)
class TableState:
    """A table in a round. `sheets`: how many of its sheets are in, two where it wrote on half sheets; 0: none is.
    `open`: how many items of them wait for a person; `key`: of its last sheet, "" for none."""

    table: int
    sheets: int
    open: int
    key: str


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round with its tables by number. `elsewhere`: open items of sheets that do not say their table."""

    round: int
    closed: bool
    tables: tuple[TableState, ...]
    elsewhere: int

    @property
    def count_in(self) -> int:
        """How many tables have a sheet in."""
        return sum(one.sheets > 0 for one in self.tables)

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables without a sheet."""
        return tuple(one.table for one in self.tables if not one.sheets)


def list_round_states(evening: Evening, items: Sequence[Waiting]) -> list[RoundState]:
    """Every round of the tournament. `items`: what waits in that evening."""
    return [_describe_round(evening, items, number) for number in list_round_numbers(evening)]


def _describe_round(evening: Evening, items: Sequence[Waiting], number: int) -> RoundState:
    sheets = Counter(entry.table for entry in evening.book.entries if entry.round == number)
    waiting = Counter(item.table for item in items if item.round == number)
    numbers = sorted({table for table in (*sheets, *find_missing_tables(evening, number)) if table is not None})
    keys = {entry.table: find_key(entry.sheet.source) for entry in evening.book.entries if entry.round == number}
    tables = tuple(TableState(table, sheets[table], waiting[table], keys.get(table, "")) for table in numbers)
    return RoundState(number, number in evening.tournament.closed, tables, waiting[None])
