"""The quick tests of the program, run by the Python that was set up on Windows, as far as they do not need Linux."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.wine.wine import PROGRAM, Wine

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif("KIEBITZ_WINE_SUITE" not in os.environ, reason="takes long: dev/windows/try.sh --suite yes"),
]
ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/texts", "tests/scoring", "tests/templates", "tests/tournament", "tests/scanner", "tests/desk")
RUN = """import os, sys
ours = {*os.listdir()}
for one in sys.meta_path:
    if type(one).__module__ == "module_shelf":
        one._places = {name: place for name, place in one._places.items() if name.partition(".")[0] not in ours}
sys.path[:0] = ["C:\\\\suite"]
sys.path.append("C:\\\\suite\\\\libs")
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


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


def run_suite(windows: Wine, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs pytest there, one process, and the quick tests only."""
    place = windows.make_folder(r"C:\suite")
    if not (place / "libs").exists():
        fill_suite(place)
    plain = ("-q", "--tb=short", "-rfE", "-m", "not slow", "-o", "addopts=--import-mode=importlib")
    without = ("--continue-on-collection-errors", "-p", "no:cacheprovider", "-p", "no:xdist")
    python = rf"{PROGRAM}\app\python.exe"
    return windows.run(python, "-c", RUN, *plain, *without, *words, folder=r"C:\suite", most_s=3600)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_quick_tests(windows: Wine, folder: str) -> None:
    """All pass but those that are named with their reason."""
    left = [f"--deselect={name}" if "::" in name else f"--ignore={name}" for name in read_left_out()]
    ran = run_suite(windows, *left, folder)
    print(ran.stdout[-6000:])  # noqa: T201 - which failed, and how
    assert ran.returncode == 0


def test_what_is_left_out_still_fails(windows: Wine) -> None:
    """A test that is named as needing Linux, and of which all cases pass, is to be taken off the list."""
    left = read_left_out()
    said = run_suite(windows, *left).stdout
    failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
    assert {name: why for name, why in left.items() if not any(one.startswith(name) for one in failed)} == {}
