"""A Dask cluster reads what this computer would: a real scheduler, two real workers, one of them killed."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from desk.exits import Broken, Unusable
from desk.workers import cluster as module
from desk.workers.answers import SentPhoto, open_answer, pack_photo
from desk.workers.cluster import Cluster, read_sent, show_address
from desk.workers.pool import Pool
from desk.workers.read_photos import READER, READING, ReadTask
from scanner.sheet_reading import NOBODY_DRAWN, SheetReading

SAMPLES = Path(__file__).parents[2] / "samples"
TASKS = [ReadTask(path) for path in sorted(SAMPLES.glob("r*.jpg"))]
Scheduler = tuple[str, list[subprocess.Popen[bytes]]]


def start(*words: str) -> subprocess.Popen[bytes]:
    """A process of the cluster, in a group of its own: a killed group takes nanny, worker and reader with it."""
    return subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """The process and all that it started are gone at once."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def run_scheduler(folder: Path, *options: str) -> Iterator[Scheduler]:
    """A scheduler's address, and the processes that end with it: itself, and what is added."""
    place = folder / "scheduler.json"
    here = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place))
    processes = [start("-m", "distributed.cli.dask_scheduler", *here, *options)]
    try:
        until = time.monotonic() + 600
        while not (place.exists() and place.read_bytes().endswith(b"}")) and time.monotonic() < until:
            time.sleep(0.1)
        yield json.loads(place.read_text(encoding="utf-8"))["address"], processes
    finally:
        for process in reversed(processes):
            kill(process)


def start_worker(address: str, folder: Path, *options: str) -> subprocess.Popen[bytes]:
    """A worker of one thread."""
    there = ("--nthreads", "1", "--no-dashboard", "--local-directory", str(folder))
    return start("-m", "distributed.cli.dask_worker", address, *there, *options)


def wait_for_workers(address: str) -> None:
    """Until one has come."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=600)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Scheduler]:
    """The processes are the scheduler and two workers of one thread each."""
    with run_scheduler(tmp_path) as (address, processes):
        processes += [start_worker(address, tmp_path / f"w{number}") for number in range(2)]
        yield address, processes


@pytest.fixture(scope="module")
def expected() -> list[tuple[SheetReading, ...]]:
    """What the local pool reads."""
    with Pool(2, preload=READER) as pool:
        return list(pool.run(READING, TASKS))


@pytest.mark.slow
@pytest.mark.parametrize("killed", [None, "worker", "scheduler"])
def test_a_cluster_reads_what_the_pool_reads(
    running: Scheduler, expected: list[tuple[SheetReading, ...]], killed: str | None
) -> None:
    """Same readings in the same order, also when a worker or the scheduler is killed after the second photograph."""
    address, processes = running
    done: list[ReadTask] = []
    with Pool(2, preload=READER) as rest, Cluster(address) as cluster:
        found = []
        for readings in cluster.read(TASKS, done.append, rest):
            found.append(readings)
            if len(found) == 2 and killed:
                kill(processes[0 if killed == "scheduler" else 1])
    assert len(TASKS) > 6
    assert found == expected
    assert sorted(task.photo for task in done) == [task.photo for task in TASKS]


def test_another_version_is_refused() -> None:
    """A worker of another version could read otherwise: it reads nothing."""
    answer = read_sent(pack_photo(SentPhoto("a.jpg", None, NOBODY_DRAWN, "0.0.0")), b"")
    told = answer.replace(version("kiebitz").encode(), b"0.0.0")
    with pytest.raises(Broken, match=r"0\.0\.0"):
        open_answer(told, TASKS[0], b"", None)


@pytest.mark.parametrize("scheme", ["tcp", "tls"])
def test_an_address_without_a_scheduler_is_one_sentence(
    scheme: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nobody listens there, or no certificate is named for it. The password in the address is not shown, and nothing
    else is said."""
    monkeypatch.setattr(module, "ANSWER_S", 1)
    with pytest.raises(Unusable, match=rf"{scheme}://127\.0\.0\.1:9 ") as lost:
        Cluster(f"{scheme}://user:geheim@127.0.0.1:9")
    assert "geheim" not in lost.value.message("de") + lost.value.message("en")
    del lost
    gc.collect()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("tcp://192.168.1.10:8786", "tcp://192.168.1.10:8786"),
        ("tls://anna:geheim@halle:8786", "tls://halle:8786"),
        ("tls://anna:ge@heim@halle:8786", "tls://halle:8786"),
        ("anna:geheim@halle:8786", "tcp://halle:8786"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
        ("tcp://anna:ge/heim@halle:8786", "…"),
        ("tcp://anna:ge#heim@halle:8786", "…"),
        ("tcp://[halle", "…"),
        ("halle?password=geheim", "tcp://halle"),
    ],
)
def test_an_address_is_shown_without_its_secret(address: str, shown: str) -> None:
    """Only what the parser takes for the place is shown."""
    assert show_address(address) == shown


