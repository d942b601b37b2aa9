"""Which game each row of a list is: a table of five may be out of step, and a row left blank may hold a game all the
same. Both are told by a first look at the clear ink, before the whole column is weighed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.counting.rules import RuleSet
from scoring.rows.reconstruct import Rebuilt, Side
from scoring.rows.reconstruct_totals import rebuild_from_totals
from tournament.judging.lists.listduties import make_list_law
from tournament.judging.lists.listink import ListRow, read_list_rows
from tournament.judging.row.shift import kept_games
from tournament.judging.row.transcribe import WrittenSheet
from tournament.limits import Limits
from tournament.numbers import parse_number


def rows_in_order(
    rules: RuleSet, written: WrittenSheet, planned: Sequence[ListRow], side: Side | None, limits: Limits
) -> tuple[ListRow, ...]:
    """The rows with the turns to sit out that the table kept, and the games that only the totals hold; `planned`: the
    rows by the paper's own turns."""
    deals = _kept_deals(rules, planned, _rebuilt(rules, planned, side), limits) if written.seats == 5 else {}
    rows = read_list_rows(rules, written, limits, deals) if deals else tuple(planned)
    first = _rebuilt(rules, rows, side)
    return tuple(_with_game(row, one) for row, one in zip(rows, first, strict=True))


def _rebuilt(rules: RuleSet, rows: Sequence[ListRow], side: Side | None) -> tuple[Rebuilt, ...]:
    return rebuild_from_totals(rules, [row.inked for row in rows], len(rows[0].cells), side=side) if rows else ()


def _kept_deals(
    rules: RuleSet, rows: Sequence[ListRow], first: Sequence[Rebuilt], limits: Limits
) -> Mapping[int, int]:
    """By row number the deals that differ from the planned ones."""
    law = make_list_law(rules, rows, limits)
    kept = kept_games(law, [(row.source.game, _list_sitting(row, one)) for row, one in zip(rows, first, strict=True)])
    return {number: deal for number, deal in kept.items() if deal != law.games[number]}


def _list_sitting(row: ListRow, first: Rebuilt) -> tuple[int | None, ...]:
    """Points that tell who sat out: a total left out says so, whatever else is in doubt; else those of the row."""
    totals = [parse_number(reading.text) for reading in row.source.others if ".total" in reading.id]
    written = tuple(0 if total.empty else 1 for total in totals)
    return written if written.count(0) == 1 else first.row.points


def _with_game(row: ListRow, first: Rebuilt) -> ListRow:
    """A blank row with its game, where the totals below hold one."""
    points = tuple(number or 0 for number in first.row.points)
    return replace(row, left_out=points) if row.inked.blank and any(points) else row
