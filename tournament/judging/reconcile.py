"""Judges a sheet: the reader's candidates are weighed with the rules, row by row and over the whole sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from scoring.counting.rules import RuleSet
from scoring.rows.all_checks import check_sheet
from scoring.rows.written_rows import Row, Sheet, number_rows
from texts.field_ids import parse_field
from tournament.judging.decide import Decision, list_chosen
from tournament.judging.decided_rows import DecidedRow, DecidedRows, decide_rows
from tournament.judging.detail_fields import is_full
from tournament.judging.details.detail_case import add_details, place_findings
from tournament.judging.ink_options import ABSENT, Choices, number_choices
from tournament.judging.judged_sheet import Explanation, JudgedRow, JudgedSheet, make_unplayed
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.lists.judge_list import judge_list
from tournament.judging.lists.list_ink import is_list
from tournament.judging.mend import Mends, count_mended, find_sure_columns, keep_mending, mends
from tournament.judging.onesided import Custom, adds_full_rows, find_custom, keep_written_side
from tournament.judging.outcomes import propose_outcome, weigh_outcomes
from tournament.judging.row_law import (
    RowLaw,
    add_sitter,
    find_printed_side,
    keep_answerable,
    kept_games,
    list_struck_out,
)
from tournament.judging.row_readings import RowValues
from tournament.judging.say_rows import TOLD_ONLY, ask_kind, list_fields_to_look_at, list_row_findings
from tournament.judging.smallest_explanation import explain_whole
from tournament.judging.typed_sheet import judge_totals
from tournament.judging.weighed_row import find_row_risk
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, is_signed, parse_number
from tournament.judging.written_sums import SumRow, column_totals, follow_sums, judge_sums, list_sum_odds, off_sums
from tournament.remarks import Doubt


def reconcile(rules: RuleSet, written: WrittenSheet, limits: Limits = LIMITS) -> JudgedSheet:
    """Judges the sheet: what each row counts now, what is open and why. `written` stays as it is.

    Raises nothing for what players wrote: it becomes findings.
    """
    if written.totals_only:
        return judge_totals(rules, written)
    judged = judge_list(rules, written, limits) if is_list(written) else _judge_points(rules, written, limits)
    return keep_written_side(judged, rules.rows.side)


@dataclass(frozen=True, slots=True)
class _Table:
    """How a table writes: its rules, its custom to write only one side's points (None: it writes all), its totals.

    `in_full`: the totals are those of full rows, although only one side's points are written.
    """

    written: WrittenSheet
    law: RowLaw
    custom: Custom | None
    sums: tuple[Choices, ...]
    in_full: bool

    @property
    def heard(self) -> tuple[Choices, ...]:
        """The totals that the numbers above add up to; absent ones where the totals are those of full rows."""
        return (ABSENT,) * len(self.sums) if self.in_full else self.sums

    @property
    def plain(self) -> bool:
        """Whether the totals can be compared with full rows; not if they add up one side's points."""
        return self.law.side is None or self.in_full


def _judge_points(rules: RuleSet, written: WrittenSheet, limits: Limits) -> JudgedSheet:
    table = _read_table(rules, written, limits)
    decided, kept = _decide_in_step(table, limits)
    judged = tuple(_judge(row, kept) for row in decided.rows)
    likeliest = _add_up(table, decided, kept)
    sum_row = judge_sums(table.sums, likeliest, limits)
    found = _check_sheet(rules, table, decided, judged, kept, sum_row, likeliest, limits)
    asked = tuple(field for finding in found if finding.severity != "note" for field in finding.fields)
    return JudgedSheet(
        written,
        judged,
        tuple(choices.first.text for choices in table.sums),
        column_totals([row.points for row in judged], written.seats),
        (*sum_row.findings, *found),
        tuple(dict.fromkeys((*sum_row.look, *asked))),
        *list_sum_odds(table.sums, decided.sums),
        explain_whole(decided.rows, table.heard, limits),
    )


def _read_table(rules: RuleSet, written: WrittenSheet, limits: Limits) -> _Table:
    law = _make_law(rules, written, limits)
    by_law = rules.rows.side
    custom = None if by_law else find_custom(written, law, limits)
    side = by_law or (custom.side if custom else find_printed_side(written))
    if side:
        struck = list_struck_out(written.rows, limits)
        law = replace(law, rules=rules.in_full, side=side, sits=struck, by_law=by_law is not None)
    sums = tuple(number_choices(reading, limits) for reading in written.sums)
    return _Table(written, law, custom, sums, custom is not None and adds_full_rows(written, law, sums))


def _decide_in_step(table: _Table, limits: Limits) -> tuple[DecidedRows, RowLaw]:
    """The rows, decided with the order of sitting out that the table really kept, and the rules with that order."""
    law, decided = table.law, decide_rows(table.written, table.heard, table.law, limits)
    inked = [(row.source.game, _list_inked(row).points) for row in decided.rows if row.played]
    games = kept_games(law, inked)
    if games == law.games:
        return decided, law
    kept = replace(law, games=games)
    return decide_rows(table.written, table.heard, kept, limits), kept


