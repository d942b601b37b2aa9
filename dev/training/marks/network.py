"""The reader of crosses: a few small convolutions over a box and its rim."""

from __future__ import annotations

from torch import Tensor, nn

from scanner.read.read_marks import STATES

SIDE_PX = 48


def _make_step(inner: int, outer: int, kernel: int, stride: int) -> list[nn.Module]:
    return [
        nn.Conv2d(inner, outer, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outer),
        nn.ReLU(inplace=True),
    ]


class MarkNetwork(nn.Module):
    """(B, 1, 48, 48) darkness to (B, 3) logits of the `STATES`; 54 thousand weights."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *_make_step(1, 12, 5, 2),
            *_make_step(12, 24, 3, 2),
            *_make_step(24, 24, 3, 1),
            *_make_step(24, 32, 3, 2),
            *_make_step(32, 32, 3, 1),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(32 * 6 * 6, 24), nn.ReLU(inplace=True), nn.Linear(24, len(STATES))
        )

    def forward(self, x: Tensor) -> Tensor:
        """(B, 1, 48, 48) float darkness to (B, 3) logits."""
        return self.head(self.body(x))
