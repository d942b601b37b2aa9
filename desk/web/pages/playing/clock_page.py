"""Uhr: shows when a round's time is up, in large type for a wall and on every phone; referees start it and add time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, HTTPException
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Decider, ReviewForm, Visit, Watcher, read_number
from texts.languages import Lang
from texts.sentences import Moment, SpokenError
from tournament.filing.entering import repeat
from tournament.filing.rounds.clock_entries import (
    FOUR,
    TableEnd,
    choose_minutes,
    find_now,
    list_table_ends,
    make_added,
    make_start,
    make_stop,
)
from tournament.record.facts import Fact
from tournament.record.replay import Tournament, replay
from tournament.record.round_clocks import EVERY_TABLE

router = APIRouter()
ADDRESS = "/uhr"
DECIDERS = ("organiser", "referee")


@dataclass(frozen=True, slots=True)
class EndView:
    """When a table's time is up. `until`: the local time; `left_s`: seconds until then."""

    table: int
    seats: int
    added: int
    until: str
    left_s: int

    @property
    def left(self) -> str:
        """Minutes and seconds: "23:10"."""
        return f"{self.left_s // 60}:{self.left_s % 60:02}"


@dataclass(frozen=True, slots=True)
class ClockView:
    """A round's clock: the usual end, and the ends of tables of other sizes or with time of their own."""

    round: int
    usual: EndView
    others: tuple[EndView, ...]


@dataclass(frozen=True, slots=True)
class ClocksView:
    """What the page shows. `startable`: the rounds that may be started; `minutes`: of a table of four, "" where the
    rule set says none; `pflichtsolo`: whether any are still played when the time is up."""

    clocks: tuple[ClockView, ...]
    startable: tuple[int, ...]
    minutes: str
    pflichtsolo: bool


def view_clocks(state: Tournament, lang: Lang) -> ClocksView:
    """Every clock that is shown, and what may be started. A closed round has none."""
    now = find_now()

    def view_end(one: TableEnd) -> EndView:
        until = Moment(one.end.isoformat()).write_time(lang)
        return EndView(one.table, one.seats, one.added, until, one.count_left(now))

    open_clocks = [clock for number, clock in sorted(state.clocks.items()) if number not in state.closed]
    views = []
    for clock in open_clocks:
        usual, *others = map(view_end, list_table_ends(state, clock))
        views.append(ClockView(clock.round, usual, tuple(others)))
    startable = tuple(one for one in range(1, state.opening.rounds + 1) if one not in state.closed)
    minutes = dict(choose_minutes(state.opening)).get(FOUR, "")
    return ClocksView(tuple(views), startable, str(minutes), bool(state.opening.rules.sheet.pflichtsolo.per_player))


@router.get(ADDRESS)
def show_clock(visit: Watcher) -> Response:
    """The page; it is sent again with every change."""
    return _show(visit)


@router.post(ADDRESS)
def set_clock(visit: Decider, form: ReviewForm) -> Response:
    """Starts or stops a round's clock, or adds time."""
    store = visit.desk.store

    def enter() -> object:
        entries = store.read_entries()
        return store.append(_choose(form.get("how", ""))(replay(entries), form), by=visit.by, seen=len(entries))

    try:
        repeat(store, enter)
    except SpokenError as refused:
        return _show(visit, visit.explain(refused))
    return RedirectResponse(ADDRESS, 303)


def _choose(how: str) -> Callable[[Tournament, ReviewForm], Sequence[Fact]]:
    makers: dict[str, Callable[[Tournament, ReviewForm], Sequence[Fact]]] = {
        "start": lambda state, form: make_start(state, _read(form, "number"), read_number(form.get("minutes", ""))),
        "stop": lambda state, form: make_stop(state, _read(form, "number")),
        "add": lambda state, form: make_added(
            state, _read(form, "number"), _read(form, "table"), _read(form, "minutes"), form.get("reason", "")
        ),
    }
    if how not in makers:
        raise HTTPException(422)
    return makers[how]


def _read(form: ReviewForm, name: str) -> int:
    return read_number(form.get(name, "")) or EVERY_TABLE


def _show(visit: Visit, refusal: str = "") -> Response:
    state = replay(visit.desk.store.read_entries())
    decides = visit.visitor.role in DECIDERS
    view = view_clocks(state, visit.lang)
    return visit.show_live("clock", 409 if refusal else 200, view=view, decides=decides, refusal=refusal)
