"""Composes the standard set of photographs for measuring: our sheets, digits of real writers that no training has seen.

    python -m benchmarks.compose --data FOLDER_OR_FILE --out DIR [--sheets 70] [--textures DIR]

`--data` (or the variable KIEBITZ_HANDWRITING) names the `.npz` file of the writers kept apart, or its folder, in which
`swiss_val.npz` is then taken. Every picture has its truth beside it (docs/truth.md), `set.json` lists them by
condition. The same arguments give the same pictures, on any machine with the same versions of NumPy and OpenCV. A
sheet takes about a second on one core.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from templates.filler.batch import Order, casual, shoot
from templates.filler.errors import NoHands
from templates.filler.glyphs import Hand, hands_from
from templates.filler.mistakes import PLANTERS

SEED = 7_000_000  # far from those that tests and samples use
# Its labels were checked (the 20 of 1,200 that their neighbours contradict, by eye): none is wrong. In the training
# file about 1 in 500 is, so do not measure with that one.
KEPT_APART = "swiss_val.npz"
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


def order_of(number: int) -> tuple[str, Order]:
    """The number-th sheet: the sets take turns; every third sheet has one mistake, of all kinds in turn."""
    name = list(SETS)[number % len(SETS)]
    conditions, pen, megapixels = SETS[name]
    kinds = list(PLANTERS)
    wrong = (kinds[number // 3 % len(kinds)],) if number % 3 == 0 else ()
    order = casual(SEED + number, (), (), megapixels)
    seats = 5 if "sitter-points" in wrong else order.seats
    manner = replace(order.manner, pen=pen)
    return name, replace(order, seats=seats, conditions=conditions, mistakes=wrong, manner=manner)


def compose(hands: Sequence[Hand], out: Path, sheets: int, textures: Path | None) -> dict[str, list[str]]:
    """Makes the pictures; returns their names by set."""
    made: dict[str, list[str]] = {name: [] for name in SETS}
    for number in range(sheets):
        name, order = order_of(number)
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
    parser.add_argument("--textures", type=Path, default=os.environ.get("KIEBITZ_TEXTURES"))
    options = parser.parse_args(arguments)
    if options.data is None:
        parser.error("name the handwriting with --data or KIEBITZ_HANDWRITING")
    data = Path(options.data)
    try:
        hands = hands_from(data / KEPT_APART if data.is_dir() else data)
    except NoHands as error:
        print(error, file=sys.stderr)
        return 3
    options.out.mkdir(parents=True, exist_ok=True)
    made = compose(hands, options.out, options.sheets, Path(options.textures) if options.textures else None)
    document = {"kiebitz": 1, "seed": SEED, "hands": [hand.name for hand in hands], "sets": made}
    (options.out / "set.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
