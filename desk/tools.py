"""The programs and files that reading needs, checked before the long work: a broken installation says so at once."""

from __future__ import annotations

from collections.abc import Iterator

from desk.exits import NoModel, NoTesseract
from desk.workers.budget import Loss
from desk.workers.pool import Pool, Work


def check_tools(pool: Pool) -> None:
    """Raises NoModel. Tesseract is asked for by the first sheet with printed names: no other needs it."""
    list(pool.run(LOADING, [None]))


def check_tesseract() -> None:
    """Tesseract must be there and know German, in which names and titles are printed."""
    from scanner.read.print import LANGUAGE, TesseractMissing, list_languages

    try:
        known = list_languages()
    except TesseractMissing as missing:
        raise NoTesseract(reason=type(missing.__cause__).__name__) from missing
    if LANGUAGE not in known:
        raise NoTesseract(reason=f"{LANGUAGE}.traineddata")


def load_models(_task: None, _first: int, _tell: object) -> Iterator[None]:
    """The recognisers must load; the worker keeps them."""
    from desk.workers.worker import digit_reader
    from scanner.read import marks
    from scanner.read.digits import ModelMissing

    try:
        digit_reader()
        marks.load_mark_reader()
    except ModelMissing as error:
        raise NoModel(reason=str(error.__cause__ or error).splitlines()[0][:200]) from error
    yield


def _not_loaded(_task: None, loss: Loss) -> None:
    raise NoModel(reason=loss.reason or loss.why)


LOADING: Work[None, None] = Work(load_models, _not_loaded)
