"""One evening that this process serves: its pages on a port of its own, its photographs read, others kept out.

The port is remembered beside the evening's register, so that links and printed codes hold after a restart.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from fastapi import FastAPI
from pydantic import TypeAdapter

from desk.web.access import Register, find_register
from desk.web.connections import serve_beside
from desk.web.network_door import HERE, NetworkDoor, keep_door
from desk.web.page_lock import hold_page
from desk.web.read_inbox import Reader, ReaderSettings
from desk.web.running_desk import Desk, hear_entries
from texts.languages import Lang
from tournament.record.open_store import open_store
from tournament.record.replay import Tournament, replay
from tournament.whole_files import write_whole

_FIRST_PORT, _PORTS = 8800, 1000
"""An evening's first port follows from its register's name, so that two evenings rarely want the same one."""
MakeApp = Callable[[Desk], FastAPI]


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is remembered of an evening's server. `port`: 0 before it was first served; `in_network`: whether phones
    were let in."""

    port: int = 0
    in_network: bool = False


_KEPT = TypeAdapter(_Kept)


@dataclass(frozen=True, slots=True)
class ServedEvening:
    """`door`: to the network; `moved`: its port was taken, so that links and codes given out before lead nowhere."""

    desk: Desk
    port: int
    door: NetworkDoor
    moved: bool

    @property
    def address(self) -> str:
        """Where this computer's browsers find it."""
        return f"http://{HERE}:{self.port}"


@contextmanager
def run_evening(where: str, lang: Lang, address: str) -> Iterator[Desk]:
    """Inside the `with`, the tournament is this process's: photographs are read, and what others enter is heard.

    Raises `PageTaken` where another process serves it, and the errors of `open_store`.
    """
    tournament = replay(open_store(where).read_entries())
    links = find_register(where, tournament.opening.key)
    with hold_page(links.with_suffix(".lock"), address):
        desk = Desk(where, Register(links), lang)
        with Reader(desk, ReaderSettings(warm=not _is_over(tournament))), hear_entries(desk):
            yield desk


def _is_over(tournament: Tournament) -> bool:
    """Whether every round is closed: photographs are hardly to be expected, and workers that wait for some take 90 MB
    for each open evening."""
    return all(number in tournament.closed for number in range(1, tournament.opening.rounds + 1))


@contextmanager
def serve_evening(where: str, lang: Lang, make_app: MakeApp) -> Iterator[ServedEvening]:
    """Inside the `with`, the evening's pages are at its own port of this computer. Raises what `run_evening` raises."""
    links = find_register(where, replay(open_store(where).read_entries()).opening.key)
    keeper = links.with_suffix(".place.json")
    kept = _read_kept(keeper)
    with closing(listen_here(kept.port or _choose_port(keeper))) as listener:
        port = listener.getsockname()[1]
        with run_evening(where, lang, f"http://{HERE}:{port}") as desk:
            app = make_app(desk)
            _keep(keeper, _Kept(port, kept.in_network))
            door = NetworkDoor(app, port, lambda is_open: _keep(keeper, _Kept(port, is_open)), is_open=kept.in_network)
            app.state.door = door
            with serve_beside(app, listener), keep_door(door):
                yield ServedEvening(desk, port, door, moved=kept.port not in (0, port))


def _keep(keeper: Path, kept: _Kept) -> None:
    write_whole(keeper, lambda draft: draft.write_bytes(_KEPT.dump_json(kept)))


def _read_kept(keeper: Path) -> _Kept:
    with suppress(OSError, ValueError):
        return _KEPT.validate_json(keeper.read_bytes())
    return _Kept()


def _choose_port(keeper: Path) -> int:
    return _FIRST_PORT + int(keeper.name[:6], 16) % _PORTS


def listen_here(port: int) -> socket.socket:
    """A listener at that port of this computer; at a free one where it is taken."""
    with suppress(OSError):
        return socket.create_server((HERE, port))
    return socket.create_server((HERE, 0))
