"""How sure a share is that was seen in a sample."""

from __future__ import annotations

from math import sqrt

_Z = 1.96  # standard deviations about the middle that hold 95 %


def wilson(hits: int, count: int) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927); all from 0 to 1 for a share of nothing."""
    if count == 0:
        return 0.0, 1.0
    share, spread = hits / count, _Z * _Z / count
    middle, half = share + spread / 2, _Z * sqrt(share * (1 - share) / count + spread / count / 4)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
