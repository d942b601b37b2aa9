"""A worker process from without: its pipe, the job that it has, how long it may take, and its end."""

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
from desk.workers.process import Do, serve

WAY = "forkserver" if sys.platform == "linux" else "spawn"
"""Linux starts further workers in 20 ms, from a process with the libraries loaded and a single thread."""


@dataclass(slots=True, eq=False)
class Job:
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


class Worker:
    """One process, its pipe, and the job that it has; `since` is when it was started."""

    def __init__(self, memory: int, modules: Sequence[str]) -> None:
        context = get_context(WAY)
        self.pipe, theirs = context.Pipe()
        self.job: Job | None = None
        self.ready = False
        self.since = time.monotonic()
        given = theirs, memory, dict(os.environ), modules
        self._process = context.Process(target=serve, args=given, daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()

    def give(self, job: Job, do: Do) -> None:
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
