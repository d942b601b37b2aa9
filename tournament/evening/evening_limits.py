"""The thresholds for all sheets together, in addition to those that judge one sheet: for repeats and for names."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.judging.limits.judging_limits import Limits


@dataclass(frozen=True)
class EveningLimits(Limits):
    """All thresholds of the book. A test may change one with `dataclasses.replace` to show what it prevents."""

    same_content: float = 0.7
    """Two photographs show the same sheet when this share of the cells that are clear in both agrees. The same table's
    other round agrees in 10 to 20 % of the cells, so anything from 0.5 to 0.95 separates; rereadings agree in 97 % and
    more."""

    same_cells: int = 16
    """So many cells must be clear in both photographs before their numbers are compared: four rows of four."""

    name_score: float = 88.0
    """rapidfuzz ratio (0 to 100) from which a printed name is the roster's: one wrong letter in nine gives 88.9, in
    eight 87.5. Lower: Marie and Maria (80) are one player. Higher: full names with one misprint are asked for."""

    name_margin: float = 6.0
    """A table's names are matched with the list all together. A name is asked for when another assignment with another
    name at that seat is worse by less than this."""

    name_checked: float = 60.0
    """Ratio from which a roster name is the printed one because its check letters are. One name in 3,844 has the
    same letters by chance; higher: "Ędward" misread as "Gdwarf" is asked for. Lower: chance alone may choose."""

    name_confidence: float = 0.80
    """Tesseract's word confidence (0..1) from which a printed name is taken without a roster."""


EVENING_LIMITS = EveningLimits()
