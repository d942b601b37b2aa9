"""A result without a photograph: from what somebody types for a table to its entry.

Mistakes by the rules are asked about as on any sheet. A result is refused only if it cannot be one of that table, or if
somebody else must settle something first. A second person may type the same table, without seeing the first result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.findings import write_points
from texts.item_ids import make_place_key, parse_item
from texts.sentences import Phrase, tidy_text
from tournament.draw.table_sizes import Table
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_row_item
from tournament.evening.late_items import TYPED, find_other
from tournament.filing.decisions.second_keying import spell_person
from tournament.filing.decisions.typed_tables import Lines, ReadTable, RefusedResult, read_lines, read_totals
from tournament.filing.opened.open_evening import Evening
from tournament.filing.setup.player_entries import find_entrant
from tournament.judging.written_sheet import Typing
from tournament.record.entries import Entry
from tournament.record.facts import SheetTyped

_KEYERS = 2
"""So many people may type one table; if they differ a third one settles it."""
_LONGEST = 200
"""The most letters of a source or a reason."""
_MOST_TABLE = 9_999


@dataclass(frozen=True, slots=True)
class TypedWish:
    """What somebody types for a table, before it is checked. `lines`: one for each game; or only the `totals`. `names`:
    who sat there, separated by commas, if the table is not drawn. `source`: from what it was typed.
    """

    round: int
    table: int
    reason: str
    lines: Lines = ()
    totals: str = ""
    names: str = ""
    source: str = ""

    @property
    def key(self) -> str:
        """The key of the table's sheet: "r1.t3"."""
        return make_place_key(self.round, self.table)


@dataclass(frozen=True, slots=True)
class TableSeats:
    """Who sits at a table, by seat. `starts`: () in a file without players."""

    names: tuple[str, ...]
    starts: tuple[int, ...] = ()


def make_typed(evening: Evening, wish: TypedWish, by: str) -> SheetTyped:
    """The entry for a typed result. Raises `RefusedResult`, and RefusedOrder for an unknown player."""
    seats = find_seats(evening, wish.round, wish.table, wish.names)
    _refuse_place(evening, wish, by)
    reason, source = tidy_text(wish.reason)[:_LONGEST], tidy_text(wish.source)[:_LONGEST]
    if not reason:
        raise RefusedResult("typed.refused.no-reason")
    if bool(wish.totals.strip()) == any(any(line) for line in wish.lines):
        raise RefusedResult("typed.refused.one-choice")
    games = evening.tournament.opening.count_games(len(seats.names))
    typed = _read(wish, seats.names, games, evening.tournament.opening.count_rows(len(seats.names)))
    return SheetTyped(
        wish.round,
        wish.table,
        games or len(typed.rows),
        reason,
        seats.starts,
        () if seats.starts else seats.names,
        typed.rows,
        typed.totals,
        source,
    )


def _read(wish: TypedWish, names: Sequence[str], games: int, most: int) -> ReadTable:
    """The typed rows and totals, for a table that plays `games` and may write `most` rows. Raises `RefusedResult`."""
    if wish.totals.strip():
        return ReadTable((), read_totals(wish.totals, len(names)))
    typed = read_lines(wish.lines, names)
    if not typed.rows:
        raise RefusedResult("typed.refused.one-choice")
    if games and (last := typed.rows[-1].game) > most:
        raise RefusedResult("typed.refused.too-many", found=last, games=games)
    return typed


def find_seats(evening: Evening, round_: int, table: int, names: str = "") -> TableSeats:
    """Who sits at that table: by the draw, else by the names. Raises `RefusedResult` and RefusedOrder."""
    tournament = evening.tournament
    rounds = tournament.opening.rounds
    if not 1 <= round_ <= (rounds or 99):
        raise RefusedResult("typed.refused.no-round", round=round_, rounds=rounds)
    if round_ in tournament.closed:
        raise RefusedResult("typed.refused.closed", round=round_)
    key, drawn = make_place_key(round_, table), tournament.draws.get(round_, ())
    before = next((entry for entry in reversed(evening.entries) if _is_typed(entry, key)), None)
    if before is not None and list_typings(evening, key):
        return _repeat_seats(evening, before)
    if drawn:
        return _find_drawn(evening, drawn, round_, table, names)
    return _name_seats(evening, round_, table, names)


def _is_typed(entry: Entry, key: str) -> bool:
    return isinstance(entry.fact, SheetTyped) and entry.fact.sheet_key == key


def _repeat_seats(evening: Evening, before: Entry) -> TableSeats:
    """The seats by the first typing of the table (`before`), as a second person types the same."""
    assert isinstance(before.fact, SheetTyped)
    players = {player.start: player.name_in(before.fact.round) for player in evening.tournament.players}
    return TableSeats(before.fact.names or tuple(players[one] for one in before.fact.starts), before.fact.starts)


