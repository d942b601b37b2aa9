"""Strikes rows that do not count: games that were not played because the time was up, a game that was broken off and
repeated, and a row in which a game stands a second time. What is written on the sheet does not change."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.counting.rules import RuleSet
from texts.item_ids import parse_item, spell_item
from tournament.errors import RefusedDecision
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, read_row_ink
from tournament.evening.struck_rows import has_numbers, is_alike, list_left_rows, list_ordinary_rows
from tournament.filing.decisions.reasons import refuse_closed
from tournament.filing.opened.open_evening import Evening
from tournament.human_decisions import SPARE
from tournament.judging.judged_sheet import JudgedRow
from tournament.record.clock_facts import RowsStruck, Why
from tournament.remarks import RowText


@dataclass(frozen=True, slots=True)
class StrikeWish:
    """What a person strikes. `item`: the sheet's key, or any item of it; `game`: the first row that was struck when the
    time was up, None for all that are left at the end; of a game that was repeated or written twice its row."""

    item: str
    game: int | None = None
    why: Why = "time"
    reason: str = ""


def make_strike(evening: Evening, wish: StrikeWish) -> RowsStruck:
    """The entry for the wish. Raises `RefusedDecision`, also if one of the rows holds a number and no reason is
    given; where a game was written twice, the other row is the reason."""
    item = evening.tournament.names.name_today(spell_item(wish.item))
    entry = _find_sheet(evening, item, wish.game)
    refuse_closed(evening, item, wish.reason)
    rows = _pick_rows(evening.book.rules, entry, wish)
    for row in rows if not wish.reason.strip() else ():
        if has_numbers(row.source) and not (wish.why == "twice" and _stands_twice(entry, row)):
            counts = RowText(row.points, row.solo, row.offence, "–")
            raise RefusedDecision("decisions.strike.written", game=row.game, row=counts)
    ink = tuple(pair for row in rows for pair in read_row_ink(row.source))
    return RowsStruck(find_key(entry.sheet.source), rows[0].game, rows[-1].game, wish.why, ink, wish.reason.strip())


def _find_sheet(evening: Evening, item: str, game: int | None) -> CountedSheet:
    """The sheet of that key, or of the table: of two halves the one with that row, else the last."""
    one = parse_item(item)
    found = [
        entry
        for entry in evening.book.entries
        if find_key(entry.sheet.source) == one.key
        or (one.table is not None and one.half is None and (entry.round, entry.table) == (one.round, one.table))
    ]
    found = [entry for entry in found if game is None or any(row.game == game for row in entry.sheet.rows)]
    if not found:
        raise RefusedDecision("decisions.strike.no-row", item=item, game=game or 0)
    return found[-1]


def _stands_twice(entry: CountedSheet, row: JudgedRow) -> bool:
    """Whether a neighbour of the row counts the same."""
    return any(abs(other.game - row.game) == 1 and is_alike(row, other) for other in entry.sheet.rows)


def _pick_rows(rules: RuleSet, entry: CountedSheet, wish: StrikeWish) -> tuple[JudgedRow, ...]:
    """The rows that are meant. Raises `RefusedDecision` for one that is no ordinary game, and where none is left."""
    source, first = entry.sheet.source, wish.game
    if first is None:
        games = {row.game for row in list_left_rows(rules, source)}
    elif wish.why in SPARE:
        games = {first}
    else:
        games = {row.game for row in list_ordinary_rows(rules, source) if row.game >= first}
    rows = tuple(row for row in entry.sheet.rows if row.game in games)
    if not rows:
        key = "nothing-left" if first is None else "no-ordinary"
        raise RefusedDecision(f"decisions.strike.{key}", item=find_key(source), game=first or 0)
    return rows
