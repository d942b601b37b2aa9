"""Judges a list of running totals: what each row counts by its totals, value and winners' marks, and what to ask about.

All rows are weighed together, as one chain. Where that leaves no doubt about a row, doubtful ink in it is read as the
row needs it, if the ink allows that reading; otherwise a person is asked.

Totals, value and winners of a row may all be wrong, each with a finding of its own. Changes that mend the row only
together are proposed together. A change that does not mend its row is not proposed, and nothing is proposed for a row
that is right; the finding stays without a proposal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import chain, takewhile
from typing import TypeVar

from scoring.counting.row_laws import Side
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding, Proposal, write_points
from scoring.rows.all_checks import check_sheet
from scoring.rows.row_patterns import is_legal
from scoring.rows.written_rows import Row, Sheet
from texts.field_ids import name_line, parse_field
from tournament.judging.ink_options import number_choices
from tournament.judging.judged_sheet import Explanation, JudgedRow, JudgedSheet, Mended, make_unplayed
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.lists.list_ink import (
    ListRow,
    count_bock_crosses,
    find_list_duties,
    is_clear,
    order_rows,
    read_list_rows,
)
from tournament.judging.lists.list_risks import find_list_risk, weigh_list_outcomes
from tournament.judging.lists.list_words import ask_explained, list_read_by_column, list_remarks
from tournament.judging.lists.reading import read_by_column
from tournament.judging.lists.told_rows import ToldRow, is_settled, tell_rows
from tournament.judging.lists.weigh_list import RowShares, explain_list, weigh_learnt, weigh_list
from tournament.judging.mend import is_right, keep_mending, replace_proposals
from tournament.judging.say_rows import TOLD_ONLY
from tournament.judging.written_sheet import WrittenSheet, is_signed
from tournament.judging.written_sums import column_totals, judge_sums, list_sum_odds, off_sums
from tournament.remarks import Doubt, Remark, RowName

_D = TypeVar("_D", bound=Doubt)
_CLASHES = ("running-total", "winner-mark", "value-mismatch")
"""Codes of findings that something written differs from the row's game."""


def judge_list(rules: RuleSet, written: WrittenSheet, limits: Limits = LIMITS) -> JudgedSheet:
    """Judges a list of running totals; `tournament.judging.reconcile` does so for sheets of signed points.

    Raises nothing for what players wrote: it becomes findings of the rows, the sums or the whole sheet.
    """
    side: Side | None = rules.rows.side or ("plus" if written.code and written.code.plus else None)
    sums = tuple(number_choices(reading, limits) for reading in written.sums)
    planned = read_list_rows(rules, written, limits)
    inked = order_rows(rules, written, planned, limits)
    duties = find_list_duties(rules, written, inked, limits)
    weigh = partial(weigh_list, rules, inked, sums, side, duties=duties)
    column, limits = weigh_learnt(weigh, rules, inked, limits)
    if any(not is_clear(choices, limits) for row in inked for choices in row.all):
        inked = tuple(read_by_column(row, shares, limits) for row, shares in zip(inked, column.rows, strict=True))
    told = tell_rows(inked, column.rows, [layer.games for layer in column.layers], limits)
    (explained, whole), mends = explain_list(column, sums, limits), ListMends(told)
    rows = [_judge(*parts, mends, limits) for parts in zip(told, list_remarks(told, limits), explained, strict=True)]
    expected = [sum(one.show(seat) for one in told) for seat in range(1, written.seats + 1)]
    sum_row = judge_sums(sums, _copy_totals(told, expected), limits)
    known = all(one.known or one.blank for one in told)
    off = tuple(_find_off_ends(told, sum_row.values, expected)) if known else ()
    checked = _place(told, check_sheet(rules.in_full, _make_sheet(rules, written, told, planned, limits)))
    found: tuple[Doubt, ...] = keep_mending((*sum_row.findings, *off, *checked), mends)
    asked = tuple(field for finding in found if finding.severity != "note" for field in finding.fields)
    return JudgedSheet(
        written,
        tuple(rows),
        tuple(choices.first.text for choices in sums),
        column_totals([row.points for row in rows], written.seats),
        found,
        tuple(dict.fromkeys(asked)),
        *list_sum_odds(sums, column.sums),
        whole,
    )


