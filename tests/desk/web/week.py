"""A week at the page: whether memory, open files and the tournament's file grow with its use.

In a round somebody looks at every page and its pictures, decides an item and takes it back, sends a small picture that
shows no sheet, and three phones come, watch and go. 200 rounds are a week of evenings. Linux only.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from dev.tools.running_desk import RunningDesk, run_desk
from tests.desk.web.phones import Phone, make_phone, watching

PAGES = (
    "/jetzt",
    "/foto",
    "/pruefen",
    "/pruefen/gruppe",
    "/bogen",
    "/stand",
    "/stand/wand",
    "/akte",
    "/spieler",
    "/zugang",
    "/hilfe",
)
WATCHED_S = 0.3
LOOKS, LOOK_S = 50, 0.1
LEAST_SIDE_PX = 64


@dataclass(frozen=True, slots=True)
class Weight:
    """What the desk holds after `round` rounds. `memory`, `file`: bytes; `open_files`: with connections; `drafts`:
    temporary files that are there."""

    round: int
    memory: int
    file: int
    open_files: int
    drafts: int


def live(file: Path, rounds: int) -> Iterator[Weight]:
    """Has a desk live through these rounds, with its temporary files in a folder of their own; weighs it after each."""
    with (
        TemporaryDirectory() as drafts,  # a short path, as a socket's name has 107 letters at most
        run_desk(str(file), file.with_name("state"), {"TMPDIR": drafts}) as desk,
    ):
        visitor, weight = make_phone(desk), Weight(0, 0, 0, 0, 0)
        with asyncio.Runner() as runner:
            runner.run(visitor.open_session(desk.link))
            for number in range(1, rounds + 1):
                runner.run(_live_round(visitor, number))
                yield (weight := _weigh(desk, file, Path(drafts), weight))
            visitor.leave()


async def _live_round(visitor: Phone, number: int) -> None:
    html = "".join([(await _see(visitor, path)) for path in PAGES])
    for picture in sorted(set(re.findall(r'src="(/bild/[^"]+)"', html)))[:4]:
        await visitor.ask("GET", picture.replace("&amp;", "&"))
    csrf = read_value(html, "csrf")
    await _decide_and_undo(visitor, csrf)
    answer = await visitor.send("blank.jpg", draw_blank(number), csrf)
    if answer.status != 303:
        raise RuntimeError(f"the picture was not taken: {answer.status}")
    phones = [Phone(visitor.host, visitor.port, visitor.cookie) for _ in range(3)]
    async with watching(phones, "/stand", WATCHED_S):
        pass
    await _wait_until_read(visitor)


async def _decide_and_undo(visitor: Phone, csrf: str) -> None:
    """The first open item as written, and back; nothing where none is open."""
    html = await _see(visitor, "/pruefen")
    if found := re.search(r'action="(/pruefen/[^"]+)"', html):
        form = f"how=as-written&reason=x&later=&seen={read_value(html, 'seen')}"
        decided = await visitor.send_form(found[1], form, csrf)
        undone = await visitor.send_form("/pruefen/zurueck", "later=", csrf)
        if {decided.status, undone.status} - {200, 303, 422}:
            raise RuntimeError(f"{found[1]}: {decided.status}, {undone.status}")


async def _see(visitor: Phone, path: str) -> str:
    answer = await visitor.ask("GET", path)
    if answer.status != 200:
        raise RuntimeError(f"{path}: {answer.status}")
    return answer.body.decode()


async def _wait_until_read(visitor: Phone) -> None:
    for _ in range(1200):
        if "wird gelesen" not in await _see(visitor, "/foto"):
            return
        await asyncio.sleep(0.1)
    raise RuntimeError("nothing is read any more")


def draw_blank(number: int) -> bytes:
    """A small grey JPEG, another for each number."""
    target = io.BytesIO()
    side = LEAST_SIDE_PX + number % 64
    Image.new("L", (side, LEAST_SIDE_PX + number // 64), 128).save(target, "JPEG")
    return target.getvalue()


def read_value(html: str, name: str) -> str:
    """What the first input of that name on the page holds."""
    return html.partition(f'name="{name}" value="')[2].partition('"')[0]


def _weigh(desk: RunningDesk, file: Path, drafts: Path, last: Weight) -> Weight:
    """`last`: the weight after the round before."""
    open_files = Path(f"/proc/{desk.process.pid}/fd")
    opened = _count_lasting(lambda: len(os.listdir(open_files)), last.open_files)  # noqa: PTH208 - entries of /proc vanish
    size = sum(one.stat().st_size for one in file.parent.glob(f"{file.name}*"))
    left = _count_lasting(lambda: sum(1 for _ in drafts.iterdir()), last.drafts)
    return Weight(last.round + 1, _read_memory(desk), size, opened, left)


def _count_lasting(count: Callable[[], int], before: int) -> int:
    """The count as soon as it is no more than before, or in the end: what is only being done at the moment goes."""
    for _ in range(LOOKS):
        if (counted := count()) <= before:
            break
        time.sleep(LOOK_S)
    return counted


def _read_memory(desk: RunningDesk) -> int:
    """Bytes of memory that the server itself holds, its workers not among them."""
    pages = int(Path(f"/proc/{desk.process.pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
