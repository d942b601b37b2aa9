"""What a small sheet says, by trying every combination of all its fields: points, crosses, details, totals.

The row model is the rulebooks' (`rulebook`, `details`). From the product come the numbers of `LIMITS` alone: how often
players make which slip.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, product
from math import prod
from operator import itemgetter

from tests.oracle.details import Played, is_fine_of, is_game_of, list_games, read_told
from tests.oracle.ink import NOTHING, Field, Line, Paper, Saying, Value
from tests.oracle.rulebook import System, find_lone, find_pair, find_sitter, is_legal_game, list_fines, list_tables
from tournament.limits import LIMITS

SLIP = LIMITS.row_mistake / LIMITS.mistakes_near
"""How often players write one particular wrong row, beside the right one."""
ANYBODY = -1
UNKNOWN = 0
"""The game by which nobody knows whose turn it is."""


@dataclass(frozen=True)
class Meaning:
    """A row as it may be read: points by seat, crosses, and the details' boxes."""

    points: tuple[Value, ...]
    solo: bool
    offence: bool
    boxes: Mapping[str, Value]


@dataclass(frozen=True)
class Hypothesis:
    """One way to read a row or a total: what it says by field id, its weight, and whether it is right. `soloist`: the
    seat (from 0) that plays a crossed solo, ANYBODY where nobody knows who, None where there is none."""

    said: Mapping[str, Saying]
    weight: float
    points: tuple[int, ...]
    right: bool | None
    soloist: int | None = None

    @property
    def stands(self) -> bool:
        """Whether anything stands in the row."""
        return any(saying.text for saying in self.said.values())


@dataclass(frozen=True)
class Tried:
    """Chances by field id and text; of each row and total whether it is written, and read, wrongly."""

    texts: Mapping[str, Mapping[str, float]]
    miscounted: tuple[float, ...]
    misread: tuple[float, ...]


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
        solo = solo and not (offence and self.system.fine_ends_game)  # it is the game that the offence ended
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
        """The full rows of plus points. At five seats a single stroke beside points is the seat that sat out."""
        struck = [int(name[1:]) for name, field in line.fields.items() if not field.is_detail
                  and field.first.text == "/"]
        return [full for sits, hands in tables
                if sits is None or len(struck) != 1 or sits in struck or not any(hands.values())
                for full in self._complete(hands)]

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
        inked = any(field.flagged or field.first.value != (NOTHING if name in ("augen", "value") else 0)
                    for name, field in fields.items())
        if hands is None:
            of_game = inked and not row.offence  # beside an offence they tell of the game that it ended
            return self._weigh_two_slips(line, row) if of_game else 1.0, False
        if not inked:
            return 1.0, True
        told, fit = read_told(row.boxes), is_fine_of if row.offence else is_game_of
        fits = any(fit(self.system, told, one) for one in self._list_hands(line, row, hands))
        column = row.offence or row.boxes.get("value", NOTHING) in (None, NOTHING, min(map(abs, hands.values())))
        misfit = LIMITS.misfit if list_games(self.system, told) else LIMITS.contradiction
        return (1.0 if fits else misfit) * (1.0 if column else LIMITS.misfit), fits and column

    def blank_hatched(self, line: Line, cells: Mapping[str, Saying]) -> list[Saying]:
        """The cells; in the hatched one of who has to sit out a zero is a scribble, and no digit of anybody's hand."""
        turn = find_sitter(self.system, self.paper.seats, self.turns[line.number], offence=False)
        return [replace(one, text="") if name == f"p{turn}" and one.value == 0 else one for name, one in cells.items()]

    def _list_hands(self, line: Line, row: Meaning, hands: dict[int, int]) -> Iterable[dict[int, int]]:
        """The points of the four who played, whoever they were: in a Nullspiel any may have sat out but for the turns,
        and a stroke is no more than a zero."""
        if any(hands.values()):
            return (hands,)
        points = (0,) * self.paper.seats
        return (one for _, one in list_tables(self.system, points, self.turns[line.number], offence=row.offence))

    def _weigh_two_slips(self, line: Line, row: Meaning) -> float:
        """Two slips beside clear details that tell one row are rarer than one."""
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
            extra += minor or not system.fine_ends_game
    return found


