"""Where names, rounds and players stand in the workbook, so that one tab finds another's cells.

A name typed in a round's worksheet counts in `Stand`, and a name that stands nowhere any more is gone from it.
`Spieler` begins with the names known when the workbook was made; a name typed later that is none of them gets the next
number there. Names are compared without wildcards and without regard to capitals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from texts.languages import Lang
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import RoundMatter
from tournament.handout.workbook.workbook_plan import ReviewPlan
from tournament.handout.workbook.worksheet import clean_text, name_cells, name_column, name_range
from tournament.remarks import RoundText, SeatText
from tournament.standings.places import Player, Round

FIRST_PLAYER = 4
_SPARE_NAMES = 12
"""Lines for new names, beyond one for each seat without a name: nobody has to correct more misread names."""

FIRST_SEAT = 4
HEADS = ("table", "sheet", "seat", "number", "name", "handwriting", "points", "written-sum", "solos", "open", "check")


HIDDEN = ("who", "found", "new", "unnamed", "item")
"""Columns behind the others: which name counts, and as which player's; whether it is no player's; the seat's name for
commands."""

Extra = Literal["start", "club"]
EXTRAS: tuple[Extra, ...] = ("start", "club")


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round's worksheet: its name, and its sheets in the order of the tables."""

    tab: str
    round: Round
    entries: tuple[CountedSheet, ...]

    @property
    def lines(self) -> int:
        """Lines of the worksheet, one a player."""
        return sum(len(entry.names) for entry in self.entries)

    def find_column(self, head: str) -> int:
        """The column (from 1) of one of `HEADS` or `HIDDEN`."""
        return (*HEADS, *HIDDEN).index(head) + 1

    def find_letter(self, head: str) -> str:
        """That column's letter."""
        return name_column(self.find_column(head))

    def find_range(self, head: str) -> str:
        """That column as a range: 'Runde 1'!$G$4:$G$27."""
        return name_range(self.tab, self.find_column(head), range(FIRST_SEAT, FIRST_SEAT + self.lines))

    def find_above(self, head: str, n: int) -> str:
        """The cells of that column above line n, on the worksheet itself: $G$4:$G$11."""
        return name_cells(self.find_column(head), range(FIRST_SEAT, n))

    def find_who(self) -> dict[tuple[int, int], str]:
        """The cell that says who counts at a seat, by sheet and seat: 'Runde 1'!$L$4."""
        return self.find_cells("who")

    def find_cells(self, head: str) -> dict[tuple[int, int], str]:
        """The cells of a column, by sheet and seat."""
        seats = [(entry.number, seat) for entry in self.entries for seat in range(1, len(entry.names) + 1)]
        return {place: f"'{self.tab}'!${self.find_letter(head)}${n}" for n, place in enumerate(seats, FIRST_SEAT)}


def plan_round_tab(round_: Round, entries: Sequence[CountedSheet], lang: Lang) -> RoundPlan:
    """The plan of one round, tables in order."""
    mine = [entry for entry in entries if entry.round == round_]
    ordered = sorted(mine, key=lambda entry: (entry.table is None, entry.table or 0, entry.number))
    return RoundPlan(RoundText(round_).in_(lang), round_, tuple(ordered))


