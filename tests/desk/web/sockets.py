"""What a browser would never send, over a real socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from fastapi.testclient import TestClient

from desk.web.access import Role
from desk.web.running_desk import Desk
from tests.desk.web.browser import run_server
from tests.desk.web.visitors import read_session, visit

JPEG = b"\xff\xd8\xff\xe0 a photograph "
BOUNDARY = "xx"


@contextmanager
def hold_port() -> Iterator[int]:
    """A port of this computer that nobody else gets inside the `with`, also while no server listens there."""
    with socket.socket() as keeper:
        keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keeper.bind(("127.0.0.1", 0))
        yield keeper.getsockname()[1]


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, and what its visitor's browser sends along."""

    port: int
    headers: Mapping[str, str]

    def connect(self) -> socket.socket:
        """A new connection; whoever waits longer than two minutes has found a mistake."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=120)

    def write_head(self, method: str, path: str, length: int | None = None) -> bytes:
        """A request up to its body, of which it announces `length` bytes."""
        given = {"host": f"127.0.0.1:{self.port}", **self.headers}
        if length is not None:
            given |= {"content-length": str(length), "content-type": f"multipart/form-data; boundary={BOUNDARY}"}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


def write_upload(photo: bytes) -> bytes:
    """The body of a form with one photograph."""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n'
    return head.encode() + photo + f"\r\n--{BOUNDARY}--\r\n".encode()


@contextmanager
def open_server(desk: Desk, role: Role = "organiser") -> Iterator[Server]:
    """A server on a free port, with a visitor of that role."""
    client = visit(desk, role, table=1 if role == "table" else None)
    with run_server(desk) as address:
        port = int(address.rpartition(":")[2])
        yield Server(port, {"cookie": write_cookie(desk, client, port), "x-csrf": client.headers["x-csrf"]})


def write_cookie(desk: Desk, client: TestClient, port: int) -> str:
    """What a browser with that client's session sends to a server on that port."""
    return f"kiebitz-{port}-{desk.register.name}={read_session(client)[1]}"


def read_rest(line: socket.socket) -> str:
    """All that comes until the server ends the connection."""
    return b"".join(iter(lambda: line.recv(65536), b"")).decode("utf-8", "replace")


def read_answer(line: socket.socket) -> str:
    """One answer with its page; the connection may stay open."""
    got = b""
    while b"\r\n\r\n" not in got:
        got += line.recv(65536)
    head, _, body = got.partition(b"\r\n\r\n")
    lengths = [int(one.split(b":")[1]) for one in head.lower().split(b"\r\n") if one.startswith(b"content-length")]
    while len(body) < sum(lengths):
        body += line.recv(65536)
    return (head + b"\r\n\r\n" + body).decode()
