"""Endless batches of composed cells, as the recogniser learns from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset, get_worker_info

from dev.training.cells.compose import Cell, make_training_composer
from dev.training.network import ALPHABET
from scanner.read.cell_ink import extract_ink, make_batch

BATCH = 32
"""Cells a step, those of all learners together."""
WIDTHS_PX = 16
"""Batches are padded to multiples of this: each new width makes the libraries prepare all layers anew."""
ASPECTS = {1.0: 0.16, 1.4: 0.12, 1.9: 0.22, 2.4: 0.22, 3.0: 0.16, 3.6: 0.12}
"""How often a batch's cells are about so many times as wide as high."""
Batch = tuple[Tensor, Tensor, Tensor]
"""ink (B, 1, 40, W) float32, all targets joined (sum of lengths), lengths (B)."""


class Cells(IterableDataset[Batch]):
    """Endless batches. All cells of a step have about the same aspect, in every learner, so that little is padded."""

    def __init__(self, data: Path, fonts: list[Path], seed: int, rank: int = 0, learners: int = 1) -> None:
        self.data, self.fonts, self.seed, self.rank, self.size = data, fonts, seed, rank, BATCH // learners

    def __iter__(self) -> Iterator[Batch]:
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        info = get_worker_info()
        part = 1000 * (info.id if info else 0)
        composer = make_training_composer(self.data, self.fonts, self.seed + part + 100_000 * self.rank)
        aspects = np.random.default_rng(self.seed + part)
        while True:
            middle = float(aspects.choice(list(ASPECTS), p=list(ASPECTS.values())))
            cells = [composer.compose_cell(middle * composer.rng.uniform(0.85, 1.15)) for _ in range(self.size)]
            yield pad_cells(cells, composer.rng)


def pad_cells(cells: Sequence[Cell], rng: np.random.Generator) -> Batch:
    """One batch of these cells, their ink padded to one width."""
    inks = [extract_ink(cell.grey) for cell in cells]
    width = -(-(max(part.shape[1] for part in inks) + int(rng.integers(0, 9))) // WIDTHS_PX) * WIDTHS_PX
    batch = torch.from_numpy(make_batch(inks, width))
    targets = [ALPHABET.index(char) + 1 for cell in cells for char in cell.text]
    return batch, torch.tensor(targets), torch.tensor([len(cell.text) for cell in cells])
