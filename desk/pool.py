"""All cores for a folder of photographs: results in order, one broken picture never stops the rest, Ctrl-C is clean."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Generic, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

WORKER_BYTES = 700 * 1024 * 1024
"""Memory to reckon with for each process: 500 MB is the reading's own bound, the rest is Python and its libraries."""

WORTH_A_POOL = 3
"""Photographs. A process starts in about a second, in which one process alone reads the first few."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Task, Result]):
    """What is done to each task. All three must be importable by name, since the processes are spawned.

    `start` readies a process (model, threads); `lost` is the result of a task whose process died.
    """

    start: Callable[[], None]
    do: Callable[[Task], Result]
    lost: Callable[[Task], Result]


def workers(jobs: int, tasks: int) -> int:
    """How many processes: `jobs`, or for 0 one a core as far as the memory reaches; never more than tasks."""
    if tasks < WORTH_A_POOL:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs or min(cores, _memory() // WORKER_BYTES), tasks))


def run_all(
    work: Work[Task, Result], tasks: Sequence[Task], processes: int, done: Callable[[Task], None]
) -> list[Result]:
    """Every task's result, in the order of the tasks; `done` is called as each is finished, in any order."""
    if processes == 1:
        return _alone(work, tasks, done)
    results: dict[int, Result] = {}
    while left := [index for index in range(len(tasks)) if index not in results]:
        results |= _together(work, {index: tasks[index] for index in left}, processes, done)
        suspects = [index for index in left if index not in results][: processes + 1]  # one waits at the door
        for index in suspects:  # a process died with one of these: each runs again where it can harm no other
            results |= _together(work, {index: tasks[index]}, 1, done)
            results.setdefault(index, work.lost(tasks[index]))
    return [results[index] for index in range(len(tasks))]


def _alone(work: Work[Task, Result], tasks: Sequence[Task], done: Callable[[Task], None]) -> list[Result]:
    work.start()
    results = []
    for task in tasks:
        results.append(work.do(task))
        done(task)
    return results


def _together(
    work: Work[Task, Result], tasks: dict[int, Task], processes: int, done: Callable[[Task], None]
) -> dict[int, Result]:
    """The results by index; when a process dies, those of its task and of all that still waited are missing."""
    results: dict[int, Result] = {}
    executor = ProcessPoolExecutor(processes, get_context("spawn"), work.start)
    try:
        with _deaf_to_interrupts():
            futures = {executor.submit(work.do, task): index for index, task in tasks.items()}
        for index, result in _finished(futures):
            results[index] = result
            done(tasks[index])
    except BrokenProcessPool:
        pass
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
    return results


def _finished(futures: dict[Future[Result], int]) -> Iterator[tuple[int, Result]]:
    for future in as_completed(futures):
        yield futures[future], future.result()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started inside never see Ctrl-C: the parent alone answers it, and lets them finish their photograph."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def _memory() -> int:
    """Bytes of memory in the machine; plenty where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 64 * 1024**3
