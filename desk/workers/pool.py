"""Worker processes under supervision: results in order, and a file that takes too long or too much costs itself only.

`concurrent.futures` cannot end one process of many, and libraries that can know no limit for a page; so each worker has
a pipe of its own, and whoever passes its budget is killed and replaced.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from desk.workers.budget import BUDGET, Budget, Loss
from desk.workers.hired import WAY, Job, Worker
from desk.workers.process import Began, Do, Ended, Part, Ready

Task = TypeVar("Task")
Result = TypeVar("Result")

WORKER_BYTES = 700 * 1024 * 1024
"""Memory to reckon with for each process: 500 MB is the reading's own bound, the rest is Python and its libraries."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Task, Result]):
    """What is done to each task, importable by name: results one by one, from a page on (see `desk.workers.process`).

    `lost`: what stands for a page, or a whole task, that failed or took too much.
    """

    do: Do
    lost: Callable[[Task, Loss], Result]


def workers(jobs: int, tasks: int) -> int:
    """How many processes: `jobs`, or for 0 one a core as far as the memory reaches; never more than tasks."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs or min(cores, _memory() // WORKER_BYTES), tasks))


class Pool:
    """`size` processes that are started when they are needed. Leaving it ends them all at once."""

    def __init__(self, size: int, budget: Budget | None = None, preload: Sequence[str] = ()) -> None:
        """`preload`: modules that every worker needs; on Linux they are loaded from now on, beside this process."""
        self.size, self.budget = size, budget or BUDGET
        self._modules = tuple(preload)
        self._workers: list[Worker] = []
        if WAY == "forkserver":
            _start_fork_server(self._modules)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self._end(list(self._workers))

    def run(
        self, work: Work[Task, Result], tasks: Sequence[Task], done: Callable[[Task], None] = lambda _task: None
    ) -> Iterator[tuple[Result, ...]]:
        """Every task's results, in the order of the tasks, as soon as those before it are there; none is kept
        afterwards, so that a thousand photographs take no more memory than ten. `done` is called as each is finished,
        in any order. Raises `Stop` where a tool that all need is broken."""
        waiting = deque(Job(place, task) for place, task in enumerate(tasks))
        finished: dict[int, tuple[Result, ...]] = {}
        try:
            for place in range(len(tasks)):
                while place not in finished:
                    self._hand_out(waiting, work.do)
                    for job in self._finished(work, waiting):
                        done(job.task)
                        finished[job.place] = tuple(job.results)
                self._hand_out(waiting, work.do)
                yield finished.pop(place)
        finally:
            self._end([worker for worker in self._workers if worker.job])

    def _hand_out(self, waiting: deque[Job], do: Do) -> None:
        """A job for every worker that is idle, and as many workers as there are jobs for."""
        idle = [worker for worker in self._workers if worker.job is None]
        for _ in range(min(self.size - len(self._workers), len(waiting) - len(idle))):
            self._workers.append(Worker(self.budget.memory, self._modules))
        for worker in idle:
            if worker.ready and waiting:
                worker.give(waiting.popleft(), do)

    def _finished(self, work: Work[Any, Any], waiting: deque[Job]) -> Iterator[Job]:
        """Waits until a worker tells something or a limit is passed; the jobs that have come to their end by it."""
        heard = wait([worker.pipe for worker in self._workers], max(0.0, self._patience()))
        for worker in list(self._workers):
            job = worker.job
            loss = self._hear(worker) if worker.pipe in heard else self._overdue(worker)
            if loss is not None and job is not None:
                self._lose(work, job, loss, waiting)
            if job is not None and worker.job is None and job not in waiting:
                yield job

    def _patience(self) -> float:
        """Seconds until the next limit."""
        now = time.monotonic()
        limits = [worker.job.due(self.budget)[0] for worker in self._workers if worker.job]
        return min([*limits, *(w.since + self.budget.start_s for w in self._workers if not w.ready)]) - now

    def _hear(self, worker: Worker) -> Loss | None:
        """Takes what the worker tells."""
        try:
            told = worker.pipe.recv()
        except (EOFError, OSError):
            return self._lost(worker, Loss("died"))
        match told, worker.job:
            case Ready(), _:
                worker.ready = True
            case Began(page, of), Job() as job:
                job.page, job.of, job.page_began = page, of, time.monotonic()
            case Part(result), Job() as job:
                job.results.append(result)
                job.page_began = time.monotonic()
            case Ended(stop), _:
                worker.job = None
                if stop is not None:
                    raise stop
            case Loss() as loss, _:
                worker.job = None
                return self._lost(worker, loss) if loss.why == "memory" else loss  # half-done work may hold more of it
        return None

    def _overdue(self, worker: Worker) -> Loss | None:
        """Ends a worker that is past its limit."""
        starting = worker.since + self.budget.start_s, Loss("died")
        idle = float("inf"), Loss("died")
        due, loss = worker.job.due(self.budget) if worker.job else idle if worker.ready else starting
        return self._lost(worker, loss) if time.monotonic() > due else None

    def _lost(self, worker: Worker, loss: Loss) -> Loss:
        """Ends the worker. Where one does not even start, those that did go on without it."""
        self._end([worker])
        worker.job = None
        if not worker.ready:
            self.size = len(self._workers)
        if not self.size:
            raise RuntimeError("no worker process starts")
        return loss

    def _lose(self, work: Work[Any, Any], job: Job, loss: Loss, waiting: deque[Job]) -> None:
        """What stands for the page; those after it are worked at by another worker, if the file has time left."""
        job.results.append(work.lost(job.task, replace(loss, page=job.page, of=job.of)))
        if loss.why != "file-slow" and job.page + 1 < job.of:
            job.page += 1
            waiting.appendleft(job)

    def _end(self, workers: list[Worker]) -> None:
        for worker in workers:
            self._workers.remove(worker)
            worker.end()


def _start_fork_server(modules: Sequence[str]) -> None:
    """Starts it where it does not run yet. It imports nothing from the folder of photographs that it is started in."""
    from multiprocessing.forkserver import ensure_running, set_forkserver_preload

    set_forkserver_preload(list(modules))
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        ensure_running()
    finally:
        del os.environ["PYTHONSAFEPATH"]
        os.environ.update({} if before is None else {"PYTHONSAFEPATH": before})


def _memory() -> int:
    """Bytes of memory in the machine; plenty where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 64 * 1024**3
