"""A whole evening with the installed program, in folders as people have them, and what goes wrong on a laptop."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from tests.wine.wine import PROGRAM, Wine, finish, wait_for

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
DOCUMENTS = r"C:\users\kiebitz\Documents"
PHOTO = "r1-t1-clean.jpg"
_LOCK = """import ctypes, msvcrt, sys, time
handle = ctypes.windll.kernel32.CreateFileW(sys.argv[1], 0xC0000000, 0, None, 3, 0, None)
assert handle != -1
open(sys.argv[2], "w").close()
time.sleep(600)
"""
"""Opens a file as Excel does: nobody else may have it."""


def begin(windows: Wine, folder: str, photos: tuple[str, ...] = (PHOTO,)) -> Path:
    """A tournament in a folder, drawn, with sixteen players and photographs; all but the photographs by Kiebitz."""
    place = windows.make_folder(folder)
    names = (SAMPLES / "players.txt").read_text(encoding="utf-8").splitlines()[:16]
    players = place / "spieler.csv"
    players.write_text("\n".join(("Name", *names)), encoding="utf-8")
    for photo in photos:
        windows.put(SAMPLES / photo, folder)
    for words in (
        ("new", "abend.kiebitz", "--rules", "pflichtsolo-40", "--title", "Frühling", "--rounds", "2",
         "--players", "spieler.csv"),
        ("draw", "abend.kiebitz", "--seed", "1"),
    ):  # fmt: skip
        ran = windows.run_kiebitz(*words, folder=folder)
        assert ran.returncode == 0, ran.stdout
    return place


def check(windows: Wine, folder: str, *words: str) -> str:
    """Runs a command that ends well; returns what it says."""
    ran = windows.run_kiebitz(*words, folder=folder)
    assert ran.returncode == 0, (words, ran.stdout)
    return ran.stdout


def test_a_whole_evening(windows: Wine) -> None:
    """Umlauts and spaces in the folders; drawn, printed, read, decided, handed out in every format, and verified."""
    folder = rf"{DOCUMENTS}\Jürgens Frühlingsturnier & Größe 2026"
    place = begin(windows, folder, (PHOTO, "r2-t3-mistakes-in-rows.jpg"))
    check(windows, folder, "print", "abend.kiebitz", "--round", "1", "-o", "Runde 1.pdf")
    check(windows, folder, "scan", "abend.kiebitz", PHOTO, "r2-t3-mistakes-in-rows.jpg")
    waiting = check(windows, folder, "status", "abend.kiebitz")
    item = re.search(r"\br2\.t3\.g\d+", waiting)
    assert item is not None, waiting
    check(windows, folder, "decide", "abend.kiebitz", item.group(), "--as-written")
    made = ["stand.xlsx", "stand.pdf", "stand.html", "stand.ods", "stand.json"]
    for name in made:
        check(windows, folder, "export", "abend.kiebitz", "-o", name)
    check(windows, folder, "verify", "abend.kiebitz")
    assert (place / "Runde 1.pdf").read_bytes().startswith(b"%PDF")
    assert all((place / name).stat().st_size > 500 for name in made)


def test_a_path_of_250_letters(windows: Wine) -> None:
    """Windows' programs often end at 260; ours reads and writes there, or says what to do."""
    folder = DOCUMENTS
    while len(folder) < 225:
        folder += "\\" + "Turnier mit sehr langem Namen"[: min(29, 224 - len(folder))]
    place = begin(windows, folder)
    assert 235 <= len(rf"{folder}\abend.kiebitz") <= 250
    check(windows, folder, "scan", "abend.kiebitz", PHOTO)
    check(windows, folder, "export", "abend.kiebitz", "-o", "stand.xlsx")
    assert (place / "stand.xlsx").stat().st_size > 10_000


