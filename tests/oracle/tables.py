"""One table: which rows its system allows, how often players write others, and whose turn it is to sit out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, groupby
from operator import itemgetter

from tests.oracle.details import Played, is_fine_of, is_game_of, list_games, read_told
from tests.oracle.ink import NOTHING, Line, Paper, Saying, Value
from tests.oracle.rulebook import (
    System,
    find_lone,
    find_pair,
    find_sitter,
    is_legal_game,
    is_paid_to_soloist,
    list_fines,
    list_tables,
)
from tournament.judging.limits.judging_limits import LIMITS

SLIP = LIMITS.row_mistake / LIMITS.mistakes_near
"""How often players write one particular wrong row, beside the right one."""
UNKNOWN = 0
"""The game by which nobody knows whose turn it is."""


@dataclass(frozen=True)
class Meaning:
    """A row as it may be read: points by seat, crosses, and the details' boxes."""

    points: tuple[Value, ...]
    solo: bool
    offence: bool
    boxes: Mapping[str, Value]


class Table:
    """A table of a system, which writes all points or plus points only, and how it writes its rows."""

    def __init__(self, system: System, paper: Paper) -> None:
        self.system, self.paper = system, paper
        self.turns = find_turns(system, paper)
        """By row the game by which it is somebody's turn to sit out."""

    def find_hands(self, line: Line, row: Meaning) -> dict[int, int] | None:
        """The points of the four who played, if the row is right; None where no game or offence is such a row."""
        if None in row.points:
            return None
        points = tuple(number or 0 for number in row.points)
        solo, offence = row.solo, row.offence or 0 < self.paper.games < line.number
        ended = not is_paid_to_soloist(self.system, dict(enumerate(sorted(points, key=abs)[-4:])), solo=True)
        solo = solo and not (offence and self.system.fine_ends_game and ended)  # it is the game that the offence ended
        tables = list_tables(self.system, points, self.turns[line.number], offence=offence)
        full = [one for _, one in tables] if not self.paper.plus else self._list_full_rows(line, tables)
        found = [hands for hands in full if is_legal_game(self.system, hands, solo=solo, offence=offence)]
        if not any((*points, row.solo, row.offence)):  # a row without a game
            return found[0] if found else dict.fromkeys(range(1, 5), 0)
        told = len(full) == 1 or not self.paper.plus or not any(points)  # else nobody knows who lost
        return found[0] if found and told else None

    def find_right_hands(self, line: Line, row: Meaning) -> dict[int, int] | None:
        """The points of the four who played, if the row is right beside its details as well."""
        hands = self.find_hands(line, row)
        return hands if hands is not None and self.weigh_details(line, row, hands)[1] else None

    def _list_full_rows(self, line: Line, tables: Iterable[tuple[int | None, dict[int, int]]]) -> list[dict[int, int]]:
        """The full rows of plus points. At five seats a single stroke beside points is the seat that sat out, where
        something surely stands there."""
        strokes = [
            (int(name[1:]), field) for name, field in line.fields.items() if not field.is_detail and field.struck
        ]
        struck = [seat for seat, field in strokes if field.surely_inked and len(strokes) == 1]
        return [
            full
            for sits, hands in tables
            if sits is None or not struck or sits in struck or not any(hands.values())
            for full in self._complete(hands)
        ]

    def _complete(self, hands: Mapping[int, int]) -> Iterator[dict[int, int]]:
        """The full rows of which these are the plus points: two alike, three alike, or one that three can pay."""
        won = [number for number in hands.values() if number]
        if min(hands.values()) < 0 or len(set(won)) > 1:
            return
        each = {0: 0, 1: (won or [0])[0] / 3, 2: (won or [0])[0], 3: 3 * (won or [0])[0]}.get(len(won))
        if each is not None and each == int(each):
            yield {seat: number or -int(each) for seat, number in hands.items()}

    def weigh_row(self, line: Line, row: Meaning, hands: Mapping[int, int] | None) -> float:
        """How often players write such points, beside an ordinary right row."""
        if hands is not None:
            lone, pair = find_lone(hands), find_pair(hands)
            value = abs(lone[1]) if lone else pair or 0
            return LIMITS.unusual if value > self.system.unusual and not row.offence else 1.0
        turn = find_sitter(self.system, self.paper.seats, self.turns[line.number], offence=row.offence)
        moved = row.points[turn - 1] if turn and None not in row.points else 0
        twice = moved and sum(number or 0 for number in row.points) not in (0, moved)
        return SLIP * LIMITS.row_mistake if twice else SLIP

    def weigh_details(self, line: Line, row: Meaning, hands: Mapping[int, int] | None) -> tuple[float, bool]:
        """How often players write such points beside such details, and whether all is right. Beside a fine the value
        may be what the others get, what the offender pays, or that of the game which the offence ended."""
        fields = line.details
        inked = any(
            field.flagged or field.first.value != (NOTHING if name in ("augen", "value") else 0)
            for name, field in fields.items()
        )
        if hands is None:
            of_game = inked and not row.offence  # beside an offence they tell of the game that it ended
            return self._weigh_two_slips(line, row) if of_game else 1.0, False
        if not inked:
            return 1.0, True
        told, fit = read_told(row.boxes), is_fine_of if row.offence else is_game_of
        fits = any(fit(self.system, told, one) for one in self._list_hands(line, row, hands))
        column = row.offence or row.boxes.get("value", NOTHING) in (None, NOTHING, min(map(abs, hands.values())))
        misfit = LIMITS.misfit if list_games(self.system, told) else LIMITS.contradiction
        unnamed = not row.offence and find_lone(hands) and (told.re or told.filled) and not told.kinds
        fit_rate = LIMITS.uncrossed if unnamed else 1.0
        return (fit_rate if fits else misfit) * (1.0 if column else LIMITS.misfit), fits and column

    def blank_hatched(self, line: Line, cells: Mapping[str, Saying]) -> list[Saying]:
        """The cells; in the hatched one of who has to sit out a zero is a scribble, and no digit of anybody's hand."""
        turn = find_sitter(self.system, self.paper.seats, self.turns[line.number], offence=False)
        return [replace(one, text="") if name == f"p{turn}" and one.value == 0 else one for name, one in cells.items()]

    def _list_hands(self, line: Line, row: Meaning, hands: Mapping[int, int]) -> Iterable[Mapping[int, int]]:
        """The points of the four who played, whoever they were: in a Nullspiel any may have sat out but for the turns,
        and a stroke is no more than a zero."""
        if any(hands.values()):
            return (hands,)
        points = (0,) * self.paper.seats
        return (one for _, one in list_tables(self.system, points, self.turns[line.number], offence=row.offence))

    def _weigh_two_slips(self, line: Line, row: Meaning) -> float:
        """Two slips beside clear details that show one row are rarer than one."""
        boxes = {name: field for name, field in line.details.items() if name != "value"}
        told = read_told({name: field.first.value for name, field in boxes.items()})
        games = list_games(self.system, told)
        known = len(games) == 1 and len(games[0].values) == 1 and len(told.re) == 2 - games[0].lone and told.filled
        if not known or not all(field.clear for field in boxes.values()):
            return 1.0
        count = self._count_plus_slips if self.paper.plus else self._count_slips
        return 1.0 if count(line, row, games[0]) < 2 else LIMITS.misfit

    def _count_plus_slips(self, line: Line, row: Meaning, game: Played) -> int:
        """How many cells are other than the game's plus points; anybody may have sat out."""
        seats = range(1, self.paper.seats + 1)
        rows = (full for four in combinations(seats, 4) for full in game.list_rows(four))
        off = (sum(number != max(full.get(seat, 0), 0) for seat, number in enumerate(row.points, 1)) for full in rows)
        return 0 if None in row.points else min(off, default=0)

    def _count_slips(self, line: Line, row: Meaning, game: Played) -> int:
        """How many numbers of those who played are other than the game's."""
        hands = self._take_hands(line, row)
        rows = game.list_rows(tuple(hands)) if hands else ()
        return min((sum(hands[seat] != points for seat, points in one.items()) for one in rows if hands), default=0)

    def _take_hands(self, line: Line, row: Meaning) -> dict[int, int] | None:
        """Who played, of a row that is not right: all four, or of five all but the one whose turn it was to sit out,
        else the only one without points."""
        turn = find_sitter(self.system, self.paper.seats, self.turns[line.number], offence=row.offence)
        away = [seat for seat, number in enumerate(row.points, 1) if number == 0] if self.paper.seats == 5 else []
        away = [turn] if turn in away else away
        hands = {seat: number for seat, number in enumerate(row.points, 1) if number is not None and seat not in away}
        return hands if len(hands) == 4 else None


