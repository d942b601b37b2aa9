"""All rows of a sheet weighed together: the same as trying every combination of their ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.judging.chain import (
    Chain,
    ChainRow,
    Floats,
    Ints,
    SmallestPath,
    Ways,
    add_steps,
    find_smallest_kept,
    find_smallest_path,
    follow_rows,
    share_rows,
)

SEATS = 3
START = (0,) * SEATS
EVERYTHING = 10**6

State = tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """A way through a row. `carried`: it also doubles the state, so that what comes below depends on what stands
    above."""

    points: State
    weight: float
    wrong: int
    carried: bool

    def lead_on(self, state: State) -> State:
        """The state below."""
        return tuple((2 if self.carried else 1) * one + more for one, more in zip(state, self.points, strict=True))


points = st.tuples(*[st.integers(-2, 2)] * SEATS)
steps = st.builds(Step, points, st.sampled_from([1.0, 0.5, 0.3, 0.01, 1e-5]), st.integers(0, 3), st.booleans())
sheets = st.lists(st.lists(steps, min_size=1, max_size=4), min_size=1, max_size=5)
targets = st.tuples(*[st.integers(-4, 4)] * SEATS)


def make_row(row: Sequence[Step]) -> ChainRow:
    """The row as the chain takes it, its ways asked for state by state."""

    def find_ways(states: Ints, _reached: Floats) -> Ways:
        found = [(n, label, step) for n in range(len(states)) for label, step in enumerate(row)]
        below = [step.lead_on(tuple(map(int, states[n]))) for n, _, step in found]
        above, labels = ([one[place] for one in found] for place in (0, 1))
        return Ways(
            np.array(above),
            np.array(below),
            np.array([step.weight for _, _, step in found]),
            np.array(labels),
            np.array([step.wrong for _, _, step in found]),
        )

    return find_ways


def try_all(sheet: Sequence[Sequence[Step]]) -> list[tuple[tuple[int, ...], State, float, int]]:
    """Every combination: its labels, where it ends, its weight and its wrong fields."""
    found: list[tuple[tuple[int, ...], State, float, int]] = [((), START, 1.0, 0)]
    for row in sheet:
        found = [
            ((*labels, n), step.lead_on(state), weight * step.weight, wrong + step.wrong)
            for labels, state, weight, wrong in found
            for n, step in enumerate(row)
        ]
    return found


def fits_near(target: State) -> Callable[[Ints], Floats]:
    """A written sum row: columns that fit it are a thousand times likelier."""
    return lambda states: np.asarray(np.prod(np.where(states == np.array(target), 1.0, 1e-3), axis=1), np.float64)


def ends_near(target: State) -> Callable[[Ints], tuple[Ints, Floats]]:
    """A written sum row: columns that do not fit it are wrong fields, each with a cost of its own."""
    odds = np.array([0.1, 0.05, 0.01])
    return lambda states: (
        (states != np.array(target)).sum(axis=1),
        np.prod(np.where(states == np.array(target), 1.0, odds), axis=1),
    )


def follow(sheet: Sequence[Sequence[Step]], most: int = EVERYTHING, least: float = 0.0) -> Chain:
    """The sheet's rows one after the other."""
    return follow_rows(START, map(make_row, sheet), most, least)


@given(sheets, targets)
def test_every_combination_has_its_part(sheet: list[list[Step]], target: State) -> None:
    """Shares, end states and their weights are those of trying all combinations one by one."""
    chain, fit = follow(sheet), fits_near(target)
    shares = [np.zeros(len(row)) for row in sheet]
    ends: dict[State, float] = {}
    for labels, state, weight, _ in try_all(sheet):
        ends[state] = ends.get(state, 0.0) + weight
        for share, label in zip(shares, labels, strict=True):
            share[label] += weight * fit(np.array([state]))[0]
    for told, tried in zip(share_rows(chain, fit(chain.states)), shares, strict=True):
        assert told == pytest.approx(tried / tried.sum(), rel=1e-9)
    reached = dict(zip(map(tuple, chain.states.tolist()), chain.reached.tolist(), strict=True))
    assert reached == pytest.approx({state: weight / max(ends.values()) for state, weight in ends.items()})


