"""A layout in the making: what was guessed of a seen table, why, and what a person must look at."""

from __future__ import annotations

from dataclasses import dataclass

from templates.foreign.seen import SeenTable
from templates.layout import FieldKind


@dataclass(frozen=True, slots=True)
class Words:
    """One sentence in both languages."""

    de: str
    en: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column, counted from 1: its heading as read ("" for none), what is written in it (None: print only), and why.

    `sure`: whether the heading or the cells say so; else it is an assumption that a person must check.
    """

    number: int
    heading: str
    kind: FieldKind | None
    name: str
    why: Words
    sure: bool


@dataclass(frozen=True, slots=True)
class Block:
    """One [[fields]] section: rows and columns [first, last] from 1; `what` it is, for people."""

    id: str
    kind: FieldKind
    rows: tuple[int, int]
    columns: tuple[int, int]
    what: Words
    first_row: int = 1
    first_column: int = 1


@dataclass(frozen=True, slots=True)
class Draft:
    """The layout as guessed. `remarks`: what could not be told and was assumed or left out."""

    id: str
    title: str
    seats: int
    games: int
    table: SeenTable
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    remarks: tuple[Words, ...]
