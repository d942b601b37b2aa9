"""Makes pictures of filled sheets with their truth.

python -m dev.filler --out DIR                            points sheets, as many as --count says
python -m dev.filler --out DIR --rules ddv --style full   sheets of any rule set, on which whole games are played
python -m dev.filler --out DIR --evening FILE             a tournament's drawn sheets, of points
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from dev.filler.batch import RULES, draw_order, shoot_order
from dev.filler.camera.scene import CONDITIONS
from dev.filler.evening import Shots, compose_round
from dev.filler.full_sheets import Order, fill
from dev.filler.pens.glyphs import Hand, NoHands, load_font_hands, load_hands
from dev.filler.pens.sheet import Manner
from dev.filler.truth import shoot
from dev.rounds.mistakes import ORDER
from scoring.counting.game import PLAYERS, TABLE_SIZES

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
    for path in _compose_evening(options, hands) if options.evening else _compose_sheets(options, hands):
        sys.stdout.write(f"{path}\n")
        sys.stdout.flush()
    return 0


def _compose_evening(options: argparse.Namespace, hands: Sequence[Hand]) -> Iterator[Path]:
    shots = Shots(options.megapixels, options.mistaken, options.seed, options.textures)
    for round_ in options.rounds:
        yield from compose_round(options.evening, round_, hands, options.out, shots)


def _compose_sheets(options: argparse.Namespace, hands: Sequence[Hand]) -> Iterator[Path]:
    """Each sheet has two people of the hall: the scribe, and the one who takes over or signs."""
    for seed in range(options.seed, options.seed + options.count):
        two = [hands[place] for place in np.random.default_rng([seed, 3]).permutation(len(hands))[:2]]
        if options.style:
            yield _compose_full(options, two, seed)
        else:
            order = draw_order(seed, options.conditions, options.mistakes, options.megapixels)
            yield shoot_order(order, two, options.out, f"sheet-{seed:04}", options.textures)


def _compose_full(options: argparse.Namespace, hands: Sequence[Hand], seed: int) -> Path:
    """A sheet on which whole games are played, with up to two of the mistakes, in one of the conditions."""
    rng = np.random.default_rng([seed, 2])
    manner = Manner(overwritten=int(rng.poisson(0.5)), struck=int(rng.poisson(0.5)), taken_back=int(rng.poisson(1)))
    wrong = tuple(str(kind) for kind in rng.permutation(options.mistakes)[: int(rng.integers(0, 3))])
    sheet = fill(Order(options.rules, options.style, options.seats, seed, wrong, manner, options.plus), hands)
    stem = f"{Path(options.rules).stem}-{options.style}{'-plus' * options.plus}-{options.seats}-{seed:04}"
    shown = (str(rng.choice(options.conditions)),)
    return shoot(sheet, shown, options.megapixels, options.out, stem, rng, textures=options.textures)


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m dev.filler", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for pictures and truth")
    parser.add_argument("--count", type=int, default=1, help="how many pictures")
    parser.add_argument("--hands", default="fonts", help="'fonts', or a .npz file of handwriting, or a folder of them")
    parser.add_argument("--textures", type=Path, help="folder with pictures of table tops")
    parser.add_argument("--seed", type=int, default=1, help="first seed; the same seed gives the same picture")
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("--conditions", nargs="+", choices=CONDITIONS, default=["clean"], metavar="NAME")
    parser.add_argument("--mistakes", nargs="+", choices=ORDER, default=[], metavar="NAME")
    full = parser.add_argument_group("sheets of any rule set")
    full.add_argument("--style", choices=("full", "totals", "points"))
    full.add_argument("--rules", default=RULES)
    full.add_argument("--plus", action="store_true", help="a sheet for plus points only")
    full.add_argument("--seats", type=int, choices=TABLE_SIZES, default=PLAYERS)
    evening = parser.add_argument_group("a tournament's drawn sheets")
    evening.add_argument("--evening", metavar="FILE", help="the tournament's file, with its draw")
    evening.add_argument("--rounds", type=int, nargs="+", default=[1])
    evening.add_argument("--mistaken", type=int, default=3, help="one sheet in so many has a mistake; 0: none")
    return parser


if __name__ == "__main__":
    sys.exit(main())
