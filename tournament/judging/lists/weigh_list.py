"""Weighs a list as a whole: P(points), P(text) and P(mistake) by row, and the fewest wrong fields that explain all.

Every row is one of the games that its value, marks or totals suggest, or an unknown one. The next row's totals depend
on the right and the written totals above it; so all rows are weighed together, as one chain
(`tournament.judging.chain`). Clear numbers below thus settle a doubtful one above.

The smallest explanation is searched among the ways that the chain kept; of equally small ones the likeliest is taken. A
wrong total from which the rows below go on is one wrong field.

Some writers run over the borders of cells, so that signs and last digits are cut off. Few do, but these do so all over
the sheet; so the rates are learnt from the list itself: it is weighed again with the rates that it showed, until they
grow no more (expectation maximization with two rates: Dempster, Laird, Rubin 1977). A number without its sign or last
digit is then no mistake of the players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Literal, TypeVar

import numpy as np

from scoring.counting.row_laws import Side
from scoring.counting.rules import RuleSet
from tournament.judging.chain import Chain, Floats, Ints, Link, Ways, find_smallest_kept, follow_rows, share_rows
from tournament.judging.ink_options import Choices, lacks_digit, lacks_sign
from tournament.judging.judged_sheet import Explanation, Odds, Posterior, WholeExplanation
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import ListDuties, ListRow
from tournament.judging.lists.list_ways import ListWay, RowWays
from tournament.judging.lists.totals import find_list_dues, read_state, start_totals
from tournament.judging.way import Told, Wrong, explain_by, sum_up
from tournament.judging.written_sums import (
    Dues,
    FindDues,
    count_wrong_totals,
    find_wrong_totals,
    fit_totals,
    weigh_totals,
)

_Said = TypeVar("_Said")
WayShare = tuple[ListWay, Told, float]
"""A way through a row, P(text) of its fields on that way, and P(way)."""


class Layer:
    """A row on the chain. `ways`: all its ways from all states above it; a way's label on the chain is its place."""

    def __init__(self, ways: RowWays, duties: ListDuties | None) -> None:
        self._ways, self.row, self.games = ways, ways.row, ways.games
        self._count = cache(partial(duties.count_way, ways.row)) if duties else None  # few games, many ways
        self.ways: list[ListWay] = []
        self.say = cache(lambda label: ways.say(self.ways[label]))

    def find_ways(self, states: Ints, reached: Floats) -> Ways:
        """The row's ways from the states (n, d) int64, which are `reached` with weights (n,) float64, as a `ChainRow`.

        Each call replaces `ways`."""
        seats, heaviest, found = len(self.row.cells), 0.0, [list[ListWay]()] * len(states)
        totals = [read_state(state, seats).move(self.row.award) for state in states.tolist()]
        # the likeliest state first: beside its ways most of the others' are negligible and need not be worked out
        for place in np.argsort(-reached, kind="stable").tolist():
            least = limit_weight(self._ways.limits, heaviest) / reached[place]
            found[place] = self._ways.list_ways(totals[place], least)
            heaviest = max(heaviest, *(reached[place] * way.weight for way in found[place]))
        self.ways = [way for some in found for way in some]
        above = np.repeat(np.arange(len(found)), [len(some) for some in found])
        below = np.array([way.below.state for way in self.ways])
        if self._count:
            counts = np.array([self._count(way.points, way.solo) for way in self.ways])
            below = np.hstack([below, states[above, 2 * seats :] + counts])
        return Ways(above, below, np.array([way.weight for way in self.ways]), np.arange(len(self.ways)))


def limit_weight(limits: Limits, heaviest: float) -> float:
    """The weight below which a way is negligible beside one of weight `heaviest`."""
    return limits.negligible * heaviest


