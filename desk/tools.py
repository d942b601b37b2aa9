"""The programs and files that reading needs, checked before the long work: a broken installation says so at once."""

from __future__ import annotations

from desk.exits import NoModel, NoTesseract


def check_tools() -> None:
    """Raises NoTesseract or NoModel."""
    check_tesseract()
    check_model()


def check_tesseract() -> None:
    """Tesseract must be there and know German, in which names and titles are printed."""
    import pytesseract

    try:
        languages = pytesseract.get_languages()
    except (pytesseract.TesseractNotFoundError, pytesseract.TesseractError, OSError) as error:
        raise NoTesseract(reason=type(error).__name__) from error
    if "deu" not in languages:
        raise NoTesseract(reason="deu.traineddata")


def check_model() -> None:
    """The recogniser must load."""
    from scanner.digits import DigitReader, ModelMissing

    try:
        DigitReader.load()
    except ModelMissing as error:
        raise NoModel(reason=str(error.__cause__ or error).splitlines()[0][:200]) from error
