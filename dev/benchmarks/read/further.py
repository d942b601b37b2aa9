"""Makes further photographs for `judge asked` and `judge lamp`: folded sheets of points, full sheets, lists of totals,
and lists with four slips each.

All hands that no training has seen take turns, two a sheet. Points without folds are made by `compose`. Numbers
(`--first`) that nobody has looked at give figures on which nothing was chosen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dev.benchmarks.read.compose import SEED, add_data_options, ask_for_data, load_all_writers, plan_sheet
from dev.benchmarks.read.full import SYSTEMS, compose_photo, compose_style
from dev.filler.batch import shoot
from dev.filler.errors import NoHands
from dev.filler.pens.glyphs import Hand
from scoring.rulesets.load_rules import load

FOLD_SEED = SEED + 500_000
FOLDS = (("fold",), ("fold", "shadow"), ("fold", "curl"), ("fold", "perspective"), ("fold", "uneven"), ("fold", "warm"))
"""Conditions that take turns."""
SLIPS = (
    "win-mark-at-loser",
    "total-slip",
    "wrong-value",
    "win-mark-missing",
    "total-slip-once",
    "value-to-another",
    "total-copied",
    "solo-not-tripled",
)
"""What players get wrong on a list of totals; each list of `slips` has four of these, in turn."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `further`."""
    parser.add_argument("kind", choices=("folds", "full", "lists", "slips"))
    add_data_options(parser)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sheets", type=int, default=42)
    parser.add_argument("--first", type=int, default=0, help="leave out the sheets before this one")


def run(options: argparse.Namespace) -> int:
    """Composes; returns the exit status."""
    if not ask_for_data(options):
        return 2
    try:
        writers = load_all_writers(options.data)
    except NoHands as error:
        print(error, file=sys.stderr)
        return 3
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.first + options.sheets):
        print(_compose(options.kind, number, writers, options), flush=True)
    return 0


def _compose(kind: str, number: int, writers: Sequence[Hand], options: argparse.Namespace) -> Path:
    if kind == "folds":
        return _compose_folded(number, writers, options.out, options.textures)
    if kind == "full":
        return compose_photo(number, writers, options.out)[1]
    systems = [name for name in SYSTEMS if load(name).sheet.totals.allowed]
    wrong = tuple(SLIPS[(3 * number + place) % len(SLIPS)] for place in range(4)) if kind == "slips" else ()
    return compose_style(number, writers, options.out, "totals", systems, wrong)[1]


def _compose_folded(number: int, writers: Sequence[Hand], folder: Path, textures: Path | None) -> Path:
    order = replace(plan_sheet(number, FOLD_SEED)[1], conditions=FOLDS[number % len(FOLDS)])
    first = number // len(FOLDS) % len(writers)
    return shoot(order, (writers[first], writers[(first + 1) % len(writers)]), folder, f"fold-{number}", textures)
