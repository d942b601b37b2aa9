"""The whole journey: one batch a sheet, readings in the layout's order, print, overlays, and every refusal told."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

import scanner
from dev.filler.camera.camera import Photograph
from dev.filler.pens.sheet import FilledSheet
from scanner.pipeline import read_photo
from scanner.read import ask_tesseract
from scanner.read import tesseract as printed_text
from scanner.sheet_reading import Answer, Problem
from texts.languages import LANGUAGES, Lang, load_table
from texts.sentences import Phrase

ROOT = Path(scanner.__file__).parents[1]


@pytest.fixture(scope="module")
def shot(snap: Callable[..., Photograph]) -> Photograph:
    """A plain photograph of the sheet."""
    return snap()


def test_one_batch_in_the_layouts_order(
    shot: Photograph, sheet: FilledSheet, save: Callable[..., Path], reader: object, tmp_path: Path
) -> None:
    """All number cells come in one batch, 96 px high in their true proportions, those that run over their border again
    in another; every field has its reading.
    """
    result = next(iter(read_photo(save(shot.image), None, reader, printed=False, debug=tmp_path / "d")))  # type: ignore[arg-type]
    assert [one.id for one in result.readings] == [field.id for field in sheet.layout.fields]
    (crops, kinds), *again = reader.batches  # type: ignore[attr-defined]
    assert set(kinds) == {"points"}
    assert len(kinds) == sum(field.kind == "points" for field in sheet.layout.fields)
    assert sum(len(some) for some, _ in again) < 0.2 * len(kinds)
    field = sheet.layout.find_field("g01.p1")
    assert crops[0].dtype == np.uint8
    assert crops[0].shape == (96, round(96 * field.box_mm[2] / field.box_mm[3]))
    stages = sorted(path.name.removeprefix("foto_jpg-") for path in (tmp_path / "d").iterdir())
    assert stages == [
        f"{stage}.jpg" for stage in ("01-photo", "02-marks", "03-page", "04-grid", "05-cells", "06-readings")
    ]


def test_crosses_and_signatures_are_read(
    shot: Photograph, sheet: FilledSheet, save: Callable[..., Path], reader: object
) -> None:
    """Every cross and every signature of the sheet is read as it was written."""
    result = next(iter(read_photo(save(shot.image), None, reader, printed=False)))  # type: ignore[arg-type]
    for one in result.readings:
        if one.kind == "cross":
            assert one.text == sheet.inks[one.id].written, one.id
        if one.kind == "signature":
            assert bool(one.text) == bool(sheet.inks[one.id].written), one.id


def test_printed_names_are_read(
    shot: Photograph, sheet: FilledSheet, save: Callable[..., Path], reader: object
) -> None:
    """Tesseract reads the printed names, umlauts too; without being asked it reads none."""
    path = save(shot.image)
    result = next(iter(read_photo(path, None, reader)))  # type: ignore[arg-type]
    names = [one.text for one in result.readings if one.kind == "text"]
    assert sum(name == true for name, true in zip(names, sheet.names, strict=True)) >= 3
    silent = next(iter(read_photo(path, None, reader, printed=False)))  # type: ignore[arg-type]
    assert all(one.text == "" and one.confidence == 0 for one in silent.readings if one.kind == "text")


@pytest.mark.usefixtures("no_tesseract")
def test_a_missing_tesseract_costs_the_names_only(shot: Photograph, save: Callable[..., Path], reader: object) -> None:
    """Nobody's name is guessed, each says why it was not read, and every number is there."""
    result = next(iter(read_photo(save(shot.image), None, reader)))  # type: ignore[arg-type]
    names = [one for one in result.readings if one.kind == "text"]
    assert [(one.text, one.confidence, one.flags) for one in names] == [("", 0.0, ("unread",))] * len(names)
    assert any(one.text == "x" for one in result.readings if one.kind == "cross")


