"""The end of a server: no connection stays open behind it, whatever its other end does."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from desk.web import connections
from desk.web.connections import TimedProtocol, serve_beside

APP = Starlette(routes=[Route("/", lambda _: Response(bytes(50_000_000)))])


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.Transport]:
    """The transports of all connections that were made."""
    transports, plain = list[asyncio.Transport](), TimedProtocol.connection_made

    def note(protocol: TimedProtocol, transport: asyncio.Transport) -> None:
        transports.append(transport)
        plain(protocol, transport)

    monkeypatch.setattr(TimedProtocol, "connection_made", note)
    return transports


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """Of a server to come."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


def ask(address: tuple[str, int]) -> socket.socket:
    """A connection on which an answer has begun."""
    line = socket.create_connection(address)
    line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
    assert line.recv(9) == b"HTTP/1.1 "
    return line


def is_open(transport: asyncio.Transport) -> bool:
    """Whether its socket is."""
    return bool(transport.get_extra_info("socket").fileno() != -1)


def test_whoever_does_not_read_on_holds_nothing_open(made: list[asyncio.Transport], listener: socket.socket) -> None:
    """Its answer can never be sent whole."""
    with serve_beside(APP, listener):
        line = ask(listener.getsockname())
    with line:
        assert [is_open(one) for one in made] == [False]


def test_whoever_comes_at_the_last_moment_is_sent_off(
    made: list[asyncio.Transport], listener: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is taken just before the server stops, and made known to it just afterwards."""
    address, lines = listener.getsockname(), list[socket.socket]()

    async def come(server: uvicorn.Server, _: int) -> bool:
        if server.should_exit:
            lines.append(socket.create_connection(address))
            for _ in range(2):
                await asyncio.sleep(0)
        return server.should_exit

    monkeypatch.setattr(uvicorn.Server, "on_tick", come)
    with serve_beside(APP, listener):
        lines.append(ask(address))
    assert [is_open(one) for one in made] == [False, False]
    for line in lines:
        line.close()


def test_a_busy_computer_ends_it_later(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it, and it ends without a fault all the same."""
    faults: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    monkeypatch.setattr(connections, "PATIENCE_S", 0.0)
    with serve_beside(APP, listener):
        line = ask(listener.getsockname())
    for thread in threading.enumerate():
        if thread.name == "serving":
            thread.join(60.0)
    line.close()
    assert (faults, listener.fileno()) == ([], -1)
