"""What Windows does otherwise with files: names that mean a device, files that somebody has open, drafts that cannot be
locked. Tried here with Windows' answers."""

from __future__ import annotations

import errno
import os
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from desk.outputs import check_folder
from tournament import errors, whole_files
from tournament.errors import UnwritableFile
from tournament.filing.backups import unpack_backup
from tournament.record.record_errors import write_file_address
from tournament.whole_files import OLD_S, is_name_everywhere, write_new, write_whole


@pytest.mark.parametrize(
    "name", ["CON", "nul.kiebitz", "Com1.pdf", "lpt9.a.b", "Stand 20:15.pdf", "ende.", "a?b", "n" * 256]
)
def test_some_names_are_none_on_windows(name: str) -> None:
    """Devices, whatever stands behind the dot; a colon, which hides the rest in another file; a dot at the end."""
    assert not is_name_everywhere(name)


@pytest.mark.parametrize("name", ["Konrad.kiebitz", "con-2026.kiebitz", "Abend vor 0.4 (2).kiebitz", ".kiebitz-x"])
def test_most_names_are(name: str) -> None:
    """Umlauts, blanks and dots within are no trouble."""
    assert is_name_everywhere(name)


@pytest.mark.parametrize("write", [write_whole, write_new])
def test_windows_writes_no_such_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: object) -> None:
    """It is refused in one sentence before anything is written."""
    assert callable(write)
    monkeypatch.setattr(whole_files, "ON_WINDOWS", True)
    with pytest.raises(UnwritableFile, match="kann unter Windows keine Datei heißen"):
        write(tmp_path / "Stand 20:30.pdf", lambda draft: draft.write_text("x"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("write", [write_whole, write_new])
def test_elsewhere_it_is_a_name_like_any_other(tmp_path: Path, write: object) -> None:
    """A tournament may be called by the time of day."""
    assert callable(write)
    write(tmp_path / "Stand 20:15.pdf", lambda draft: draft.write_text("x"))
    assert [one.name for one in tmp_path.iterdir()] == ["Stand 20:15.pdf"]


@pytest.mark.parametrize(
    ("path", "address"),
    [
        (PureWindowsPath(r"\\laptop\Verein\Käthe 1.kiebitz"), "file:////laptop/Verein/K%C3%A4the%201.kiebitz?mode=rw"),
        (PureWindowsPath(r"C:\Abend #3.kiebitz"), "file:///C:/Abend%20%233.kiebitz?mode=rw"),
        (PurePosixPath("/home/ida/50%?.kiebitz"), "file:///home/ida/50%25%3F.kiebitz?mode=rw"),
    ],
)
def test_sqlite_finds_a_file_in_the_network(path: PurePath, address: str) -> None:
    """A drive of Windows may be a folder of another computer, whose name SQLite takes as a part of the path only."""
    assert write_file_address(path, "rw") == address


def hold_open(monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """Somebody has every file open, so often as it is moved; returns the list of refusals."""
    move, refused = Path.replace, list[int]()

    def replace(self: Path, place: Path) -> Path:
        if len(refused) < times:
            refused.append(1)
            raise PermissionError(errno.EACCES, "The process cannot access the file")
        return move(self, place)

    monkeypatch.setattr(whole_files, "TRIES", 3)
    monkeypatch.setattr(Path, "replace", replace)
    return refused


def test_a_moment_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads the file just now, or looks for viruses in it, is soon done."""
    target = tmp_path / "stand.xlsx"
    target.write_text("old")
    refused = hold_open(monkeypatch, 2)
    write_whole(target, lambda draft: draft.write_text("new"))
    assert (target.read_text(), len(refused)) == ("new", 2)


def test_a_workbook_that_is_open_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Excel keeps it: one sentence with the remedy, and the file is as it was."""
    target = tmp_path / "stand.xlsx"
    target.write_text("old")
    for module in (errors, whole_files):
        monkeypatch.setattr(module, "ON_WINDOWS", True)
    refused = hold_open(monkeypatch, 9)
    told = r"ein anderes Programm hat die Datei offen\); bitte .* die Datei schließen"
    with pytest.raises(UnwritableFile, match=told):
        write_whole(target, lambda draft: draft.write_text("new"))
    assert (target.read_text(), len(refused)) == ("old", 3)
    assert list(tmp_path.iterdir()) == [target]


def test_old_drafts_go_and_fresh_ones_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a run that was killed, and of one that may still write: Windows locks none that is also to be deleted."""
    monkeypatch.setattr(whole_files, "ON_WINDOWS", True)
    old, fresh = (tmp_path / f".kiebitz-{letter * 8}.pdf" for letter in "ab")
    for draft in (old, fresh):
        draft.write_text("half")
    past = fresh.stat().st_mtime - OLD_S - 60
    os.utime(old, (past, past))
    write_whole(tmp_path / "stand.pdf", lambda draft: draft.write_text("new"))
    assert sorted(one.name for one in tmp_path.iterdir()) == [fresh.name, "stand.pdf"]


def test_a_folder_that_refuses_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would try millions of names there, each of which may be taken by a folder: on Windows it cannot tell."""

    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "refused")

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr("tempfile.mkstemp", lambda **_: pytest.fail("asked again and again"))
    monkeypatch.setattr("tournament.filing.backups.mkdtemp", lambda **_: pytest.fail("asked again and again"))
    with pytest.raises(UnwritableFile):
        write_whole(tmp_path / "stand.pdf", lambda draft: draft.write_bytes(b""))
    with pytest.raises(UnwritableFile):
        check_folder(tmp_path)
    with pytest.raises(UnwritableFile):
        unpack_backup(tmp_path / "abend.zip", tmp_path)
