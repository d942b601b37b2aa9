"""Photographs in, results out: what a folder stands for, and where results can be written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from desk.__main__ import main
from desk.cli.run.run_read import ReadSettings, _choose_debug_folders
from desk.exits import NoPhoto, Unusable
from desk.inputs import expand_photos
from desk.outputs import JSON, PDF, FileKind, check_file, check_folder, write_data, write_files, write_json
from desk.workers.pool import Pool
from scanner.debug_pictures import Overlays
from scanner.pyramid import Pyramid
from tournament import whole_files
from tournament.errors import UnwritableFile


def test_a_folder_stands_for_its_pictures_in_natural_order(tmp_path: Path) -> None:
    """IMG_9 comes before IMG_10; hidden files, other files and folders inside are left out."""
    for name in ("IMG_10.JPG", "img_9.jpg", "a.HEIC", "scan.pdf", "truth.json", ".hidden.jpg", "._IMG_10.JPG"):
        (tmp_path / name).touch()
    (tmp_path / "folder.jpg").mkdir()
    assert [path.name for path in expand_photos([tmp_path])] == ["a.HEIC", "img_9.jpg", "IMG_10.JPG", "scan.pdf"]


def test_every_picture_is_taken_once_in_the_order_given(tmp_path: Path) -> None:
    """A file named beside its folder is not read twice; one that is missing stays, to be reported in its place."""
    for name in ("1.png", "2.png"):
        (tmp_path / name).touch()
    second, missing = tmp_path / "2.png", tmp_path / "fehlt.jpg"
    assert expand_photos([missing, second, tmp_path]) == (missing, second, tmp_path / "1.png")


def test_a_folder_without_pictures_is_told(tmp_path: Path) -> None:
    """The sentence names the folder and what could be read."""
    with pytest.raises(NoPhoto) as stop:
        expand_photos([tmp_path])
    assert stop.value.exit_status == 3
    assert str(tmp_path) in stop.value.message("de")
    assert "HEIC" in stop.value.message("en")


@pytest.mark.parametrize("place", ["", "nowhere/x.pdf", "file.txt/x.pdf", "n" * 300 + ".pdf"])
def test_a_place_that_takes_no_file_is_told_before_the_work(tmp_path: Path, place: str) -> None:
    """A folder, a missing folder, a file taken for a folder, an impossible name: reported, and nothing is left."""
    (tmp_path / "file.txt").touch()
    with pytest.raises(UnwritableFile):
        check_file(tmp_path / place, PDF)
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]


def test_a_name_that_windows_takes_otherwise_is_told_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its end would be a hidden part of another file."""
    monkeypatch.setattr(whole_files, "ON_WINDOWS", True)
    with pytest.raises(UnwritableFile, match="kann unter Windows keine Datei heißen"):
        check_file(tmp_path / "Stand 20:15.pdf", PDF)


def test_checking_leaves_an_existing_file_as_it_is(tmp_path: Path) -> None:
    """Only the writing replaces what is there."""
    target = tmp_path / "alt.json"
    write_json(target, {"kiebitz": 1})
    check_file(target, JSON)
    assert target.read_text(encoding="utf-8") == '{\n "kiebitz": 1\n}\n'


@pytest.mark.parametrize(
    ("name", "kind", "content"),
    [("liste.json", JSON, b'{"mitglieder": []}'), ("satzung.pdf", PDF, b"%PDF-1.4 /Creator (Writer)")],
)
def test_a_strangers_file_is_never_replaced(tmp_path: Path, name: str, kind: FileKind, content: bytes) -> None:
    """What Kiebitz did not write stays; an empty file holds nothing that could be lost."""
    target = tmp_path / name
    target.touch()
    check_file(target, kind)
    target.write_bytes(content)
    with pytest.raises(UnwritableFile, match="hat nicht Kiebitz geschrieben"):
        check_file(target, kind)
    assert target.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        "sheet --rules ddv -o {}",
        "sheet --guide {}",
        "sheet --rules ddv -o {}/a.pdf --geometry {}",
        "scan a.jpg --rules ddv -o {}",
        "scan a.jpg --rules ddv -o {}/a.xlsx --json {}",
        "learn a.jpg -o {}",
        "learn a.jpg -o {}/a.toml --picture {}",
    ],
)
def test_a_wrong_ending_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    """Under a name like brief.docx no program would open what is in it."""
    parts = line.split()
    wrong = str(tmp_path / "brief.docx")
    arguments = [*(part.replace("{}/", f"{tmp_path}/") for part in parts[:-1]), wrong]
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert wrong in told
    assert "enden" in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only there a pipe has a name")
@pytest.mark.parametrize(
    "line",
    [
        "sheet --rules ddv -o {}.pdf",
        "scan a.jpg --rules ddv -o {}.xlsx",
        "scan a.jpg --rules ddv -o {}-2.xlsx --json {}.json",
    ],
)
def test_a_named_pipe_is_refused_instead_of_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """Nobody reads from it, perhaps for ever: one sentence, before the work."""
    arguments = line.replace("{}", str(tmp_path / "rohr")).split()
    os.mkfifo(arguments[-1])
    assert main(arguments) == 3
    assert "ist eine Pipe" in capsys.readouterr().err
    with pytest.raises(Unusable):
        check_file(Path(arguments[-1]), FileKind(Path(arguments[-1]).suffix))


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="only there the output has a name")
def test_a_pipe_that_the_shell_laid_is_written() -> None:
    """`-o /dev/stdout | lpr` prints the sheet."""
    command = [sys.executable, "-m", "desk", "sheet", "--rules", "ddv", "-o", "/dev/stdout"]
    run = subprocess.run(command, capture_output=True, cwd=Path(__file__).parents[2], check=True)
    assert run.stdout.startswith(b"%PDF-")


