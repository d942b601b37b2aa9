"""Bad input through the command line: each file gets one clear sentence, the rest goes on; no traceback."""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from desk.__main__ import main
from desk.cli.run import run_read
from desk.exits import Status
from desk.workers import read_photos
from desk.workers.read_photos import READING, make_tesseract_error
from templates.drawing.sheet_pdf import render_sheet
from templates.sheet_code import SheetCode
from templates.sheet_spec import SheetSpec
from tests.desk.saboteurs import load_nothing, read_shut

NAMED = Path(__file__).parents[2] / "samples" / "r1-t1-clean.jpg"
SPEC = SheetSpec(SheetCode("pflichtsolo-40", "points", 4, 16, 1, 2))


@cache
def photo() -> Image.Image:
    """An empty sheet on a grey table, straight from above, 7 px per mm; nobody may change it."""
    page = Image.fromarray(render_sheet(SPEC, 7.0))
    table = Image.new("L", (page.width + 200, page.height + 200), 120)
    table.paste(page, (100, 100))
    return table


def noise(width: int = 900, height: int = 1200) -> Image.Image:
    """A picture of something, but of no sheet."""
    rng = np.random.default_rng(7)
    return Image.fromarray(rng.integers(0, 256, (height // 20, width // 20, 3), np.uint8)).resize((width, height))


def huge_png(path: Path) -> None:
    """Says to be 30,000 x 30,000 pixels in a hundred bytes, as a decompression bomb does."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 30_000, 30_000, 8, 0, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"\0" * 1000)), chunk(b"IEND", b""))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))


def truncated(path: Path) -> None:
    """The first half of a JPEG."""
    photo().save(path, quality=90)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def missing(_path: Path) -> None:
    """No file at all."""


def folder(path: Path) -> None:
    """A folder that ends in .jpg and holds nothing."""
    path.mkdir()


BAD: dict[str, tuple[str, Callable[[Path], object]]] = {
    "missing": ("a.jpg", missing),
    "a folder without pictures": ("a.jpg", folder),
    "empty": ("a.jpg", lambda path: path.touch()),
    "text": ("a.jpg", lambda path: path.write_text("Das ist kein Bild.\n" * 100)),
    "truncated": ("a.jpg", truncated),
    "huge": ("a.png", huge_png),
    "one pixel": ("a.png", lambda path: Image.new("L", (1, 1)).save(path)),
    "black": ("a.jpg", lambda path: Image.new("L", (1500, 2000)).save(path)),
    "white": ("a.jpg", lambda path: Image.new("L", (1500, 2000), 255).save(path)),
    "no sheet": ("a.jpg", lambda path: noise().save(path)),
    "half a sheet": ("a.jpg", lambda path: photo().crop((0, 0, 1670, 1000)).save(path)),
    "CMYK without a sheet": ("a.jpg", lambda path: noise().convert("CMYK").save(path)),
    "a broken PDF": ("a.pdf", lambda path: path.write_bytes(b"%PDF-1.4\n" + bytes(range(256)))),
    "a broken HEIC": ("a.heic", lambda path: path.write_bytes(b"\0\0\0\x18ftypheic" + bytes(40))),
}


@pytest.mark.parametrize("case", BAD)
def test_an_unusable_file_is_told_in_one_sentence(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 3; the sentence about the file comes first, the summary second, and nothing else is said."""
    name, make = BAD[case]
    make(tmp_path / name)
    assert main(["scan", str(tmp_path / name), "--rules", "pflichtsolo-40", "-o", str(tmp_path / "out.xlsx")]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
    lines = told.err.splitlines()
    assert name in lines[0]
    assert len(lines) == (1 if case == "a folder without pictures" else 2)
    assert all(line.endswith((".", ")")) for line in lines)
    assert not (tmp_path / "out.xlsx").exists()


def sixteen_bit(path: Path) -> None:
    """Grey with 16 bits, as scanners make it."""
    Image.fromarray(np.asarray(photo(), np.uint16) * 257).save(path)


def heic(path: Path) -> None:
    """As telephones make it."""
    pillow_heif.from_pillow(photo().convert("RGB")).save(path, quality=80)


def three_pages(path: Path) -> None:
    """Three sheets from a scanner's feed."""
    photo().save(path, save_all=True, append_images=[photo(), photo()], resolution=178)


def turned(orientation: int) -> Callable[[Path], object]:
    """The camera was held otherwise, and says so."""

    def make(path: Path) -> None:
        exif = Image.Exif()
        exif[0x0112] = orientation
        photo().save(path, exif=exif, quality=90)

    return make


GOOD: dict[str, tuple[str, Callable[[Path], object], int]] = {
    "CMYK": ("a.jpg", lambda path: photo().convert("CMYK").save(path, quality=90), 1),
    "16 bit": ("a.png", sixteen_bit, 1),
    "HEIC": ("a.heic", heic, 1),
    "a PDF of three pages": ("a.pdf", three_pages, 3),
    **{f"EXIF {n}": ("a.jpg", turned(n), 1) for n in (3, 6, 8)},
}


@pytest.mark.few(4)
@pytest.mark.parametrize("case", GOOD)
def test_an_unusual_file_is_read(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every page gives one JSON line with the sheet's code and all its fields, each of them blank."""
    name, make, pages = GOOD[case]
    make(tmp_path / name)
    assert main(["read", str(tmp_path / name), "--json"]) == 0
    told = capsys.readouterr()
    sheets = [json.loads(line) for line in told.out.splitlines()]
    assert [sheet["problem"] for sheet in sheets] == [None] * pages
    assert {sheet["code"] for sheet in sheets} == {SPEC.code.spell()}
    assert {field["text"] for sheet in sheets for field in sheet["fields"] if field["kind"] == "points"} == {""}


def test_a_folder_goes_on_past_broken_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sheets between broken files are read, and each broken one is reported by its name, in order."""
    for number in (1, 4):
        photo().save(tmp_path / f"{number}.jpg", quality=85)
    (tmp_path / "2.jpg").write_text("kein Bild")
    huge_png(tmp_path / "3.png")
    results = ["-o", str(tmp_path / "out.xlsx"), "--json", str(tmp_path / "out.json")]
    assert main(["scan", str(tmp_path), "--rules", "pflichtsolo-40", *results, "--jobs", "2"]) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().err.splitlines()] == ["2.jpg", "3.png"]
    report = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [one["photo"] for one in report["unusable"]] == ["2.jpg", "3.png"]
    assert [one["photo"] for one in report["photos"]] == ["1.jpg", "2.jpg", "3.png", "4.jpg"]


@pytest.mark.slow
def test_two_hundred_pictures_of_which_three_are_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """197 sheets are read, three files are reported, and the run is done."""
    photo().save(tmp_path / "1.jpg", quality=85)
    sheet = (tmp_path / "1.jpg").read_bytes()
    for number in range(2, 201):
        broken = number in (50, 100, 150)
        (tmp_path / f"{number}.jpg").write_bytes(sheet[:5000] if broken else sheet)
    assert main(["read", str(tmp_path), "--json"]) == 0
    told = capsys.readouterr()
    assert [line.split(":")[0] for line in told.err.splitlines()] == ["50.jpg", "100.jpg", "150.jpg"]
    sheets = [json.loads(line) for line in told.out.splitlines()]
    assert [sheet["photo"] for sheet in sheets] == [f"{number}.jpg" for number in range(1, 201)]
    assert sum(sheet["problem"] is None for sheet in sheets) == 197


def test_a_file_or_folder_that_may_not_be_opened_is_told_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever runs this may open everything, so the system's refusal is imitated."""
    (tmp_path / "dicht").mkdir()
    for name in ("a.jpg", "b.jpg"):
        photo().save(tmp_path / name, quality=85)
    monkeypatch.setattr(run_read, "READING", replace(READING, do=read_shut))
    monkeypatch.setattr(os, "access", lambda path, _mode: path != tmp_path / "dicht")
    assert main(["read", "--json", "--jobs", "1", *(str(tmp_path / name) for name in ("a.jpg", "dicht", "b.jpg"))]) == 0
    told = capsys.readouterr()
    assert [line.split(":")[0] for line in told.err.splitlines()] == ["a.jpg", "dicht"]
    assert all("keine Berechtigung" in line for line in told.err.splitlines())
    assert [json.loads(line)["problem"] is None for line in told.out.splitlines()] == [False, False, True]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_debug_folder_that_takes_no_more_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 3 and one sentence that names the folder; the picture is not to blame."""
    photo().save(tmp_path / "a.jpg", quality=85)
    (tmp_path / "debug").mkdir()
    (tmp_path / "debug" / "a_jpg-01-photo.jpg").symlink_to("/dev/full")
    assert main(["read", str(tmp_path / "a.jpg"), "--debug", str(tmp_path / "debug")]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert f"In {tmp_path / 'debug'} lassen sich keine Bilder der Schritte schreiben (kein" in told.err
    assert len(told.err.splitlines()) == 1


@pytest.mark.usefixtures("no_tesseract")
def test_a_missing_tesseract_is_told_where_names_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything else is read; one sentence names the remedy."""
    assert main(["read", str(NAMED), "--json", "--jobs", "1"]) == Status.DONE
    told = capsys.readouterr()
    assert (told.err.count("Tesseract fehlt oder kann kein Deutsch; Abhilfe: "), len(told.err.splitlines())) == (1, 1)
    fields = json.loads(told.out)["fields"]
    names = [field for field in fields if field["id"].startswith("name.")]
    assert {(field["text"], *field["flags"]) for field in names} == {("", "unread")}
    assert sum(field["confidence"] > 0.9 for field in fields) > len(fields) / 2


@pytest.mark.usefixtures("no_tesseract")
def test_a_missing_tesseract_leaves_the_names_to_a_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A scan counts the sheet; every seat with a printed name is open, and the remedy is named once, below them."""
    report = tmp_path / "r.json"
    scan = ["scan", str(NAMED), "--rules", "pflichtsolo-40", "-o", str(tmp_path / "s.xlsx"), "--json", str(report)]
    assert main([*scan, "--jobs", "1"]) == Status.DONE
    [sheet] = json.loads(report.read_text("utf-8"))["sheets"]
    asked = [finding for finding in sheet["findings"] if finding["code"] == "unknown-name"]
    assert len(asked) == len(sheet["players"])
    assert all(finding["message"].endswith("nicht gelesen. Wer saß hier?") for finding in asked)
    told = capsys.readouterr()
    assert "Tesseract" not in told.out
    assert [line.startswith("Gedruckte Namen sind nicht gelesen: ") for line in told.err.splitlines()] == [True]


@pytest.mark.usefixtures("no_tesseract")
def test_a_missing_tesseract_stops_nothing_that_does_not_need_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sheet on which no name is printed is read and counted; its names are left to a person, as ever."""
    photo().save(tmp_path / "a.jpg", quality=85)
    assert main(["read", str(tmp_path / "a.jpg"), "--json", "--jobs", "1"]) == 0
    fields = json.loads(capsys.readouterr().out)["fields"]
    assert {field["confidence"] for field in fields if field["id"].startswith("name.")} == {0.0}


@pytest.mark.parametrize(
    ("system", "release", "told"),
    [
        ("win32", {}, "winget install UB-Mannheim.TesseractOCR"),
        ("darwin", {}, "brew install tesseract tesseract-lang"),
        ("linux", {"ID": "debian"}, "apt-get install tesseract-ocr tesseract-ocr-deu"),
        ("linux", {"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, "apt-get install"),
        ("linux", {"ID": "nobara", "ID_LIKE": "fedora"}, "dnf install tesseract tesseract-langpack-deu"),
        ("linux", {"ID": "plan9"}, "mit deutschen Sprachdaten"),
    ],
)
def test_the_remedy_is_this_computers(
    monkeypatch: pytest.MonkeyPatch, system: str, release: dict[str, str], told: str
) -> None:
    """Nobody on Windows or macOS is told of apt-get."""
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: release)
    message = make_tesseract_error("FileNotFoundError").message("de")
    assert told in message
    assert ("apt-get" in message) == ("apt-get" in told)


@pytest.mark.usefixtures("no_library")
def test_a_tesseract_without_german_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The program alone does not read German names; everything else is read."""
    imitation = tmp_path / "tesseract"
    imitation.write_text('#!/bin/sh\nif [ "$1" = --version ]; then echo tesseract 5.3.0; else exit 1; fi\n')
    imitation.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert main(["read", str(NAMED), "--jobs", "1"]) == Status.DONE
    assert "Tesseract fehlt oder kann kein Deutsch" in capsys.readouterr().err


def test_a_missing_recogniser_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 4 and how to mend the installation."""
    monkeypatch.setattr(read_photos, "LOADING", replace(read_photos.LOADING, do=load_nothing))
    assert main(["read", str(tmp_path / "a.jpg")]) == Status.BROKEN
    told = capsys.readouterr().err
    assert "digits.onnx" in told
    assert "neu installieren" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize("text", ["kein TOML = = =", "id = 5", ""])
def test_a_broken_layout_is_told_before_reading(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence names the file; nothing is read."""
    layout = tmp_path / "liste.toml"
    layout.write_text(text)
    assert main(["read", str(tmp_path / "a.jpg"), "--layout", str(layout)]) == 3
    told = capsys.readouterr().err
    assert "liste.toml" in told
    assert len(told.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="only there a file name is any bytes")
def test_a_hostile_file_name_is_only_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes that are no text and terminal codes in a name neither reach the terminal nor stop the report."""
    good, bad = (tmp_path / os.fsdecode(name) for name in (b"a\xff\x1b[31m.jpg", b"b\xff\x1b[31m.jpg"))
    photo().save(good, quality=85)
    bad.write_text("kein Bild")
    results = ["-o", str(tmp_path / "out.xlsx"), "--json", str(tmp_path / "out.json"), "--csv", str(tmp_path / "csv")]
    assert main(["scan", str(tmp_path), "--rules", "pflichtsolo-40", *results]) == 0
    told = capsys.readouterr()
    assert "\x1b" not in told.out + told.err
    report = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [one["photo"] for one in report["photos"]] == ["a\ufffd\ufffd[31m.jpg", "b\ufffd\ufffd[31m.jpg"]
