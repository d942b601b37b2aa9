"""One row weighed: its joint readings with their shares, and what can be told from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournament.judging.ink_options import asks
from tournament.judging.judging_limits import Limits
from tournament.judging.meant_rows import list_meant
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import JointReading, RowChoices, find_likeliest


@dataclass(frozen=True, slots=True)
class Weighed:
    """A row's joint readings, ranked by the row alone, with their `shares` after the sum row and the counts of the
    round spoke (same order).

    `gaps`: how much more the written sum of each column is than what the likeliest readings add up to, None where it
    says nothing. `uncounted`: the shares without the counts, () where these say nothing. `told`: whether the row's
    details tell the whole game, and it has the points of the likeliest reading.
    """

    row: RowChoices
    readings: tuple[JointReading, ...]
    shares: tuple[float, ...]
    law: RowLaw
    limits: Limits
    gaps: tuple[int | None, ...] = ()
    uncounted: tuple[float, ...] = ()
    told: bool = False

    def certain(self, n: int) -> float:
        """How certain reading `n` is: the counts of the round, which people do get wrong, may only make it less so."""
        return min(self.shares[n], self.uncounted[n]) if self.uncounted else self.shares[n]

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
        return list_changed_fields(self.row, self.readings[n])

    def is_free(self, n: int) -> bool:
        """Whether reading `n` leaves clear ink as it is, and writes no number that the reader did not see."""
        fields, options = self.row.all, self.readings[n].options
        return all(options[m].seen and not fields[m].clear(self.limits) for m in self.changed(n))

    @property
    def likeliest_legal(self) -> int:
        """The likeliest reading that no rule forbids and that may count meanwhile; the ink's own where there is none.
        Ink that cannot be read at all is not guessed, and the counts of the round choose nothing."""
        shares = self.uncounted or self.shares
        free = (n for n in range(len(self.readings)) if self.legal(n) and self._may_count(n))
        return max(free, key=shares.__getitem__, default=self.ink)

    def _may_count(self, n: int) -> bool:
        """Whether reading `n` leaves clear ink and blots as they are, and the reader named each of its numbers."""
        fields, options = self.row.all, self.readings[n].options
        return all(
            options[m].named and fields[m].first.value is not None and not fields[m].clear(self.limits)
            for m in self.changed(n)
        )

    @property
    def witness(self) -> Literal["sums", "details"] | None:
        """What beside the row's rules leaves hardly any doubt of its ink: the sums of all doubtful cells' columns, or
        the row's details; None where there is no such second witness.

        They may say what ink means that is half and half, and bear out what is written over; they never choose another
        number than the one seen in ink that is written over, nor read what cannot be read at all.
        """
        best, cells = self.order[0], range(len(self.row.cells))
        doubtful = [n for n, choices in enumerate(self.row.all) if asks(choices, self.limits)]
        chosen = [self.row.all[n] for n in self.changed(best)]
        if (
            self.certain(best) < 1.0 - self.limits.proof
            or not self.legal(best)
            or not {*cells}.issuperset(doubtful)
            or any("illegible" in self.row.all[n].flags for n in doubtful)
            or any("overwritten" in choices.flags for choices in chosen)
        ):
            return None
        fitting = {n for n, gap in enumerate(self.gaps) if gap == 0}
        return "sums" if fitting.issuperset(doubtful) else "details" if self.told else None

    @property
    def mending(self) -> tuple[int, int] | None:
        """Place and value of the one number that would mend this row and its column's sum at once."""
        ink, likeliest = self.readings[self.ink].values, find_likeliest(self.readings, self.shares).values
        wanted = [
            None if value is None or gap is None else value + gap
            for value, gap in zip(likeliest.points, self.gaps, strict=False)
        ]
        if not any(value is not None and value != now for value, now in zip(wanted, ink.points, strict=False)):
            return None
        more = [0 if value is None else value - (now or 0) for value, now in zip(wanted, ink.points, strict=True)]
        alone = [
            (n, way.values.points[n])
            for way in list_meant(self.law, self.row.game, ink, more)
            if len(way.changed) == 1
            for n in way.changed
        ]
        found = [
            (n, value)
            for n, value in alone
            if value is not None and value == wanted[n] and ink.points[n] is not None and self.row.cells[n].id
        ]
        return found[0] if len(found) == 1 else None

    @property
    def blamed(self) -> bool:
        """Whether a broken rule is the players' own: none of the row's likely readings is legal. Even ink that looks
        clear may be misread. Counts of the round blame nobody."""
        legal = [n for n in range(len(self.shares)) if n != self.ink and self.legal(n)]
        likely = max(sum(shares[n] for n in legal) for shares in (self.shares, self.uncounted or self.shares))
        return likely < self.limits.blame


def list_changed_fields(row: RowChoices, reading: JointReading) -> tuple[int, ...]:
    """The fields (indices of `RowChoices.all`) in which `reading` differs from the ink's own."""
    pairs = enumerate(zip(row.all, reading.options, strict=True))
    return tuple(n for n, (choices, option) in pairs if option.value != choices.first.value)
