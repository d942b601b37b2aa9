"""Trains the recogniser: `python -m training.train --data FOLDER --out model.pt`.

Data: the `.npz` files named in docs/model-card.md. Runs on two processor cores (one composes, one learns) or on a GPU.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Iterator
from math import inf
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from scanner.ink import HEIGHT_PX, ink
from training.compose import training_composer
from training.network import ALPHABET, Recogniser

BATCH = 64
Batch = tuple[Tensor, Tensor, Tensor]
"""ink (B, 1, 40, W) float32, all targets joined (sum of lengths), lengths (B)."""


class Cells(IterableDataset[Batch]):
    """Endless batches of composed cells; within a batch the aspect is alike, so that little is padded."""

    def __init__(self, data: Path, fonts: list[Path], seed: int) -> None:
        self.data, self.fonts, self.seed = data, fonts, seed

    def __iter__(self) -> Iterator[Batch]:
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        info = torch.utils.data.get_worker_info()
        composer = training_composer(self.data, self.fonts, self.seed + 1000 * (info.id if info else 0))
        while True:
            middle = float(composer.rng.choice([1.0, 1.4, 1.9, 2.4, 3.0, 3.6], p=[0.16, 0.12, 0.22, 0.22, 0.16, 0.12]))
            yield collate(
                [composer.cell(middle * composer.rng.uniform(0.85, 1.15)) for _ in range(BATCH)], composer.rng
            )


def collate(cells: list, rng: np.random.Generator) -> Batch:  # type: ignore[type-arg]
    """Pads the cells' ink to one width, a multiple of four."""
    inks = [ink(cell.grey) for cell in cells]
    width = -(-(max(part.shape[1] for part in inks) + int(rng.integers(0, 9))) // 4) * 4
    batch = np.zeros((len(inks), 1, HEIGHT_PX, width), np.float32)
    for row, part in zip(batch, inks, strict=True):
        row[0, :, : part.shape[1]] = part
    targets = [ALPHABET.index(char) + 1 for cell in cells for char in cell.text]
    return torch.from_numpy(batch), torch.tensor(targets), torch.tensor([len(cell.text) for cell in cells])


def loss_of(logits: Tensor, targets: Tensor, lengths: Tensor) -> Tensor:
    """CTC loss per cell, each cell weighing the same."""
    scores = logits.float().log_softmax(-1).transpose(0, 1)
    steps = torch.full((scores.shape[1],), scores.shape[0], dtype=torch.long)
    each = nn.functional.ctc_loss(scores, targets, steps, lengths, reduction="none", zero_infinity=True)
    return (each / lengths.clamp(min=1)).mean()


def train(args: argparse.Namespace) -> None:
    """One-cycle AdamW over the given cells or minutes; the average of the weights is what is saved."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Recogniser().to(device, memory_format=torch.channels_last)
    if args.resume:
        model.load_state_dict(torch.load(args.resume, map_location=device, weights_only=True))
    average = copy.deepcopy(model).eval()
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=0.01)
    loader = DataLoader(
        Cells(args.data, args.fonts, args.seed), batch_size=None, num_workers=args.workers, prefetch_factor=8
    )
    begin, seen, running = time.monotonic(), 0, 0.0
    for step, (inks, targets, lengths) in enumerate(loader):
        begin = begin if step else time.monotonic()  # the glyphs are thinned before the first batch
        done = max(seen / args.cells, (time.monotonic() - begin) / (60 * args.minutes))
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1.0, (step + 1) / args.warm) * (0.5 * (1 + np.cos(np.pi * done)) + 0.002)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            logits = model(inks.to(device, memory_format=torch.channels_last))
        loss = loss_of(logits.cpu(), targets, lengths)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        seen, running = seen + len(inks), 0.99 * running + 0.01 * float(loss.detach())
        blend(average, model, min(0.999, step / (step + 10)))
        if step % 500 == 0:
            torch.save(average.state_dict(), args.out)
            print(
                f"{step} {seen} cells, loss {running:.4f}, {seen / (time.monotonic() - begin):.0f} cells/s", flush=True
            )
    torch.save(average.state_dict(), args.out)


@torch.no_grad()
def blend(average: nn.Module, model: nn.Module, keep: float) -> None:
    """Moves the averaged weights a little towards the model's (Polyak averaging)."""
    for slow, fast in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
        if slow.dtype.is_floating_point:
            slow.lerp_(fast, 1 - keep)
        else:
            slow.copy_(fast)


def main() -> None:
    """Command line of the training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with the .npz files of handwriting")
    parser.add_argument(
        "--fonts", type=Path, nargs="*", default=[], help="folders with .ttf fonts: further hands, and print"
    )
    parser.add_argument("--out", type=Path, default=Path("recogniser.pt"))
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--cells", type=int, default=3_600_000, help="how many composed cells to learn from")
    parser.add_argument("--minutes", type=float, default=inf, help="end by then, however few cells that were")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warm", type=int, default=500, help="steps until the full rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
