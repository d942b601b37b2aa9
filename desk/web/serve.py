"""The server: its pages, and what stands before all of them.

`kiebitz desk`: starts the server and says where it is."""

from __future__ import annotations

import errno
import logging
import socket
import sys
import threading
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import segno
import uvicorn
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from desk.exits import Status, WrongUse, write_log
from desk.web.access import Register, find_register, make_state_folder
from desk.web.certificate import Certificate, check_certificate, keep_certificate
from desk.web.connections import TimedProtocol, allow_many_files
from desk.web.page_kit import check_form, count_allowed, get_lang, note_events, refuse_head, show, word_refusal
from desk.web.page_lock import hold_page
from desk.web.pages import (
    entrance_page,
    groups_page,
    keying_pages,
    photos_page,
    picture_addresses,
    players_page,
    records_page,
    review_page,
    rounds_page,
    sheet_page,
    standings_page,
)
from desk.web.protection import Protection, Rules, Throttle
from desk.web.read_inbox import Reader
from desk.web.running_desk import Desk, Hearing
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.record.open_store import open_store
from tournament.record.replay import replay

STATIC = Path(__file__).parent / "static"
KNOWN_STATUS = (400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 507)
FULL = (errno.ENOSPC, errno.EDQUOT)


def make_app(desk: Desk) -> FastAPI:
    """The whole page for that desk."""
    first = [Depends(note_events), Depends(check_form)]
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, dependencies=first)
    app.state.desk, app.state.throttle = desk, Throttle()
    app.mount("/static", StaticFiles(directory=STATIC))
    for page in (
        entrance_page,
        groups_page,
        keying_pages,
        photos_page,
        picture_addresses,
        players_page,
        records_page,
        review_page,
        rounds_page,
        sheet_page,
        standings_page,
    ):
        app.include_router(page.router)
    app.include_router(keying_pages.fields_router)
    app.add_exception_handler(HTTPException, _explain_status)
    app.add_exception_handler(RequestValidationError, _explain_status)
    app.add_exception_handler(SpokenError, _explain_error)
    app.add_exception_handler(OSError, _explain_system)
    app.add_middleware(Protection, explain=_explain_number, rules=Rules(refuse_head, count_allowed))
    return app


def _explain_status(request: Request, error: Exception) -> Response:
    return _explain_number(request, getattr(error, "status_code", 422))


def _explain_system(request: Request, error: Exception) -> Response:
    """The disk takes no more while a photograph comes in, or the system refuses something that nobody thought of."""
    full = isinstance(error, OSError) and error.errno in FULL
    if not full:
        write_log(error)
    return _explain_number(request, 507 if full else 500)


def _explain_number(request: Request, status: int) -> Response:
    key = status if status in KNOWN_STATUS else 500
    return _show_problem(request, status, f"web.problem.status.{key}")


def _explain_error(request: Request, error: Exception) -> HTMLResponse:
    """What people did that cannot be done: one sentence."""
    words = word_refusal(error, get_lang(request)) if isinstance(error, SpokenError) else ""
    return _show_problem(request, 409, "web.problem.refused", words)


def _show_problem(request: Request, status: int, sentence: str, words: str = "") -> HTMLResponse:
    template = "problem_part.html" if "hx-request" in request.headers else "problem.html"
    return show(request, template, status, sentence=sentence, words=words)


LINK_HOURS = 24.0
EVERYWHERE = ("0.0.0.0", "::")
CLOSING_S = 3


@dataclass(frozen=True, slots=True)
class DeskOrder:
    """What the user asked for, as typed. `https`: with a certificate of our own, unless one is given; `certificate`,
    `key`: PEM files."""

    where: str
    host: str
    port: int
    https: bool
    certificate: Path | None
    key: Path | None
    lang: Lang


def serve_desk(order: DeskOrder) -> Status:
    """Runs until somebody ends it. Raises WrongUse for an address that cannot be had."""
    host = find_own_address() if order.host in EVERYWHERE else order.host
    certificate = _find_certificate(order, host)
    listener = _listen(order)
    port = listener.getsockname()[1]
    scheme = "https" if certificate else "http"
    address = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
    tournament = replay(open_store(order.where).read_entries())
    links = find_register(order.where, tournament.opening.key)
    allow_many_files()
    keep_quiet()
    with closing(listener), hold_page(links.with_suffix(".lock"), address):
        desk = Desk(order.where, Register(links), order.lang)
        token = desk.register.issue("organiser", say(order.lang, "web.serve.name"), hours=LINK_HOURS, once=True)
        _tell(order.lang, address, f"{address}/l/{token}", certificate)
        with Reader(desk), Hearing(desk), suppress(KeyboardInterrupt):  # Ctrl-C is the way to end it
            make_server(desk, certificate).run(sockets=[listener])
    return Status.DONE


def make_server(desk: Desk, certificate: Certificate | None = None) -> uvicorn.Server:
    """The server of that desk, over HTTPS with a certificate."""
    return uvicorn.Server(
        uvicorn.Config(
            make_app(desk),
            http=TimedProtocol,
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            lifespan="off",
            timeout_graceful_shutdown=CLOSING_S,
            h11_max_incomplete_event_size=65_536,
            ssl_certfile=certificate.file if certificate else None,
            ssl_keyfile=certificate.key if certificate else None,
        )
    )


def _find_certificate(order: DeskOrder, host: str) -> Certificate | None:
    if order.certificate is not None:
        return check_certificate(order.certificate, order.key)
    if order.key is not None:
        raise WrongUse("web.certificate.only-key")
    return keep_certificate(make_state_folder(), [host]) if order.https else None


def keep_quiet() -> None:
    """What fails in a thread or on a connection goes into a log, and nothing of it on the terminal."""
    threading.excepthook = _note_failure
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def _note_failure(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        write_log(failure.exc_value)


def _listen(order: DeskOrder) -> socket.socket:
    try:
        return socket.create_server((order.host, order.port), family=_find_family(order.host))
    except OverflowError as error:
        raise WrongUse("web.serve.port-taken", port=order.port) from error
    except OSError as error:
        taken = error.errno in (13, 48, 98, 10013, 10048)
        key = "web.serve.port-taken" if taken else "web.serve.no-host"
        raise WrongUse(key, port=order.port, host=order.host) from error


def _find_family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def find_own_address() -> str:
    """This computer's address in its network; nothing is sent to find it."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documents, RFC 5737
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _tell(lang: Lang, address: str, link: str, certificate: Certificate | None) -> None:
    sys.stdout.write(say(lang, "web.serve.running", address=address) + "\n")
    sys.stdout.write(say(lang, "web.serve.organiser", link=link) + "\n")
    if sys.stdout.isatty():
        segno.make(link, micro=False).terminal(compact=True)
    if certificate is not None and certificate.is_own:
        sys.stdout.write(say(lang, "web.serve.own", fingerprint=certificate.fingerprint) + "\n")
    sys.stdout.write(say(lang, "web.serve.end") + "\n")
    sys.stdout.flush()