@dataclass(frozen=True, slots=True)
class NamesPlan:
    """`tab`: the worksheet of the players; `players`: those known; `unnamed`: number of seats without a name."""

    tab: str
    players: tuple[Player, ...]
    unnamed: int
    rounds: tuple[RoundPlan, ...]

    @property
    def spare(self) -> int:
        """Lines for names that are typed in; none where there is no round to type them into."""
        return self.unnamed + _SPARE_NAMES if self.rounds else 0

    @property
    def lines(self) -> int:
        """All lines of the players' worksheet."""
        return len(self.players) + self.spare

    @property
    def who(self) -> dict[tuple[int, int], str]:
        """The cell that says who counts at a seat, by sheet and seat."""
        return {place: cell for one in self.rounds for place, cell in one.find_who().items()}

    @property
    def typed(self) -> dict[tuple[int, int], str]:
        """The cell in which the name is typed, by sheet and seat."""
        return {place: cell for one in self.rounds for place, cell in one.find_cells("name").items()}

    def count_unnamed(self) -> str:
        """The formula of how many seats have no player."""
        return "+".join(f"SUM({one.find_range('unnamed')})" for one in self.rounds) or "0"

    def find_player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name.casefold() == name.casefold())

    def make_formulas(self, round_: RoundPlan, n: int, label: str) -> dict[str, str]:
        """The formulas of line n of a round, by column. `who` counts there: the typed name, or `label` where none
        stands. `found`: that name's number in `Spieler` or in an earlier line, else 0. `new`: 0, or which of the new
        names it is. `number`: the player's number. `unnamed`: 1 where only the label stands."""
        name, who, found, new = (f"${round_.find_letter(head)}{n}" for head in ("name", "who", "found", "new"))
        known = range(FIRST_PLAYER, FIRST_PLAYER + max(1, len(self.players)))
        before = self.rounds[: self.rounds.index(round_)]
        places = [
            (f"TRIM({name_range(self.tab, 2, known)})", name_range(self.tab, 1, known)),
            *((one.find_range("who"), one.find_range("number")) for one in before),
        ]
        news = [one.find_range("new") for one in before]
        if n > FIRST_SEAT:
            places.append((round_.find_above("who", n), round_.find_above("number", n)))
            news.append(round_.find_above("new", n))
        matches = ",".join(f"SUMPRODUCT(MAX(({texts}={who})*{ids}))" for texts, ids in places)
        return {
            "who": f'=IF(TRIM({name})="","{label}",TRIM({name}))',
            "found": f"=MAX({matches})",
            "new": f"=IF({found}>0,0,1+MAX(0,{','.join(news)}))" if news else f"=IF({found}>0,0,1)",
            "number": f"=IF({found}>0,{found},{len(self.players)}+{new})",
            "unnamed": f'=IF({who}="{label}",1,0)',
        }

    def find_new_name(self, which: int) -> str:
        """The formula of the new name with that number; it is marked as new in one line of all rounds."""
        finds = (
            f'IFERROR(INDEX({one.find_range("who")},MATCH({which},{one.find_range("new")},0)),"")'
            for one in self.rounds
        )
        return f"={'&'.join(finds)}"

    def count_too_many(self) -> str:
        """The formula of how many typed names have no line any more."""
        if not self.rounds:
            return "0"
        return f"MAX(0,MAX({','.join(one.find_range('new') for one in self.rounds)})-{self.spare})"


def label_seat(entry: CountedSheet, seat: int, lang: Lang) -> str:
    """What a seat without a name is called."""
    return SeatText(entry.number, seat).in_(lang)


def trim_name(name: str) -> str:
    """A name as the formulas compare it: what `TRIM` makes of what the cell holds."""
    return " ".join(filter(None, clean_text(name).split(" ")))


@dataclass(frozen=True, slots=True)
class PlayersPlan:
    """Where the players' columns stand: number, name, rounds, total, best round, solos, open items, place, order, and
    start number and club where the tournament knows any. Below the known players are lines for names that are typed
    later.

    `matters`: the rounds that lack players, and where that is settled.
    """

    names: NamesPlan
    matters: tuple[RoundMatter, ...]
    review: ReviewPlan

    @property
    def tab(self) -> str:
        """The worksheet's name."""
        return self.names.tab

    @property
    def rounds(self) -> tuple[RoundPlan, ...]:
        """The rounds' worksheets."""
        return self.names.rounds

    def find_column(self, what: str) -> int:
        """The column (from 1) of `name`, `round` (the first), `total`, `best`, `solos`, `open`, `rank`, `order`."""
        after = 3 + len(self.rounds)
        return {
            "number": 1,
            "name": 2,
            "round": 3,
            "total": after,
            "best": after + 1,
            "solos": after + 2,
            "open": after + 3,
            "rank": after + 4,
            "order": after + 5,
            "start": after + 6,
            "club": after + 7,
            "withdrawn": after + 8,
            "tie": after + 9,
        }[what]

    @property
    def extras(self) -> tuple[Extra, ...]:
        """Which of start number and club the tournament knows of any player."""
        players = self.names.players
        known = {"start": any(one.start for one in players), "club": any(one.club for one in players)}
        return tuple(extra for extra in EXTRAS if known[extra])

    def find_letter(self, what: str) -> str:
        """That column's letters."""
        return name_column(self.find_column(what))

    @property
    def rows(self) -> range:
        """The rows of all players, also of those who may be typed in later."""
        return range(FIRST_PLAYER, FIRST_PLAYER + self.names.lines)

    def find_range(self, column: int) -> str:
        """A column as a range: 'Spieler'!$D$4:$D$27."""
        return name_range(self.tab, column, self.rows)
