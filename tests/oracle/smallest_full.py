"""The smallest explanation of a small full sheet: of all right ways to take its rows, and of single slips in the boxes.

A row may say whatever its ink may, as far as it is right. Where ink hardly favours any right way, its points may be
others (`smallest`), or the players made one slip among its details, or these show other points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import inf, log

from tests.oracle.ink import Line, Paper, Value
from tests.oracle.rulebook import System
from tests.oracle.sheets import try_all
from tests.oracle.slips import list_due_points, list_slips
from tests.oracle.smallest import SUM_SLIP, Points, Rank, list_speaking_sums, mend_two, rank_cells, weigh_slip
from tests.oracle.tables import Table, mean_values
from tournament.judging.limits.judging_limits import LIMITS

Said = Mapping[str, Value]
"""What fields of a row say, by name."""
Moves = tuple[int, ...]


class FullRow:
    """A row that may be taken otherwise. `gaps`: by seat how much more its column's written total is than all rows;
    `right`: how likely it is right by whatever its ink may say. `chosen`: the points and crosses that count otherwise
    than its ink's own; None where nobody knows which do."""

    def __init__(self, table: Table, line: Line, gaps: Points, right: float, chosen: Said | None) -> None:
        self.table, self.line, self.gaps, self.chosen = table, line, gaps, chosen
        self.blamed = right < LIMITS.blame
        self.own = {name: field.first.value for name, field in line.fields.items()}
        self.cells = [name for name in self.own if name[0] == "p"]

    @cached_property
    def inked(self) -> dict[frozenset[tuple[str, Value]], Rank]:
        """The right ways that its ink may say, and those with other points beside it, by what they change."""
        found: dict[frozenset[tuple[str, Value]], Rank] = {}
        for points in self._list_points():
            if not self._may_be(points):
                continue
            for boxes in self._list_said([name for name in self.own if name not in points]):
                changed = self._list_changed({**points, **boxes})
                rank = self.rank(changed)
                if rank is not None:
                    found[frozenset(changed.items())] = rank
        return found

    @cached_property
    def slipped(self) -> list[Said]:
        """The right ways that one slip of the players explains."""
        if not self.blamed or self.chosen is None:
            return []
        own = {**self.own, **self.chosen}
        told = (*list_slips(self.table, self.line, own), *list_due_points(self.table, self.line, own))
        ways = (self._list_changed({**self.chosen, **one}) for one in told)
        return [changed for changed in ways if self.rank(changed) is not None]

    def rank(self, changed: Said) -> Rank | None:
        """How many fields are wrong where these say otherwise, and what that costs; None where the row is not right."""
        ink, row = (mean_values(self.line, said) for said in (self.own, {**self.own, **changed}))
        hands = self.table.find_right_hands(self.line, row)
        if hands is None:
            return None
        written, meant = (tuple(one or 0 for one in row.points) for row in (ink, row))
        slip = weigh_slip(written, meant, (ink.solo, ink.offence), (row.solo, row.offence))
        fields = [self.line.fields[name] for name in changed]
        wrong, cost = rank_cells(fields, tuple(changed.values()), slip, once=True)
        return wrong, cost - log(self.table.weigh_row(self.line, row, hands))

    def move(self, changed: Said) -> Moves:
        """By how much that moves each column."""
        return tuple((changed[name] or 0) - (self.own[name] or 0) if name in changed else 0 for name in self.cells)

    def _list_points(self) -> Iterator[Said]:
        """What points and the cross for an offence may say, and what the players may have meant."""
        crosses = [name for name in self.own if name == "offence"]
        yield from self._list_said([*self.cells, *crosses])
        if self.blamed:
            ink = tuple(self.own[name] or 0 for name in self.cells)
            wanted = tuple(a + b for a, b in zip(ink, self.gaps, strict=True))
            for points in {wanted, *mend_two(ink, wanted)}:
                yield {**dict(zip(self.cells, points, strict=True)), **{name: self.own[name] for name in crosses}}
            yield from (
                {**{name: self.own[name] for name in self.cells}, name: 1 - (self.own[name] or 0)} for name in crosses
            )

    def _may_be(self, points: Said) -> bool:
        """Whether some game, or an offence, has such points."""
        row = mean_values(self.line, {**self.own, **points})
        return any(self.table.find_hands(self.line, replace(row, solo=solo)) is not None for solo in (False, True))

    def _list_said(self, names: Sequence[str]) -> Iterator[Said]:
        for sayings in product(*(self.line.fields[name].sayings for name in names)):
            yield {name: one.value for name, one in zip(names, sayings, strict=True)}

    def _list_changed(self, said: Said) -> Said:
        return {name: value for name, value in said.items() if value != self.own[name]}


