"""What somebody typed into a workbook outlives the next run, and a stranger's file is never replaced."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from openpyxl import Workbook, load_workbook

from tournament.errors import UnwritableFile
from tournament.handout.workbook.excel_file import find_origin, write_pages
from tournament.handout.workbook.make_workbook import keep_edited, refuse_foreign
from tournament.handout.workbook.worksheet import Page
from tournament.whole_files import write_whole


def ours(target: Path, value: str = "") -> Path:
    """A small workbook with the mark, as Kiebitz writes it."""
    page = Page("Stand", "de")
    page.put(1, 1, value)
    target.write_bytes(write_pages([page], datetime(2026, 3, 14, tzinfo=UTC)))
    return target


def edited(target: Path) -> Path:
    """The same after somebody typed something in and saved it."""
    workbook = load_workbook(ours(target))
    workbook.worksheets[0]["B2"] = "berichtigt"
    workbook.save(target)
    return target


def by_openpyxl(target: Path) -> None:
    """A club's list, made by a program that uses the library that Kiebitz uses."""
    Workbook().save(target)


def by_pandas(target: Path) -> None:
    """A club's list of members, out of a data base."""
    pd.DataFrame({"Name": ["Anna", "Bernd"]}).to_excel(target)


def text(target: Path) -> None:
    """Notes under a workbook's name."""
    target.write_text("Notizen")


def archive(target: Path) -> None:
    """An archive of something else."""
    with zipfile.ZipFile(target, "w") as parts:
        parts.writestr("readme", "x")


STRANGERS: tuple[Callable[[Path], None], ...] = (by_openpyxl, by_pandas, text, archive)


def test_what_kiebitz_wrote_may_go(tmp_path: Path) -> None:
    """A second run over an untouched workbook leaves one file; an empty file holds nothing."""
    target, empty = ours(tmp_path / "stand.xlsx"), tmp_path / "leer.xlsx"
    empty.touch()
    for place in (target, empty, tmp_path / "neu.xlsx"):
        refuse_foreign(place)
        assert keep_edited(place, "de") is None
    assert sorted(tmp_path.iterdir()) == [empty, target]


def test_what_another_program_saved_is_kept(tmp_path: Path) -> None:
    """Each edited version gets a name of its own; the workbook itself still stands."""
    target = edited(tmp_path / "stand.xlsx")
    refuse_foreign(target)
    kept = [keep_edited(target, "de"), keep_edited(target, "de"), keep_edited(target, "en")]
    assert [path.name for path in kept if path] == ["stand-vorher.xlsx", "stand-vorher-2.xlsx", "stand-before.xlsx"]
    assert all(path.read_bytes() == target.read_bytes() for path in kept if path)


@pytest.mark.parametrize("make", STRANGERS)
def test_a_strangers_file_is_refused_and_never_lost(tmp_path: Path, make: Callable[[Path], None]) -> None:
    """Before the work it is refused; one that comes in the meantime is kept as a copy."""
    target = tmp_path / "mitglieder.xlsx"
    make(target)
    content = target.read_bytes()
    with pytest.raises(UnwritableFile, match=r"mitglieder\.xlsx hat nicht Kiebitz geschrieben"):
        refuse_foreign(target)
    assert keep_edited(target, "de") == tmp_path / "mitglieder-vorher.xlsx"
    assert target.read_bytes() == (tmp_path / "mitglieder-vorher.xlsx").read_bytes() == content


def test_a_workbook_of_ours_with_a_damaged_part_is_kept(tmp_path: Path) -> None:
    """What is wrong with it may be somebody's work."""
    target = ours(tmp_path / "stand.xlsx", "x" * 2000)
    data = target.read_bytes()
    place = data.index(b"xl/worksheets/sheet1.xml") + 60
    target.write_bytes(data[:place] + b"\0" * 8 + data[place + 8 :])
    assert find_origin(target) == "damaged"


def test_a_part_that_unpacks_without_end_is_not_unpacked(tmp_path: Path) -> None:
    """A marked file that says to hold two gigabytes may be somebody's work; that is reported without reading them."""
    target = ours(tmp_path / "stand.xlsx")
    with zipfile.ZipFile(target, "a") as parts:
        parts.writestr("bombe", b"")
    data = bytearray(target.read_bytes())
    size = data.rindex(b"PK\x01\x02") + 24
    data[size : size + 4] = (2**31).to_bytes(4, "little")
    target.write_bytes(data)
    assert find_origin(target) == "damaged"