def _add_up(table: _Table, decided: DecidedRows, law: RowLaw) -> tuple[int, ...]:
    """By seat what the likeliest readings add up to, in the way in which the table made its totals."""
    likely = [(row.source.game, row.decision.likeliest.values) for row in decided.rows if row.played]
    # `counted` is what a row is worth, `points` what stands in its cells: totals may be added up from either
    points = [law.counted(*one) if table.in_full else one[1].points for one in likely]
    return column_totals(points, table.written.seats)


def _check_sheet(
    rules: RuleSet,
    table: _Table,
    decided: DecidedRows,
    judged: Sequence[JudgedRow],
    kept: RowLaw,
    sum_row: SumRow,
    likeliest: Sequence[int],
    limits: Limits,
) -> tuple[Doubt, ...]:
    """The findings of the checks of the whole sheet, with only those proposals that mend."""
    off = () if table.plain else tuple(off_sums(sum_row.values, likeliest))
    whole_sheet = _make_sheet(table.written, decided.rows, sum_row.values if table.plain else (), table.law, limits)
    checked = (*off, *check_sheet(rules.in_full, whole_sheet))
    uneven = [row.game for row in judged if row.status == "review" and sum(n or 0 for n in row.points) != 0]
    placed = place_findings(keep_answerable(checked, table.law.crosses), table.written.rows)
    sure = frozenset[int]()
    if any(one.proposal for one in checked):
        gaps = [0 if total is None else total - right for total, right in zip(sum_row.values, likeliest, strict=True)]
        sure = find_sure_columns(decided.rows, kept, gaps, in_full=table.in_full)
    sums = frozenset(one.id for seat, one in enumerate(table.sums, 1) if one.id and seat in sure)
    own = [table.custom.remark] if table.custom else []
    found = _drop_asked((*own, *follow_sums(placed, sum_row, likeliest, uneven)), decided.rows)
    return keep_mending(found, Mends({row.source.game: row.joint for row in decided.rows}, sums))


def _make_law(rules: RuleSet, written: WrittenSheet, limits: Limits) -> RowLaw:
    """The rules at this table. Which game each row is follows from the offences and solos by their ink."""
    printed, half = written.printed_games, written.half
    rows = tuple(_read_inked(rules, row, limits) for row in written.rows)
    whole = number_rows(rules, Sheet(written.seats, printed, rows, half=half, struck=written.struck))
    numbers = {row.number: row.game for row in whole.rows if row.game is not None}
    turns = {row.number: row.deal for row in whole.rows if row.deal is not None}
    last = printed + len(written.struck.spare)
    by_place = frozenset(row.number for row in whole.rows if printed > 0 and last < row.number)
    crosses = any(row.solo is not None for row in written.rows) or is_full(written)
    awarded, own = dict(written.awarded), frozenset(written.own_rows)
    games = numbers | turns
    return RowLaw(
        rules, written.seats, numbers, games, by_place, limits, crosses=crosses, awarded=awarded, own_rows=own
    )


def _read_inked(rules: RuleSet, row: WrittenRow, limits: Limits) -> Row:
    """The row by its ink's first choices. A cross for an offence counts only beside an offence's points: a stray dot in
    the box must not shift whose turn to sit out the rows below are."""
    points = tuple(None if cell is None else parse_number(cell.text).points for cell in row.cells)
    fines = rules.offence.list_fines()
    lost = {fine.offender for fine in fines} - {0}
    fined = any(one in lost for one in points) or any(one.others and points.count(one.others) > 2 for one in fines)
    offence = row.offence is not None and row.offence.text
    crosses = [row.solo] if row.solo else [reading for reading in row.others if parse_field(reading.id).solo]
    return Row(row.game, points, any(cross.text.strip() for cross in crosses), bool(offence) and fined)


def _make_sheet(
    written: WrittenSheet, decided: Sequence[DecidedRow], sums: tuple[int | None, ...], law: RowLaw, limits: Limits
) -> Sheet:
    """The sheet for the checks of whole sheets. What a person must still settle is unknown in it, so that it is not
    asked about twice."""
    blank = (None,) * written.seats
    rows = tuple(_make_row(row, law) if row.played else Row(row.source.game, blank, blank=True) for row in decided)
    signatures = tuple(is_signed(sign, limits) for sign in written.signatures)
    awarded = [sum(points) for points in zip(*law.awarded.values(), strict=True)] or [0] * len(sums)
    sums = tuple(None if one is None else one - more for one, more in zip(sums, awarded, strict=False))
    printed, half, due = written.printed_games, written.half, written.games
    return Sheet(written.seats, printed, rows, sums, signatures, half=half, struck=written.struck, due=due)