def test_a_failed_result_leaves_the_old_one_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fills up in the middle costs the new file only."""
    target = tmp_path / "alt.json"
    target.write_text("alt")

    def fail(draft: Path, data: bytes) -> None:
        draft.write_text(data.decode()[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(UnwritableFile) as stop:
        write_data(target, b"halb")
    assert "kein Platz mehr" in stop.value.message("de")
    assert "No space left" in stop.value.message("en")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["alt"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The geometry on a full disk: status 3 and one sentence with the system's reason."""
    status = main(["sheet", "--rules", "pflichtsolo-40", "-o", str(tmp_path / "a.pdf"), "--geometry", "/dev/full"])
    assert status == 3
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert told[0].startswith("kiebitz: /dev/full")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """The file that it points to is replaced; links in a circle give way to the file."""
    (tmp_path / "real").mkdir()
    link, circle = tmp_path / "link.json", tmp_path / "circle.json"
    link.symlink_to(tmp_path / "real" / "a.json")
    circle.symlink_to(circle)
    for path in (link, circle):
        check_file(path, JSON)
        write_json(path, 1)
    assert link.is_symlink()
    assert (tmp_path / "real" / "a.json").read_text() == circle.read_text() == "1\n"


def test_a_debug_folder_is_made_and_a_file_in_its_place_is_told(tmp_path: Path) -> None:
    """The folder may be new; a file of that name is in the way."""
    check_folder(tmp_path / "new" / "debug")
    assert (tmp_path / "new" / "debug").is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(UnwritableFile):
        check_folder(tmp_path / "file")


def test_a_folder_of_files_in_whose_place_a_file_stands_is_told(tmp_path: Path) -> None:
    """One sentence names it; where nothing is in the way, the folder is made and has the files."""
    (tmp_path / "da").write_text("x", encoding="utf-8")
    with pytest.raises(UnwritableFile, match="da"):
        write_files(tmp_path / "da", {"Stand.csv": b"a"})
    write_files(tmp_path / "neu" / "tabellen", {"Stand.csv": b"a", "Spiele.csv": b"b"})
    assert (tmp_path / "neu" / "tabellen" / "Spiele.csv").read_bytes() == b"b"


def test_json_keeps_umlauts(tmp_path: Path) -> None:
    """Documents are UTF-8 and readable."""
    write_json(tmp_path / "a.json", {"name": "Jürgen"})
    assert "Jürgen" in (tmp_path / "a.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(("seats", "games"), [(4, 16), (5, 20)])
def test_a_sheet_comes_with_its_geometry(tmp_path: Path, seats: int, games: int) -> None:
    """The number of games follows the rules; the geometry names layout, code and every field of every game."""
    pdf, geometry = tmp_path / "a.pdf", tmp_path / "a.json"
    line = ["sheet", "--rules", "pflichtsolo-40", "--seats", str(seats), "-o", str(pdf), "--geometry", str(geometry)]
    assert main([*line, "--names", ",".join("ABCDE"[:seats]), "--round", "2", "--table", "7"]) == 0
    assert pdf.read_bytes().startswith(b"%PDF-")
    told = json.loads(geometry.read_text(encoding="utf-8"))
    assert (told["kiebitz"], told["layout"], told["page_mm"]) == (1, f"pflichtsolo-40/points/{seats}", [210, 297])
    assert f"/{games}:r2:t7:n" in told["code"]
    ids = {field["id"] for field in told["fields"]}
    assert {f"g{game:02}.p{seat}" for game in range(1, games + 1) for seat in range(1, seats + 1)} <= ids


def test_debug_pictures_of_photographs_with_one_name_stay_apart() -> None:
    """Two telephones both made an IMG_1; usually all pictures lie in one folder."""
    how = ReadSettings(None, Path("debug"), Pool(1), "de")
    one, two, other = Path("a/IMG_1.jpg"), Path("b/IMG_1.jpg"), Path("b/IMG_2.jpg")
    assert _choose_debug_folders(how, [one, other]) == [Path("debug"), Path("debug")]
    assert _choose_debug_folders(how, [one, two]) == [Path("debug/001"), Path("debug/002")]


@pytest.mark.parametrize("name", ["n" * 246 + ".jpg", "ü" * 120 + ".jpg", "🂡" * 60 + ".jpg"])
def test_debug_pictures_of_a_photograph_with_a_long_name_are_written(tmp_path: Path, name: str) -> None:
    """A name that just fits the disk leaves no room for the stage's: it is shortened, and stays its own."""
    for photo in (name, name[:-4] + ".png"):
        Overlays(tmp_path, photo).draw_photo(Pyramid((np.zeros((40, 30), np.uint8),)))
    assert len(list(tmp_path.iterdir())) == 2


def test_a_name_with_stars_stands_for_its_pictures(tmp_path: Path) -> None:
    """Windows' shells hand `*.jpg` on as it is. Where nothing fits, or a file has the star in its name, it stays."""
    for name in ("IMG_10.jpg", "IMG_9.jpg", "a.png"):
        (tmp_path / name).touch()
    assert expand_photos([tmp_path / "*.jpg"]) == (tmp_path / "IMG_9.jpg", tmp_path / "IMG_10.jpg")
    assert expand_photos([tmp_path / "b*.jpg"]) == (tmp_path / "b*.jpg",)
    if sys.platform != "win32":  # where no file has such a name
        (tmp_path / "IMG_*.jpg").touch()
        assert expand_photos([tmp_path / "IMG_*.jpg"]) == (tmp_path / "IMG_*.jpg",)
