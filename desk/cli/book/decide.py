"""`kiebitz decide`: a person settles an open item, or takes a decision back."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from desk.book.author import find_author
from desk.cli.book.opening import open_book
from desk.exits import Status, WrongUse
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.evening.decisions import How
    from tournament.filing.deciding import Wish

_ON, _OFF = ("mit", "on", "ja", "yes"), ("ohne", "off", "nein", "no")
"""How people say that a cross counts, in either language."""


@dataclass(frozen=True, slots=True)
class DecideOrder:
    """What the user asked for, as typed. `solo`, `offence`: "" where nothing is said of the cross. `seen`: the number
    of the last entry that the user saw; None: all of them.
    """

    where: str
    item: str
    accept: bool
    as_written: bool
    points: str | None
    name: str | None
    solo: str
    offence: str
    undo: bool
    by: str
    reason: str
    seen: int | None
    lang: Lang


def decide_item(order: DecideOrder) -> Status:
    """Writes the decision if nobody wrote about the item meanwhile, and says what counts and what is still open."""
    from desk.book.documents import keep_status
    from tournament.filing.deciding import make_decision, make_undoing
    from tournament.filing.entering import Make, enter_decision
    from tournament.record.open_store import open_store

    wish = None if order.undo else _make_wish(order)
    make: Make = (
        (lambda evening: make_undoing(evening, order.item, order.reason))
        if wish is None
        else (lambda evening: [make_decision(evening, wish)])
    )
    _choose(order)
    store = open_store(order.where)
    look = partial(open_book, store, order.lang)
    enter_decision(store, order.item, make, find_author(order.by), order.seen, look)
    document = keep_status(store, look(), order.lang)
    key = "decisions.decide.undone" if order.undo else "decisions.decide.decided"
    sys.stderr.write(say(order.lang, key, item=order.item, open=len(document["open"])) + "\n")
    return Status.DONE


def _make_wish(order: DecideOrder) -> Wish:
    from tournament.filing.deciding import Wish

    solo, offence = _read_cross(order.solo), _read_cross(order.offence)
    return Wish(order.item, _choose(order), order.points or "", order.name or "", order.reason, solo, offence)


def _choose(order: DecideOrder) -> How:
    """What is to hold; for a cross alone the points that count now. Raises WrongUse unless just one thing is said."""
    given: dict[How, bool] = {
        "accept": order.accept,
        "as-written": order.as_written,
        "points": order.points is not None,
        "name": order.name is not None,
    }
    chosen = [how for how, wished in given.items() if wished]
    crossed = bool(order.solo or order.offence)
    if len(chosen) + order.undo > 1 or not (chosen or order.undo or crossed) or (crossed and order.undo):
        raise WrongUse("decisions.decide.one-choice", item=order.item)
    return chosen[0] if chosen else "points"


def _read_cross(typed: str) -> bool | None:
    word = typed.strip().lower()
    if word in _ON or word in _OFF:
        return word in _ON
    if word:
        raise WrongUse("decisions.refused.cross", typed=typed)
    return None
