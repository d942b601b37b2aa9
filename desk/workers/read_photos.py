"""Reads one photograph in a worker process; the recogniser and the layout are loaded once in each process.

The programs and files that reading needs are checked before the long work: a broken installation is reported at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import Broken, Unusable, make_printable
from desk.workers.pool import Pool, Work
from desk.workers.worker_process import Loss
from scanner.sheet_reading import NOBODY_DRAWN, DrawnNames, PageProgress, Problem, SheetReading, ignore_progress
from tournament.errors import find_reason, find_tesseract_remedy

if TYPE_CHECKING:
    from scanner.read.read_numbers import DigitReader
    from templates.layout import Layout


def check_tools(pool: Pool) -> None:
    """Raises Broken unless the recognisers load. Reading works without Tesseract, so it is not checked."""
    list(pool.run(LOADING, [None]))


def check_tesseract() -> None:
    """Raises Broken unless Tesseract is installed with German, the language of a list's printed headings."""
    from scanner.read.ask_tesseract import LANGUAGE, TesseractMissing, list_languages

    try:
        known = list_languages()
    except TesseractMissing as missing:
        raise make_tesseract_error(missing.reason) from missing
    if LANGUAGE not in known:
        raise make_tesseract_error(f"{LANGUAGE}.traineddata")


def make_tesseract_error(reason: str) -> Broken:
    """The error that Tesseract is missing or lacks German, with how to install it on this system."""
    return Broken("desk.stop.no-tesseract", reason=reason, remedy=find_tesseract_remedy())


def load_models(_task: None, _first: int, _progress: object) -> Iterator[None]:
    """Loads the recognisers in a worker, which keeps them. Raises Broken."""
    from scanner.read import read_marks
    from scanner.read.networks import ModelMissing

    try:
        load_digit_reader()
        read_marks.load_mark_reader()
    except ModelMissing as error:
        raise Broken("desk.stop.no-model", reason=str(error.__cause__ or error).splitlines()[0][:200]) from error
    yield


def _refuse_to_go_on(_task: None, loss: Loss) -> None:
    raise Broken("desk.stop.no-model", reason=loss.reason or loss.why)


LOADING: Work[None, None] = Work(load_models, _refuse_to_go_on)

_NOT_OURS = ("no-sheet", "plain-list", "foreign-code", "too-dark", "unfocused", "no-contrast")
"""Problems by which nothing shows that a page is one of our own sheets."""

_STARVED = 0.5
"""Share of a processor below which what is slow is the computer, or the disk, and not the picture."""
_SLOW_KINDS = (".heic", ".heif", ".pdf")
"""Kinds of which a page may take long to open: 12 megapixels of HEIC take thirteen times as long as of JPEG, and a PDF
may draw anything."""

READER = ("scanner.pipeline", "scanner.read.read_numbers")
"""The modules that reading needs. They import onnxruntime only on use: it starts a thread, so it must not be forked."""
JUDGE = ("desk.workers.judge_sheets",)
"""The modules that judging needs."""


@dataclass(frozen=True, slots=True)
class ReadTask:
    """A file to read. `layout`: the TOML file of a foreign sheet; `debug`: the folder for pictures of every stage;
    `drawn`: who was drawn where; these printed names need no Tesseract. `own_list`: the text of such a file, for pages
    that are that list or a sheet of ours. `every_list`: of a page that shows several lists of `layout` all are read."""

    photo: Path
    layout: Path | None = None
    debug: Path | None = None
    drawn: DrawnNames = NOBODY_DRAWN
    own_list: str = ""
    every_list: bool = False


