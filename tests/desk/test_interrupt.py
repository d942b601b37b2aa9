"""Ctrl-C, SIGTERM and sudden death while pictures are read: no process stays, and no half file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from tests.desk.crafted import painting_itself

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_an_interrupt_while_reading_is_one_sentence_and_leaves_no_result(tmp_path: Path) -> None:
    """Status 130, no traceback of any process, no workbook, no half file."""
    results = [str(tmp_path / name) for name in ("out.xlsx", "debug")]
    command = [sys.executable, "-m", "desk", "scan", "samples", "--rules", "pflichtsolo-40", "--jobs", "2"]
    with subprocess.Popen(
        [*command, "-o", results[0], "--debug", results[1]],
        cwd=ROOT,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # jobs in a shell's background ignore it
    ) as scan:
        patience = time.monotonic() + 600
        while not list((tmp_path / "debug").glob("*.jpg")) and scan.poll() is None and time.monotonic() < patience:
            time.sleep(0.05)
        if scan.poll() is None:
            os.killpg(scan.pid, signal.SIGINT)
        out, err = scan.communicate(timeout=600)
    assert err.splitlines()[-1] == "kiebitz: Abgebrochen; halbe Dateien bleiben keine zurück."
    assert "Traceback" not in err
    assert (scan.returncode, out) == (130, "")
    assert [path.name for path in tmp_path.iterdir()] == ["debug"]


@contextmanager
def hanging(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A scan whose two workers are at work on a page that never ends, and the mark that all its processes bear."""
    for name in ("a.pdf", "b.pdf"):
        (folder / name).write_bytes(painting_itself(30))
    mark = f"KIEBITZ_TRIAL={uuid4()}"
    command = [sys.executable, "-m", "desk", "scan", str(folder), "--rules", "ddv", "-o", str(folder / "out.xlsx")]
    with subprocess.Popen(
        [*command, "--jobs", "2"],
        cwd=ROOT,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | dict([mark.split("=")]),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as scan:
        try:
            assert wait_until(lambda: sum(map(busy, living(mark))) >= 2)
            yield scan, mark
        finally:
            for process in living(mark):
                os.kill(process, signal.SIGKILL)


def living(mark: str) -> list[int]:
    """The processes that were started with this in their environment; those that ended wait for nobody here."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
        except OSError:
            continue
    return found


def busy(process: int) -> bool:
    """Whether it has taken three seconds' work, and is a worker: the scan itself is the leader of its session too, but
    waits."""
    try:
        words = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return False
    own_session = int(words[3]) == process
    return own_session and words[0] == "R" and int(words[11]) > os.sysconf("SC_CLK_TCK")


def wait_until(true: Callable[[], bool]) -> bool:
    """Whether it comes true within ten minutes."""
    patience = time.monotonic() + 600
    while not true() and time.monotonic() < patience:
        time.sleep(0.1)
    return true()


@pytest.mark.few(1)
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for where Linux lists them")
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_stays_behind_when_a_scan_of_a_hanging_picture_ends(sent: signal.Signals, tmp_path: Path) -> None:
    """The first Ctrl-C is enough; so is the end of the parent alone, however it comes."""
    with hanging(tmp_path) as (scan, mark):
        scan.send_signal(sent)
        scan.communicate(timeout=600)
        assert scan.returncode == (-sent if sent == signal.SIGKILL else 130)
        assert wait_until(lambda: not living(mark))
    assert {path.name for path in tmp_path.iterdir()} == {"a.pdf", "b.pdf"}
