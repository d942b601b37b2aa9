"""Finds the cells of an exported workbook in which somebody typed.

Each line of `Spiele`, `Prüfung` and the rounds has its exported content in a hidden column. Only a cell that differs
from that was typed. Comparing with the current evening instead would take later decisions, readings or names for
corrections.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from xlsxwriter.utility import xl_col_to_name

from scoring.counting.game import TABLE_SIZES
from texts.languages import LANGUAGES, Lang
from texts.sentences import say
from tournament.given_workbooks import GivenTab, read_workbook
from tournament.handout.workbook.worksheet import clean_text
from tournament.review.game_rows import GameRow
from tournament.review.open_items import OpenItem
from tournament.typed_points import is_left_out, read_typed_number, solve_formula

_MOST_HEADS = 6
"""Rows at the top in which the column headings are looked for."""
_MOST_QUOTED = 40
"""Letters of a typed text that a sentence quotes."""
_WORKED_OUT = ("points", "solos", "open", "start")
"""The columns of a round that are formulas."""
_OURS = ("status", *_WORKED_OUT)
"""The columns in which Kiebitz wrote every formula; in other columns only formulas that refer to `Prüfung` are its
own."""
_HEADS = ("item", "exported", "status", "decision", "name", "solo", "reason", *_WORKED_OUT)
_MOST_STRAYS = 100
"""Most lines without an item that are read."""
_PLAIN = ("number", "name", "start", "club", "left", "withdrawn", "tie")
"""The columns of `Spieler` that hold no formulas."""


class ExportedRow(NamedTuple):
    """The content of a row of `Spiele` at the export."""

    written: tuple[str, ...]
    counted: tuple[int | None, ...]
    solo: bool
    status: str


def write_exported_row(row: GameRow) -> str:
    """The text in the hidden column for a row."""
    return json.dumps(ExportedRow(tuple(map(clean_text, row.written)), row.counted, row.solo, row.status))


def write_exported_item(item: OpenItem, lang: Lang) -> str:
    """The text in the hidden column for an item: for a row the result of each decision, for anything else its
    findings."""
    if item.choice is None:
        return json.dumps(list(map(clean_text, item.findings)))
    return json.dumps({words: option for words, option in item.choice.list_words(lang) if option is not None})


def read_exported_row(text: str) -> ExportedRow | None:
    """Reads what `write_exported_row` wrote; None where the column is missing or was changed."""
    found: Any = _read_json(text)
    match found:
        case [[*written], [*counted], bool() as solo, str() as status] if len(written) == len(counted):
            points = [one for one in counted if one is None or type(one) is int]
            if len(points) == len(counted):
                return ExportedRow(tuple(map(str, written)), tuple(points), solo, status)
    return None


def read_exported_item(text: str) -> Mapping[str, Any] | Sequence[Any] | None:
    """Reads what `write_exported_item` wrote; None where the column is missing or was changed."""
    found = _read_json(text)
    return found if isinstance(found, dict | list) else None


def _read_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class TypedCell:
    """A cell of a workbook that came back. `value`: a text, a number, a date or None; for a formula its last result, or
    its value if it is plain arithmetic. `formula`: the formula, "" for none; `ours`: whether Kiebitz wrote that
    formula."""

    tab: str
    name: str
    value: object
    formula: str = ""
    ours: bool = False

    @property
    def text(self) -> str:
        """The value as text."""
        value = int(self.value) if isinstance(self.value, float) and self.value == self.value // 1 else self.value
        return "" if value is None else clean_text(str(value)).strip()

    @property
    def unsolved(self) -> bool:
        """Whether it is a formula without a known result."""
        return bool(self.formula) and not self.ours and self.value is None

    @property
    def is_blank(self) -> bool:
        """Whether it holds no points: it is empty, or has the dash of a player who sits out."""
        return not self.unsolved and is_left_out(self.text)

    @property
    def number(self) -> int | None:
        """The whole number; None for anything else."""
        return None if isinstance(self.value, bool) else read_typed_number(self.text)

    @property
    def place(self) -> dict[str, str]:
        """Place and content of the cell, for a sentence."""
        return {"tab": self.tab, "cell": self.name, "typed": (self.text or self.formula)[:_MOST_QUOTED]}

    def differs(self, exported: str | int | None) -> bool:
        """Whether somebody typed something that differs from `exported`; a formula of ours was not typed."""
        if self.ours:
            return False
        if self.unsolved:
            return True
        if isinstance(exported, str):
            return self.text.casefold() != exported.strip().casefold()
        mine = self.number if self.number is not None else self.text
        return mine != ("" if exported is None else exported) and not (exported is None and not mine)


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A line of a worksheet with items. `cells`: by the key of the column's heading; `written`, `counted`: by seat."""

    tab: str
    number: int
    cells: Mapping[str, TypedCell]
    written: tuple[TypedCell, ...] = ()
    counted: tuple[TypedCell, ...] = ()

    def get_text(self, head: str) -> str:
        """What stands in that column; "" where it is missing."""
        cell = self.cells.get(head)
        return cell.text if cell else ""


class _Heads(NamedTuple):
    """The row of headings in a worksheet: indices of the columns by key, and those of the seats' columns."""

    row: int
    columns: Mapping[str, int]
    seats: tuple[int, ...]


def say_seats() -> set[str]:
    """The headings of the seats' columns, in every language."""
    every = range(1, TABLE_SIZES[-1] + 1)
    return {say(lang, "workbook.head.numbered-seat", seat=seat) for lang in LANGUAGES for seat in every}


