"""Reads whole number cells: sign and digits, slash, blank, or a mess. One batch a sheet, through ONNX."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.answer import Digits, Scores, doubt_faint, judge
from scanner.ctc import decode
from scanner.ink import HEIGHT_PX, contrast, darkness, ink, stretched
from templates.layout import FieldKind

MODEL = Path(__file__).with_name("model") / "digits.onnx"
SURE = 0.995
"""Cells read with less are read again from changed crops; of 7,689 photographed cells read with more none was wrong."""
_WIDTH_STEP = 8
Crop = NDArray[np.uint8]


class ModelMissing(Exception):
    """The recogniser's file is not there or is not a model: the installation is broken (exit status 4)."""


class DigitReader:
    """The recogniser with its calibration. Build it once a process with `load`."""

    def __init__(self, session: Any, alphabet: str, temperature: float) -> None:
        self.session, self._alphabet, self._temperature = session, alphabet, temperature

    @classmethod
    def load(cls, model: Path = MODEL, threads: int = 1) -> DigitReader:
        """Loads the model; `ModelMissing` with the remedy when that fails."""
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # read at the import: nothing may leave this machine
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = threads
        options.log_severity_level = 3
        try:
            facts = json.loads(model.with_suffix(".json").read_text("utf-8"))
            session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        except Exception as fault:  # the runtime raises its own untyped errors
            raise ModelMissing(
                f"The recogniser {model.name} cannot be loaded; please install Kiebitz again."
            ) from fault
        return cls(session, str(facts["alphabet"]), float(facts["temperature"]))

    def read(self, crops: Sequence[Crop], kinds: Sequence[FieldKind]) -> list[Digits]:
        """Reads cells (h, w) uint8 grey, each cut so that its printed rules lie at the border, of any size."""
        if not crops:
            return []
        darks = [darkness(crop) for crop in crops]
        first = self._scores([stretched(dark) for dark in darks])
        results = [judge([scores], kind) for scores, kind in zip(first, kinds, strict=True)]
        unsure = [i for i, result in enumerate(results) if result.confidence < SURE]
        variants = [variant for i in unsure for variant in _variants(crops[i])]
        again = self._scores([ink(variant) for variant in variants]) if variants else []
        share = len(again) // max(len(unsure), 1)
        for place, i in enumerate(unsure):
            results[i] = judge([first[i], *again[place * share : (place + 1) * share]], kinds[i])
        return doubt_faint(results, [contrast(dark) for dark in darks])

    def _scores(self, inks: Sequence[NDArray[np.float32]]) -> list[Scores]:
        logits = self.logits(inks) / self._temperature
        odds = np.exp(logits - logits.max(-1, keepdims=True))
        return [decode(columns, self._alphabet) for columns in odds / odds.sum(-1, keepdims=True)]

    def logits(self, inks: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
        """(B, T, classes) raw scores of cells of ink (40, w), padded to one width."""
        width = -(-max(part.shape[1] for part in inks) // _WIDTH_STEP) * _WIDTH_STEP
        batch = np.zeros((len(inks), 1, HEIGHT_PX, width), np.float32)
        for row, part in zip(batch, inks, strict=True):
            row[0, :, : part.shape[1]] = part
        return np.asarray(self.session.run(None, {"ink": batch})[0])


def _variants(crop: Crop) -> list[Crop]:
    """The same cell cut a little closer, and with a wider rim: a true reading survives both."""
    m = max(1, round(0.03 * crop.shape[0]))
    if min(crop.shape) < 8 * m:
        return []
    return [crop[m:-m, m:-m], np.pad(crop, ((2 * m, 2 * m), (m, m)), mode="edge")]
