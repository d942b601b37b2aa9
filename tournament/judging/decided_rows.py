"""The rows of a sheet decided: candidates weighed with the rules, the sum row and the details of each row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from scoring.findings import Proposal
from tournament.judging.blank_rows import find_lone_doubt, has_strokes, is_blank, is_filled
from tournament.judging.decide import Decision, decide, make_proposal
from tournament.judging.details.detail_case import DetailCase, DetailVerdict, mark_details
from tournament.judging.details.detail_fields import list_game_fields, solo_choices
from tournament.judging.details.detail_ink import DetailInk, has_details
from tournament.judging.details.judge_details import judge_details
from tournament.judging.ink_options import Choices, add_unseen, cross_choices, hatched_choices, number_choices
from tournament.judging.judging_limits import Limits
from tournament.judging.misreadings import RowRisk, find_row_risk
from tournament.judging.posterior import JointRow
from tournament.judging.round_duties import Soloists, counts_of
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import JointReading, RowChoices, find_likeliest, weigh
from tournament.judging.weigh_columns import find_column_gaps, settle
from tournament.judging.weighed_row import Weighed
from tournament.judging.written_sheet import WrittenRow, WrittenSheet
from tournament.judging.written_sums import SumShares


@dataclass(frozen=True, slots=True)
class DecidedRow:
    """A row on its way: what is written, what was decided, and what its details say to that.

    `wrong`: how it may have been misread. `joint`: what all its fields say together.
    `doubt`: in a row that is blank else, the one field of which nobody knows whether anything is written there.
    """

    source: WrittenRow
    decision: Decision
    played: bool
    details: DetailVerdict
    wrong: RowRisk
    joint: JointRow
    doubt: Choices | None = None

    @property
    def choices(self) -> RowChoices:
        """What its points and crosses may say."""
        return self.joint.weighed.row

    @property
    def limits(self) -> Limits:
        """The thresholds that it was weighed by."""
        return self.joint.weighed.limits

    @property
    def mended(self) -> dict[Proposal, float]:
        """The proposals of its details, with the odds of the slips that they mend, 0 where none is named; with each the
        points and crosses that a rule chose, beside which they were found."""
        details = self.details
        found = [one.proposal for one in details.findings if one.severity != "note"]
        return {self._add_chosen(one): details.slips.get(one, 0.0) for one in (*found, details.smallest) if one}

    def _add_chosen(self, proposal: Proposal) -> Proposal:
        named = {change.field for change in proposal}
        chosen = make_proposal(self.choices, self.decision.counted) if self.decision.verdict == "repaired" else ()
        return (*(change for change in chosen if change.field not in named), *proposal)


@dataclass(frozen=True, slots=True)
class DecidedRows:
    """`rows` of a sheet, and per seat what the written total says, None where it says nothing."""

    rows: tuple[DecidedRow, ...]
    sums: tuple[SumShares | None, ...]


def decide_rows(written: WrittenSheet, sums: tuple[Choices, ...], law: RowLaw, limits: Limits) -> DecidedRows:
    """Every row, with what the sum row and the counts of the round say to it, and its details."""
    details = [_read_details(row, law, limits) for row in written.rows]
    rows = [_list_row_choices(row, ink, law, limits) for row, ink in zip(written.rows, details, strict=True)]
    readings = [
        weigh(row, [partial(law.prior, row.game), *([ink.weigh_details] if ink else [])], limits)
        for row, ink in zip(rows, details, strict=True)
    ]
    inked = [has_details(ink) for ink in details]
    settled = settle(readings, sums, counts_of(written, rows, readings, inked, law, limits), limits)
    gaps = find_column_gaps(readings, settled.shares, sums, limits)
    joint = [
        _join_row(*parts, law, limits, gaps)
        for parts in zip(rows, readings, settled.shares, settled.uncounted, details, strict=True)
    ]
    lone = law.side is not None  # where only plus points are written, one number is a row
    doubts = [
        None if there else find_lone_doubt(row, limits, lone_numbers=lone)
        for row, there in zip(rows, inked, strict=True)
    ]
    last = max(
        (
            row.game
            for row, there, doubt in zip(rows, inked, doubts, strict=True)
            if doubt is None and (there or is_filled(row, limits))
        ),
        default=0,
    )
    likeliest = [find_likeliest(*parts) for parts in zip(readings, settled.shares, strict=True)]
    disputed = [
        row.game for row, one, ink in zip(rows, likeliest, details, strict=True) if ink and ink.disputes(one.values)
    ]
    soloists = Soloists(written, rows, likeliest, inked, disputed, law, limits)
    decided = (_decide_row(*parts, last, soloists) for parts in zip(written.rows, joint, doubts, strict=True))
    return DecidedRows(tuple(decided), settled.sums)


def _join_row(
    row: RowChoices,
    readings: tuple[JointReading, ...],
    shares: tuple[float, ...],
    uncounted: tuple[float, ...],
    ink: DetailInk | None,
    law: RowLaw,
    limits: Limits,
    gaps: tuple[int | None, ...],
) -> JointRow:
    """The row's readings, weighed, and its details; half-read numbers may stand where these tell them."""
    told = ink is not None and ink.confirms(find_likeliest(readings, shares).values)
    beside = replace(limits, plain=limits.plain_told) if told else limits
    return JointRow(Weighed(row, readings, shares, law, beside, gaps, uncounted, told), ink)


def _read_details(row: WrittenRow, law: RowLaw, limits: Limits) -> DetailInk | None:
    """The details beside the points; None on a sheet without columns for them."""
    fields = list_game_fields(row, law.due_to_sit(row.game), limits)
    return DetailInk(law, fields) if fields is not None else None


def _decide_row(
    source: WrittenRow, joint: JointRow, doubt: Choices | None, last: int, soloists: Soloists
) -> DecidedRow:
    weighed, ink = joint.weighed, joint.ink
    row, limits, decision = weighed.row, weighed.limits, decide(weighed)
    inked = is_filled(row, limits) or has_details(ink) or (row.game < last and has_strokes(row))
    settled = decision.verdict in ("ink", "repaired")
    blank = settled and is_blank(row, decision.counted.options, limits) and not has_details(ink)
    doubt = None if blank else doubt
    stands = decision.verdict != "ink" or inked
    played = stands and doubt is None and not blank
    wrong = find_row_risk(decision.counted.values, weighed)
    if ink is None or not played:
        return DecidedRow(source, decision, played, DetailVerdict(), wrong, joint, doubt)
    decision = mark_details(decision, row, ink)
    verdict = judge_details(DetailCase(ink, row, decision, weighed.gaps, soloists))
    return DecidedRow(source, decision, played, verdict, wrong, joint)


def _list_row_choices(row: WrittenRow, ink: DetailInk | None, law: RowLaw, limits: Limits) -> RowChoices:
    """What the cells may say; the cell of the seat that sits out is hatched on paper."""
    sits, solo = law.due_to_sit(row.game), solo_choices(row, ink.fields if ink else None, limits)
    cells = tuple(
        (hatched_choices if seat == sits else number_choices)(cell, limits) for seat, cell in enumerate(row.cells, 1)
    )
    seen = cells if law.side else add_unseen(cells, limits)
    return RowChoices(row.game, seen, solo, cross_choices(row.offence, limits))
