"""Compares what somebody typed with other records of the same table.

A photograph that comes later is compared with what was typed, and so is what a second person types. If they agree, the
photograph replaces what was typed. If they differ, the row is asked about, or the table if only totals were typed;
until somebody decides, what was typed first counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.counting.rules import RuleSet
from scoring.findings import Change, Proposal
from tournament.evening.decided_sheets import close_row, is_clear_ink
from tournament.evening.decisions import DecidedSheet
from tournament.evening.item_names import Matter, find_key, says_no_more
from tournament.evening.late_items import TYPED, Said
from tournament.human_decisions import Decisions
from tournament.judging.causes import drop_settled
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, Mended, Odds, RowOutcome
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.written_sheet import WrittenSheet, parse_number
from tournament.judging.written_sums import column_totals
from tournament.remarks import Remark, RowText


@dataclass(frozen=True, slots=True)
class Beside:
    """A judged sheet with the decisions on it, and what people typed for the same table, judged, in their order.
    `names`: by seat who sits there, "" if unknown; first those of the sheet, then those of each typed one."""

    sheet: JudgedSheet
    decided: DecidedSheet
    typed: tuple[JudgedSheet, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()


def hold_against_typed(
    rules: RuleSet, one: Beside, decisions: Decisions, limits: Limits
) -> tuple[JudgedSheet, DecidedSheet]:
    """The sheet as it counts after the comparison, and the decisions that still hold. If a photograph has the same
    players in other columns, the typed columns are reordered; if it has other players, a question is asked."""
    sheet, decided = one.sheet, one.decided
    for at, typed in enumerate(one.typed):
        first = at == 0 and sheet.source.typed is None
        order = _match_seats(one.names[0], one.names[at + 1])
        compared = None if order is None else _turn_seats(typed, order)
        if compared is None or _is_coarse(sheet, compared):
            sheet = _compare_whole(sheet, typed, compared, decisions, one, first=first)
            decided = decided if sheet.source is decided.source else DecidedSheet(sheet.source)
        else:
            sheet, decided = _compare_rows(rules, sheet, compared, decided, limits, first=first)
    return sheet, decided


def _match_seats(names: Sequence[str], typed: Sequence[str]) -> tuple[int, ...] | None:
    """By seat of the sheet the typed seat (from 0) of the same player; the same order if not everybody is known; None
    if other players sit there."""
    mine, theirs = [name.casefold() for name in names], [name.casefold() for name in typed]
    if "" in (*mine, *theirs) or mine == theirs:
        return tuple(range(len(mine)))
    return tuple(map(theirs.index, mine)) if sorted(mine) == sorted(theirs) else None


def _turn_seats(typed: JudgedSheet, order: Sequence[int]) -> JudgedSheet:
    """The typed sheet with its columns in that order."""
    if list(order) == sorted(order):
        return typed
    rows = tuple(replace(row, points=tuple(row.points[seat] for seat in order)) for row in typed.rows)
    return replace(typed, rows=rows, totals=tuple(typed.totals[seat] for seat in order))


def _is_coarse(sheet: JudgedSheet, typed: JudgedSheet) -> bool:
    """Whether the two cannot be compared row by row: only the totals of one are known, or what was typed has games for
    which the sheet has no row."""
    games = {row.game for row in sheet.rows}
    return not (games and typed.rows) or any(row.played and row.game not in games for row in typed.rows)


def _compare_whole(
    sheet: JudgedSheet,
    typed: JudgedSheet,
    compared: JudgedSheet | None,
    decisions: Decisions,
    one: Beside,
    *,
    first: bool,
) -> JudgedSheet:
    """The one of both that counts: if they agree, the one with the games; else what was typed first, until somebody
    decides. Decisions on rows of the other one made later raise no new question. `compared`: `typed` in the order of
    the sheet's columns, None if other players sit there. `first`: `typed` was typed first, and `sheet` is a
    photograph."""
    counts, other = (typed, sheet) if first else (sheet, typed)
    if compared is not None and sheet.totals == compared.totals:
        found = sheet if not sheet.source.totals_only else typed
        return _add(found, _note_agreement(typed.source if first else other.source))
    shown = (compared or typed, sheet) if first else (sheet, compared or typed)
    who = {} if compared is not None else {"here": tuple(one.names[0]), "there": tuple(one.names[1])}
    sentence = f"evening.typed.{_name_pair(other.source) if compared is not None else 'other-players'}"
    about = " ".join([*map(str, counts.totals), *(one.source.photo_sha256 for one in (counts, other))])
    remark = Remark(TYPED, "warning", sentence, (), {**_list_gaps(*shown, None), **who, "about": about})
    item = f"{find_key(counts.source)}.{TYPED}"
    ruling = decisions.get(item)
    matter = Matter(item, (remark,), counts.source.photo_sha256)
    if ruling is not None and ruling.how == "accept" and says_no_more(matter, ruling.ink):
        return _add(other, replace(remark, severity="note"))
    return _add(counts, remark)


def _add(sheet: JudgedSheet, remark: Remark) -> JudgedSheet:
    return replace(sheet, findings=(*sheet.findings, remark))


def _note_agreement(typed: WrittenSheet) -> Remark:
    return Remark(TYPED, "note", "evening.typed.agrees", (), {"by": typed.typed.by if typed.typed else ""})


def _name_pair(other: WrittenSheet) -> str:
    """The key of the sentence that both differ: from a photograph, or from a second person's typing."""
    return "differs-photo" if other.typed is None else "differs-second"


