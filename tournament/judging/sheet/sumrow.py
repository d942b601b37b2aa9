"""The written sum row against the totals of what counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.judging.row.judged import all_in
from tournament.judging.row.options import Choices, is_messy
from tournament.judging.sheet.columns import total_fit, total_speaks
from tournament.limits import Limits
from tournament.remarks import Doubt, Remark, RowName


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
    sure = fitting is not None and _weigh_share(choices, total, limits) >= limits.sure_repair
    if sure and not is_messy(choices, limits):
        return total, _note_chosen(choices, total)
    data = {"total": f"{total:+d}" if total else "0"}
    return None, Remark("illegible", "warning", "findings.sum-illegible", here, data)


def _note_chosen(choices: Choices, total: int) -> Remark:
    """The note that the total was read as the rows add up."""
    read = next(option.text for option in choices.options if option.value == total)
    return Remark("illegible", "note", "findings.chosen-sums", (choices.id or "",),
                  {"read": read, "ink": choices.first.text or "–"})


def _weigh_share(choices: Choices, total: int, limits: Limits) -> float:
    """The share of the reading that fits the rows, among all readings of the written total."""
    fits = total_fit((total,), choices, limits)
    slips = sum(o.probability for o in choices.options if o.value != total) * limits.sum_off
    return fits / (fits + slips)


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
        if follows and one.code in ("not-zero-sum", "parity") and all_in(one, "sum.") else one for one in findings
    )
