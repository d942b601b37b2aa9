"""`kiebitz desk`: starts the page's server, says where it is, and keeps other pages of the same tournament out.

Two servers for one tournament would not know of each other's links and photographs. A lock file beside the links states
where the page runs and since when. The system releases it however the process ends, so nobody has to clear it.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import segno
from pydantic import TypeAdapter

from desk.exits import Status, WrongUse
from desk.web.access import Register, find_register, make_state_folder
from desk.web.certificate import Certificate, check_certificate, keep_certificate
from desk.web.connections import allow_many_files
from desk.web.read_inbox import Reader
from desk.web.running_desk import Desk, hear_entries
from desk.web.serve import keep_quiet, make_server
from texts.languages import Lang
from texts.sentences import Moment, say
from tournament.record.open_store import open_store
from tournament.record.replay import replay

if TYPE_CHECKING:
    from desk.cli.evening_orders import DeskOrder

LINK_HOURS = 24.0
EVERYWHERE = ("0.0.0.0", "::")


def serve_desk(order: DeskOrder) -> Status:
    """Runs until somebody ends it. Raises WrongUse for an address at which it cannot listen."""
    tournament = replay(open_store(order.where).read_entries())
    host = find_own_address() if order.host in EVERYWHERE else order.host
    certificate = _find_certificate(order, host)
    listener = _listen(order)
    port = listener.getsockname()[1]
    scheme = "https" if certificate else "http"
    address = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"
    links = find_register(order.where, tournament.opening.key)
    allow_many_files()
    keep_quiet()
    with closing(listener), hold_page(links.with_suffix(".lock"), address):
        desk = Desk(order.where, Register(links), order.lang)
        token = desk.register.issue("organiser", say(order.lang, "web.serve.name"), hours=LINK_HOURS, once=True)
        _report_start(order.lang, address, f"{address}/l/{token}", certificate)
        with Reader(desk), hear_entries(desk), suppress(KeyboardInterrupt):  # Ctrl-C is the way to end it
            make_server(desk, certificate).run(sockets=[listener])
    return Status.DONE


def _find_certificate(order: DeskOrder, host: str) -> Certificate | None:
    if order.certificate is not None:
        return check_certificate(order.certificate, order.key)
    if order.key is not None:
        raise WrongUse("web.certificate.only-key")
    return keep_certificate(make_state_folder(), [host]) if order.https else None


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


def _report_start(lang: Lang, address: str, link: str, certificate: Certificate | None) -> None:
    sys.stdout.write(say(lang, "web.serve.running", address=address) + "\n")
    sys.stdout.write(say(lang, "web.serve.organiser", link=link) + "\n")
    if sys.stdout.isatty():
        segno.make(link, micro=False).terminal(compact=True)
    if certificate is not None and certificate.is_own:
        sys.stdout.write(say(lang, "web.serve.own", fingerprint=certificate.fingerprint) + "\n")
    sys.stdout.write(say(lang, "web.serve.end") + "\n")
    sys.stdout.flush()


_FAR = 1 << 30
"""The byte that is locked. Windows lets nobody read locked bytes, so it lies far behind all that is written."""


@dataclass(frozen=True, slots=True)
class Running:
    """Where a page runs. `since`: UTC, ISO."""

    address: str
    since: str


_RUNNING = TypeAdapter(Running)


@contextmanager
def hold_page(lock: Path, address: str) -> Iterator[None]:
    """Locks the tournament for this page's server. Raises `WrongUse`, which says where another one runs."""
    with os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        if not _take(file):
            raise _make_refusal(lock)
        now = Running(address, datetime.now(UTC).isoformat(timespec="seconds"))
        _write(file, _RUNNING.dump_json(now))
        try:
            yield
        finally:
            _write(file, b"")


def _make_refusal(lock: Path) -> WrongUse:
    with suppress(OSError, ValueError):  # it begins or ends just now
        running = _RUNNING.validate_json(lock.read_bytes())
        return WrongUse("web.serve.taken", address=running.address, since=Moment(running.since))
    return WrongUse("web.serve.taken-just-now")


def _write(file: BinaryIO, content: bytes) -> None:
    file.seek(0)
    file.truncate()
    file.write(content)
    file.flush()


def _take(file: BinaryIO) -> bool:
    """Takes the lock; False where another process has it. On a file system without locks it always succeeds."""
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
