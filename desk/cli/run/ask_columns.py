"""Asks in a terminal what stands in the columns of a learnt table, one question for columns that are alike."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from desk.cli.screen import wrap_lines
from desk.exits import WrongUse
from templates.foreign.column_roles import ROLES, Role, name_columns, read_roles, spread_roles
from templates.foreign.layout_draft import KINDS, Draft
from templates.foreign.list_questions import AskedColumns, list_questions
from texts.sentences import say

if TYPE_CHECKING:
    from desk.cli.paper_orders import LearnOrder
    from texts.languages import Lang

_COLUMNS = 100


def find_roles(draft: Draft, order: LearnOrder) -> dict[int, Role]:
    """The roles given on the command line, else those that are answered; none where nobody can be asked, or where the
    table is a grid of digits. Raises `WrongRole`, and WrongUse where the input ends."""
    if order.column or order.yes or not sys.stdin.isatty() or all(column.kind == "digit" for column in draft.columns):
        return read_roles(order.column, len(draft.columns))
    roles: dict[int, Role] = {}
    sys.stderr.write(f"{say(order.lang, 'desk.learn.ask')}\n")
    for asked in list_questions(draft):
        roles |= _ask(asked, order.lang)
    name_columns(roles)
    return roles


def _ask(asked: AskedColumns, lang: Lang) -> dict[int, Role]:
    """Asks until there is a valid answer; an empty line leaves the columns as they are."""
    numbers = asked.numbers
    span = f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
    heads = ", ".join(asked.headings) or "–"
    kinds = dict.fromkeys(column.kind for column in asked.columns)
    usual = " / ".join(KINDS[kind].in_(lang) if kind else say(lang, "desk.learn.no-field") for kind in kinds)
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
