"""A cell that holds one straight stroke: a 1, a slash or a dash, by how it leans.

The recogniser knows strokes beside digits. Of a stroke alone it takes a slanting 1 for a slash, a falling slash for a 1
or for nothing. Nothing but its lean tells them apart, and whether this writer's ones have a foot or an upstroke.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import degrees, exp

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.sheet_reading import Answer

TEXTS = ("1", "/", "-")
ONE = (6.0, 10.0, 0.5)
"""A 1: its lean in degrees from upright, rising to the right positive, with its deviation, and its share of lone
strokes."""
STROKES = (
    # what else it is, with the same three
    ("/", 33.0, 13.0, 0.5),
    ("/", -38.0, 15.0, 0.1),
    ("-", 90.0, 8.0, 0.5),
    ("-", -90.0, 8.0, 0.5),
)
"""A falling stroke strikes a cell out as a rising one does."""
COUNTED = 0.1
"""How much rarer slashes and dashes are in a box for a count, which who made none leaves blank. Of four strokes in such
boxes that were read as slashes without it all were ones."""
CLEAR = 0.97
"""From this confidence on a number shows how its writer draws a 1."""
FEW = 3
"""As many ones of the usual lean, half of them straight, are taken beside the sheet's own."""
OWN_SPREAD = 7.0
"""Deviation of the lean of one writer's ones, in degrees, where the sheet shows `FEW` and more."""
STEEP = 50.0
"""How far a 1 leans at most, in degrees."""
HEARD, FAINTEST = 0.32, 1e-3
"""How much the recogniser's own opinion of rising strokes counts, and the least probability that it is taken to give.
Those that lean by 20 degrees are either, and of slashes it is surer than of ones that it takes for slashes. Falling
strokes it does not know."""
PLAIN = {"1": 0.9, "/": 0.97, "-": 0.9}
"""From this probability by its lean on a stroke may be surer by the recogniser, which takes slanting ones for slashes.
"""
PLAIN_BLANK, SLANTED = 0.9, (12.0, 75.0)
"""A cell that is read as blank with the first has a stroke only if that leans between these degrees: where paper bends,
a rule may run inside a cell."""
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
_LEVEL = 0.3
"""What is lower than this share of its cell, and runs from side to side, may be a printed rule."""
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
    labels, boxes = _label_pieces(ink)
    if len(boxes) != 1:
        return None
    ((piece, box),) = boxes.items()
    return None if _is_foreign(box, ink.shape) else _measure_stroke(labels, piece)


def _label_pieces(ink: NDArray[np.float32]) -> tuple[NDArray[np.int32], dict[int, list[int]]]:
    """The connected pieces of ink (40, w) float32 but for specks: which one each pixel belongs to, (40, w) int32, and
    the box of each.
    """
    dark = (ink > _INK).astype(np.uint8)
    dark[:_EDGE], dark[-_EDGE:], dark[:, :_EDGE], dark[:, -_EDGE:] = 0, 0, 0, 0
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    least = _SPECK * boxes[1:, cv2.CC_STAT_AREA].max(initial=0)
    kept = {n: boxes[n].tolist() for n in range(1, count) if boxes[n, cv2.CC_STAT_AREA] > least}
    return np.asarray(labels, np.int32), kept


def _is_foreign(box: list[int], shape: tuple[int, ...]) -> bool:
    """Whether a stroke may be a neighbour's, as it touches one side of the cell and not the opposite one, or the level
    rule of a cell that was cut beside its place.
    """
    x, y, wide, high = box[:4]
    left, top = x <= _EDGE, y <= _EDGE
    right, foot = x + wide >= shape[1] - _EDGE, y + high >= shape[0] - _EDGE
    return bool(left != right or top != foot or (left and high < _LEVEL * shape[0]))


