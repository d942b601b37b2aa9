"""The recogniser: a small residual convolutional network over the whole cell, read out by CTC.

Graves et al., "Connectionist temporal classification", ICML 2006. No digit is cut out: the network looks at the cell
as a strip of columns and says for each column which character it sees there, or none.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

ALPHABET = "0123456789+-/~?"
"""Class 0 is CTC's blank; class i + 1 is ALPHABET[i]."""
CLASSES = len(ALPHABET) + 1


class Residual(nn.Module):
    """Two 3 x 3 convolutions around a short cut; `stride` applies to the first."""

    def __init__(self, inner: int, outer: int, stride: tuple[int, int] = (1, 1)) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inner, outer, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outer),
            nn.ReLU(inplace=True),
            nn.Conv2d(outer, outer, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outer),
        )
        same = inner == outer and stride == (1, 1)
        self.short = (
            nn.Identity()
            if same
            else nn.Sequential(nn.Conv2d(inner, outer, 1, stride, bias=False), nn.BatchNorm2d(outer))
        )

    def forward(self, x: Tensor) -> Tensor:
        """(B, inner, h, w) to (B, outer, h / stride, w / stride)."""
        return torch.relu(self.body(x) + self.short(x))


class Recogniser(nn.Module):
    """(B, 1, 40, W) ink to (B, W / 4, 16) logits."""

    def __init__(self, widths: tuple[int, int, int, int] = (16, 32, 64, 128)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.stem = nn.Sequential(nn.Conv2d(1, a, 5, 2, 2, bias=False), nn.BatchNorm2d(a), nn.ReLU(inplace=True))
        self.stages = nn.Sequential(
            Residual(a, a), Residual(a, b, (2, 2)), Residual(b, b), Residual(b, c, (2, 1)), Residual(c, c)
        )
        self.column = nn.Sequential(
            nn.Conv2d(c, d, (5, 3), 1, (0, 1), bias=False), nn.BatchNorm2d(d), nn.ReLU(inplace=True)
        )
        self.along = nn.Sequential(
            nn.Conv1d(d, d, 5, 1, 2, bias=False),
            nn.BatchNorm1d(d),
            nn.ReLU(inplace=True),
            nn.Dropout(0.1),
            nn.Conv1d(d, d, 5, 1, 2, bias=False),
            nn.BatchNorm1d(d),
            nn.ReLU(inplace=True),
            nn.Dropout(0.1),
        )
        self.out = nn.Conv1d(d, CLASSES, 1)

    def features(self, x: Tensor) -> Tensor:
        """(B, 1, 40, W) float ink to (B, 128, W / 4): what the last layer decides by."""
        x = self.column(self.stages(self.stem(x))).squeeze(2)
        return x + self.along(x)

    def forward(self, x: Tensor) -> Tensor:
        """(B, 1, 40, W) float ink to (B, W / 4, 16) logits."""
        return self.out(self.features(x)).transpose(1, 2)


class WithFeatures(nn.Module):
    """The recogniser as the reader runs it: logits, and beside them the features (B, W / 4, 128)."""

    def __init__(self, network: Recogniser) -> None:
        super().__init__()
        self.network = network

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """(B, 1, 40, W) float ink to (B, W / 4, 16) logits and (B, W / 4, 128) features."""
        features = self.network.features(x)
        return self.network.out(features).transpose(1, 2), features.transpose(1, 2)
