"""Reads whole number cells: sign and digits, slash, blank, or a mess. One batch a sheet, through ONNX."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scanner.ctc import decode
from scanner.ink import HEIGHT_PX, ink
from scanner.reading import Flag
from templates.layout import FieldKind

MODEL = Path(__file__).with_name("model") / "digits.onnx"
MESS = "~"
"""The network's character for ink that is struck out, scribbled or written over."""
SURE = 0.995
"""Cells read with less are read again from changed crops; of 7,689 photographed cells read with more none was wrong."""
DOUBT = 0.6
"""Below this share of agreement among the changed crops the cell is flagged as doubtful."""
MESSY = 0.3
"""Probability of struck-out or overwritten ink from which a person looks at the cell."""
KEPT = 8
"""Candidates kept per cell."""
_WIDTH_STEP = 8
Crop = NDArray[np.uint8]
Scores = list[tuple[str, float]]


class ModelMissing(Exception):
    """The recogniser's file is not there or is not a model: the installation is broken (exit status 4)."""


@dataclass(frozen=True, slots=True)
class Digits:
    """What stands in one number cell; see `scanner.reading.Reading` for the meaning of each."""

    text: str
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    flags: tuple[Flag, ...]


class DigitReader:
    """The recogniser with its calibration. Build it once a process with `load`."""

    def __init__(self, session: Any, alphabet: str, temperature: float) -> None:
        self.session, self._alphabet, self._temperature = session, alphabet, temperature

    @classmethod
    def load(cls, model: Path = MODEL, threads: int = 1) -> DigitReader:
        """Loads the model; `ModelMissing` with the remedy when that fails."""
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
        first = self._scores([ink(crop) for crop in crops])
        results = [_judge([scores], kind) for scores, kind in zip(first, kinds, strict=True)]
        unsure = [i for i, result in enumerate(results) if result.confidence < SURE]
        variants = [variant for i in unsure for variant in _variants(crops[i])]
        again = self._scores([ink(variant) for variant in variants]) if variants else []
        share = len(again) // max(len(unsure), 1)
        for place, i in enumerate(unsure):
            results[i] = _judge([first[i], *again[place * share : (place + 1) * share]], kinds[i])
        return results

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


def _judge(views: Sequence[Scores], kind: FieldKind) -> Digits:
    """Averages the views' probabilities; the mess character becomes a flag, the rest is the text."""
    chances: dict[str, float] = {}
    mess = 0.0
    for scores in views:
        for text, chance in scores:
            if MESS in text:
                mess += chance / len(views)
            plain = text.replace(MESS, "") if text.strip(MESS) else text[:1]
            chances[plain] = chances.get(plain, 0.0) + chance / len(views)
    ranked = sorted(((text, p) for text, p in chances.items() if _possible(text, kind)), key=lambda item: -item[1])[
        :KEPT
    ]
    scribble = chances.get(MESS, 0.0)
    best, confidence = ranked[0] if ranked else ("", 0.0)
    flags: list[Flag] = []
    if scribble > confidence or not ranked:
        flags.append("illegible")
    elif mess > MESSY:
        flags.append("overwritten")
    if len(views) > 1 and _agreement(views, best) < DOUBT:
        flags.append("doubtful")
    return Digits(
        "" if "illegible" in flags else best, 0.0 if "illegible" in flags else confidence, tuple(ranked), tuple(flags)
    )


def _agreement(views: Sequence[Scores], best: str) -> float:
    return sum(bool(scores) and scores[0][0].replace(MESS, "") == best for scores in views) / len(views)


def _possible(text: str, kind: FieldKind) -> bool:
    """Whether ink of this kind of field can spell this: a sign stands first, a slash or a dash alone."""
    body = text[1:] if text[:1] in ("+", "-") and kind == "points" else text
    return text in ("", "/", "-") or (body.isdigit() and body.isascii() and (len(body) == 1 or kind != "digit"))
