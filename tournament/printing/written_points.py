"""Points as print has them."""

from __future__ import annotations


def typeset_points(points: int) -> str:
    """Points with their sign, a true minus: "+4", "−4", "+0"."""
    return f"{points:+d}".replace("-", "−")
