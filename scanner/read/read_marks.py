"""Reads boxes to cross: empty, marked, taken back, or doubtful; a sheet's boxes go in one batch, through ONNX. No rule
of the game is known here. Whether a signature field holds ink is measured by its share of inked pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.read.networks import open_model
from scanner.sheet_reading import Answer, Flag

MODEL = Path(__file__).parents[1] / "model" / "marks.onnx"
STATES = ("empty", "marked", "taken-back")
"""What the network distinguishes, in the order of its outputs."""
SURE = 0.988
"""Below this probability of the likeliest state a person looks at the box."""
_PAPER, _SHADED = 0.95, 0.8
"""Share of a crop's pixels that are darker than its paper; and how dark the paper in the crop may be, as a share of the
paper seen beside the rules. A box may be filled, and its rim with it, but it does not lie in another shadow."""
_CERTAIN = 1 - 1e-4
"""The highest probability that any answer has."""
_BARE, _INSET = 0.06, 11
"""A box that has nothing darker than this share of its paper further inside than so many pixels (of 48) is empty,
without asking the network. That held for 87 % of 7,030 empty boxes on photographs, of which the network is as certain;
the faintest of 1,218 crosses had 0.18."""
Crop = NDArray[np.uint8]


class MarkReader:
    """The network with its calibration. Build it once a process, with `load_mark_reader`."""

    def __init__(self, session: Any, temperature: float) -> None:
        self._session, self._temperature = session, temperature

    @classmethod
    def load(cls, model: Path = MODEL, threads: int = 1) -> MarkReader:
        """Loads the model. Raises `scanner.read.networks.ModelMissing`, which names the remedy."""
        session, facts = open_model(model, threads)
        return cls(session, float(facts["temperature"]))

    def read(self, crops: Sequence[Crop], papers: Sequence[float]) -> list[Answer]:
        """Reads boxes (48, 48) uint8 grey, cut with their rim (`scanner.geometry.cut_cells.RIM`). `papers`: the grey
        level of the paper near each, 0 when unknown.
        """
        return [judge_mark(chances) for chances in self.measure_chances(crops, papers).tolist()]

    def measure_chances(self, crops: Sequence[Crop], papers: Sequence[float]) -> NDArray[np.float32]:
        """The probability of each of the `STATES`, (n, 3) float32, for boxes (48, 48) uint8."""
        if not crops:
            return np.zeros((0, len(STATES)), np.float32)
        seen = measure_box_darkness(np.stack(crops), np.asarray(papers, np.float32))
        chances = np.tile(np.array([_CERTAIN, 1 - _CERTAIN, 0], np.float32), (len(crops), 1))
        inked = _find_darkest_spots(seen[:, 0]) > _BARE
        if inked.any():
            logits = np.asarray(self._session.run(None, {"dark": seen[inked]})[0]) / self._temperature
            odds = np.exp(logits - logits.max(axis=1, keepdims=True))
            chances[inked] = odds / odds.sum(axis=1, keepdims=True)
        return chances


@cache
def load_mark_reader() -> MarkReader:
    """The reader of this process, loaded at the first call."""
    return MarkReader.load()


def measure_box_darkness(crops: NDArray[np.uint8], papers: NDArray[np.float32]) -> NDArray[np.float32]:
    """The network's input for `crops` (n, h, w) uint8: the share of the paper's light that is missing, (n, 1, h, w)
    float32, 0 for paper and 1 for black. `papers` (n,) float32: the grey level of the paper near each, 0 when unknown.
    """
    flat = crops.reshape(len(crops), -1)
    place = int(_PAPER * flat.shape[1])
    bright = np.partition(flat.astype(np.int32), place, axis=1)[:, place]  # of bytes it takes four times as long
    level = np.maximum(np.maximum(bright.astype(np.float32), _SHADED * papers), 1.0)
    dark = 1 - crops.astype(np.float32) / level[:, None, None]
    return np.asarray(np.clip(dark, -0.2, 1.0)[:, None], np.float32)


def _find_darkest_spots(dark: NDArray[np.float32]) -> NDArray[np.float32]:
    """How dark the darkest spot of 3 by 3 pixels well inside each box is, (n,) float32. All boxes are blurred at once,
    below one another.
    """
    spots = np.asarray(cv2.blur(dark.reshape(-1, dark.shape[2]), (3, 3)), np.float32).reshape(dark.shape)
    return np.asarray(spots[:, _INSET:-_INSET, _INSET:-_INSET].max(axis=(1, 2)), np.float32)


def judge_mark(chances: Sequence[float]) -> Answer:
    """The answer for probabilities of the three `STATES`. Only a marked box is "x"; a doubtful one is flagged."""
    likeliest = max(chances)
    flags: tuple[Flag, ...] = ("taken-back",) if chances[2] == likeliest else ()
    doubt: tuple[Flag, ...] = ("doubtful",) if likeliest < SURE else ()
    return make_mark(chances[1], flags + doubt)


def make_mark(marked: float, flags: tuple[Flag, ...] = ()) -> Answer:
    """Both answers, the likelier first, by the probability that the box is marked. None is ever certain."""
    marked = min(max(marked, 1 - _CERTAIN), _CERTAIN)
    both = ("x", marked), ("", 1 - marked)
    best = both if marked >= 0.5 else (both[1], both[0])
    return Answer(*best[0], best, flags)


_SHADED_PAPER = 0.8
"""How much darker the paper in the field may be than beside it."""
_INK = 0.16
"""Share of the paper's light that a pixel of ink takes: pencil takes 0.25 and more, paper grain and shadow edges 0.1.
"""
_FAINT = 0.09
"""The same for thin strokes against the paper on both sides: shadows do not disturb it, so blurred hairlines count."""
_PAINTED = 0.5
"""A field darker than this share of the paper beside it is painted over: a shadow that ends in it leaves more."""
_WIDEST = 0.3
"""Widest stroke in field widths."""
_EDGE, _EDGE_REACH = 0.22, 0.1
"""Rise of the light within this reach (field widths) at the edge of ink; shadows that lay in fields rose less there."""
_SIGNED, _SPREAD = 0.012, 0.003
"""Inked share of a field that is signed; a short wave covers 0.03."""


def read_signature(crop: NDArray[np.uint8], paper: float = 0.0) -> Answer:
    """Whether there is ink, "x" or "", in `crop` (h, w) uint8; `paper` is the grey level of the paper near it."""
    beyond = (float(find_ink(crop, paper).mean()) - _SIGNED) / _SPREAD
    return make_mark(1 / (1 + math.exp(-min(max(beyond, -50.0), 50.0))))


def find_ink(crop: NDArray[np.uint8], paper: float) -> NDArray[np.uint8]:
    """The pixels of `crop` (h, w) uint8 that hold ink: (h, w) uint8, 1 for ink. `paper`: as in `read_signature`."""
    smooth = cv2.GaussianBlur(crop, (3, 3), 0).astype(np.float32)
    light = max(float(np.percentile(smooth, 96)), _SHADED_PAPER * paper, 1.0)
    dark = np.asarray(1 - smooth / light > _INK, np.uint8)
    if smooth.mean() > _PAINTED * paper:
        dark = _keep_sharp_edged(dark, smooth, light) | _find_thin_ink(smooth)
    return np.asarray(cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)


def _find_thin_ink(smooth: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The strokes (h, w) uint8: what is darker than the paper on both sides of it, whatever light lies there. Closing
    fills strokes only.
    """
    size = max(3, round(_WIDEST * smooth.shape[1]))
    even = cv2.GaussianBlur(smooth, (5, 5), 0)
    paper = cv2.morphologyEx(even, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    return np.asarray(1 - even / np.maximum(paper, 1.0) > _FAINT, np.uint8)


def _keep_sharp_edged(dark: NDArray[np.uint8], smooth: NDArray[np.float32], light: float) -> NDArray[np.uint8]:
    """The dark areas (h, w) uint8 with an edge as sharp as ink's. A shadow's edge runs over millimetres and is not."""
    reach = max(3, round(_EDGE_REACH * smooth.shape[1]))
    steep = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((reach, reach), np.uint8)) > _EDGE * light
    count, areas = cv2.connectedComponents(dark)
    sharp = np.zeros(count, np.uint8)
    sharp[areas[steep & (dark > 0)]] = 1
    return np.asarray(sharp[areas] & dark, np.uint8)
