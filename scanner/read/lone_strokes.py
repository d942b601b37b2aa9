"""A cell that holds one straight stroke: a 1, a slash or a dash, by how it leans.

The recogniser knows strokes beside digits. Of a stroke alone it takes a slanting 1 for a slash, a falling slash for a 1
or for nothing. Nothing but its lean tells them apart, and whether this writer's ones have a foot or an upstroke.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import degrees, exp

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.sheet_reading import Answer

TEXTS = ("1", "/", "-")
STROKES = (
    # what it is, its lean in degrees from upright, rising to the right positive, with its deviation, and its share
    ("1", 6.0, 10.0, 0.5),
    ("/", 33.0, 13.0, 0.5),
    ("/", -38.0, 15.0, 0.1),
    ("-", 90.0, 8.0, 0.5),
    ("-", -90.0, 8.0, 0.5),
)
"""A falling stroke strikes a cell out as a rising one does."""
CLEAR = 0.97
"""From this confidence on a 1 shows how its writer draws it."""
SHAPED_ONES = 3
"""Ones with foot or upstroke, alone in their cells, that show that a writer draws his ones so."""
PLAIN_ONE = 0.1
"""How much less likely a straight stroke is a 1 of such a writer."""
HEARD, FAINTEST = 0.32, 1e-3
"""How much the recogniser's own opinion of rising strokes counts, and the least probability that it is taken to give.
Those that lean by 20 degrees are either, and of slashes it is surer than of ones that it takes for slashes. Falling
strokes it does not know."""
PLAIN = 0.9
"""From this probability by its lean on a stroke may be surer by the recogniser."""
LEAST = 0.002
"""Probability that any of the texts keeps."""
_INK = 0.45
"""Share of the darkest ink from which a pixel (of 40 a cell's height) counts."""
_EDGE = 2
"""Pixels at the border that belong to the rules."""
_SHORTEST = 8.0
"""Length of a stroke at least, in px."""
_SLIM = 0.3
"""Width of a stroke at most, in its lengths."""
_BOW = 0.06
"""How far a straight stroke leaves its line at most, beyond its width, in its lengths. A foot or an upstroke leaves it
further."""
_SPECK = 0.12
"""What is smaller than this share of the largest piece of ink is no stroke."""


@dataclass(frozen=True, slots=True)
class LoneStroke:
    """The only stroke of a cell: its `lean` in degrees from upright (-90 to 90; positive: rising to the right), and
    whether it is `straight`.
    """

    lean: float
    straight: bool


def find_lone_stroke(ink: NDArray[np.float32]) -> LoneStroke | None:
    """The stroke in a cell's ink (40, w) float32; None where there is none or more than one."""
    dark = (ink > _INK).astype(np.uint8)
    dark[:_EDGE], dark[-_EDGE:], dark[:, :_EDGE], dark[:, -_EDGE:] = 0, 0, 0, 0
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    if count < 2:
        return None
    areas = boxes[1:, cv2.CC_STAT_AREA]
    largest = int(areas.argmax())
    if (np.delete(areas, largest) > _SPECK * areas[largest]).any() or _begins_outside(boxes[1 + largest], ink.shape):
        return None
    return _measure_stroke(np.argwhere(labels == 1 + largest).astype(np.float64))


def _begins_outside(box: NDArray[np.int32], shape: tuple[int, ...]) -> bool:
    """Whether a stroke touches one side of the cell, and not the opposite one: then it may be a neighbour's."""
    x, y, wide, high = box[:4].tolist()
    left, top = x <= _EDGE, y <= _EDGE
    right, foot = x + wide >= shape[1] - _EDGE, y + high >= shape[0] - _EDGE
    return bool(left != right or top != foot)


def _measure_stroke(points: NDArray[np.float64]) -> LoneStroke | None:
    """The stroke of these pixels (n, 2), row and column; None for what is no slim stroke."""
    if len(points) < _SHORTEST:
        return None
    centred = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(np.cov(centred.T) + 1e-9 * np.eye(2))
    along, aside = centred @ axes[:, 1], centred @ axes[:, 0]
    length = float(np.ptp(along)) + 1
    width = len(points) / length
    if length < _SHORTEST or width > _SLIM * length:
        return None
    down, right = axes[:, 1].tolist()
    lean = degrees(np.arctan2(-right * np.sign(down or 1), abs(down)))
    return LoneStroke(lean, bool(np.ptp(aside) - width <= _BOW * length))


def judge_lone_strokes(answers: Sequence[Answer], inks: Mapping[int, NDArray[np.float32]]) -> list[Answer]:
    """The answers of one sheet; those of cells with one straight stroke by its lean. `inks`: the ink (40, w) float32 of
    cells by their place.
    """
    asked = {n: ink for n, ink in inks.items() if answers[n].text in ("", *TEXTS)}
    found = {n: stroke for n, ink in asked.items() if (stroke := find_lone_stroke(ink)) is not None}
    ones = [n for n in asked if answers[n].text == "1" and answers[n].confidence >= CLEAR]
    shaped = sum(n not in found or not found[n].straight for n in ones)
    one = PLAIN_ONE if shaped >= SHAPED_ONES else 1.0
    return [
        _judge_stroke(got, found[n].lean, one) if n in found and found[n].straight else got
        for n, got in enumerate(answers)
    ]


def _judge_stroke(got: Answer, lean: float, one: float) -> Answer:
    """The answer by the lean of the stroke; `one`: how likely a 1 is, beside other writers'."""
    shares = dict.fromkeys(TEXTS, 0.0)
    for text, usual, spread, share in STROKES:
        shares[text] += share / spread * exp(-(((lean - usual) / spread) ** 2) / 2) * (one if text == "1" else 1.0)
    read = dict(got.candidates)
    heard = HEARD if lean > 0 else 0.0
    shares = {text: share * max(read.get(text, 0.0), FAINTEST) ** heard for text, share in shares.items()}
    total = sum(shares.values())
    chances = {text: LEAST + (1 - LEAST * len(TEXTS)) * share / total for text, share in shares.items()}
    ranked = tuple(sorted(chances.items(), key=lambda pair: -pair[1]))
    text, confidence = ranked[0]
    agreed = got.text == text and got.confidence > confidence > PLAIN
    return got if agreed else Answer(text, confidence, ranked)
