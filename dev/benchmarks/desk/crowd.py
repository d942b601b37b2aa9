"""Many phones watch while photographs come in at once: what is lost, and how long the answers take.

    kiebitz new e.kiebitz ... && kiebitz draw e.kiebitz
    python -m dev.filler.evening e.kiebitz --rounds 1 2 --out photos
    python -m dev.benchmarks.desk crowd e.kiebitz photos

The phones share this machine with the server, and ask for the page of photographs at every change. The file is copied
first.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.benchmarks.desk.phones import Answer, Phone, watching
from dev.benchmarks.desk.process import DeskProcess, start_desk

PAGE = "/foto"
QUIET_S = 3.0
"""Seconds without a verdict that is still due, before the phones are asked what they saw."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `crowd`."""
    parser.add_argument("file", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--send", type=int, default=20)
    parser.add_argument("--patience", type=float, default=300.0, help="seconds until all must be read")


def run(options: argparse.Namespace) -> int:
    """Prints what happened; 1 where a phone noticed a fault."""
    with TemporaryDirectory() as folder:
        file = Path(shutil.copy(options.file, folder))
        photos = sorted(options.photos.glob("*.jpg"))[: options.send]
        with start_desk(file, Path(folder, "state")) as desk:
            return asyncio.run(_measure(desk, photos, options.phones, options.patience))


async def _measure(desk: DeskProcess, photos: list[Path], count: int, patience: float) -> int:
    first = Phone(desk.host, desk.port)
    await first.open_session(desk.link)
    phones = [Phone(desk.host, desk.port, first.cookie) for _ in range(count)]
    senders = [Phone(desk.host, desk.port, first.cookie) for _ in photos]
    async with watching(phones, PAGE):
        began = time.monotonic()
        sent = await asyncio.gather(*(_send(one, photo) for one, photo in zip(senders, photos, strict=True)))
        arrived = time.monotonic() - began
        read = await _wait_until_read(first, began + patience)
        await asyncio.sleep(QUIET_S)
    for phone in (first, *senders):
        phone.leave()
    faults = Counter(fault for phone in (*phones, *senders) for fault in phone.faults)
    answers = sorted(answer.seconds for phone in phones for answer in phone.answers)
    events = sorted(phone.events for phone in phones)
    size = sum(photo.stat().st_size for photo in photos)
    print(f"load {os.getloadavg()[0]:.1f}; {len(photos)} photographs, {size / 1e6:.0f} MB")
    print(f"answers to the photographs: {dict(Counter(one.status for one in sent))}, all there after {arrived:.1f} s")
    print(f"all read: {'no' if read is None else f'after {read - began:.1f} s'}")
    print(
        f"{count} phones heard {events[0]} to {events[-1]} changes, asked {len(answers)} times, "
        f"answers in {answers[len(answers) // 2]:.2f} s (median), {answers[-1]:.2f} s (longest)"
    )
    print(f"faults: {dict(faults) or 'none'}; server {desk.read_memory() / 1e6:.0f} MB")
    return int(bool(faults) or read is None or any(one.status != 303 for one in sent))


async def _send(phone: Phone, photo: Path) -> Answer:
    csrf = (await phone.ask("GET", PAGE)).body.decode().partition('name="csrf" value="')[2].partition('"')[0]
    return await phone.send(photo.name, photo.read_bytes(), csrf)


async def _wait_until_read(phone: Phone, until: float) -> float | None:
    while time.monotonic() < until:
        if b"wird gelesen" not in (await phone.ask("GET", PAGE)).body:
            return time.monotonic()
        await asyncio.sleep(0.2)
    return None
