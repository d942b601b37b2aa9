"""Reads printed words (names, titles) with Tesseract. Handwriting must never come here: Tesseract decides no written
number."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

LINE_PX = 64
"""Height of a line handed to Tesseract: capitals come to 25 to 35 px, for which its models are made."""
_GAP_PX = 28
"""White between lines, so that page segmentation keeps them apart."""
_LANGUAGE = "deu"
PATIENCE_S = 12.0
"""Seconds after which Tesseract is taken to hang: a sheet's names take it 0.3, a page of words 3; a sheet that waits
this long for it is still done well within a minute."""


class TesseractMissing(Exception):
    """Tesseract, or its German data, is not installed (exit status 4)."""

    exit_status = 4

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"Tesseract mit deutschen Sprachdaten fehlt ({reason}); bitte die Pakete tesseract-ocr und"
            " tesseract-ocr-deu installieren."
        )


class TesseractSlow(TesseractMissing):
    """Tesseract did not answer within `PATIENCE_S`."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The words of one line and Tesseract's own confidence (0..1, the weakest word's); "" and 1 where nothing is
    printed.
    """

    text: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Word:
    """One word, Tesseract's confidence in it (0..1), and its box (left, top, width, height) in px."""

    text: str
    confidence: float
    box_px: tuple[int, int, int, int]


def read_words(page: NDArray[np.uint8], segmentation: str) -> list[Word]:
    """Every word that Tesseract sees on `page` (H, W) uint8; `segmentation`: its page mode ("6" lines below each other,
    "11" words anywhere). Raises `TesseractMissing`.
    """
    rows = [line.split("\t") for line in _tsv(page, segmentation).split("\n")[1:]]
    cells = ((row[11].strip(), int(float(row[10])), row[6:10]) for row in rows if len(row) == 12)
    return [
        Word(text, trust / 100, (int(left), int(top), int(width), int(height)))
        for text, trust, (left, top, width, height) in cells if text and trust >= 0
    ]


def _tsv(page: NDArray[np.uint8], segmentation: str) -> str:
    """Tesseract's table: a head line, then level, page, block, paragraph, line, word, left, top, width, height,
    confidence (-1 or 0..100) and text, parted by tabs.

    Asked without pytesseract: that asks for Tesseract's version first, without end where it hangs, and leaves the whole
    program where the version is an odd one.
    """
    command = ["tesseract", "stdin", "stdout", "-l", _LANGUAGE, "--psm", segmentation, "-c", "tessedit_create_tsv=1"]
    picture = cv2.imencode(".png", page)[1].tobytes()
    try:
        told = subprocess.run(command, input=picture, capture_output=True, timeout=PATIENCE_S, check=True)
    except subprocess.TimeoutExpired as error:
        raise TesseractSlow(type(error).__name__) from error
    except (OSError, subprocess.SubprocessError) as error:
        raise TesseractMissing(type(error).__name__) from error
    return told.stdout.decode("utf-8", errors="replace")


def read_lines(crops: Sequence[NDArray[np.uint8]]) -> list[Printed]:
    """Reads one printed line from each crop (h, w) uint8, all in one call; where Tesseract hangs, nothing is known of
    any: "" with confidence 0. Raises `TesseractMissing`.
    """
    if not crops:
        return []
    try:
        return [_words(found) for found in _recognise([_line(crop) for crop in crops])]
    except TesseractSlow:
        return [Printed("", 0.0)] * len(crops)


def _line(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Black on even white, `LINE_PX` high."""
    width = max(8, round(crop.shape[1] * LINE_PX / crop.shape[0]))
    grey = cv2.resize(crop, (width, LINE_PX), interpolation=cv2.INTER_CUBIC)
    paper = cv2.GaussianBlur(cv2.dilate(grey, np.ones((15, 15), np.uint8)), (0, 0), 8)
    return np.asarray(cv2.divide(grey, paper, scale=255), np.uint8)


def _recognise(lines: Sequence[NDArray[np.uint8]]) -> list[list[tuple[str, float]]]:
    """Words with confidence (0..1) of each line, from one page on which the lines stand below each other."""
    page = np.full(
        (len(lines) * (LINE_PX + _GAP_PX) + _GAP_PX, max(line.shape[1] for line in lines) + 2 * _GAP_PX), 255, np.uint8
    )
    for index, line in enumerate(lines):
        top = _GAP_PX + index * (LINE_PX + _GAP_PX)
        page[top : top + LINE_PX, _GAP_PX : _GAP_PX + line.shape[1]] = line
    found: list[list[tuple[str, float]]] = [[] for _ in lines]
    for word in read_words(page, "6"):
        index = int((word.box_px[1] + word.box_px[3] / 2 - _GAP_PX / 2) // (LINE_PX + _GAP_PX))
        if 0 <= index < len(lines):
            found[index].append((word.text, word.confidence))
    return found


def _words(found: Sequence[tuple[str, float]]) -> Printed:
    words = [(word, confidence) for word, confidence in found if any(char.isalnum() for char in word)]
    if not words:
        return Printed("", 1.0 if not found else 0.5)
    return Printed(" ".join(word for word, _ in words), min(confidence for _, confidence in words))
