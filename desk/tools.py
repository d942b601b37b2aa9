"""The programs and files that reading needs, checked before the long work: a broken installation says so at once."""

from __future__ import annotations

from collections.abc import Iterator

from desk.exits import NoModel, NoTesseract
from desk.workers.budget import Loss
from desk.workers.pool import Pool, Work


def check_tools(pool: Pool) -> None:
    """Raises NoModel unless the recognisers load. Reading goes on without Tesseract, so that is not asked for."""
    list(pool.run(LOADING, [None]))


def check_tesseract() -> None:
    """Raises NoTesseract unless Tesseract is there and knows German, in which the headings of a list are printed."""
    from scanner.read.tesseract import LANGUAGE, TesseractMissing, list_languages

    try:
        known = list_languages()
    except TesseractMissing as missing:
        raise NoTesseract(reason=type(missing.__cause__).__name__) from missing
    if LANGUAGE not in known:
        raise NoTesseract(reason=f"{LANGUAGE}.traineddata")


def load_models(_task: None, _first: int, _tell: object) -> Iterator[None]:
    """Loads the recognisers in a worker, which keeps them. Raises NoModel."""
    from desk.workers.reading import load_digit_reader
    from scanner.read import read_marks
    from scanner.read.read_numbers import ModelMissing

    try:
        load_digit_reader()
        read_marks.load_mark_reader()
    except ModelMissing as error:
        raise NoModel(reason=str(error.__cause__ or error).splitlines()[0][:200]) from error
    yield


def _refuse_to_go_on(_task: None, loss: Loss) -> None:
    raise NoModel(reason=loss.reason or loss.why)


LOADING: Work[None, None] = Work(load_models, _refuse_to_go_on)
