"""Who counts where: formulas by which a name typed in a round's worksheet counts in `Stand`, and one that is nowhere
any more is gone from it.

`Spieler` begins with the names known when the workbook was made. A name typed later that is none of them gets the next
number there. Names are compared without wildcards and without regard to capitals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.utils import get_column_letter

from tournament.evening.standings import Entry, Player, Round
from tournament.remarks import RoundText, say
from tournament.workbook.style import plain

FIRST_PLAYER = 4
_SPARE = 12
"""Lines for new names, beyond one for each seat without a name: more misread ones nobody has to mend."""

FIRST = 4
HEADS = ("table", "sheet", "seat-word", "number", "name", "handwriting", "points", "written-sum", "solos", "open",
          "row-sum-head")
HIDDEN = ("who", "found", "new")
"""Columns behind the others for which name counts, and as which player's."""


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """One round's worksheet: its name, its sheets in the order of the tables, and how many lines it has."""

    tab: str
    round: Round
    entries: tuple[Entry, ...]

    @property
    def lines(self) -> int:
        """Players, one a line."""
        return sum(len(entry.names) for entry in self.entries)

    def range(self, head: str) -> str:
        """'Runde 1'!$G$4:$G$27 of the column `number`, `points`, `solos`, `open`, `who` or `new`."""
        letter = self.letter(head)
        return f"'{self.tab}'!${letter}${FIRST}:${letter}${FIRST + self.lines - 1}"

    def letter(self, head: str) -> str:
        """The letter of that column."""
        return get_column_letter((*HEADS, *HIDDEN).index(head) + 1)

    def who(self) -> dict[tuple[int, int], str]:
        """The cell that says who counts at a seat, by sheet and seat: 'Runde 1'!$L$4."""
        seats = [(entry.number, seat) for entry in self.entries for seat in range(1, len(entry.names) + 1)]
        return {place: f"'{self.tab}'!${self.letter('who')}${n}" for n, place in enumerate(seats, FIRST)}


def plan_round(round_: Round, entries: Sequence[Entry], lang: str) -> RoundPlan:
    """The plan of one round, tables in order."""
    mine = [entry for entry in entries if entry.round == round_]
    ordered = sorted(mine, key=lambda entry: (entry.table is None, entry.table or 0, entry.number))
    return RoundPlan(RoundText(round_).in_(lang), round_, tuple(ordered))


@dataclass(frozen=True, slots=True)
class NamesPlan:
    """`tab`: the worksheet of the players; `players`: those known; `unnamed`: seats without a name."""

    tab: str
    players: tuple[Player, ...]
    unnamed: int
    rounds: tuple[RoundPlan, ...]

    @property
    def spare(self) -> int:
        """Lines for names that are typed in."""
        return self.unnamed + _SPARE

    @property
    def lines(self) -> int:
        """All lines of the players' worksheet."""
        return len(self.players) + self.spare

    def known(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name.casefold() == name.casefold())

    def formulas(self, round_: RoundPlan, n: int, label: str) -> dict[str, str]:
        """The formulas of a line of a round, by column: `who` counts there (`label` where no name stands), the number
        `found` for that name in `Spieler` and in earlier lines, which `new` name it is, and the player's `number`."""
        column = {what: round_.letter(what) for what in ("name", "who", "found", "new", "number")}
        name, who, found, new = (f"${column[what]}{n}" for what in ("name", "who", "found", "new"))
        names, numbers = (f"'{self.tab}'!${letter}${FIRST_PLAYER}:${letter}${self._last}" for letter in "BA")
        before = self.rounds[: self.rounds.index(round_)]
        places = [(f"TRIM({names})", numbers), *((one.range("who"), one.range("number")) for one in before)]
        news = [one.range("new") for one in before]
        if n > FIRST:
            places.append((_above(column["who"], n), _above(column["number"], n)))
            news.append(_above(column["new"], n))
        matches = ",".join(f"SUMPRODUCT(MAX(({texts}={who})*{ids}))" for texts, ids in places)
        return {
            "who": f'=IF(TRIM({name})="","{label}",TRIM({name}))',
            "found": f"=MAX({matches})",
            "new": f"=IF({found}>0,0,1+MAX(0,{','.join(news)}))" if news else f"=IF({found}>0,0,1)",
            "number": f"=IF({found}>0,{found},{len(self.players)}+{new})",
        }

    def new_name(self, which: int) -> str:
        """The formula of the name of that new player: it is the new one in one line of all rounds."""
        finds = (f'IFERROR(INDEX({one.range("who")},MATCH({which},{one.range("new")},0)),"")' for one in self.rounds)
        return f"={'&'.join(finds)}"

    @property
    def who(self) -> dict[tuple[int, int], str]:
        """The cell that says who counts at a seat, by sheet and seat."""
        return {place: cell for one in self.rounds for place, cell in one.who().items()}

    @property
    def too_many(self) -> str:
        """The formula of how many typed names have no line any more."""
        return f"MAX(0,MAX({','.join(one.range('new') for one in self.rounds)})-{self.spare})" if self.rounds else "0"

    @property
    def _last(self) -> int:
        return FIRST_PLAYER + max(1, len(self.players)) - 1


def seat_label(entry: Entry, seat: int, lang: str) -> str:
    """What a seat without a name is called."""
    return say(lang, "seat-label", sheet=entry.number, seat=seat)


def trimmed(name: str) -> str:
    """A name as the formulas compare it: what `TRIM` makes of what the cell holds."""
    return " ".join(filter(None, plain(name).split(" ")))


def _above(letter: str, n: int) -> str:
    return f"${letter}${FIRST}:${letter}${n - 1}"
