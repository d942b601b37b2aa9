"""Weighs rows, written totals and the duties of a round together along the chain, and judges each total.

The written totals are a factor on the chain's last states, and get probabilities of their own.

A total below a column should be what the rows above it add up to. On a list it may also be the last running total as
written, if that is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from scoring.findings import Change, Finding
from texts.field_ids import make_seat_id
from tournament.judging.chain import Chain, Floats, Ints, add_steps, follow_rows, share_rows
from tournament.judging.ink_options import Choices, Option, asks, is_messy
from tournament.judging.judged_sheet import Odds, Posterior, all_in
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.round_duties import Counts
from tournament.judging.row_readings import JointReading, find_likeliest
from tournament.judging.way import Told, Wrong, make_wrong
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Doubt, Remark, RowName

Rows = Sequence[tuple[JointReading, ...]]
Due = tuple[int, ...] | None
"""The numbers that a total may rightly be; None if unknown."""
Dues = tuple[list[Due], Ints]
"""For one written total the different `Due`s below the chain's last states, and for each of the n states the place of
its own in that list, (n,) int64."""
FindDues = Callable[[Ints], Iterable[Dues]]
"""By seat the `Dues` of the written totals, for the last states (n, d) int64."""


def is_total_readable(choices: Choices) -> bool:
    """Whether a total is written and can be read."""
    return choices.id is not None and parse_number(choices.first.text).mark == "number"


def fit_total(due: Due, choices: Choices, limits: Limits) -> float:
    """P(the written total | it should be one of `due`); a total that does not fit is a slip of the players' sum."""
    if not is_total_readable(choices):
        return 1.0
    if due is None:
        return limits.list_total
    right = sum([option.probability for option in choices.options if option.value in due])
    return (1.0 - limits.sum_slip) * right + limits.sum_off * sum(option.probability for option in choices.options)


def fit_totals(states: Ints, sums: Sequence[Choices], find_dues: FindDues, limits: Limits) -> Floats:
    """P(all written totals | state), for the last states (n, d) int64; (n,) float64."""
    fits = np.ones(len(states))
    for choices, (dues, place) in zip(sums, find_dues(states), strict=True):
        fits *= np.array([fit_total(due, choices, limits) for due in dues])[place]
    return fits


def weigh_totals(
    states: Ints, chances: Floats, sums: Sequence[Choices], find_dues: FindDues, limits: Limits
) -> tuple[Told | None, ...]:
    """P(text) of each written total, given the probabilities `chances` (n,) float64, which sum to 1, of the last
    `states` (n, d) int64; None for a total that cannot be read."""
    found = []
    for choices, (dues, place) in zip(sums, find_dues(states), strict=True):
        shares = np.asarray(np.bincount(place, chances), np.float64)
        found.append(_weigh_total(choices, dues, shares, limits) if is_total_readable(choices) else None)
    return tuple(found)


def _weigh_total(choices: Choices, dues: Sequence[Due], chances: Floats, limits: Limits) -> Told:
    texts, options = defaultdict[str, float](float), choices.options
    right = np.array([[due is None or option.value in due for option in options] for due in dues])
    number = np.array([option.value is not None for option in options])
    weights = (1.0 - limits.sum_slip) * right + limits.sum_off
    weights *= np.array([option.probability for option in options])
    weights *= (chances / weights.sum(axis=1))[:, None]
    wrong = weights[:, number].sum() - weights[right & number].sum()
    shares = weights.sum(axis=0).tolist()
    for option, share in zip(options, shares, strict=True):
        texts[option.text] += share
    return Told({choices.id or "": texts}, max(float(wrong), 0.0), 1.0 - shares[0])


def list_sum_odds(sums: Sequence[Choices], told: Sequence[Told | None]) -> tuple[tuple[Odds | None, ...], Posterior]:
    """By seat whose mistake a wrong total is (None if it cannot be read); and by field id P(text) of those that may be
    something else than their ink's first choice."""
    fields, known = {choices.id or "": choices for choices in sums}, [one for one in told if one]
    posterior = {field: texts for one in known for field, texts in one.list_posterior(fields).items()}
    return tuple(one.odds if one else None for one in told), posterior