@pytest.fixture
def tesseract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a shell script in Tesseract's place."""

    def replace_by(script: str) -> None:
        program = tmp_path / "tesseract"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    return replace_by


def test_a_hanging_tesseract_costs_the_names_only(
    tesseract: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who never answers is waited for once; then nothing is known of any name, and the sheet goes on."""
    tesseract("exec sleep 600")
    monkeypatch.setattr(ask_tesseract, "PATIENCE_S", 0.2)
    lines = printed_text.read_lines([np.full((40, 200), 220, np.uint8)] * 2)
    assert lines == [Answer("", 0.0)] * 2


def test_a_tesseract_of_an_odd_version_is_only_asked_to_read(tesseract: Callable[[str], None]) -> None:
    """It calls itself what it likes, and says so without end; words are words. One that writes nothing useful has read
    nothing."""
    head = "level page_num block_num par_num line_num word_num left top width height conf text"
    word = "5 1 1 1 1 1 30 40 90 30 96.7 Anna"
    odd = '[ "$1" = --version ] && echo "tesseract main-dev" && exec sleep 600'
    tesseract(f'{odd}\nprintf "%s\\n" "{head}" "{word}" | tr " " "\\t" > "$2.tsv"')
    assert printed_text.read_words(np.full((90, 300), 255, np.uint8), "6") == [
        printed_text.Word("Anna", 0.96, (30, 40, 90, 30), (1, 1, 1))
    ]
    tesseract('echo ready > "$2.tsv"')
    assert printed_text.read_words(np.full((90, 300), 255, np.uint8), "6") == []


BROKEN = ["exit 1", "kill -SEGV $$", "printf 'Fehler in \\344\\n' >&2; exit 1", "exit 0", "exec sleep 600"]


@pytest.mark.usefixtures("no_library")
@pytest.mark.parametrize("script", BROKEN)
def test_a_failing_tesseract_is_a_broken_installation(
    tesseract: Callable[[str], None], script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that ends with an error, crashes, complains in another code page, writes nothing or hangs is reported as one
    that is missing, when it is asked for words and for its languages."""
    tesseract(script)
    monkeypatch.setattr(ask_tesseract, "PATIENCE_S", 0.3)
    with pytest.raises(ask_tesseract.TesseractMissing):
        printed_text.read_words(np.full((90, 300), 255, np.uint8), "6")
    if script == "exit 0":
        assert ask_tesseract.list_languages() == set()
    else:
        with pytest.raises(ask_tesseract.TesseractMissing):
            ask_tesseract.list_languages()


def test_no_picture_of_a_name_is_left_behind(
    tesseract: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Tesseract is given lies in a folder of its owner's for as long as it reads, also where it hangs."""
    folder = tmp_path / "passing"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    monkeypatch.setattr(ask_tesseract, "PATIENCE_S", 0.3)
    tesseract(f'ls -l "{folder}" > "{tmp_path}/seen"; exec sleep 600')
    printed_text.read_lines([np.full((40, 200), 220, np.uint8)])
    [_, seen] = (tmp_path / "seen").read_text("utf-8").splitlines()
    assert seen.startswith("drwx------")
    assert list(folder.iterdir()) == []


def test_blank_name_lines_are_blank() -> None:
    """Tesseract finds no words on paper."""
    assert [line.text for line in printed_text.read_lines([np.full((40, 200), 220, np.uint8)] * 2)] == ["", ""]
    assert printed_text.read_lines([]) == []


def test_pages_are_read_one_by_one(shot: Photograph, tmp_path: Path, reader: object) -> None:
    """A TIFF with a sheet, nothing, and the sheet on its side: two readings and one refusal, by page."""
    page = Image.fromarray(cv2.cvtColor(shot.image, cv2.COLOR_BGR2RGB))
    blank = Image.new("RGB", page.size, "white")
    page.save(tmp_path / "a.tif", save_all=True, append_images=[blank, page.rotate(90, expand=True)])
    results = list(read_photo(tmp_path / "a.tif", None, reader, printed=False))  # type: ignore[arg-type]
    assert [result.problem and result.problem.code for result in results] == [None, "no-contrast", None]
    assert [result.page for result in results] == [0, 1, 2]
    assert results[2].size_px == (page.size[1], page.size[0])


def test_unusable_files_have_readings_too(tmp_path: Path, reader: object) -> None:
    """What cannot be opened is one reading with its problem, so that no file is ever dropped."""
    (tmp_path / "a.jpg").write_text("no picture")
    (result,) = read_photo(tmp_path / "a.jpg", None, reader)  # type: ignore[arg-type]
    assert result.problem == Problem.of("scanner.not-a-picture")
    assert not result.readings


def _sentences(lang: Lang) -> dict[str, str]:
    """The sentence of each problem by its key: the other keys are parts of sentences, in a group of their own."""
    return {key: text for key, text in load_table(lang, "scanner").items() if key.count(".") == 1}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_problem_names_a_remedy(lang: Lang) -> None:
    """Each sentence ends as one, and holds a remedy after a semicolon; of an unknown sheet the reason says it all."""
    for key, text in _sentences(lang).items():
        assert text.endswith((".", "{reason}")), key
        assert ";" in text or "{reason}" in text, key


MAKERS = ("Problem.of", "make_faulty_page")
"""What makes a problem of a sentence's key and what fills its gaps."""


def test_every_problem_has_what_its_sentence_asks_for() -> None:
    """A gap that nobody fills would only show when that very photograph is refused."""
    sentences, named = _sentences("de"), set()
    for path in (*(ROOT / "scanner").rglob("*.py"), *(ROOT / "desk").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and call.args and ast.unparse(call.func) in MAKERS:
                keys = [node.value for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)]
                given = {gap.arg for gap in call.keywords}
                asked = [(key, set(re.findall(r"{(\w+)", sentences[key]))) for key in keys if key in sentences]
                assert [key for key, gaps in asked if gaps != given] == [], path
                named |= {key for key, _ in asked}
    assert named == set(sentences)


def test_problems_fill_in_what_differs_by_language() -> None:
    """A datum may differ by language, and every fraction does: German has a comma, and a space before the per cent."""
    told = Problem.of("scanner.too-far", value=12.3, unit=Phrase("scanner.unit.row"), limit=28.0)
    assert "12 Bildpunkte je Zeile sind zu wenig, nötig sind 28;" in told.in_("de")
    assert "12 pixels per row are too few, 28 are needed;" in told.in_("en")
    told = Problem.of("scanner.unfocused", value=0.0184, limit=0.008)
    assert "messen 1,84 % der Bildlänge, höchstens 0,8 %)" in told.in_("de")
    assert "measure 1.84% of its length, at most 0.8%)" in told.in_("en")


@pytest.mark.parametrize(
    ("code", "value", "limit", "told"),
    [
        ("too-far", 27.96, 28.0, "27 Bildpunkte je Zeile sind zu wenig, nötig sind 28"),
        ("rules-lost", 0.699, 0.7, "Nur 69 % der gedruckten Linien sind zu erkennen, mindestens 70 %"),
        ("crumpled", 2.51, 2.5, "Linien 2,6 mm daneben, höchstens 2,5"),
        ("crumpled", 3.0, 2.5, "Linien 3 mm daneben"),
        ("blurred", 0.4501, 0.45, "Kanten 0,46 mm breit, höchstens 0,45"),
    ],
)
def test_what_misses_a_limit_does_not_read_like_it(code: str, value: float, limit: float, told: str) -> None:
    """Numbers are rounded away from the limit, and whole ones have no ",0"."""
    assert told in Problem.of(f"scanner.{code}", value=value, limit=limit, unit=Phrase("scanner.unit.row")).in_("de")
