"""A Dask cluster reads what this computer would: a real scheduler, two real workers, one of them killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.exits import ClusterLost, ClusterVersion
from desk.workers import cluster as module
from desk.workers.cluster import Cluster, SentPhoto, read_sent
from desk.workers.pool import Pool
from desk.workers.read_photos import READER, READING, ReadTask
from scanner.sheet_reading import NOBODY_DRAWN, SheetReading

SAMPLES = Path(__file__).parents[2] / "samples"
TASKS = [ReadTask(path) for path in sorted(SAMPLES.glob("r*.jpg"))]
Scheduler = tuple[str, list[subprocess.Popen[bytes]]]


def start(*words: str) -> subprocess.Popen[bytes]:
    """A process of the cluster, in a group of its own: a killed group takes nanny, worker and reader with it."""
    return subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def kill(process: subprocess.Popen[bytes]) -> None:
    """The process and all that it started are gone at once."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Scheduler]:
    """A scheduler's address; the processes are the scheduler and two workers of one thread each."""
    place = tmp_path / "scheduler.json"
    processes = [
        start(
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(place),
        )
    ]
    try:
        until = time.monotonic() + 60
        while not place.exists() and time.monotonic() < until:
            time.sleep(0.1)
        address = json.loads(place.read_text(encoding="utf-8"))["address"]
        for number in range(2):
            processes.append(
                start(
                    "distributed.cli.dask_worker",
                    address,
                    "--nthreads",
                    "1",
                    "--no-dashboard",
                    "--local-directory",
                    str(tmp_path / f"w{number}"),
                )
            )
        yield address, processes
    finally:
        for process in reversed(processes):
            kill(process)


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
    answer = read_sent(SentPhoto("a.jpg", b"", None, NOBODY_DRAWN, "0.0.0"))
    assert isinstance(answer, ClusterVersion)
    assert "0.0.0" in answer.message("de")


def test_an_address_without_a_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody listens there."""
    monkeypatch.setattr(module, "ANSWER_S", 1)
    with pytest.raises(ClusterLost, match=r"127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9")