def find_wrong_totals(
    state: Sequence[int], sums: Sequence[Choices], find_dues: FindDues, limits: Limits
) -> list[Wrong]:
    """The written totals that are wrong if the chain ends in this state."""
    dues = (due for (due,), _ in find_dues(np.array([state], np.int64)))
    found = (_find_wrong(*one, limits.sum_off_odds) for one in zip(sums, dues, strict=True))
    return [one for one in found if one]


def count_wrong_totals(
    states: Ints, sums: Sequence[Choices], find_dues: FindDues, limits: Limits
) -> tuple[Ints, Floats]:
    """For the last states (n, d) int64: how many written totals are wrong, (n,) int64, and their odds, (n,) float64."""
    count, odds = np.zeros(len(states), np.int64), np.ones(len(states))
    for choices, (dues, place) in zip(sums, find_dues(states), strict=True):
        wrong = [_find_wrong(choices, due, limits.sum_off_odds) for due in dues]
        count += np.array([one is not None for one in wrong])[place]
        odds *= np.exp([-one.cost if one else 0.0 for one in wrong])[place]
    return count, odds


def _find_wrong(choices: Choices, due: Due, slip: float) -> Wrong | None:
    """The written total as wrong, with the likeliest right number by its ink, else the first right one; None if it is
    right, unknown or unreadable."""
    if due is None or not is_total_readable(choices) or choices.first.value in due:
        return None
    known = [(option.probability, option.value) for option in choices.options if option.value in due]
    total = max(known, key=lambda one: one[0])[1] if known else next(iter(due))
    return make_wrong(choices, Option(total, 0.0, str(total)), slip, points=True)


@dataclass(frozen=True, slots=True)
class SumRow:
    """A judged sum row. `values`: by seat the written totals for the checks, None where blank or not settled. `look`:
    the ids of the totals that a person must look at."""

    values: tuple[int | None, ...]
    findings: tuple[Remark, ...]
    look: tuple[str, ...]


def judge_sums(sums: Sequence[Choices], totals: Sequence[int], limits: Limits) -> SumRow:
    """Judges each written total: clear ink counts as it is; doubtful ink is read as the total of the rows (`totals`, by
    seat) if that is likely enough, and otherwise asked about."""
    judged = [_judge(choices, total, limits) for choices, total in zip(sums, totals, strict=True)]
    remarks = tuple(remark for _, remark in judged if remark is not None)
    look = tuple(field for remark in remarks if remark.severity != "note" for field in remark.fields)
    return SumRow(tuple(value for value, _ in judged), remarks, look)


def _judge(choices: Choices, total: int, limits: Limits) -> tuple[int | None, Remark | None]:
    first, here = choices.first, (choices.id or "",)
    fitting = next((option for option in choices.options if option.value == total), None)
    if choices.id is None:
        return None, None
    if first.value is not None and not is_total_readable(choices) and not choices.flags:
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
    """The note that a doubtful total was read as what the rows add up to."""
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
    """The findings on the sheet. That the sums do not add up to 0 becomes a note if they are right and only rows above
    do not add up, which are asked about anyway.

    `totals`: by seat what the rows add up to. `wrong_rows`: the numbers of open rows that do not add up to 0.
    """
    follows = bool(wrong_rows) and sums.values == tuple(totals)
    told = {"rows": tuple(map(RowName, wrong_rows))}
    return tuple(
        Remark(one.code, "note", "findings.sums-follow", one.fields, told)
        if follows and one.code in ("not-zero-sum", "parity") and all_in(one, "sum")
        else one
        for one in findings
    )


def off_sums(values: Sequence[int | None], expected: Sequence[int]) -> Iterator[Finding]:
    """S7: findings on written sums or final totals that differ from what the rows add up to (`expected`)."""
    for seat, (written, right) in enumerate(zip(values, expected, strict=True), 1):
        if written is not None and written != right:
            data = {"seat": seat, "right": right, "written": written}
            field = make_seat_id("sum", seat)
            yield Finding("sum-mismatch", "error", (field,), data, (Change(field, written, right),))


