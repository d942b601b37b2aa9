"""A desk in a process of its own, as a club starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from urllib.request import urlopen

MOST_TRIES, TRY_S, PAUSE_S = 20, 10.0, 0.5


@dataclass(frozen=True, slots=True)
class DeskProcess:
    """`link`: the path of the organiser's one-time link."""

    process: subprocess.Popen[str]
    host: str
    port: int
    link: str

    def read_memory(self) -> int:
        """Bytes of memory that the server itself holds, its workers not among them. Linux only."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def start_desk(file: Path, state: Path, environment: Mapping[str, str] = MappingProxyType({})) -> Iterator[DeskProcess]:
    """Runs `kiebitz desk` for the file, with its links in the folder `state`; ends it, unless it is dead by then."""
    own = {"XDG_STATE_HOME": str(state), "XDG_CACHE_HOME": str(state), "KIEBITZ_LANG": "de", **environment}
    with _run(["desk", "desk", str(file), "--port", "0"], own) as desk:
        yield desk


@contextmanager
def start_server(arguments: Sequence[str]) -> Iterator[DeskProcess]:
    """Runs one of `dev.benchmarks.desk.servers`; ends it."""
    with _run(["dev.benchmarks.desk.servers", *arguments], {}) as desk:
        yield desk


@contextmanager
def _run(module: Sequence[str], environment: Mapping[str, str]) -> Iterator[DeskProcess]:
    with subprocess.Popen(
        [sys.executable, "-m", *module],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
        start_new_session=True,
    ) as process:
        try:
            yield _read_start(process)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.wait()


def _read_start(process: subprocess.Popen[str]) -> DeskProcess:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://([\w.]+):(\d+)/l/(\S+)", line):
            _wait_until_it_answers(process, f"http://{found[1]}:{found[2]}/static/icon.svg")
            return DeskProcess(process, found[1], int(found[2]), f"/herein/{found[3]}")
    raise RuntimeError("the desk did not start")


def _wait_until_it_answers(process: subprocess.Popen[str], address: str) -> None:
    """A browser asks again, too, where the server is not there yet."""
    for _ in range(MOST_TRIES):
        with suppress(OSError), urlopen(address, timeout=TRY_S):
            return
        if process.poll() is not None:
            break
        time.sleep(PAUSE_S)
    raise RuntimeError(f"the desk does not answer; its exit status: {process.poll()}")
