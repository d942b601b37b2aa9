"""Candidates weighed with the rules, row by row and over the whole sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.counting.rules import RuleSet
from scoring.rows.all_checks import check_sheet
from scoring.rows.written_rows import Row, Sheet, number_rows
from texts.field_ids import parse_field
from tournament.judging.blank_rows import is_anything_there
from tournament.judging.decide import Decision, list_chosen
from tournament.judging.decided_rows import DecidedRow, decide_rows
from tournament.judging.details.detail_case import add_details, place_findings
from tournament.judging.details.detail_fields import is_full
from tournament.judging.ink_options import ABSENT, number_choices
from tournament.judging.judged_sheet import Explanation, JudgedRow, JudgedSheet
from tournament.judging.judging_limits import LIMITS, Limits
from tournament.judging.lists.judge_list import judge_list, off_sums
from tournament.judging.lists.list_ink import is_list
from tournament.judging.mend import Mends, count_mended, keep_mending, mends
from tournament.judging.onesided import adds_full_rows, find_custom
from tournament.judging.outcomes import propose_outcome, weigh_outcomes
from tournament.judging.posterior import explain_row
from tournament.judging.row_law import RowLaw, find_printed_side, keep_answerable, list_struck_out
from tournament.judging.row_readings import RowValues
from tournament.judging.say_rows import TOLD_ONLY, ask_kind, list_fields_to_look_at, list_row_findings
from tournament.judging.shifted_turns import add_sitter, kept_games
from tournament.judging.smallest_explanation import explain_whole
from tournament.judging.sure_columns import find_sure_columns
from tournament.judging.weigh_columns import column_totals
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, is_signed, parse_number
from tournament.judging.written_sums import follow_sums, judge_sums, weigh_totals
from tournament.remarks import Doubt


def reconcile(rules: RuleSet, written: WrittenSheet, limits: Limits = LIMITS) -> JudgedSheet:
    """The sheet judged: every row with what counts now, what is open and why. `written` itself stays as it is."""
    if is_list(written):
        return judge_list(rules, written, limits)
    law = _make_law(rules, written, limits)
    custom = find_custom(written, law, limits)
    side = custom.side if custom else find_printed_side(written)
    if side:
        law = replace(law, side=side, sits=list_struck_out(written.rows, limits))
    sums = tuple(number_choices(reading, limits) for reading in written.sums)
    in_full = custom is not None and adds_full_rows(written, law, sums)
    heard = (ABSENT,) * len(sums) if in_full else sums  # totals of full rows say nothing of the numbers above them
    decided = decide_rows(written, heard, law, limits)
    played = [row for row in decided.rows if row.played]
    games = kept_games(law, [(row.source.game, _list_inked(row).points) for row in played])
    kept = law if games == law.games else replace(law, games=games)
    if kept is not law:
        decided = decide_rows(written, heard, kept, limits)
    judged = tuple(_judge(row, kept) for row in decided.rows)
    likely = [(row.source.game, row.decision.likeliest.values) for row in decided.rows if row.played]
    likeliest = column_totals([kept.counted(*one) if in_full else one[1].points for one in likely], written.seats)
    sum_row = judge_sums(sums, likeliest, limits)
    plain = side is None or in_full  # else sums of one side say nothing of the full rows
    off = () if plain else tuple(off_sums(sum_row.values, likeliest))
    whole_sheet = _make_sheet(written, decided.rows, sum_row.values if plain else (), law, limits)
    checked = (*off, *check_sheet(rules, whole_sheet))
    uneven = [row.game for row in judged if row.status == "review" and sum(n or 0 for n in row.points) != 0]
    placed_ones = place_findings(keep_answerable(checked, law.crosses), written.rows)
    rows = {row.source.game: row.joint for row in decided.rows}
    gaps = [0 if total is None else total - right for total, right in zip(sum_row.values, likeliest, strict=True)]
    proposed = any(one.proposal for one in checked)
    sure = find_sure_columns(decided.rows, kept, gaps, in_full=in_full) if proposed else frozenset()
    mends_all = Mends(rows, frozenset(c.id for seat, c in enumerate(sums, 1) if c.id and seat in sure), whole=True)
    whole = (*([custom.remark] if custom else []), *follow_sums(placed_ones, sum_row, likeliest, uneven))
    found = keep_mending(_drop_asked(whole, decided.rows), mends_all)
    asked = tuple(field for finding in found if finding.severity != "note" for field in finding.fields)
    return JudgedSheet(
        written,
        judged,
        tuple(choices.first.text for choices in sums),
        column_totals([row.points for row in judged], written.seats),
        (*sum_row.findings, *found),
        tuple(dict.fromkeys((*sum_row.look, *asked))),
        *weigh_totals(sums, decided.sums),
        explain_whole(decided.rows, heard, limits),
    )


def _make_law(rules: RuleSet, written: WrittenSheet, limits: Limits) -> RowLaw:
    """The rules at this table; which game each row is follows from the offences (and solos) that the ink shows."""
    printed, half = (written.code.games, written.code.half) if written.code else (0, 0)
    rows = tuple(_read_inked(rules, row, limits) for row in written.rows)
    whole = number_rows(rules, Sheet(written.seats, printed, rows, half=half))
    numbers = {row.number: row.game for row in whole.rows if row.game is not None}
    turns = {row.number: row.deal for row in whole.rows if row.deal is not None}
    by_place = frozenset(row.number for row in whole.rows if 0 < printed < row.number)
    crosses = any(row.solo is not None for row in written.rows) or is_full(written)
    return RowLaw(rules, written.seats, numbers, numbers | turns, by_place, limits, crosses=crosses)


def _read_inked(rules: RuleSet, row: WrittenRow, limits: Limits) -> Row:
    """The row by its ink alone. A cross for an offence counts beside the points of one only: a stray dot in the box
    must not shift the sitters below."""
    points = tuple(None if cell is None else parse_number(cell.text).points for cell in row.cells)
    fined = any(fine.offender in points or points.count(fine.others) > 2 for fine in rules.offence.list_fines())
    offence = row.offence is not None and row.offence.text
    crosses = [row.solo] if row.solo else [reading for reading in row.others if parse_field(reading.id).solo]
    return Row(row.game, points, any(cross.text.strip() for cross in crosses), bool(offence) and fined)


def _make_sheet(
    written: WrittenSheet, decided: Sequence[DecidedRow], sums: tuple[int | None, ...], law: RowLaw, limits: Limits
) -> Sheet:
    """The sheet as the scoring takes it. What a person has still to settle is not known there: it is asked once."""
    blank = (None,) * written.seats
    rows = tuple(_make_row(row, law) if row.played else Row(row.source.game, blank, blank=True) for row in decided)
    games = written.code.games if written.code else 0
    signatures = tuple(is_signed(sign, limits) for sign in written.signatures)
    return Sheet(written.seats, games, rows, sums, signatures, half=written.code.half if written.code else 0)


def _drop_asked(findings: tuple[Doubt, ...], decided: Sequence[DecidedRow]) -> tuple[Doubt, ...]:
    """Without the findings on a row that was left out, where the row itself asks whether it was."""
    asking = [{reading.id for reading in row.source.readings} for row in decided if row.doubt is not None]
    return tuple(
        finding
        for finding in findings
        if finding.code != "game-count" or not any(finding.fields and ids.issuperset(finding.fields) for ids in asking)
    )


def _make_row(row: DecidedRow, law: RowLaw) -> Row:
    """The row for the sheet's checks: points that were left out beside details are not known, not 0."""
    known = add_sitter(law.row(row.source.game, _drop_unsettled(row.decision)), row.decision.counted.options)
    points = (None,) * len(known.points) if row.details.without_points else known.points
    return replace(known, points=points, details=row.details.game)


