"""kill -9 at any moment loses nothing that was acknowledged, and leaves nothing half."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.record import killing
from tests.tournament.record.samples import OPENED, PLAYERS
from tournament.record.opening import create_store, open_store
from tournament.record.replay import replay
from tournament.record.verify import verify

Work = Callable[[str, int, Connection], None]
LONGEST_S = 0.15
"""A process is killed after any time up to this; one addition takes some 10 ms, a new file some 50 ms."""


@pytest.fixture(scope="module")
def server() -> Any:
    """A process that has everything imported, and splits off others that are to be killed."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([
        killing.__name__, "alembic.migration", "alembic.script", "rapidfuzz.process", "sqlalchemy.dialects.sqlite",
        "desk.cli.app", "desk.cli.book.planning.new", "desk.cli.book.planning.players", "tournament.record.player_list",
    ])
    return context


def kill_while(server: Any, work: Work, place: str, first: int, chance: random.Random) -> list[Any]:
    """Lets a process work, kills it at a random moment after its first acknowledgement or before; what it had told."""
    here, there = server.Pipe(duplex=False)
    process = server.Process(target=work, args=(place, first, there), daemon=True)
    process.start()
    there.close()
    if chance.random() < 0.8:
        here.poll(20)  # it has begun
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


@pytest.mark.parametrize("times", [4, pytest.param(500, marks=pytest.mark.slow)])
def test_killed_while_sheets_come_in(server: Any, tmp_path: Path, times: int) -> None:
    """Every acknowledged reading is there with its blobs, and what belongs together came together or not at all."""
    chance = random.Random(times)
    file = tmp_path / "abend.kiebitz"
    before = len(create_store(file, [OPENED, *PLAYERS], by="Wart").read_entries())
    for turn in range(times):
        told = kill_while(server, killing.add_sheets, str(file), turn * 10_000, chance)
        store = open_store(file)
        entries = store.read_entries()
        assert (len(entries) - before) % killing.BATCH == 0
        assert max(told, default=0) <= len(entries) <= max(told, default=len(entries)) + killing.BATCH
        if turn % 50 == 0 or turn == times - 1:
            assert verify(store).flaws == ()
    open_store(file).keep_cache("last", b"")
    assert [path.name for path in tmp_path.iterdir()] == ["abend.kiebitz"]


@pytest.mark.parametrize("times", [4, pytest.param(250, marks=pytest.mark.slow)])
def test_killed_while_players_come(server: Any, tmp_path: Path, times: int) -> None:
    """Every player whose command ended well takes part; there is at most one more."""
    chance = random.Random(times)
    file = tmp_path / "abend.kiebitz"
    create_store(file, [OPENED], by="Wart")
    known: set[str] = set()
    for turn in range(times):
        known.update(kill_while(server, killing.add_players, str(file), turn * 10_000, chance))
        now = {player.name for player in replay(open_store(file).read_entries()).players}
        assert known <= now
        assert len(now - known) <= 1
        known = now


@pytest.mark.parametrize("times", [4, pytest.param(250, marks=pytest.mark.slow)])
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
