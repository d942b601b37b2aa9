"""`python -m dev.filler`: makes pictures of filled sheets with their truth."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from dev.filler.batch import draw_order, shoot
from dev.filler.camera.scene import CONDITIONS
from dev.filler.errors import NoHands
from dev.filler.pens.glyphs import Hand, load_font_hands, load_hands
from dev.rounds.mistakes import POINTS_MISTAKES

_UNUSABLE = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status: 0, 2 for wrong use, 3 for handwriting that cannot be used."""
    options = _make_parser().parse_args(arguments)
    try:
        hands = load_font_hands() if options.hands == "fonts" else load_hands(Path(options.hands))
    except NoHands as error:
        sys.stderr.write(f"{error}\n")
        return _UNUSABLE
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.count):
        order = draw_order(options.seed + number, options.conditions, options.mistakes, options.megapixels)
        stem = f"sheet-{options.seed + number:04}"
        path = shoot(order, _pick_two(hands, order.seed), options.out, stem, options.textures)
        sys.stdout.write(f"{path}\n")
    return 0


def _pick_two(hands: Sequence[Hand], seed: int) -> list[Hand]:
    """Two people of the hall: the scribe and the one who takes over or signs."""
    order = np.random.default_rng([seed, 3]).permutation(len(hands))[:2]
    return [hands[place] for place in order]


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dev.filler", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for pictures and truth")
    parser.add_argument("--count", type=int, default=1, help="how many pictures")
    parser.add_argument("--hands", default="fonts", help="'fonts', or a .npz file of handwriting, or a folder of them")
    parser.add_argument("--textures", type=Path, help="folder with pictures of table tops")
    parser.add_argument("--seed", type=int, default=1, help="first seed; the same seed gives the same picture")
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("--conditions", type=_Names(CONDITIONS), default=("clean",), help=", ".join(CONDITIONS))
    parser.add_argument("--mistakes", type=_Names(POINTS_MISTAKES), default=(), help=", ".join(POINTS_MISTAKES))
    return parser


class _Names:
    """Comma-separated names out of those known; "all" for every one but `unusable`."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = tuple(known)

    def __call__(self, text: str) -> tuple[str, ...]:
        names = tuple(name for name in self.known if name != "unusable") if text == "all" else tuple(text.split(","))
        unknown = [name for name in names if name not in self.known]
        if unknown:
            raise argparse.ArgumentTypeError(f"unknown: {', '.join(unknown)}; known: {', '.join(self.known)}")
        return names


if __name__ == "__main__":
    sys.exit(main())
