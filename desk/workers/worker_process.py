"""What a worker process does: quiet, limited in memory and ended with its parent, it does one task after the other."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

from desk.exits import Stop
from desk.workers.budget import Loss
from scanner.sheet_reading import PageProgress

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
    """Message: the task is done. `stop`: it cannot be done, nor can any other task, since a tool is broken."""

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
        from desk.crash_log import write_log

        return Loss("fault", reason=type(error).__name__, log=write_log(error))
    return TaskEnded()


def _be_quiet() -> None:
    """Sends all output nowhere, leaves Ctrl-C to the parent, and makes a crash leave no core dump.

    Native libraries print things that help nobody, and whoever reads our output must not wait for a worker to close it.
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
    """Has this process and those that it started end when the parent ends, however busy they are."""
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
    """Allows `memory` bytes of address space beyond what is taken now, or less where the system allows less.

    Only Linux says how much is taken, and keeps the limit.
    """
    if sys.platform == "linux":
        import resource
        from pathlib import Path

        with suppress(OSError, ValueError):
            taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
            _, most = resource.getrlimit(resource.RLIMIT_AS)
            wished = taken + memory
            resource.setrlimit(resource.RLIMIT_AS, (wished if most < 0 else min(wished, most),) * 2)
