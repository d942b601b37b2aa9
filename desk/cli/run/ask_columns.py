"""Asks in a terminal what stands in the columns of a learnt table, one question for columns that are alike."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from desk.cli.screen import wrap_lines
from desk.exits import WrongUse
from templates.foreign.column_roles import ROLES, Role, name_columns, read_roles, spread_roles
from templates.foreign.layout_draft import KINDS, Column, Draft
from texts.sentences import say

if TYPE_CHECKING:
    from desk.cli.paper_orders import LearnOrder
    from texts.languages import Lang

_COLUMNS = 100
_ALIKE = 0.15
"""How much the widths of columns may differ that are asked about together, as a share of the widest."""


def find_roles(draft: Draft, order: LearnOrder) -> dict[int, Role]:
    """The roles given on the command line, else those that are answered; none where nobody can be asked, or where the
    table is a grid of digits. Raises `WrongRole`, and WrongUse where the input ends."""
    if order.column or order.yes or not sys.stdin.isatty() or not any(column.heading for column in draft.columns):
        return read_roles(order.column, len(draft.columns))
    roles: dict[int, Role] = {}
    sys.stderr.write(f"{say(order.lang, 'desk.learn.ask')}\n")
    for group in _group_columns(draft):
        roles |= _ask(group, order.lang)
    name_columns(roles)
    return roles


def _group_columns(draft: Draft) -> Iterator[tuple[Column, ...]]:
    """Neighbours of one width that are taken for the same kind."""
    widths = [draft.table.measure_width_mm(column.number - 1) for column in draft.columns]
    wide = max(widths)

    def describe(column: Column) -> tuple[object, ...]:
        return column.kind, round(widths[column.number - 1] / (_ALIKE * wide)), column.kind is None and column.number

    for _, group in groupby(draft.columns, describe):
        yield tuple(group)


def _ask(group: Sequence[Column], lang: Lang) -> dict[int, Role]:
    """Asks until there is a valid answer; an empty line leaves the columns as they are."""
    numbers = [column.number for column in group]
    span = f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    heads = ", ".join(column.heading for column in group if column.heading) or "–"
    kind = group[0].kind
    usual = say(lang, "desk.learn.no-field") if kind is None else KINDS[kind].in_(lang)
    choices = [f"  {number}  {role.words.in_(lang)}" for number, role in enumerate(ROLES, 1)]
    sys.stderr.write(f"\n{say(lang, 'desk.learn.ask-columns', columns=span, heads=heads)}\n")
    sys.stderr.writelines(f"{line}\n" for line in wrap_lines(choices, _COLUMNS))
    while True:
        sys.stderr.write(say(lang, "desk.learn.ask-usual", usual=usual))
        sys.stderr.flush()
        line = sys.stdin.readline()
        if not line:
            sys.stderr.write("\n")
            raise WrongUse("newrules.wrong.ended")
        if not line.strip():
            return {}
        roles = list(_read_numbers(line.replace(",", " ").split()))
        if None not in roles:
            return spread_roles(numbers, [role for role in roles if role is not None])
        sys.stderr.write(f"{say(lang, 'desk.learn.ask-again', most=len(ROLES))}\n")


def _read_numbers(words: Iterable[str]) -> Iterator[Role | None]:
    """The roles of these numbers, None for anything else."""
    for word in words:
        known = word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= len(ROLES)
        yield ROLES[int(word) - 1] if known else None
