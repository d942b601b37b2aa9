"""Reads printed words (names, titles) with Tesseract. Handwriting must never come here: Tesseract decides no written
number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.read.ask_tesseract import LANGUAGE, TesseractSlow, ask_for_words
from scanner.sheet_reading import Answer

LINE_PX = 64
"""Height of a line handed to Tesseract: capitals come to 25 to 35 px, for which its models are made."""
_GAP_PX = 28
"""White between lines, so that page segmentation keeps them apart."""
_BLOCK_GAP_PX = 40
"""White between blocks of several lines, likewise."""
_BLOCK_LINE_PX = 48
"""Height of a line of a block, from its accents to its descenders."""
_INK = 128
"""Grey level below which a pixel is print, on even white."""
_STROKE_PX = 72
"""Length from which a straight stroke strikes print out: 1.5 heights of a line. 200 names have at most 0.85 (bars that
run into one another), names struck out 2.2 and more."""
_SLOPES = (-0.2, -0.15, -0.1, -0.05, 0.0, 0.05, 0.1, 0.15, 0.2)


@dataclass(frozen=True, slots=True)
class Word:
    """One word, Tesseract's confidence in it (0..1), its box (left, top, width, height) in px, and the numbers of its
    block, paragraph and line."""

    text: str
    confidence: float
    box_px: tuple[int, int, int, int]
    line: tuple[int, int, int] = (0, 0, 0)


def read_words(page: NDArray[np.uint8], segmentation: str, language: str = LANGUAGE) -> list[Word]:
    """Every word that Tesseract sees on `page` (H, W) uint8; `segmentation`: its page mode ("6" lines below each other,
    "11" words anywhere). Raises `TesseractMissing`.
    """
    rows = [line.split("\t") for line in ask_for_words(page, segmentation, language)]
    cells = ((row[11].strip(), int(float(row[10])), row[2:5], row[6:10]) for row in rows if len(row) == 12)
    return [
        Word(
            text,
            trust / 100,
            (int(left), int(top), int(width), int(height)),
            (int(block), int(paragraph), int(line)),
        )
        for text, trust, (block, paragraph, line), (left, top, width, height) in cells
        if text and trust >= 0
    ]


def read_blocks(crops: Sequence[NDArray[np.uint8]], language: str) -> list[list[Word]]:
    """The words in each crop (h, w) uint8, which may have several lines, in their order, all in one call. Raises
    `TesseractMissing`."""
    return _read_stacked([_prepare_block(crop) for crop in crops], _BLOCK_GAP_PX, language)


def _read_stacked(pictures: Sequence[NDArray[np.uint8]], gap: int, language: str) -> list[list[Word]]:
    """The words in each picture, from one page on which they are below each other, `gap` px apart."""
    if not pictures:
        return []
    step = max(picture.shape[0] for picture in pictures) + gap
    wide = max(picture.shape[1] for picture in pictures) + 2 * gap
    page = np.full((len(pictures) * step + gap, wide), 255, np.uint8)
    for top, picture in zip(range(gap, len(page), step), pictures, strict=False):
        page[top : top + picture.shape[0], gap : gap + picture.shape[1]] = picture
    found: list[list[Word]] = [[] for _ in pictures]
    for word in read_words(page, "6", language):
        index = int((word.box_px[1] + word.box_px[3] / 2 - gap / 2) // step)
        if 0 <= index < len(pictures):
            found[index].append(word)
    return found


def _prepare_block(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The crop black on even white, (h', w') uint8, its tallest line `_BLOCK_LINE_PX` high. Among lines of several
    sizes small ones would be taken for dirt.
    """
    even = _whiten_paper(crop)
    inked = np.concatenate([[0], (even < _INK).any(axis=1).astype(np.int8), [0]])
    tops, lows = np.flatnonzero(np.diff(inked) > 0), np.flatnonzero(np.diff(inked) < 0)
    scale = _BLOCK_LINE_PX / max([*(lows - tops), _BLOCK_LINE_PX // 4])
    size = max(8, round(crop.shape[1] * scale)), max(8, round(crop.shape[0] * scale))
    return np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA), np.uint8)


def is_struck_out(crop: NDArray[np.uint8]) -> bool:
    """Whether a nearly level stroke runs through the print in the crop (h, w) uint8. Rules at its edges do not count.
    It is looked at in half its size, where a stroke of a millimetre's fifth still has two pixels: that takes 2 ms, not
    10.
    """
    half = np.asarray(cv2.resize(crop, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    ink = (_prepare_block(half) < _INK).astype(np.uint8)
    height, width = ink.shape
    inner = slice(height // 8, height - height // 10)
    sheared = (
        cv2.warpAffine(
            ink,
            np.array([[1, 0, 0], [slope, 1, -slope * width / 2]], np.float32),
            (width, height),
            flags=cv2.INTER_NEAREST,
        )
        for slope in _SLOPES
    )
    return any(cv2.erode(one[inner], np.ones((1, _STROKE_PX), np.uint8)).any() for one in sheared)


def read_lines(crops: Sequence[NDArray[np.uint8]]) -> list[Answer]:
    """Reads one printed line from each crop (h, w) uint8, all in one call, with Tesseract's confidence in the weakest
    word. Where nothing is printed a line is "" and 1; where Tesseract hangs, every line is "" and 0. Raises
    `TesseractMissing`.
    """
    try:
        return list(map(_join_words, _read_stacked([_prepare_line(crop) for crop in crops], _GAP_PX, LANGUAGE)))
    except TesseractSlow:
        return [Answer("", 0.0)] * len(crops)


def _prepare_line(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Black on even white, `LINE_PX` high."""
    width = max(8, round(crop.shape[1] * LINE_PX / crop.shape[0]))
    return _whiten_paper(np.asarray(cv2.resize(crop, (width, LINE_PX), interpolation=cv2.INTER_CUBIC), np.uint8))


def _whiten_paper(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Black on even white: the paper is what is lightest within a quarter of the height."""
    side = crop.shape[0] // 4 | 1
    paper = cv2.GaussianBlur(cv2.dilate(crop, np.ones((side, side), np.uint8)), (0, 0), side / 2)
    return np.asarray(cv2.divide(crop, paper, scale=255), np.uint8)


def _join_words(found: Sequence[Word]) -> Answer:
    words = [word for word in found if any(char.isalnum() for char in word.text)]
    if not words:
        return Answer("", 1.0 if not found else 0.5)
    return Answer(" ".join(word.text for word in words), min(word.confidence for word in words))
