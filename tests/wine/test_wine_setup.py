"""The set-up program itself: what it leaves on an empty Windows, over an older version, and when it is removed.

The last file of the folder: its last test removes Kiebitz.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.wine.test_wine_evening import DOCUMENTS, begin, check
from tests.wine.wine import PROGRAM, Wine

pytestmark = pytest.mark.slow
MOST_TO_LOAD, MOST_ON_DISK = 120_000_000, 400_000_000
LINKS = ("Desktop/Kiebitz.lnk", "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Kiebitz.lnk")


def read_registry(windows: Wine, key: str) -> str:
    """The values below a key of the user's registry."""
    return windows.run("reg", "query", rf"HKCU\{key}", "/s").stdout


def measure(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_what_was_set_up(windows: Wine, setup: Path) -> None:
    """Entries in the start menu and on the desktop, files that open by double click, the command on the PATH, licences
    of all parts, and no more than was promised."""
    home = windows.find(PROGRAM)
    assert all((windows.home / link).exists() for link in LINKS)
    assert PROGRAM in read_registry(windows, r"Software\Classes\Kiebitz.Turnier\shell\open\command")
    assert "Kiebitz.Turnier" in read_registry(windows, r"Software\Classes\.kiebitz")
    assert "DisplayVersion" in read_registry(windows, r"Software\Microsoft\Windows\CurrentVersion\Uninstall\Kiebitz")
    said = windows.run("cmd", "/c", "kiebitz --version").stdout
    assert re.search(r"kiebitz \d+\.\d+\.\d+", said), said
    listed = (home / "Lizenzen" / "Lizenzen.txt").read_text(encoding="utf-8")
    for place in (home / "app" / "Lib" / "site-packages").glob("*.dist-info"):
        name = re.sub("[-_.]+", "-", place.name.partition("-")[0])
        assert re.search(rf"^{name} \S+: \S", listed, re.MULTILINE | re.IGNORECASE), name
    assert measure(home) <= MOST_ON_DISK
    assert setup.stat().st_size <= MOST_TO_LOAD
    print(f"{setup.stat().st_size / 1e6:.1f} MB to load, {measure(home) / 1e6:.1f} MB on disk")  # noqa: T201 - the figure


def test_nothing_is_replaced_while_it_runs(windows: Wine, setup: Path) -> None:
    """The set-up program and the removal end with 3 and change nothing; with a person before it they ask to quit."""
    begin(windows, rf"{DOCUMENTS}\Läuft")
    with windows.serve("abend.kiebitz", folder=rf"{DOCUMENTS}\Läuft"):
        assert windows.run(rf"C:\users\kiebitz\Downloads\{setup.name}", "/S").returncode == 3
        assert remove(windows) == 3
    assert windows.run_kiebitz("--version").returncode == 0


def remove(windows: Wine) -> int:
    """Runs the removal and waits for it: without the last word it would go on from a copy of itself."""
    return windows.run(rf"{PROGRAM}\Entfernen.exe", "/S", f"_?={PROGRAM}").returncode


def test_over_an_older_version(windows: Wine, setup: Path) -> None:
    """What the older one brought is gone; links, settings and tournaments are as they were."""
    folder = rf"{DOCUMENTS}\Vorher"
    place = begin(windows, folder)
    with windows.serve("abend.kiebitz", folder=folder):
        pass
    own = windows.home / "AppData" / "Local" / "kiebitz"
    before = {path: path.read_bytes() for path in own.rglob("*.json")}
    assert before, sorted(own.rglob("*"))
    stale = windows.find(rf"{PROGRAM}\app\Lib\site-packages\scanner\of_yesterday.py")
    stale.write_text("")
    tournament = (place / "abend.kiebitz").read_bytes()
    assert windows.run(rf"C:\users\kiebitz\Downloads\{setup.name}", "/S").returncode == 0
    assert not stale.exists()
    assert not windows.find(rf"{PROGRAM}\app.old").exists()
    assert {path: path.read_bytes() for path in own.rglob("*.json")} == before
    assert (place / "abend.kiebitz").read_bytes() == tournament
    assert read_registry(windows, "Environment").count(rf"{PROGRAM}\bin") == 1
    check(windows, folder, "verify", "abend.kiebitz")


def test_removed(windows: Wine) -> None:
    """Nothing of it is left but the tournaments, and the links and settings, which only a person may throw away."""
    place = begin(windows, rf"{DOCUMENTS}\Bleibt")
    foreign = windows.find(rf"{PROGRAM}\Notizen.txt")
    foreign.write_text("von jemand anderem", encoding="utf-8")
    assert remove(windows) == 0
    assert (place / "abend.kiebitz").stat().st_size > 10_000
    left = {path.name for path in windows.find(PROGRAM).iterdir()}
    assert left - {"Entfernen.exe"} == {"Notizen.txt"}  # a removal that is waited for cannot remove itself
    assert not any((windows.home / link).exists() for link in LINKS)
    assert PROGRAM not in read_registry(windows, "Environment")
    assert "Kiebitz" not in read_registry(windows, r"Software\Classes")
    assert "Kiebitz" not in read_registry(windows, r"Software\Microsoft\Windows\CurrentVersion\Uninstall")
    assert not (windows.home / "AppData" / "Local" / "kiebitz" / "Cache").exists()