def find_turns(system: System, paper: Paper) -> dict[int, int]:
    """By row the game by which it is somebody's turn to sit out. Three rows on end, each without points of one seat
    only, that are equally far off, show that the table is out of step from the first of them on."""
    games = find_games(system, paper)
    if paper.plus:  # nobody knows whether they went on by the rows or by the games
        return {number: game if game == number else UNKNOWN for number, game in games.items()}
    found = dict(games)
    away = {line.number: [seat for seat in range(1, paper.seats + 1) if line.fields[f"p{seat}"].first.value == 0]
            for line in paper.lines}
    turns = {number: find_sitter(system, paper.seats, games[number], offence=False) for number in away}
    off = {number: (seats[0] - turn) % 5 for number, seats in away.items()
           if len(seats) == 1 and (turn := turns[number]) is not None}
    for ahead, run in groupby(off.items(), key=itemgetter(1)):
        first, *more = (number for number, _ in run)
        if len(more) >= 2:
            found |= {number: game + ahead for number, game in games.items() if number >= first}
    return found


def list_hypotheses(table: Table, line: Line) -> Iterator[Hypothesis]:
    """Every way to read a row."""
    told = [field for field in line.fields.values() if not field.is_detail or field.name.startswith("solo.")]
    clear, own = all(field.clear for field in told), mean_row(line, {n: f.first for n, f in line.fields.items()})
    for sayings in product(*(field.sayings for field in line.fields.values())):
        said = dict(zip(line.fields, sayings, strict=True))
        row = mean_row(line, said)
        hands = table.find_hands(line, row)
        factor, right = table.weigh_details(line, row, hands)
        ink = prod(one.chance for one in sayings)
        cells = {name: one for name, one in said.items() if name[0] == "p"}
        firsts, picks = (table.blank_hatched(line, ones) for ones in (
            {name: line.fields[name].first for name in cells}, cells))
        ink *= LIMITS.signed_zero if any(one.odd_zero for one in picks) else 1.0
        ink *= weigh_hand(firsts, picks)
        points = tuple(number or 0 for number in row.points)
        solo, alone = own.solo if clear or hands is None else row.solo, find_soloist(points) if hands else ANYBODY
        whose = (ANYBODY if alone is None else alone) if solo else None
        said_by_id = {line.fields[name].id: one for name, one in said.items()}
        yield Hypothesis(said_by_id, ink * table.weigh_row(line, row, hands) * factor, points, right, whose)


def weigh_hand(firsts: Sequence[Saying], picks: Sequence[Saying]) -> float:
    """How much likelier it is that all these cells are misread than if each were by itself: where one hand's equal
    digits are misread alike, that is one event, a share of the least likely single one. Ink that the reader missed is
    no question of the hand."""
    alike: dict[tuple[int, int], list[float]] = defaultdict(list)
    for first, one in zip(firsts, picks, strict=True):
        if one is not first and one.seen and first.digits is not None and one.digits is not None:
            alike[first.digits, one.digits].append(one.chance / first.chance)
    groups = [odds for odds in alike.values() if len(odds) > 1]
    return prod(max(1.0, LIMITS.same_hand * min(odds) / prod(odds)) for odds in groups)


def mean_row(line: Line, said: Mapping[str, Saying]) -> Meaning:
    """What a row says, whose fields say this."""
    return mean_values(line, {name: one.value for name, one in said.items()})


def mean_values(line: Line, said: Mapping[str, Value]) -> Meaning:
    """The same by the values alone. Where each solo has a cross of its own, that is the cross for it."""
    points = tuple(value for name, value in said.items() if name[0] == "p" and name[1:].isdigit())
    solo = any(value for name, value in said.items() if name.partition(".")[0] == "solo")
    return Meaning(points, solo, bool(said.get("offence")), {name: said[name] for name in line.details})


def find_soloist(points: Sequence[int]) -> int | None:
    """The place of the one whose sign no other of the four has."""
    for sign in (1, -1):
        side = [place for place, number in enumerate(points) if number * sign > 0]
        if len(side) == 1 and sum(map(bool, points)) == 4:
            return side[0]
    return None


