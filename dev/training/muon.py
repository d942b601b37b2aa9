"""Muon: steps whose matrices are orthogonal, so that every direction of a layer learns alike.

Jordan et al., "Muon: an optimizer for hidden layers in neural networks", 2024. PyTorch's own takes no convolutions, and
computes in bfloat16, which processors without it only imitate (half the speed of the whole training).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any

import torch
from torch import Tensor, nn

MOMENTUM = 0.95
AS_ADAM = 0.2
"""The size of a step's entries, as AdamW's usually are (Liu et al., "Muon is scalable for LLM training", 2025)."""


class Muon(torch.optim.Optimizer):
    """For weights with two or more dimensions; all dimensions after the first are taken as one."""

    def __init__(self, weights: Iterable[nn.Parameter], lr: float, weight_decay: float = 0.01) -> None:
        super().__init__(weights, {"lr": lr, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:
        """One step along the gradients; `closure` is of the interface and not used."""
        for group in self.param_groups:
            for weight in group["params"]:
                slow = self.state[weight].setdefault("momentum", torch.zeros_like(weight))
                slow.lerp_(weight.grad, 1 - MOMENTUM)
                turned = make_orthogonal(weight.grad.lerp(slow, MOMENTUM).flatten(1))
                size = group["lr"] * AS_ADAM * sqrt(max(turned.shape))
                weight.mul_(1 - group["lr"] * group["weight_decay"]).sub_(size * turned.view_as(weight))


def make_orthogonal(matrix: Tensor) -> Tensor:
    """The matrix (n, m) with singular values brought to 0.7 to 1.2, by five steps of Newton and Schulz.

    Each step multiplies by an odd polynomial's even part in `square`, so the steps are gathered in the small square
    matrix `turn` first: half the time of stepping the wide matrix itself.
    """
    wide = matrix if matrix.shape[0] <= matrix.shape[1] else matrix.T
    wide = wide / (wide.norm() + 1e-7)
    square, turn = wide @ wide.T, torch.eye(len(wide), device=wide.device)
    for _ in range(5):
        step = 2.0315 * square @ square - 4.775 * square
        step.diagonal().add_(3.4445)
        square, turn = step @ square @ step, step @ turn
    wide = turn @ wide
    return wide if matrix.shape[0] <= matrix.shape[1] else wide.T
