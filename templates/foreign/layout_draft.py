"""A layout as guessed from a seen table, and its TOML file, which a person can mend: every line says what it means."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

from templates.foreign.seen_table import SeenTable, clean_line
from templates.layout import FieldKind
from texts.languages import Lang
from texts.sentences import Phrase, Spoken, say

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
    """The layout as guessed. `remarks`: what could not be recognised and was assumed or left out; the first
    `own_remarks` of them are about the picture, not the columns."""

    id: str
    title: str
    seats: int
    games: int
    table: SeenTable
    columns: tuple[Column, ...]
    blocks: tuple[Block, ...]
    remarks: tuple[Spoken, ...]
    own_remarks: int = 0


_WIDTH = 118
"""Letters of a line."""
_LONGEST = 600
"""Letters of a comment; remarks quote at most 40 of a heading."""


def write_layout(draft: Draft, picture: str, lang: Lang) -> str:
    """The file's text, which `load_layout` reads; `picture`: the name of the picture to check the layout by."""
    lines = [*_write_head(draft, picture, lang), "", *_write_top(draft, lang), "", *_write_table(draft, lang)]
    for block in draft.blocks:
        lines += ["", *_write_block(block, lang)]
    return "\n".join(lines) + "\n"


def _write_head(draft: Draft, picture: str, lang: Lang) -> Iterator[str]:
    """What the file is, what was assumed, every column with its reason, and the kinds to choose from."""
    yield from _comment(say(lang, "foreign.file.learnt", picture=clean_line(picture)))
    if draft.remarks:
        yield "#"
        yield from _comment(say(lang, "foreign.file.doubt"))
        for remark in draft.remarks:
            yield from _comment(f"* {remark.in_(lang)}", "  ")
    yield "#"
    yield from _comment(say(lang, "foreign.file.columns"))
    for column in draft.columns:
        kind = say(lang, "foreign.file.no-field") if column.kind is None else KINDS[column.kind].in_(lang)
        yield from _comment(f"  {column.number}: {kind} – {column.why.in_(lang)}", "     ")
    yield "#"
    kinds = "; ".join(f'"{kind}" = {words.in_(lang)}' for kind, words in KINDS.items())
    yield from _comment(f"{say(lang, 'foreign.file.kinds')}{kinds}.", "  ")


def _write_top(draft: Draft, lang: Lang) -> Iterator[str]:
    """Name, title, and the seats and games of a list."""
    yield f"id = {_quote(draft.id)}  # {say(lang, 'foreign.file.id')}"
    yield f"title = {_quote(draft.title)}  # {say(lang, 'foreign.file.title')}"
    if draft.seats:
        yield f"seats = {draft.seats}  # {say(lang, 'foreign.file.seats')}"
        yield f"games = {draft.games}  # {say(lang, 'foreign.file.games')}"


def _write_table(draft: Draft, lang: Lang) -> Iterator[str]:
    """The section [table] with all rules, open edges, and which rules are dotted."""
    seen = draft.table
    yield "[table]"
    yield from _comment(say(lang, "foreign.file.rules"))
    yield from _list_places("x_mm", seen.xs_mm)
    yield from _list_places("y_mm", seen.ys_mm)
    for key, edges, rules in (("x_open_mm", seen.edges_x_mm, seen.xs_mm), ("y_open_mm", seen.edges_y_mm, seen.ys_mm)):
        open_ = tuple(edge for edge in edges if edge not in rules)
        if open_:
            yield from _comment(say(lang, "foreign.file.open"))
            yield from _list_places(key, open_)
    for key, dotted in (("x_dotted_mm", seen.dotted_xs_mm), ("y_dotted_mm", seen.dotted_ys_mm)):
        if dotted:
            yield from _comment(say(lang, "foreign.file.dotted"))
            yield from _list_places(key, dotted)


def _write_block(block: Block, lang: Lang) -> Iterator[str]:
    """One section [[fields]]."""
    yield "[[fields]]"
    yield from _comment(block.what.in_(lang))
    yield f"id = {_quote(block.id)}"
    yield f'kind = "{block.kind}"'
    yield f"rows = {_write_span(block.rows)}  # {say(lang, 'foreign.file.rows')}"
    yield f"columns = {_write_span(block.columns)}  # {say(lang, 'foreign.file.block-columns')}"
    if block.first_row != 1:
        yield f"first_row = {block.first_row}"
    if block.first_column != 1 and "{column" in block.id:
        yield f"first_column = {block.first_column}"


def _write_span(ends: tuple[int, int]) -> str:
    """A span of rows or columns; one alone without brackets."""
    return str(ends[0]) if ends[0] == ends[1] else f"[{ends[0]}, {ends[1]}]"


def _list_places(key: str, values_mm: Sequence[float]) -> Iterator[str]:
    """The list of positions on one line, or on several."""
    numbers = [f"{value:g}" for value in values_mm]
    line = f"{key} = [{', '.join(numbers)}]"
    if len(line) <= _WIDTH:
        yield line
        return
    yield f"{key} = ["
    yield from _wrap((f"{number}," for number in numbers), "  ", "  ")
    yield "]"


def _comment(text: str, indent: str = "") -> Iterator[str]:
    """`text` as comment lines; text from a picture may hold anything, so it is made one clean line first."""
    lead = text[: len(text) - len(text.lstrip(" "))]
    yield from _wrap(clean_line(text, _LONGEST).split(" "), f"# {lead}", f"# {indent}")


def _wrap(words: Iterable[str], first: str, other: str) -> Iterator[str]:
    """The words on lines of `_WIDTH` letters; `first` and `other` begin the first line and the others."""
    line = first
    for word in words:
        if len(line) + len(word) + 1 > _WIDTH and line.strip("# "):
            yield line.rstrip()
            line = other
        line += f"{word} "
    yield line.rstrip()


def _quote(text: str) -> str:
    """A TOML basic string. JSON escapes what TOML needs escaped, the same way, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
