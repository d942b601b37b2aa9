"""A worker process as its parent sees it: its pipe, the job that it has, how long it may take, and its end."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from desk.workers.budget import Budget, Loss
from desk.workers.worker_process import DoTask, serve

START_METHOD = "forkserver" if sys.platform == "linux" else "spawn"
"""On Linux a fork server, a process of one thread with the libraries loaded, starts a worker in 20 ms."""


@dataclass(slots=True, eq=False)
class Job:
    """A task that a worker has or waits for. `place`: its number in the run; `page`: the page being done (from 0).

    `began`, `page_began`: when the task and the page were begun, in monotonic seconds.
    """

    place: int
    task: Any
    page: int = 0
    of: int = 0
    results: list[Any] = field(default_factory=list)
    began: float | None = None
    page_began: float = 0.0

    def find_deadline(self, budget: Budget) -> tuple[float, Loss]:
        """The next moment (monotonic seconds) at which the job takes too long, and the loss that it is then."""
        whole = budget.file_s + budget.more_s * len(self.results)
        page = self.page_began + budget.page_s, Loss("page-slow", limit=budget.page_s)
        return min(page, ((self.began or 0.0) + whole, Loss("file-slow", limit=whole)), key=lambda due: due[0])


class Worker:
    """One process, its pipe, and the job that it has. `since`: when it was started, in monotonic seconds."""

    def __init__(self, memory: int, modules: Sequence[str]) -> None:
        context = get_context(START_METHOD)
        self.pipe, theirs = context.Pipe()
        self.job: Job | None = None
        self.ready = False
        self.since = time.monotonic()
        given = theirs, memory, dict(os.environ), modules
        self._process = context.Process(target=serve, args=given, daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()

    def give(self, job: Job, do: DoTask) -> None:
        """Sends the job to the process; the job's time runs from now on."""
        self.job, job.page_began = job, time.monotonic()
        job.began = job.began or job.page_began
        with suppress(BrokenPipeError, ConnectionResetError):  # it died; that is heard next
            self.pipe.send((do, job.task, job.page))

    def end(self) -> None:
        """Kills the process and those that it started."""
        if self._process.is_alive():
            if sys.platform != "win32":
                with suppress(ProcessLookupError):  # it has no group of its own yet
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.join(5)
        self.pipe.close()


def start_fork_server(modules: Sequence[str]) -> None:
    """Starts the fork server if none runs. It may import nothing from the folder of photographs it is started in."""
    from multiprocessing.forkserver import ensure_running, set_forkserver_preload

    set_forkserver_preload(list(modules))
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    held = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))  # it would print a traceback while it loads
    try:
        ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        del os.environ["PYTHONSAFEPATH"]
        os.environ.update({} if before is None else {"PYTHONSAFEPATH": before})