@given(sheets, targets)
def test_the_smallest_combination_is_found(sheet: list[list[Step]], target: State) -> None:
    """Fewest wrong fields, and of those the least cost; the labels named lead there."""
    end = ends_near(target)
    ranked = {labels: _rank(weight, wrong, state, end) for labels, state, weight, wrong in try_all(sheet)}
    found = find_smallest_path(START, map(make_row, sheet), end, EVERYTHING, EVERYTHING)
    assert found is not None
    assert found.complete
    assert (found.wrong, found.cost) == pytest.approx(min(ranked.values()))
    assert ranked[found.labels] == pytest.approx(min(ranked.values()))


@given(sheets, targets, st.integers(-1, 2))
def test_the_smallest_of_what_was_kept_is_found(sheet: list[list[Step]], target: State, banned: int) -> None:
    """The same over the ways that the chain kept, without those that are not to be taken."""
    end, chain = ends_near(target), follow(sheet)
    wrong = [np.array([-1 if n == banned else step.wrong for n, step in enumerate(row)]) for row in sheet]
    ranks = [
        _rank(weight, fields, state, end) for labels, state, weight, fields in try_all(sheet) if banned not in labels
    ]
    found = find_smallest_kept(chain, wrong, end)
    assert (found is None) == (not ranks)
    if found:
        assert (found.wrong, found.cost) == pytest.approx(min(ranks))


def _rank(weight: float, wrong: int, state: State, end: Callable[[Ints], tuple[Ints, Floats]]) -> tuple[int, float]:
    more, odds = end(np.array([state]))
    return wrong + int(more[0]), -log(weight * odds[0])


@given(sheets)
def test_states_come_in_the_order_of_the_ways(sheet: list[list[Step]]) -> None:
    """Below each row the states are those of its ways, the first ways first, so that of equal paths the first in
    reading order is taken."""
    chain, states = follow(sheet), [START]
    for row, below in zip(sheet, [*(link.states for link in chain.links[1:]), chain.states], strict=True):
        states = list(dict.fromkeys(step.lead_on(state) for state in states for step in row))
        assert [tuple(state) for state in below.tolist()] == states


@given(sheets, targets, st.integers(1, 6), st.sampled_from([0.0, 1e-4]))
def test_shares_sum_to_one_under_every_beam(sheet: list[list[Step]], target: State, most: int, least: float) -> None:
    """However little is kept, each row's shares make a whole, and something is always kept."""
    chain = follow(sheet, most, least)
    for share in share_rows(chain, fits_near(target)(chain.states)):
        assert share.sum() == pytest.approx(1.0)


@given(sheets, targets, st.integers(1, 4))
def test_a_narrow_search_never_claims_too_much(sheet: list[list[Step]], target: State, most: int) -> None:
    """Called complete is only what is as small as the smallest of all; what is named exists."""
    end = ends_near(target)
    ranked = {labels: _rank(weight, wrong, state, end) for labels, state, weight, wrong in try_all(sheet)}
    found = find_smallest_path(START, map(make_row, sheet), end, most, EVERYTHING)
    assert found is not None
    assert ranked[found.labels] == pytest.approx((found.wrong, found.cost))
    if found.complete:
        assert (found.wrong, found.cost) == pytest.approx(min(ranked.values()))


def test_added_steps_are_ways_below_every_state() -> None:
    """A row that only adds leads from each state by each step, labelled by its place."""
    row = add_steps(np.array([[1, 0], [0, -1]]), np.array([0.9, 0.1]), np.array([0, 2]))
    ways = row(np.array([[0, 0], [5, 5]]), np.ones(2))
    assert ways.above.tolist() == [0, 0, 1, 1]
    assert ways.below.tolist() == [[1, 0], [0, -1], [6, 5], [5, 4]]
    assert ways.weight.tolist() == [0.9, 0.1, 0.9, 0.1]
    assert ways.label.tolist() == [0, 1, 0, 1]
    assert isinstance(ways.wrong, np.ndarray)
    assert ways.wrong.tolist() == [0, 2, 0, 2]


