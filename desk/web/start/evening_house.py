"""The evenings that are open in this process, each with an address of its own, and how one is opened.

`House.open_evening(where, ...)` returns the address that lets this computer's organiser in: whoever made or chose a
tournament's file redirects the browser there. A tournament that another process serves is not served again; the
address then leads to that process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from fastapi import FastAPI

from desk.web.access import Register, find_register, make_state_folder
from desk.web.given_evening import refuse_record
from desk.web.page_lock import PageTaken
from desk.web.recent_evenings import RecentEvenings, find_place
from desk.web.running_desk import Desk
from desk.web.start.served_evening import MakeApp, ServedEvening, serve_evening
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.record.record_errors import RecordError

OWN_HOURS = 24.0 * 30
"""How long the organiser's own computer stays let in."""


@dataclass(frozen=True, slots=True)
class _Opened:
    evening: ServedEvening
    closing: ExitStack


class House:
    """All evenings of this process. Every call may come from any thread.

    `address`: where the start page is; `register`: who may see it; `recent`: the evenings that were open lately;
    `folder`: where new tournaments' files are made; `end`: ends the program.
    """

    end: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, lang: Lang, make_app: MakeApp, address: str = "") -> None:
        self.lang, self.address, self._make_app = lang, address, make_app
        self.register = open_start_register()
        self.recent = RecentEvenings()
        self._lock = RLock()
        self._opened: dict[str, _Opened] = {}

    @property
    def folder(self) -> Path:
        """Where tournaments' files lie unless somebody says otherwise; it is made when it is first needed."""
        from platformdirs import user_documents_path

        for parent in (user_documents_path(), Path.home()):  # macOS may forbid the first
            with suppress(OSError):
                (parent / "Kiebitz").mkdir(parents=True, exist_ok=True)
                return parent / "Kiebitz"
        return Path.home()

    def open_evening(self, where: str, cookies: Mapping[str, str] | None = None) -> str:
        """Serves the evening unless it is served already; returns the address at which the organiser comes in.

        `cookies`: those of the browser, which needs no new link while it is still let in. Raises `NotOpened`, and
        `PageTaken` while another process begins or ends to serve it.
        """
        try:
            return self._open(where, cookies or {})
        except RecordError as error:
            raise refuse_record(error, Path(where).name) from error

    def _open(self, where: str, cookies: Mapping[str, str]) -> str:
        place, tournament = find_place(where), self.recent.note(where)
        with self._lock:
            address = self._find_address(place)
        register = Register(find_register(place, tournament.opening.key))
        known = cookies.get(f"kiebitz-{address.rpartition(':')[2]}-{register.name}", "")
        visitor = register.find_visitor(known)
        if visitor is not None and visitor.role == "organiser":
            return f"{address}/"
        token = register.issue("organiser", say(self.lang, "web.serve.name"), hours=OWN_HOURS, once=True)
        return f"{address}/herein/{token}"

    def close_evening(self, where: str) -> None:
        """Ends the evening's pages, if this process serves them. How far it is stays known to the start page."""
        with self._lock:  # nobody opens it until it is closed
            opened = self._opened.pop(find_place(where), None)
            if opened is not None:
                with opened.closing, suppress(SpokenError):  # its file may be gone
                    opened.evening.desk.keep_documents(self.lang)
                    self.recent.note(where)

    def find_served(self, where: str) -> ServedEvening | None:
        """The evening if this process serves it."""
        opened = self._opened.get(find_place(where))
        return opened.evening if opened else None

    def list_served(self) -> list[ServedEvening]:
        """The evenings that this process serves."""
        return [opened.evening for opened in list(self._opened.values())]

    def close(self) -> None:
        """Ends all evenings."""
        for where in list(self._opened):
            self.close_evening(where)

    def _make_linked(self, desk: Desk) -> FastAPI:
        """The evening's pages, which lead back to the start page."""
        app = self._make_app(desk)
        app.state.start = self.address
        return app

    def _find_address(self, place: str) -> str:
        if place not in self._opened:
            closing = ExitStack()
            try:
                evening = closing.enter_context(serve_evening(place, self.lang, self._make_linked))
            except PageTaken as taken:
                if taken.running is None:
                    raise
                return taken.running.address
            self._opened[place] = _Opened(evening, closing)
        return self._opened[place].evening.address


def open_start_register() -> Register:
    """The links of this user's start page."""
    return Register(make_state_folder() / "start.json")


def find_start_lock() -> Path:
    """The lock of this user's start page, which states where it runs."""
    return make_state_folder() / "start.lock"
