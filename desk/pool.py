"""All cores for a folder of photographs: results in order, one broken picture never stops the rest, Ctrl-C is clean."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
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
) -> Iterator[Result]:
    """Every task's result, in the order of the tasks, as soon as those before it are there; none is kept afterwards, so
    that a thousand photographs take no more memory than ten. `done` is called as each is finished, in any order.
    """
    if processes == 1:
        yield from _alone(work, tasks, done)
        return
    waiting: dict[int, Result] = {}
    place = 0
    for index, result in _with_care(work, dict(enumerate(tasks)), processes, done):
        waiting[index] = result
        while place in waiting:
            yield waiting.pop(place)
            place += 1


def _alone(work: Work[Task, Result], tasks: Sequence[Task], done: Callable[[Task], None]) -> Iterator[Result]:
    work.start()
    for task in tasks:
        result = work.do(task)
        done(task)
        yield result


def _with_care(
    work: Work[Task, Result], left: dict[int, Task], processes: int, done: Callable[[Task], None]
) -> Iterator[tuple[int, Result]]:
    """Index and result of every task in `left`, which is emptied; one that kills its process is `lost`."""
    while left:
        yield from _together(work, left, processes, done)
        for index in list(left)[: processes + 1]:  # a process died with one of these (one waits at the door): each
            suspect = {index: left[index]}  # runs again where it can harm no other
            yield from _together(work, suspect, 1, done)
            task = left.pop(index)
            if suspect:
                yield index, work.lost(task)


def _together(
    work: Work[Task, Result], left: dict[int, Task], processes: int, done: Callable[[Task], None]
) -> Iterator[tuple[int, Result]]:
    """Results by index, taken out of `left`; when a process dies, its task and all that still waited stay in it."""
    executor = ProcessPoolExecutor(processes, get_context("spawn"), work.start)
    try:
        with _deaf_to_interrupts():
            futures = {executor.submit(work.do, task): index for index, task in left.items()}
        for future in as_completed(list(futures)):
            index, result = futures.pop(future), future.result()  # a future that is kept keeps its result
            done(left.pop(index))
            del future
            yield index, result
    except BrokenProcessPool:
        pass
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


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
