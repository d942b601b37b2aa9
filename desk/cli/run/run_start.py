"""Serves the start page, from which tournaments are made and opened, and opens it in the browser, or opens the one that
runs already; after a double click on a tournament's file the evening in it."""

from __future__ import annotations

import os
import sys
import time
import webbrowser
from contextlib import ExitStack, closing, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from desk.cli.double_click import has_screen, is_without_terminal, show_sentence
from desk.cli.run.tray_icon import show_tray
from desk.exits import Status, Unusable, WrongUse
from desk.web.access import Register
from desk.web.connections import allow_many_files, make_server
from desk.web.given_evening import refuse_record
from desk.web.network_door import HERE
from desk.web.page_lock import PageTaken, hold_page
from desk.web.recent_evenings import RecentEvenings, name_evening
from desk.web.serve import keep_quiet, make_app, make_start_app
from desk.web.start.ending_page import list_unfinished
from desk.web.start.evening_house import OWN_HOURS, House, find_start_lock, open_start_register
from desk.web.start.served_evening import listen_here
from texts.languages import Lang
from texts.sentences import say
from tournament.record.record_errors import RecordError

if TYPE_CHECKING:
    from desk.cli.evening_orders import DeskOrder

OPENING_S = 10.0
"""Seconds after which a browser is open, even one that keeps whoever opened it waiting."""
ANSWER_S, PAUSE_S, PATIENCE_S = 2.0, 0.3, 20.0
"""The start page that runs already answers within so many seconds; else it is just beginning or ending, and after a
pause another try is made, as long as one has patience."""


def serve_start(order: DeskOrder) -> Status:
    """Runs until somebody ends it, or only opens the page that runs already. Raises `NotOpened` for a file that is no
    tournament, WrongUse for another address than this computer's."""
    if order.host != HERE or order.https or order.certificate or order.key:
        raise WrongUse("startpage.serve.only-here")
    allow_many_files()
    keep_quiet()
    page = _note_evening(order.where) if order.where else ""
    with suppress(KeyboardInterrupt):  # Ctrl-C is one way to end it
        _serve_or_find(order, page)
    return Status.DONE


def _note_evening(where: str) -> str:
    """Puts the file's evening first among the recent ones; returns its page at the start server."""
    try:
        RecentEvenings().note(where)
    except RecordError as error:
        raise refuse_record(error, Path(where).name) from error
    return f"abend/{name_evening(where)}"


def _serve_or_find(order: DeskOrder, page: str) -> None:
    """Serves the page, or opens it where it is served already. Raises `Unusable` for one that does not answer."""
    latest = time.monotonic() + PATIENCE_S
    while time.monotonic() < latest:
        try:
            _serve(order, page)
        except PageTaken as taken:
            if taken.running is not None and _answers(taken.running.address):
                register = open_start_register()
                _open_start(order.lang, "already", taken.running.address, register, page).join(OPENING_S)
                return
        else:
            return
        time.sleep(PAUSE_S)
    raise Unusable("startpage.serve.stuck")


def _answers(address: str) -> bool:
    """Whether somebody serves pages there: a program that was stopped still takes connections."""
    place = urlsplit(address)
    with suppress(OSError, HTTPException), closing(HTTPConnection(place.hostname or "", place.port, ANSWER_S)) as line:
        line.request("GET", "/static/icon.svg")
        return line.getresponse().status == 200
    return False


def _serve(order: DeskOrder, page: str) -> None:
    with ExitStack() as ending:
        listener = ending.enter_context(closing(listen_here(order.port)))  # nobody types the address
        address = f"http://{HERE}:{listener.getsockname()[1]}"
        ending.enter_context(hold_page(find_start_lock(), address))
        house = ending.enter_context(closing(House(order.lang, make_app, address)))
        _open_start(order.lang, "running", address, house.register, page)
        server = make_server(make_start_app(house))
        house.end = partial(setattr, server, "should_exit", True)
        ending.enter_context(show_tray(order.lang, partial(_lead_to, house, ""), partial(_end_or_ask, house)))
        server.run(sockets=[listener])


def _lead_to(house: House, page: str) -> None:
    """Opens that page of the start server in the browser, from the icon beside the clock."""
    link = _write_link(house.address, _issue_link(house.lang, house.register), page)
    Thread(target=_open_browser, args=(house.lang, link), daemon=True).start()


def _end_or_ask(house: House) -> None:
    """Ends the program; while something is being done, only its page can, which says what."""
    if any(list_unfinished(house)):
        _lead_to(house, "beenden")
    else:
        house.end()


def _open_start(lang: Lang, key: str, address: str, register: Register, page: str) -> Thread:
    """Says where the start page is, and opens it in the browser, with a link that lets in once. The thread that is
    returned ends when it is open; some browsers keep it waiting until their window is closed. `page`: to which
    it goes on from there, "" for none."""
    token = _issue_link(lang, register)
    sys.stdout.write(say(lang, f"startpage.serve.{key}", address=address) + "\n")
    sys.stdout.write(say(lang, "startpage.serve.link", link=f"{address}/l/{token}") + "\n")
    sys.stdout.flush()
    opening = Thread(target=_open_browser, args=(lang, _write_link(address, token, page)), daemon=True)
    opening.start()
    return opening


def _issue_link(lang: Lang, register: Register) -> str:
    """A link that lets in once."""
    return register.issue("organiser", say(lang, "web.serve.name"), hours=OWN_HOURS, once=True)


def _write_link(address: str, token: str, page: str) -> str:
    """The link's address, which leads to that page of the start server."""
    return f"{address}/herein/{token}" + (f"?weiter={page}" if page else "")


def _open_browser(lang: Lang, link: str) -> None:
    if has_screen(sys.platform, os.environ) and not webbrowser.open(link):
        sentence = say(lang, "startpage.serve.no-browser", link=link)
        sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()
        if is_without_terminal():
            show_sentence(sentence, lang)
