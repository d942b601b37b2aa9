"""The programs and files that reading needs, checked before the long work: a broken installation says so at once."""

from __future__ import annotations

import subprocess

from desk.exits import NoModel, NoTesseract


def check_tools() -> None:
    """Raises NoModel. Tesseract is asked for by the first sheet with printed names: no other needs it."""
    check_model()


def check_tesseract() -> None:
    """Tesseract must be there and know German, in which names and titles are printed.

    Asked without pytesseract, whose import brings pandas along and takes half a second.
    """
    try:
        told = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoTesseract(reason=type(error).__name__) from error
    if "deu" not in told.stdout.split():
        raise NoTesseract(reason="deu.traineddata")


def check_model() -> None:
    """The recognisers must load."""
    from scanner.digits import DigitReader, ModelMissing
    from scanner.marks import MarkReader

    try:
        DigitReader.load()
        MarkReader.load()
    except ModelMissing as error:
        raise NoModel(reason=str(error.__cause__ or error).splitlines()[0][:200]) from error
