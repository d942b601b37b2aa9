"""Ctrl-C while a folder is read: every process of the group gets it, as from a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_an_interrupt_while_reading_is_one_sentence_and_leaves_no_result(tmp_path: Path) -> None:
    """Status 130, no traceback of any process, no workbook, no half file."""
    results = [str(tmp_path / name) for name in ("out.xlsx", "debug")]
    command = [sys.executable, "-m", "desk", "scan", "samples", "--rules", "pflichtsolo-40", "--jobs", "2"]
    with subprocess.Popen(
        [*command, "-o", results[0], "--debug", results[1]],
        cwd=ROOT, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # jobs in a shell's background ignore it
    ) as scan:
        patience = time.monotonic() + 60
        while not list((tmp_path / "debug").glob("*.jpg")) and scan.poll() is None and time.monotonic() < patience:
            time.sleep(0.05)
        if scan.poll() is None:
            os.killpg(scan.pid, signal.SIGINT)
        out, err = scan.communicate(timeout=60)
    assert err.splitlines()[-1] == "kiebitz: Abgebrochen; halbe Dateien bleiben keine zurück."
    assert "Traceback" not in err
    assert (scan.returncode, out) == (130, "")
    assert [path.name for path in tmp_path.iterdir()] == ["debug"]
