"""The places of all cells in the workbook, so that one worksheet's formulas find another's cells.

Worksheets refer to each other only through their plans. A name typed in a round's worksheet counts in `Stand`, and a
name that is in no round any more disappears from it. `Spieler` begins with the names known when the workbook was made;
a new name typed later gets the next number there. Names are compared without wildcards and without regard to capitals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from xlsxwriter.utility import xl_col_to_name

from scoring.counting.rules import RuleSet
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import RoundMatter
from tournament.handout.workbook.worksheet import clean_text
from tournament.remarks import RoundText
from tournament.review.game_rows import GameRow
from tournament.review.open_items import OpenItem
from tournament.review.waiting import count_unnamed
from tournament.standings.places import Player, Round

_SPARE_GAMES = 200
"""Rows below the last one that the formulas include, so that a missing game can be added by hand."""
_SPARE_NAMES = 12
"""Lines for new names, in addition to one for each seat without a name: enough for all misread names."""

ITEM_HEADS = ("sheet", "photo", "where", "picture", "written", "findings", "proposal", "status", "decision", "reason")
SEAT_HEADS = (
    "table",
    "sheet",
    "seat",
    "start",
    "name",
    "handwriting",
    "points",
    "written-sum",
    "solos",
    "open",
    "check",
    "reason",
)
HIDDEN_SEAT_HEADS = ("who", "found", "new", "unnamed", "item", "number", "exported")
"""Columns behind the others: which name counts, and as which player's; whether it is no player's; the seat's name for
commands; which player of `Spieler` counts; the name as it was exported."""


@dataclass(frozen=True)
class Plan:
    """A worksheet: its name, its columns from the first on, and the rows of data to which formulas refer."""

    tab: str
    heads: tuple[str, ...]
    rows: range

    def find_letter(self, head: str) -> str:
        """The letters of a column."""
        return str(xl_col_to_name(self.heads.index(head)))

    def name_cell(self, head: str, row: int) -> str:
        """A cell in that row, for a formula on the worksheet itself: $G4."""
        return f"${self.find_letter(head)}{row}"

    def find_cell(self, head: str, row: int) -> str:
        """A cell, for formulas on other worksheets: 'Runde 1'!$G$4."""
        return f"'{self.tab}'!${self.find_letter(head)}${row}"

    def name_cells(self, head: str, rows: range | None = None) -> str:
        """A column, or these rows of it, for a formula on the worksheet itself: $G$4:$G$27."""
        letter, rows = self.find_letter(head), rows or self.rows
        return f"${letter}${rows.start}:${letter}${rows.stop - 1}"

    def find_range(self, head: str, rows: range | None = None) -> str:
        """A column, or these rows of it, for formulas on other worksheets: 'Runde 1'!$G$4:$G$27."""
        return f"'{self.tab}'!{self.name_cells(head, rows)}"

    def ask_open(self, lang: Lang) -> str:
        """The condition for COUNTIFS that counts the rows with the status "open"."""
        return f'{self.find_range("status")},"{say(lang, "workbook.status.review")}"'


@dataclass(frozen=True)
class GamesPlan(Plan):
    """`Spiele`. `seats`: columns for what is written, and for what counts ("counted3"); `games`: the row of each game,
    by sheet and game; `together`: whether some are asked about with others; `rules`: what rows add up to."""

    seats: int
    games: Mapping[tuple[int, str], int]
    together: bool
    rules: RuleSet

    def sum_points(self, sheet: str, seat: int) -> str:
        """The formula of a seat's points on the sheet whose number is in cell `sheet`."""
        return f"SUMIFS({self.find_range(f'counted{seat}')},{self.find_range('sheet')},{sheet})"

    def count_solos_won(self, sheet: str, seat: int) -> str:
        """The formula of the number of solos that a seat won on that sheet."""
        return (
            f"COUNTIFS({self.find_range('sheet')},{sheet},{self.find_range('soloist')},{seat},"
            f'{self.find_range(f"counted{seat}")},"{"=0" if self.rules.rows.side == "minus" else ">0"}")'
        )


def plan_games(games: Sequence[GameRow], lang: Lang, rules: RuleSet, *, together: bool = False) -> GamesPlan:
    """The plan of `Spiele`: rows below title, hint and two rows of headings, with columns for the largest table."""
    seats, first = max((len(row.written) for row in games), default=4), 5
    by_seat = (f"{what}{seat}" for what in ("written", "counted") for seat in range(1, seats + 1))
    lead, rest = (
        ("sheet", "photo", "round", "table", "game"),
        ("solo", "soloist", "check", "status", "reason", "findings", "item", "exported", "together"),
    )
    rows = {(row.sheet, row.game): n for n, row in enumerate(games, first)}
    tab = say(lang, "workbook.tab.games")
    return GamesPlan(
        tab, (*lead, *by_seat, *rest), range(first, first + len(games) + _SPARE_GAMES), seats, rows, together, rules
    )


