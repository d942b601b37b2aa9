"""The smallest explanation of a sheet: the fewest fields of rows and sum row that must change for all to add up.

A wrong row and a wrong total may have one cause, or two wrong cells may cancel out: that shows only in all rows and
totals together. The explanation changes nothing that counts.

Each row may be any right row that its ink allows. If it was probably written wrongly, it may also be any that the
players may have meant: with at most two other numbers, with those that make all written sums right, with one cross more
or less, or what its details propose. All that players got wrong in one row costs as much as one mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log

import numpy as np

from scoring.findings import Proposal
from texts.field_ids import parse_field
from tournament.judging.chain import ChainRow, add_steps, find_smallest_path
from tournament.judging.decided_rows import DecidedRow
from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import WholeExplanation
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.meant_rows import list_meant, weigh_slip
from tournament.judging.mend import mends, read_proposed_option
from tournament.judging.row_readings import RowChoices, RowValues
from tournament.judging.way import Wrong, explain_by, make_wrong
from tournament.judging.weighed_row import WeighedRow
from tournament.judging.written_sums import count_wrong_totals, find_column_dues, find_wrong_totals, is_total_readable


@dataclass(frozen=True, slots=True)
class Step:
    """One way to take a row: its `wrong` fields, by how much they move each column, and its cost (negative logarithm
    of its odds)."""

    wrong: tuple[Wrong, ...]
    moves: tuple[int, ...]
    cost: float

    @property
    def rank(self) -> tuple[int, float]:
        """Sorts by the number of wrong fields, then by cost."""
        return len(self.wrong), self.cost


def explain_whole(rows: Iterable[DecidedRow], sums: tuple[Choices, ...], limits: Limits) -> WholeExplanation | None:
    """The smallest explanation; None if everything adds up as inked, or if nothing is known that mends a row."""
    played = [row for row in rows if row.played]
    totals = tuple(sum(row.choices.cells[seat].first.value or 0 for row in played) for seat in range(len(sums)))
    gaps = tuple(
        (choices.first.value or 0) - total if is_total_readable(choices) else 0
        for choices, total in zip(sums, totals, strict=True)
    )
    if not any(gaps) and all(row.joint.right for row in played):
        return None
    steps = [list_row_steps(row.joint, row.mended, gaps, limits) for row in played]
    return _find_smallest(steps, totals, sums, limits) if all(steps) else None


def _find_smallest(
    rows: Sequence[tuple[Step, ...]], totals: Sequence[int], sums: Sequence[Choices], limits: Limits
) -> WholeExplanation:
    """The wrong fields of the smallest way through all rows.

    It cannot have more than if each row is mended by itself, and then each total that is off: that limits the search.
    """
    find_dues = partial(find_column_dues, seats=len(sums))
    find_off = partial(find_wrong_totals, sums=sums, find_dues=find_dues, limits=limits)
    fewest = [min(steps, key=lambda step: step.rank) for steps in rows]
    spare = len(find_off(_add_moves(totals, fewest)))
    # more wrong fields in a row than its fewest are worth it only for totals that are right then: at most `spare`
    few = [
        [step for step in steps if len(step.wrong) - len(least.wrong) <= spare]
        for steps, least in zip(rows, fewest, strict=True)
    ]
    start = _add_moves(totals, [steps[0] for steps in few if len(steps) == 1])
    added = (_add_row(steps) for steps in few if len(steps) > 1)
    end = partial(count_wrong_totals, sums=sums, find_dues=find_dues, limits=limits)
    path = find_smallest_path(start, added, end, limits.explained_ways, spare)
    assert path is not None  # each row mended by itself is one way through all rows
    labels = iter(path.labels)
    steps = [row[next(labels)] if len(row) > 1 else row[0] for row in few]
    wrong = (one for step in steps for one in step.wrong)
    return explain_by((*wrong, *find_off(_add_moves(totals, steps))), complete=path.complete)


def _add_row(steps: Sequence[Step]) -> ChainRow:
    """The row for the chain; of each step's wrong fields only those are counted that exceed the row's fewest."""
    wrong = np.array([len(step.wrong) for step in steps])
    cost = np.array([step.cost for step in steps])
    return add_steps(np.array([step.moves for step in steps], np.int64), np.exp(-cost), wrong - wrong.min())


def _add_moves(totals: Sequence[int], steps: Sequence[Step]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(totals, *(step.moves for step in steps), strict=True))


def list_row_steps(
    row: WeighedRow, mended: Mapping[Proposal, float], gaps: Sequence[int], limits: Limits
) -> tuple[Step, ...]:
    """Every way to take the row so that it is right, one for each way to move the columns; () if nothing is known that
    mends it. `mended`: by proposal of its details the odds of the slips that it undoes (0 if unknown). `gaps`: by
    column the written total minus the sum of all rows."""
    found: list[_Slipped] = [(way.changed, 0.0) for way in row.ways if way.right and way.changed]
    found += [({}, 0.0)] if row.right else []
    if row.by_ink < limits.blame:
        found += [*_list_slips(row, gaps), *_list_proposed(row, mended)]
    best: dict[tuple[int, ...], Step] = {}
    for changed, slip in found:
        step = _take_step(row, changed, slip or limits.row_slip)
        best[step.moves] = min(best.get(step.moves, step), step, key=lambda one: one.rank)
    return tuple(best.values())


_Slipped = tuple[Mapping[str, Option], float]
"""By id the options of changed fields, and how often players make the slip that this undoes; 0 for a slip in points or
crosses, whose odds `weigh_slip` finds."""


def _list_slips(row: WeighedRow, gaps: Sequence[int]) -> Iterator[_Slipped]:
    """The changes to right rows that the players may have meant."""
    ink = row.row.ink
    inks = [ink, *([replace(ink, solo=not ink.solo)] if _has_solo_boxes(row.row) else [])]
    for meant in (meant for one in inks for meant in list_meant(row.law, row.number, one, gaps)):
        own = _list_changed(row, meant)
        if own is not None:
            yield from (({**own, **way.changed}, 0.0) for way in row.list_beside(meant) if way.right)


def _has_solo_boxes(row: RowChoices) -> bool:
    """Whether each solo has a box of its own among the details."""
    return bool(parse_field(row.solo.id or "").solo)


def _list_proposed(row: WeighedRow, mended: Mapping[Proposal, float]) -> Iterator[_Slipped]:
    """The changes that the details propose."""
    for proposal in filter(partial(mends, row), mended):
        said = {change.field: read_proposed_option(row.fields[change.field], change) for change in proposal}
        yield (
            {name: option for name, option in said.items() if option.value != row.fields[name].first.value},
            mended[proposal],
        )


def _list_changed(row: WeighedRow, values: RowValues) -> dict[str, Option] | None:
    """The options of the cells and crosses that must change to these values; None if the sheet lacks one of the fields.
    Solos with a box of their own are left out. Where one side's points are written, a 0 is a blank cell."""
    choices, blank = row.row, "" if row.law.side else "0"
    wrong = [
        (c.id, Option(value, 0.0, f"{value:+d}" if value else blank))
        for c, value in zip(choices.cells, values.points, strict=True)
        if c.first.value != value
    ]
    crosses = [(choices.offence, values.offence), *([] if _has_solo_boxes(choices) else [(choices.solo, values.solo)])]
    wrong += [(c.id, Option(int(on), 0.0, "x" * on)) for c, on in crosses if bool(c.first.value) != on]
    named = {name: option for name, option in wrong if name}
    return named if len(named) == len(wrong) else None


def _take_step(row: WeighedRow, changed: Mapping[str, Option], slip: float) -> Step:
    """The step that changes these fields, by id. `slip`: the odds of a slip without a name."""
    read, places = row.read(changed), {choices.id: place for place, choices in enumerate(row.row.cells)}
    slip, moves = weigh_slip(row.row.ink, read, slip), [0] * len(row.row.cells)
    for name, option in changed.items():
        if name in places:
            moves[places[name]] = (option.value or 0) - (row.fields[name].first.value or 0)
    wrong = tuple(make_wrong(row.fields[name], option, slip, points=name in places) for name, option in changed.items())
    return Step(wrong, tuple(moves), _add_costs(wrong) - log(row.law.weigh_value(row.number, read)))


def _add_costs(wrong: Sequence[Wrong]) -> float:
    """The cost of the wrong fields of one row together: all that the players got wrong there costs as one slip."""
    slip = max((one.cost for one in wrong if not one.misread), default=0.0)
    return sum(one.cost for one in wrong if one.misread) + slip
