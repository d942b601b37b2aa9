"""One photograph read, in whichever process: the recogniser and the layout are loaded once in each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import DebugLost, NoTesseract
from desk.photos import printable
from desk.pool import Work
from scanner.reading import SheetReading
from tournament.errors import reasons

if TYPE_CHECKING:
    from scanner.digits import DigitReader
    from templates.layout import Layout


@dataclass(frozen=True, slots=True)
class Task:
    """A file to read. `layout`: the TOML of a foreign sheet; `debug`: the folder for pictures of every stage."""

    photo: Path
    layout: Path | None = None
    debug: Path | None = None


def start() -> None:
    """Readies this process: as many threads as it may have among its siblings, and the recognisers."""
    import cv2

    from scanner import marks

    cv2.setNumThreads(1)
    _reader()
    marks.reader()


def read_one(task: Task) -> tuple[SheetReading, ...]:
    """Every sheet in the file; what cannot be read is there with its problem. Never raises for what is in the file.

    Raises NoTesseract when that is gone since it was checked, DebugLost when that folder takes no more.
    """
    from scanner.debug import Undrawn
    from scanner.pipeline import read_photo
    from scanner.print import TesseractMissing

    try:
        readings = read_photo(task.photo, _layout(task.layout), _reader(), debug=task.debug)
        return tuple(replace(reading, photo=printable(reading.photo)) for reading in readings)
    except TesseractMissing as missing:
        raise NoTesseract(reason=type(missing.__cause__).__name__) from missing
    except Undrawn as lost:
        raise DebugLost(path=lost.filename, reason=reasons(lost)) from lost
    except Exception as error:  # noqa: BLE001 - one picture never stops the rest; the log has the details
        from desk.crash import write_log

        return (_unread(task, f"{type(error).__name__}, {write_log(error)}"),)


def died(task: Task) -> tuple[SheetReading, ...]:
    """What stands for a file whose process died."""
    return (_unread(task, ("Absturz", "crash")),)


READING: Work[Task, tuple[SheetReading, ...]] = Work(start, read_one, died)


@cache
def _reader() -> DigitReader:
    from scanner.digits import DigitReader

    return DigitReader.load()


@cache
def _layout(path: Path | None) -> Layout | None:
    from templates.foreign import load_layout

    return None if path is None else load_layout(path)


def _unread(task: Task, reason: str | tuple[str, str]) -> SheetReading:
    from scanner.problems import problem

    return SheetReading(
        photo=printable(task.photo.name), photo_sha256="", page=0, size_px=(0, 0), layout=None, code=None, quality=None,
        readings=(), problem=problem("internal", reason=reason),
    )
