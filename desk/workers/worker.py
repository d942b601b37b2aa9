"""One photograph read, in whichever process: the recogniser and the layout are loaded once in each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import DebugLost, NoTesseract
from desk.photos import printable
from desk.workers.budget import Loss
from desk.workers.pool import Work
from scanner.reading import PageProgress, Problem, SheetReading, ignore_progress
from tournament.errors import reasons

if TYPE_CHECKING:
    from scanner.read.digits import DigitReader
    from templates.layout import Layout


READER = ("scanner.pipeline", "scanner.read.digits")
"""The modules that reading needs; onnxruntime, which they load late, starts a thread, and must not be forked."""
JUDGE = ("desk.workers.judging",)
"""Those that judging needs."""


@dataclass(frozen=True, slots=True)
class Task:
    """A file to read. `layout`: the TOML of a foreign sheet; `debug`: the folder for pictures of every stage."""

    photo: Path
    layout: Path | None = None
    debug: Path | None = None


def read_pages(task: Task, first: int = 0, tell: PageProgress = ignore_progress) -> Iterator[SheetReading]:
    """Every sheet in the file from page `first` on; what cannot be read is there with its problem.

    Raises NoTesseract when that is gone since it was checked, DebugLost when that folder takes no more.
    """
    from scanner.debug import Undrawn
    from scanner.pipeline import read_photo
    from scanner.read.print import TesseractMissing

    use_one_thread()
    try:
        for reading in read_photo(task.photo, _layout(task.layout), digit_reader(), True, task.debug, first, tell):
            yield replace(reading, photo=printable(reading.photo))
    except TesseractMissing as missing:
        raise NoTesseract(reason=type(missing.__cause__).__name__) from missing
    except Undrawn as lost:
        raise DebugLost(path=lost.filename, reason=reasons(lost)) from lost


def unread(task: Task, loss: Loss) -> SheetReading:
    """What stands for a page, or a file, that failed or took too much."""
    name = printable(task.photo.name if loss.of <= 1 else f"{task.photo.name}#{loss.page + 1}")
    return SheetReading(
        photo=name, photo_sha256="", page=loss.page, size_px=(0, 0), layout=None, code=None, quality=None, readings=(),
        problem=problem_of(loss),
    )


def problem_of(loss: Loss) -> Problem:
    """The sentence about a file that failed or took too much."""
    match loss.why:
        case "page-slow":
            return Problem.of("scanner.too-slow", limit=loss.limit)
        case "file-slow":
            return Problem.of("scanner.file-too-slow", limit=loss.limit, page=loss.page + 1)
        case "memory":
            return Problem.of("scanner.no-memory")
        case "died":
            return Problem.of("scanner.crashed")
        case "fault":
            return Problem.of("scanner.internal", reason=f"{loss.reason}, {loss.log}")


READING: Work[Task, SheetReading] = Work(read_pages, unread)


@cache
def use_one_thread() -> None:
    """As many as a process may have among its siblings."""
    import cv2

    cv2.setNumThreads(1)


@cache
def digit_reader() -> DigitReader:
    """The recogniser, loaded once a process."""
    from scanner.read.digits import DigitReader

    return DigitReader.load()


@cache
def _layout(path: Path | None) -> Layout | None:
    from templates.foreign import load_layout

    return None if path is None else load_layout(path)