@dataclass(frozen=True, slots=True)
class RowShares:
    """A row's readings, weighed by the whole list.

    `ways`: those that are not negligible. `games`: P(points), None for an unknown game. `totals`: by seat P(total as
    written). `crosses`: P(crossed) of solo and offence. `posterior`: by field id P(text), where more than one is
    likely. `odds`: whether the row is the players' mistake, or misread. `likeliest`: its way on the list's likeliest
    path. The duties of the round can only lower `games`, `totals` and `crosses`.
    """

    ways: tuple[WayShare, ...]
    games: Mapping[tuple[int, ...] | None, float]
    totals: tuple[Mapping[int | None, float], ...]
    crosses: tuple[Mapping[int, float], ...]
    posterior: Posterior
    odds: Odds
    likeliest: ListWay

    @property
    def blank(self) -> float:
        """P(nothing is written in the row)."""
        return sum(share for way, _, share in self.ways if way.blank)

    def find_game(self, sure: float) -> tuple[int, ...] | None:
        """The points with at least the probability `sure`, None if there are none."""
        return next((points for points, share in self.games.items() if points is not None and share >= sure), None)

    def weigh_total(self, seat: int, total: object) -> float:
        """P(the seat's cell says that total)."""
        return self.totals[seat - 1].get(total, 0.0) if isinstance(total, int) else 0.0

    def find_total(self, seat: int, sure: float, *, written: bool = False) -> int | None:
        """The total that the seat's cell says with at least the probability `sure`, None if there is none. `written`:
        given that it says any total."""
        shares = self.totals[seat - 1]
        least = sure * (1.0 - shares.get(None, 0.0) if written else 1.0)
        return next((total for total, share in shares.items() if total is not None and share >= least > 0.0), None)


@dataclass(frozen=True, slots=True)
class WeighedList:
    """A whole list, weighed: its rows; the final totals (None for one without a number); its chain with each row's
    layer."""

    rows: tuple[RowShares, ...]
    sums: tuple[Told | None, ...]
    layers: tuple[Layer, ...]
    chain: Chain


def weigh_list(
    rules: RuleSet,
    rows: Sequence[ListRow],
    sums: Sequence[Choices],
    side: Side | None,
    limits: Limits,
    duties: ListDuties | None = None,
) -> WeighedList:
    """Weighs the list's rows and final totals together, and with the round's `duties` if it has any."""
    layers, below, seats = list[Layer](), None, len(sums)
    for row in reversed(rows):
        below = RowWays(rules, row, side, limits, below)
        layers.insert(0, Layer(below, duties))
    start = (*start_totals(seats).state, *(0,) * (duties.columns if duties else 0))
    chain = follow_rows(start, (layer.find_ways for layer in layers), limits.list_states, limits.negligible)
    end = partial(find_list_dues, seats=seats)
    fit, likeliest = fit_totals(chain.states, sums, end, limits), _find_likeliest(layers, chain, sums, end, limits)
    told = _weigh_rows(layers, chain, fit, likeliest, limits)
    if duties:
        # a round may break its duties, so they may take certainty away but never add any
        uncounted, fit = told, fit * duties.counts.fit(chain.states[:, 2 * seats :])
        counted = _weigh_rows(layers, chain, fit, likeliest, limits)
        told = [_take_less(*both) for both in zip(counted, uncounted, strict=True)]
    chances = chain.reached * fit
    final = weigh_totals(chain.states, chances / (chances.sum() or 1.0), sums, end, limits)
    return WeighedList(tuple(told), final, tuple(layers), chain)


def _find_likeliest(
    layers: Sequence[Layer], chain: Chain, sums: Sequence[Choices], end: FindDues, limits: Limits
) -> list[ListWay]:
    """The likeliest way through each row, all of them together."""
    path = find_smallest_kept(
        chain,
        [np.zeros(link.labels, np.int64) for link in chain.links],
        lambda states: (np.zeros(len(states), np.int64), fit_totals(states, sums, end, limits)),
    )
    assert path is not None
    return [layer.ways[label] for layer, label in zip(layers, path.labels, strict=True)]


def _weigh_rows(
    layers: Sequence[Layer], chain: Chain, fit: Floats, path: Sequence[ListWay], limits: Limits
) -> list[RowShares]:
    found = []
    for layer, shares, likeliest in zip(layers, share_rows(chain, fit), path, strict=True):
        likely = np.flatnonzero(shares >= limits.negligible).tolist()
        ways = [(layer.ways[label], layer.say(label), float(shares[label])) for label in likely]
        found.append(_weigh_row(layer.row, ways, likeliest))
    return found


def _weigh_row(row: ListRow, ways: Sequence[WayShare], likeliest: ListWay) -> RowShares:
    """A row's ways summed up; `likeliest`: its way on the list's likeliest path."""
    games: dict[tuple[int, ...] | None, float] = defaultdict(float)
    totals: list[dict[int | None, float]] = [defaultdict(float) for _ in row.cells]
    for way, _, share in ways:
        games[way.points] += share
        for column, read in zip(totals, way.read, strict=True):
            column[read] += share
    told = sum_up((share, said) for _, said, share in ways)
    crosses = (
        {int(bool(text)): share for text, share in told.texts.get(choices.id or "", {}).items()}
        for choices in row.crosses
    )
    posterior = told.list_posterior({choices.id or "": choices for choices in row.all})
    return RowShares(tuple(ways), games, tuple(totals), tuple(crosses), posterior, told.odds, likeliest)


