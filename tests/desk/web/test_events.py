"""Every open page hears of every change, however many listen, leave and come again."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from desk.__main__ import main
from desk.web import read_inbox, running_desk
from desk.web.read_inbox import Reader
from desk.web.running_desk import Hub, hear_entries
from tests.desk.web.browser import run_server
from tests.desk.web.phones import Phone, watching
from tests.desk.web.readers import JPEG, SETTINGS, list_keys, wait_until
from tests.desk.web.sockets import open_server, write_cookie
from tests.desk.web.visitors import open_desk, visit
from tournament.record.player_facts import Paid


async def hear(hub: Hub, seen: int, act: Callable[[], object]) -> list[str]:
    """The first two messages that a page gets; `act` happens once it listens."""
    lines = hub.listen(seen)
    first = await anext(lines)
    act()
    heard = [first, await asyncio.wait_for(anext(lines), 120)]
    await lines.aclose()  # type: ignore[attr-defined] # it is a generator
    return heard


def test_a_page_hears_what_it_missed() -> None:
    """Before it listened, or while its connection was broken; of what it has seen it hears nothing."""
    hub = Hub()
    seen = hub.count
    changed = "event: changed\ndata: changed\n\n"
    assert asyncio.run(hear(hub, seen, lambda: hub.publish("changed"))) == [": ready\n\n", changed]
    assert asyncio.run(hear(hub, seen, lambda: hub.publish("changed"))) == [changed, changed]
    assert hub._listeners == {}


def test_a_page_hears_that_the_server_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while nothing changes: without a sign it says that it is cut off."""
    monkeypatch.setattr(running_desk, "PATIENCE_S", 0.01)
    hub = Hub()
    assert asyncio.run(hear(hub, hub.count, lambda: None)) == [": ready\n\n", "event: alive\ndata: alive\n\n"]


def test_the_page_says_what_it_has_seen(tmp_path: Path) -> None:
    """The address of its events holds the count from before it was made."""
    desk = open_desk(tmp_path)
    before = desk.hub.count
    html = visit(desk, "public").get("/stand").text
    assert re.findall(r'sse-connect="/ereignisse\?seit=(\d+)"', html) == [str(before)]


def test_a_server_that_ended_does_not_stop_the_others() -> None:
    """A listener whose loop is closed is passed over."""
    hub, closed = Hub(), asyncio.new_event_loop()
    closed.close()

    async def listen() -> list[str]:
        hub._listeners = {asyncio.Queue(): closed}
        return await hear(hub, hub.count, lambda: hub.publish("changed"))

    assert asyncio.run(listen())[1].startswith("event: changed")


@pytest.mark.slow
def test_phones_watch_while_photographs_come_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifteen phones hear of five photographs to the end; none is thrown out, each ends with the same list."""
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    desk = open_desk(tmp_path)
    client = visit(desk, "organiser")
    csrf = client.headers["x-csrf"]
    photos = [tmp_path / f"{order}.jpg" for order in ("1", "2", "3", "die", "blank")]
    for photo in photos:
        photo.write_bytes(JPEG + photo.stem.encode())

    async def drive(port: int) -> list[Phone]:
        cookie = write_cookie(desk, client, port)
        phones = [Phone("127.0.0.1", port, cookie) for _ in range(15)]
        senders = [Phone("127.0.0.1", port, cookie) for _ in photos]
        async with watching(phones, "/foto"):
            answers = await asyncio.gather(
                *(one.send(photo.name, photo.read_bytes(), csrf) for one, photo in zip(senders, photos, strict=True))
            )
            assert {answer.status for answer in answers} == {303}
            await _wait(lambda: _is_read(senders[0]))
            await _wait(lambda: _have_seen(phones, len(photos)))
        for one in senders:
            one.leave()
        return phones

    with run_server(desk) as address, Reader(desk, SETTINGS):
        phones = asyncio.run(drive(int(address.rpartition(":")[2])))
    assert [fault for phone in phones for fault in phone.faults] == []
    assert len({phone.answers[-1].body for phone in phones}) == 1
    assert sorted(list_keys(desk)) == ["r1.t1", "r1.t2", "r1.t3"]
    assert desk.hub._listeners == {}


async def _is_read(phone: Phone) -> bool:
    return b"wird gelesen" not in (await phone.ask("GET", "/foto")).body


async def _have_seen(phones: Sequence[Phone], count: int) -> bool:
    bodies = [phone.answers[-1].body if phone.answers else b"" for phone in phones]
    return all(b"wird gelesen" not in body and body.count(b"<li id=") == count for body in bodies)


async def _wait(is_so: Callable[[], Awaitable[bool]]) -> None:
    for _ in range(3000):
        if await is_so():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("nothing came of it")


def test_a_page_listens_while_all_threads_are_busy(tmp_path: Path) -> None:
    """However many ask for what takes long, whoever only listens is let in at once."""
    desk = open_desk(tmp_path)
    with open_server(desk, "table") as server, ExitStack() as lines, desk._lock:  # as while a sheet is judged
        for _ in range(45):
            line = lines.enter_context(server.connect())
            line.sendall(server.write_head("GET", "/foto"))
        wait_until(lambda: count_blocked() >= 40)
        listener = lines.enter_context(server.connect())
        listener.settimeout(120)
        listener.sendall(server.write_head("GET", f"/ereignisse?seit={desk.hub.count}"))
        got = b""
        while b": ready" not in got:
            got += listener.recv(4096)


def count_blocked() -> int:
    """Threads of the server that wait for the evening."""
    frames = (sys._current_frames().get(thread.ident or 0) for thread in threading.enumerate())
    return sum(1 for frame in frames if frame is not None and frame.f_code.co_name == "list_queue")


def test_an_open_page_hears_the_command_line(tmp_path: Path) -> None:
    """What another program writes is told to every page that is open; what the page wrote itself, it announces once."""
    desk = open_desk(tmp_path)
    heard: list[str] = []
    desk.hub.publish = heard.append  # type: ignore[method-assign]
    with hear_entries(desk):
        wait_until(lambda: heard == ["changed"])
        assert main(["players", desk.where, "add", "Neu Dazu"]) == 0
        wait_until(lambda: len(heard) == 2)
        desk.store.append([Paid(1, paid=True)], by="Wart")
        assert len(heard) == 3
        before = desk.published
        assert main(["players", desk.where, "add", "Noch Einer"]) == 0
        wait_until(lambda: desk.published != before)
    assert len(heard) == 4
