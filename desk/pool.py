"""Worker processes under supervision: results in order, and a file that takes too long or too much costs itself only.

`concurrent.futures` cannot end one process of many, and libraries that can know no limit for a page; so each worker has
a pipe of its own, and whoever passes its budget is killed and replaced.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from desk.budget import BUDGET, Budget, Loss
from desk.process import Began, Do, Ended, Part, Ready, serve

Task = TypeVar("Task")
Result = TypeVar("Result")

WORKER_BYTES = 700 * 1024 * 1024
"""Memory to reckon with for each process: 500 MB is the reading's own bound, the rest is Python and its libraries."""

_WAY = "forkserver" if sys.platform == "linux" else "spawn"
"""Linux starts further workers in 20 ms, from a process with the libraries loaded and a single thread."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Task, Result]):
    """What is done to each task, importable by name: results one by one, from a page on (see `desk.process`).

    `lost`: what stands for a page, or a whole task, that failed or took too much.
    """

    do: Do
    lost: Callable[[Task, Loss], Result]


def workers(jobs: int, tasks: int) -> int:
    """How many processes: `jobs`, or for 0 one a core as far as the memory reaches; never more than tasks."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(jobs or min(cores, _memory() // WORKER_BYTES), tasks))


@dataclass(slots=True, eq=False)
class _Job:
    """A task on its way: the page that is worked at (from 0), of how many, and since when (monotonic seconds)."""

    place: int
    task: Any
    page: int = 0
    of: int = 0
    results: list[Any] = field(default_factory=list)
    began: float | None = None
    page_began: float = 0.0

    def due(self, budget: Budget) -> tuple[float, Loss]:
        """When patience ends, and what is told then."""
        whole = budget.file_s + budget.more_s * len(self.results)
        page = self.page_began + budget.page_s, Loss("page-slow", limit=budget.page_s)
        return min(page, ((self.began or 0.0) + whole, Loss("file-slow", limit=whole)), key=lambda due: due[0])


class _Worker:
    """One process, its pipe, and the job that it has; `since` is when it was started."""

    def __init__(self, memory: int, modules: Sequence[str]) -> None:
        context = get_context(_WAY)
        self.pipe, theirs = context.Pipe()
        self.job: _Job | None = None
        self.ready = False
        self.since = time.monotonic()
        given = theirs, memory, dict(os.environ), modules
        self._process = context.Process(target=serve, args=given, daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()

    def give(self, job: _Job, do: Do) -> None:
        """Sends it the job, whose clocks run from now on."""
        self.job, job.page_began = job, time.monotonic()
        job.began = job.began or job.page_began
        with suppress(BrokenPipeError, ConnectionResetError):  # it died; that is heard next
            self.pipe.send((do, job.task, job.page))

    def end(self) -> None:
        """Kills the process and what it started."""
        if self._process.is_alive():
            if sys.platform != "win32":
                with suppress(ProcessLookupError):  # it has no group of its own yet
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.join(5)
        self.pipe.close()


class Pool:
    """`size` processes that are started when they are needed. Leaving it ends them all at once."""

    def __init__(self, size: int, budget: Budget | None = None, preload: Sequence[str] = ()) -> None:
        """`preload`: modules that every worker needs; on Linux they are loaded from now on, beside this process."""
        self.size, self.budget = size, budget or BUDGET
        self._modules = tuple(preload)
        self._workers: list[_Worker] = []
        os.environ.setdefault("PYTHONSAFEPATH", "1")  # a folder of photographs is no place to import from
        if _WAY == "forkserver":
            from multiprocessing.forkserver import ensure_running, set_forkserver_preload

            set_forkserver_preload(list(self._modules))
            ensure_running()

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
        waiting = deque(_Job(place, task) for place, task in enumerate(tasks))
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

    def _hand_out(self, waiting: deque[_Job], do: Do) -> None:
        """A job for every worker that is idle, and as many workers as there are jobs for."""
        idle = [worker for worker in self._workers if worker.job is None]
        for _ in range(min(self.size - len(self._workers), len(waiting) - len(idle))):
            self._workers.append(_Worker(self.budget.memory, self._modules))
        for worker in idle:
            if worker.ready and waiting:
                worker.give(waiting.popleft(), do)

    def _finished(self, work: Work[Any, Any], waiting: deque[_Job]) -> Iterator[_Job]:
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

    def _hear(self, worker: _Worker) -> Loss | None:
        """Takes what the worker tells."""
        try:
            told = worker.pipe.recv()
        except (EOFError, OSError):
            self._end([worker])
            if not worker.ready:
                raise RuntimeError("a worker process does not start") from None
            worker.job = None
            return Loss("died")
        match told, worker.job:
            case Ready(), _:
                worker.ready = True
            case Began(page, of), _Job() as job:
                job.page, job.of, job.page_began = page, of, time.monotonic()
            case Part(result), _Job() as job:
                job.results.append(result)
                job.page_began = time.monotonic()
            case Ended(stop), _:
                worker.job = None
                if stop is not None:
                    raise stop
            case Loss() as loss, _:
                worker.job = None
                if loss.why == "memory":  # what was left half done may hold more of it
                    self._end([worker])
                return loss
        return None

    def _overdue(self, worker: _Worker) -> Loss | None:
        """Ends a worker that is past its limit."""
        now = time.monotonic()
        if not worker.ready and now > worker.since + self.budget.start_s:
            raise RuntimeError("a worker process does not start")
        if worker.job is None or now <= worker.job.due(self.budget)[0]:
            return None
        loss = worker.job.due(self.budget)[1]
        self._end([worker])
        worker.job = None
        return loss

    def _lose(self, work: Work[Any, Any], job: _Job, loss: Loss, waiting: deque[_Job]) -> None:
        """What stands for the page; those after it are worked at by another worker, if the file has time left."""
        job.results.append(work.lost(job.task, replace(loss, page=job.page, of=job.of)))
        if loss.why != "file-slow" and job.page + 1 < job.of:
            job.page += 1
            waiting.appendleft(job)

    def _end(self, workers: list[_Worker]) -> None:
        for worker in workers:
            self._workers.remove(worker)
            worker.end()


def _memory() -> int:
    """Bytes of memory in the machine; plenty where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 64 * 1024**3