def read_pages(task: ReadTask, first: int = 0, progress: PageProgress = ignore_progress) -> Iterator[SheetReading]:
    """Yields every sheet in the file from page `first` (from 0) on; one that cannot be read has a `problem`.

    Raises Unusable where nothing can be written into the debug folder.
    """
    from scanner.debug_pictures import Undrawn
    from scanner.pipeline import read_photo

    use_one_thread()
    try:
        own, digits = load_own_list(task.own_list), load_digit_reader()
        layout = load_foreign_layout(task.layout) if own is None or own.plain else own
        every = task.every_list
        for page in read_photo(task.photo, layout, digits, True, task.debug, first, progress, task.drawn, every=every):
            reading = page if own is None or page.problem is None else _read_otherwise(task, page, own)
            yield replace(reading, photo=make_printable(reading.photo))
    except Undrawn as lost:
        raise Unusable("desk.stop.debug-lost", path=lost.filename, reason=find_reason(lost)) from lost


def _read_otherwise(task: ReadTask, page: SheetReading, own: Layout) -> SheetReading:
    """The page as the other of both that come in, our own sheets and the club's list, where it is one. Lists without a
    table are tried last: a sheet of ours might pass for one."""
    ours = page if own.plain else _read_again(task, page, None)
    if ours.problem is None or ours.problem.code not in _NOT_OURS:
        return ours
    return _read_again(task, page, own) if own.plain else page


def _read_again(task: ReadTask, page: SheetReading, layout: Layout | None) -> SheetReading:
    from scanner.pipeline import read_photo

    return next(read_photo(task.photo, layout, load_digit_reader(), first=page.page, drawn=task.drawn), page)


def leave_unread(task: ReadTask, loss: Loss) -> SheetReading:
    """The reading in place of a page, or a file, that failed or exceeded a limit."""
    name = make_printable(task.photo.name if loss.of <= 1 else f"{task.photo.name}#{loss.page + 1}")
    return SheetReading(
        photo=name,
        photo_sha256="",
        page=loss.page,
        size_px=(0, 0),
        layout=None,
        code=None,
        quality=None,
        readings=(),
        problem=explain_loss(loss, task.photo),
    )


def explain_loss(loss: Loss, photo: Path) -> Problem:
    """The problem of a page, or a file, that failed or exceeded a limit."""
    match loss.why:
        case "page-slow":
            return _explain_slow_page(loss, photo)
        case "file-slow":
            return _explain_slow_file(loss)
        case "memory":
            return Problem.of("scanner.no-memory")
        case "died":
            return Problem.of("scanner.crashed")
        case "fault":
            return Problem.of("scanner.internal", reason=f"{loss.reason}, {loss.log}")


def _explain_slow_page(loss: Loss, photo: Path) -> Problem:
    if _is_starved(loss):
        return Problem.of("scanner.too-slow-busy", "too-slow", limit=loss.limit, share=loss.share)
    if photo.suffix.lower() in _SLOW_KINDS:
        return Problem.of("scanner.too-slow-kind", "too-slow", limit=loss.limit)
    return Problem.of("scanner.too-slow", limit=loss.limit)


def _explain_slow_file(loss: Loss) -> Problem:
    page = loss.page + 1
    if _is_starved(loss):
        return Problem.of("scanner.file-too-slow-busy", "file-too-slow", limit=loss.limit, page=page, share=loss.share)
    return Problem.of("scanner.file-too-slow", limit=loss.limit, page=page)


def _is_starved(loss: Loss) -> bool:
    return loss.share is not None and loss.share < _STARVED


READING: Work[ReadTask, SheetReading] = Work(read_pages, leave_unread)


@cache
def use_one_thread() -> None:
    """Keeps OpenCV to one thread: the workers share the cores."""
    import cv2

    cv2.setNumThreads(1)


@cache
def load_digit_reader() -> DigitReader:
    """Loads the recogniser of numbers, once in each process."""
    from scanner.read.read_numbers import DigitReader

    return DigitReader.load()


@cache
def load_foreign_layout(path: Path | None) -> Layout | None:
    """The layout of a foreign sheet, loaded once in each process; None for our own sheets."""
    from templates.foreign.layout_file import load_layout

    return None if path is None else load_layout(path)


@lru_cache(maxsize=4)
def load_own_list(text: str) -> Layout | None:
    """The layout of a club's own list, by the text of its file; None for ""."""
    from templates.foreign.layout_file import load_layout_text

    return load_layout_text(text) if text else None
