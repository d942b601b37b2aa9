"""What all pages of the start server share: who may ask, and the frame of its pages.

The server answers this computer only, and only under this computer's own names: a foreign page whose name is made to
lead here (DNS rebinding) gets nothing. Otherwise a request passes what it passes at an evening's server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from desk.web.given_evening import MOST_GIVEN_BYTES
from desk.web.page_kit import MOST_FORM_BYTES, find_visitor, get_lang, show
from desk.web.page_lock import find_running
from desk.web.recent_evenings import name_evening
from desk.web.start.evening_house import House, find_start_lock
from texts.languages import Lang

GIVEN = "/oeffnen/datei"
"""Where files are sent that are opened from a copy."""
LEADS_TO = "http://127.0.0.1:*"
"""Where a form may lead beside this server: an evening that was made or opened has an address of its own."""
_OWN_NAME = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?", re.IGNORECASE)


def has_own_name(request: Request) -> bool:
    """Whether the request asks for this computer by a name of its own."""
    return _OWN_NAME.fullmatch(request.headers.get("host", "")) is not None


def count_start_bytes(request: Request) -> int:
    """Bytes that the body of a request to the start server may have. Files come from this computer alone."""
    return MOST_GIVEN_BYTES + MOST_FORM_BYTES if request.url.path == GIVEN else MOST_FORM_BYTES


def find_evening_link(request: Request) -> str:
    """Where this computer's browser comes into the evening that it asked for: from the start page. "" where that does
    not run, or cannot let in either."""
    running = find_running(find_start_lock()) if hasattr(request.app.state, "desk") else None
    return f"{running.address}/abend/{name_evening(request.app.state.desk.where)}" if running else ""


def frame_start(request: Request) -> Mapping[str, Any]:
    """What the frame around the start server's pages shows: no menu and no events. `folder`: where tournaments' files
    lie; `given`: where a form sends a file that is to be opened."""
    folder = write_path(request.app.state.house.folder)
    frame: dict[str, Any] = {
        "visitor": None,
        "pages": {},
        "current": "",
        "front": (),
        "tournament": "Kiebitz",
        "late": 0,
        "heard": 0,
    }
    return {**frame, "folder": folder, "given": GIVEN}


@dataclass(frozen=True, slots=True)
class Call:
    """One request by this computer's organiser. `csrf`: the token that forms must contain."""

    request: Request
    house: House
    lang: Lang
    csrf: str

    def show(self, template: str, status: int = 200, **given: Any) -> HTMLResponse:
        """The page that the template makes from the values given; its forms send `csrf`."""
        return show(self.request, template, status, csrf=self.csrf, **given)

    def enter(self, where: str) -> Response:
        """Leads into the evening of that file, which is served from now on. Raises `NotOpened`."""
        return RedirectResponse(self.house.open_evening(where, self.request.cookies), 303)


async def _admit(request: Request) -> Call:
    visitor = find_visitor(request)
    if visitor is None:
        raise HTTPException(401)
    return Call(request, request.app.state.house, get_lang(request), visitor.csrf)


Starter = Annotated[Call, Depends(_admit)]
"""A request that has a session of the start page."""


def write_path(path: Path) -> str:
    """The path as one reads it: from the user's own folder on, its folders one after the other."""
    home = Path.home()
    parts = path.relative_to(home).parts if path.is_relative_to(home) else path.parts
    return " › ".join(part for part in parts if part != path.anchor)