def test_two_misread_cells_that_cancel_are_weighed_together() -> None:
    """Two rows off by +1 and -1 keep the column's total: the total itself cannot show it, and does not pretend to."""
    row = add_steps(np.array([[0, 0, 0], [1, -1, 0], [-1, 1, 0]]), np.array([1.0, 0.1, 0.1]))
    chain = follow_rows(START, [row, row], EVERYTHING, 0.0)
    first, second = share_rows(chain, fits_near(START)(chain.states))
    assert first / first[0] == pytest.approx([1.0, 0.01, 0.01], rel=1e-2)
    assert second == pytest.approx(first)


@pytest.mark.parametrize("most", range(1, 10))
def test_equals_at_the_cut_go_together(most: int) -> None:
    """Where only some states are kept, the order of the seats never decides which: shares turn with the seats."""
    apart, weight = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]]), np.array([1.0, 0.1, 0.1, 0.1])
    before, after = ([add_steps(one, weight)] * 2 for one in (apart, apart[:, ::-1]))
    seen, turned = (follow_rows(START, rows, most, 0.0) for rows in (before, after))
    shares = zip(
        share_rows(seen, fits_near((4, 0, 0))(seen.states)),
        share_rows(turned, fits_near((0, 0, 4))(turned.states)),
        strict=True,
    )
    for one, other in shares:
        assert one == pytest.approx(other)


@pytest.mark.parametrize("most", range(1, 10))
def test_equally_small_ones_at_the_cut_go_together(most: int) -> None:
    """The smallest combination has as many wrong fields whichever seat comes first."""
    apart, wrong = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]]), np.array([0, 1, 1, 1])
    row = add_steps(apart, np.array([1.0, 0.1, 0.1, 0.1]), wrong)
    found = [find_smallest_path(START, [row] * 2, _ends_even(target), most, EVERYTHING) for target in 4 * np.eye(SEATS)]
    assert len({(one.wrong, round(one.cost, 9), one.complete) for one in found if one is not None}) == 1


def _ends_even(target: Floats) -> Callable[[Ints], tuple[Ints, Floats]]:
    """A sum row whose three fields are equally likely to be wrong."""
    return lambda states: (2 * (states != target).sum(axis=1), 0.01 ** (states != target).sum(axis=1))


def test_fewer_wrong_fields_than_any_way_has_are_not_found() -> None:
    """Nothing is named where every way has more wrong fields than may be spared."""
    row = add_steps(np.array([[1, 0, 0]]), np.array([0.5]), np.array([2]))
    assert find_smallest_path(START, [row], ends_near(START), EVERYTHING, 1) is None
    found = find_smallest_path(START, [row], ends_near(START), EVERYTHING, 2)
    assert found is not None
    assert found == SmallestPath((0,), (1, 0, 0), 3, found.cost, complete=True)
    assert found.cost == pytest.approx(-log(0.5 * 0.1))


def test_what_fits_nothing_has_no_share() -> None:
    """A factor that rules out every end leaves no shares instead of making some up."""
    chain = follow_rows(START, [add_steps(np.eye(SEATS, dtype=np.int64), np.ones(SEATS))], EVERYTHING, 0.0)
    assert not share_rows(chain, np.zeros(len(chain.states)))[0].any()


@pytest.mark.parametrize("weight", [0.1, 0.3, 1e-5 / 3])
def test_of_equally_small_ones_the_first_is_named(weight: float) -> None:
    """Where one of four rows must be otherwise, no matter which, the first label decides; rounding never does."""
    row = add_steps(np.array([[1, 0, 0], [0, 0, 0]]), np.array([weight, 0.7]), np.array([1, 0]))
    found = find_smallest_path(START, [row] * 4, _ends_even(np.array([1.0, 0.0, 0.0])), EVERYTHING, EVERYTHING)
    assert found is not None
    assert found.labels == (0, 1, 1, 1)