def _find_heads(tab: GivenTab) -> _Heads | None:
    """None for a worksheet without items."""
    words = {word: head for head in _HEADS for word in say_in_all(f"workbook.head.{head}")}
    seats = say_seats()
    for row, heads in enumerate(tab.rows[:_MOST_HEADS]):
        columns = {words[str(head)]: n for n, head in enumerate(heads) if str(head) in words}
        if "item" in columns:
            return _Heads(row, columns, tuple(n for n, head in enumerate(heads) if str(head) in seats))
    return None


@dataclass(frozen=True)
class TypedWorkbook:
    """A workbook that came back."""

    path: Path
    tabs: tuple[GivenTab, ...] = field(repr=False)

    @cached_property
    def results(self) -> tuple[Mapping[int, tuple[object, ...]], ...]:
        """The results of the formulas when the workbook was saved, by worksheet and row."""
        return tuple(dict(zip(tab.numbers, tab.rows, strict=True)) for tab in read_workbook(self.path))

    @cached_property
    def lines(self) -> tuple[TypedLine, ...]:
        """The lines of all worksheets with items, even if a worksheet was renamed."""
        return tuple(line for at, tab in enumerate(self.tabs) for line in self._list_lines(at, tab))

    @property
    def games(self) -> tuple[TypedLine, ...]:
        """The lines of `Spiele`."""
        return tuple(line for line in self.lines if line.counted)

    @property
    def review(self) -> tuple[TypedLine, ...]:
        """The lines of `Prüfung`."""
        return tuple(line for line in self.lines if "decision" in line.cells)

    @property
    def names(self) -> tuple[TypedLine, ...]:
        """The lines of the rounds."""
        return tuple(line for line in self.lines if "name" in line.cells and not line.counted)

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The worksheets that were deleted or lost their headings: "games", "review"; "rounds" if none is left."""
        heads = [found for tab in self.tabs if (found := _find_heads(tab))]
        there = {"games": any(one.seats for one in heads), "review": any("decision" in one.columns for one in heads)}
        there["rounds"] = not self.games or any("name" in one.columns for one in heads)
        return tuple(kind for kind, is_there in there.items() if not is_there)

    def _list_lines(self, at: int, tab: GivenTab) -> Iterator[TypedLine]:
        heads = _find_heads(tab)
        if heads is None:
            return
        half, strays = len(heads.seats) // 2, 0  # what is written stands first
        for number in range(heads.row + 1, len(tab.rows)):
            stray = tab.rows[number][heads.columns["item"]] is None
            strays += stray
            if stray and strays > _MOST_STRAYS:  # a table that somebody pasted below; enough is said of it
                continue
            cells = {head: self._get_cell(at, number, n, head) for head, n in heads.columns.items()}
            by_seat = tuple(self._get_cell(at, number, n) for n in heads.seats)
            yield TypedLine(tab.name, tab.numbers[number], cells, by_seat[:half], by_seat[half:])

    def _get_cell(self, at: int, index: int, column: int, head: str = "") -> TypedCell:
        tab = self.tabs[at]
        value, number = tab.rows[index][column], tab.numbers[index]
        name = f"{xl_col_to_name(column)}{number}"
        if not (isinstance(value, str) and value.startswith("=")):
            return TypedCell(tab.name, name, value)
        if head in _OURS or any(word in value for word in say_in_all("workbook.tab.review")):
            return TypedCell(tab.name, name, None, value, ours=True)
        row = self.results[at].get(number, ()) if at < len(self.results) else ()
        result = row[column] if column < len(row) else None
        if result == value:  # a text that begins like a formula
            return TypedCell(tab.name, name, value)
        return TypedCell(tab.name, name, solve_formula(value) if result is None else result, value)

    def list_overwritten(self) -> Iterator[TypedCell]:
        """The cells of `Stand`, `Spieler` and the rounds in which a formula was overwritten."""
        for line in self.names:
            cells = [line.cells[head] for head in _WORKED_OUT if head in line.cells]
            if any(cell.formula for cell in cells):
                yield from (cell for cell in cells if cell.text and not cell.formula)
        for key, plain in (("standings", ()), ("players", _PLAIN)):
            known = {word for head in plain for word in say_in_all(f"workbook.head.{head}")}
            for tab in self.tabs:
                if tab.name in say_in_all(f"workbook.tab.{key}"):
                    yield from _list_overwritten(tab, known)


def _list_overwritten(tab: GivenTab, plain: set[str]) -> Iterator[TypedCell]:
    totals = say_in_all("workbook.head.total")
    at = next((n for n, row in enumerate(tab.rows[:_MOST_HEADS]) if set(totals) & set(map(str, row))), len(tab.rows))
    for number, row in zip(tab.numbers[at + 1 :], tab.rows[at + 1 :], strict=True):
        if any(_is_formula(cell) for cell in row):
            for n, (head, cell) in enumerate(zip(tab.rows[at], row, strict=True)):
                if head is not None and head not in plain and cell is not None and not _is_formula(cell):
                    yield TypedCell(tab.name, f"{xl_col_to_name(n)}{number}", cell)


def _is_formula(cell: object) -> bool:
    return isinstance(cell, str) and cell.startswith("=")


def open_typed(path: Path) -> TypedWorkbook:
    """Raises `UnreadableTable`."""
    return TypedWorkbook(path, read_workbook(path, formulas=True))


def say_in_all(key: str, **gaps: object) -> tuple[str, ...]:
    """The words in every language, since the workbook's language is unknown."""
    return tuple(say(lang, key, **gaps) for lang in LANGUAGES)
