"""What the filler cannot go on from."""

from __future__ import annotations


class NoHands(ValueError):
    """No usable handwriting at the given place."""

    def __init__(self, place: str) -> None:
        super().__init__(
            f"{place}: no writer with all ten digits; give a .npz file (or a folder of them) with arrays x, y and w."
        )
