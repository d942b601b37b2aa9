"""`kiebitz keying`: has doubtful fields read by a second person on the page, and says what came of it."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desk.book.author import find_author
from desk.exits import Status, WrongUse
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.filing.keying_rates import KeyingState


@dataclass(frozen=True, slots=True)
class KeyingOrder:
    """What the user asked for, as typed. Without `every` and `sample` nothing is asked, and the state is told.

    `seed`: "" for a random one.
    """

    where: str
    every: bool
    sample: int | None
    seed: str
    by: str
    lang: Lang


def run_keying(order: KeyingOrder) -> Status:
    """Chooses fields, or tells how the second keying stands."""
    from desk.crash_log import write_log
    from tournament.filing.keying_rates import describe_keying
    from tournament.filing.open_evening import open_evening
    from tournament.filing.second_keying import make_keying
    from tournament.record.open_store import open_store

    if (order.every and order.sample is not None) or (order.seed and order.sample is None):
        raise WrongUse("keying.told.one-choice")
    store = open_store(order.where)
    evening = open_evening(store, order.lang, log=write_log)
    if order.every or order.sample is not None:
        fact = make_keying(evening, order.sample, order.seed or secrets.token_hex(4))
        store.append([fact], by=find_author(order.by), seen=evening.tournament.head)
        sys.stderr.write(say(order.lang, "keying.told.started", fields=len(fact.fields)) + "\n")
        evening = open_evening(store, order.lang, log=write_log)
    sys.stdout.write("\n".join(_tell(describe_keying(evening), order.lang)) + "\n")
    return Status.DONE


def _tell(state: KeyingState, lang: Lang) -> Iterator[str]:
    """The state in words."""
    if not state.asked:
        yield say(lang, "keying.told.nobody")
        return
    for drawn, among, seed in state.samples:
        yield say(lang, "keying.told.sample", fields=drawn, among=among, seed=seed)
    yield say(lang, "keying.told.read", read=state.read, asked=state.asked)
    yield say(lang, "keying.told.agreed", agreed=state.agreed)
    if state.open:
        yield say(lang, "keying.told.open", count=len(state.open), items=", ".join(state.open))
    yield say(lang, "keying.told.settled", settled=state.settled)
    for one in state.rates:
        gaps = {"share": one.wrong / one.compared, "low": one.low, "high": one.high}
        yield say(lang, "keying.told.rate", name=one.name, wrong=one.wrong, compared=one.compared, **gaps)
    if state.rates:
        yield say(lang, "keying.told.means")
