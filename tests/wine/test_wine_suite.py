"""The quick tests of the program, run by the Python that was set up on Windows, as far as they do not need Linux."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.wine.run_there import Outcome, read_notes
from tests.wine.wine import PROGRAM, Wine

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("KIEBITZ_WINE_SUITE" not in os.environ, reason="takes long: dev/windows/try.sh --suite yes"),
]
ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/texts", "tests/scoring", "tests/templates", "tests/tournament", "tests/scanner", "tests/desk")
HANGS_S = 600
"""A test that takes longer, hangs: its process is ended, and another goes on behind it."""
PLAIN = (
    *(
        "-q",
        "--tb=short",
        "-m",
        "not slow",
        "--continue-on-collection-errors",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
    ),
    *("-o", "addopts=--import-mode=importlib", "-o", f"faulthandler_timeout={HANGS_S}"),
    *("-o", "faulthandler_exit_on_timeout=true"),
)


def read_left_out() -> dict[str, str]:
    """Tests that are not run there, by file or test, each with the reason."""
    table: dict[str, str] = tomllib.loads((ROOT / "tests" / "wine" / "left_out.toml").read_text("utf-8"))["needs_linux"]
    return table


def fill_suite(place: Path) -> None:
    """The checkout's files, and the libraries of the tests for Windows."""
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", place], input=packed, check=True)
    order = ["pip", "install", "-q", "--no-deps", "--target", str(place / "libs"), "--require-hashes"]
    order += ["--python-platform", "x86_64-pc-windows-msvc", "--python-version", "3.13", "--only-binary", ":all:"]
    subprocess.run([ROOT / ".venv/bin/uv", *order, "-r", "requirements-dev.txt"], cwd=ROOT, check=True)
    subprocess.run(["chmod", "-R", "a+rwX", place], check=True)


def run_suite(windows: Wine, *words: str) -> Outcome:
    """Runs the quick tests among those named there, one at a time, and begins anew behind each that hangs."""
    place = windows.make_folder(r"C:\suite")
    if not (place / "libs").exists():
        fill_suite(place)
    notes = place / "notes.txt"
    notes.unlink(missing_ok=True)
    command = (rf"{PROGRAM}\app\python.exe", r"tests\wine\run_there.py", notes.name, *PLAIN, *words)
    before = read_notes(notes)
    while True:
        ran = windows.run(*command, folder=r"C:\suite", most_s=7200)
        windows.kill_python()
        outcome = read_notes(notes)
        if outcome.done:
            return outcome
        assert before.begun < outcome.begun, ran.stdout
        before = outcome


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_quick_tests(windows: Wine, folder: str) -> None:
    """All pass but those that are named with their reason."""
    left = [f"--deselect={name}" if "::" in name else f"--ignore={name}" for name in read_left_out()]
    outcome = run_suite(windows, *left, folder)
    assert outcome.begun
    assert not outcome.failed, "\n\n".join(f"{name}\n{how}" for name, how in outcome.failed.items())


def test_what_is_left_out_still_fails(windows: Wine) -> None:
    """A test that is named as needing Linux, and of which all cases pass, is to be taken off the list."""
    left = read_left_out()
    failed = run_suite(windows, *left).failed
    assert {name: why for name, why in left.items() if not any(one.startswith(name) for one in failed)} == {}
