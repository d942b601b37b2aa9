"""Many photographs on many cores: order is kept, and a process that dies takes nothing with it but its own picture."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from desk import pool
from desk.exits import NoTesseract
from desk.pool import Work, run_all, workers


def nothing(_task: object = None) -> None:
    """No preparation, no progress."""


def double(task: int) -> int:
    """The later tasks are the quicker ones, so that results arrive out of order."""
    time.sleep(0.02 * (5 - task % 5))
    return 2 * task


def deadly(task: int) -> int:
    """A native crash, as a decoder may have it, at tasks 1 and 6."""
    if task in (1, 6):
        os._exit(11)
    return task


def lost(task: int) -> int:
    """What stands for a task that killed its process."""
    return -task


@pytest.mark.parametrize("processes", [1, 3])
def test_results_keep_the_order_of_the_tasks(processes: int) -> None:
    """Whoever finishes first, the sheets are listed as they were given, and each is announced once."""
    announced: list[int] = []
    results = list(run_all(Work(nothing, double, lost), range(12), processes, announced.append))
    assert results == [2 * n for n in range(12)]
    assert sorted(announced) == list(range(12))


def test_a_dying_process_costs_only_its_own_task() -> None:
    """Two of nine tasks kill their process; the other seven have their results."""
    results = list(run_all(Work(nothing, deadly, lost), range(9), 2, nothing))
    assert results == [0, -1, 2, 3, 4, 5, -6, 7, 8]


def gone(_task: int) -> int:
    """Tesseract was uninstalled in the middle of the work."""
    raise NoTesseract(reason="gone")


def test_a_broken_tool_stops_the_work_and_keeps_its_sentence() -> None:
    """The error crosses the processes whole: what is true for one photograph is true for all."""
    with pytest.raises(NoTesseract) as stop:
        list(run_all(Work(nothing, gone, lost), range(4), 2, nothing))
    assert "apt-get install" in stop.value.message("de")
    assert "gone" in stop.value.message("en")


@pytest.mark.parametrize(
    ("jobs", "tasks", "memory_mb", "expected"),
    [(0, 2, 64_000, 1), (0, 99, 64_000, 8), (0, 5, 64_000, 5), (3, 100, 64_000, 3), (0, 100, 1_500, 2), (0, 9, 200, 1)],
)
def test_processes_follow_cores_memory_and_tasks(
    monkeypatch: pytest.MonkeyPatch, jobs: int, tasks: int, memory_mb: int, expected: int
) -> None:
    """One process a core, fewer when the memory or the work does not reach, and as many as the user asks for."""
    cores: Callable[[int], set[int]] = lambda _pid: set(range(8))  # noqa: E731 - the shape that os has
    monkeypatch.setattr(pool.os, "sched_getaffinity", cores, raising=False)
    monkeypatch.setattr(pool, "_memory", lambda: memory_mb * 1024 * 1024)
    assert workers(jobs, tasks) == expected