class ListMends:
    """Decides whether a proposal mends all rows that it changes: they were wrong and become right.

    A row that is right by itself may only get or lose crosses. Nothing is mended below a row that is not right, or
    below a total that is wrong or left out: nobody knows there which total is wrong. `rows`: all rows, in order.
    """

    def __init__(self, rows: Sequence[ToldRow]) -> None:
        self.rows, self._stands = rows, cache(self._find_standing)

    def __call__(self, proposal: Proposal) -> bool:
        """Whether the proposal mends its rows; one for the sum row alone needs all rows to be right."""
        touched = {parse_field(change.field).line for change in proposal} - {"sum"}
        places = [n for n, told in enumerate(self.rows) if name_line(told.row.inked.number) in touched]
        known = {field for n in places for field in self.rows[n].fields}
        if len(places) != len(touched) or any(
            change.field not in known and not parse_field(change.field).is_sum for change in proposal
        ):
            return False
        if not places:
            return all(map(self._stands, range(len(self.rows))))
        numbers = any(parse_field(change.field).kind in ("total", "value") for change in proposal)
        return all(
            not (numbers and self._stands(n))
            and (n == 0 or n - 1 in places or self._stands(n - 1))
            and not any(self._is_off(n, change) for change in proposal)
            and is_right(self.rows[n], [change for change in proposal if change.field in self.rows[n].fields])
            for n in places
        )

    def _find_standing(self, place: int) -> bool:
        """Whether the row is right as written."""
        told = self.rows[place]
        return not told.known if told.blank else is_right(told, ())

    def _is_off(self, place: int, change: Change) -> bool:
        """Whether it changes a total in whose column the last one written above is wrong, or the one above left out."""
        told, last = self.rows[place], self.rows[place - 1] if place else None
        seat = next((seat for seat, choices in enumerate(told.row.cells, 1) if choices.id == change.field), None)
        if seat is None:
            return False
        left_out = last is not None and last.row.inked.cells[seat - 1] is None and seat in last.hands
        return bool(told.evidence.above.off[seat - 1]) or left_out


def mend_together(findings: Iterable[_D], mends: ListMends) -> tuple[_D, ...]:
    """The findings with proposals that mend the row. Where only all changes together mend it, each finding proposes all
    of them."""
    findings = tuple(findings)
    every = dict.fromkeys(change for one in findings for change in one.proposal or ())
    together = tuple(every) if len({change.field for change in every}) == len(every) else ()
    joint = together if together and mends(together) else None
    return replace_proposals(findings, lambda own: own if mends(own) else joint)


def _judge(
    told: ToldRow, around: Iterable[Remark], explanation: Explanation | None, mends: ListMends, limits: Limits
) -> JudgedRow:
    row, inked, odds = told.row, told.row.inked, told.shares.odds
    written = tuple(choices.first.text for choices in row.cells)
    wrong = find_list_risk(row, told.shares, told.full.points, limits)
    if told.blank and not told.known:
        return replace(_ask_blank(told, limits), wrong=wrong)
    findings: tuple[Doubt, ...] = (*told.findings, *_check(told), *around)
    if not findings:
        findings = tuple(ask_explained(told, explanation))
    asked = [finding for finding in findings if finding.severity != "note" and finding.code not in TOLD_ONLY]
    look = tuple(dict.fromkeys(field for finding in asked for field in finding.fields))
    doubted = not is_settled(row, limits) and any(finding.code in ("illegible", "overwritten") for finding in asked)
    solo, offence = _count_crosses(told, limits) if asked else (inked.solo, inked.offence)
    likeliest = doubted and _is_legal(told, solo=solo, offence=offence)
    hidden = frozenset(choices.id or "" for choices in row.all if choices.missing)
    kept = mend_together([_soften_misread(one, told.shares, hidden, limits) for one in findings], mends)
    counts = Mended(told.points, solo, offence)  # a mended total, value or mark does not change what counts
    crosses = {choices.id for choices in row.crosses}
    return JudgedRow(
        source=row.source,
        written=written,
        points=told.points,
        solo=solo,
        offence=offence,
        played=True,
        status="review" if asked else "ok",
        findings=kept,
        look=look,
        chosen=tuple(list_read_by_column(told)),
        wrong=wrong,
        odds=odds,
        posterior=told.shares.posterior,
        explanation=explanation,
        provisional=None if not asked else "likeliest" if likeliest else "written",
        outcomes=weigh_list_outcomes(row, told.shares, told.full.points),
        mended={
            one.proposal: counts
            for one in kept
            if one.proposal and not crosses.intersection(change.field for change in one.proposal)
        },
    )


def _soften_misread(finding: Doubt, told: RowShares, hidden: frozenset[str], limits: Limits) -> Doubt:
    """The finding, but only a warning where the players may well be right: because the row or the seat's total may have
    been misread, or a field is `hidden` in part."""
    if not isinstance(finding, Finding) or finding.code not in _CLASHES:
        return finding
    if not hidden.isdisjoint(finding.fields):
        return replace(finding, severity="warning")
    seat, right = finding.gaps.get("seat"), 1.0 - told.odds.miscounted
    if isinstance(seat, int):
        right = max(right, told.weigh_total(seat, finding.gaps.get("right")))
    return replace(finding, severity="warning") if right >= limits.blame else finding


