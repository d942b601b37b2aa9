"""What a written total says: how well it goes with the rows above it, and what it says after these spoke."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from tournament.judging.chain import Floats
from tournament.judging.row.judged import Odds, Posterior, Texts, likely_texts
from tournament.judging.row.options import Choices
from tournament.limits import Limits
from tournament.numbers import parse_number

Due = Collection[int] | None
"""What a total should say: what the rows above it add up to, and on a list what is carried on, too; None where nobody
knows."""


@dataclass(frozen=True, slots=True)
class SumShares:
    """`texts`: what it may say with their chances, likeliest first. `odds`: whether it was added up wrongly, or is
    read wrongly."""

    texts: Texts
    odds: Odds


def total_speaks(choices: Choices) -> bool:
    """Whether a total was written and can be read: a blank sum row says nothing."""
    return choices.id is not None and parse_number(choices.first.text).mark == "number"


def total_fit(due: Due, choices: Choices, limits: Limits) -> float:
    """The likelihood of one written total, where these are `due`."""
    if not total_speaks(choices):
        return 1.0
    if due is None:
        return limits.list_total
    written = sum([option.probability for option in choices.options if option.value in due])
    told = sum(option.probability for option in choices.options)
    return (1.0 - limits.sum_slip) * written + limits.sum_off * told


def weigh_total(choices: Choices, dues: Sequence[Due], chances: Floats, limits: Limits) -> SumShares | None:
    """The written total, when one of the n `dues` should stand there with these `chances` (n,) float64, which sum to 1;
    None of a total that says nothing."""
    if not total_speaks(choices):
        return None
    options = choices.options
    right = np.array([[due is None or option.value in due for option in options] for due in dues])
    number = np.array([option.value is not None for option in options])
    weights = (1.0 - limits.sum_slip) * right + limits.sum_off
    weights *= np.array([option.probability for option in options])
    weights *= (chances / weights.sum(axis=1))[:, None]
    wrong = weights[:, number].sum() - weights[right & number].sum()
    shares, texts = weights.sum(axis=0).tolist(), defaultdict[str, float](float)
    for option, share in zip(options, shares, strict=True):
        texts[option.text] += share
    return SumShares(likely_texts(texts), Odds(max(float(wrong), 0.0), 1.0 - shares[0]))


def weigh_totals(
    sums: Sequence[Choices], told: Sequence[SumShares | None]
) -> tuple[tuple[Odds | None, ...], Posterior]:
    """Whose mistake each written total is, and what those may say of which more than the ink's text is possible."""
    pairs = [(choices, one) for choices, one in zip(sums, told, strict=True) if one is not None]
    doubtful = {choices.id or "": one.texts for choices, one in pairs
                if [text for text, _ in one.texts] != [choices.first.text]}
    return tuple(one.odds if one else None for one in told), doubtful
