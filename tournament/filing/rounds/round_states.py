"""How far each round is, table by table: who sits there, what is in and what waits for a person; and the next step."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from texts.item_ids import make_place_key
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key
from tournament.evening.missing_sheets import list_missing_tables
from tournament.filing.opened.open_evening import Evening, list_round_numbers
from tournament.review.next_step import NextStep, RoundState, TableState, find_next_step
from tournament.review.waiting import Waiting, count_unnamed, is_final


def list_round_states(evening: Evening, items: Sequence[Waiting]) -> list[RoundState]:
    """The state of every round. `items`: the open items of the evening."""
    sheets: defaultdict[int | None, list[CountedSheet]] = defaultdict(list)
    for entry in evening.book.entries:
        sheets[entry.round].append(entry)
    waiting: defaultdict[int | None, list[Waiting]] = defaultdict(list)
    for item in items:
        waiting[item.round].append(item)
    numbers = list_round_numbers(evening.book, evening.tournament)
    return [_describe_round(evening, number, sheets[number], waiting[number]) for number in numbers]


def _describe_round(
    evening: Evening, number: int, sheets: Sequence[CountedSheet], items: Sequence[Waiting]
) -> RoundState:
    state, closing = evening.tournament, evening.tournament.seals.closings.get(number)
    missing = _find_missing(evening, number, {entry.table for entry in sheets})
    return RoundState(
        number,
        number in state.closed,
        tuple(_list_tables(evening, number, sheets, items, missing)),
        elsewhere=sum(item.table is None for item in items),
        drawn=number in state.draws,
        printed=number in state.printed,
        cancelled=number in state.cancelled,
        posted=closing is not None and is_posted(evening, closing),
        needs_print=not state.opening.own_list,
        signed=frozenset(table for table in missing if make_place_key(number, table) in evening.book.signed),
    )


def is_posted(evening: Evening, closing: int) -> bool:
    """Whether the standings as they are now were handed out after that entry, and not changed since."""
    handed = [fact.standings for at, fact in evening.tournament.exports if at > closing and fact.standings]
    now = [(one.place, one.player.start, one.player.total) for one in evening.book.standings]
    return bool(handed) and [(one.place, one.start, one.total) for one in handed[-1]] == now


def _list_tables(
    evening: Evening, number: int, sheets: Sequence[CountedSheet], items: Sequence[Waiting], missing: Sequence[int]
) -> Iterator[TableState]:
    count, waiting = Counter(entry.table for entry in sheets), Counter(item.table for item in items)
    first = {item.table: item.item for item in reversed(items)}
    keys = {entry.table: find_key(entry.sheet.source) for entry in sheets}
    typed = {one.table for one in evening.book.typed if one.round == number}
    names = {**{entry.table: entry.names for entry in sheets}, **_name_drawn(evening, number)}
    for table in sorted({table for table in (*count, *missing) if table is not None}):
        yield TableState(
            table,
            sheets=count[table],
            open=waiting[table],
            key=keys.get(table, ""),
            typed=table in typed,
            item=first.get(table, ""),
            names=names.get(table, ()),
        )


def _name_drawn(evening: Evening, number: int) -> Mapping[int | None, tuple[str, ...]]:
    """By table of the round who was drawn there."""
    names = {player.start: player.name_in(number) for player in evening.tournament.players}
    tables = evening.tournament.draws.get(number, ())
    return {table.number: tuple(names[start] for start in table.starts) for table in tables}


def find_missing_tables(evening: Evening, number: int) -> list[int]:
    """The numbers of the tables of that round without a sheet; none of a round that is not played."""
    if number in evening.tournament.cancelled:
        return []
    return _find_missing(evening, number, {entry.table for entry in evening.book.entries if entry.round == number})


def _find_missing(evening: Evening, number: int, here: Set[int | None]) -> list[int]:
    """The tables that are not `here`: by the draw, else by the other tables and rounds."""
    if number in evening.tournament.draws:
        return sorted({table.number for table in evening.tournament.draws[number]} - here)
    return [table for matter in evening.book.matters if matter.round == number for table in list_missing_tables(matter)]


def name_next_step(evening: Evening, items: Sequence[Waiting]) -> NextStep:
    """The evening's next step. `items`: its open items, or those that the person who asks may decide."""
    left = sum(one.item not in evening.book.signed for one in items)
    unnamed = 0 if is_final(evening.book) else count_unnamed(evening.book)
    return find_next_step(
        list_round_states(evening, items), left, unnamed, has_players=bool(evening.tournament.players)
    )
