"""The servers and their connections: answers are sent at once, and a connection that is too slow or sends no valid
request is ended."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from desk.web.certificate import Certificate
from texts.languages import LANGUAGES
from texts.sentences import say

HEAD_S = 10.0
"""Seconds in which a request's first line and headers must have come, a new connection's and a kept one's alike."""
_PLAIN = [("content-type", "text/plain; charset=utf-8"), ("x-content-type-options", "nosniff"), ("connection", "close")]
OPEN_FILES = 4096
"""Connections and files that the server may have open: 50 browsers have up to 300, and macOS allows 256."""


class TimedProtocol(H11Protocol):
    """Ends a connection whose request takes too long to begin, or goes on after its answer."""

    head_s = HEAD_S
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Waits for the first request. A body follows its headers at once: TCP would hold it back for 40 ms."""
        super().connection_made(transport)
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        """Receives a part of a request; an incomplete head does not extend the time limit."""
        super().data_received(data)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the timer: nothing more will come."""
        self._stop_timer()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Ends the connection if the client still sends a body that nobody reads."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answers with a sentence in every language: an invalid request does not say which language its sender
        reads."""
        words = "\n".join(say(lang, "web.problem.malformed") for lang in LANGUAGES)
        for event in (h11.Response(status_code=400, headers=_PLAIN), h11.Data(data=words.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _watch_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_timer()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.head_s, self.transport.close)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def allow_many_files() -> None:
    """Lifts this process's limit of open files as far as the system lets it."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wished = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wished:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))


CLOSING_S, PATIENCE_S = 3, 15.0
"""Seconds in which answers that have begun are sent to their end, and for which a server's end is waited."""


class EndingServer(uvicorn.Server):
    """Leaves no connection open behind it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends as uvicorn does, then cuts what is left: whoever does not read on would never go, and whoever came at
        the last moment was not asked to."""
        await self._stop_accepting()
        await super().shutdown(sockets)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await asyncio.sleep(0)

    async def _stop_accepting(self) -> None:
        """Lets connections that are just being made get ready: asyncio loses those whose server is closed meanwhile
        (https://github.com/python/cpython/issues/109564). Windows' loop makes them in one step."""
        if sys.platform != "win32":
            for listener in (one for server in self.servers for one in server.sockets):
                asyncio.get_running_loop().remove_reader(listener.fileno())
        await asyncio.sleep(0)


def make_server(app: ASGIApp, certificate: Certificate | None = None) -> uvicorn.Server:
    """The server of these pages, over HTTPS with a certificate."""
    return EndingServer(
        uvicorn.Config(
            app,
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


@contextmanager
def serve_beside(app: ASGIApp, listener: socket.socket, certificate: Certificate | None = None) -> Iterator[None]:
    """Inside the `with`, a thread serves the pages to whoever comes to the listener; it is closed at the end, or by a
    busy computer some time after it."""
    server = make_server(app, certificate)

    def serve() -> None:  # it closes the listener itself: one that vanished would be a fault to a server that is late
        with closing(listener):
            server.run(sockets=[listener])

    thread = Thread(target=serve, name="serving", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = server.force_exit = True  # pages that only listen would hold it up for seconds
        thread.join(PATIENCE_S)
