"""One row decided: which reading counts, whether a person must look, and what to tell them.

Clear ink is never changed. Ink that is not clear gives way to a rule only when that is far likelier than everything
else. What is not decided counts as written and stays open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.findings import Change, Proposal
from tournament.judged import Chosen, Odds, Posterior
from tournament.limits import Limits
from tournament.options import Choices, asks
from tournament.rowlaw import RowLaw
from tournament.weigh import JointReading, RowChoices

Verdict = Literal["ink", "repaired", "unsettled", "players"]
"""ink: read as written, safely; repaired: a rule chose; unsettled: a person must choose; players: clear ink, broken
rule."""


LEAST = 0.001
"""Texts of a field below this chance are not told: the reader's own probabilities are no finer."""


@dataclass(frozen=True, slots=True)
class Decision:
    """`counted`: the reading that counts now. `changed`: indices (of `RowChoices.all`) read otherwise than the ink
    says.

    `rivals`: the likeliest readings, when it is unsettled. `by`: what chose, when repaired.
    """

    verdict: Verdict
    counted: JointReading
    share: float
    changed: tuple[int, ...] = ()
    rivals: tuple[JointReading, ...] = ()
    by: Literal["row", "sums", "details"] = "row"

    @property
    def likeliest(self) -> JointReading:
        """The likeliest reading, whether it counts or not."""
        return self.rivals[0] if self.rivals else self.counted


@dataclass(frozen=True, slots=True)
class Weighed:
    """A row's joint readings, ranked by the row alone, with their `shares` after the sum row spoke (same order)."""

    row: RowChoices
    readings: tuple[JointReading, ...]
    shares: tuple[float, ...]
    law: RowLaw
    limits: Limits

    @property
    def order(self) -> list[int]:
        """Indices of the readings, likeliest first."""
        return sorted(range(len(self.readings)), key=lambda n: -self.shares[n])

    @property
    def ink(self) -> int:
        """Index of the ink's own reading."""
        return next(n for n in range(len(self.readings)) if not self.changed(n))

    @property
    def rivals(self) -> tuple[JointReading, ...]:
        """The readings worth showing: at most three, each likely enough beside the best."""
        order = self.order
        return tuple(self.readings[n] for n in order[:3] if self.shares[n] >= self.limits.rival * self.shares[order[0]])

    @property
    def clear(self) -> bool:
        """Whether all ink of the row is clear."""
        return all(choices.clear(self.limits) for choices in self.row.all)

    def legal(self, n: int) -> bool:
        """Whether no rule forbids reading `n`."""
        return self.law.legal(self.row.game, self.readings[n].values)

    def changed(self, n: int) -> tuple[int, ...]:
        """The fields (indices of `RowChoices.all`) in which reading `n` differs from the ink's own."""
        return changed_fields(self.row, self.readings[n])

    @property
    def odds(self) -> Odds:
        """Whether it is rather the players' mistake or a misreading."""
        read = [None not in reading.values.points for reading in self.readings]
        illegal = (share for n, share in enumerate(self.shares) if read[n] and not self.legal(n))
        otherwise = (share for n, share in enumerate(self.shares) if self.changed(n))
        return Odds(sum(illegal, 0.0), sum(otherwise, 0.0))

    @property
    def posterior(self) -> Posterior:
        """What each field says after the rules and the sum row, where that is not the ink's text alone."""
        return {choices.id: told for n, choices in enumerate(self.row.all)
                if choices.id and (told := self._posterior(n)) and [text for text, _ in told] != [choices.first.text]}

    def _posterior(self, field: int) -> tuple[tuple[str, float], ...]:
        chances: dict[str, float] = {}
        for reading, share in zip(self.readings, self.shares, strict=True):
            text = reading.options[field].text
            chances[text] = chances.get(text, 0.0) + share
        likely = ((text, chance) for text, chance in chances.items() if chance >= LEAST)
        return tuple(sorted(likely, key=lambda item: -item[1]))

    @property
    def blamed(self) -> bool:
        """Whether a broken rule is the players' own: the ink is clear, or none of the row's likely readings is
        legal."""
        legal = (share for n, share in enumerate(self.shares) if n != self.ink and self.legal(n))
        return self.clear or sum(legal) < self.limits.blame


def decide(weighed: Weighed) -> Decision:
    """The decision over a row's readings."""
    best, ink, limits = weighed.order[0], weighed.ink, weighed.limits
    changed = weighed.changed(best)
    free = not any(weighed.row.all[n].clear(limits) for n in changed)
    asked = any(asks(choices, limits) for choices in weighed.row.all)
    if changed and free and not asked and weighed.shares[best] >= limits.sure_repair and weighed.legal(best):
        by: Literal["row", "sums"] = "row" if weighed.readings[best].share >= limits.sure_repair else "sums"
        return Decision("repaired", weighed.readings[best], weighed.shares[best], changed, by=by)
    as_written = weighed.readings[ink], weighed.shares[ink]
    if not weighed.legal(ink) and weighed.blamed and (not changed or not free):
        return Decision("players", *as_written)
    alone = weighed.clear and len(weighed.rivals) < 2
    if not changed and weighed.legal(ink) and (weighed.shares[ink] >= limits.sure or alone):
        return Decision("ink", *as_written)
    differing = {n for rival in weighed.rivals for n in changed_fields(weighed.row, rival)}
    return Decision("unsettled", *as_written, tuple(sorted(differing)), weighed.rivals)


def chosen(row: RowChoices, decision: Decision) -> tuple[Chosen, ...]:
    """What a rule chose, cell by cell."""
    if decision.verdict != "repaired":
        return ()
    read = decision.counted.options
    return tuple(
        Chosen(row.all[n].id or "", row.all[n].first.text, read[n].text, decision.by, decision.share)
        for n in decision.changed
    )


def proposal_of(row: RowChoices, reading: JointReading) -> Proposal:
    """The changes from the ink's own reading to `reading`."""
    return tuple(_change(row.all[n], n < len(row.cells), reading, n) for n in changed_fields(row, reading))


def changed_fields(row: RowChoices, reading: JointReading) -> tuple[int, ...]:
    """The fields (indices of `RowChoices.all`) in which `reading` differs from the ink's own."""
    pairs = enumerate(zip(row.all, reading.options, strict=True))
    return tuple(n for n, (choices, option) in pairs if option.value != choices.first.value)


def _change(choices: Choices, number: bool, reading: JointReading, n: int) -> Change:
    first, option = choices.first, reading.options[n]
    written = first.value if number and first.value else first.text or None
    points = option.value or (0 if option.text.strip() else None)
    return Change(choices.id or "", written, points if number else ("x" if option.value else ""))
