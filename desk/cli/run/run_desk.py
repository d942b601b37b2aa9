"""`kiebitz desk`: starts the page's server and says where it is; without a file the start page, from which tournaments
are made and opened."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import segno

from desk.cli.screen import print_note
from desk.exits import Status, WrongUse
from desk.web.access import Register, make_state_folder
from desk.web.certificate import Certificate, check_certificate, keep_certificate
from desk.web.connections import allow_many_files, make_server
from desk.web.network_door import HERE, NetworkDoor, find_own_address
from desk.web.page_lock import PageTaken, hold_page
from desk.web.recent_evenings import RecentEvenings
from desk.web.serve import keep_quiet, make_app, make_start_app
from desk.web.start.evening_house import OWN_HOURS, House, find_start_lock, open_start_register
from desk.web.start.served_evening import run_evening
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from desk.cli.evening_orders import DeskOrder

EVERYWHERE = ("0.0.0.0", "::")
OPENING_S = 10.0
"""Seconds after which a browser is open, even one that keeps whoever opened it waiting."""
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Environment variables of which Linux sets one where a browser can be shown."""


def serve_desk(order: DeskOrder) -> Status:
    """Runs until somebody ends it. Raises WrongUse for an address at which it cannot listen."""
    allow_many_files()
    keep_quiet()
    with suppress(KeyboardInterrupt):  # Ctrl-C is the way to end it
        _serve_evening(_open_backup(order)) if order.where else _serve_start(order)
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
            token = desk.register.issue("organiser", say(order.lang, "web.serve.name"), hours=OWN_HOURS, once=True)
            _report_start(order.lang, address, f"{address}/l/{token}", certificate)
            RecentEvenings().note(order.where)
            app = make_app(desk)
            with closing(NetworkDoor(app, listener.getsockname()[1])) as door:
                app.state.door = door if order.host == HERE and certificate is None else None
                make_server(app, certificate).run(sockets=[listener])


def _serve_start(order: DeskOrder) -> None:
    """Serves the start page, or opens that of the process that serves it already."""
    if order.host != HERE or order.https or order.certificate or order.key:
        raise WrongUse("startpage.serve.only-here")
    with closing(_listen_anyhow(order.port)) as listener:
        address = f"http://{HERE}:{listener.getsockname()[1]}"
        try:
            with hold_page(find_start_lock(), address), closing(House(order.lang, make_app, address)) as house:
                _open_start(order.lang, "running", address, house.register)
                server = make_server(make_start_app(house))
                house.end = partial(setattr, server, "should_exit", True)
                server.run(sockets=[listener])
        except PageTaken as taken:
            if taken.running is None:
                raise
            _open_start(order.lang, "already", taken.running.address, open_start_register()).join(OPENING_S)


def _listen_anyhow(port: int) -> socket.socket:
    """At that port, or at a free one where it is taken: nobody types the start page's address."""
    with suppress(WrongUse):
        return _listen(HERE, port)
    return _listen(HERE, 0)


def _open_start(lang: Lang, key: str, address: str, register: Register) -> Thread:
    """Says where the start page is, and opens it in the browser, with a link that lets in once. The thread that is
    returned ends when it is open; some browsers keep it waiting until their window is closed."""
    token = register.issue("organiser", say(lang, "web.serve.name"), hours=OWN_HOURS, once=True)
    sys.stdout.write(say(lang, f"startpage.serve.{key}", address=address) + "\n")
    sys.stdout.write(say(lang, "startpage.serve.link", link=f"{address}/l/{token}") + "\n")
    sys.stdout.flush()
    opening = Thread(target=_open_browser, args=(lang, f"{address}/herein/{token}"), daemon=True)
    opening.start()
    return opening


def _open_browser(lang: Lang, link: str) -> None:
    if has_screen(sys.platform, os.environ) and not webbrowser.open(link):
        sys.stdout.write(say(lang, "startpage.serve.no-browser", link=link) + "\n")
        sys.stdout.flush()


def has_screen(platform: str, environment: Mapping[str, str]) -> bool:
    """Whether a browser's window can be opened; on Linux it could otherwise be one inside the terminal."""
    return platform in ("win32", "darwin") or any(environment.get(name) for name in _SCREENS)


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
