"""What a small list of running totals says: all rows below one another, by every way through each.

Rows in which nothing stands are left out: of those the judge looks at the next one, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf, log, prod

from tests.oracle.ink import Field, Value
from tests.oracle.list_fields import LOST, ListPaper, Standing, Told, keep_ink, weigh_says
from tests.oracle.list_rows import ANY_NUMBER, LEAST, RowOfList, Way
from tests.oracle.rulebook import System
from tests.oracle.sheets import Tried
from tests.oracle.smallest import SUM_SLIP, Rank, rank_cells
from tournament.judging.limits.judging_limits import LIMITS

NEVER: Rank = inf, inf
"""No path is such."""


class WholeList:
    """All rows below one another, by every way through each."""

    def __init__(self, system: System, paper: ListPaper) -> None:
        self.paper, start = paper, Standing((0,) * len(paper.sums), (0,) * len(paper.sums))
        self.reached: list[dict[Standing, float]] = [{start: 1.0}]
        self.ways: list[dict[Standing, list[Way]]] = []
        for line in paper.lines:
            row, below = RowOfList(system, paper, line), defaultdict[Standing, float](float)
            self.ways.append({above: row.list_ways(above) for above in self.reached[-1]})
            for above, ways in self.ways[-1].items():
                for way in ways:
                    below[way.below] += self.reached[-1][above] * way.weight
            best = max(below.values())
            self.reached.append({one: weight for one, weight in below.items() if weight >= LEAST * best})

    def try_all(self) -> Tried:
        """What every combination says about each field, row and final total."""
        onwards = {end: prod(self._weigh_end(end)) for end in self.reached[-1]}
        ends = [(end, weight * onwards[end]) for end, weight in self.reached[-1].items()]
        sums = [
            _tell([(weight, list(filter(None, [tell_end(field, n, end)[1]])), True) for end, weight in ends])
            for n, field in enumerate(self.paper.sums)
        ]
        rows = []
        for reached, ways in zip(self.reached[-2::-1], self.ways[::-1], strict=True):
            paths = [
                (reached[above] * way.weight * onwards.get(way.below, 0.0), way.told, way.known)
                for above, some in ways.items()
                for way in some
            ]
            rows.append(_tell(paths))
            onwards = {
                above: sum(way.weight * onwards.get(way.below, 0.0) for way in some) for above, some in ways.items()
            }
        whole = [*rows[::-1], *sums]
        texts = {name: chances for one in whole for name, chances in one[0].items()}
        return Tried(texts, tuple(one[1] for one in whole), tuple(one[2] for one in whole))

    def find_smallest(self, named: Mapping[str, Value] | None = None) -> Rank:
        """How many fields are wrong at least, and what the likeliest such path costs; `named`: of the paths on which
        just these fields, by id, must say just this."""
        ranks = {end: self._rank_end(end, named) for end in self.reached[-1]}
        for ways in self.ways[::-1]:
            ranks = {
                above: min(
                    (
                        add_ranks((way.wrong, -log(way.weight)), ranks.get(way.below, NEVER))
                        for way in some
                        if are_changed(way.told, named)
                    ),
                    default=NEVER,
                )
                for above, some in ways.items()
            }
        return min(ranks.values())

    def _rank_end(self, end: Standing, named: Mapping[str, Value] | None) -> Rank:
        """The same of the final totals below one standing."""
        told = [one for n, field in enumerate(self.paper.sums) if (one := tell_end(field, n, end)[1])]
        wrong = [one for one in told if one.wrong]
        return (
            rank_cells([one.field for one in wrong], tuple(one.change or 0 for one in wrong), SUM_SLIP, once=False)
            if are_changed(told, named)
            else NEVER
        )

    def _weigh_end(self, end: Standing) -> list[float]:
        return [tell_end(field, n, end)[0] for n, field in enumerate(self.paper.sums)]


def tell_end(field: Field, place: int, end: Standing) -> tuple[float, Told | None]:
    """A final total: right, or copied from the last one. A blank one says nothing."""
    if field.first.text in ("", "/", "-"):
        return 1.0, None
    due = end.list_due(place)
    if end.right[place] is LOST:
        return ANY_NUMBER, keep_ink(field)
    return weigh_says(
        field,
        (
            (
                one,
                (1 - LIMITS.sum_slip) * (one.value in due) + LIMITS.sum_slip / LIMITS.sum_spread,
                one.value is not None and one.value not in due,
            )
            for one in field.sayings
        ),
        end.right[place],
    )


def add_ranks(one: Rank, other: Rank) -> Rank:
    """Both together."""
    return one[0] + other[0], one[1] + other[1]


def are_changed(told: Iterable[Told], named: Mapping[str, Value] | None) -> bool:
    """Whether of these fields just those that are `named` must say otherwise, and just this; always if none is."""
    return named is None or all(
        one.wrong == (one.field.id in named) and (not one.wrong or one.change == named[one.field.id]) for one in told
    )


def _tell(paths: Sequence[tuple[float, Sequence[Told], bool]]) -> tuple[dict[str, dict[str, float]], float, float]:
    """What the fields say on these paths together; whether they are wrong, and misread."""
    whole = sum(weight for weight, _, _ in paths)
    texts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    wrong = misread = 0.0
    for weight, told, known in ((weight / whole, told, known) for weight, told, known in paths if weight):
        wrong += weight * (1 - prod(one.right for one in told) * known)
        misread += weight * (1 - prod(one.as_inked for one in told))
        for one in told:
            for saying, chance, _ in one.says:
                texts[one.field.id][saying.text] += weight * chance
    return texts, wrong, misread
