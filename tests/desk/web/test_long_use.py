"""A page that runs for days, and one that dies: nothing grows but the entries, and nothing is done twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from dev.tools.running_desk import RunningDesk, run_desk
from tests.desk.paper import ROUND
from tests.desk.web.phones import make_phone
from tests.desk.web.readers import wait_until
from tests.desk.web.visitors import WRONG, open_desk
from tests.desk.web.week import Weight, live, read_value
from tests.tournament.filing.files import open_tournament
from tournament.record.entries import hash_file
from tournament.record.facts import Photographed
from tournament.record.open_store import open_store

MB = 1 << 20
SAMPLES = Path(__file__).parents[3] / "samples"
PHOTOS = ("r1-t1-clean", "r1-t2-curled", "r1-t3-shadow", "r2-t1-turned-90-corrected", "r2-t2-turned-180")


def grow(weights: list[Weight], part: str, first: int, last: int) -> int:
    """By how much that part of the weight grew between two rounds."""
    return int(getattr(weights[last - 1], part) - getattr(weights[first - 1], part))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory and open files are read from /proc")
def test_use_leaves_nothing_but_entries(tmp_path: Path) -> None:
    """Memory levels off, the file grows by the same for each decision, and no connection or temporary file stays."""
    desk = open_desk(tmp_path, ROUND, WRONG)
    weights = list(live(Path(desk.where), 24))
    assert grow(weights, "memory", 12, 24) < 4 * MB
    assert grow(weights, "file", 16, 24) <= grow(weights, "file", 8, 16) + 16 * 1024
    assert grow(weights, "open_files", 8, 24) <= 2
    assert grow(weights, "drafts", 8, 24) == 0
    assert len(list(desk.photo_folder.iterdir())) == 24


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere workers end a moment later")
def test_a_killed_desk_goes_on_where_it_was(tmp_path: Path) -> None:
    """Killed while photographs are read, it reads the others after its restart: each once, each with a copy, and the
    file is whole."""
    store = open_tournament(tmp_path, drawn=1)
    file, state = Path(store.where), tmp_path / "state"
    with run_desk(str(file), state) as desk:
        asyncio.run(send_all(desk))
        wait_until(lambda: len(list_read(file)) >= 1, 200)
        desk.process.kill()  # as a power cut would
        desk.process.wait()
    before = list_read(file)
    assert 1 <= len(before) < len(PHOTOS)
    with run_desk(str(file), state):
        wait_until(lambda: count_copies(file) == len(PHOTOS), 200)
    after = list_read(file)
    assert after[: len(before)] == before
    assert sorted(after) == sorted(hash_file(SAMPLES / f"{name}.jpg") for name in PHOTOS)
    verify = [sys.executable, "-m", "desk", "verify", str(file)]
    run = subprocess.run(verify, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


async def send_all(desk: RunningDesk) -> None:
    """All photographs come in at once."""
    phone = make_phone(desk)
    await phone.open_session(desk.link)
    csrf = read_value((await phone.ask("GET", "/foto")).body.decode(), "csrf")
    for name in PHOTOS:
        assert (await phone.send(name, (SAMPLES / f"{name}.jpg").read_bytes(), csrf)).status == 303
    phone.leave()


def list_read(file: Path) -> list[str]:
    """The SHA-256 of the photographs whose sheets are in the file, in order."""
    photos = [entry.fact for entry in open_store(str(file)).read_entries() if isinstance(entry.fact, Photographed)]
    return list(dict.fromkeys(photo.photo_sha256 for photo in photos))


def count_copies(file: Path) -> int:
    """How many photographs have a copy in the file."""
    entries = open_store(str(file)).read_entries()
    return sum(1 for entry in entries if isinstance(entry.fact, Photographed) and entry.fact.copy)
