"""What a small sheet says, by trying every combination of all its fields: points, crosses, details, totals.

The row model is the rulebooks' (`rulebook`, `details`, `tables`). From the product come the numbers of `LIMITS` alone:
how often players make which slip.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from tests.oracle.details import weigh_augen
from tests.oracle.ink import Field, Line, Paper, Saying
from tests.oracle.rulebook import System
from tests.oracle.tables import Table, mean_row
from tournament.judging.limits.judging_limits import LIMITS

ANYBODY = -1


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


def list_hypotheses(table: Table, line: Line) -> Iterator[Hypothesis]:
    """Every way to read a row."""
    told = [field for field in line.fields.values() if not field.is_detail or field.name.startswith("solo.")]
    clear, own = all(field.clear for field in told), mean_row(line, {n: f.first for n, f in line.fields.items()})
    for sayings in product(*(field.sayings for field in line.fields.values())):
        said = dict(zip(line.fields, sayings, strict=True))
        row = mean_row(line, said)
        hands = table.find_hands(line, row)
        factor, right = table.weigh_details(line, row, hands)
        ink = prod(one.chance for one in sayings) * weigh_augen(row.boxes)
        cells = {name: one for name, one in said.items() if name[0] == "p"}
        firsts, picks = (
            table.blank_hatched(line, ones) for ones in ({name: line.fields[name].first for name in cells}, cells)
        )
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
    """What all rows and totals show by the chances of their hypotheses; `first`: the ink's own text by field id."""
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
    away = [
        one.points.index(0) if one.points.count(0) == 1 else None
        for one, there in zip(picks, stands, strict=True)
        if there
    ]
    uneven = len({away.count(seat) for seat in range(paper.seats)}) > 1
    known = None not in away and paper.seats == 5 and not system.dealer_sits and len(away) % 5 == 0
    return weight * (LIMITS.turns_uneven if known and uneven else 1.0)