def find_games(system: System, paper: Paper) -> dict[int, int]:
    """By row which game of the round it is, by the ink: an offence that is no game takes no number."""
    found, extra = {}, 0
    for line in paper.lines:
        found[line.number] = line.number - extra
        row = mean_row(line, {name: field.first for name, field in line.fields.items()})
        fined = any(lost in row.points or row.points.count(won) >= 3 for lost, won in list_fines(system))
        if (row.offence and fined) or 0 < paper.games < line.number:
            hands = sorted(number for number in row.points if number)
            minor = system.minor is not None and hands == sorted((system.minor[0], *[system.minor[1]] * 3))
            minor = minor or hands in [[-paid, paid] for paid in system.minor_against_soloist]
            extra += minor or not system.fine_ends_game
    return found


def find_dealt_again(system: System, paper: Paper) -> int:
    """The first row with a serious offence, below which nobody knows who sits out; behind all rows for none."""
    serious = [sorted((lost, won, won, won)) for lost, won in system.fines if system.dealt_again]
    for line in paper.lines:
        row = mean_row(line, {name: field.first for name, field in line.fields.items()})
        if (row.offence or 0 < paper.games < line.number) and sorted(filter(None, row.points)) in serious:
            return line.number
    return max((line.number for line in paper.lines), default=0)


