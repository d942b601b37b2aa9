"""`kiebitz desk`: starts the server and says where it is."""

from __future__ import annotations

import logging
import socket
import sys
import threading
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import segno
import uvicorn

from desk.crash_log import write_log
from desk.exits import Status, WrongUse
from desk.web.access import Register, find_register, make_state_folder
from desk.web.app import make_app
from desk.web.desk import Desk
from desk.web.reading import Reader
from desk.web.server.certificate import Certificate, check_certificate, keep_certificate
from desk.web.server.connections import TimedProtocol, allow_many_files
from texts.languages import Lang
from texts.sentences import say
from tournament.record.open_store import open_store
from tournament.record.replay import replay

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
    tournament = replay(open_store(order.where).read_entries())
    register = Register(find_register(tournament.opening.key))
    desk = Desk(order.where, register, order.lang)
    port = listener.getsockname()[1]
    scheme = "https" if certificate else "http"
    address = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
    token = register.issue("organiser", say(order.lang, "web.serve.name"), hours=LINK_HOURS, once=True)
    _tell(order.lang, address, f"{address}/l/{token}", certificate)
    allow_many_files()
    keep_quiet()
    with closing(listener), Reader(desk), suppress(KeyboardInterrupt):  # Ctrl-C is the way to end it
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