HOSTILE = """
import os, sys
from distributed import Client, get_client

RUN = "import os; open(os.path.join({!r}, str(os.getpid())), 'w')"

class Trap:
    def __reduce__(self): return exec, (RUN.format(sys.argv[2]),)

class TrapError(Exception):
    def __reduce__(self): return exec, (RUN.format(sys.argv[2]),)

import desk.workers.cluster as module
from distributed.worker import Worker

def answer(beside, data):
    way = os.environ["WAY"]
    if way == "raise":
        raise TrapError
    if way == "warn":
        import distributed
        distributed.get_worker().log_event("warn", {"message": __import__("pickle").dumps(Trap())})
        return b"{}"
    if way == "array":
        import numpy
        return numpy.array([Trap()], dtype=object)
    if way == "list":
        return [Trap(), b"bytes"]
    return {"result": Trap(), "text": "x" * 10, "huge": b"x" * (1 << 26), "nothing": None, "cut": b"{}"}[way]
module.read_sent = answer
answer.__module__, answer.__qualname__ = "desk.workers.cluster", "read_sent"
sys.argv[1:] = [sys.argv[1], sys.argv[2]]
from distributed.cli.dask_worker import main
main([sys.argv[1], "--nthreads", "1", "--no-dashboard", "--no-nanny", "--local-directory", sys.argv[2]])
"""
"""A worker of somebody else's: whatever it is asked to read, it answers with something that makes a file where it is
unpickled, named by the process."""


@pytest.mark.slow
@pytest.mark.parametrize("way", ["result", "list", "array", "raise", "warn", "text", "huge", "nothing", "cut"])
def test_a_hostile_worker_runs_nothing_here(
    way: str, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its answer, error or warning is not unpickled: a sentence, and this computer reads the photograph itself."""
    traps = tmp_path / "traps"
    traps.mkdir()
    monkeypatch.setenv("WAY", way)
    monkeypatch.setattr(module, "PATIENCE_S", 300)
    with run_scheduler(tmp_path) as (address, processes):
        processes.append(start("-c", HOSTILE, address, str(traps)))
        wait_for_workers(address)
        with Pool(1, preload=READER) as rest, Cluster(address) as cluster:
            [found] = cluster.read(TASKS[:1], lambda _task: None, rest)
    assert found[0].problem is None
    assert str(os.getpid()) not in {path.name for path in traps.iterdir()}
    told = capfd.readouterr().err.splitlines()
    assert len(told) == 1
    assert "unbrauchbare Antwort" in told[0]


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some seconds a sentence says what is missing, and after a while the scan ends with another."""
    monkeypatch.setattr(module, "SILENT_S", 1)
    monkeypatch.setattr(module, "EMPTY_S", 3)
    with (
        run_scheduler(tmp_path) as (address, _),
        Pool(1, preload=READER) as rest,
        Cluster(address) as cluster,
        pytest.raises(Unusable, match=r"hilft kein Rechner"),
    ):
        list(cluster.read(TASKS[:2], lambda _task: None, rest))
    [told] = capfd.readouterr().err.splitlines()
    assert "hilft noch kein Rechner" in told
