"""The door to the network: whether phones find an evening whose pages are otherwise this computer's alone.

While it is open, a second listener stands at this computer's address in its network, at the same port, and goes along
when that changes. The first one, for this computer's own browsers, is never touched, so that nobody's page breaks off.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from threading import Event, Lock, Thread

from starlette.types import ASGIApp

from desk.web.connections import serve_beside
from texts.sentences import SpokenError

HERE = "127.0.0.1"
LOOK_S = 3.0
"""Seconds between two looks for this computer's address: a phone that lost the network takes longer to come back."""


class NoNetwork(SpokenError):
    """This computer is in no network, or the address cannot be used there."""


def find_own_address() -> str:
    """This computer's address in its network; nothing is sent to find it."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documents, RFC 5737
            return str(probe.getsockname()[0])
        except OSError:
            return HERE


class NetworkDoor:
    """Every call may come from any thread. `remember` is told whenever somebody opens or shuts the door; `is_open`:
    how it was left the last time."""

    def __init__(
        self, app: ASGIApp, port: int, remember: Callable[[bool], object] = bool, *, is_open: bool = False
    ) -> None:
        self._app, self._port, self._remember, self._is_open = app, port, remember, is_open
        self._lock, self._host, self._listening = Lock(), "", ExitStack()

    def find_address(self) -> str:
        """Where phones find the evening; "" while the door is shut, or the computer is in no network. The door moves
        along: at the next venue this computer has another address."""
        with self._lock, suppress(NoNetwork):
            self._follow()
        return f"http://{self._host}:{self._port}" if self._host else ""

    def open(self) -> None:
        """Lets phones in. Raises `NoNetwork`."""
        with self._lock:
            before, self._is_open = self._is_open, True
            try:
                self._follow()
            except NoNetwork:
                self._is_open = before
                raise
        self._remember(True)

    def shut(self) -> None:
        """Lets only this computer's browsers in."""
        self._remember(False)
        self.close()

    def close(self) -> None:
        """Ends the listening; the next start finds the door as it was."""
        with self._lock:
            self._is_open = False
            self._follow()

    def _follow(self) -> None:
        """Listens where the computer is now, if the door is open. Raises `NoNetwork`."""
        host = find_own_address() if self._is_open else ""
        if host == self._host:
            return
        self._listening.close()
        self._host = ""
        if host:
            self._listening.enter_context(serve_beside(self._app, _listen(host, self._port)))
            self._host = host


@contextmanager
def keep_door(door: NetworkDoor) -> Iterator[None]:
    """Inside the `with`, the door follows this computer from network to network; at the end it is closed."""
    ending = Event()

    def follow() -> None:
        while not ending.wait(LOOK_S):
            door.find_address()

    with closing(door):
        door.find_address()
        thread = Thread(target=follow, name="door", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ending.set()
            thread.join()


def _listen(host: str, port: int) -> socket.socket:
    if host == HERE:
        raise NoNetwork("startpage.network.none")
    try:
        return socket.create_server((host, port))
    except OSError as error:
        raise NoNetwork("startpage.network.taken", port=port) from error
