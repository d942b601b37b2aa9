"""`kiebitz strike`: rows that hold no game, since the time was up or the game was played again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desk.cli.run.command_file import keep_status, open_book
from desk.cli.screen import print_note
from desk.exits import Status, WrongUse
from desk.inputs import find_author
from texts.item_ids import make_place_key

if TYPE_CHECKING:
    from desk.cli.clock_orders import StrikeOrder
    from tournament.record.clock_facts import Why


def strike_rows(order: StrikeOrder) -> Status:
    """Writes which rows hold no game, and says how much is still open."""
    from tournament.filing.entering import enter_decision
    from tournament.filing.reasons import open_to_write
    from tournament.filing.striking import StrikeWish, make_strike
    from tournament.record.clock_facts import RowsStruck

    if order.game is not None and order.repeated is not None:
        raise WrongUse("decisions.strike.one-choice")
    why: Why = "time" if order.repeated is None else "repeated"
    item = make_place_key(order.round, order.table)
    wish = StrikeWish(item, order.game if order.repeated is None else order.repeated, why, order.reason)
    store = open_to_write(order.where)
    look = partial(open_book, store, order.lang)
    (entry,) = enter_decision(
        store, [item], lambda evening: [make_strike(evening, wish)], find_author(order.by), look=look
    )
    assert isinstance(entry.fact, RowsStruck)
    document = keep_status(look(), order.lang)
    gaps = {"item": entry.fact.sheet_key, "first": entry.fact.first, "last": entry.fact.last}
    print_note(order.lang, f"decisions.strike.done-{why}", **gaps, open=len(document["open"]))
    return Status.DONE
