"""Jetzt: the next step, the running round as a plan of its tables, and a line for every round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import Response

from desk.web.inbox import CLOSED_ROUND, OTHER_TABLE, Sent
from desk.web.page_kit import Decider, Visit
from desk.web.pages.playing.clock_page import view_clocks
from texts.sentences import Moment, Phrase, say_on_page
from tournament.evening.missing_sheets import Numbers
from tournament.filing.opened.open_evening import Evening
from tournament.filing.rounds.round_states import list_round_states, name_next_step
from tournament.record.facts import Closed
from tournament.review.next_step import NextStep, RoundState, TableState, choose_round
from tournament.review.waiting import Waiting

router = APIRouter()
MOST_NAMED = 96
"""Players of a plan that shows who sits where, at 24 tables of four; with more there is room for number and state
only."""
MOST_LISTED = 6
"""Tables that a sentence lists; of more only their number is told."""
WAITING = (OTHER_TABLE, CLOSED_ROUND)
"""Why a photograph waits for the organiser, who may have it read all the same."""
CellState = Literal["sure", "open", "sends", "wrong", "waits", "plays", "idle"]
Spoilt = Mapping[tuple[int, int], str]
"""By round and table the photograph (SHA-256) that cannot be used."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table of the plan. `address`: where a click leads; "" for nowhere. `share`: how much of the photograph is there
    that its phone sends."""

    table: TableState
    state: CellState
    address: str
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Plan:
    """The round that is shown table by table. `photos`: how many photographs of it are still to be read. `until`: when
    its time is up, "" without a clock; `is_over`: whether that was before now."""

    round: RoundState
    cells: tuple[Cell, ...]
    until: str = ""
    is_over: bool = False

    @property
    def is_large(self) -> bool:
        """Whether there is no room for names."""
        return sum(len(cell.table.names) for cell in self.cells) > MOST_NAMED

    def count(self, state: CellState) -> int:
        """How many tables are in that state."""
        return sum(cell.state == state for cell in self.cells)

    def list_tables(self, state: CellState) -> tuple[int, ...]:
        """The numbers of the tables in that state."""
        return tuple(cell.table.table for cell in self.cells if cell.state == state)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in one line. `when`, `by`, `reason`: of its closing."""

    state: RoundState
    when: str = ""
    by: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NextView:
    """The next step as a page shows it. `notes`: what else is going on. `address`: where its button leads, "" for a
    visitor who may not take the step. `head`: the last entry, where the button writes."""

    step: NextStep
    notes: tuple[Phrase, ...]
    address: str
    head: int = 0


@router.get("/jetzt")
def show_now(visit: Decider, stand: Annotated[str, Query(max_length=64)] = "") -> Response:
    """The page; its middle part is sent again with every change. `stand`: hash of what the browser shows already."""
    evening, queue = visit.list_queue()
    sent = visit.desk.inbox.list_sent()
    rounds = list_round_states(evening, queue.items)
    refused, spoilt = list_refused(sent, _find_last_closing(evening)), find_spoilt_places(evening, sent, rounds)
    plan, step = _plan_round(visit, evening, rounds, sent, spoilt), name_next_step(evening, queue.items)
    shown = {
        "step": view_next_step(visit, evening, step, plan),
        "plan": plan,
        "lines": [_describe_line(evening, one) for one in rounds],
        "waiting": sum(one.refusal.code in WAITING for one in refused if one.refusal),
        "refused": sum(one.tables is None or one.sha256 in spoilt.values() for one in refused),
        "elsewhere": sum(one.elsewhere for one in rounds),
        "checking": sorted(visit.desk.shown.list_others(visit.visitor.csrf).values()),
        "reading": len(list_waiting_photos(evening, sent)),
        "unread": any(who.why == "unread" for seated in evening.book.seated for who in seated),
        "trouble": "" if visit.desk.trouble is None else say_on_page(visit.desk.trouble, visit.lang),
    }
    return show_changed(visit, "now", stand, shown, copied=visit.desk.store.copied)


def show_changed(visit: Visit, page: str, stand: str, shown: Mapping[str, Any], **more: Any) -> Response:
    """The page; an empty answer for a browser that shows all of this already."""
    now = sha256(repr((visit.lang, shown)).encode()).hexdigest()[:16]
    if visit.is_partial and stand == now:
        return Response(status_code=204)
    return visit.show_live(page, stand=now, **shown, **more)


def list_waiting_photos(evening: Evening, sent: Iterable[Sent]) -> list[Sent]:
    """The photographs that are still to be read."""
    return [one for one in sent if one.refusal is None and one.sha256 not in evening.tournament.photos]


def list_refused(sent: Iterable[Sent], since: str) -> list[Sent]:
    """The refused photographs that came after `since`: what was refused in a round that is closed is history."""
    begin = datetime.fromisoformat(since) if since else None
    return [one for one in sent if one.refusal and (begin is None or datetime.fromisoformat(one.when) > begin)]


def _find_last_closing(evening: Evening) -> str:
    """When the last closed round was closed; "" for none."""
    return max((evening.entries[at - 1].when for at in evening.tournament.seals.closings.values()), default="")


