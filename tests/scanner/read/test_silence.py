"""The recogniser's runtime reports to nobody: it would keep a queue of what to send in the user's cache folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.own_folders import name_home

ROOT = Path(__file__).parents[3]
SWITCHES = {"ORT_DISABLE_TELEMETRY", "ORT_RUNNING_UNIT_TESTS", "CI", "TF_BUILD", "GITHUB_ACTIONS"}


def traces(code: str, home: Path) -> list[Path]:
    """What a fresh process leaves in an empty home, none of the runtime's own switches being set around it."""
    home.mkdir()
    around = {key: value for key, value in os.environ.items() if key not in SWITCHES}
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=ROOT, env=around | name_home(home), capture_output=True
    )
    return [path for path in home.rglob("*") if path.is_file()]


def test_loading_the_recogniser_leaves_no_trace(tmp_path: Path) -> None:
    """No file in the home, so no queue of events to send."""
    load = "from scanner.read.read_numbers import DigitReader; DigitReader.load()"
    assert traces(load, tmp_path / "home") == []