def _take_less(counted: RowShares, uncounted: RowShares) -> RowShares:
    """The row weighed with the round's duties, with nothing more certain than without them."""
    totals = (_find_least(*both) for both in zip(counted.totals, uncounted.totals, strict=True))
    crosses = (_find_least(*both) for both in zip(counted.crosses, uncounted.crosses, strict=True))
    games = _find_least(counted.games, uncounted.games)
    return replace(counted, games=games, totals=tuple(totals), crosses=tuple(crosses))


def _find_least(one: Mapping[_Said, float], other: Mapping[_Said, float]) -> Mapping[_Said, float]:
    return {key: min(share, other.get(key, 0.0)) for key, share in one.items()}


def weigh_learnt(
    weigh: Callable[[Limits], WeighedList], rules: RuleSet, rows: Sequence[ListRow], limits: Limits
) -> tuple[WeighedList, Limits]:
    """The list weighed with limits of its own, in which signs and digits are missed as often as on this list; and these
    limits. `weigh`: weighs it with given limits."""
    learnt, found = limits, weigh(limits)
    for _ in range(limits.missed_times):
        more = _learn(rules, rows, found.rows, limits)
        rates = ((more.sign_missed, learnt.sign_missed), (more.digit_missed, learnt.digit_missed))
        if not any(new > limits.missed_more * old for new, old in rates):
            break
        learnt, found = more, weigh(more)
    return found, learnt


def _learn(rules: RuleSet, rows: Sequence[ListRow], shares: Sequence[RowShares], limits: Limits) -> Limits:
    """The limits with the rates of missed signs and last digits that the list shows, if it shows enough of them."""
    read = [choices for row in rows for choices in row.cells if choices.first.value]
    signs = digits = 0.0
    for row, told in zip(rows, shares, strict=True):
        for way, _, share in told.ways:
            for choices, option in zip(row.cells, way.options, strict=False):
                signs += share * lacks_sign(choices, option.value)
                digits += share * lacks_digit(choices, option.value)
    sign, digit = (found / len(read) if found >= limits.missed_told else 0.0 for found in (signs, digits))
    # the rate is that of one particular digit; where all points are tens, the last one is always a 0
    kinds = 1 if rules.checks.unit.step > 1 else limits.last_digits
    return replace(
        limits, sign_missed=max(limits.sign_missed, sign), digit_missed=max(limits.digit_missed, digit / kinds)
    )


def explain_list(
    found: WeighedList, sums: Sequence[Choices], limits: Limits
) -> tuple[list[Explanation | None], WholeExplanation | None]:
    """The fewest wrong fields that explain the list: by row, None for a row without; and all of them together with the
    final totals, None if nothing is wrong, or if no path has a known game in every row."""

    def find_readable_dues(states: Ints) -> Iterator[Dues]:
        for choices, (dues, place) in zip(sums, find_list_dues(states, len(sums)), strict=True):
            yield dues if choices.first.value is not None else [None] * len(dues), place

    end = partial(count_wrong_totals, sums=sums, find_dues=find_readable_dues, limits=limits)
    path = find_smallest_kept(found.chain, [*map(_count_wrong, found.layers, found.chain.links)], end)
    if path is None:
        return [None] * len(found.layers), None
    rows = [layer.say(label).changes or () for layer, label in zip(found.layers, path.labels, strict=True)]
    every = [*(one for row in rows for one in row), *find_wrong_totals(path.end, sums, find_readable_dues, limits)]
    return [_explain_row(row) for row in rows], explain_by(every) if every else None


def _count_wrong(layer: Layer, link: Link) -> Ints:
    """By label how many fields are wrong on the row's way, (labels,) int64; -1 where the game is unknown."""
    count = np.full(link.labels, -1)
    for label in link.ways.label.tolist():
        changes = layer.say(label).changes
        count[label] = -1 if changes is None else len(changes)
    return count


def _explain_row(wrong: Sequence[Wrong]) -> Explanation | None:
    if not wrong:
        return None
    whose: Literal["misread", "miscounted"] = "misread" if all(one.misread for one in wrong) else "miscounted"
    return Explanation(whose, tuple(one.change for one in wrong))
