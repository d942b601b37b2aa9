"""Supervised worker processes: results come in order, and a file that exceeds its limits costs no other file.

`concurrent.futures` cannot end one process of many, and libraries that can do so have no limit per page. So each worker
has its own pipe, and one that exceeds its budget is killed and replaced.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from desk.workers.worker_process import (
    BUDGET,
    START_METHOD,
    Budget,
    DoTask,
    Job,
    Loss,
    PageBegun,
    Ready,
    TaskEnded,
    TaskResult,
    Worker,
    start_fork_server,
)

Task = TypeVar("Task")
Result = TypeVar("Result")

WORKER_BYTES = 700 * 1024 * 1024
"""Bytes of memory to plan for each process: 500 MB is the limit of the reading, the rest is Python and its
libraries."""

LOOK_S = 0.2
"""Seconds between two checks for new tasks while others are being done."""
LATE_S = 1.0
"""Seconds by which a busy computer may be late for such a check. Beyond that it was asleep, or the process stopped:
nobody worked, and no limit may pass meanwhile."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Task, Result]):
    """How tasks of one kind are done; both functions must be importable by name, for the worker processes.

    `do`: yields the task's results one by one, from a page on (see `desk.workers.worker_process`).
    `lost`: makes the result in place of a page, or of a whole task, that failed or exceeded a limit.
    """

    do: DoTask
    lost: Callable[[Task, Loss], Result]


