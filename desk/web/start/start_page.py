"""The start page: what to do first, the recent evenings, and which of them are open."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import require
from desk.web.start.recent_evenings import Recent, Told, describe_recent
from desk.web.start.served_evening import ServedEvening
from desk.web.start.start_kit import Starter

router = APIRouter()


@dataclass(frozen=True, slots=True)
class Line:
    """An evening on the start page. `served`: None unless this process serves it."""

    recent: Recent
    told: Told
    served: ServedEvening | None


@router.get("/")
def show_start(call: Starter) -> Response:
    """The start page."""
    house, lang = call.house, call.lang
    lines = [Line(one, describe_recent(one, lang), house.find_served(one.where)) for one in house.recent.list_all()]
    return call.show("start.html", folder=house.folder, lines=lines)


@router.get("/abend/{id_}")
def open_evening(call: Starter, id_: str) -> Response:
    """Leads into the evening, which is served from now on."""
    return call.enter(require(call.house.recent.find(id_)).where)


@router.post("/abend/{id_}/schliessen")
def close_evening(call: Starter, id_: str) -> Response:
    """Ends the evening's pages."""
    call.house.close_evening(require(call.house.recent.find(id_)).where)
    return RedirectResponse("/", 303)


@router.post("/abend/{id_}/vergessen")
def forget_evening(call: Starter, id_: str) -> Response:
    """Takes the evening out of the list; its file stays."""
    call.house.recent.forget(id_)
    return RedirectResponse("/", 303)


@router.post("/beenden")
def end_program(call: Starter) -> Response:
    """Ends all evenings and the program, once this answer is sent."""
    served = [one.title for one in call.house.recent.list_all() if call.house.find_served(one.where)]
    call.house.end()
    return call.show("ended.html", served=served)
