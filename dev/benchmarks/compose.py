"""Composes the standard set of photographs for measuring: our sheets, digits of real writers that no training has seen.

    python -m dev.benchmarks.compose --data FOLDER --out DIR [--sheets 70] [--first 0] [--last] [--textures DIR]

`--data` (or the variable KIEBITZ_HANDWRITING) names the folder of handwriting. Two writers kept apart write the sheets
on which choices are made (temperature, thresholds); with `--last` another does, who had a part in nothing. Every
picture has its truth beside it (docs/truth.md), `set.json` lists them by condition. The same arguments give the same
pictures, on any machine with the same versions of NumPy and OpenCV. A sheet takes about a second on one core.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dev.filler.batch import Order, draw_order, shoot
from dev.filler.errors import NoHands
from dev.filler.pens.glyphs import Hand, load_hands
from dev.rounds.mistakes import POINTS_MISTAKES as PLANTERS
from dev.training.cells.glyphs import HELD_BACK

SEED = 7_000_000  # far from those that tests and samples use
LAST_SEEDS = 1_000_000
KEPT_APART = "swiss_val.npz"  # its labels were checked by eye: none is wrong
LAST_TEST = "swiss_train.npz"  # all glyphs of its hand in `HELD_BACK` were looked at:
WRONG_LABELS = {("0014_CH3F", "6"): 31}  # this 6 is a 7; two or three more would puzzle a person, too
SETS: dict[str, tuple[tuple[str, ...], str | None, float]] = {
    # name: conditions, the pen where it is the point, megapixels
    "clean": (("clean",), None, 12.0),
    "shadow": (("shadow", "uneven"), None, 12.0),
    "curl": (("curl", "perspective"), None, 12.0),
    "blur": (("defocus",), None, 12.0),
    "small": (("clean",), None, 3.0),
    "felt": (("turned",), "felt", 12.0),
    "pencil": (("warm",), "pencil", 12.0),
}


def hands_of(data: Path, last: bool) -> tuple[Hand, ...]:
    """The writers kept apart, for choices or for the last test. Raises `NoHands` when they are not in the folder."""
    if not last:
        return load_hands(data / KEPT_APART)
    hands = {hand.name.split(":")[1]: hand for hand in load_hands(data / LAST_TEST)}
    if missing := HELD_BACK - set(hands):
        raise NoHands(f"{data / LAST_TEST}: {', '.join(sorted(missing))}")
    for (writer, digit), at in WRONG_LABELS.items():
        right = [glyph for number, glyph in enumerate(hands[writer].glyphs[digit]) if number != at]
        hands[writer] = replace(hands[writer], glyphs={**hands[writer].glyphs, digit: tuple(right)})
    return tuple(hands[writer] for writer in sorted(HELD_BACK))


def order_of(number: int, seed: int = SEED) -> tuple[str, Order]:
    """The number-th sheet: the sets take turns; every third sheet has one mistake, of all kinds in turn."""
    name = list(SETS)[number % len(SETS)]
    conditions, pen, megapixels = SETS[name]
    kinds = list(PLANTERS)
    wrong = (kinds[number // 3 % len(kinds)],) if number % 3 == 0 else ()
    order = draw_order(seed + number, (), (), megapixels)
    seats = 5 if "sitter-points" in wrong else order.seats
    manner = replace(order.manner, pen=pen)
    return name, replace(order, seats=seats, conditions=conditions, mistakes=wrong, manner=manner)


def compose(
    hands: Sequence[Hand], out: Path, numbers: Sequence[int], textures: Path | None, seed: int
) -> dict[str, list[str]]:
    """Makes the pictures of these numbers; returns their names by set."""
    made: dict[str, list[str]] = {name: [] for name in SETS}
    for number in numbers:
        name, order = order_of(number, seed)
        first = number // len(SETS) % len(hands)
        pair = (hands[first], hands[(first + 1) % len(hands)])
        path = shoot(order, pair, out, f"{name}-{number:03}", textures)
        made[name].append(path.name)
        print(path)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=os.environ.get("KIEBITZ_HANDWRITING"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sheets", type=int, default=70)
    parser.add_argument("--first", type=int, default=0, help="leave out the sheets before this one")
    parser.add_argument("--last", action="store_true", help="the hands of the last test, on sheets of their own")
    parser.add_argument("--textures", type=Path, default=os.environ.get("KIEBITZ_TEXTURES"))
    options = parser.parse_args(arguments)
    if options.data is None:
        parser.error("name the handwriting with --data or KIEBITZ_HANDWRITING")
    try:
        hands = hands_of(Path(options.data), options.last)
    except NoHands as error:
        print(error, file=sys.stderr)
        return 3
    options.out.mkdir(parents=True, exist_ok=True)
    seed = SEED + (LAST_SEEDS if options.last else 0)
    numbers = range(options.first, options.first + options.sheets)
    made = compose(hands, options.out, numbers, Path(options.textures) if options.textures else None, seed)
    names = [hand.name for hand in hands]
    document = {"kiebitz": 1, "seed": seed, "first": options.first, "hands": names, "sets": made}
    (options.out / "set.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
