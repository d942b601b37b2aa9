"""Printed lines are read by the installed Tesseract or by the library that Kiebitz brings, and alike by both."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
import reportlab
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scanner.read import ask_tesseract
from scanner.read.ask_tesseract import LANGUAGE, TesseractMissing, TesseractSlow, find_languages, list_languages
from scanner.read.tesseract import Word, read_lines, read_words

LINES = ("Anna Weiß", "Hans-Jürgen Großmann", "Bärbel Küßner", "Jörg Öttinger", "Sonderpunkte", "Fuchs gefangen")
FONT = ImageFont.truetype(Path(reportlab.__file__).with_name("fonts") / "Vera.ttf", 34)
by_script = pytest.mark.skipif(sys.platform == "win32", reason="a script stands for the program")


def draw_lines() -> NDArray[np.uint8]:
    """The lines, printed below each other."""
    picture = Image.new("L", (700, 80 * len(LINES)), 255)
    for number, line in enumerate(LINES):
        ImageDraw.Draw(picture).text((40, 80 * number + 20), line, fill=0, font=FONT)
    return np.asarray(picture, np.uint8)


def read_drawn() -> list[Word]:
    """What is read of them."""
    return read_words(draw_lines(), "6")


def write_program(place: Path, script: str) -> None:
    """Puts a shell script in Tesseract's place."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{script}\n")
    place.chmod(0o755)


@pytest.mark.skipif(LANGUAGE not in find_languages() or not shutil.which("tesseract"), reason="no Tesseract installed")
def test_both_read_the_same_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Word for word, in the same places and with the same trust; each for itself."""
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "tesserocr", None)
        by_program = read_drawn()
    monkeypatch.setenv("PATH", "")
    by_library = read_drawn()
    assert " ".join(word.text for word in by_program) == " ".join(LINES)
    assert [(word.text, word.line) for word in by_library] == [(word.text, word.line) for word in by_program]
    for one, other in zip(by_library, by_program, strict=True):
        assert np.abs(np.subtract(one.box_px, other.box_px)).max() <= 2
        assert abs(one.confidence - other.confidence) < 0.1


@pytest.mark.usefixtures("no_program")
def test_a_crop_of_each_line_is_read_without_a_program() -> None:
    """As names and heads of a sheet are, one below the other."""
    page = draw_lines()
    answers = read_lines([page[top : top + 80] for top in range(0, len(page), 80)])
    assert [answer.text for answer in answers] == list(LINES)


@by_script
@pytest.mark.parametrize("script", ["exit 1", "kill -SEGV $$", "exit 0"])
def test_the_library_reads_what_the_program_cannot(no_program: Path, script: str) -> None:
    """One without German, one that crashes, one that writes nothing."""
    write_program(no_program / "tesseract", script)
    assert " ".join(word.text for word in read_drawn()) == " ".join(LINES)
    assert LANGUAGE in list_languages()


@by_script
def test_a_library_that_takes_too_long_counts_as_hanging(no_program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops by itself, and its sheet goes on without names."""
    monkeypatch.setattr(ask_tesseract, "PATIENCE_S", 0.001)
    with pytest.raises(TesseractSlow):
        read_drawn()


@pytest.mark.usefixtures("no_program")
def test_the_data_may_lie_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder of a user with umlauts, too; and where a scan is begun is where it stays."""
    place, here = tmp_path / "Jörg Müller" / "model", Path.cwd()
    shutil.copytree(ask_tesseract.DATA, place)
    monkeypatch.setattr(ask_tesseract, "DATA", place)
    assert len(read_drawn()) > len(LINES)
    assert Path.cwd() == here


@pytest.mark.usefixtures("no_program")
@pytest.mark.parametrize("damage", [b"", b"x" * 1_525_436])
def test_damaged_data_is_never_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    """It counts as missing: the library would crash with it, or read other names."""
    shutil.copytree(ask_tesseract.DATA, tmp_path / "model")
    (tmp_path / "model" / f"{LANGUAGE}.traineddata").write_bytes(damage)
    monkeypatch.setattr(ask_tesseract, "DATA", tmp_path / "model")
    with pytest.raises(TesseractMissing):
        read_drawn()
    with pytest.raises(TesseractMissing):
        list_languages()


@by_script
@pytest.mark.usefixtures("no_tesseract")
@pytest.mark.parametrize(("name", "below"), [("ProgramFiles", "."), ("LOCALAPPDATA", "Programs")])
def test_tesseract_beside_the_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, below: str
) -> None:
    """Windows' installer does not change the PATH; for all users and for one it has different folders."""
    write_program(tmp_path / below / "Tesseract-OCR" / "tesseract.exe", "echo deu")
    with pytest.raises(TesseractMissing):
        list_languages()
    monkeypatch.setenv(name, str(tmp_path))
    assert list_languages() == {"deu"}
