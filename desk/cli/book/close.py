"""`kiebitz close`: a round is over. With something still open somebody must sign it off."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desk.book.author import find_author
from desk.book.documents import keep_status
from desk.cli.book.opening import open_book
from desk.cli.book.status import say_missing
from desk.exits import Status, Stop
from texts.languages import Lang
from texts.sentences import Phrase, say

if TYPE_CHECKING:
    from tournament.filing.evening_status import RoundEnd
    from tournament.record.facts import Closed


class StillOpen(Stop):
    """The round cannot be closed as it is."""

    exit_status = Status.REVIEW


@dataclass(frozen=True, slots=True)
class CloseOrder:
    """What the user asked for, as typed."""

    where: str
    round: int
    by: str
    reason: str
    lang: Lang


def close_round(order: CloseOrder) -> Status:
    """Writes that the round is closed. Raises StillOpen while something is open that nobody signs off."""
    from tournament.record.open_store import open_store

    store = open_store(order.where)
    evening = open_book(store, order.lang)
    fact = _check_closing(keep_status(store, evening, order.lang), order)
    store.append([fact], by=find_author(order.by), seen=evening.tournament.head)
    keep_status(store, open_book(store, order.lang), order.lang)
    key = "decisions.close.signed-off" if fact.open_items else "decisions.close.closed"
    sys.stderr.write(say(order.lang, key, round=order.round, open=len(fact.open_items)) + "\n")
    return Status.DONE


def _check_closing(status: dict[str, Any], order: CloseOrder) -> Closed:
    from tournament.filing.evening_status import list_ends, make_closing

    end = next((one for one in list_ends(status) if one.round == order.round), None)
    if end is None:
        raise StillOpen("decisions.close.no-round", round=order.round)
    if end.closed:
        raise StillOpen("decisions.close.already", round=order.round)
    if not end.is_clear and not (order.by.strip() and order.reason.strip()):
        _refuse(end, order)
    return make_closing(end, order.reason)


def _refuse(end: RoundEnd, order: CloseOrder) -> None:
    """Says what is open, and how the round is closed all the same."""
    if not end.sheets:
        raise StillOpen("decisions.close.no-sheet", round=order.round)
    why: list[str | Phrase] = [say_missing(list(end.missing), order.lang)] if end.missing else []
    why += [Phrase("decisions.close.open", {"count": len(end.items)})] if end.items else []
    joined = why[0] if len(why) == 1 else Phrase("decisions.close.both", {"one": why[0], "other": why[1]})
    raise StillOpen("decisions.close.refused", round=order.round, why=joined)