def count_workers(jobs: int, tasks: int) -> int:
    """How many processes to start: `jobs`, or for 0 one per core as far as memory allows; never more than tasks."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs or min(cores, _read_memory() // WORKER_BYTES), tasks))


class Pool:
    """Up to `size` processes that are started when they are needed. Leaving the `with` ends them all at once."""

    def __init__(self, size: int, budget: Budget | None = None, preload: Sequence[str] = ()) -> None:
        """`preload`: modules that every worker needs; on Linux they begin to load now, while this process goes on."""
        self.size, self.budget = size, budget or BUDGET
        self._modules = tuple(preload)
        self._workers: list[Worker] = []
        self._looked = time.monotonic()
        if START_METHOD == "forkserver":
            start_fork_server(self._modules)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._end(list(self._workers))

    def begin(self) -> None:
        """Starts all workers now where each takes seconds, while this process goes on; a fork server's are quick."""
        if START_METHOD != "forkserver":
            self._start(self.size)

    def rest(self) -> None:
        """Ends the workers that have nothing to do: each may keep 100 MB for its next task. They come back for it."""
        self._end([worker for worker in self._workers if worker.job is None])

    def run(
        self, work: Work[Task, Result], tasks: Sequence[Task], done: Callable[[Task], None] = lambda _task: None
    ) -> Iterator[tuple[Result, ...]]:
        """Yields each task's results in the order of the tasks, as soon as those of all earlier tasks are done.

        No result is kept afterwards, so that a thousand photographs take no more memory than ten. `done` is called
        with each finished task, in any order. Raises `Stop` where a tool that all tasks need is broken.
        """
        given, finished = [tasks], dict[int, tuple[Result, ...]]()
        with closing(self._do_jobs(work, lambda: given.pop() if given else (), math.inf)) as jobs:
            for place in range(len(tasks)):
                while place not in finished:
                    job = next(jobs)
                    done(job.task)
                    finished[job.place] = tuple(job.results)
                yield finished.pop(place)

    def run_arriving(
        self, work: Work[Task, Result], take: Callable[[], Sequence[Task]]
    ) -> Iterator[tuple[Task, tuple[Result, ...]]]:
        """Yields each task with its results as soon as it is done: a slow one delays no other while a worker is free.
        `take`: returns the tasks that are new since its last call; it is called often. Ends when all are done and
        `take` returns no more. Raises `Stop` as `run` does."""
        with closing(self._do_jobs(work, take, LOOK_S)) as jobs:
            for job in jobs:
                yield job.task, tuple(job.results)

    def _do_jobs(
        self, work: Work[Any, Any], take: Callable[[], Sequence[Any]], look_s: float
    ) -> Generator[Job, None, None]:
        """Yields each job when it is done. `look_s`: seconds after which `take` is called again at the latest."""
        waiting, places = deque[Job](), count()
        try:
            while True:
                waiting.extend(Job(next(places), task) for task in take())
                if not waiting and not any(worker.job for worker in self._workers):
                    return
                self._hand_out(waiting, work.do)
                finished = list(self._collect_finished(work, waiting, look_s))
                self._hand_out(waiting, work.do)
                yield from finished
        finally:
            self._end([worker for worker in self._workers if worker.job])

    def _hand_out(self, waiting: deque[Job], do: DoTask) -> None:
        """Gives every idle worker a job, and starts as many more workers as there are jobs for."""
        idle = [worker for worker in self._workers if worker.job is None]
        self._start(len(waiting) - len(idle))
        for worker in idle:
            if worker.ready and waiting:
                worker.give(waiting.popleft(), do)

    def _start(self, number: int) -> None:
        """Starts so many more workers, as far as there may be more."""
        for _ in range(min(number, self.size - len(self._workers))):
            self._workers.append(Worker(self.budget.memory, self._modules))

    def _collect_finished(self, work: Work[Any, Any], waiting: deque[Job], most_s: float) -> Iterator[Job]:
        """Waits for a message or for a limit to pass, at most `most_s` seconds; yields the jobs that came to their
        end."""
        left = min(most_s, max(0.0, self._count_seconds_left()))
        heard = wait([worker.pipe for worker in self._workers], left)
        self._forgive_sleep(left)
        for worker in list(self._workers):
            job = worker.job
            loss = self._hear(worker) if worker.pipe in heard else self._end_overdue(worker)
            if loss is not None and job is not None:
                self._record_loss(work, job, loss, waiting)
            if (
                job is not None and worker.job is None and job not in waiting
            ):  # else its later pages are still to be done
                yield job

    def _forgive_sleep(self, waited_s: float) -> None:
        """Puts off all limits by the time in which the computer was asleep since the last check, as after somebody shut
        its lid. `waited_s`: how long this check was to wait at most."""
        now, before = time.monotonic(), self._looked
        self._looked, slept = now, now - before - waited_s
        if slept > LATE_S:
            for worker in self._workers:
                worker.put_off(slept, now)

    def _count_seconds_left(self) -> float:
        """Seconds until the next limit passes."""
        now = time.monotonic()
        limits = [worker.job.find_deadline(self.budget)[0] for worker in self._workers if worker.job]
        return min([*limits, *(w.since + self.budget.start_s for w in self._workers if not w.ready)]) - now

    def _hear(self, worker: Worker) -> Loss | None:
        """Reads one message of the worker; returns the loss if the message reports one or the worker has died."""
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            return self._dismiss(worker, Loss("died"))
        match message, worker.job:
            case Ready(), _:
                worker.ready = True
            case PageBegun(page, of), Job() as job:
                job.page, job.of, job.page_began = page, of, time.monotonic()
            case TaskResult(result), Job() as job:
                job.results.append(result)
                job.page_began = time.monotonic()
            case TaskEnded(stop), _:
                worker.job = None
                if stop is not None:
                    raise stop
            case Loss() as loss, _:
                worker.job = None
                return self._dismiss(worker, loss) if loss.why == "memory" else loss  # it may still hold the memory
        return None

    def _end_overdue(self, worker: Worker) -> Loss | None:
        """Ends a worker that is past its limit, and returns the loss."""
        starting = worker.since + self.budget.start_s, Loss("died")
        idle = float("inf"), Loss("died")
        due, loss = worker.job.find_deadline(self.budget) if worker.job else idle if worker.ready else starting
        if time.monotonic() <= due:
            return None
        return self._dismiss(worker, replace(loss, share=worker.measure_share()))

    def _dismiss(self, worker: Worker, loss: Loss) -> Loss:
        """Ends the worker and returns the loss. If it never started, the others go on and none replaces it."""
        self._end([worker])
        worker.job = None
        if not worker.ready:
            self.size = len(self._workers)
        if not self.size:
            raise RuntimeError("no worker process starts")
        return loss

    def _record_loss(self, work: Work[Any, Any], job: Job, loss: Loss, waiting: deque[Job]) -> None:
        """Adds a result in place of the lost page; another worker does the later pages if the file has time left."""
        job.results.append(work.lost(job.task, replace(loss, page=job.page, of=job.of)))
        if loss.why != "file-slow" and job.page + 1 < job.of:
            job.page += 1
            waiting.appendleft(job)

    def _end(self, workers: list[Worker]) -> None:
        for worker in workers:
            self._workers.remove(worker)
            worker.end()


def _read_memory() -> int:
    """Bytes of memory in the computer; 64 GiB where the system does not report it."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 64 * 1024**3
