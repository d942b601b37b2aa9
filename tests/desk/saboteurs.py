"""Work at sheets that goes wrong at one of three, in every way; importable, since it is done in worker processes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from desk.pictures.cut_pictures import Crops, CropTask
from desk.workers.judge_sheets import JudgeTask, judge_one
from desk.workers.read_photos import ReadTask, load_digit_reader, load_models, read_pages
from scanner.read.networks import ModelMissing
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import PageProgress, SheetReading
from tests.desk.paper import ROUND, sheet
from tournament.judging.judged_sheet import JudgedSheet

NAMES = ("1.jpg", "2.jpg", "3.jpg")
VICTIM = "2.jpg"


def misbehave(name: str) -> None:
    """At the victim, what the environment says."""
    if name != VICTIM:
        return
    match os.environ["KIEBITZ_SABOTAGE"]:
        case "fail":
            raise KeyError("g07.re.re")
        case "leave":
            sys.exit(0)
        case "hang":
            time.sleep(600)
        case "swell":
            bytearray(100 * 1024**3)
        case "die":
            os._exit(11)


def read_two(task: ReadTask, _first: int, _tell: PageProgress) -> Iterator[SheetReading]:
    """Reads all but the victim."""
    misbehave(task.photo.name)
    yield sheet(task.photo.name, table=int(task.photo.stem))


def load_nothing(task: None, first: int, tell: PageProgress) -> Iterator[None]:
    """The number reader's file is gone."""
    with patch.object(DigitReader, "load", side_effect=ModelMissing("gone")) as load:
        load.side_effect.__cause__ = FileNotFoundError("digits.onnx")
        load_digit_reader.cache_clear()
        yield from load_models(task, first, tell)


def read_shut(task: ReadTask, first: int, tell: PageProgress) -> Iterator[SheetReading]:
    """Reads as usual, but the system refuses to open two of them: whoever runs the tests may open everything."""
    opened = Path.open

    def refuse(path: Path, *args: Any, **options: Any) -> Any:
        if path.name in ("a.jpg", "dicht"):
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **options)

    with patch.object(Path, "open", refuse):
        yield from read_pages(task, first, tell)


def read_three(task: ReadTask, _first: int, _tell: PageProgress) -> Iterator[SheetReading]:
    """Reads every sheet; the victim has a row to look at."""
    miscounted = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)
    yield sheet(task.photo.name, miscounted if task.photo.name == VICTIM else ROUND, int(task.photo.stem))


def judge_two(case: JudgeTask, first: int, tell: PageProgress) -> Iterator[JudgedSheet]:
    """Judges all but the victim."""
    misbehave(case.sheet.photo)
    yield from judge_one(case, first, tell)


def cut_two(cut: CropTask, _first: int, _tell: PageProgress) -> Iterator[Crops]:
    """Cuts from all but the victim; no picture is a picture."""
    misbehave(cut.photo.name)
    yield Crops(dict.fromkeys(cut.strips))
