"""Where rows and open items stand in `Spiele` and `Prüfung`, and the formulas that count over them.

Every worksheet finds the others' cells through such a plan, and none through another worksheet: see also `names_plan`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.workbook.worksheet import name_column, name_range
from tournament.review.game_rows import GameRow

FIRST_GAME = 5
"""The first row of data in `Spiele`, below title, hint, group heads and heads."""


_SPARE_GAMES = 200
"""Rows below the last one that the formulas include, so that a missing game can be added by hand."""

FIRST_ITEM = 4
"""The first line of an item in `Prüfung`, below title, hint and heads."""

_ITEM_HEADS = ("sheet", "photo", "where", "picture", "written", "findings", "proposal", "status", "decision")
_ITEM_STATUS, _DECISION, _ITEM, _SIGNED = (
    len(_ITEM_HEADS) - 1,
    len(_ITEM_HEADS),
    len(_ITEM_HEADS) + 1,
    len(_ITEM_HEADS) + 2,
)


@dataclass(frozen=True, slots=True)
class GamesPlan:
    """Where everything stands on the worksheet. `tab`: its name; `rows`: its rows of data."""

    tab: str
    seats: int
    rows: int

    def find_column(self, what: str, seat: int = 1) -> int:
        """The column (from 1) of `sheet`, `photo`, `round`, `table`, `game`, `written`, `counted`, `solo` and so on."""
        n = self.seats
        starts = {
            "sheet": 1,
            "photo": 2,
            "round": 3,
            "table": 4,
            "game": 5,
            "written": 6,
            "counted": 6 + n,
            "solo": 6 + 2 * n,
            "soloist": 7 + 2 * n,
            "check": 8 + 2 * n,
            "status": 9 + 2 * n,
            "words": 10 + 2 * n,
            "item": 11 + 2 * n,
        }
        return starts[what] + seat - 1

    def find_letter(self, what: str, seat: int = 1) -> str:
        """That column's letters."""
        return name_column(self.find_column(what, seat))

    @property
    def last_row(self) -> int:
        """The last row that the formulas include."""
        return FIRST_GAME + self.rows + _SPARE_GAMES - 1

    def number_rows(self, rows: Sequence[GameRow]) -> dict[tuple[int, str], int]:
        """Where each row stands, by sheet and game."""
        return {(row.sheet, row.game): n for n, row in enumerate(rows, FIRST_GAME)}

    def find_range(self, what: str, seat: int = 1) -> str:
        """A column as a range for other worksheets: 'Spiele'!$J$5:$J$260."""
        return name_range(self.tab, self.find_column(what, seat), range(FIRST_GAME, self.last_row + 1))

    def sum_points(self, sheet: str, seat: int) -> str:
        """The formula of a seat's points on the sheet whose number stands in cell `sheet`."""
        return f"SUMIFS({self.find_range('counted', seat)},{self.find_range('sheet')},{sheet})"

    def count_solos_won(self, sheet: str, seat: int) -> str:
        """The formula of the number of solos that a seat won on that sheet."""
        return (
            f"COUNTIFS({self.find_range('sheet')},{sheet},{self.find_range('soloist')},{seat},"
            f'{self.find_range("counted", seat)},">0")'
        )

    def count_open_rows(self, lang: Lang, sheet: str = "", game: str = "") -> str:
        """The formula of the number of open rows: all, those of a sheet, or those of one game of a sheet."""
        which = {"sheet": sheet, "game": game, "status": f'"{say(lang, "workbook.status.review")}"'}
        return f"COUNTIFS({','.join(f'{self.find_range(what)},{value}' for what, value in which.items() if value)})"


@dataclass(frozen=True, slots=True)
class ReviewPlan:
    """Where the items stand. `games`: the worksheet of the rows, for what is open is counted over both. `signed`: the
    names of those that somebody signed off; they stay open."""

    tab: str
    items: int
    games: GamesPlan
    signed: frozenset[str] = frozenset()

    def find_decision(self, n: int) -> str:
        """The cell in which the decision on the item of row n is chosen: 'Prüfung'!$I$4."""
        return f"'{self.tab}'!${name_column(_DECISION)}${n}"

    def find_range(self, head: str) -> str:
        """The column `sheet`, `where` or `status` as a range: 'Prüfung'!$H$4:$H$40."""
        return name_range(self.tab, _ITEM_HEADS.index(head) + 1, range(FIRST_ITEM, FIRST_ITEM + max(1, self.items)))

    def count_open_items(self, lang: Lang, sheet: str = "") -> str:
        """The formula of the number of open items, of all sheets or of one: rows by the status in `Spiele`, the rest
        by the status here."""
        where = self.find_range("where")
        no_row = ",".join(f'{where},"<>{row}"' for row in _name_all_rows(lang))
        of_sheet = f"{self.find_range('sheet')},{sheet}," if sheet else ""
        is_open = f'{self.find_range("status")},"{say(lang, "workbook.status.review")}"'
        return f"{self.games.count_open_rows(lang, sheet)}+COUNTIFS({of_sheet}{no_row},{is_open})"

    def count_unsigned(self, lang: Lang) -> str:
        """The formula of the number of open items that nobody signed off."""
        if not self.signed:
            return self.count_open_items(lang)
        signed = name_range(self.tab, _SIGNED, range(FIRST_ITEM, FIRST_ITEM + max(1, self.items)))
        is_open = f'{self.find_range("status")},"{say(lang, "workbook.status.review")}"'
        return f"{self.count_open_items(lang)}-COUNTIFS({signed},1,{is_open})"

    def count_open_at(self, lang: Lang, place: str) -> str:
        """The formula of the number of open items at that place: `Runde 3`."""
        is_open = f'{self.find_range("status")},"{say(lang, "workbook.status.review")}"'
        return f'COUNTIFS({self.find_range("where")},"{place}",{is_open})'


def _name_all_rows(lang: Lang) -> tuple[str, ...]:
    """What the places of all rows look like, "*" for their numbers: `Spiel *`, `Strafe *`."""
    return tuple(say(lang, key, number="*").capitalize() for key in ("common.game", "common.offence"))
