"""kill -9 at any moment loses nothing that was acknowledged, and leaves nothing half."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import sys
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.record import killing
from tests.tournament.record.samples import OPENED, PLAYERS
from tournament.record.entries import hash_file
from tournament.record.facts import Exported
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import Paid
from tournament.record.replay import replay
from tournament.record.store import Store
from tournament.record.verify_record import verify

Work = Callable[[str, int, Connection], None]
KILLS = int(os.environ.get("KIEBITZ_KILLS", "250"))
"""So many kills the slow tests make in all; `KIEBITZ_KILLS=1000 sh test.sh -m slow tests/tournament/record`: 1,000."""
FRESH = 20
"""After so many kills the next work on a new file: with the file's length grows the time to read it, not what may
break."""
LONGEST_S = 0.15
"""A process is killed after any time up to this; one addition takes some 10 ms, a new file some 50 ms."""


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> Any:
    """A process that has imported everything, and splits off others that are to be killed; for the evening's commands
    it has run each of them once. Windows splits off none: there each imports everything itself."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    evening = any(item.name.startswith(test_killed_in_the_evening.__name__) for item in request.session.items)
    context.set_forkserver_preload([f"{killing.__name__}_warm" if evening else killing.__name__])
    return context


def kill_while(server: Any, work: Work, place: str, first: int, chance: random.Random) -> list[Any]:
    """Lets a process work, kills it at a random moment after its first acknowledgement or before; what it had told."""
    here, there = server.Pipe(duplex=False)
    process = server.Process(target=work, args=(place, first, there), daemon=True)
    process.start()
    there.close()
    if chance.random() < 0.8:
        here.poll(60)  # it has begun
    time.sleep(chance.uniform(0, LONGEST_S))
    process.kill()
    process.join()
    told = []
    try:
        while here.poll():
            told.append(here.recv())
    except (EOFError, OSError):
        pass
    return told


