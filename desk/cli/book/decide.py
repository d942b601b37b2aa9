"""`kiebitz decide`: a person settles an open item, or takes a decision back."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from desk.book.author import find_author
from desk.exits import Status, WrongUse
from texts.languages import Lang
from texts.sentences import say


@dataclass(frozen=True, slots=True)
class DecideOrder:
    """What the user asked for, as typed. `seen`: the number of the last entry that the user saw; None: all of them."""

    where: str
    item: str
    accept: bool
    as_written: bool
    points: str | None
    name: str | None
    undo: bool
    by: str
    reason: str
    seen: int | None
    lang: Lang


def decide_item(order: DecideOrder) -> Status:
    """Writes the decision if nobody else wrote meanwhile, and says what counts and what is still open."""
    from desk.book.documents import keep_status
    from desk.crash_log import write_log
    from tournament.evening.decisions import How
    from tournament.filing.deciding import Wish, make_decision, make_undoing
    from tournament.filing.making import open_evening
    from tournament.record.facts import Fact
    from tournament.record.opening import open_store

    how = _choose(order)
    store = open_store(order.where)
    evening = open_evening(store, order.lang, log=write_log)
    facts: list[Fact]
    if how == "undo":
        facts = list(make_undoing(evening, order.item, order.reason))
    else:
        chosen: How = how  # type: ignore[assignment]  # one of the four
        wish = Wish(order.item, chosen, order.points or "", order.name or "", order.reason)
        facts = [make_decision(evening, wish)]
    store.append(facts, by=find_author(order.by), seen=order.seen or evening.tournament.head)
    document = keep_status(store, open_evening(store, order.lang, log=write_log), order.lang)
    key = "decisions.decide.undone" if how == "undo" else "decisions.decide.decided"
    told = say(order.lang, key, item=order.item, open=len(document["open"]))
    sys.stderr.write(told + "\n")
    return Status.DONE


def _choose(order: DecideOrder) -> str:
    """What is to hold. Raises WrongUse unless just one thing is said."""
    given = {
        "accept": order.accept, "as-written": order.as_written, "points": order.points is not None,
        "name": order.name is not None, "undo": order.undo,
    }
    chosen = [how for how, wished in given.items() if wished]
    if len(chosen) != 1:
        raise WrongUse("decisions.decide.one-choice", item=order.item)
    return chosen[0]