def _drop_asked(findings: tuple[Doubt, ...], decided: Sequence[DecidedRow]) -> tuple[Doubt, ...]:
    """The findings without those on a row that was left out, if the row itself asks whether anything is written."""
    asking = [{reading.id for reading in row.source.readings} for row in decided if row.doubt is not None]
    return tuple(
        finding
        for finding in findings
        if finding.code != "game-count" or not any(finding.fields and ids.issuperset(finding.fields) for ids in asking)
    )


def _make_row(row: DecidedRow, law: RowLaw) -> Row:
    """The row for the sheet's checks, without an award that stands in it; points that were left out beside details are
    unknown (None), not 0."""
    number, values = row.source.game, _drop_unsettled(row.decision)
    left = law.take_off(number, values)
    if law.is_lone_award(number, left):
        return Row(number, (None,) * len(left.points), offence=True, blank=True)
    known = add_sitter(law.row(number, left), row.decision.counted.options)
    points = (None,) * len(known.points) if row.details.without_points else known.points
    return replace(known, points=points, details=row.details.game)


def _list_inked(row: DecidedRow) -> RowValues:
    """The row's values to see who sat out: as decided, or, in an unsettled row, as inked."""
    return row.choices.ink if row.decision.verdict == "unsettled" else row.decision.counted.values


def _drop_unsettled(decision: Decision) -> RowValues:
    """The row's values; points on which its likely readings disagree are None."""
    values = decision.counted.values
    open_cells = decision.changed if decision.verdict == "unsettled" else ()
    return replace(values, points=tuple(None if n in open_cells else v for n, v in enumerate(values.points)))


def _judge(row: DecidedRow, law: RowLaw) -> JudgedRow:
    if not row.played:
        return _make_unplayed(row)
    values, joint = row.decision.counted.values, row.joint
    points, known = law.kept(row.source.game, values), law.row(row.source.game, values)
    outcomes = weigh_outcomes(row, points)
    own = add_details(list_row_findings(row.choices, row.decision, law, row.limits), row.details, row.source)
    own = propose_outcome(keep_mending(own, partial(mends, joint)), row, outcomes)
    findings = ask_kind(row, law, own)
    asked = any(finding.severity != "note" and finding.code not in TOLD_ONLY for finding in findings)
    kinds = (field for one in findings if one not in own for field in one.fields)
    explanation = _explain(row, findings)
    proposed = (*(one.proposal for one in findings), explanation and explanation.changes)
    return JudgedRow(
        source=row.source,
        written=_list_written(row.source),
        points=points,
        solo=known.solo,
        offence=known.offence,
        played=True,
        status="review" if asked else "ok",
        findings=findings,
        look=(*list_fields_to_look_at(findings, row.choices), *row.details.look, *kinds) if asked else (),
        chosen=(*list_chosen(row.choices, row.decision), *row.details.chosen),
        details=row.details.game,
        wrong=find_row_risk(values, joint),
        odds=joint.told.odds,
        posterior=joint.told.list_posterior(joint.fields),
        explanation=explanation,
        provisional=row.decision.provisional if asked else None,
        outcomes=outcomes,
        mended={changes: count_mended(joint, changes) for changes in proposed if changes},
    )


def _explain(row: DecidedRow, findings: Sequence[Doubt]) -> Explanation | None:
    """The smallest explanation that makes the row right: other readings of its ink, a proposal, or the smallest change
    of its details. Of two equally small ones the more probable is taken."""
    joint, by_ink, smallest = row.joint, row.joint.smallest, row.details.smallest
    if by_ink == ():
        return None
    proposing = (one for one in findings if one.severity != "note" and one.code != "illegible")
    mended = [*(one.proposal for one in proposing), smallest if smallest and mends(joint, smallest) else None]
    found = [Explanation("miscounted", changes) for changes in mended if changes]
    found += [Explanation("misread", by_ink)] if by_ink else []
    best = min(found, key=lambda one: (len(one.changes), -getattr(joint.told, one.whose)), default=None)
    return best if best and mends(joint, best.changes) else None


def _make_unplayed(row: DecidedRow) -> JudgedRow:
    """A blank row, which counts nothing; a person is asked about it if one spot in it may be ink."""
    spots = [row.doubt] if row.doubt is not None else []
    outcomes = weigh_outcomes(row, (None,) * len(row.source.cells)) if spots else ()
    return replace(
        make_unplayed(row.source, _list_written(row.source), spots, outcomes),
        wrong=find_row_risk(row.decision.counted.values, row.joint),
        posterior=row.joint.told.list_posterior(row.joint.fields),
    )


def _list_written(row: WrittenRow) -> tuple[str, ...]:
    """By seat the ink's first choice, "" for a cell that the sheet does not have."""
    return tuple(cell.text if cell is not None else "" for cell in row.cells)
