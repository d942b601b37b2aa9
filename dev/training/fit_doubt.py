"""Fits how likely a cell says something else than was read: `python -m dev.training.fit_doubt PHOTOS...`

PHOTOS are folders of photographs with their truth (docs/truth.md), best of several cameras: ordinary ones, others with
folds and with glare, and some with a thumb or an object on the table of numbers. Some are read twice more: with what
is on the back shining through, and with every cell cut beside its place. A cell is read rightly with the probability of
its reading times that of nothing else standing there; the weights of the latter are those that explain best which cells
were right. Numbers, blank cells and boxes to cross have weights of their own.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args
from unittest.mock import patch
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.tools.fresh_processes import open_processes
from scanner.geometry.cut_cells import NUMBERS, Cut, cut_fields
from scanner.geometry.printed_rules import Followed
from scanner.pipeline import read_photo
from scanner.pyramid import Pyramid
from scanner.read.cell_doubt import MODEL, CellDoubt, Doubt, Weights
from scanner.read.networks import write_seal
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import Answer, Sign
from templates.layout import Field

SIGNS: tuple[Sign, ...] = get_args(Sign)
GROUPS = ("blank", "inked", "box")
START = Weights(-7.4, {})
"""Without any sign a cell is as sure as the reader says, but for 0.0006: that is not fitted, for in one label of 500 a
person was mistaken."""
STEPS, RATE = 1500, 0.05
PRIOR, SHRINK = -START.start, 2.0
"""A sign that few cells have leaves a reading half and half where it is as strong as it comes; how far weights are
drawn there, and those of needless doubt to 0."""
THROUGH = 0.15
"""Share of photographs read with the back shining through; as many are cut beside their place."""
MOVED_MM = 0.7
"""Deviation of such a cut, in mm."""
_NEVER = -99.0
_SURE = 1e-4
"""No reading counts as surer than this."""
_MESSY = {"overwritten", "illegible", "taken-back"}
_load_reader = cache(DigitReader.load)
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Recorder(CellDoubt):
    """Stands in for the weights: doubts nothing, and keeps what is judged."""

    seen: list[Answer] = field(default_factory=list)

    def judge(self, answer: Answer, box: bool) -> Answer:
        """The answer as it is."""
        self.seen.append(answer)
        return answer


@dataclass(frozen=True, slots=True)
class Known:
    """A cell of a `group` (blank, inked or box): the confidence of its reading, whether that is `right`, whether the
    cell is `empty` in truth, and its signs.
    """

    group: str
    confidence: float
    right: bool
    empty: bool
    signs: dict[Sign, float]


def collect_cells(truth_file: Path) -> Iterator[Known]:
    """The cells of one photograph that hold one number or cross, written once, or nothing."""
    truth = json.loads(truth_file.read_text("utf-8"))
    photo, dice = truth_file.with_name(truth["photo"]), np.random.default_rng(crc32(truth_file.stem.encode()))
    yield from _read_cells(photo, truth)
    if dice.random() < THROUGH:
        with TemporaryDirectory() as folder:
            yield from _read_cells(_show_back(photo, Path(folder), dice), truth)
    if dice.random() < THROUGH:
        off = dice.normal(0, MOVED_MM, 2)
        with patch("scanner.pipeline.cut_fields", partial(_cut_beside, off=off)):
            yield from (cell for cell in _read_cells(photo, truth) if cell.group != "box")


def _read_cells(photo: Path, truth: dict[str, dict[str, dict[str, str]]]) -> Iterator[Known]:
    recorder = Recorder(*(Doubt(START, START, START),) * 3)
    reading = next(read_photo(photo, None, _load_reader(), printed=False, doubt=recorder))
    weighed = [one for one in reading.readings if one.kind != "text"]
    for one, answer in zip(weighed, recorder.seen, strict=True):
        told = truth["fields"].get(one.id)
        if told and told["by"] == "hand" and not _MESSY & {*told["flags"], *one.flags} and one.confidence:
            group = ("inked" if one.text else "blank") if one.kind in NUMBERS else "box"
            if one.kind in (*NUMBERS, "cross"):
                right = one.text == told["written"]
                yield Known(group, one.confidence, right, not told["written"], dict(answer.signs))


def _show_back(photo: Path, folder: Path, dice: np.random.Generator) -> Path:
    """The photograph with the ink of its mirror image shining through, up to a quarter as dark."""
    image = np.asarray(cv2.imread(str(photo)), np.float32)
    back = cv2.GaussianBlur(image[:, ::-1], (0, 0), float(dice.uniform(2, 5)))
    small = cv2.dilate(cv2.resize(back, None, fx=0.1, fy=0.1), np.ones((9, 9)))
    light = np.clip(back / np.maximum(cv2.resize(small, image.shape[1::-1]), 1), 0, 1)
    shown = image * (1 - dice.uniform(0.05, 0.25) * (1 - light))
    cv2.imwrite(str(folder / photo.name), shown.round().astype(np.uint8))
    return folder / photo.name


def _cut_beside(pyramid: Pyramid, followed: Followed, fields: Sequence[Field], off: Values) -> tuple[Cut, ...]:
    """The fields cut `off` (2,) mm beside their place."""
    moved = [replace(one, box_mm=(one.box_mm[0] + off[0], one.box_mm[1] + off[1], *one.box_mm[2:])) for one in fields]
    return cut_fields(pyramid, followed, moved)


def fit_weights(cells: Sequence[Known], kinds: int = 1) -> list[Weights]:
    """The weights that explain best which cells are right: the likeliest ones, by gradient descent (Kingma and Ba,
    "Adam", ICLR 2015). First those of something else, and then, of two `kinds`, those of needless doubt.
    """
    seen = np.array([(1.0, *(cell.signs.get(name, 0.0) for name in SIGNS)) for cell in cells])
    stated = np.clip([cell.confidence for cell in cells], _SURE, 1 - _SURE)
    right = np.array([cell.right for cell in cells], np.float64)
    prior = np.zeros((2, len(SIGNS) + 1))
    prior[0, 1:] = PRIOR if kinds == 2 else 0.0
    weights = prior.copy()
    weights[:, 0] = START.start, _NEVER if kinds == 1 else START.start / 2
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = _measure_slope(weights, seen, stated, right)
        slope[:, 1:] += SHRINK / len(seen) * (weights - prior)[:, 1:]
        slope[kinds:] = 0
        slope[0, 0] *= kinds == 1
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * (1 - step / STEPS) * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        weights[0, 1:] = np.maximum(weights[0, 1:], 0.0 if kinds == 2 else -np.inf)  # no sign makes a reading surer
    return [_make_weights(one, list(map(any, seen.T))) for one in np.round(weights[:kinds], 2).tolist()]


def _make_weights(numbers: Sequence[float], seen: Sequence[bool]) -> Weights:
    """The weights of the signs that some cell had; the first number is their start."""
    start, *rest = (one if there else 0.0 for one, there in zip(numbers, seen, strict=True))
    return Weights(start, {name: one for name, one in zip(SIGNS, rest, strict=True) if one})


def _measure_slope(weights: Values, seen: Values, stated: Values, right: Values) -> Values:
    """The gradient (2, signs) of the mean negative logarithm of the likelihood. `seen` (n, signs), `stated` and `right`
    (n,)."""
    other, needless = 1 / (1 + np.exp(-np.clip(weights @ seen.T, -30, 30)))
    first = stated + (1 - stated) * needless
    chance = np.clip(first * (1 - other), 1e-6, 1 - 1e-6)
    missed = right / chance - (1 - right) / (1 - chance)
    slopes = missed * first * other * (1 - other), -missed * (1 - other) * (1 - stated) * needless * (1 - needless)
    return np.asarray(np.stack(slopes) @ seen / len(seen))


def fit_doubt(cells: Sequence[Known]) -> Doubt:
    """The weights of one kind of cell. That of "nothing" says how often what is not as it was read is none at all."""
    wrong = [replace(cell, confidence=1.0, right=not cell.empty) for cell in cells if not cell.right]
    return Doubt(*fit_weights(cells, 2), *fit_weights(wrong))


def balance_boxes(boxes: Sequence[Known]) -> list[Known]:
    """The boxes with fewer that are rightly read as empty: a hidden one may as well be crossed."""
    plain = [box for box in boxes if box.right and box.empty]
    others = [box for box in boxes if not (box.right and box.empty)]
    return others + plain[:: max(1, len(plain) // max(1, len(others)))]


def main() -> None:
    """Command line of the fit; writes the weights beside the models."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    files = [file for folder in args.photos for file in sorted(folder.rglob("*.json")) if file.name != "set.json"]
    with open_processes(args.jobs) as pool:
        cells = [cell for several in pool.map(_list_cells, files) for cell in several]
    groups = {name: [cell for cell in cells if cell.group == name] for name in GROUPS}
    groups["box"] = balance_boxes(groups["box"])
    found = CellDoubt(**{name: fit_doubt(several) for name, several in groups.items()})
    MODEL.write_text(json.dumps(asdict(found), indent=1) + "\n", "utf-8")
    write_seal(MODEL)
    print(f"{len(cells)} cells")


def _list_cells(file: Path) -> list[Known]:
    return list(collect_cells(file))


if __name__ == "__main__":
    main()