class FullSheet:
    """The rows and the totals below them; `chosen`: by row, as above."""

    def __init__(self, system: System, paper: Paper, chosen: Mapping[int, Said | None]) -> None:
        table = Table(system, paper)
        self.paper, self.sums = paper, list_speaking_sums(paper)
        wrong = try_all(system, paper).miscounted
        self.totals = self._add(
            [
                tuple(line.fields[f"p{seat}"].first.value or 0 for seat in range(1, paper.seats + 1))
                for line in paper.lines
            ]
        )
        gaps = tuple(
            (self.sums[n].first.value or 0) - total if n in self.sums else 0 for n, total in enumerate(self.totals)
        )
        self.rows = [
            FullRow(table, line, gaps, 1 - wrong[n], chosen[line.number]) for n, line in enumerate(paper.lines)
        ]

    def count_fewest(self) -> float:
        """How few fields are wrong, slips in the boxes among them."""
        counted = [
            self._find_least(row, {**row.inked, **{frozenset(one.items()): (len(one), 0.0) for one in row.slipped}})
            for row in self.rows
        ]
        return self._find_smallest(counted)[0]

    def find_smallest(self) -> Rank:
        """The fewest wrong fields without slips in the boxes, and what the likeliest such way costs."""
        return self._find_smallest([self._find_least(row, row.inked) for row in self.rows])

    def rank_changes(self, changes: Mapping[str, Value]) -> tuple[Rank, bool]:
        """How many fields these are, by id, and what they cost; everything must add up with them. And whether none is a
        slip in the boxes."""
        ranks, moves, slips = [], [], False
        for row in self.rows:
            own = {name: changes[field.id] for name, field in row.line.fields.items() if field.id in changes}
            rank = row.rank(own)
            assert rank is not None
            slips = slips or frozenset(own.items()) not in row.inked
            ranks.append(rank)
            moves.append(row.move(own))
        totals = self._add([self.totals, *moves])
        assert all(changes.get(field.id, field.first.value) == totals[n] for n, field in self.sums.items())
        return self._rank(ranks, moves), not slips

    def _find_least(self, row: FullRow, ways: Mapping[frozenset[tuple[str, Value]], Rank]) -> dict[Moves, Rank]:
        found: dict[Moves, Rank] = {}
        for changed, rank in ways.items():
            moves = row.move(dict(changed))
            found[moves] = min(found.get(moves, rank), rank)
        return found

    def _find_smallest(self, rows: Sequence[Mapping[Moves, Rank]]) -> Rank:
        picks = product(*(row.items() for row in rows))
        return min(
            (self._rank([rank for _, rank in one], [moves for moves, _ in one]) for one in picks), default=(inf, inf)
        )

    def _rank(self, ranks: Sequence[Rank], moves: Sequence[Moves]) -> Rank:
        totals = self._add([self.totals, *moves])
        below = rank_cells(list(self.sums.values()), tuple(totals[n] for n in self.sums), SUM_SLIP, once=False)
        return sum(count for count, _ in (*ranks, below)), sum(cost for _, cost in (*ranks, below))

    def _add(self, rows: Sequence[Moves]) -> Moves:
        return tuple(map(sum, zip(*rows, strict=True)))
