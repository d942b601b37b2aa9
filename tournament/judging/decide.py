"""One row decided: which reading counts, whether a person must look, and what to tell them.

Clear ink is never changed: where it breaks a rule, the players made the mistake, and what they wrote counts until
somebody decides. Ink that is not clear gives way to a rule only when that is far likelier than everything else; while
that is open, its likeliest legal reading counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.findings import Change, Proposal
from tournament.judging.ink_options import Choices, Option, asks
from tournament.judging.judged_sheet import Chosen, Provisional
from tournament.judging.row_readings import JointReading, RowChoices, is_too_unclear
from tournament.judging.weighed_row import Weighed, list_changed_fields

Verdict = Literal["ink", "repaired", "unsettled", "players"]
"""ink: read as written, safely; repaired: a rule chose; unsettled: a person must choose; players: clear ink, broken
rule."""


@dataclass(frozen=True, slots=True)
class Decision:
    """`counted`: the reading that counts now; of an unsettled row the likeliest one that no rule forbids and that
    leaves clear ink as it is. `changed`: indices (of `RowChoices.all`) read otherwise than the ink says.

    `rivals`: the likeliest readings, when it is unsettled. `by`: what chose, when repaired. `witness`: what
    beside the row's rules leaves no doubt of unclear ink either. `mending`: place and value of the number that
    would mend a broken row and its column's sum at once: a misreading, or a slip of the pen. `legal`: whether no rule
    forbids what counts.
    """

    verdict: Verdict
    counted: JointReading
    share: float
    changed: tuple[int, ...] = ()
    rivals: tuple[JointReading, ...] = ()
    by: Literal["row", "sums", "details"] = "row"
    witness: Literal["sums", "details"] | None = None
    mending: tuple[int, int] | None = None
    legal: bool = True

    @property
    def provisional(self) -> Provisional:
        """What counts until somebody decides: where every number is read and no legal reading may count, the ink."""
        likeliest = self.legal or None in self.counted.values.points
        return "likeliest" if self.verdict == "unsettled" and likeliest else "written"

    @property
    def likeliest(self) -> JointReading:
        """The likeliest reading, whether it counts or not."""
        return self.rivals[0] if self.rivals else self.counted


def decide(weighed: Weighed) -> Decision:
    """The decision over a row's readings."""
    best, ink, limits, witness = weighed.order[0], weighed.ink, weighed.limits, weighed.witness
    changed, free = weighed.changed(best), weighed.is_free(best)
    doubtful = witness is None and any(asks(choices, limits) for choices in weighed.row.all)
    asked = doubtful or is_too_unclear(weighed.row, limits)
    if changed and free and not asked and weighed.certain(best) >= limits.sure_repair and weighed.legal(best):
        by: Literal["row", "sums"] = "row" if weighed.readings[best].share >= limits.sure_repair else "sums"
        return Decision("repaired", weighed.readings[best], weighed.shares[best], changed, by=by, witness=witness)
    as_written = weighed.readings[ink], weighed.shares[ink]
    if not weighed.legal(ink) and weighed.blamed and (not changed or not free):
        return Decision("players", *as_written, witness=witness, mending=weighed.mending)
    alone = weighed.clear and len(weighed.rivals) < 2
    if not changed and weighed.legal(ink) and (weighed.shares[ink] >= 1.0 - limits.rival or alone):
        return Decision("ink", *as_written, witness=witness)
    differing = {n for rival in weighed.rivals for n in list_changed_fields(weighed.row, rival)}
    likeliest = weighed.likeliest_legal
    return Decision(
        "unsettled",
        weighed.readings[likeliest],
        weighed.shares[likeliest],
        tuple(sorted(differing)),
        weighed.rivals,
        witness=witness,
        legal=weighed.legal(likeliest),
    )


def list_chosen(row: RowChoices, decision: Decision) -> tuple[Chosen, ...]:
    """What a rule chose, cell by cell."""
    if decision.verdict != "repaired":
        return ()
    read = decision.counted.options
    return tuple(
        Chosen(row.all[n].id or "", row.all[n].first.text, read[n].text, decision.by, decision.share)
        for n in decision.changed
    )


def make_proposal(row: RowChoices, reading: JointReading) -> Proposal:
    """The changes from the ink's own reading to `reading`."""
    return tuple(
        make_change(row.all[n], reading.options[n], points=n < len(row.cells))
        for n in list_changed_fields(row, reading)
    )


def make_change(choices: Choices, option: Option, *, points: bool) -> Change:
    """From what the field says by its ink to the option; `points`: a number, in which a blank cell counts 0."""
    first = choices.first
    if not points:
        return Change(choices.id or "", first.text or None, option.text)
    written = first.value if first.value else first.text or None
    return Change(choices.id or "", written, option.value or (0 if option.text.strip() else None))
