"""The tests on Windows: one that takes Python with it costs itself alone, and what fails is known in spite of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.wine import run_there
from tests.wine.run_there import CUT, read_notes

TESTS = """
import os
import pytest

@pytest.fixture
def broken():
    raise OSError("no such thing")

def test_good(): pass
def test_wrong(): assert 1 + 1 == 3
def test_fatal(): os._exit(3)
def test_behind(): pass
def test_broken(broken): pass
"""


def run(folder: Path) -> int:
    """Runs the tests of a folder once."""
    command = [sys.executable, run_there.__file__, str(folder / "notes.txt"), "-q", "-p", "no:cacheprovider"]
    return subprocess.run([*command, str(folder)], cwd=folder, capture_output=True, check=False).returncode


def test_the_others_are_run(tmp_path: Path) -> None:
    """The second run goes on behind it, and there is no third: the notes say that all are done."""
    (tmp_path / "test_some.py").write_text(TESTS, "utf-8")
    (tmp_path / "test_no_python.py").write_text("def", "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --continue-on-collection-errors\n", "utf-8")
    assert run(tmp_path) == 3
    cut = read_notes(tmp_path / "notes.txt")
    assert (cut.begun, cut.done) == (3, False)
    assert run(tmp_path) == pytest.ExitCode.TESTS_FAILED
    whole = read_notes(tmp_path / "notes.txt")
    assert (whole.begun, whole.done) == (5, True)
    told = {name.rpartition(":")[2]: how for name, how in whole.failed.items()}
    assert set(told) == {"test_no_python.py", "test_wrong", "test_fatal", "test_broken"}
    assert told["test_fatal"] == CUT
    assert "1 + 1" in told["test_wrong"]
    assert "no such thing" in told["test_broken"]
