"""Calibrates the recogniser's probabilities on photographs with truth: `python -m dev.training.calibrate PHOTOS`.

Some composed cells are harder than photographs on purpose, and averaging crops and damping the scribe add doubt. So the
reader's final probabilities are too low: they are raised to a power. It is fitted on the sheets of one writer kept
apart and checked on the others' (after Guo et al., "On calibration of modern neural networks", ICML 2017). The
network's own scores keep `TEMPERATURE`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner.pipeline import read_photo
from scanner.read.judge_texts import sharpen_answers
from scanner.read.networks import write_seal
from scanner.read.read_numbers import MODEL, DigitReader, Looks
from scanner.sheet_reading import Answer
from templates.layout import FieldKind

TEMPERATURE = 0.85
"""What the network's scores are divided by. Less explains one writer's cells better, but lets other readings of a
doubtful cell sink: at 0.7, of the sure answers of another hand 11 of 3,880 were wrong instead of 4 of 3,680."""
CAUTION = 0.1
"""The power is that much less than fits: doubt costs a question, trust may cost an error."""
_LEAST = 1e-4
"""What a truth that is no candidate counts as, so that one odd cell does not decide."""


@dataclass(frozen=True, slots=True)
class Known:
    """A number cell of a photograph, `crop` (h, w) uint8, what is written in it, and whose hand it is."""

    crop: NDArray[np.uint8]
    kind: FieldKind
    text: str
    hand: str


@dataclass(slots=True)
class Collector:
    """Stands in for the reader in the pipeline and keeps the cells, each (h, w) uint8, that it is given."""

    crops: list[NDArray[np.uint8]] = field(default_factory=list)
    kinds: list[FieldKind] = field(default_factory=list)

    def read(
        self, crops: Sequence[NDArray[np.uint8]], kinds: Sequence[FieldKind], looks: Looks | None = None
    ) -> list[Answer]:
        """Keeps the first batch of cells, each (h, w) uint8, and reads nothing.

        Cells that are cut a second time come later.
        """
        if not self.crops:
            self.crops, self.kinds = list(crops), list(kinds)
        return [Answer("", 0.0, (), ()) for _ in crops]


def collect_cells(truth_file: Path) -> list[Known]:
    """The clean number cells of one photograph."""
    truth = json.loads(truth_file.read_text("utf-8"))
    collector = Collector()
    reading = next(read_photo(truth_file.with_name(truth["photo"]), None, collector, printed=False))
    numbers = [got.id for got in reading.readings if got.kind in ("points", "number", "digit")]
    cells = zip(numbers, collector.crops, collector.kinds, strict=True)
    told = ((truth["fields"].get(name), crop, kind) for name, crop, kind in cells)
    return [
        Known(crop, kind, entry["written"], truth["hands"][0])
        for entry, crop, kind in told
        if entry and entry.get("visible", True) and not {"overwritten", "illegible"} & set(entry["flags"])
    ]


def read_all(sheets: Sequence[Sequence[Known]], reader: DigitReader) -> list[Answer]:
    """The answers for all cells, read sheet by sheet, because a sheet's cells show how its writer draws."""
    return [got for cells in sheets for got in reader.read([c.crop for c in cells], [c.kind for c in cells])]


def measure_loss(cells: Sequence[Known], results: Sequence[Answer]) -> float:
    """Mean negative logarithm of the truth's probability."""
    chances = (dict(got.candidates).get(cell.text, 0.0) for cell, got in zip(cells, results, strict=True))
    return -sum(log(max(chance, _LEAST)) for chance in chances) / len(cells)


def main() -> None:
    """Command line of the calibration; writes temperature and power beside the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path)
    args = parser.parse_args()
    files = [file for file in sorted(args.photos.glob("*.json")) if file.name != "set.json"]
    sheets = [collect_cells(file) for file in files]
    first = min(cell.hand for cells in sheets for cell in cells)
    fitted = [cells for cells in sheets if cells and cells[0].hand == first]
    apart = [cells for cells in sheets if cells and cells[0].hand != first]
    facts = json.loads(MODEL.with_suffix(".json").read_text("utf-8"))
    shipped = DigitReader.load()
    reader = DigitReader(shipped.session, shipped.usual, facts["alphabet"], TEMPERATURE)
    facts |= {
        "temperature": TEMPERATURE,
        "power": fit_power(list(chain.from_iterable(fitted)), read_all(fitted, reader)),
    }
    for name, part in (("fitted", fitted), ("kept apart", apart)):
        pairs = zip(chain.from_iterable(part), sharpen_answers(read_all(part, reader), facts["power"]), strict=True)
        right = [(got.confidence, got.text == cell.text) for cell, got in pairs]
        error = measure_calibration_error(right)
        print(f"{name}: {len(right)} cells, power {facts['power']}, calibration error {error:.4f}")
    MODEL.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    write_seal(MODEL.with_suffix(".json"))


@dataclass(frozen=True, slots=True)
class Band:
    """Cells of nearly the same confidence: its `mean`, how many `cells`, and how many of them are `right`."""

    mean: float
    cells: int
    right: int


def split_bands(pairs: Sequence[tuple[float, bool]], count: int = 20) -> Iterator[Band]:
    """Splits (confidence, right) pairs into equally wide bands of confidence; empty bands are left out."""
    for band in range(count):
        mine = [pair for pair in pairs if min(int(pair[0] * count), count - 1) == band]
        if mine:
            yield Band(sum(p for p, _ in mine) / len(mine), len(mine), sum(ok for _, ok in mine))


def measure_calibration_error(pairs: Sequence[tuple[float, bool]]) -> float:
    """The expected calibration error of (confidence, right) pairs over equally wide bands."""
    return sum(abs(band.mean * band.cells - band.right) for band in split_bands(pairs)) / len(pairs)


def fit_power(cells: Sequence[Known], results: Sequence[Answer]) -> float:
    """The power that explains the truth best, less `CAUTION`, at least 1."""
    losses = {p: measure_loss(cells, sharpen_answers(results, p)) for p in np.arange(1.0, 2.51, 0.1)}
    return max(1.0, round(float(min(losses, key=lambda p: losses[p])) - CAUTION, 1))


if __name__ == "__main__":
    main()
