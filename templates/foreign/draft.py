"""A layout in the making: what was guessed of a seen table, why, and what a person must look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from templates.foreign.seen_table import SeenTable
from templates.layout import FieldKind
from texts.sentences import Phrase, Spoken

KINDS: dict[FieldKind, Phrase] = {kind: Phrase(f"foreign.kind.{kind}") for kind in get_args(FieldKind)}
"""The kinds of fields in the users' words."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table, counted from 1.

    `heading`: as read, "" for none. `kind`: what is written in its cells, None where the column is print. `name`: the
    column's part of the field ids. `why`: the reason for its kind. `sure`: the heading or the cells say so; else the
    kind is an assumption that a person must check.
    """

    number: int
    heading: str
    kind: FieldKind | None
    name: str
    why: Phrase
    sure: bool


@dataclass(frozen=True, slots=True)
class Block:
    """One section [[fields]] of the file: first and last row and column, counted from 1; `what` it is, for people.

    `first_row`, `first_column`: the numbers that the first row and column have in the field ids.
    """

    id: str
    kind: FieldKind
    rows: tuple[int, int]
    columns: tuple[int, int]
    what: Phrase
    first_row: int = 1
    first_column: int = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """The layout as guessed. `remarks`: what could not be recognised and was assumed or left out."""

    id: str
    title: str
    seats: int
    games: int
    table: SeenTable
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    remarks: tuple[Spoken, ...]