def test_a_folder_that_may_not_be_written(windows: Wine) -> None:
    """As a stick with its lock closed: one sentence, exit status 3, and no traceback."""
    folder = rf"{DOCUMENTS}\Nur lesen"
    place = begin(windows, folder)
    place.chmod(0o555)
    (place / "abend.kiebitz").chmod(0o444)
    try:
        ran = windows.run_kiebitz("export", "abend.kiebitz", "-o", "stand.xlsx", folder=folder)
        assert (ran.returncode, "Traceback" in ran.stdout) == (3, False), ran.stdout
        ran = windows.run_kiebitz("scan", "abend.kiebitz", PHOTO, folder=folder)
        assert (ran.returncode, "Traceback" in ran.stdout) == (3, False), ran.stdout
    finally:
        place.chmod(0o755)


@pytest.mark.parametrize("drive", ["N:", r"\\verein\ablage"])
def test_a_drive_of_the_network(windows: Wine, drive: str) -> None:
    """A tournament on a club's server, by a letter or by the server's name: it is written and read as on a disk."""
    folder = rf"C:\netz\{len(drive)}"
    begin(windows, rf"{folder}\Größe")
    windows.share(folder, drive)
    file = rf"{drive}\Größe\abend.kiebitz"
    check(windows, DOCUMENTS, "scan", file, rf"{drive}\Größe\{PHOTO}")
    check(windows, DOCUMENTS, "export", file, "-o", rf"{drive}\Größe\stand.xlsx")
    check(windows, DOCUMENTS, "verify", file)
    assert "1 Tisch von 4" in check(windows, DOCUMENTS, "status", file)


def test_a_workbook_that_is_open(windows: Wine) -> None:
    """Excel lets nobody else write it: it stays as it is, and a sentence says that somebody has it open."""
    folder = rf"{DOCUMENTS}\Mappe offen"
    place = begin(windows, folder)
    check(windows, folder, "scan", "abend.kiebitz", PHOTO)
    check(windows, folder, "export", "abend.kiebitz", "-o", "stand.xlsx")
    before = (place / "stand.xlsx").read_bytes()
    holder = windows.start(rf"{PROGRAM}\app\python.exe", "-c", _LOCK, "stand.xlsx", "held", folder=folder)
    wait_for(place / "held")
    ran = windows.run_kiebitz("export", "abend.kiebitz", "-o", "stand.xlsx", folder=folder)
    windows.kill_python()
    finish(holder)
    assert (ran.returncode, "anderes Programm" in ran.stdout) == (3, True), ran.stdout
    assert (place / "stand.xlsx").read_bytes() == before


def test_two_at_once(windows: Wine) -> None:
    """Two commands write into one tournament; both are in it, and it holds."""
    folder = rf"{DOCUMENTS}\Zwei zugleich"
    begin(windows, folder, (PHOTO, "r1-t2-curled.jpg"))
    both = [
        windows.start_kiebitz("scan", "abend.kiebitz", photo, folder=folder) for photo in (PHOTO, "r1-t2-curled.jpg")
    ]
    said = [finish(process) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    check(windows, folder, "verify", "abend.kiebitz")
    assert "2 Tische von 4" in check(windows, folder, "status", "abend.kiebitz")


@pytest.mark.parametrize("after_s", [4.0, 8.0, 12.0])
def test_a_battery_that_is_empty(windows: Wine, after_s: float) -> None:
    """The command dies wherever it is; the tournament holds, and the same command finishes the work."""
    folder = rf"{DOCUMENTS}\Abbruch nach {after_s:.0f}"
    begin(windows, folder)
    process = windows.start_kiebitz("scan", "abend.kiebitz", PHOTO, folder=folder)
    time.sleep(after_s)
    windows.kill_python()
    finish(process)
    check(windows, folder, "verify", "abend.kiebitz")
    check(windows, folder, "scan", "abend.kiebitz", PHOTO)
    assert "1 Tisch von 4" in check(windows, folder, "status", "abend.kiebitz")
    check(windows, folder, "verify", "abend.kiebitz")
