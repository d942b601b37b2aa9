"""Fits how likely something hides a cell's ink: `python -m dev.training.hidden_ink PHOTOS...`

PHOTOS are folders of photographs with their truth (docs/truth.md), best of several cameras: ordinary ones, others with
glare, and some with a thumb or an object on the table of numbers. A number cell is read rightly with the probability of
its reading times that of nothing being hidden; the weights of the latter are those that explain best which cells were
right. Blank cells and others have weights of their own.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, astuple, dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import NUMBERS
from scanner.pipeline import read_photo
from scanner.read.cell_doubt import MODEL, CellDoubt, Weights
from scanner.read.networks import write_seal
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import Answer

START = Weights(-6.0, 5.0, 1.0)
STEPS, RATE = 4000, 0.05
SHRINK = 0.02
"""Of weights that explain about as well the smaller ones are taken."""
_SURE = 1e-4
"""No reading counts as surer than this."""
_MESSY = {"overwritten", "illegible"}
_load_reader = cache(DigitReader.load)
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Recorder(CellDoubt):
    """Stands in for the weights: doubts nothing, and keeps what is lost around each cell."""

    measures: list[tuple[float, float]] = field(default_factory=list)

    def measure(self, answer: Answer, faded: float, spot: float) -> float:
        """No doubt at all."""
        self.measures.append((faded, spot))
        return 0.0


@dataclass(frozen=True, slots=True)
class Known:
    """A number cell: whether it was read as blank, with which confidence, whether that is `right`, and its measures."""

    blank: bool
    confidence: float
    right: bool
    faded: float
    spot: float


def collect_cells(truth_file: Path) -> Iterator[Known]:
    """The number cells of one photograph that hold one number, written once, or nothing."""
    truth, recorder = json.loads(truth_file.read_text("utf-8")), Recorder(START, START)
    photo = truth_file.with_name(truth["photo"])
    reading = next(read_photo(photo, None, _load_reader(), printed=False, doubt=recorder))
    weighed = [one for one in reading.readings if one.kind != "text"]
    for one, (faded, spot) in zip(weighed, recorder.measures, strict=True):
        told = truth["fields"].get(one.id)
        if told and one.kind in NUMBERS and told["by"] == "hand" and not _MESSY & set(told["flags"]) and one.confidence:
            yield Known(not one.text, one.confidence, one.text == told["written"], faded, spot)


def fit_weights(cells: Sequence[Known]) -> Weights:
    """The weights that explain best which cells are right: the likeliest ones, by gradient descent (Kingma and Ba,
    "Adam", ICLR 2015).
    """
    seen = np.array([(1.0, cell.faded, cell.spot) for cell in cells])
    stated = np.clip([cell.confidence for cell in cells], _SURE, 1 - _SURE)
    right = np.array([cell.right for cell in cells], np.float64)
    weights, mean, square = np.array(astuple(START)), np.zeros(3), np.zeros(3)
    for step in range(1, STEPS + 1):
        slope = _measure_slope(weights, seen, stated, right)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return Weights(*(round(float(one), 2) for one in weights))


def _measure_slope(weights: Values, seen: Values, stated: Values, right: Values) -> Values:
    """The gradient (3,) of the negative logarithm of the likelihood. `seen` (n, 3), `stated` and `right` (n,)."""
    hidden = 1 / (1 + np.exp(-np.clip(seen @ weights, -30, 30)))
    chance = np.clip(stated * (1 - hidden), 1e-6, 1 - 1e-6)
    missed = right / chance - (1 - right) / (1 - chance)
    return np.asarray(seen.T @ (missed * stated * hidden * (1 - hidden)) + SHRINK * weights)


def main() -> None:
    """Command line of the fit; writes the weights beside the models."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, nargs="+")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    files = [file for folder in args.photos for file in sorted(folder.rglob("*.json")) if file.name != "set.json"]
    with ProcessPoolExecutor(args.jobs) as pool:
        cells = [cell for several in pool.map(_list_cells, files) for cell in several]
    found = {
        name: fit_weights([cell for cell in cells if cell.blank == blank])
        for name, blank in (("blank", True), ("inked", False))
    }
    MODEL.write_text(json.dumps({name: asdict(one) for name, one in found.items()}, indent=1) + "\n", "utf-8")
    write_seal(MODEL)
    print(f"{len(cells)} cells: {found}")


def _list_cells(file: Path) -> list[Known]:
    return list(collect_cells(file))


if __name__ == "__main__":
    main()
