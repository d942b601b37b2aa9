"""The main job on the samples, on Windows and here: the same rows, and how long it takes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.wine.wine import Wine

pytestmark = pytest.mark.slow
SAMPLES = Path(__file__).parents[2] / "samples"
FOLDER = r"C:\users\kiebitz\Documents\Beispiele"
ORDER = (
    "scan",
    "fotos",
    "--rules",
    "pflichtsolo-40",
    "--players",
    "players.txt",
    "-o",
    "stand.xlsx",
    "--json",
    "a.json",
)


def list_rows(report: Path) -> dict[tuple[str, int], tuple[Any, ...]]:
    """Status and points of every row, by its photograph and game."""
    sheets = json.loads(report.read_text(encoding="utf-8"))["sheets"]
    return {
        (sheet["photo"], row["game"]): (row["status"], row["points"], row["solo"])
        for sheet in sheets
        for row in sheet["rows"]
    }


def test_the_samples_count_as_on_linux(windows: Wine, tmp_path: Path) -> None:
    """Every row with the same status and the same points: the libraries are the same versions."""
    place = windows.make_folder(FOLDER)
    photos = sorted(SAMPLES.glob("*.jpg"))
    for home in (place, tmp_path):
        (home / "fotos").mkdir()
        shutil.copy(SAMPLES / "players.txt", home)
        for photo in photos:
            shutil.copy(photo, home / "fotos")
    place.chmod(0o777)
    times = {}
    began = time.monotonic()
    ran = windows.run_kiebitz(*ORDER, folder=FOLDER)
    times["Wine"] = time.monotonic() - began
    assert ran.returncode == 0, ran.stdout
    began = time.monotonic()
    subprocess.run([sys.executable, "-m", "desk", *ORDER], cwd=tmp_path, check=True, capture_output=True)
    times["Linux"] = time.monotonic() - began
    there, here = list_rows(place / "a.json"), list_rows(tmp_path / "a.json")
    print(f"scan: Wine {times['Wine']:.1f} s, Linux {times['Linux']:.1f} s; {len(here)} rows")  # noqa: T201 - the figure
    assert len(here) > 150
    assert {
        key: (there.get(key), here.get(key)) for key in here.keys() | there.keys() if there.get(key) != here.get(key)
    } == {}