def find_turns(system: System, paper: Paper) -> dict[int, int]:
    """By row the game by which it is somebody's turn to sit out. Three rows on end, each without points of one seat
    only, that are equally far off, show that the table is out of step from the first of them on."""
    again = find_dealt_again(system, paper)
    games = {number: UNKNOWN if number > again else game for number, game in find_games(system, paper).items()}
    if paper.plus:  # nobody knows whether they went on by the rows or by the games
        return {number: game if game == number else UNKNOWN for number, game in games.items()}
    found = dict(games)
    away = {
        line.number: [seat for seat in range(1, paper.seats + 1) if line.fields[f"p{seat}"].first.value == 0]
        for line in paper.lines
    }
    turns = {number: find_sitter(system, paper.seats, games[number], offence=False) for number in away}
    off = {
        number: (seats[0] - turn) % 5
        for number, seats in away.items()
        if len(seats) == 1 and (turn := turns[number]) is not None
    }
    for ahead, run in groupby(off.items(), key=itemgetter(1)):
        first, *more = (number for number, _ in run)
        if len(more) >= 2:
            found |= {number: game + ahead for number, game in games.items() if number >= first and game != UNKNOWN}
    return found


def mean_row(line: Line, said: Mapping[str, Saying]) -> Meaning:
    """What a row says, whose fields say this."""
    return mean_values(line, {name: one.value for name, one in said.items()})


def mean_values(line: Line, said: Mapping[str, Value]) -> Meaning:
    """The same by the values alone. Where each solo has a cross of its own, that is the cross for it."""
    points = tuple(value for name, value in said.items() if name[0] == "p" and name[1:].isdigit())
    solo = any(value for name, value in said.items() if name.partition(".")[0] == "solo")
    return Meaning(points, solo, bool(said.get("offence")), {name: said[name] for name in line.details})