def _find_drawn(evening: Evening, drawn: Sequence[Table], round_: int, table: int, names: str) -> TableSeats:
    found = next((one for one in drawn if one.number == table), None)
    if found is None:
        known = tuple(sorted(one.number for one in drawn))
        raise RefusedResult("typed.refused.no-table", round=round_, table=table, known=known)
    if names.strip():
        raise RefusedResult("typed.refused.drawn", round=round_, table=table)
    players = {player.start: player.name_in(round_) for player in evening.tournament.players}
    return TableSeats(tuple(players[start] for start in found.starts), found.starts)


def _name_seats(evening: Evening, round_: int, table: int, names: str) -> TableSeats:
    """Who sits at a table that was not drawn, by the names. Raises `RefusedResult` and RefusedOrder."""
    typed = [tidy_text(name) for name in names.replace(";", ",").split(",") if name.strip()]
    seats = evening.tournament.opening.rules.sheet.seats
    if not typed or table > _MOST_TABLE:
        raise RefusedResult("typed.refused.not-drawn", round=round_, table=table)
    if len(typed) not in seats or len({name.casefold() for name in typed}) != len(typed):
        raise RefusedResult("typed.refused.names", names=tuple(typed), seats=seats)
    if not evening.tournament.players:
        return TableSeats(tuple(typed))
    players = [find_entrant(evening.tournament, name) for name in typed]
    return TableSeats(tuple(one.name for one in players), tuple(one.start for one in players))


def _refuse_place(evening: Evening, wish: TypedWish, by: str) -> None:
    """Raises `RefusedResult` if the table has a photographed sheet, or was typed by this person or by two already."""
    gaps = {"round": wish.round, "table": wish.table, "sheet": wish.key}
    photographed = find_photographed(evening, wish.round, wish.table)
    if photographed is not None:
        raise RefusedResult("typed.refused.has-sheet", **gaps | {"sheet": photographed.sheet.source.key})
    typed = list_typings(evening, wish.key)
    if any(spell_person(one.by) == spell_person(by) for one in typed):
        raise RefusedResult("typed.refused.own", **gaps)
    if len(typed) >= _KEYERS:
        raise RefusedResult("typed.refused.twice", **gaps, by=tuple(one.by for one in typed))


def find_photographed(evening: Evening, round_: int, table: int) -> CountedSheet | None:
    """The photographed sheet of that table; None if there is none."""
    entries = (one for one in evening.book.entries if (one.round, one.table) == (round_, table))
    return next((one for one in entries if one.sheet.source.typed is None), None)


def list_typings(evening: Evening, key: str) -> tuple[Typing, ...]:
    """Who typed the sheet of that key, the first one first."""
    return tuple(one.written.typed for one in evening.sheets if one.written.key == key and one.written.typed)


def say_typed(evening: Evening, wish: TypedWish, items: Sequence[str]) -> tuple[Phrase, ...]:
    """Sentences on the result of typing: what counts there now, or that it is compared, and what is open. `items`: all
    open items."""
    gaps = {"round": wish.round, "table": wish.table}
    typed = list_typings(evening, wish.key)
    here = tuple(item for item in items if parse_item(item).key == wish.key)
    left = Phrase("typed.open", {"items": here}) if here else Phrase("typed.nothing-open")
    if len(typed) > 1:
        return Phrase("typed.second", {**gaps, "by": typed[0].by}), left
    entry = next(one for one in evening.book.entries if one.sheet.source.key == wish.key)
    totals = tuple(
        Phrase("typed.seat-total", {"name": name, "points": write_points(points)})
        for name, points in zip(entry.names, entry.sheet.totals, strict=True)
    )
    return Phrase("typed.done", {**gaps, "result": totals}), left


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A table that was typed. `by`: by whom, in order. `differing`: the items in which two people differ."""

    key: str
    round: int
    table: int
    by: tuple[str, ...]
    differing: tuple[str, ...]


def list_typed_tables(evening: Evening) -> tuple[TypedTable, ...]:
    """Every table that counts as somebody typed it."""
    entries = (entry for entry in evening.book.entries if entry.sheet.source.typed is not None)
    return tuple(_describe_table(evening, entry) for entry in entries)


def _describe_table(evening: Evening, entry: CountedSheet) -> TypedTable:
    source = entry.sheet.source
    rows = tuple(name_row_item(source, row.game) for row in entry.sheet.open_rows if find_other(row.findings))
    whole = (f"{source.key}.{TYPED}",) if find_other(entry.sheet.findings) else ()
    by = tuple(one.by for one in list_typings(evening, source.key))
    return TypedTable(source.key, entry.round or 0, entry.table or 0, by, (*rows, *whole))


def list_due_tables(evening: Evening, by: str) -> tuple[TypedTable, ...]:
    """The tables that this person may type a second time: typed once, by somebody else, in a round that is open."""
    return tuple(
        one
        for one in list_typed_tables(evening)
        if len(one.by) < _KEYERS
        and one.round not in evening.tournament.closed
        and spell_person(by) not in map(spell_person, one.by)
    )
