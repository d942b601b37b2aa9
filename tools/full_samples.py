"""Photographs of filled full sheets and lists of totals, with their truth: `python -m tools.full_samples --out DIR`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from desk.paper_order import Wish, sheets
from scoring.rulesets import load
from templates.filler.batch import FIRST_NAMES, LAST_NAMES
from templates.filler.camera import photograph
from templates.filler.fill import fill_sheet
from templates.filler.glyphs import Hand, font_hands, hands_from
from templates.filler.scene import CONDITIONS, choose_scene, size_of
from templates.filler.sheet import FilledSheet, Manner
from templates.filler.truth import save, truth_of
from templates.registry import layout_for
from tools.played import PLANTERS, partly, planted, play, right_row, written_round


def filled(rules: str, style: str, seats: int, seed: int, hands: Sequence[Hand], mistakes: tuple[str, ...] = (),
           manner: Manner | None = None, px_per_mm: float = 12.0) -> FilledSheet:
    """One sheet: a round is played, counted, written down with the mistakes, and filled in; `hands[0]` writes."""
    rng, system = np.random.default_rng([seed, 1]), load(rules)
    names = tuple(f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}" for _ in range(seats))
    printed = ",".join(names) if rng.random() < 0.5 else ""
    wish = Wish(rules, style, seats, None, "", 1, int(rng.integers(1, 30)), printed, "de")
    spec = sheets(wish, system)[0]
    games = play(system, seats, len(spec.code.numbers), rng)
    every_level = bool(rng.random() < 0.4)
    rows = planted(system, [right_row(system, game, every_level) for game in games], mistakes, rng)
    rows = [row if row.mistake or style == "totals" else partly(row, rng) for row in rows]
    round_ = written_round(rows, layout_for(spec.code))
    return fill_sheet(spec, round_, hands, rng, names=names, manner=manner or Manner(), px_per_mm=px_per_mm)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    options = _parser().parse_args(arguments)
    hands = font_hands() if options.hands == "fonts" else hands_from(Path(options.hands))
    options.out.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.count):
        rng = np.random.default_rng([seed, 2])
        two = [hands[place] for place in np.random.default_rng([seed, 3]).permutation(len(hands))[:2]]
        manner = Manner(overwritten=int(rng.poisson(0.5)), struck=int(rng.poisson(0.5)), taken_back=int(rng.poisson(1)))
        wrong = tuple(str(kind) for kind in rng.permutation(list(options.mistakes))[: int(rng.integers(0, 3))])
        sheet = filled(options.rules, options.style, options.seats, seed, two, wrong, manner)
        upright = sheet.page_mm[0] < sheet.page_mm[1]
        conditions = (str(rng.choice(options.conditions)),)
        picture = photograph(sheet, choose_scene(conditions, size_of(options.megapixels, upright), rng), rng)
        stem = f"{options.rules}-{options.style}-{options.seats}-{seed:04}"
        document = truth_of(f"{stem}.jpg", sheet, picture, conditions)
        sys.stdout.write(f"{save(options.out, stem, document, picture.jpeg())}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.full_samples", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for pictures and truth")
    parser.add_argument("--rules", default="pflichtsolo-40")
    parser.add_argument("--style", choices=("full", "totals"), default="full")
    parser.add_argument("--seats", type=int, choices=(4, 5), default=4)
    parser.add_argument("--count", type=int, default=1, help="how many pictures")
    parser.add_argument("--seed", type=int, default=1, help="first seed; the same seed gives the same picture")
    parser.add_argument("--hands", default="fonts", help="'fonts', or a .npz file of handwriting, or a folder of them")
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("--conditions", nargs="+", choices=sorted(CONDITIONS), default=["clean"])
    parser.add_argument("--mistakes", nargs="*", choices=sorted(PLANTERS), default=[], help="some of them a sheet")
    return parser


if __name__ == "__main__":
    sys.exit(main())