@dataclass(frozen=True, slots=True)
class Settled:
    """Rows and totals after the chain. `shares`: by row P(reading), in the order of its readings, which sum to 1.
    `sums`: by column P(text) of its total, None if that cannot be read. `uncounted`: `shares` without the duties of the
    round."""

    shares: list[tuple[float, ...]]
    sums: tuple[Told | None, ...]
    uncounted: list[tuple[float, ...]]


def settle(rows: Rows, sums: Sequence[Choices], counts: Counts, limits: Limits) -> Settled:
    """Weighs the rows and the column totals together."""
    if not rows or not (counts.rows or any(map(is_total_readable, sums))):
        wholes = [sum(reading.share for reading in row) or 1.0 for row in rows]
        alone = [tuple(reading.share / whole for reading in row) for row, whole in zip(rows, wholes, strict=True)]
        return Settled(alone, (None,) * len(sums), alone)
    find_dues = partial(find_column_dues, seats=len(sums))
    steps = _list_steps(rows, counts)
    # rows without a choice are no link of the chain: they are added to its start
    start = sum((one[0] for one in steps if len(one) == 1), start=np.zeros(len(sums) + counts.width, np.int64))
    doubtful = [(one, row) for one, row in zip(steps, rows, strict=True) if len(row) > 1]
    added = (add_steps(one, np.array([reading.share for reading in row])) for one, row in doubtful)
    chain = follow_rows(start, added, limits.chain_states, limits.forgotten)
    fit = fit_totals(chain.states, sums, find_dues, limits)
    shares = uncounted = _share_readings(rows, chain, fit)
    if counts.rows:
        fit *= counts.fit(chain.states[:, len(sums) :])
        shares = _share_readings(rows, chain, fit)
    weights = chain.reached * fit
    return Settled(shares, weigh_totals(chain.states, weights / weights.sum(), sums, find_dues, limits), uncounted)


def find_column_dues(states: Ints, seats: int) -> Iterator[Dues]:
    """By seat what a written total should be, for the last states (n, d) int64: what its column adds up to. A state
    holds first the column totals, then the counts of the round's duties."""
    for column in states.T[:seats]:
        totals, place = np.unique(column, return_inverse=True)
        yield [(total,) for total in totals.tolist()], place


def _share_readings(rows: Rows, chain: Chain, fit: Floats) -> list[tuple[float, ...]]:
    """By row P(reading); rows with only one reading are not on the chain."""
    found = iter(share_rows(chain, fit))
    return [tuple(next(found).tolist()) if len(row) > 1 else (1.0,) for row in rows]


def column_totals(points: Sequence[Sequence[int | None]], seats: int) -> tuple[int, ...]:
    """The sums of the columns, by seat; unreadable cells count 0."""
    return tuple(sum(row[seat] or 0 for row in points) for seat in range(seats))


def find_column_gaps(
    rows: Rows, shares: Sequence[Sequence[float]], sums: Sequence[Choices], limits: Limits
) -> tuple[int | None, ...]:
    """By column the written total minus what the rows' likeliest readings add up to; None if no total is written, or
    its ink is in doubt."""
    likeliest = (find_likeliest(row, told) for row, told in zip(rows, shares, strict=True))
    totals = column_totals([reading.values.points for reading in likeliest], len(sums))
    return tuple(
        (choices.first.value or 0) - total if is_total_readable(choices) and not asks(choices, limits) else None
        for total, choices in zip(totals, sums, strict=True)
    )


def _list_steps(rows: Rows, counts: Counts) -> list[Ints]:
    """By row what its readings add to a state, (readings, seats + counts) int64: points by seat, 0 for an unreadable
    cell; then the counts of the round's duties."""
    points = [np.array([[value or 0 for value in reading.values.points] for reading in row], np.int64) for row in rows]
    return [np.hstack(both) for both in zip(points, counts.rows, strict=True)] if counts.rows else points