@dataclass(frozen=True)
class ReviewPlan(Plan):
    """`Prüfung`. `games`: the plan of `Spiele`, since open items are counted over both. `signed`: items that somebody
    signed off; they stay open. `missing`: whether one says that sheets are not in yet, which is no
    question."""

    games: GamesPlan
    signed: frozenset[str]
    missing: bool

    def count_open_items(self, lang: Lang, sheet: str = "") -> str:
        """The formula of the number of open items, of all sheets or of the one whose number is in cell `sheet`:
        rows by the status in `Spiele`, but for those that are asked about with others, the rest by the status here."""
        places = (say(lang, key, number="*").capitalize() for key in ("common.game", "common.offence"))
        no_row = "".join(f'{self.find_range("where")},"<>{place}",' for place in places)
        counts = []
        for plan, others, more in ((self.games, "", self.games.together), (self, no_row, self.missing)):
            of_sheet = f"{plan.find_range('sheet')},{sheet}," if sheet else ""
            counts.append(f"+COUNTIFS({of_sheet}{others}{plan.ask_open(lang)})")
            # an empty cell is no other number in every program, so what is none of them is taken off
            counts += [f"-COUNTIFS({of_sheet}{plan.find_range('together')},1,{plan.ask_open(lang)})"] if more else []
        return "".join(counts).removeprefix("+")

    def count_missing(self, lang: Lang) -> str:
        """The formula of the number of lines that say which sheets are not in yet."""
        return f"COUNTIFS({self.find_range('together')},1,{self.ask_open(lang)})"

    def count_unsigned(self, lang: Lang) -> str:
        """The formula of the number of open items that nobody signed off."""
        every = self.count_open_items(lang) + (f"+{self.count_missing(lang)}" if self.missing else "")
        return f"{every}-COUNTIFS({self.find_range('signed')},1,{self.ask_open(lang)})" if self.signed else every

    def count_open_at(self, lang: Lang, place: str) -> str:
        """The formula of the number of open items at that place: `Runde 3`."""
        return f'COUNTIFS({self.find_range("where")},"{place}",{self.ask_open(lang)})'


def plan_review(items: Sequence[OpenItem], games: GamesPlan, signed: frozenset[str], lang: Lang) -> ReviewPlan:
    """The plan of `Prüfung`: one line per item, and one line if there are no items."""
    rows, heads = range(4, 4 + max(1, len(items))), (*ITEM_HEADS, "item", "exported", "signed", "together")
    missing = any(one.missing for one in items)
    return ReviewPlan(say(lang, "workbook.tab.review"), heads, rows, games, signed, missing)


@dataclass(frozen=True)
class RoundPlan(Plan):
    """One round's worksheet, one line per player: its sheets in the order of the tables."""

    round: Round
    entries: tuple[CountedSheet, ...]


def plan_round_tab(round_: Round, entries: Sequence[CountedSheet], lang: Lang) -> RoundPlan:
    """The plan of one round, tables in order."""
    mine = [entry for entry in entries if entry.round == round_]
    ordered = sorted(mine, key=lambda entry: (entry.table is None, entry.table or 0, entry.number))
    rows = range(4, 4 + sum(len(entry.names) for entry in ordered))
    return RoundPlan(RoundText(round_).in_(lang), (*SEAT_HEADS, *HIDDEN_SEAT_HEADS), rows, round_, tuple(ordered))


@dataclass(frozen=True)
class AwardsPlan(Plan):
    """The worksheet of awards, one line for each player whose points one changes."""

    def ask_round(self, number: str, round_: Round) -> tuple[str, str]:
        """What formulas add for the player whose number is in cell `number`: how many lines are about that round, and
        what counts beside the list."""
        asked = f"{self.find_range('number')},{number},{self.find_range('round')},{round_ or 0}"
        return f"+COUNTIFS({asked})", f"+SUMIFS({self.find_range('counts')},{asked})"


SCORE_HEADS = ("score", "was")
"""The columns of the score that decides the place, and of the total from which it was computed."""


