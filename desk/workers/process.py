"""A worker process from within: quiet, limited in memory, gone with its parent, and one task after the other."""

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
from scanner.reading import PageProgress

Do = Callable[[Any, int, PageProgress], Iterator[Any]]
"""A task's results one by one, from that page on."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The process waits for its first task."""


@dataclass(frozen=True, slots=True)
class Began:
    """A page is begun."""

    page: int
    of: int


@dataclass(frozen=True, slots=True)
class Part:
    """One result of a task."""

    result: Any


@dataclass(frozen=True, slots=True)
class Ended:
    """The task is done; `stop`: it never will be, nor will any other, since a tool is broken."""

    stop: Stop | None = None


def serve(pipe: Connection[Any, Any], memory: int, environment: Mapping[str, str], modules: Sequence[str]) -> None:
    """Answers tasks until the pipe closes; the `modules` are loaded before the first one."""
    os.environ.clear()
    os.environ.update(environment)  # a fork server's own is that of its start
    _be_quiet()
    _end_with_parent()
    for module in modules:
        import_module(module)
    _limit(memory)
    pipe.send(Ready())
    while True:
        try:
            do, task, first = pipe.recv()
        except EOFError:
            return
        pipe.send(_answered(pipe, do, task, first))


def _answered(pipe: Connection[Any, Any], do: Do, task: Any, first: int) -> Ended | Loss:
    """Sends every result; what comes last says how it went."""
    try:
        for result in do(task, first, lambda page, of: pipe.send(Began(page, of))):
            pipe.send(Part(result))
    except Stop as stop:
        return Ended(stop)
    except MemoryError:
        return Loss("memory")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - one sheet never stops the rest; the log has the details
        from desk.crash import write_log

        return Loss("fault", reason=type(error).__name__, log=write_log(error))
    return Ended()


def _be_quiet() -> None:
    """What native libraries print is for nobody, and a reader of our output must not wait for a worker to let go of it.
    A worker that crashes leaves no picture of its memory behind."""
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
    """When the parent is gone, so are this process and what it started, however busy they are."""
    parent = parent_process()
    assert parent is not None
    if sys.platform == "linux":  # the kernel does it: a decoder that never ends lets no thread of Python run
        import fcntl

        fcntl.fcntl(parent.sentinel, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, -os.getpid())  # the group
        fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, os.O_ASYNC)
    else:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _watch(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _limit(memory: int) -> None:
    """`memory` bytes of address space beyond what is taken now, or less where the system allows less. Only Linux tells
    that and keeps the limit."""
    if sys.platform == "linux":
        import resource
        from pathlib import Path

        with suppress(OSError, ValueError):
            taken = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")
            _, most = resource.getrlimit(resource.RLIMIT_AS)
            wished = taken + memory
            resource.setrlimit(resource.RLIMIT_AS, (wished if most < 0 else min(wished, most),) * 2)
