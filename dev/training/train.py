"""Trains the recogniser: `python -m dev.training.train --data FOLDER --out model.pt`.

Data: the `.npz` files named in docs/model-card.md. On two processor cores two learners are quickest, each composing
what it learns from, their gradients averaged (`torchrun --nproc-per-node 2 -m dev.training.train ...`).
On a GPU there is one, and `--workers` compose for it.
"""

from __future__ import annotations

import argparse
import copy
import os
import time
from math import cos, inf, pi
from pathlib import Path

import torch
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader

from dev.training.batches import BATCH, Batch, Cells
from dev.training.muon import Muon
from dev.training.network import ALPHABET, Recogniser
from scanner.read.judge_texts import OTHER

ODD = ALPHABET.index(OTHER) + 1
"""The class of what is no number."""


class Learner:
    """One network and the average of its weights; with several `learners` all processes take the same steps."""

    def __init__(self, args: argparse.Namespace, learners: int) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network = Recogniser().to(self.device, memory_format=torch.channels_last)
        if args.resume:
            self.network.load_state_dict(torch.load(args.resume, map_location=self.device, weights_only=True))
        self.average = copy.deepcopy(self.network).eval()
        self.teacher = self._load_teacher(args.teacher) if args.teacher else None
        self._optimisers = make_optimisers(self.network, args.rate)
        self._forward = DistributedDataParallel(self.network) if learners > 1 else self.network

    def learn(self, batch: Batch, share: float) -> float:
        """Takes one step at this share of the full rate; returns the loss before it."""
        inks, targets, lengths = batch
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            logits = self._forward(inks.to(self.device, memory_format=torch.channels_last))
            taught = self._ask_teacher(inks)
        loss = measure_loss(logits.cpu(), targets, lengths)
        if taught is not None:
            loss = loss + measure_drift(logits.cpu(), taught, targets, lengths)
        self.network.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 2.0)
        for optimiser in self._optimisers:
            for group in optimiser.param_groups:
                group["lr"] = share * group["full"]
            optimiser.step()
        return float(loss.detach())

    def _load_teacher(self, weights: Path) -> Recogniser:
        teacher = Recogniser().to(self.device, memory_format=torch.channels_last).eval()
        teacher.load_state_dict(torch.load(weights, map_location=self.device, weights_only=True))
        return teacher

    @torch.no_grad()
    def _ask_teacher(self, inks: Tensor) -> Tensor | None:
        """The teacher's logits (B, W / 4, 16)."""
        if self.teacher is None:
            return None
        answer: Tensor = self.teacher(inks.to(self.device, memory_format=torch.channels_last))
        return answer.cpu()


def measure_drift(logits: Tensor, taught: Tensor, targets: Tensor, lengths: Tensor) -> Tensor:
    """How far the answers (B, W / 4, 16) are from the teacher's, in nats a character: the Kullback-Leibler divergence
    of their columns, in cells without anything odd, which a teacher need not know. So what was learnt before is not
    lost (Li and Hoiem, "Learning without Forgetting", ECCV 2016).
    """
    odd = torch.tensor([bool((text == ODD).any()) for text in targets.split(lengths.tolist())])
    each = nn.functional.kl_div(
        logits.float().log_softmax(-1), taught.float().log_softmax(-1), reduction="none", log_target=True
    ).sum((1, 2))
    return (each * ~odd / lengths.clamp(min=1)).mean()


def measure_loss(logits: Tensor, targets: Tensor, lengths: Tensor) -> Tensor:
    """The CTC loss of logits (B, W / 4, 16); each cell weighs the same."""
    scores = logits.float().log_softmax(-1).transpose(0, 1)
    steps = torch.full((scores.shape[1],), scores.shape[0], dtype=torch.long)
    each = nn.functional.ctc_loss(scores, targets, steps, lengths, reduction="none", zero_infinity=True)
    return (each / lengths.clamp(min=1)).mean()


def make_optimisers(model: nn.Module, rate: float) -> list[torch.optim.Optimizer]:
    """Muon, at twice the rate, for the convolutions within; AdamW for the first layer, the last and single weights."""
    inner = {
        name: weight
        for name, weight in model.named_parameters()
        if weight.ndim >= 3 and not name.startswith(("stem", "out"))
    }
    others = [weight for name, weight in model.named_parameters() if name not in inner]
    found = [Muon(inner.values(), lr=2 * rate), torch.optim.AdamW(others, lr=rate, weight_decay=0.01)]
    for optimiser in found:
        optimiser.param_groups[0]["full"] = optimiser.param_groups[0]["lr"]
    return found


def train(args: argparse.Namespace) -> None:
    """Trains for one cycle over the given cells or minutes and saves the average of the weights."""
    rank, learners = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
    if learners > 1:
        distributed.init_process_group("gloo")
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    learner = Learner(args, learners)
    cells = Cells(args.data, args.fonts, args.seed, rank, learners)
    loader = DataLoader(cells, batch_size=None, num_workers=args.workers, prefetch_factor=8 if args.workers else None)
    begin, running = time.monotonic(), 0.0
    for step, batch in enumerate(loader):
        begin = begin if step else time.monotonic()  # the glyphs are thinned before the first batch
        seen, seconds = BATCH * step, time.monotonic() - begin
        done = agree_on_progress(max(seen / args.cells, seconds / (60 * args.minutes)), learners)
        if rank == 0 and (step % 1000 == 0 or done >= 1):
            torch.save(learner.average.state_dict(), args.out)
            print(f"{step} {seen} cells, loss {running:.4f}, {seen / (seconds + 1e-9):.0f} cells/s", flush=True)
        if done >= 1:
            break
        running = 0.99 * running + 0.01 * learner.learn(batch, find_rate_share(step, args.warm, done))
        blend_weights(learner.average, learner.network, min(0.999, step / (step + 10)))


def find_rate_share(step: int, warm: int, done: float) -> float:
    """The share of the full rate: rises over the first `warm` steps, then falls by half a cosine; `done`: 0 to 1."""
    return min(1.0, (step + 1) / warm) * (0.5 * (1 + cos(pi * done)) + 0.002)


def agree_on_progress(done: float, learners: int) -> float:
    """The share done as the first learner counts it, so that all keep one rate and end at one step."""
    word = torch.tensor([done], dtype=torch.float64)
    if learners > 1:
        distributed.broadcast(word, 0)
    return float(word)


@torch.no_grad()
def blend_weights(average: nn.Module, model: nn.Module, keep: float) -> None:
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
    parser.add_argument("--teacher", type=Path, help="weights whose answers on numbers are to be kept")
    parser.add_argument("--cells", type=int, default=3_600_000, help="how many composed cells to learn from")
    parser.add_argument("--minutes", type=float, default=inf, help="end by then, however few cells that were")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warm", type=int, default=500, help="steps until the full rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=0, help="processes that compose, where learning itself is quick")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
