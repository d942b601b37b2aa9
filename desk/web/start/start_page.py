"""The start page: what to do first, the evenings that are open, and the recent ones."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version as read_version
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response

from desk.web.given_evening import NotOpened
from desk.web.network_door import NoNetwork
from desk.web.page_kit import require
from desk.web.page_lock import Running
from desk.web.recent_evenings import MOST, Recent
from desk.web.start.evening_house import House
from desk.web.start.evening_progress import Progress, describe_kept, describe_served
from desk.web.start.start_kit import Call, Starter, write_path
from texts.languages import Lang
from tournament.record.record_errors import RecordError

router = APIRouter()
FIRST_SHOWN = 20
"""Closed evenings that are shown at first: half a year of a club. Each takes some milliseconds."""


@dataclass(frozen=True, slots=True)
class Line:
    """An evening on the start page. `place`: its file, for people; `address`: where its pages run, "" where they do
    not; `phones`: where phones find them; `elsewhere`: another process serves them; `moved`: links that were given out
    before lead nowhere."""

    recent: Recent
    progress: Progress
    place: str
    address: str = ""
    phones: str = ""
    elsewhere: bool = False
    moved: bool = False


@router.get("/")
def show_start(call: Starter, *, alle: bool = False) -> Response:
    """The start page. `alle`: with all evenings that are remembered."""
    return _show_page(call, most=MOST if alle else FIRST_SHOWN)


def _show_page(call: Call, refusal: str = "", most: int = FIRST_SHOWN) -> Response:
    """`refusal`: the sentence that says why nothing was done; `most`: so many closed evenings are shown."""
    running = {one: one.find_server() for one in call.house.recent.list_all()}
    closed = [one for one, server in running.items() if server is None]
    return call.show(
        "start.html",
        409 if refusal else 200,
        opened=[_describe_open(call.house, one, server, call.lang) for one, server in running.items() if server],
        closed=[Line(one, describe_kept(one, call.lang), write_path(Path(one.where))) for one in closed[:most]],
        left=len(closed[most:]),
        version=read_version("kiebitz"),
        refusal=refusal,
    )


def _describe_open(house: House, recent: Recent, running: Running, lang: Lang) -> Line:
    served, place = house.find_served(recent.where), write_path(Path(recent.where))
    if served is None:
        return Line(recent, describe_kept(recent, lang), place, running.address, elsewhere=True)
    try:
        progress = describe_served(served.desk, lang)
    except RecordError:  # its file is gone while its pages run
        progress = describe_kept(recent, lang)
    return Line(recent, progress, place, served.address, served.door.find_address(), moved=served.moved)


@router.get("/abend/{id_}")
def open_evening(call: Starter, id_: str) -> Response:
    """Leads into the evening, which is served from now on."""
    try:
        return call.enter(require(call.house.recent.find(id_)).where)
    except NotOpened as refused:
        return _show_page(call, refused.message(call.lang))


@router.post("/abend/{id_}/schliessen")
def close_evening(call: Starter, id_: str) -> Response:
    """Ends the evening's pages."""
    call.house.close_evening(require(call.house.recent.find(id_)).where)
    return RedirectResponse("/", 303)


@router.post("/abend/{id_}/netz")
def set_network(call: Starter, id_: str, way: Annotated[Literal["open", "shut"], Form()]) -> Response:
    """Lets phones in the same network find the evening, or no longer."""
    door = require(call.house.find_served(require(call.house.recent.find(id_)).where)).door
    try:
        door.open() if way == "open" else door.shut()
    except NoNetwork as refused:
        return _show_page(call, refused.message(call.lang))
    return RedirectResponse("/", 303)


@router.post("/abend/{id_}/vergessen")
def forget_evening(call: Starter, id_: str) -> Response:
    """Takes the evening out of the list; its file stays."""
    call.house.recent.forget(id_)
    return RedirectResponse("/", 303)
