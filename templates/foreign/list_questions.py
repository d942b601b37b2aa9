"""What a person is asked about a learnt list: once about columns that are alike, with the answer that seems likely.

Whether points or running totals stand under a name cannot be seen on a blank list, so nothing is suggested there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from templates.foreign.layout_draft import Column, Draft
from templates.foreign.seen_table import find_meaning

_ALIKE = 0.15
"""How much the widths of columns may differ that are asked about together, as a share of the wider one."""
_BY_NAME = ("solo", "offence", "bock")
"""Names of columns of crosses that are roles as well."""
_LEAST_IN_TURNS = 4
"""Columns from which two kinds in turns are asked about together: both of two players."""


@dataclass(frozen=True, slots=True)
class AskedColumns:
    """Neighbours that are asked about together. `likely`: the role that their headings or cells suggest, "" for
    none."""

    columns: tuple[Column, ...]
    likely: str

    @property
    def numbers(self) -> tuple[int, ...]:
        """The columns' numbers, from 1."""
        return tuple(column.number for column in self.columns)

    @property
    def headings(self) -> tuple[str, ...]:
        """The headings that were read over them."""
        return tuple(column.heading for column in self.columns if column.heading)


def list_questions(draft: Draft) -> tuple[AskedColumns, ...]:
    """One question for neighbours of one width of which the same seems likely, or of two widths in turns, from left to
    right."""
    groups: list[list[Column]] = []
    for column in draft.columns:
        if groups and _are_alike(draft, groups[-1][0], column):
            groups[-1].append(column)
        else:
            groups.append([column])
    return tuple(AskedColumns(group, _suggest_role(group[0])) for group in _join_turns(draft, groups))


def _join_turns(draft: Draft, groups: Sequence[Sequence[Column]]) -> Iterator[tuple[Column, ...]]:
    """The groups, with columns of two kinds in turns, such as points and totals of each player, as one."""
    at = 0
    while at < len(groups):
        count = _count_in_turns(draft, [group[0] for group in takewhile(lambda one: len(one) == 1, groups[at:])])
        yield tuple(column for group in groups[at : at + count] for column in group)
        at += count


def _count_in_turns(draft: Draft, columns: Sequence[Column]) -> int:
    """How many of these neighbours come in turns from the first on; 1 where too few do."""
    if len({_suggest_role(column) for column in columns[:2]}) != 1:
        return 1
    pairs = zip(columns, columns[2:], strict=False)
    count = 2 + len(list(takewhile(lambda pair: _are_alike(draft, *pair), pairs)))
    return count - count % 2 if count >= _LEAST_IN_TURNS else 1


def _are_alike(draft: Draft, one: Column, other: Column) -> bool:
    """Whether both are asked about together; print is asked about column by column."""
    widths = [draft.table.measure_width_mm(column.number - 1) for column in (one, other)]
    near = max(widths) - min(widths) <= _ALIKE * max(widths)
    return near and None not in (one.kind, other.kind) and _suggest_role(one) == _suggest_role(other)


def _suggest_role(column: Column) -> str:
    """The key of the role, "" where nothing suggests one."""
    meaning = find_meaning(column.heading)
    match column.kind:
        case None:
            return "number" if column.why.key == "foreign.why.numbers" else "print"
        case "cross":
            return column.name if column.name in _BY_NAME else ""
        case "number":
            numbers = column.why.key == "foreign.why.written-numbers" or (meaning is not None and meaning.name == "nr")
            return "number" if numbers else "value" if meaning is not None and meaning.name == "value" else ""
        case "text" | "signature":
            return "text" if column.sure else ""
    return ""
