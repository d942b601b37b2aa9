"""Finds the head line of a list of players and the meaning of its columns, and reads its rows by these."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from tournament.given_tables import GivenRow, quote_line

Kind = Literal["", "name", "reversed", "first", "last", "club", "table", "start", "number", "paid"]
"""What a column holds: nothing of use, a whole name, one with the last name first ("Albers, Anna"), first name, last
name, club, fixed table, start number, a number of unknown meaning, or whether the entry fee is paid."""
KINDS: tuple[Kind, ...] = get_args(Kind)

_LOOKED_FOR = 10
"""The head line is looked for in so many first rows; there may be titles above it."""

_HEADS: dict[Kind, tuple[str, ...]] = {
    "name": (
        *("name", "namen", "names", "spieler", "spielerin", "spieler in", "spielername", "player", "players"),
        *("teilnehmer", "teilnehmerin", "teilnehmer in", "full name", "vor und nachname", "vor und zuname"),
        *("vorname nachname", "vorname name", "vorname, nachname", "vorname, name", "first name last name"),
    ),
    "reversed": (
        *("nachname, vorname", "name, vorname", "familienname, vorname", "zuname, vorname", "nachname vorname"),
        *("name vorname", "last name, first name", "surname, first name", "last name first name"),
    ),
    "first": ("vorname", "first name", "rufname", "given name"),
    "last": ("nachname", "last name", "surname", "familienname", "zuname"),
    "club": ("verein", "club", "ort", "stammtisch", "town", "heimatverein", "wohnort", "mannschaft", "team"),
    "table": ("tisch", "fester tisch", "table", "fixed table"),
    "start": ("startnummer", "start nr", "startnr", "start", "start number", "start no", "st nr"),
    "number": ("nr", "nummer", "no", "number"),
    "paid": ("bezahlt", "gezahlt", "startgeld bezahlt", "paid", "fee paid"),
}
"""By kind the heads that a column may have, as `_spell_head` writes them."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a list. `head`: the place of the head line among the rows, from 0, -1 for none. `kinds`: by
    column, each except "" at most once."""

    head: int
    kinds: tuple[Kind, ...]

    @property
    def has_names(self) -> bool:
        """Whether a column says who plays."""
        return bool({"name", "reversed", "first", "last"} & set(self.kinds))

    def find(self, kind: Kind) -> int:
        """The column of that kind; -1 for none."""
        return self.kinds.index(kind) if kind in self.kinds else -1


def find_columns(rows: Sequence[GivenRow]) -> Columns | None:
    """The head line and its columns: among the first rows with a head for names the one with most heads; None if there
    is no such row."""
    found = [Columns(at, _read_heads(row.cells)) for at, row in enumerate(rows[:_LOOKED_FOR])]
    named = [one for one in found if one.has_names]
    return max(named, key=lambda one: sum(map(bool, one.kinds)), default=None)  # the first of equals


def _read_heads(cells: Sequence[str]) -> tuple[Kind, ...]:
    """The kind of each head; a second column of the same kind is not read."""
    kinds: list[Kind] = []
    for kind in map(_read_head, cells):
        kinds.append("" if kind in kinds else kind)
    if "start" in kinds and "number" in kinds:
        kinds[kinds.index("number")] = ""
    return tuple(kinds)


def _read_head(cell: str) -> Kind:
    word = _spell_head(cell)
    return next((one for one, heads in _HEADS.items() if word in heads), "")


def is_head(cell: str) -> bool:
    """Whether the cell is the head of a column."""
    return bool(_read_head(cell))


def has_names_twice(cells: Sequence[str]) -> bool:
    """Whether the head line names two columns of whole names, or of one part of a name."""
    kinds = list(map(_read_head, cells))
    whole = kinds.count("reversed") + kinds.count("name") * ("first" not in kinds or kinds.count("name") > 1)
    return whole > 1 or kinds.count("first") > 1 or kinds.count("last") > 1


def _spell_head(cell: str) -> str:
    """The head in small letters, without punctuation: "Start-Nr.:" is "start nr"."""
    words = re.sub(r"[.\-_/*:()]+", " ", cell.casefold())
    return re.sub(r"\s*,\s*", ", ", " ".join(words.split())).strip(", ")


def guess_columns(rows: Sequence[GivenRow]) -> Columns | None:
    """The columns of a list without a head line: numbers, then names, then clubs. None if it is not clear what the
    names are: there are other columns, or names of one word beside a second column of words."""
    width = max((len(row.cells) for row in rows), default=0)
    kinds: list[Kind] = []
    for column in range(width):
        cells = [row.cells[column] for row in rows if column < len(row.cells) and row.cells[column]]
        if not cells:
            kinds.append("")
        elif all(is_number(cell) for cell in cells) and "number" not in kinds:
            kinds.append("number")
        elif any(is_number(cell) for cell in cells) or "club" in kinds:
            return None
        else:
            kinds.append("club" if "name" in kinds else "name")
    found = Columns(-1, tuple(kinds))
    if "name" not in kinds or ("club" in kinds and _has_half_names(rows, found)):
        return None
    return found


def _has_half_names(rows: Sequence[GivenRow], columns: Columns) -> bool:
    """Whether a name beside a club is a single word: it may be only a last name, and the "club" a first name."""
    name, club = columns.find("name"), columns.find("club")
    both = (row.cells[name] for row in rows if len(row.cells) > club and row.cells[club])
    return any(" " not in cell for cell in both)


def is_number(cell: str) -> bool:
    """Whether the cell holds digits: "7", "7."."""
    return cell.strip(".").isdecimal()


_PAID = ("x", "ja", "j", "yes", "y", "ok", "1", "✓", "✔", "bezahlt", "gezahlt", "paid")
"""What people write for one who has paid; an amount may also be what is still owed."""
_SUFFIXES = ("jun", "sen", "jr", "sr", "dr", "prof")
_TWO = 2


class Listed(NamedTuple):
    """A player of a list. `row`: its number in the file. `line`: its text. `start`, `table`: as written, "" for none.
    `whole`: the name as written in one cell, "" if it is in two. `paid`: the row says so in a word."""

    row: int
    line: str
    name: str
    club: str = ""
    start: str = ""
    table: str = ""
    whole: str = ""
    paid: bool = False


def read_row(row: GivenRow, columns: Columns) -> Listed:
    """The player in a row below the head line."""

    def get(kind: Kind) -> str:
        at = columns.find(kind)
        return row.cells[at] if 0 <= at < len(row.cells) else ""

    whole = get("name") or get("reversed")
    name = " ".join(filter(None, (get("first"), get("last") or whole)))
    name = name if get("first") else turn_name(name, parted=columns.find("reversed") < 0)
    number = (get("start") or get("number")).strip(".")
    line = quote_line(filter(None, row.cells))
    paid = get("paid").casefold() in _PAID
    return Listed(row.number, line, name, get("club"), number, get("table"), "" if get("first") else whole, paid)


def turn_name(name: str, *, parted: bool = True) -> str:
    """The name with the first name first: "Albers, Anna" becomes Anna Albers. `parted`: only if there is a comma; if
    not `parted`, "Albers Anna" is turned, too."""
    last, comma, first = (part.strip() for part in name.partition(","))
    if not comma and not parted and len(name.split()) == _TWO:
        last, _, first = name.partition(" ")
    wrong = not last or not first or "," in first or first.casefold().strip(".") in _SUFFIXES
    return name if wrong else f"{first} {last}"
