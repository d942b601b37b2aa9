"""Asks Tesseract what is printed on a picture: the program where one is installed, else the library that comes with
Kiebitz, with the German data in `scanner/model`."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import chdir, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.read.networks import read_sealed

LANGUAGE = "deu"
PATIENCE_S = 12.0
"""Seconds after which Tesseract counts as hanging. A sheet's names take it 0.3, a page of words 3. A sheet that waits
this long is still done well within a minute."""

DATA: Final = Path(__file__).parents[1] / "model"
"""The folder with the library's language data: `deu.traineddata`, as Debian's tesseract-ocr-deu 4.1.0 has it."""
_WINDOWS_PLACES = (("ProgramFiles", ""), ("LOCALAPPDATA", "Programs"))
"""The environment's names for where programs lie: for everybody, and for one user."""


class TesseractMissing(Exception):
    """Tesseract, or its German data, is not installed; the desk says so to people (`desk.exits.Broken`)."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Tesseract fails ({reason}); install tesseract-ocr and tesseract-ocr-deu.")
        self.reason = reason


class TesseractSlow(TesseractMissing):
    """Tesseract did not answer within `PATIENCE_S` seconds."""


@cache
def find_languages() -> frozenset[str]:
    """The languages that can be read, asked once; none where nothing answers."""
    try:
        return list_languages()
    except TesseractMissing:
        return frozenset()


def list_languages() -> frozenset[str]:
    """The languages that can be read, asked now. Raises `TesseractMissing`, or its `TesseractSlow`."""
    try:
        found = _list_of_program()
    except TesseractMissing:
        return _list_of_library()
    with suppress(TesseractMissing):
        found |= _list_of_library()
    return found


def ask_for_words(page: NDArray[np.uint8], segmentation: str, language: str) -> list[str]:
    """The lines of Tesseract's table for `page` (H, W) uint8: level, page, block, paragraph, line, word, left, top,
    width, height, confidence (-1 or 0..100) and text, parted by tabs.

    The library reads what the program cannot: where there is none, where it lacks the language, and where it is broken.
    One that hangs is waited for once. Raises `TesseractMissing`, or its `TesseractSlow`.
    """
    try:
        return _ask_program(page, segmentation, language)
    except TesseractSlow:
        raise
    except TesseractMissing:
        return _ask_library(page, segmentation, language)


def _list_of_program() -> frozenset[str]:
    """Asked without pytesseract, which would wait for an answer without end."""
    try:
        answer = subprocess.run(
            [_find_program(), "--list-langs"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE_S,
            check=True,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),  # on Windows, after a double click
        )
    except subprocess.TimeoutExpired as error:
        raise TesseractSlow(type(error).__name__) from error
    except (OSError, subprocess.SubprocessError) as error:
        raise TesseractMissing(type(error).__name__) from error
    return frozenset(answer.stdout.decode("utf-8", errors="replace").split())


def _ask_program(page: NDArray[np.uint8], segmentation: str, language: str) -> list[str]:
    """Asked below pytesseract's `image_to_data`: that asks for Tesseract's version first, without end where it hangs,
    and leaves the whole program where the version is an odd one
    (docs/decisions/0017-pytesseract-below-its-front-door.md)."""
    program = _find_program()
    from pytesseract import pytesseract  # here, since it loads pandas, and most sheets' names need no Tesseract

    pytesseract.tesseract_cmd = program
    asked = f"--psm {segmentation} -c tessedit_create_tsv=1"
    try:
        with TemporaryDirectory(prefix="kiebitz-") as folder:  # nobody else may look into it
            page_file, words_file = Path(folder, "page.png"), Path(folder, "words")
            page_file.write_bytes(cv2.imencode(".png", page)[1].tobytes())
            pytesseract.run_tesseract(str(page_file), str(words_file), "tsv", language, asked, timeout=PATIENCE_S)
            table = words_file.with_suffix(".tsv").read_bytes()
    except (pytesseract.TesseractError, OSError, UnicodeError) as error:  # the last: a complaint in another code page
        raise TesseractMissing(type(error).__name__) from error
    except RuntimeError as error:  # its word for no answer in time
        raise TesseractSlow(type(error).__name__) from error
    return table.decode("utf-8", errors="replace").split("\n")[1:]  # below its heading


def _find_program() -> str:
    """What to start: on Windows the installer puts Tesseract beside the other programs without adding it to the PATH.
    Raises `TesseractMissing`."""
    places = (
        Path(os.environ[name], below, "Tesseract-OCR", "tesseract.exe")
        for name, below in _WINDOWS_PLACES
        if name in os.environ
    )
    found = shutil.which("tesseract") or next((str(place) for place in places if place.is_file()), None)
    if found is None:
        raise TesseractMissing("FileNotFoundError")
    return found


def _list_of_library() -> frozenset[str]:
    _load_library()
    return frozenset({LANGUAGE})


def _ask_library(page: NDArray[np.uint8], segmentation: str, language: str) -> list[str]:
    library = _load_library()
    height, width = page.shape
    try:
        with chdir(DATA):  # named from within: what Windows' narrow letters make of a path with umlauts is not found
            api = library.PyTessBaseAPI(
                path="./", lang=language, psm=int(segmentation), variables={"debug_file": os.devnull}
            )
        with api:
            api.SetImageBytes(np.ascontiguousarray(page).tobytes(), width, height, 1, width)
            if not api.Recognize(round(PATIENCE_S * 1000)):
                raise TesseractSlow("Recognize")
            return str(api.GetTSVText(0)).split("\n")
    except (RuntimeError, OSError) as error:
        raise TesseractMissing(type(error).__name__) from error


def _load_library() -> Any:
    """The library, if its data is as it should be. Raises `TesseractMissing`."""
    try:
        read_sealed(DATA / f"{LANGUAGE}.traineddata")
        import tesserocr
    except (OSError, ValueError, ImportError) as error:
        raise TesseractMissing(type(error).__name__) from error
    return tesserocr