def _list_inked(row: DecidedRow) -> RowValues:
    """The row's values as far as they tell who sat out: what is in doubt counts as its ink is."""
    return row.choices.ink if row.decision.verdict == "unsettled" else row.decision.counted.values


def _drop_unsettled(decision: Decision) -> RowValues:
    """The values of the row without those that its likely readings disagree about."""
    values = decision.counted.values
    open_cells = decision.changed if decision.verdict == "unsettled" else ()
    return replace(values, points=tuple(None if n in open_cells else v for n, v in enumerate(values.points)))


def _judge(row: DecidedRow, law: RowLaw) -> JudgedRow:
    values = row.decision.counted.values
    written = tuple(cell.text if cell is not None else "" for cell in row.source.cells)
    if not row.played:
        return _make_unplayed(row, written)
    told = add_details(list_row_findings(row.choices, row.decision, law, row.limits), row.details, row.source)
    points, known = law.kept(row.source.game, values), law.row(row.source.game, values)
    outcomes = weigh_outcomes(row, points)
    told = propose_outcome(keep_mending(told, Mends({row.source.game: row.joint})), row, outcomes)
    findings = ask_kind(row, law, told)
    asked = any(finding.severity != "note" and finding.code not in TOLD_ONLY for finding in findings)
    kinds = (field for one in findings if one not in told for field in one.fields)
    look = (*list_fields_to_look_at(findings, row.choices), *row.details.look, *kinds) if asked else ()
    explanation = _explain(row, findings)
    proposed = (*(one.proposal for one in findings), explanation and explanation.changes)
    return JudgedRow(
        row.source,
        written,
        points,
        known.solo,
        known.offence,
        True,
        "review" if asked else "ok",
        findings,
        look,
        (*list_chosen(row.choices, row.decision), *row.details.chosen),
        row.details.game,
        row.wrong,
        row.joint.odds,
        row.joint.posterior,
        explanation,
        row.decision.provisional if asked else None,
        outcomes,
        {changes: count_mended(row.joint, changes) for changes in proposed if changes},
    )


def _explain(row: DecidedRow, findings: tuple[Doubt, ...]) -> Explanation | None:
    """The smallest explanation that makes the row right."""
    smallest = row.details.smallest
    found = explain_row(row.joint, findings, smallest if smallest and mends(row.joint, smallest) else None)
    return found if found and mends(row.joint, found.changes) else None


def _make_unplayed(row: DecidedRow, written: tuple[str, ...]) -> JudgedRow:
    """A row that counts nothing; asked about where one spot in it may be ink."""
    blank = JudgedRow(
        row.source,
        written,
        (None,) * len(written),
        False,
        False,
        False,
        "ok",
        wrong=row.wrong,
        posterior=row.joint.posterior,
    )
    if row.doubt is None:
        return blank
    return replace(
        blank,
        status="review",
        findings=(is_anything_there(row.doubt),),
        look=(row.doubt.id or "",),
        outcomes=weigh_outcomes(row, blank.points),
    )