def _list_gaps(counts: JudgedSheet, other: JudgedSheet, rows: tuple[JudgedRow, JudgedRow] | None) -> dict[str, object]:
    """What the sentence quotes: both rows, or, without rows, both totals."""
    said = [
        RowText(sheet.totals) if row is None else RowText(row.points, row.solo, row.offence, "–")
        for sheet, row in zip((counts, other), rows or (None, None), strict=True)
    ]
    who = {name: one.source.typed.by if one.source.typed else "" for name, one in (("by", counts), ("second", other))}
    typing = {} if counts.source.typed is None or other.source.typed else {"typing": counts.source.typed}
    return {**typing, "typed": Said(said[0]), "other": Said(said[1]), "photo": other.source.photo, **who}


def _compare_rows(
    rules: RuleSet, sheet: JudgedSheet, typed: JudgedSheet, decided: DecidedSheet, limits: Limits, *, first: bool
) -> tuple[JudgedSheet, DecidedSheet]:
    """The sheet with each of its rows compared, and the decisions that still hold. `first`: it is a photograph, and
    `typed` counts where they differ."""
    theirs = {row.game: row for row in typed.rows}
    rows, held = [], dict(decided.held)
    for row in sheet.rows:
        other = theirs.pop(row.game, None)
        if other is None or _is_settled(row, other, decided, typed.source):
            rows.append(row)
            continue
        rows.append(_compare(sheet, typed, row, other, limits, first=first))
        if rows[-1].status == "review":
            held.pop(row.game, None)
    if tuple(rows) == sheet.rows:
        return _add(sheet, _note_agreement(typed.source)), decided
    counted = drop_settled(rules, sheet, tuple(rows))
    totals = column_totals([row.points for row in rows], sheet.source.seats)
    return replace(counted, rows=tuple(rows), totals=totals), replace(decided, held=held)


def _is_settled(row: JudgedRow, other: JudgedRow, decided: DecidedSheet, typed: WrittenSheet) -> bool:
    """Whether the row needs no comparison: somebody decided it after the typing, or both are the same."""
    ruling = decided.held.get(row.game)
    if ruling is None or typed.typed is None:
        return False
    return decided.source.typed is None or ruling.entry > typed.typed.entry or _is_alike(row, other)


