"""Reads whole number cells: sign and digits, slash, blank, or a mess. One batch a sheet, through ONNX."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.answer import Digits, Scores, doubt_faint, judge
from scanner.ctc import decode
from scanner.ink import HEIGHT_PX, contrast, darkness, ink, stretched
from scanner.session import ModelMissing as ModelMissing
from scanner.session import open_model
from templates.layout import FieldKind

MODEL = Path(__file__).with_name("model") / "digits.onnx"
SURE = 0.995
"""Cells read with less are read again from changed crops; of 7,689 photographed cells read with more none was wrong."""
BARE = 0.06
"""A cell with nothing darker than this share of its paper is blank, without asking the network. On composed photographs
that held for 398 of 543 blank cells, and the faintest of 3,541 written ones had 0.114."""
_WIDTH_STEP, _PADDING = 8, 4
Crop = NDArray[np.uint8]


class DigitReader:
    """The recogniser with its calibration. Build it once a process with `load`."""

    def __init__(self, session: Any, alphabet: str, temperature: float) -> None:
        self.session, self._alphabet, self._temperature = session, alphabet, temperature

    @classmethod
    def load(cls, model: Path = MODEL, threads: int = 1) -> DigitReader:
        """Loads the model; `ModelMissing` with the remedy when that fails."""
        session, facts = open_model(model, threads)
        return cls(session, str(facts["alphabet"]), float(facts["temperature"]))

    def read(self, crops: Sequence[Crop], kinds: Sequence[FieldKind]) -> list[Digits]:
        """Reads cells (h, w) uint8 grey, each cut so that its printed rules lie at the border, of any size."""
        if not crops:
            return []
        darks = [darkness(crop) for crop in crops]
        inked = [i for i, dark in enumerate(darks) if _darkest(dark) > BARE]
        first = dict(zip(inked, self._scores([stretched(darks[i]) for i in inked]), strict=True))
        results = [judge([first.get(i, _NOTHING)], kind) for i, kind in enumerate(kinds)]
        unsure = [i for i, result in enumerate(results) if result.confidence < SURE]
        variants = [variant for i in unsure for variant in _variants(crops[i])]
        again = self._scores([ink(variant) for variant in variants]) if variants else []
        share = len(again) // max(len(unsure), 1)
        for place, i in enumerate(unsure):
            results[i] = judge([first[i], *again[place * share : (place + 1) * share]], kinds[i])
        return doubt_faint(results, [contrast(dark) for dark in darks])

    def _scores(self, inks: Sequence[NDArray[np.float32]]) -> list[Scores]:
        """Texts with probabilities; cells of about one width go together, or narrow ones would cost like wide ones."""
        found: dict[int, Scores] = {}
        widths = [-(-(part.shape[1] + _PADDING) // _WIDTH_STEP) for part in inks]
        for width in set(widths):
            places = [i for i, other in enumerate(widths) if other == width]
            logits = self.logits([inks[i] for i in places]) / self._temperature
            odds = np.exp(logits - logits.max(-1, keepdims=True))
            columns = odds / odds.sum(-1, keepdims=True)
            found |= {i: decode(part, self._alphabet) for i, part in zip(places, columns, strict=True)}
        return [found[i] for i in range(len(inks))]

    def logits(self, inks: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
        """(B, T, classes) raw scores of cells of ink (40, w), padded to one width."""
        width = -(-(max(part.shape[1] for part in inks) + _PADDING) // _WIDTH_STEP) * _WIDTH_STEP
        batch = np.zeros((len(inks), 1, HEIGHT_PX, width), np.float32)
        for row, part in zip(batch, inks, strict=True):
            row[0, :, : part.shape[1]] = part
        return np.asarray(self.session.run(None, {"ink": batch})[0])


_NOTHING: Scores = [("", 1 - 1e-4)]


def _darkest(dark: NDArray[np.float32]) -> float:
    """Of the spots of 3 by 3 pixels inside a cell, away from its rules."""
    return float(cv2.blur(dark, (3, 3))[4:-4, 4:-4].max())


def _variants(crop: Crop) -> list[Crop]:
    """The same cell cut a little closer, and with a wider rim: a true reading survives both."""
    m = max(1, round(0.03 * crop.shape[0]))
    if min(crop.shape) < 8 * m:
        return []
    return [crop[m:-m, m:-m], np.pad(crop, ((2 * m, 2 * m), (m, m)), mode="edge")]