def test_a_copy_never_takes_another_files_place(tmp_path: Path) -> None:
    """Eight runs at once each keep the edited version under a name of its own."""
    target = edited(tmp_path / "stand.xlsx")
    gate, kept = threading.Barrier(8), list[Path | None]()

    def keep() -> None:
        gate.wait()
        kept.append(keep_edited(target, "de"))

    runs = [threading.Thread(target=keep) for _ in range(8)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert len(set(kept)) == 8
    assert all(path and path.read_bytes() == target.read_bytes() for path in kept)


def test_what_is_saved_while_it_is_copied_is_copied_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever saves between the look and the move finds the last version in the copy."""
    target, copied = edited(tmp_path / "stand.xlsx"), shutil.copyfileobj
    begun: list[bool] = []
    saved: list[bytes] = []

    def copy_and_save(*files: Any) -> None:
        copied(*files)
        if not begun:
            begun.append(True)
            workbook = load_workbook(target)
            workbook.worksheets[0]["B3"] = "noch eine Berichtigung"
            workbook.save(target)
            saved.append(target.read_bytes())

    monkeypatch.setattr("shutil.copyfileobj", copy_and_save)
    kept = keep_edited(target, "de")
    assert kept == tmp_path / "stand-vorher-2.xlsx"
    assert kept.read_bytes() == saved[0]


def test_what_cannot_be_kept_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk the edited workbook stays where it is, without half a copy."""
    target = edited(tmp_path / "stand.xlsx")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfileobj", full)
    with pytest.raises(UnwritableFile, match="stand-vorher"):
        keep_edited(target, "de")
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_the_mark_outlives_libreoffice(tmp_path: Path) -> None:
    """What LibreOffice saved is still ours, and edited."""
    target = ours(tmp_path / "stand.xlsx")
    command = [
        "soffice",
        f"-env:UserInstallation=file://{tmp_path}/profile",
        "--headless",
        "--convert-to",
        "xlsx",
        "--outdir",
        str(tmp_path / "saved"),
        str(target),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    assert find_origin(target) == "ours"
    assert find_origin(tmp_path / "saved" / "stand.xlsx") == "edited"


KILLED_WRITING = "write_whole(Path(sys.argv[1]), lambda draft: os._exit(1))"
KILLED_PROBING = "Path.unlink = lambda *_, **__: os._exit(1); probe_folder(Path(sys.argv[1]).parent)"


@pytest.mark.parametrize("killed", [KILLED_WRITING, KILLED_PROBING])
def test_drafts_of_killed_runs_are_cleared(tmp_path: Path, killed: str) -> None:
    """A run that is killed while it writes, or asks whether it may, leaves a file; the next one removes it, and nothing
    else."""
    script = f"""
import os, sys
from pathlib import Path
from tournament.whole_files import probe_folder, write_whole
{killed}
"""
    target = tmp_path / "stand.xlsx"
    subprocess.run([sys.executable, "-c", script, str(target)], check=False)
    [left] = tmp_path.iterdir()
    os.utime(left, (0, 0))  # on Windows an hour must have gone by
    (tmp_path / ".kiebitz-notizen.txt.sicher").touch()
    (tmp_path / ".kiebitz-abcd1234.d").mkdir()
    write_whole(target, lambda draft: draft.write_text("neu"))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".kiebitz-abcd1234.d",
        ".kiebitz-notizen.txt.sicher",
        "stand.xlsx",
    ]


def test_drafts_of_running_runs_stay(tmp_path: Path) -> None:
    """Two runs write into one folder at the same time: neither takes the other's draft away."""
    other = tmp_path / "andere.json"

    def write(draft: Path) -> None:
        draft.write_text("eins")
        write_whole(other, lambda second: second.write_text("zwei"))
        assert draft.exists()

    write_whole(tmp_path / "eine.json", write)
    assert [path.read_text() for path in sorted(tmp_path.iterdir())] == ["zwei", "eins"]


def test_a_file_is_on_the_disk_before_it_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a power cut either the old file is there or the new one, never an empty one: sync, move, sync."""
    steps: list[str] = []
    sync, replace = os.fsync, Path.replace

    def synced(handle: int) -> None:
        steps.append("sync")
        sync(handle)

    def moved(draft: Path, place: Path) -> Path:
        steps.append("move")
        return replace(draft, place)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", moved)
    write_whole(tmp_path / "stand.xlsx", lambda draft: draft.write_text("neu"), lambda: steps.append("look"))
    assert steps[:3] == ["sync", "look", "move"]
    assert steps[3:] in (["sync"], [])  # not every system knows the second for a folder