def _compare(
    sheet: JudgedSheet, typed: JudgedSheet, row: JudgedRow, other: JudgedRow, limits: Limits, *, first: bool
) -> JudgedRow:
    if _is_alike(row, other):
        confirmed = row.status == "review" and other.status == "ok" and first
        return close_row(row) if confirmed else row
    if first and other.status == "ok" and _may_say(row, other, limits):
        return close_row(_count_as(row, other))
    rows = (other, row) if first else (row, other)
    return _contest(row, rows, sheet, typed, first=first)


def _is_alike(row: JudgedRow, other: JudgedRow) -> bool:
    """Whether both count the same; crosses only as far as both have boxes for them."""
    pairs = (
        (row.solo, other.solo, row.source.solo, other.source.solo),
        (row.offence, other.offence, row.source.offence, other.source.offence),
    )
    crosses = all(mine == theirs or None in boxes for mine, theirs, *boxes in pairs)
    return crosses and _fill(row) == _fill(other)


def _fill(row: JudgedRow) -> tuple[int | None, ...]:
    """The points; of a row that was not played none."""
    return row.points if row.played else (None,) * len(row.points)


def _may_say(row: JudgedRow, other: JudgedRow, limits: Limits) -> bool:
    """Whether the photograph may say what was typed: wherever the numbers differ its ink is not clear, and the typed
    number is one of the candidates."""
    cells = list(zip(row.source.cells, row.points, other.points, strict=True))
    if any(cell is None for cell, _, _ in cells):
        return False
    return all(
        mine == theirs
        or (not is_clear_ink(cell) and any(parse_number(text).points == (theirs or 0) for text, _ in cell.candidates))
        for cell, mine, theirs in cells
        if cell is not None
    )


def _count_as(row: JudgedRow, other: JudgedRow) -> JudgedRow:
    """The photograph's row with the typed points, and with its own crosses if none were typed."""
    solo = row.solo if other.source.solo is None else other.solo
    offence = row.offence if other.source.offence is None else other.offence
    return replace(
        row,
        points=other.points,
        solo=solo,
        offence=offence,
        played=other.played,
        wrong=None,
        explanation=None,
        provisional=None,
        details=None,
    )


def _contest(
    row: JudgedRow, rows: tuple[JudgedRow, JudgedRow], sheet: JudgedSheet, typed: JudgedSheet, *, first: bool
) -> JudgedRow:
    """The row as open, with both possibilities in its question; the first of `rows` counts."""
    counts, second = rows
    sheets = (typed, sheet) if first else (sheet, typed)
    ids = tuple(reading.id for reading in row.source.cells if reading is not None)
    away = counts if first else second
    proposal = None if is_list(sheet.source) else _list_changes(row, away)
    sentence = f"evening.typed.{_name_pair(sheets[1].source)}"
    remark = Remark(TYPED, "warning", sentence, ids, _list_gaps(*sheets, rows), proposal, unsure=proposal is not None)
    mended = {**row.mended, **({proposal: Mended(away.points, away.solo, away.offence)} if proposal else {})}
    return replace(
        _count_as(row, counts) if first else row,
        status="review",
        provisional="likeliest",
        findings=(*(one for one in row.findings if one.severity == "note"), remark),
        look=ids,
        odds=Odds(0.5, 0.5),
        outcomes=(RowOutcome(counts.points, 0.5), RowOutcome(second.points, 0.5)),
        explanation=None,
        mended=mended,
    )


def _list_changes(row: JudgedRow, away: JudgedRow) -> Proposal | None:
    """The changes of the sheet's cells to the other possibility; None if there are none."""
    changes = tuple(
        Change(cell.id, parse_number(cell.text).value, value)
        for cell, value in zip(row.source.cells, away.points, strict=True)
        if cell is not None and parse_number(cell.text).points != (value or 0)
    )
    return changes or None
