"""What an exported workbook said, and which of its cells somebody typed into since.

Each line of `Spiele`, `Prüfung` and the rounds says in a hidden column what it held when it was exported. Only a cell
that differs from that was typed: what was decided, read anew or renamed elsewhere meanwhile is nobody's correction.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from xlsxwriter.utility import xl_col_to_name

from texts.languages import LANGUAGES, Lang
from texts.sentences import say
from tournament.given_workbooks import GivenTab, read_workbook
from tournament.handout.workbook.worksheet import clean_text
from tournament.review.game_rows import GameRow
from tournament.review.open_items import OpenItem
from tournament.typed_points import is_left_out, read_typed_number, solve_formula

_MOST_HEADS = 6
"""The row with the heads of the columns is one of the first."""
_MOST_QUOTED = 40
"""Letters of what was typed, as a sentence quotes it."""
_WORKED_OUT = ("points", "solos", "open", "start")
"""The columns of a round that are formulas."""
_OURS = ("status", *_WORKED_OUT)
"""Those in which every formula is Kiebitz's; elsewhere one is that asks what was chosen in `Prüfung`."""
_HEADS = ("item", "exported", "status", "decision", "name", "solo", "reason", *_WORKED_OUT)
_MOST_STRAYS = 100
"""Lines without an item that are looked at."""
_PLAIN = ("number", "name", "start", "club", "left", "withdrawn", "tie")
"""The columns of `Spieler` that are none."""


class ExportedRow(NamedTuple):
    """A row of `Spiele` as it was exported."""

    written: tuple[str, ...]
    counted: tuple[int | None, ...]
    solo: bool
    status: str


def write_exported_row(row: GameRow) -> str:
    """What the hidden column says of a row."""
    return json.dumps(ExportedRow(tuple(map(clean_text, row.written)), row.counted, row.solo, row.status))


def write_exported_item(item: OpenItem, lang: Lang) -> str:
    """What it says of an item: of a row what each decision comes to, of anything else its findings."""
    if item.choice is None:
        return json.dumps(list(map(clean_text, item.findings)))
    return json.dumps({words: option for words, option in item.choice.list_words(lang) if option is not None})


def read_exported_row(text: str) -> ExportedRow | None:
    """The row; None where the column is missing, or somebody wrote into it."""
    found: Any = _read_json(text)
    match found:
        case [[*written], [*counted], bool() as solo, str() as status] if len(written) == len(counted):
            points = [one for one in counted if one is None or type(one) is int]
            if len(points) == len(counted):
                return ExportedRow(tuple(map(str, written)), tuple(points), solo, status)
    return None


def read_exported_item(text: str) -> Mapping[str, Any] | Sequence[Any] | None:
    """What each decision comes to, or the findings; None as above."""
    found = _read_json(text)
    return found if isinstance(found, dict | list) else None


def _read_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class TypedCell:
    """A cell of a workbook that came back. `value`: a text, a number, a date, None; of a formula its last result, or
    what its arithmetic comes to. `formula`: the formula, "" for none; `ours`: whether Kiebitz wrote that."""

    tab: str
    name: str
    value: object
    formula: str = ""
    ours: bool = False

    @property
    def text(self) -> str:
        """What stands there, as text."""
        value = int(self.value) if isinstance(self.value, float) and self.value == self.value // 1 else self.value
        return "" if value is None else clean_text(str(value)).strip()

    @property
    def unsolved(self) -> bool:
        """Whether it is a formula of which nobody knows what it comes to."""
        return bool(self.formula) and not self.ours and self.value is None

    @property
    def is_blank(self) -> bool:
        """Whether it holds no points: nothing, or the stroke of who sits out."""
        return not self.unsolved and is_left_out(self.text)

    @property
    def number(self) -> int | None:
        """The whole number; None for anything else."""
        return None if isinstance(self.value, bool) else read_typed_number(self.text)

    @property
    def place(self) -> dict[str, str]:
        """Where it is and what stands there, for a sentence."""
        return {"tab": self.tab, "cell": self.name, "typed": (self.text or self.formula)[:_MOST_QUOTED]}

    def differs(self, exported: str | int | None) -> bool:
        """Whether somebody typed something else than was exported; a formula of ours was not typed."""
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
    """A line of a worksheet with items. `cells`: by the key of their column's head; `written`, `counted`: by seat."""

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
    """The row of a worksheet with the heads: where the columns are by their keys, and those of the seats."""

    row: int
    columns: Mapping[str, int]
    seats: tuple[int, ...]


def _find_heads(tab: GivenTab) -> _Heads | None:
    """None for a worksheet without items."""
    words = {word: head for head in _HEADS for word in say_in_all(f"workbook.head.{head}")}
    seats = {say(lang, "workbook.head.numbered-seat", seat=seat) for lang in LANGUAGES for seat in range(1, 6)}
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
        """By worksheet and row what the formulas came to when it was saved."""
        return tuple(dict(zip(tab.numbers, tab.rows, strict=True)) for tab in read_workbook(self.path))

    @cached_property
    def lines(self) -> tuple[TypedLine, ...]:
        """The lines of all worksheets that have items, whatever somebody called them."""
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
        """Which worksheets were taken out, or lost their heads: "games", "review"; "rounds" where there is none."""
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
        """The cells of `Stand`, `Spieler` and the rounds in which something was typed over a formula."""
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


def say_in_all(key: str) -> tuple[str, ...]:
    """The words in every language: nobody knows in which the workbook was made."""
    return tuple(say(lang, key) for lang in LANGUAGES)
