"""The logs of our own faults: what they hold, and how many stay."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from desk.exits import MOST, write_log


def fail() -> ZeroDivisionError:
    """A fault with its traceback."""
    try:
        raise ZeroDivisionError("nobody plays")
    except ZeroDivisionError as error:
        return error


def test_a_log_has_versions_and_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its owner may read it; on Windows that goes by the folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    log = Path(write_log(fail()))
    text = log.read_text("utf-8")
    assert text.startswith("kiebitz ")
    assert "ZeroDivisionError: nobody plays" in text
    assert log.stat().st_mode & 0o077 == 0 or os.name == "nt"


def test_the_oldest_logs_give_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not ours stays."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    other = tmp_path / "notes.log"
    other.write_text("mine", "utf-8")
    logs = [Path(write_log(fail())) for _ in range(MOST)]
    for age, log in enumerate(logs):
        os.utime(log, (age, age))
    newest = Path(write_log(fail()))
    kept = {path.name for path in tmp_path.iterdir()} - {other.name}
    assert kept == {newest.name, *(log.name for log in logs[1:])}
    assert other.read_text("utf-8") == "mine"


def test_a_link_is_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it leads, it stays."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    link = tmp_path / "kiebitz-link.log"
    link.symlink_to(tmp_path / "notes.log")
    for _ in range(MOST + 1):
        write_log(fail())
    assert link.is_symlink()
    assert len(list(tmp_path.iterdir())) == MOST + 1


def test_no_room_for_a_log_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there is no path to name."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
    assert write_log(fail()) == "-"
