"""What a row, or a written total, may say instead for everything to add up, and how likely each field would be wrong.

A row may be any right one that its ink allows. One that is rather written wrongly may also be what the players meant: a
right row with two other numbers at most, one that all written sums demand, one cross more or less, or what its details
propose. What they got wrong in one row is one mistake, of however many fields.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import log

from scoring.findings import Change, Proposal
from texts.field_ids import parse_field
from tournament.judging.decide import make_change
from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import WholeExplanation
from tournament.judging.judging_limits import Limits
from tournament.judging.meant_rows import list_meant, weigh_slip
from tournament.judging.mend import mends, read_proposed_option
from tournament.judging.posterior import JointRow
from tournament.judging.row_readings import RowChoices, RowValues
from tournament.judging.written_sums import total_speaks


@dataclass(frozen=True, slots=True)
class Wrong:
    """A field that says otherwise than its ink's first choice; `misread`: rather by another candidate of the ink than
    by a slip of the players. `cost`: the negative logarithm of the odds."""

    change: Change
    misread: bool
    cost: float


@dataclass(frozen=True, slots=True)
class Step:
    """One way to take a row: its `wrong` fields, by how much that moves each column, and what it costs."""

    wrong: tuple[Wrong, ...]
    moves: tuple[int, ...]
    cost: float

    @property
    def rank(self) -> tuple[int, float]:
        """Fewer fields first, the likelier of equals."""
        return len(self.wrong), self.cost


def wrong_field(choices: Choices, option: Option, slip: float, *, points: bool) -> Wrong:
    """The field, when it should say `option`; `slip`: the odds of the players having got it wrong."""
    odds = max(
        (one.probability / choices.first.probability for one in choices.options if one.value == option.value),
        default=0.0,
    )
    return Wrong(make_change(choices, option, points=points), odds > slip, -log(max(odds, slip)))


def find_wrong_total(choices: Choices, due: Collection[int], slip: float) -> Wrong | None:
    """The written total, where it says none of those that are due: rather the likeliest of them, else the first."""
    if not total_speaks(choices) or choices.first.value in due:
        return None
    known = [(option.probability, option.value) for option in choices.options if option.value in due]
    total = max(known, key=lambda one: one[0])[1] if known else next(iter(due))
    return wrong_field(choices, Option(total, 0.0, str(total)), slip, points=True)


def cost_of(wrong: Sequence[Wrong]) -> float:
    """What the wrong fields of one row cost together."""
    slip = max((one.cost for one in wrong if not one.misread), default=0.0)
    return sum(one.cost for one in wrong if one.misread) + slip


def explanation_by(wrong: Sequence[Wrong]) -> WholeExplanation:
    """What these fields explain."""
    return WholeExplanation(
        tuple(one.change for one in wrong if one.misread), tuple(one.change for one in wrong if not one.misread)
    )


def list_row_steps(
    told: JointRow, mended: Mapping[Proposal, float], gaps: Sequence[int], limits: Limits
) -> tuple[Step, ...]:
    """Every way to take the row so that it is right, each number of `gaps` being what its column's written total has
    more than all rows; () where nothing known mends it. `mended`: what its details
    propose, with the odds of the slips that it mends (0 where they are not known)."""
    found: list[_Slipped] = [(way.changed, 0.0) for way in told.ways if way.right and way.changed]
    found += [({}, 0.0)] if told.right else []
    if told.by_ink < limits.blame:
        found += [*_list_slips(told, gaps), *_list_proposed(told, mended)]
    best: dict[tuple[int, ...], Step] = {}
    for changed, slip in found:
        step = _take_step(told, changed, slip or limits.row_slip)
        best[step.moves] = min(best.get(step.moves, step), step, key=lambda one: one.rank)
    return tuple(best.values())


_Slipped = tuple[Mapping[str, Option], float]
"""What the row's fields, by id, say otherwise, and how often players make the slip that this mends; 0 where it is one
in points or crosses."""


def _list_slips(told: JointRow, gaps: Sequence[int]) -> Iterator[_Slipped]:
    """The right rows that the players may have meant."""
    law, row = told.weighed.law, told.weighed.row
    inks = [row.ink, *([replace(row.ink, solo=not row.ink.solo)] if _has_solo_boxes(row) else [])]
    for meant in (meant for ink in inks for meant in list_meant(law, row.game, ink, gaps)):
        own = _list_changed(told, meant.values)
        if own is not None:
            yield from (({**own, **way.changed}, 0.0) for way in told.list_beside(meant.values) if way.right)


def _has_solo_boxes(row: RowChoices) -> bool:
    """Whether each solo has a cross of its own, so that its details tell whether one is crossed."""
    return bool(parse_field(row.solo.id or "").solo)


def _list_proposed(told: JointRow, mended: Mapping[Proposal, float]) -> Iterator[_Slipped]:
    """What details propose."""
    for proposal in filter(partial(mends, told), mended):
        said = {change.field: read_proposed_option(told.fields[change.field], change) for change in proposal}
        yield (
            {name: option for name, option in said.items() if option.value != told.fields[name].first.value},
            mended[proposal],
        )


def _list_changed(told: JointRow, values: RowValues) -> dict[str, Option] | None:
    """The cells and crosses that would say otherwise, but for solos with a cross of their own; None where the sheet
    does not have one of them. Where one side's points alone are written, the others have blank cells."""
    row, blank = told.weighed.row, "" if told.weighed.law.side else "0"
    wrong = [
        (c.id, Option(value, 0.0, f"{value:+d}" if value else blank))
        for c, value in zip(row.cells, values.points, strict=True)
        if c.first.value != value
    ]
    crosses = [(row.offence, values.offence), *([] if _has_solo_boxes(row) else [(row.solo, values.solo)])]
    wrong += [(c.id, Option(int(on), 0.0, "x" * on)) for c, on in crosses if bool(c.first.value) != on]
    named = {name: option for name, option in wrong if name}
    return named if len(named) == len(wrong) else None


def _take_step(told: JointRow, changed: Mapping[str, Option], slip: float) -> Step:
    """The row with these fields changed by id. `slip`: how often players make one that has no name."""
    row, law, fields, read = told.weighed.row, told.weighed.law, told.fields, told.read(changed)
    places = {choices.id: place for place, choices in enumerate(row.cells)}
    slip, moves = weigh_slip(row.ink, read, slip), [0] * len(row.cells)
    for name, option in changed.items():
        if name in places:
            moves[places[name]] = (option.value or 0) - (fields[name].first.value or 0)
    wrong = tuple(wrong_field(fields[name], option, slip, points=name in places) for name, option in changed.items())
    return Step(wrong, tuple(moves), cost_of(wrong) - log(law.weigh_value(row.game, read)))
