"""What a cluster's worker answers is checked as a stranger's file is: only what fits the photograph is taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from desk.exits import Broken
from desk.workers.answers import BadAnswer, SentPhoto, open_answer, pack_answer, pack_photo, unpack_photo
from desk.workers.read_photos import ReadTask, read_pages
from scanner.sheet_reading import DrawnNames, Problem, Reading, SheetReading
from tournament.filing.opened.judgement_json import encode_reading

PHOTO = Path(__file__).parents[2] / "samples" / "r1-t1-clean.jpg"
TASK, DATA = ReadTask(PHOTO), PHOTO.read_bytes()
Change = Callable[[SheetReading], SheetReading]


@pytest.fixture(scope="module")
def sheet() -> SheetReading:
    """What stands in a sample."""
    [found] = read_pages(TASK)
    return found


def test_what_was_read_comes_as_it_went(sheet: SheetReading) -> None:
    """A sheet, and why a photograph has none."""
    refused = replace(sheet, readings=(), problem=Problem.of("scanner.too-slow", limit=20.0))
    for readings in ((sheet,), (refused,), (sheet, replace(sheet, photo=f"{PHOTO.name}#2", page=1))):
        assert open_answer(pack_answer(readings), TASK, DATA, None) == readings


def test_a_task_comes_as_it_went() -> None:
    """As JSON, with names in every script."""
    photo = SentPhoto("Ä.jpg", "id = 1", DrawnNames({(1, 2): ("Çem", "Dörte")}, "abc", ("Çem", "Dörte")), "1")
    assert unpack_photo(pack_photo(photo)) == photo


def test_a_worker_without_models_is_told(sheet: SheetReading) -> None:
    """Its reason stands in the sentence, as far as it can be shown."""
    with pytest.raises(Broken, match=r"digits\.onnx"):
        open_answer(pack_answer((), Broken("desk.stop.no-model", reason="digits.onnx")), TASK, DATA, None)


def change_first(**fields: Any) -> Change:
    """Of the first field that was read."""
    return lambda sheet: replace(sheet, readings=(replace(sheet.readings[0], **fields), *sheet.readings[1:]))


WRONG: dict[str, Change] = {
    "another photograph's name": lambda sheet: replace(sheet, photo="../../b.jpg"),
    "another photograph's hash": lambda sheet: replace(sheet, photo_sha256=sha256(b"").hexdigest()),
    "no hash": lambda sheet: replace(sheet, photo_sha256=""),
    "a page below 0": lambda sheet: replace(sheet, page=-1),
    "a huge picture": lambda sheet: replace(sheet, size_px=(10**6, 10**6)),
    "a size that is none": lambda sheet: replace(sheet, size_px=("a", 1)),  # type: ignore[arg-type]
    "another sheet's code": lambda sheet: replace(sheet, code=str(sheet.code).replace("-", "_")),
    "another layout": lambda sheet: replace(sheet, layout="full-4-16"),
    "a field less": lambda sheet: replace(sheet, readings=sheet.readings[1:]),
    "a field twice": lambda sheet: replace(sheet, readings=(*sheet.readings, sheet.readings[0])),
    "another kind": change_first(kind="signature"),
    "a chance above 1": change_first(confidence=1.5),
    "no number": change_first(confidence=float("nan")),
    "a text for a chance": change_first(confidence="1"),
    "chances above 1 together": change_first(candidates=(("Anna", 0.9), ("Bernd", 0.9))),
    "too many candidates": change_first(candidates=tuple((str(n), 0.001) for n in range(100))),
    "a long text": change_first(text="A" * 1000),
    "a text that moves the cursor": change_first(text="Anna\x1b[2J"),
    "an unknown flag": change_first(flags=("sure",)),
    "three corners": change_first(quad_px=((0.0, 0.0),) * 3),
    "a corner far away": change_first(quad_px=((0.0, 1e9),) * 4),
    "a quality that is none": lambda sheet: replace(sheet, quality=sheet.readings[0]),  # type: ignore[arg-type]
    "a problem and readings": lambda sheet: replace(sheet, problem=Problem.of("scanner.too-slow", limit=20.0)),
    "a sentence that is none": lambda sheet: replace(
        sheet, readings=(), problem=Problem.of("desk.stop.broken", log="")
    ),
    "a sentence with a hole": lambda sheet: replace(sheet, readings=(), problem=Problem.of("scanner.too-slow")),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_an_answer_that_does_not_fit_is_refused(wrong: str, sheet: SheetReading) -> None:
    """By whatever one thing is wrong with it."""
    with pytest.raises(BadAnswer):
        open_answer(pack_answer([WRONG[wrong](sheet)]), TASK, DATA, None)


def test_points_that_nobody_writes_are_refused(sheet: SheetReading) -> None:
    """In a field for points stand signs and digits."""
    at = next(n for n, one in enumerate(sheet.readings) if one.kind == "points")
    for text in ("+12345", "abc", "1.5", "١"):
        bad: list[Reading] = list(sheet.readings)
        bad[at] = replace(bad[at], text=text)
        with pytest.raises(BadAnswer):
            open_answer(pack_answer([replace(sheet, readings=tuple(bad))]), TASK, DATA, None)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "text",
        b"",
        b"{}",
        b"[" * 100_000,
        json.dumps({"version": 1, "stop": ""}).encode(),
        pack_answer(()),
        pack_answer(()) + b"\n{}",
        pack_answer(()) + b'\n{"is":"Problem","code":"a","sentence":"b"}',
        pack_answer(()) + b"\n" + b"[" * 100_000,
        pack_answer(()) + b"\n{}" * 1000,
        bytes(1 << 26),
    ],
)
def test_what_is_no_answer_is_refused(answer: object) -> None:
    """No bytes, no JSON, too deep, too many, too long."""
    with pytest.raises(BadAnswer):
        open_answer(answer, TASK, DATA, None)


def test_a_file_of_another_kind_is_refused(sheet: SheetReading) -> None:
    """JSON of a class that is no sheet."""
    quality = encode_reading(sheet).replace(b'"is":"SheetReading"', b'"is":"Quality"')
    with pytest.raises(BadAnswer):
        open_answer(pack_answer(()) + b"\n" + quality, TASK, DATA, None)