def _measure_stroke(labels: NDArray[np.int32], piece: int) -> LoneStroke | None:
    """The stroke of a piece, by its pixels in `labels` (40, w) int32; None for what is no slim stroke."""
    points = np.argwhere(labels == piece).astype(np.float64)
    if len(points) < _SHORTEST:
        return None
    centred = points - points.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred / (len(points) - 1) + 1e-9 * np.eye(2))
    along, aside = centred @ axes[:, 1], centred @ axes[:, 0]
    length = float(np.ptp(along)) + 1
    width = len(points) / length
    if length < _SHORTEST or width > _SLIM * length:
        return None
    down, right = axes[:, 1].tolist()
    lean = degrees(np.arctan2(-right * np.sign(down or 1), abs(down)))
    return LoneStroke(lean, bool(np.ptp(aside) - width <= _BOW * length))


def judge_lone_strokes(
    answers: Sequence[Answer], inks: Mapping[int, NDArray[np.float32]], counts: Collection[int] = ()
) -> list[Answer]:
    """The answers of one sheet; those of cells with one straight stroke by its lean. `inks`: the ink (40, w) float32 of
    cells by their place. `counts`: the places of boxes for a count.
    """
    asked = {n: ink for n, ink in inks.items() if answers[n].text in ("", *TEXTS)}
    strokes = {n: stroke for n, ink in asked.items() if (stroke := find_lone_stroke(ink)) is not None}
    found = {n: one for n, one in strokes.items() if one.straight and not _may_be_rule(one, answers[n])}
    if not found:
        return list(answers)
    clear = {n for n in inks if "1" in answers[n].text and answers[n].confidence >= CLEAR}
    one = learn_ones([(answers[n].text, inks[n]) for n in clear - set(found)])
    others = {n: COUNTED if n in counts else 1.0 for n in found}
    return [_judge_stroke(got, found[n].lean, one, others[n]) if n in found else got for n, got in enumerate(answers)]


def _may_be_rule(stroke: LoneStroke, got: Answer) -> bool:
    """Whether a level or upright stroke in a cell that is surely read as blank may be a printed rule."""
    blank = not got.text and got.confidence >= PLAIN_BLANK
    return blank and not SLANTED[0] < abs(stroke.lean) < SLANTED[1]


def learn_ones(clear: Sequence[tuple[str, NDArray[np.float32]]]) -> tuple[float, float, float]:
    """Lean, deviation and share of lone straight ones of the writer of these clear numbers, each with its ink (40, w)
    float32: as many pieces of it as it has ones are straight and steep, or none where he draws a foot or an upstroke.
    """
    leans: list[float] = []
    shaped = 0
    for text, ink in clear:
        labels, pieces = _label_pieces(ink)
        strokes = (_measure_stroke(labels, piece) for piece in pieces)
        straight = [one.lean for one in strokes if one is not None and one.straight and abs(one.lean) < STEEP]
        leans += straight if len(straight) == text.count("1") else []
        shaped += 0 if straight else text.count("1")
    count = len(leans)
    usual = (FEW * ONE[0] + sum(leans)) / (FEW + count)
    plain = 2 * (FEW / 2 + count) / (FEW + count + shaped)
    return usual, OWN_SPREAD if count >= FEW else ONE[1], ONE[2] * min(plain, 1.0)


def _judge_stroke(got: Answer, lean: float, one: tuple[float, float, float], others: float) -> Answer:
    """The answer by the lean of the stroke; `one`: the lean of a 1, with its deviation, and its share. `others`: how
    much rarer all else is there."""
    shares = dict.fromkeys(TEXTS, 0.0)
    for text, usual, spread, share in (("1", *one), *STROKES):
        often = share * (1.0 if text == "1" else others)
        shares[text] += often / spread * exp(-(((lean - usual) / spread) ** 2) / 2)
    read = dict(got.candidates)
    heard = HEARD if lean > 0 else 0.0
    shares = {text: share * max(read.get(text, 0.0), FAINTEST) ** heard for text, share in shares.items()}
    total = sum(shares.values())
    chances = {text: LEAST + (1 - LEAST * len(TEXTS)) * share / total for text, share in shares.items()}
    ranked = tuple(sorted(chances.items(), key=lambda pair: -pair[1]))
    text, confidence = ranked[0]
    agreed = got.text == text and got.confidence > confidence > PLAIN[text]
    return got if agreed else Answer(text, confidence, ranked)
