"""Connections that keep no time: how long the page then takes to answer, and how many of them a server still holds.

    python -m dev.benchmarks.desk attacks e.kiebitz --server own uvicorn-h11 hypercorn

800 heads that never end, 200 bodies that dribble, 1,000 pages that listen; each from this machine to this machine, for
half a minute, a byte in every two seconds. `--files 512` lets a server open no more than that. The file is copied.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.benchmarks.desk.phones import BOUNDARY, Phone
from dev.benchmarks.desk.process import DeskProcess, start_server
from dev.benchmarks.desk.servers import SERVERS

DRIBBLE_S, ASK_S, PATIENCE_S = 2.0, 1.0, 20.0
"""Seconds from byte to byte, between two looks at the page, and for a look until it counts as no answer."""
PAGE = "/stand"
MOST_LINES = 2000


@dataclass(frozen=True, slots=True)
class Attack:
    """`count` connections, each with these first bytes. `dribbles`: a byte follows now and then."""

    count: int
    begin: Callable[[Phone], bytes]
    dribbles: bool


def write_half_head(phone: Phone) -> bytes:
    """A head that could go on for ever."""
    return phone.write_head("GET", PAGE).removesuffix(b"\r\n\r\n") + b"\r\nx-more: "


def write_slow_upload(phone: Phone) -> bytes:
    """An upload up to the first byte of its photograph."""
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n'
    return phone.write_head("POST", "/foto", {"content-length": "1000000", "content-type": kind}) + part.encode()


def write_half_h2_head(_phone: Phone) -> bytes:
    """The same in HTTP/2, which our page does not speak: preface, settings, and the first byte of a stream's head."""
    frames = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]), bytes([0, 0, 1, 1, 0, 0, 0, 0, 1]) + b"\x82"
    return b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"".join(frames)


ATTACKS = {
    "heads": Attack(800, write_half_head, dribbles=True),
    "bodies": Attack(200, write_slow_upload, dribbles=True),
    "h2-heads": Attack(800, write_half_h2_head, dribbles=False),
    "streams": Attack(1000, lambda phone: phone.write_head("GET", "/ereignisse"), dribbles=False),
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `attacks`."""
    parser.add_argument("file", type=Path)
    parser.add_argument("--server", nargs="+", default=["own"], choices=SERVERS)
    parser.add_argument("--attack", nargs="+", default=list(ATTACKS), choices=ATTACKS)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--files", type=int, default=0, help="connections and files that a server may have open")


def run(options: argparse.Namespace) -> int:
    """Prints a line for each server under each attack."""
    print("server             attack    answers: median  longest  none   still held  refused")
    for server in options.server:
        for name in options.attack:
            with TemporaryDirectory() as folder:
                file = Path(shutil.copy(options.file, folder))
                with start_server([server, str(file), "--files", str(options.files)]) as desk:
                    words = asyncio.run(_measure(desk, ATTACKS[name], options.seconds))
            print(f"{server:18} {name:8} {words}", flush=True)
    return 0


async def _measure(desk: DeskProcess, attack: Attack, seconds: float) -> str:
    first = Phone(desk.host, desk.port)
    await first.open_session(desk.link)
    await first.ask("GET", PAGE)
    first.leave()
    until = time.monotonic() + seconds
    lines = [asyncio.create_task(_hold(first, attack, until)) for _ in range(min(attack.count, MOST_LINES))]
    await asyncio.sleep(ASK_S)
    answers = list[float]()
    while time.monotonic() < until - 1:
        answers.append(await _look(Phone(desk.host, desk.port, first.cookie)))
        await asyncio.sleep(ASK_S)
    ends = await asyncio.gather(*lines)
    good = sorted(one for one in answers if one < PATIENCE_S)
    times = f"{good[len(good) // 2]:7.2f} s {good[-1]:6.2f} s" if good else "      -        -"
    return f"{times:>23} {len(answers) - len(good):5} {ends.count('held'):12} {ends.count('refused'):8}"


async def _look(phone: Phone) -> float:
    """Seconds until the page was there; `PATIENCE_S` where it was not."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(PATIENCE_S):
            answer = await phone.ask("GET", PAGE)
            return time.monotonic() - began if answer.status == 200 else PATIENCE_S
    except (OSError, EOFError, TimeoutError):
        return PATIENCE_S
    finally:
        phone.leave()


async def _hold(phone: Phone, attack: Attack, until: float) -> str:
    """Keeps one connection as long as the server does: "held", "ended" or "refused"."""
    try:
        reader, writer = await asyncio.open_connection(phone.host, phone.port)
    except OSError:
        return "refused"
    try:
        writer.write(attack.begin(phone))
        while time.monotonic() < until:
            with suppress(TimeoutError):
                async with asyncio.timeout(DRIBBLE_S):
                    while await reader.read(65536):
                        pass
                    return "ended"
            if attack.dribbles:
                writer.write(b"x")
                await writer.drain()
        return "held"
    except OSError:
        return "ended"
    finally:
        writer.close()
