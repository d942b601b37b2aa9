"""The sequence network against one with fixed slots: `python -m dev.training.compare PHOTOS --data FOLDER --fonts ...`.

Both have the same layers up to the columns' features and learn from the same batches. The sequence network says for
each column what stands there (CTC); the other squeezes the columns into sixteen and says for each of six slots which
character stands in it, or none. Judged by photographed cells of writers kept apart, each seen once, without a second
look or the scribe.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader

from dev.training.batches import Batch, Cells
from dev.training.calibrate import Known, known_cells
from dev.training.network import ALPHABET, CLASSES, Recogniser
from dev.training.train import loss_of, share_of_rate
from scanner.read.ctc import decode_columns
from scanner.read.ink import extract_ink

SLOTS, POOLED = 6, 16
_FAINTEST = 1e-4


class Slots(nn.Module):
    """(B, 1, 40, W) ink to (B, 6, 15) logits: the characters from the left, then nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = Recogniser()
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(128 * POOLED, 256), nn.ReLU(), nn.Dropout(0.1), nn.Linear(256, SLOTS * CLASSES)
        )

    def forward(self, x: Tensor) -> Tensor:
        """(B, 1, 40, W) float ink to (B, 6, 15) logits."""
        pooled = nn.functional.adaptive_avg_pool1d(self.trunk.features(x), POOLED)
        return self.head(pooled).unflatten(1, (SLOTS, CLASSES))


def slots_loss(logits: Tensor, targets: Tensor, lengths: Tensor) -> Tensor:
    """Cross entropy of every slot; what stands beyond the sixth is not learnt."""
    wanted = torch.zeros(len(lengths), SLOTS, dtype=torch.long)
    for row, text in zip(wanted, targets.split(lengths.tolist()), strict=True):
        row[: min(SLOTS, len(text))] = text[:SLOTS]
    return nn.functional.cross_entropy(logits.float().flatten(0, 1), wanted.flatten())


def learn(batches: DataLoader[Batch], cells: int, rate: float) -> tuple[Recogniser, Slots]:
    """Both networks after so many cells, one cycle of AdamW each."""
    networks = (Recogniser(), Slots())
    losses = (loss_of, slots_loss)
    optimisers = [torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01) for network in networks]
    seen, begin = 0, time.monotonic()
    for step, (inks, targets, lengths) in enumerate(batches):
        if seen >= cells:
            break
        for network, loss, optimiser in zip(networks, losses, optimisers, strict=True):
            for group in optimiser.param_groups:
                group["lr"] = rate * share_of_rate(step, 200, seen / cells)
            optimiser.zero_grad(set_to_none=True)
            loss(network(inks), targets, lengths).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 2.0)
            optimiser.step()
        seen += len(inks)
        if step % 200 == 0:
            print(f"{seen} cells, {seen / (time.monotonic() - begin):.0f} a second", flush=True)
    return networks


@torch.no_grad()
def by_columns(network: Recogniser, cell: Tensor) -> list[tuple[str, float]]:
    """Texts of one cell (1, 1, 40, W) with their probabilities."""
    return decode_columns(network(cell)[0].softmax(-1).numpy(), ALPHABET)


@torch.no_grad()
def by_slots(network: Slots, cell: Tensor) -> list[tuple[str, float]]:
    """Likewise; texts are joined from the three likeliest characters of each slot."""
    texts = {"": 1.0}
    for slot in network(cell)[0].softmax(-1):
        shares, characters = slot.topk(3)
        grown: dict[str, float] = {}
        for text, chance in texts.items():
            for share, character in zip(shares.tolist(), characters.tolist(), strict=True):
                longer = text + ALPHABET[character - 1] if character else text
                grown[longer] = grown.get(longer, 0.0) + chance * share
        texts = dict(sorted(grown.items(), key=lambda item: -item[1])[:12])
    return sorted(texts.items(), key=lambda item: -item[1])


def judged(name: str, answers: Sequence[list[tuple[str, float]]], cells: Sequence[Known], seconds: float) -> str:
    """One line: share right, mean loss, milliseconds a cell."""
    right = sum(got[0][0] == cell.text for got, cell in zip(answers, cells, strict=True))
    losses = [-np.log(max(dict(got).get(cell.text, 0.0), _FAINTEST)) for got, cell in zip(answers, cells, strict=True)]
    share, ms = right / len(cells), 1e3 * seconds / len(cells)
    return f"{name:9} {right} of {len(cells)} right, {share:.2%}, mean loss {np.mean(losses):.4f}, {ms:.2f} ms a cell"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, help="composed by dev.benchmarks.compose, of writers kept apart")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, nargs="*", default=[])
    parser.add_argument("--cells", type=int, default=250_000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    batches = DataLoader(Cells(args.data, args.fonts, args.seed), batch_size=None, num_workers=1, prefetch_factor=8)
    columns, slots = (network.eval() for network in learn(batches, args.cells, args.rate))
    files = [file for file in sorted(args.photos.glob("*.json")) if file.name != "set.json"]
    cells = [cell for file in files for cell in known_cells(file)]
    inks = [torch.from_numpy(np.pad(extract_ink(cell.crop), ((0, 0), (0, 4))))[None, None] for cell in cells]
    for name, read, network in (("sequence", by_columns, columns), ("slots", by_slots, slots)):
        begin = time.process_time()
        answers = [read(network, cell) for cell in inks]
        print(judged(name, answers, cells, time.process_time() - begin))


if __name__ == "__main__":
    main()
