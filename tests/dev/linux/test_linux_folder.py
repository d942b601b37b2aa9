"""The folder for Linux: what is in it, how it starts, and what its set-up changes and takes back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dev.linux.gather_folder import gather

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="shell scripts for Linux")
PACKED = {
    "python": (
        "bin/python3.13",
        "bin/idle3.13",
        "include/Python.h",
        "lib/libssl.so.3",
        "lib/libpython3.13.a",
        "z.copyright",
    ),
    "libraries": (
        "kiebitz/__main__.py",
        "numpy/a.pyi",
        "numpy/b.so",
        "setuptools/c.py",
        "onnxruntime/capi/libonnxruntime.so.1",
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A gathered folder with a shell script in Python's place, in a path that asks for care."""
    for top, files in PACKED.items():
        for file in files:
            (tmp_path / top / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / top / file).write_text('#!/bin/sh\nprintf "%s|" "$@"\n')
            (tmp_path / top / file).chmod(0o755)
    target = tmp_path / 'Jörg 100% "neu"' / "kiebitz-1"
    gather(tmp_path / "python", tmp_path / "libraries", target)
    return target


def run(*command: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command for a user with this home."""
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def list_files(folder: Path) -> set[str]:
    """Every file in the folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() or path.is_symlink()}


def test_the_folder_holds_what_runs_and_no_more(folder: Path) -> None:
    """Nothing to build programs with, no second copy of a library; licences beside it."""
    site = "python/lib/python3.13/site-packages"
    assert list_files(folder) == {
        "kiebitz",
        "einrichten.sh",
        "kiebitz.png",
        "python/bin/python3.13",
        "python/lib/libssl.so.3",
        f"{site}/kiebitz/__main__.py",
        f"{site}/numpy/b.so",
        "Lizenzen/Lizenzen.txt",
        "Lizenzen/kiebitz.txt",
        "Lizenzen/z.txt",
    }
    assert "numpy: BSD-3-Clause" in (folder / "Lizenzen" / "Lizenzen.txt").read_text("utf-8")


def test_the_command_starts_the_python_beside_it(folder: Path, tmp_path: Path) -> None:
    """From anywhere, by a link, with its arguments as they are, and blind to modules that lie about."""
    (tmp_path / "kiebitz").symlink_to(folder / "kiebitz")
    assert run(tmp_path / "kiebitz", "scan", "zwei Worte", home=tmp_path).stdout == "-I|-m|kiebitz|scan|zwei Worte|"


def test_set_up_and_taken_back(folder: Path, tmp_path: Path) -> None:
    """Start menu, file type and command point at the folder; afterwards nothing of them is left."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "abend.kiebitz").touch()
    for _ in range(2):  # as for a newer version
        assert run("sh", folder / "einrichten.sh", home=home).returncode == 0
    menu = (home / ".local/share/applications/kiebitz.desktop").read_text("utf-8")
    escaped = str(folder).replace('"', '\\\\"').replace("%", "%%")
    assert f'Exec="{escaped}/kiebitz" %f' in menu
    assert run(home / ".local/bin/kiebitz", home=home).stdout == "-I|-m|kiebitz|"
    assert run("sh", folder / "einrichten.sh", "--weg", home=home).returncode == 0
    assert {one for one in list_files(home) if "kiebitz" in one} == {"abend.kiebitz"}


def test_another_command_of_that_name_is_left_alone(folder: Path, tmp_path: Path) -> None:
    """Somebody's own script is neither replaced nor removed; a sentence says what to do."""
    own = tmp_path / ".local/bin/kiebitz"
    own.parent.mkdir(parents=True)
    own.write_text("mine")
    refused = run("sh", folder / "einrichten.sh", home=tmp_path)
    assert refused.returncode == 3
    assert "gehört nicht zu Kiebitz" in refused.stderr
    run("sh", folder / "einrichten.sh", "--weg", home=tmp_path)
    assert own.read_text() == "mine"
