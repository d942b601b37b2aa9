"""The written totals: how well they go with the rows above, what they say after these spoke, what is told of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tournament.judging.chain import Floats
from tournament.judging.ink_options import Choices, is_messy
from tournament.judging.judged_sheet import Odds, Posterior, Texts, all_in, likely_texts
from tournament.judging.judging_limits import Limits
from tournament.judging.posterior import pick_doubtful
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Doubt, Remark, RowName

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


def fit_total(due: Due, choices: Choices, limits: Limits) -> float:
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
    speaking = [(choices, one.texts) for choices, one in zip(sums, told, strict=True) if one]
    return tuple(one.odds if one else None for one in told), pick_doubtful(speaking)


@dataclass(frozen=True, slots=True)
class SumRow:
    """`values`: the written totals by seat as they count for the checks, None where blank or not settled."""

    values: tuple[int | None, ...]
    findings: tuple[Remark, ...]
    look: tuple[str, ...]


def judge_sums(sums: Sequence[Choices], totals: Sequence[int], limits: Limits) -> SumRow:
    """Each written total read: the ink's first choice, or the one candidate that fits the rows when the ink is not
    clear."""
    judged = [_judge(choices, total, limits) for choices, total in zip(sums, totals, strict=True)]
    remarks = tuple(remark for _, remark in judged if remark is not None)
    look = tuple(field for remark in remarks if remark.severity != "note" for field in remark.fields)
    return SumRow(tuple(value for value, _ in judged), remarks, look)


def _judge(choices: Choices, total: int, limits: Limits) -> tuple[int | None, Remark | None]:
    first, here = choices.first, (choices.id or "",)
    fitting = next((option for option in choices.options if option.value == total), None)
    if choices.id is None:
        return None, None
    if first.value is not None and not total_speaks(choices) and not choices.flags:
        missed = total != 0 and fitting is not None and fitting.probability >= limits.rival
        return (total, _note_chosen(choices, total)) if missed else (None, None)
    if first.value == total and "illegible" not in choices.flags:
        return total, None
    if choices.clear(limits):
        return first.value, None
    fits = fit_total((total,), choices, limits)
    slips = sum(one.probability for one in choices.options if one.value != total) * limits.sum_off
    if fitting is not None and slips / (fits + slips) < limits.rival and not is_messy(choices, limits):
        return total, _note_chosen(choices, total)
    data = {"total": f"{total:+d}" if total else "0"}
    return None, Remark("illegible", "warning", "findings.sum-illegible", here, data)


def _note_chosen(choices: Choices, total: int) -> Remark:
    """The note that the total was read as the rows add up."""
    read = next(option.text for option in choices.options if option.value == total)
    return Remark(
        "illegible",
        "note",
        "findings.chosen-sums",
        (choices.id or "",),
        {"read": read, "ink": choices.first.text or "–"},
    )


def follow_sums(
    findings: Iterable[Doubt], sums: SumRow, totals: Sequence[int], wrong_rows: Sequence[int]
) -> tuple[Doubt, ...]:
    """The findings on the sheet; sums that do not go with one another only because rows above do not are told, but
    not asked.

    `totals`: what the columns add up to. `wrong_rows`: the games whose points make no 0 and before a person anyhow.
    """
    follows = bool(wrong_rows) and sums.values == tuple(totals)
    told = {"rows": tuple(map(RowName, wrong_rows))}
    return tuple(
        Remark(one.code, "note", "findings.sums-follow", one.fields, told)
        if follows and one.code in ("not-zero-sum", "parity") and all_in(one, "sum")
        else one
        for one in findings
    )
