"""The programs and files that reading needs, checked before the long work: a broken installation says so at once."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

from desk.exits import NoModel, NoTesseract
from desk.workers.budget import Loss
from desk.workers.pool import Pool, Work


def check_tools(pool: Pool) -> None:
    """Raises NoModel. Tesseract is asked for by the first sheet with printed names: no other needs it."""
    list(pool.run(LOADING, [None]))


def check_tesseract() -> None:
    """Tesseract must be there and know German, in which names and titles are printed."""
    try:
        told = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoTesseract(reason=type(error).__name__) from error
    if "deu" not in told.stdout.split():
        raise NoTesseract(reason="deu.traineddata")


def load_models(_task: None, _first: int, _tell: object) -> Iterator[None]:
    """The recognisers must load; the worker keeps them."""
    from desk.workers.worker import digit_reader
    from scanner.read import marks
    from scanner.read.digits import ModelMissing

    try:
        digit_reader()
        marks.reader()
    except ModelMissing as error:
        raise NoModel(reason=str(error.__cause__ or error).splitlines()[0][:200]) from error
    yield


def _not_loaded(_task: None, loss: Loss) -> None:
    raise NoModel(reason=loss.reason or loss.why)


LOADING: Work[None, None] = Work(load_models, _not_loaded)
