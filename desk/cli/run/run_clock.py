"""`kiebitz clock` sets a round's clock; `kiebitz strike` strikes rows that do not count, because the time was up, or
their game is repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from desk.cli.run.command_file import keep_status, open_book, open_to_add
from desk.cli.screen import print_note, write_lines
from desk.exits import Status, WrongUse
from desk.inputs import find_author
from texts.item_ids import make_place_key
from texts.languages import Lang
from texts.sentences import Moment, say

if TYPE_CHECKING:
    from desk.cli.clock_orders import ClockOrder, StrikeOrder
    from tournament.record.clock_facts import Why
    from tournament.record.facts import Fact
    from tournament.record.replay import Tournament

_MINUTE_S = 60


def set_round_clock(order: ClockOrder) -> Status:
    """Starts or stops the round's clock or adds time, and shows every running clock."""
    from tournament.filing.entering import repeat
    from tournament.record.replay import replay

    if order.what not in ("", "start", "stop", "add"):
        raise WrongUse("decisions.clock.which")
    if order.what and order.round is None:
        raise WrongUse("decisions.clock.needs-round")
    store, by = open_to_add(order.where, order.lang), find_author(order.by)

    def enter() -> object:
        entries = store.read_entries()
        return store.append(_make_facts(order, replay(entries)), by=by, seen=len(entries))

    if order.what:
        repeat(store, enter)
    write_lines(_describe_clocks(replay(store.read_entries()), order.lang))
    return Status.DONE


def _make_facts(order: ClockOrder, state: Tournament) -> Sequence[Fact]:
    from tournament.filing.rounds.clock_entries import make_added, make_start, make_stop
    from tournament.record.round_clocks import EVERY_TABLE

    number = order.round or 0
    if order.what == "start":
        return make_start(state, number, order.minutes)
    if order.what == "stop":
        return make_stop(state, number)
    return make_added(state, number, order.table or EVERY_TABLE, order.minutes or 0, order.reason)


def _describe_clocks(state: Tournament, lang: Lang) -> Iterator[str]:
    from tournament.filing.rounds.clock_entries import find_now, list_table_ends

    now = find_now()
    for clock in state.clocks.values():
        usual, *others = list_table_ends(state, clock)
        left, end = -(-usual.count_left(now) // _MINUTE_S), Moment(usual.end.isoformat()).write_time(lang)
        key = "running" if left else "over"
        yield say(lang, f"decisions.clock.{key}", round=clock.round, end=end, left=left)
        for one in others:
            left, end = -(-one.count_left(now) // _MINUTE_S), Moment(one.end.isoformat()).write_time(lang)
            gaps = {"table": one.table, "seats": one.seats, "added": one.added, "end": end, "left": left}
            yield say(lang, f"decisions.clock.{'table' if one.table else 'seats'}", **gaps)
    if not state.clocks:
        yield say(lang, "decisions.clock.no-clock")


def strike_rows(order: StrikeOrder) -> Status:
    """Writes which rows do not count, and reports how many items are still open."""
    from tournament.filing.decisions.striking import StrikeWish, make_strike
    from tournament.filing.entering import enter_decision
    from tournament.record.clock_facts import RowsStruck

    given: dict[Why, int | None] = {"time": order.game, "repeated": order.repeated, "twice": order.twice}
    chosen: list[tuple[Why, int | None]] = [(why, row) for why, row in given.items() if row is not None]
    if len(chosen) > 1:
        raise WrongUse("decisions.strike.one-choice")
    why, row = next(iter(chosen), ("time", None))
    item = make_place_key(order.round, order.table)
    wish = StrikeWish(item, row, why, order.reason)
    store = open_to_add(order.where, order.lang)
    look = partial(open_book, store, order.lang)
    (entry,) = enter_decision(
        store, [item], lambda evening: [make_strike(evening, wish)], find_author(order.by), look=look
    )
    assert isinstance(entry.fact, RowsStruck)
    document = keep_status(look(), order.lang)
    gaps = {"item": entry.fact.sheet_key, "first": entry.fact.first, "last": entry.fact.last}
    print_note(order.lang, f"decisions.strike.done-{why}", **gaps, open=len(document["open"]))
    return Status.DONE
