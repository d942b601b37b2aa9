"""The usual writer, with whom a sheet's own is compared.

Composed cells are read; where the likeliest path spells the truth, the features of its characters are kept: their means
and their common covariance are beside the model (`scanner/read/networks.py`). The data are those of the training.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from dev.training.cells.compose import Composer
from dev.training.network import CLASSES
from scanner.read.cell_ink import extract_ink
from scanner.read.networks import Floats, Usual, open_model, write_seal
from scanner.read.read_numbers import DigitReader

BATCH, CELLS = 64, 6400
RIDGE = 1e-3
"""Share of the mean variance that is added to every direction, so that none is taken for certain."""


def collect_features(composer: Composer, reader: DigitReader, cells: int) -> list[list[Floats]]:
    """The features (d,) float32 of the characters in composed cells, by class; only of cells that are spelled right."""
    found: list[list[Floats]] = [[] for _ in range(CLASSES)]
    for _ in range(cells // BATCH):
        aspect = float(composer.rng.uniform(0.85, 3.6))
        composed = [composer.compose_cell(aspect * composer.rng.uniform(0.85, 1.15)) for _ in range(BATCH)]
        for cell, seen in zip(composed, reader.view_cells([extract_ink(cell.grey) for cell in composed]), strict=True):
            text, columns = reader.spell_path(seen)
            for character, features in columns if text == cell.text else ():
                found[character].append(features)
    return found


def average_features(found: list[list[Floats]]) -> tuple[Floats, Floats]:
    """Means (classes, d) and precision (d, d), float32; the blank's class has the mean 0 and no part in them."""
    width = len(next(one for several in found for one in several))
    means = np.array([np.mean(several, axis=0) if several else np.zeros(width) for several in found])
    apart = np.concatenate([np.array(several) - mean for several, mean in zip(found, means, strict=True) if several])
    spread = np.cov(apart.T)
    precision = np.linalg.inv(spread + RIDGE * np.trace(spread) / width * np.eye(width))
    return means.astype(np.float32), precision.astype(np.float32)


def write_usual_writer(composer: Composer, model: Path) -> int:
    """Writes the features' file beside the model; returns of how many characters it was made."""
    session, facts = open_model(model)
    nobody = Usual(np.zeros((CLASSES, 1), np.float32), np.zeros((1, 1), np.float32))
    found = collect_features(composer, DigitReader(session, nobody, facts["alphabet"], 1.0), CELLS)
    means, precision = average_features(found)
    np.savez(model.with_suffix(".npz"), means=means, precision=precision)
    write_seal(model.with_suffix(".npz"))
    return sum(map(len, found))