@pytest.mark.parametrize("times", [2, pytest.param(KILLS // 5, marks=pytest.mark.slow)])
def test_killed_while_sheets_come_in(server: Any, tmp_path: Path, times: int) -> None:
    """Every acknowledged reading is there with its blobs, and what belongs together came together or not at all."""
    chance = random.Random(times)
    files = [tmp_path / f"{number}.kiebitz" for number in range(0, times, FRESH)]
    for turn in range(times):
        file = files[turn // FRESH]
        if turn % FRESH == 0:
            before = len(create_store(file, [OPENED, *PLAYERS], by="Wart").read_entries())
        told = kill_while(server, killing.add_sheets, str(file), turn * 10_000, chance)
        store = open_store(file)
        entries = store.read_entries()
        assert (len(entries) - before) % killing.BATCH == 0
        assert max(told, default=0) <= len(entries) <= max(told, default=len(entries)) + killing.BATCH
        if turn % FRESH == FRESH - 1 or turn == times - 1:
            assert verify(store).flaws == ()
            store.append([Paid(1, True)], by="Test")  # whoever writes next clears away what a kill left
    assert sorted(tmp_path.iterdir()) == sorted(files)


@pytest.mark.parametrize("times", [2, pytest.param(KILLS // 10, marks=pytest.mark.slow)])
def test_killed_while_players_come(server: Any, tmp_path: Path, times: int) -> None:
    """Every player whose command ended well takes part; there is at most one more."""
    chance = random.Random(times)
    known: set[str] = set()
    for turn in range(times):
        file = tmp_path / f"{turn // FRESH}.kiebitz"
        if turn % FRESH == 0:
            create_store(file, [OPENED], by="Wart")
            known = set()
        known.update(kill_while(server, killing.add_players, str(file), turn * 10_000, chance))
        now = {player.name for player in replay(open_store(file).read_entries()).players}
        assert known <= now
        assert len(now - known) <= 1
        known = now


@pytest.mark.slow
@pytest.mark.parametrize("times", [KILLS // 10])
def test_killed_while_files_are_made(server: Any, tmp_path: Path, times: int) -> None:
    """A new tournament is there as a whole or not at all; the next command removes what was left of a draft."""
    chance = random.Random(times)
    (tmp_path / "p.csv").write_text("\n".join(player.name for player in PLAYERS), encoding="utf-8")
    for turn in range(times):
        told = kill_while(server, killing.begin, str(tmp_path), turn * 10_000, chance)
        files = list(tmp_path.glob("[0-9]*.kiebitz"))
        assert set(told) <= {str(file) for file in files}
        for file in files:
            assert len(open_store(file).read_entries()) == 1 + len(PLAYERS)
            file.unlink()
    killing.main(["new", str(tmp_path / "last.kiebitz"), "--rules", "ddv", "--title", "T", "--rounds", "3"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["last.kiebitz", "p.csv"]


@dataclass(frozen=True)
class Whole:
    """What a command does when nobody kills it: the kinds of its entries in order, and how long it takes."""

    kinds: tuple[str, ...]
    seconds: float


BREAKS = {"scan": (2, 3, 4), "draw": (2,), "take": (2,), "close": (2,)}
"""After how many of its entries a command may have been killed: what belongs together comes together. Others: after
their one entry."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all that the commands need."""
    folder = tmp_path_factory.mktemp("prepared")
    killing.prepare(folder)
    return folder


def refill(prepared: Path, folder: Path) -> Store:
    """The folder as it was prepared."""
    for path in folder.iterdir():
        path.unlink()
    for path in prepared.iterdir():
        shutil.copy(path, folder)
    return open_store(folder / "abend.kiebitz")


def watch(server: Any, folder: Path, name: str, until: float | None = None) -> tuple[int | None, float]:
    """Runs the command in a process, and kills it `until` seconds after it began; None: it may go to its end. Gives its
    status if it told it, and how long it ran."""
    here, there = server.Pipe(duplex=False)
    process = server.Process(target=killing.tell_command, args=(str(folder), name, there), daemon=True)
    process.start()
    there.close()
    assert here.recv() == "begun"
    began = time.monotonic()
    here.poll(600 if until is None else until)
    seconds = time.monotonic() - began
    if until is not None:
        process.kill()
    process.join()
    try:
        return int(here.recv()) if here.poll() else None, seconds
    except (EOFError, OSError):
        return None, seconds


def check_file(store: Store, before: int, whole: Whole, name: str, status: int | None) -> int:
    """What was acknowledged is there, and what belongs together; returns how many entries came in."""
    kinds = tuple(entry.fact.kind for entry in store.read_entries()[before:])
    assert kinds == whole.kinds[: len(kinds)]
    assert len(kinds) in (0, *BREAKS.get(name, (1,)))
    if status is not None:
        assert (status, kinds) == (0, whole.kinds)
    assert verify(store).flaws == ()
    return len(kinds)


def check_exports(folder: Path, store: Store, status: int | None) -> None:
    """A file that is handed out is there as a whole; once it was acknowledged, it is the one in the record."""
    handed = [entry.fact for entry in store.read_entries() if isinstance(entry.fact, Exported)][1:]
    for path in folder.glob("stand.*"):
        assert is_whole(path)
        assert status is None or handed[-1].sha256 == hash_file(path)
    assert len(handed) <= len(list(folder.glob("stand.*")))


def is_whole(path: Path) -> bool:
    """Whether the workbook, or the page, goes to its end."""
    if path.suffix == ".xlsx":
        return zipfile.ZipFile(path).testzip() is None
    return path.read_text("utf-8").rstrip().endswith("</html>")


@pytest.mark.slow
@pytest.mark.parametrize("times", [KILLS * 6 // 10])
def test_killed_in_the_evening(server: Any, prepared: Path, tmp_path: Path, times: int) -> None:
    """Scan, decision, close, draw, corrections and exports, each killed at any moment: its entries are there as far as
    they were acknowledged, and none is there in part. The same command then does what is left to do."""
    chance = random.Random(times)
    wholes: dict[str, Whole] = {}
    before = len(refill(prepared, tmp_path).read_entries())
    for name in killing.COMMANDS:
        store = refill(prepared, tmp_path)
        status, seconds = watch(server, tmp_path, name)
        assert status == 0, name
        wholes[name] = Whole(tuple(entry.fact.kind for entry in store.read_entries()[before:]), seconds)
    cut = 0
    for turn in range(times):
        name = list(killing.COMMANDS)[turn % len(killing.COMMANDS)]
        store = refill(prepared, tmp_path)
        status, seconds = watch(server, tmp_path, name, chance.uniform(0, wholes[name].seconds))
        if status is not None:  # this computer was busier before
            wholes[name] = replace(wholes[name], seconds=min(seconds, wholes[name].seconds))
        done = check_file(store, before, wholes[name], name, status)
        check_exports(tmp_path, store, status)
        cut += status is None
        if not done and turn % 10 == 0:
            assert watch(server, tmp_path, name)[0] == 0
            assert not list(tmp_path.glob(".kiebitz-*"))
    assert cut > times / 4
