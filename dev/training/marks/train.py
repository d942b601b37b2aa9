"""Trains the reader of crosses and writes it as ONNX: `python -m dev.training.marks.train --data FOLDER`.

Data: `drawn_signs.npz` and `polish_digits_signs.npz` (docs/model-card.md). One processor core, half an hour. A pool of
composed boxes is learnt from while new ones replace the oldest, each about twice and mirrored at random.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from dev.training.export import write_onnx
from dev.training.marks.network import SIDE_PX, MarkNetwork
from dev.training.marks.shapes import load_shapes
from dev.training.marks.sheets import MarkComposer
from dev.training.train import blend_weights, find_rate_share
from scanner.read.networks import write_seal
from scanner.read.read_marks import MODEL, STATES, measure_box_darkness

FILES = ("drawn_signs", "polish_digits_signs")
BATCH, POOL, NEW = 160, 6000, 80


class Pool:
    """The latest composed boxes. `draw_batch` mixes them and replaces the oldest."""

    def __init__(self, composer: MarkComposer) -> None:
        self._composer, self._at = composer, 0
        self._crops = np.zeros((POOL, SIDE_PX, SIDE_PX), np.uint8)
        self._measure_paper, self._chances = np.zeros(POOL, np.float32), np.zeros((POOL, len(STATES)), np.float32)
        while self._at < POOL:
            self._replace_oldest()

    def _replace_oldest(self) -> None:
        made = self._composer.compose_boxes()
        place = np.arange(self._at, self._at + len(made.crops)) % POOL
        self._crops[place], self._measure_paper[place], self._chances[place] = made.crops, made.papers, made.chances
        self._at += len(made.crops)

    def draw_batch(self, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
        """Darkness (B, 1, 48, 48) and chances (B, 3)."""
        goal = self._at + NEW
        while self._at < goal:
            self._replace_oldest()
        picks = rng.integers(0, POOL, BATCH)
        dark = measure_box_darkness(self._crops[picks], self._measure_paper[picks])
        across, down = rng.choice([-1, 1], 2)
        mirrored = np.ascontiguousarray(dark[:, :, ::down, ::across])
        return torch.from_numpy(mirrored), torch.from_numpy(self._chances[picks])


def train(args: argparse.Namespace) -> nn.Module:
    """Trains by one cycle of AdamW for so many minutes; returns the average of the weights."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    pool = Pool(MarkComposer(*load_shapes([args.data / f"{name}.npz" for name in FILES]), args.seed))
    model = MarkNetwork()
    if args.resume:
        model.load_state_dict(torch.load(args.resume, weights_only=True))
    average = copy.deepcopy(model).eval()
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=0.02)
    begin, step, running = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - begin) / (60 * args.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = args.rate * find_rate_share(step, 200, done)
        dark, chances = pool.draw_batch(rng)
        loss = nn.functional.cross_entropy(model(dark), chances)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimiser.step()
        blend_weights(average, model, min(0.998, step / (step + 10)))
        step, running = step + 1, 0.99 * running + 0.01 * float(loss.detach())
        if step % 500 == 0:
            torch.save(average.state_dict(), args.weights)
            print(f"{step} steps, {step * NEW + POOL} boxes, loss {running:.4f}, {done:.0%}", flush=True)
    torch.save(average.state_dict(), args.weights)
    return average


def write_model(network: nn.Module, target: Path) -> None:
    """Writes the network with a free batch size, and beside it the temperature.

    0.5: on 960 boxes of photographs 0.3 fits best (composed training boxes are harder), a wrong answer costs more.
    """
    axes = {name: {0: "batch"} for name in ("dark", "logits")}
    write_onnx(network, torch.zeros(2, 1, SIDE_PX, SIDE_PX), axes, target)
    facts = {"states": list(STATES), "temperature": 0.5}
    target.with_suffix(".json").write_text(json.dumps(facts, indent=1) + "\n", "utf-8")
    write_seal(target)
    write_seal(target.with_suffix(".json"))


def main() -> None:
    """Command line of the training."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with the .npz files of handwriting")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--weights", type=Path, default=Path("marks.pt"))
    parser.add_argument("--out", type=Path, default=MODEL)
    args = parser.parse_args()
    write_model(train(args), args.out)
    print(f"wrote {args.out} ({args.out.stat().st_size // 1024} KiB)")


if __name__ == "__main__":
    main()
