"""What a written total says after the rows above it spoke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournament.judging.chain import Floats, Ints
from tournament.judging.row.judged import Odds, Posterior, Texts, likely_texts
from tournament.judging.row.options import Choices
from tournament.limits import Limits


@dataclass(frozen=True, slots=True)
class SumShares:
    """`texts`: what it may say with their chances, likeliest first. `odds`: whether it was added up wrongly, or is
    read wrongly."""

    texts: Texts
    odds: Odds


def weigh_total(choices: Choices, totals: Ints, chances: Floats, limits: Limits) -> SumShares:
    """The written total, when the rows add up to `totals` (n,) int64 with these `chances` (n,) float64, which sum
    to 1."""
    options, slip = choices.options, limits.sum_slip
    right = np.array([[option.value == total for option in options] for total in totals.tolist()])
    weights = (1.0 - slip) * right + slip / limits.sum_spread
    weights *= np.array([option.probability for option in options])
    weights *= (chances / weights.sum(axis=1))[:, None]
    wrong = weights[:, [option.value is not None for option in options]].sum() - weights[right].sum()
    shares = weights.sum(axis=0).tolist()
    texts = dict(zip((option.text for option in options), shares, strict=True))
    return SumShares(likely_texts(texts), Odds(max(float(wrong), 0.0), 1.0 - shares[0]))


def weigh_totals(
    sums: Sequence[Choices], told: Sequence[SumShares | None]
) -> tuple[tuple[Odds | None, ...], Posterior]:
    """Whose mistake each written total is, and what those may say of which more than the ink's text is possible."""
    pairs = [(choices, one) for choices, one in zip(sums, told, strict=True) if one is not None]
    doubtful = {choices.id or "": one.texts for choices, one in pairs
                if [text for text, _ in one.texts] != [choices.first.text]}
    return tuple(one.odds if one else None for one in told), doubtful
