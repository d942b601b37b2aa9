"""What somebody typed into a workbook outlives the next run."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook

from tournament.earlier import keep_edited
from tournament.errors import UnwritableFile


def saved_by(program: str, target: Path) -> Path:
    """A file like a workbook that this program saved."""
    with zipfile.ZipFile(target, "w") as parts:
        parts.writestr("docProps/app.xml", f"<Properties><Application>{program}</Application></Properties>")
    return target


def test_what_kiebitz_wrote_may_go(tmp_path: Path) -> None:
    """A second run over an untouched workbook leaves one file."""
    target = tmp_path / "stand.xlsx"
    Workbook().save(target)
    assert keep_edited(target, "de") is None
    assert keep_edited(tmp_path / "neu.xlsx", "de") is None
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("program", ["Microsoft Excel", "LibreOffice/7.4.7.2"])
def test_what_another_program_saved_is_kept(tmp_path: Path, program: str) -> None:
    """Each edited version gets a name of its own; the workbook itself still stands."""
    target = saved_by(program, tmp_path / "stand.xlsx")
    kept = [keep_edited(target, "de"), keep_edited(target, "de"), keep_edited(target, "en")]
    assert [path.name for path in kept if path] == ["stand-vorher.xlsx", "stand-vorher-2.xlsx", "stand-before.xlsx"]
    assert all(path.read_bytes() == target.read_bytes() for path in kept if path)


def test_a_file_that_is_no_workbook_is_kept_too(tmp_path: Path) -> None:
    """Whatever stands there is somebody's: text, or an archive of something else."""
    text = tmp_path / "a.xlsx"
    text.write_text("Notizen")
    other = tmp_path / "b.xlsx"
    with zipfile.ZipFile(other, "w") as parts:
        parts.writestr("readme", "x")
    assert keep_edited(text, "de") == tmp_path / "a-vorher.xlsx"
    assert keep_edited(other, "de") == tmp_path / "b-vorher.xlsx"


def test_what_cannot_be_kept_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk the edited workbook stays where it is."""
    target = saved_by("Microsoft Excel", tmp_path / "stand.xlsx")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copy2", full)
    with pytest.raises(UnwritableFile, match="stand-vorher"):
        keep_edited(target, "de")
    assert target.is_file()
