"""A network that fails at the worst moment: between a database's answer and whoever waits for it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from select import select
from typing import Literal

import sqlalchemy as sa


@dataclass(slots=True)
class Network:
    """Between a client and a server. `cut`: when the next COMMIT of a writer breaks its connection, before the
    server has it or after its answer; `goes`: nobody comes through afterwards."""

    url: str
    cut: Literal["before", "after", "never"] = "never"
    goes: bool = False
    is_open: bool = True


@contextmanager
def put_between(server: str) -> Iterator[Network]:
    """A network to that server, with a URL of its own."""
    target = sa.make_url(server)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        network = Network(target.set(port=listener.getsockname()[1]).render_as_string(hide_password=False))
        place = (str(target.host), int(target.port or 0))
        threading.Thread(target=_accept, args=(listener, place, network), daemon=True).start()
        yield network


def _accept(listener: socket.socket, place: tuple[str, int], network: Network) -> None:
    with suppress(OSError):
        while True:
            client, _ = listener.accept()
            if network.is_open:
                threading.Thread(target=_pass_on, args=(client, place, network), daemon=True).start()
            else:
                client.close()


def _pass_on(client: socket.socket, place: tuple[str, int], network: Network) -> None:
    with suppress(OSError), client, socket.create_connection(place) as server:
        wrote = False
        while True:
            for source in select([client, server], [], [])[0]:
                data = source.recv(65536)
                if not data:
                    return
                wrote = wrote or b"INSERT" in data
                if source is client and wrote and b"COMMIT" in data and network.cut != "never":
                    if network.cut == "after":
                        server.sendall(data)
                        server.recv(65536)
                    network.cut, network.is_open = "never", not network.goes
                    return
                (server if source is client else client).sendall(data)
