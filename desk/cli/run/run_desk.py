"""`kiebitz desk`: starts the page's server and says where it is; without a file the start page."""

from __future__ import annotations

import socket
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import segno

from desk.cli.run.command_file import tell_copy
from desk.cli.run.run_start import serve_start
from desk.cli.screen import print_note
from desk.exits import Status, WrongUse
from desk.web.access import make_state_folder
from desk.web.certificate import Certificate, check_certificate, keep_certificate
from desk.web.connections import allow_many_files, make_server
from desk.web.network_door import HERE, NetworkDoor, find_own_address, keep_door
from desk.web.recent_evenings import RecentEvenings
from desk.web.serve import keep_quiet, make_app
from desk.web.start.evening_house import OWN_HOURS
from desk.web.start.served_evening import run_evening
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from desk.cli.evening_orders import DeskOrder

EVERYWHERE = ("0.0.0.0", "::")


def serve_desk(order: DeskOrder) -> Status:
    """Runs until somebody ends it. Raises WrongUse for an address at which it cannot listen."""
    if not order.where:
        return serve_start(order)
    allow_many_files()
    keep_quiet()
    with suppress(KeyboardInterrupt):  # Ctrl-C is the way to end it
        _serve_evening(_open_backup(order))
    return Status.DONE


def _open_backup(order: DeskOrder) -> DeskOrder:
    """The order about the evening in a backup, which is unpacked beside it; any other order as it is."""
    if Path(order.where).suffix.lower() != ".zip":
        return order
    from tournament.filing.backups import unpack_backup

    file = unpack_backup(Path(order.where), Path(order.where).absolute().parent)
    print_note(order.lang, "handouts.backup.opened", path=file)
    return order._replace(where=str(file))


def _serve_evening(order: DeskOrder) -> None:
    host = find_own_address() if order.host in EVERYWHERE else order.host
    certificate = _find_certificate(order, host)
    with closing(_listen(order.host, order.port)) as listener:
        scheme = "https" if certificate else "http"
        address = f"{scheme}://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
        with run_evening(order.where, order.lang, address) as desk:
            tell_copy(desk.store, order.lang)
            token = desk.register.issue("organiser", say(order.lang, "web.serve.name"), hours=OWN_HOURS, once=True)
            _report_start(order.lang, address, f"{address}/l/{token}", certificate)
            RecentEvenings().note(order.where)
            app = make_app(desk)
            door = NetworkDoor(app, listener.getsockname()[1])
            app.state.door = door if order.host == HERE and certificate is None else None
            with keep_door(door):
                make_server(app, certificate).run(sockets=[listener])


def _find_certificate(order: DeskOrder, host: str) -> Certificate | None:
    if order.certificate is not None:
        return check_certificate(order.certificate, order.key)
    if order.key is not None:
        raise WrongUse("web.certificate.only-key")
    return keep_certificate(make_state_folder(), [host]) if order.https else None


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=_find_family(host))
    except OverflowError as error:
        raise WrongUse("web.serve.port-taken", port=port) from error
    except OSError as error:
        taken = error.errno in (13, 48, 98, 10013, 10048)
        key = "web.serve.port-taken" if taken else "web.serve.no-host"
        raise WrongUse(key, port=port, host=host) from error


def _find_family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _report_start(lang: Lang, address: str, link: str, certificate: Certificate | None) -> None:
    sys.stdout.write(say(lang, "web.serve.running", address=address) + "\n")
    sys.stdout.write(say(lang, "web.serve.organiser", link=link) + "\n")
    if sys.stdout.isatty():
        segno.make(link, micro=False).terminal(compact=True)
    if certificate is not None and certificate.is_own:
        sys.stdout.write(say(lang, "web.serve.own", fingerprint=certificate.fingerprint) + "\n")
    sys.stdout.write(say(lang, "web.serve.end") + "\n")
    sys.stdout.flush()
