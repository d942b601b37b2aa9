"""What a person orders: one sheet, with what is to be printed on it; and the layout that its code names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from templates.full_sheet import make_full_layout
from templates.layout import Layout, UnknownSheet
from templates.list_sheets import make_list_layout
from templates.sheet_code import MOST_LETTERS, SheetCode, join_checks, parse_code
from texts.languages import Lang

_STYLES = {"points": make_list_layout, "totals": make_list_layout, "full": make_full_layout}


def make_layout(code: SheetCode) -> Layout:
    """The layout that `code` names; raises `UnknownSheet`, with the remedy, for a sheet that is not made."""
    make = _STYLES.get(code.style)
    if make is None:
        raise UnknownSheet("paper.fault.style", style=code.style, known=tuple(sorted(_STYLES)))
    return make(code)


@dataclass(frozen=True, slots=True)
class Example:
    """A row that is filled in: the columns that are crossed, and what is written in others, as (column, text)."""

    crossed: frozenset[str] = frozenset()
    written: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class KeyBlock:
    """A part of the key at the foot of a full sheet: a heading and sentences, ready to print."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetSpec:
    """One sheet to print.

    `names`: none, or one for each seat in order; "" leaves a line to write on. `starts`: none, or each seat's start
    number, 1 to 999; it is printed beside the seat's name, and a seat without a name has a box for it. `key_lines`: the
    key of a list, ready to print; its first line says how the list is filled in. `key`: the key of a full sheet.
    `heads`: headings of a full sheet's columns, as (id, word), where the rule set has words of its own. `example`: a
    full sheet's example row. `section`: how many rows at the end are for the Pflichtsoli. `offence`: what is printed in
    a full sheet's rows for offences. `minor`: those rows are for minor offences only. `away`: who sits
    out each game where more than four sit, as seats behind the dealer; () where the rules do not say.

    `code.named` and the code's check letters follow from `names`, so the printed code is never wrong about them;
    with `starts` there is `code.starts`, too. Raises `UnknownSheet` when names or start numbers do not match the seats,
    or when no sheet code can say what is ordered.
    """

    code: SheetCode
    title: str = ""
    names: tuple[str, ...] = ()
    key_lines: tuple[str, ...] = ()
    lang: Lang = "de"
    key: tuple[KeyBlock, ...] = ()
    heads: tuple[tuple[str, str], ...] = ()
    example: Example = field(default_factory=Example)
    section: int = 0
    offence: str = ""
    minor: bool = False
    away: tuple[int, ...] = (0,)
    starts: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.names and len(self.names) != self.code.seats:
            raise UnknownSheet("paper.fault.names", names=len(self.names), seats=self.code.seats)
        if self.starts and (len(self.starts) != self.code.seats or not all(0 < start < 1000 for start in self.starts)):
            raise UnknownSheet("paper.fault.starts", starts=len(self.starts), seats=self.code.seats)
        if len(self.code.columns) > MOST_LETTERS:
            raise UnknownSheet("paper.fault.long-columns", letters=len(self.code.columns), most=MOST_LETTERS)
        if parse_code(self.code.spell()) != self.code:  # a code that the scanner could not read back
            raise UnknownSheet("paper.fault.round-table")
        letters = join_checks(self.names)
        starts = self.code.starts or bool(self.starts)
        code = replace(self.code, named=bool(letters), letters=letters, starts=starts)
        object.__setattr__(self, "code", code)  # frozen: there is no other way to set it

    def is_in_section(self, game: int) -> bool:
        """Whether the row of that game is for a Pflichtsolo."""
        return self.code.games - self.section < game <= self.code.games
