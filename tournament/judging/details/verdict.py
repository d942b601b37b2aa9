"""What details add to a row; and the slips that would explain one whose points do not follow, and which to propose.

How often players make each stands in `tournament.judging.slips`. Nothing is changed by that: it chooses what a person
is shown first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scoring.counting.game import Game
from scoring.findings import Proposal
from tournament.judging.judged_sheet import Chosen
from tournament.judging.judging_limits import TIES, Limits
from tournament.judging.slips import SLIPS
from tournament.remarks import Doubt


@dataclass(frozen=True, slots=True)
class DetailVerdict:
    """What the details add to a row.

    `look`: their fields to look at. `game`: what was played, where details and points agree on one game.
    `without_points`: details stand there, but no points. `misread`: the row is broken as read, but its details have a
    likely reading of the ink that is right. `smallest`: the fewest fields that mend a single mistake of the players.
    `ordinary`: it is no offence whose cross was left out. `slips`: what mends a slip of the players, with its odds.
    """

    findings: tuple[Doubt, ...] = ()
    look: tuple[str, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    game: Game | None = None
    without_points: bool = False
    misread: bool = False
    smallest: Proposal | None = None
    ordinary: bool = False
    slips: Mapping[Proposal, float] = field(default_factory=dict, hash=False)


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
        """The slip of that name in `tournament.judging.slips`; `odds`: how much likelier it is here; `text`: what its
        sentence is called here, if otherwise."""
        slip = SLIPS[name]
        return cls(f"details.slip-{text or slip.text}", slip.rate * odds, changes, data)

    @classmethod
    def misread(cls, odds: float, changes: Proposal) -> Slip:
        """That clear ink was read wrongly: as likely as the reader says."""
        return cls("details.slip-misread", odds, changes, {"fields": tuple(change.field for change in changes)})


@dataclass(frozen=True, slots=True)
class Explained:
    """`likely`: the slips worth naming, likeliest first; `proposal`: the likeliest changes, and `key`: whether they are
    far likelier than all others; else `other` is the slip whose changes come next. `smallest`: the changes of the
    fewest fields, the likeliest of equals; `mended`: how often a slip is made that these changes mend."""

    likely: tuple[Slip, ...] = ()
    proposal: Proposal | None = None
    key: bool = True
    other: Slip | None = None
    smallest: Proposal | None = None
    mended: Mapping[Proposal, float] = field(default_factory=dict, hash=False)

    @property
    def causes(self) -> tuple[Slip, ...]:
        """Two at most that one sentence names."""
        return (*self.likely, *((self.other,) if self.other else ()))[:2]


def explain_slips(slips: Iterable[Slip], limits: Limits) -> Explained:
    """What explains the row best. Slips that are mended alike speak for the same changes."""
    ranked = sorted(slips, key=lambda slip: -slip.rate)
    if not ranked:
        return Explained()
    mended: dict[Proposal, float] = defaultdict(float)
    for slip in ranked:
        mended[slip.changes] += slip.rate
    known = sorted((changes for changes in mended if changes), key=lambda one: -mended[one])
    likely = [slip for slip in ranked if slip.rate * TIES >= limits.slip_told * ranked[0].rate][:2]
    if not known:
        return Explained(tuple(likely), mended=mended)
    best, smallest = known[0], min(known, key=lambda one: (len(one), -mended[one]))
    first = next(slip for slip in ranked if slip.changes == best)
    rivals = sum(rate for changes, rate in mended.items() if changes != best)
    key = first.rate >= max(limits.key_lead * rivals, limits.key_least)
    other = next((slip for slip in ranked if [slip.changes] == known[1:2] and not key), None)
    named = [slip for slip in likely if other is None or slip.changes != other.changes]
    return Explained(tuple(named or [first]), best, key, other, smallest, mended)