def _count_crosses(told: ToldRow, limits: Limits) -> Iterator[bool]:
    """Whether solo and offence are crossed: by clear ink, else the likeliest reading by the whole list."""
    for choices in told.row.crosses:
        likeliest, _ = told.shares.posterior.get(choices.id or "", ((choices.first.text, 1.0),))[0]
        yield bool((told.row.read(choices).text if is_clear(choices, limits) else likeliest).strip())


def _is_legal(told: ToldRow, *, solo: bool, offence: bool) -> bool:
    """Whether no rule forbids what counts; True also where not all can be read, or nothing counts."""
    rules, seats = told.evidence.games.rules, len(told.row.cells)
    unread = any(choices.id and choices.first.value is None for choices in told.row.cells)
    return (
        unread
        or not told.known
        or told.lone_award
        or is_legal(rules.in_full, replace(told.full, solo=solo, offence=offence), seats)
    )


def _ask_blank(told: ToldRow, limits: Limits) -> JudgedRow:
    """A blank row, which counts nothing; it is asked about if a spot in it may be ink."""
    row = told.row
    spots = [] if row.inked.blank else [choices for choices in row.all if not is_clear(choices, limits)]
    outcomes = weigh_list_outcomes(row, told.shares, told.full.points) if spots else ()
    unplayed = make_unplayed(row.source, tuple(choices.first.text for choices in row.cells), spots, outcomes)
    return replace(unplayed, points=told.points, provisional="likeliest" if spots else None)


def _check(told: ToldRow) -> Iterator[Finding]:
    """The findings of the rules' checks, without their proposals: these would change points, which a list has not."""
    for finding in _place((told,), told.check()):
        yield replace(finding, proposal=None)


def _place(told: Sequence[ToldRow], findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with the field ids of a list, which has totals where other sheets have points."""
    pairs = (zip(one.full.list_cells(), one.row.inked.fields, strict=True) for one in told)
    fields = dict(chain.from_iterable(pairs))
    for finding in findings:
        yield replace(finding, fields=tuple(fields.get(one, one) for one in finding.fields))


def _make_sheet(
    rules: RuleSet, written: WrittenSheet, told: Sequence[ToldRow], planned: Sequence[ListRow], limits: Limits
) -> Sheet:
    """The sheet for the checks of whole sheets, with the dealers by the printed order. A spare row is no game, whatever
    stands in it.

    The totals have been judged already. They are handed over only where the rules allow none, so that this is found.
    """
    rows = (
        replace(
            one.checked if plan.inked.number not in written.struck.spare else _blank_row(plan),
            totals=() if rules.sheet.totals.allowed else one.row.inked.cells,
            bock=count_bock_crosses(one.row, limits),
            deal=plan.inked.deal,
        )
        for one, plan in zip(told, planned, strict=True)
    )
    signed = tuple(is_signed(sign, limits) for sign in written.signatures)
    printed, due = written.printed_games, written.games
    return Sheet(written.seats, printed, tuple(rows), (), signed, struck=written.struck, due=due)


def _blank_row(plan: ListRow) -> Row:
    return Row(plan.inked.number, (None,) * len(plan.cells), blank=True)


def _copy_totals(told: Sequence[ToldRow], expected: Sequence[int]) -> list[int]:
    """By seat the final total that players would copy: the last one as written, else the right one."""
    last = told[-1].below.carried if told else (None,) * len(expected)
    return [right if total is None else total for total, right in zip(last, expected, strict=True)]


def _find_off_ends(told: Sequence[ToldRow], values: Sequence[int | None], expected: Sequence[int]) -> Iterator[Doubt]:
    """Findings on final totals that the rows do not add up to; only a note where one copies a wrong running total,
    which has its own finding."""
    for finding in off_sums(values, expected):
        seat = finding.gaps["seat"]
        assert isinstance(seat, int)
        written = [cell for one in told if (cell := one.row.inked.cells[seat - 1]) is not None]
        first = _find_first_off(told, seat)
        if first is None or not written or written[-1] != values[seat - 1]:
            yield finding
            continue
        numbers = {"written": write_points(written[-1]), "right": write_points(expected[seat - 1])}
        data = {"seat": seat, "place": RowName(first.row.inked.number), **numbers}
        yield Remark("sum-mismatch", "note", "findings.list-end-off", finding.fields, data)


def _find_first_off(told: Sequence[ToldRow], seat: int) -> ToldRow | None:
    """The first row from which on all written totals of the seat are off; None if the last one is right."""
    known = (one for one in reversed(told) if one.find_gap(seat) is not None)
    off = [*takewhile(lambda one: one.find_gap(seat), known)]
    return off[-1] if off else None
