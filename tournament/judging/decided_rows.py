"""Decides the rows of a sheet: their readings are weighed by the rules, the sum row and the details of each row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from scoring.findings import Proposal
from tournament.judging.decide import Decision, decide
from tournament.judging.detail_fields import list_game_fields, solo_choices
from tournament.judging.detail_ink import DetailInk, has_details
from tournament.judging.details.detail_case import DetailCase, DetailVerdict, mark_details
from tournament.judging.details.judge_details import judge_details
from tournament.judging.ink_options import Choices, add_unseen, cross_choices, hatched_choices, number_choices
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.round_duties import Soloists, counts_of
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import (
    RowChoices,
    find_lone_doubt,
    has_strokes,
    is_blank,
    is_filled,
    weigh,
)
from tournament.judging.way import Told
from tournament.judging.weighed_row import WeighedRow, make_proposal
from tournament.judging.written_sheet import WrittenRow, WrittenSheet
from tournament.judging.written_sums import Settled, find_column_gaps, settle


@dataclass(frozen=True, slots=True)
class DecidedRow:
    """A row with its decision.

    `joint`: its readings, weighed. `played`: whether it counts as a game. `details`: what its details add. `doubt`: in
    a row that is blank otherwise, the one field that may or may not be written in.
    """

    source: WrittenRow
    joint: WeighedRow
    decision: Decision
    played: bool
    details: DetailVerdict
    doubt: Choices | None = None

    @property
    def choices(self) -> RowChoices:
        """The choices of its points and crosses."""
        return self.joint.row

    @property
    def limits(self) -> Limits:
        """The thresholds with which it was weighed."""
        return self.joint.limits

    @property
    def mended(self) -> dict[Proposal, float]:
        """By proposal of its details the odds of the slips that it undoes, 0 if none is named. Each proposal includes
        the readings of points and crosses that a rule chose, on which it is based."""
        details = self.details
        found = [one.proposal for one in details.findings if one.severity != "note"]
        return {self._add_chosen(one): details.slips.get(one, 0.0) for one in (*found, details.smallest) if one}

    def _add_chosen(self, proposal: Proposal) -> Proposal:
        named = {change.field for change in proposal}
        chosen = make_proposal(self.choices, self.decision.counted) if self.decision.verdict == "repaired" else ()
        return (*(change for change in chosen if change.field not in named), *proposal)


@dataclass(frozen=True, slots=True)
class DecidedRows:
    """The `rows` of a sheet, and by seat P(text) of the written total, None where it cannot be read."""

    rows: tuple[DecidedRow, ...]
    sums: tuple[Told | None, ...]


def decide_rows(written: WrittenSheet, sums: tuple[Choices, ...], law: RowLaw, limits: Limits) -> DecidedRows:
    """Weighs every row with the sum row, the duties of the round and its details, and decides it."""
    inks = [_read_details(row, law, limits) for row in written.rows]
    choices = [_list_row_choices(row, ink, law, limits) for row, ink in zip(written.rows, inks, strict=True)]
    weighed, settled = _weigh_rows(written, choices, inks, sums, law, limits)
    doubts = [_find_doubt(row) for row in weighed]
    filled = (
        row.number
        for row, doubt in zip(weighed, doubts, strict=True)
        if doubt is None and (has_details(row.ink) or is_filled(row.row, limits))
    )
    last, soloists = max(filled, default=0), _find_soloists(written, weighed, law, limits)
    decided = (_decide_row(*parts, last, soloists) for parts in zip(written.rows, weighed, doubts, strict=True))
    return DecidedRows(tuple(decided), settled.sums)


def _weigh_rows(
    written: WrittenSheet,
    rows: Sequence[RowChoices],
    inks: Sequence[DetailInk | None],
    sums: tuple[Choices, ...],
    law: RowLaw,
    limits: Limits,
) -> tuple[list[WeighedRow], Settled]:
    """Weighs each row by itself, then all of them along the chain."""
    readings = [
        weigh(row, [partial(law.prior, row.game), *([ink.weigh_details] if ink else [])], limits)
        for row, ink in zip(rows, inks, strict=True)
    ]
    counts = counts_of(written, rows, readings, [has_details(ink) for ink in inks], law, limits)
    settled = settle(readings, sums, counts, limits)
    gaps = find_column_gaps(readings, settled.shares, sums, limits)
    parts = zip(rows, inks, readings, settled.shares, settled.uncounted, strict=True)
    weighed = [WeighedRow(row, read, shares, law, limits, gaps, free, ink) for row, ink, read, shares, free in parts]
    return [*map(_hear_details, weighed)], settled


def _hear_details(row: WeighedRow) -> WeighedRow:
    """The row; if its details allow exactly one game, and that has the likeliest points, then with a lower threshold
    for half-read ink (`Limits.plain_told`)."""
    if row.ink is None or not row.ink.confirms(row.likeliest.values):
        return row
    return replace(row, detailed=True, limits=replace(row.limits, plain=row.limits.plain_told))


def _find_doubt(row: WeighedRow) -> Choices | None:
    """The only doubtful spot of a row that is blank otherwise; None if details are filled in. Where only one side's
    points are written, a single number is a whole row and no such spot."""
    if has_details(row.ink):
        return None
    return find_lone_doubt(row.row, row.law.limits, lone_numbers=row.law.side is not None)


def _find_soloists(written: WrittenSheet, rows: Sequence[WeighedRow], law: RowLaw, limits: Limits) -> Soloists:
    """The players of the solos, by the rows' likeliest readings."""
    likeliest, inked = [row.likeliest for row in rows], [has_details(row.ink) for row in rows]
    disputed = [row.number for row in rows if row.ink and row.ink.disputes(row.likeliest.values)]
    return Soloists(written, [row.row for row in rows], likeliest, inked, disputed, law, limits)


def _read_details(row: WrittenRow, law: RowLaw, limits: Limits) -> DetailInk | None:
    """The details beside the points; None on a sheet without columns for them."""
    fields = list_game_fields(law.rules, row, law.due_to_sit(row.game), limits)
    return DetailInk(law, fields) if fields is not None else None


def _decide_row(
    source: WrittenRow, joint: WeighedRow, doubt: Choices | None, last: int, soloists: Soloists
) -> DecidedRow:
    row, ink, limits, decision = joint.row, joint.ink, joint.limits, decide(joint)
    inked = is_filled(row, limits) or has_details(ink) or (row.game < last and has_strokes(row))
    settled = decision.verdict in ("ink", "repaired")
    blank = settled and is_blank(row, decision.counted.options, limits) and not has_details(ink)
    doubt = None if blank else doubt
    played = (decision.verdict != "ink" or inked) and doubt is None and not blank
    if ink is None or not played:
        return DecidedRow(source, joint, decision, played, DetailVerdict(), doubt)
    decision = mark_details(decision, row, ink)
    verdict = judge_details(DetailCase(ink, row, decision, joint.gaps, soloists))
    return DecidedRow(source, joint, decision, played, verdict)


def _list_row_choices(row: WrittenRow, ink: DetailInk | None, law: RowLaw, limits: Limits) -> RowChoices:
    """The choices of the row's cells and crosses. The cells of the seats that sit out are printed hatched."""
    sits, solo = law.due_to_sit(row.game), solo_choices(row, ink.fields if ink else None, limits)
    cells = tuple(
        (hatched_choices if seat in sits else number_choices)(cell, limits) for seat, cell in enumerate(row.cells, 1)
    )
    seen = cells if law.side else add_unseen(cells, limits)
    return RowChoices(row.game, seen, solo, cross_choices(row.offence, limits))
