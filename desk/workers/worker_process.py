"""One worker process: its work, its parent's view of it, and the limits for one file.

The process prints nothing, is limited in memory and ends with its parent; it does one task after the other. Its parent
keeps its pipe, its job and its deadline. So no decoder can hold up the whole evening.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Literal

from desk.exits import Stop
from scanner.sheet_reading import PageProgress


@dataclass(frozen=True, slots=True)
class Budget:
    """What a worker process may take before it is ended.

    `memory`: bytes of address space beyond what a ready worker has; 50 megapixels of any promised kind need 0.9 GB.
    `page_s`: seconds for one page, opening the file included; a full sheet takes half a second (docs/performance.md).
    `file_s`: seconds for a file; every finished page adds `more_s`, so that a scan of 100 pages in one file fits.
    `start_s`: seconds until a worker is ready.
    """

    memory: int = 1536 * 1024**2
    page_s: float = 20.0
    file_s: float = 60.0
    more_s: float = 2.0
    start_s: float = 120.0


BUDGET = Budget()
"""The budget of every run."""

Why = Literal["page-slow", "file-slow", "memory", "died", "fault"]


@dataclass(frozen=True, slots=True)
class Loss:
    """Why a page has no result. `page` (from 0) of `of` pages in its file, 0 of 0 where the file was not even opened.

    `limit`: seconds that were not enough; `share`: how much of that time the work had a processor, None where the
    system does not say; `reason`: the class of the fault; `log`: the file with its details.
    """

    why: Why
    page: int = 0
    of: int = 0
    limit: float = 0.0
    share: float | None = None
    reason: str = ""
    log: str = ""


DoTask = Callable[[Any, int, PageProgress], Iterator[Any]]
"""A function that yields a task's results one by one, from that page on."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Message: the process waits for its first task."""


@dataclass(frozen=True, slots=True)
class PageBegun:
    """Message: page `page` (from 0) of `of` pages is begun."""

    page: int
    of: int


@dataclass(frozen=True, slots=True)
class TaskResult:
    """Message: one result of a task."""

    result: Any


@dataclass(frozen=True, slots=True)
class TaskEnded:
    """Message: the task has ended. `stop`: why neither it nor any other task can be done: a tool is broken."""

    stop: Stop | None = None


def serve(pipe: Connection[Any, Any], memory: int, environment: Mapping[str, str], modules: Sequence[str]) -> None:
    """Does tasks until the pipe closes. `memory`: bytes; `modules`: loaded before the first task."""
    os.environ.clear()
    os.environ.update(environment)  # a fork server's own is that of its start
    _be_quiet()
    _end_with_parent()
    for module in modules:
        import_module(module)
    _limit_memory(memory)
    pipe.send(Ready())
    while True:
        try:
            do, task, first = pipe.recv()
        except EOFError:
            return
        pipe.send(_answer(pipe, do, task, first))


def _answer(pipe: Connection[Any, Any], do: DoTask, task: Any, first: int) -> TaskEnded | Loss:
    """Does one task and sends every result; returns the message that says how it ended."""
    try:
        for result in do(task, first, lambda page, of: pipe.send(PageBegun(page, of))):
            pipe.send(TaskResult(result))
    except Stop as stop:
        return TaskEnded(stop)
    except MemoryError:
        return Loss("memory")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - one sheet never stops the rest; the log has the details
        from desk.exits import write_log

        return Loss("fault", reason=type(error).__name__, log=write_log(error))
    return TaskEnded()


def _be_quiet() -> None:
    """Discards all output, leaves Ctrl-C to the parent, and prevents core dumps.

    Native libraries print useless messages, and a program reading our output must not wait for a worker to close it.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is answered by the parent, which ends us
    if sys.platform != "win32":
        import resource

        os.setsid()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _end_with_parent() -> None:
    """Makes this process and those that it started end when the parent ends, however busy they are."""
    parent = parent_process()
    assert parent is not None
    if sys.platform == "linux":  # the kernel does it: a decoder that never ends lets no thread of Python run
        import fcntl

        fcntl.fcntl(parent.sentinel, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, -os.getpid())  # the group
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, os.O_ASYNC)
    else:
        threading.Thread(target=_watch_parent, args=(parent.sentinel,), daemon=True).start()


def _watch_parent(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _limit_memory(memory: int) -> None:
    """Allows `memory` bytes of address space beyond what is used now, or less where the system allows less.

    Does nothing except on Linux, which alone reports the use and enforces the limit.
    """
    if sys.platform == "linux":
        import resource

        with suppress(OSError, ValueError):
            taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
            _, most = resource.getrlimit(resource.RLIMIT_AS)
            wished = taken + memory
            resource.setrlimit(resource.RLIMIT_AS, (wished if most < 0 else min(wished, most),) * 2)


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
        """The next deadline of the job (monotonic seconds), and the loss to record if it is missed."""
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
        self._given, self._worked = self.since, 0.0
        given = theirs, memory, dict(os.environ), modules
        self._process = context.Process(target=serve, args=given, daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        theirs.close()

    def give(self, job: Job, do: DoTask) -> None:
        """Sends the job to the process; the job's time runs from now on."""
        self.job, job.page_began = job, time.monotonic()
        job.began = job.began or job.page_began
        self._given, self._worked = job.page_began, read_processor_time(self._process.pid) or 0.0
        with suppress(BrokenPipeError, ConnectionResetError):  # it died; that is heard next
            self.pipe.send((do, job.task, job.page))

    def put_off(self, seconds: float, now: float) -> None:
        """Lets all limits pass so much later, but never lets anything have begun after `now`."""
        self.since, self._given = min(now, self.since + seconds), min(now, self._given + seconds)
        if self.job is not None:
            self.job.began = min(now, (self.job.began or now) + seconds)
            self.job.page_began = min(now, self.job.page_began + seconds)

    def measure_share(self) -> float | None:
        """The share of the time since the job was given in which the process had a processor; None where the system
        does not say."""
        worked, elapsed = read_processor_time(self._process.pid), time.monotonic() - self._given
        return None if worked is None else (worked - self._worked) / max(elapsed, 1e-3)

    def end(self) -> None:
        """Kills the process and those that it started."""
        if self._process.is_alive():
            if sys.platform != "win32":
                with suppress(ProcessLookupError):  # it has no group of its own yet
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.join(5)
        self.pipe.close()


def read_processor_time(pid: int | None) -> float | None:
    """Seconds of a processor that the process has had; None where the system does not say, as all but Linux."""
    try:
        facts = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None


def start_fork_server(modules: Sequence[str]) -> None:
    """Starts the fork server if none runs. It must import nothing from the current folder, which may hold photographs
    and anything else."""
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