def find_spoilt_places(evening: Evening, sent: Iterable[Sent], rounds: Iterable[RoundState]) -> Spoilt:
    """The tables whose last photograph cannot be used. An unreadable photograph does not show its round, so the first
    round without a sheet of that table is taken. `sent`: the latest first."""
    last: dict[int, Sent] = {}
    for one in sent:
        for table in one.tables or ():
            last.setdefault(table, one)
    spoilt = {
        table: one.sha256
        for table, one in last.items()
        if one.refusal is not None and one.sha256 not in evening.tournament.photos
    }
    first: dict[int, int] = {}
    for round_ in rounds:
        for table in round_.due:
            first.setdefault(table, round_.round)
    return {(first[table], table): photo for table, photo in spoilt.items() if table in first}


def _plan_round(
    visit: Visit, evening: Evening, rounds: Sequence[RoundState], sent: Sequence[Sent], spoilt: Spoilt
) -> Plan | None:
    """The plan of the round that is played, else of the next one, at the end of the last one; None without tables."""
    shown = choose_round(rounds)
    if shown is None:
        return None
    waiting = {table for one in list_waiting_photos(evening, sent) for table in one.tables or ()}
    shares = visit.desk.coming.list_shares()
    cells = tuple(_view_cell(shown, table, spoilt, waiting, shares.get(table.table)) for table in shown.tables)
    clocks = view_clocks(evening.tournament, visit.lang).clocks
    usual = next((clock.usual for clock in clocks if clock.round == shown.round), None)
    return Plan(shown, cells, usual.until if usual else "", bool(usual and usual.left_s <= 0))


def _view_cell(shown: RoundState, table: TableState, spoilt: Spoilt, waiting: set[int], share: float | None) -> Cell:
    place = shown.round, table.table
    if table.open:
        return Cell(table, "open", f"/pruefen/{quote(table.item)}")
    if table.sheets:
        return Cell(table, "sure", f"/bogen/{quote(table.key)}")
    if share is not None:
        return Cell(table, "sends", "/foto", share)
    if place in spoilt:
        return Cell(table, "wrong", f"/foto#{spoilt[place]}")
    if table.table in waiting:
        return Cell(table, "waits", "/foto")
    by_hand = "" if shown.closed else f"/eintragen/{place[0]}/{place[1]}"
    return Cell(table, "plays" if shown.is_begun and by_hand else "idle", by_hand)


def _describe_line(evening: Evening, state: RoundState) -> RoundLine:
    at = evening.tournament.seals.closings.get(state.round)
    if at is None:
        return RoundLine(state)
    entry = evening.entries[at - 1]
    reason = entry.fact.reason if isinstance(entry.fact, Closed) else ""
    return RoundLine(state, Moment(entry.when).write_time("de"), entry.by, reason)


ORGANISERS = ("players", "draw", "print", "close", "post")
"""The steps that only the organiser may take."""


def view_next_step(visit: Visit, evening: Evening, step: NextStep, plan: Plan | None) -> NextView:
    """The step with its button, as far as this visitor may take it."""
    allowed = visit.is_organiser or step.kind not in ORGANISERS
    head = evening.head if step.kind == "close" else 0
    return NextView(step, tuple(_list_notes(evening, step, plan)), find_address(step) if allowed else "", head)


def view_step_after(visit: Visit, evening: Evening, items: Sequence[Waiting]) -> NextView:
    """The next step for a page on which nothing is left to do. `items`: what is open for this visitor."""
    sent, rounds = visit.desk.inbox.list_sent(), list_round_states(evening, items)
    plan = _plan_round(visit, evening, rounds, sent, find_spoilt_places(evening, sent, rounds))
    return view_next_step(visit, evening, name_next_step(evening, items), plan)


def find_address(step: NextStep) -> str:
    """Where the step is taken."""
    return {
        "players": "/spielerliste",
        "draw": "/auslosung",
        "print": f"/drucken?runde={step.round}",
        "review": "/pruefen",
        "missing": "/foto",
        "close": "/stand/abschliessen",
        "post": "/aushang",
        "names": "/bogen",
        "done": "/stand",
    }[step.kind]


def _list_notes(evening: Evening, step: NextStep, plan: Plan | None) -> list[Phrase]:
    """Sentences on what the step is about, and on what else is going on in the round that is shown."""
    count = len(plan.cells) if plan else 0
    gaps = {"round": step.round, "players": len(evening.tournament.players), "count": count}
    key = "missing-few" if 0 < len(step.tables) <= MOST_LISTED else step.kind
    told = step.kind != "review" and (step.kind != "missing" or bool(step.tables))
    notes = [Phrase(f"next.note.{key}", gaps)] if told else []
    if plan is None or not plan.round.is_begun or plan.round.closed:
        return notes
    open_, spoilt = plan.list_tables("open"), plan.list_tables("wrong")
    if step.kind == "review" and open_:
        notes.append(_list_or_count("open", open_))
    if step.kind == "review" and (rest := step.count - sum(cell.table.open for cell in plan.cells)):
        notes.append(Phrase("next.note.others", {"count": rest}))
    if spoilt:
        notes.append(_list_or_count("spoilt", spoilt))
    if not step.tables and (plays := plan.count("plays")):
        notes.append(Phrase("next.note.play", {"count": plays}))
    return notes


def _list_or_count(what: str, tables: tuple[int, ...]) -> Phrase:
    """The sentence with the tables, or with their number where there are many."""
    key = f"{what}-many" if len(tables) > MOST_LISTED else f"{what}-one" if len(tables) == 1 else what
    return Phrase(f"next.note.{key}", {"tables": Numbers(tables), "count": len(tables)})
