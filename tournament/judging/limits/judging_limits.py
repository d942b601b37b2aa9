"""Every threshold of the book: what it is, how it was found, and what breaks above and below it.

Probabilities are 0 to 1 and calibrated by the reader: of cells read with 0.9, nine in ten are right. "The hard case" is
a sheet with a blank sum row whose writer's equal numbers are misread alike (`no sums`). Most numbers come from the
simulation `dev/benchmarks/judge/points.py`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from tournament.judging.limits.detail_limits import DetailLimits
from tournament.judging.limits.list_limits import ListLimits
from tournament.judging.limits.row_limits import RowLimits


@dataclass(frozen=True)
class Limits(DetailLimits, ListLimits, RowLimits):
    """The thresholds. A test may change one with `dataclasses.replace` to show what it prevents."""

    @property
    def least(self) -> float:
        """The least probability of any candidate of the reader."""
        return self.stray / 10

    @property
    def row_slip(self) -> float:
        """How often one particular illegal row is written, relative to the legal row next to it."""
        return self.row_mistake / self.mistakes_near

    @property
    def sum_off(self) -> float:
        """How often one particular wrong total is written below a column, of all totals."""
        return self.sum_slip / self.sum_spread

    @property
    def sum_off_odds(self) -> float:
        """How often one particular wrong total is written, relative to the right one."""
        return self.sum_off / (1.0 - self.sum_slip)

    def list_thresholds(self) -> list[tuple[str, str]]:
        """Name and value of each threshold, for the workbook's page `Info` and for the report."""
        return [(name, f"{value:g}") for name, value in asdict(self).items()]


LEAST = 0.001
"""Texts of a field below this probability are not reported: the reader's own probabilities are no finer."""

CERTAINTY = 0.95
"""P(there are no more silent errors than a report says)."""

READER_ERRS = {0.5: 0.2, 1.0: 0.5, 2.0: 0.2, 4.0: 0.1}
"""How many times as often the reader errs as it says, with the probability of each before anything was read. On 336
photographs of writers that it never saw it was 1.1 times."""

HANDS_ALIKE = {0.06: 0.4, 0.25: 0.4, 0.75: 0.2}
"""The share of misreadings of equal numbers in a row that concerns all of them at once, likewise with probabilities. On
these photographs it was 0 of 140, but there every digit is another sample of its writer."""

TIES = 1.0 + 1e-9
"""Weights count as equal up to this factor. Where a search must drop combinations, it drops all equal ones or none:
otherwise the order of the seats would decide."""

EVEN = 0.5
"""From this probability on a mistake of the players is likelier than none."""

LIMITS = Limits()
