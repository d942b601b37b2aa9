"""`python -m dev.filler.evening FILE`: photographs of a tournament's drawn sheets, filled in, with their truth.

The sheets are those that `kiebitz print` prints for the file, with its code and names. What is played on them is drawn
from `--seed`. Points sheets of one page only.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import choose_scene, choose_size
from dev.filler.errors import NoHands
from dev.filler.fill import fill_sheet
from dev.filler.pens.glyphs import Hand, load_font_hands, load_hands
from dev.filler.pens.sheet import Manner
from dev.filler.truth import make_truth, save
from dev.rounds.mistakes import plant
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from scoring.counting.rules import RuleSet
from templates.sheet_spec import SheetSpec
from tournament.printing.round_paper import RoundPaper, plan_round
from tournament.record.open_store import open_store

CONDITIONS_IN_TURN = ("clean", "shadow", "curl", "perspective", "uneven", "warm", "fold")
MISTAKES_IN_TURN = ("wrong-value", "wrong-sum", "wrong-sign", "solo-not-tripled", "row-twice")
_UNUSABLE = 3


@dataclass(frozen=True, slots=True)
class Shots:
    """How a round's sheets are photographed. `mistaken`: every so-manieth sheet has a mistake of its players, 0: none.

    `quality`: of the JPEG, None for a phone's own.
    """

    megapixels: float = 12.0
    mistaken: int = 3
    seed: int = 1
    textures: Path | None = None
    quality: int | None = None
    conditions: tuple[str, ...] = CONDITIONS_IN_TURN


def compose_round(where: str, round_: int, hands: Sequence[Hand], folder: Path, shots: Shots) -> list[Path]:
    """Fills in and photographs every sheet of that round; returns the pictures in table order."""
    planned = plan_round(RoundPaper(round_, "de"), open_store(where).read_entries())
    folder.mkdir(parents=True, exist_ok=True)
    rules = planned.opening.rules
    whole = [spec for spec in planned.sheets if not spec.code.half]
    return [_compose_sheet(spec, place, rules, hands, folder, shots) for place, spec in enumerate(whole)]


def _compose_sheet(
    spec: SheetSpec, place: int, rules: RuleSet, hands: Sequence[Hand], folder: Path, shots: Shots
) -> Path:
    """The `place`-th sheet of its round, from 0: its writer, the light and its mistake take turns."""
    code = spec.code
    turn = 5 * (code.round or 0) + place
    rng = np.random.default_rng([shots.seed, code.round or 0, place])
    wrong = MISTAKES_IN_TURN[turn // shots.mistaken % len(MISTAKES_IN_TURN)] if _has_mistake(turn, shots) else ""
    played = draw_points_round(code.seats, code.games, rng)
    round_ = write_round(plant(rules, played, (wrong,) if wrong else (), rng))
    writers = [hands[turn % len(hands)], hands[(turn + 1) % len(hands)]]
    sheet = fill_sheet(spec, round_, writers, rng, manner=Manner(overwritten=int(rng.poisson(0.3))))
    conditions = (shots.conditions[turn % len(shots.conditions)],)
    scene = choose_scene(conditions, choose_size(shots.megapixels), rng)
    scene = scene if shots.quality is None else replace(scene, jpeg=shots.quality)
    picture = photograph(sheet, scene, rng, shots.textures)
    stem = f"r{code.round}-t{code.table:02}"
    return save(folder, stem, make_truth(f"{stem}.jpg", sheet, picture, conditions), picture.jpeg())


def _has_mistake(turn: int, shots: Shots) -> bool:
    return shots.mistaken > 0 and turn % shots.mistaken == 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status: 0, or 3 for handwriting that cannot be used."""
    options = _make_parser().parse_args(arguments)
    try:
        hands = load_font_hands() if options.hands == "fonts" else load_hands(Path(options.hands))
    except NoHands as error:
        sys.stderr.write(f"{error}\n")
        return _UNUSABLE
    shots = Shots(options.megapixels, options.mistaken, options.seed, options.textures)
    for round_ in options.rounds:
        for path in compose_round(options.file, round_, hands, options.out, shots):
            sys.stdout.write(f"{path}\n")
            sys.stdout.flush()
    return 0


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dev.filler.evening", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="the tournament's file, with its draw")
    parser.add_argument("--out", type=Path, required=True, help="folder for pictures and truth")
    parser.add_argument("--rounds", type=int, nargs="+", default=[1])
    parser.add_argument("--hands", default="fonts", help="'fonts', or a .npz file of handwriting, or a folder of them")
    parser.add_argument("--textures", type=Path, help="folder with pictures of table tops")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same pictures")
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("--mistaken", type=int, default=3, help="every so-manieth sheet has a mistake; 0: none")
    return parser


if __name__ == "__main__":
    sys.exit(main())