@dataclass(frozen=True)
class PlayersPlan(Plan):
    """`Spieler`: a column for each round by its worksheet's name, start numbers and clubs where the tournament knows
    any; below the known `players` lines for names that are typed later.

    `matters`: the rounds that lack players, and where that is settled. `scored`: whether places go by something else
    than totals; then they are those of the day, and `was` holds the totals of which they were made. `awards`: where
    points beside the lists stand, if there are any.
    """

    players: tuple[Player, ...]
    rounds: tuple[RoundPlan, ...]
    matters: tuple[RoundMatter, ...]
    review: ReviewPlan
    scored: bool = False
    awards: AwardsPlan | None = None

    @property
    def known(self) -> range:
        """The rows of the players who are known."""
        return self.rows[: len(self.players)]

    @property
    def extras(self) -> tuple[str, ...]:
        """The extra columns: start number and club if any player has one, and "left" if any player left."""
        kept = {"start": "start", "club": "club", "left": "withdrawn"}
        return tuple(head for head, field in kept.items() if any(getattr(one, field) for one in self.players))

    @property
    def scores(self) -> tuple[str, ...]:
        """The columns of a scoring."""
        return SCORE_HEADS if self.scored else ()

    def ask_changed(self) -> str:
        """The condition that totals differ from those from which the scored places were computed."""
        return f"SUMPRODUCT(--({self.find_range('total')}<>{self.find_range('was')}))>0"

    @cached_property
    def seats(self) -> dict[tuple[int, int], tuple[RoundPlan, int]]:
        """The round and the row of each seat, by sheet and seat."""
        found: dict[tuple[int, int], tuple[RoundPlan, int]] = {}
        for one in self.rounds:
            seats = [(entry.number, seat) for entry in one.entries for seat in range(1, len(entry.names) + 1)]
            found |= {seat: (one, n) for seat, n in zip(seats, one.rows, strict=True)}
        return found

    def ask_start(self, number: str) -> str:
        """The formula of the start number of the player whose number is in cell `number`; INDEX makes 0 of an empty
        cell."""
        found = f"INDEX({self.find_range('start')},MATCH({number},{self.find_range('number')},0))"
        return f'=IFERROR(IF({found}="","",{found}),"")'

    def count_unnamed(self) -> str:
        """The formula of the number of seats without a player."""
        return "+".join(f"SUM({one.find_range('unnamed')})" for one in self.rounds) or "0"

    def count_too_many(self) -> str:
        """The formula of the number of typed names for which there is no line left."""
        spare = len(self.rows) - len(self.known)
        news = ",".join(one.find_range("new") for one in self.rounds)
        return f"MAX(0,MAX({news})-{spare})" if self.rounds else "0"

    def find_player(self, name: str) -> Player:
        """The player of that name."""
        return next(player for player in self.players if player.name.casefold() == name.casefold())

    def find_new_name(self, which: int) -> str:
        """The formula of the new name with that number; it is marked as new in one line of all rounds."""
        finds = (
            f'IFERROR(INDEX({one.find_range("who")},MATCH({which},{one.find_range("new")},0)),"")'
            for one in self.rounds
        )
        return f"={'&'.join(finds)}"

    def make_formulas(self, round_: RoundPlan, n: int, label: str) -> dict[str, str]:
        """The formulas of line n of a round, by column. `who` counts there: the typed name, or `label` where there is
        none. `found`: that name's number in `Spieler` or in an earlier line, else 0. `new`: 0, or which of the new
        names it is. `number`: the player's number. `unnamed`: 1 where there is only the label."""
        name, who, found, new = (round_.name_cell(head, n) for head in ("name", "who", "found", "new"))
        known = self.known or self.rows[:1]
        before, above = self.rounds[: self.rounds.index(round_)], range(round_.rows.start, n)
        places = [(f"TRIM({self.find_range('name', known)})", self.find_range("number", known))]
        places += [(one.find_range("who"), one.find_range("number")) for one in before]
        news = [one.find_range("new") for one in before]
        if above:
            places.append((round_.name_cells("who", above), round_.name_cells("number", above)))
            news.append(round_.name_cells("new", above))
        matches = ",".join(f"SUMPRODUCT(MAX(({texts}={who})*{ids}))" for texts, ids in places)
        return {
            "who": f'=IF(TRIM({name})="","{label}",TRIM({name}))',
            "found": f"=MAX({matches})",
            "new": f"=IF({found}>0,0,1+MAX(0,{','.join(news)}))" if news else f"=IF({found}>0,0,1)",
            "number": f"=IF({found}>0,{found},{len(self.players)}+{new})",
            "unnamed": f'=IF({who}="{label}",1,0)',
        }


def plan_players(
    book: Book, rounds: tuple[RoundPlan, ...], review: ReviewPlan, lang: Lang, awards: AwardsPlan | None = None
) -> PlayersPlan:
    """The plan of `Spieler`; without lines for new names if there is no round to type them into."""
    spare = count_unnamed(book) + _SPARE_NAMES if rounds else 0
    after = ("total", "best", "solos", "open", "rank", "order", "start", "club", "left", "withdrawn", "tie")
    scored = not book.scoring.is_plain
    heads = ("number", "name", *(one.tab for one in rounds), *after, *(SCORE_HEADS if scored else ()))
    rows, tab = range(4, 4 + len(book.players) + spare), say(lang, "workbook.tab.players")
    return PlayersPlan(tab, heads, rows, book.players, rounds, book.matters, review, scored, awards)


def trim_name(name: str) -> str:
    """A name as the formulas compare it: the cell's content after `TRIM`."""
    return " ".join(filter(None, clean_text(name).split(" ")))
