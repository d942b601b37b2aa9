"""`kiebitz desk` in a process of its own, as a club starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

MOST_TRIES, TRY_S, PAUSE_S, ENDING_S = 200, 10.0, 0.5, 120.0


@dataclass(frozen=True, slots=True)
class RunningDesk:
    """Where the desk runs. `link`: the organiser's, which opens once."""

    process: subprocess.Popen[str]
    address: str
    link: str


@contextmanager
def run_desk(
    where: str, state: Path, environment: Mapping[str, str] | None = None, port: int = 0
) -> Iterator[RunningDesk]:
    """`kiebitz desk` on that port, 0 for any that is free, in German, with its links below the folder `state`; ends it,
    unless it is dead."""
    command = [sys.executable, "-m", "desk", "desk", where, "--port", str(port)]
    own = {"XDG_STATE_HOME": str(state), "XDG_CACHE_HOME": str(state), "KIEBITZ_LANG": "de", **(environment or {})}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | own, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            address, link = (process.stdout.readline().rstrip().rpartition(" ")[2] for _ in range(2))
            _wait_until_it_answers(process, f"{address}/static/icon.svg")
            yield RunningDesk(process, address, link)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.wait(ENDING_S)


def _wait_until_it_answers(process: subprocess.Popen[str], address: str) -> None:
    """A browser asks again, too, where the server is not there yet."""
    for _ in range(MOST_TRIES):
        with suppress(OSError), urlopen(address, timeout=TRY_S):
            return
        if process.poll() is not None:
            break
        time.sleep(PAUSE_S)
    raise RuntimeError(f"the desk does not answer; its exit status: {process.poll()}")