def list_totals(field: Field, total: int) -> Iterator[Hypothesis]:
    """Every way to read a total below a column that adds up to `total`; a blank one says nothing."""
    if field.first.text in ("", "/", "-") or field.first.value is None:
        yield Hypothesis({}, 1.0, (), None)
        return
    for saying in field.sayings:
        slip = LIMITS.sum_slip / LIMITS.sum_spread + (1.0 - LIMITS.sum_slip) * (saying.value == total)
        yield Hypothesis({field.id: saying}, saying.chance * slip, (), saying.value == total)


@dataclass
class Alike:
    """Hypotheses of a row that are the same for the rest of the sheet. `chance`: theirs, after all had its say."""

    found: list[Hypothesis]
    chance: float = 0.0

    @property
    def weight(self) -> float:
        """Theirs together, by the row alone."""
        return sum(one.weight for one in self.found)

    def share_out(self) -> Iterator[tuple[Hypothesis, float]]:
        """Each with its chance."""
        yield from ((one, self.chance * one.weight / self.weight) for one in self.found)


def gather_alike(found: Iterable[Hypothesis]) -> list[Alike]:
    """By points, soloist, and whether anything stands in the row; without those that cannot be."""
    groups: dict[object, Alike] = {}
    for one in found:
        if one.weight:
            groups.setdefault((one.points, one.soloist, one.stands), Alike([])).found.append(one)
    return list(groups.values())


def try_all(system: System, paper: Paper) -> Tried:
    """Every combination of all fields of the sheet, with its weight."""
    table = Table(system, paper)
    rows = [gather_alike(list_hypotheses(table, line)) for line in paper.lines]
    below: list[list[Alike]] = [[] for _ in paper.sums]
    weights = [[one.weight for one in row] for row in rows]
    for picks in product(*(range(len(row)) for row in rows)):
        told = [row[n].found[0] for row, n in zip(rows, picks, strict=True)]
        totals = [sum(column) for column in zip(*(one.points for one in told), strict=True)]
        columns = [Alike(list(list_totals(field, total))) for field, total in zip(paper.sums, totals, strict=False)]
        weight = prod(row[n] for row, n in zip(weights, picks, strict=True)) * weigh_duties(table, told)
        weight *= prod(one.weight for one in columns)
        for row, n in zip(rows, picks, strict=True):
            row[n].chance += weight
        for place, column in enumerate(columns):
            below[place].append(Alike(column.found, weight))
    return _tell([*rows, *below], {name: field.first.text for name, field in paper.fields.items()})


def _tell(places: Sequence[Sequence[Alike]], first: Mapping[str, str]) -> Tried:
    """What all rows and totals tell by the chances of their hypotheses; `first`: the ink's own text by field id."""
    texts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    wrong, read = [0.0] * len(places), [0.0] * len(places)
    for n, groups in enumerate(places):
        whole = sum(group.chance for group in groups)
        for one, weight in ((one, weight / whole) for group in groups for one, weight in group.share_out()):
            wrong[n] += weight * (one.right is False)
            read[n] += weight * any(saying.text != first[name] for name, saying in one.said.items())
            for name, saying in one.said.items():
                texts[name][saying.text] += weight
    return Tried(texts, tuple(wrong), tuple(read))


def weigh_duties(table: Table, picks: Sequence[Hypothesis]) -> float:
    """How often rounds have these counts of Pflichtsoli, turns to sit out and games; 1 where no whole round is."""
    system, paper, weight = table.system, table.paper, 1.0
    if paper.half:  # what is owed may stand on the other half
        return weight
    stands = [one.stands for one in picks]
    maybe = sum(any(saying.text for field in line.fields.values() for saying in field.sayings) for line in paper.lines)
    due = system.games.get(paper.seats)
    if due and maybe >= due and paper.games >= due:
        weight *= LIMITS.games_short if sum(stands) < due else 1.0
        lone = [one.soloist for one in picks]
        missing = max(len(set(range(paper.seats)) - set(lone)) - lone.count(ANYBODY), 0)
        weight *= LIMITS.solo_forgotten**missing if system.pflichtsolo else 1.0
    away = [one.points.index(0) if one.points.count(0) == 1 else None
            for one, there in zip(picks, stands, strict=True) if there]
    uneven = len({away.count(seat) for seat in range(paper.seats)}) > 1
    known = None not in away and paper.seats == 5 and not system.dealer_sits and len(away) % 5 == 0
    return weight * (LIMITS.turns_uneven if known and uneven else 1.0)

