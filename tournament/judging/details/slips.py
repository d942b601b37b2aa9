"""Single slips that would explain a row whose points do not follow from its details, and which of them to propose.

How often players make each stands in `tournament.slips`. Nothing is changed by that: it chooses what a person is shown
first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scoring.counting.rules import RuleSet
from scoring.findings import Change, Proposal
from tournament.judging.details.allowed_games import AllowedGame, Hands
from tournament.judging.details.counting import Count
from tournament.judging.row.gamefields import GameFields
from tournament.limits import TIES, Limits
from tournament.numbers import Mark
from tournament.slips import SLIPS


@dataclass(frozen=True, slots=True)
class Case:
    """A row at odds with its details.

    `points`: as they count now, by seat of those who played. `due`: the points that follow from the details, where
    just one row does, with its `way` and `count`; `cells`: the same as they should be written. `worth`: the value
    column as far as it is clear, else None. `marks`: what stands in the cells without a number, by seat. `stands`:
    whether the sums of the columns and, where it is clear, the value bear the points out; `summed`: whether the sums
    are those of the points due. `doubtful`: the details may say so, by ink that can be read otherwise.
    """

    rules: RuleSet
    fields: GameFields
    points: Hands
    due: Hands | None
    cells: Mapping[int, int | None]
    way: AllowedGame | None
    count: Count
    worth: int | None
    limits: Limits
    marks: Mapping[int, Mark] = field(default_factory=dict, hash=False)
    stands: bool = False
    summed: bool = False
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip that would explain a row. `text` names its sentence, `data` what it speaks of; `rate`: how often it is
    made, relative to a right row; `changes` mend it, () where nobody can say how."""

    text: str
    rate: float
    changes: Proposal = ()
    data: Mapping[str, object] = field(default_factory=dict, hash=False)

    @classmethod
    def named(cls, name: str, changes: Proposal = (), odds: float = 1.0, text: str = "", **data: object) -> Slip:
        """The slip of that name in `tournament.slips`; `odds`: how much likelier it is here; `text`: what its sentence
        is called here, if otherwise."""
        slip = SLIPS[name]
        return cls(f"details.slip-{text or slip.text}", slip.rate * odds, changes, data)


@dataclass(frozen=True, slots=True)
class Explained:
    """`likely`: the slips worth naming, likeliest first; `proposal`: the changes that are far likelier than all others,
    with their `share` of all rates together; `smallest`: those of the fewest fields, the likeliest of equals; `mended`:
    how often a slip is made that these changes mend."""

    likely: tuple[Slip, ...] = ()
    proposal: Proposal | None = None
    share: float = 0.0
    smallest: Proposal | None = None
    mended: Mapping[Proposal, float] = field(default_factory=dict, hash=False)


def explain_slips(slips: Iterable[Slip], limits: Limits) -> Explained:
    """What explains the row best. Slips that are mended alike speak for the same changes; a tie proposes nothing."""
    ranked = sorted(slips, key=lambda slip: -slip.rate)
    if not ranked:
        return Explained()
    mended: dict[Proposal, float] = defaultdict(float)
    for slip in ranked:
        mended[slip.changes] += slip.rate
    changes, weight = max(mended.items(), key=lambda entry: entry[1])
    share = weight / sum(mended.values())
    sure = bool(changes) and share >= limits.proposal_share
    likely = [slip for slip in ranked if slip.rate * TIES >= limits.slip_told * ranked[0].rate]
    smallest = min((changes for changes in mended if changes), key=lambda one: (len(one), -mended[one]), default=None)
    return Explained(tuple(likely[:2]), changes if sure else None, share, smallest, mended)


def list_changed_points(case: Case, written: Mapping[int, int | None]) -> Proposal:
    """The changes from the cells as `written` to the points that are due, and the value column with them."""
    due = case.due or {}
    cells = [
        Change(case.fields.id(f"p{seat}"), written.get(seat), points)
        for seat, points in case.cells.items() if written.get(seat) != points
    ]
    right = min(abs(points) for points in due.values()) if due else None
    if case.worth is not None and right is not None and case.worth != right:
        cells.append(Change(case.fields.id("value"), case.worth, right))
    return tuple(cells)
