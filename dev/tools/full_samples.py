"""Photographs of filled sheets of any rule set, with their truth: `python -m dev.tools.full_samples --out DIR`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from dev.filler.batch import FIRST_NAMES, LAST_NAMES
from dev.filler.camera.camera import photograph
from dev.filler.camera.scene import CONDITIONS, choose_scene, choose_size
from dev.filler.fill import fill_sheet
from dev.filler.pens.glyphs import Hand, load_font_hands, load_hands
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.filler.truth import make_truth, save
from dev.rounds.games import draw_games, draw_offence
from dev.rounds.mistakes import ORDER, Paper, plant
from dev.rounds.rows import count_row, leave_out_details, make_round
from dev.rounds.written import WrittenRound, write_round
from scoring.counting.game import Game
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from templates.list_sheets import count_offence_rows
from templates.sheet_spec import SheetSpec, make_layout
from tournament.printing.sheet_orders import SheetOrder, make_sheets

_CAREFUL = Manner()


@dataclass(frozen=True, slots=True)
class Order:
    """A sheet to play and fill in. `partly`: some rows lack details; `offences`: so many of somebody; `printed`: names
    in print, None by chance; who plays (`names`) and at which `table`, is chance too, unless it is told.
    """

    rules: str
    style: str = "full"
    seats: int = 4
    seed: int = 1
    mistakes: tuple[str, ...] = ()
    manner: Manner = _CAREFUL
    plus: bool = False
    partly: bool = True
    offences: int = 0
    printed: bool | None = None
    names: tuple[str, ...] = ()
    round_: int = 1
    table: int | None = None
    px_per_mm: float = 12.0


@dataclass(frozen=True, slots=True)
class Filling:
    """What is printed, who plays, what they write, and the chance that goes on with it."""

    spec: SheetSpec
    names: tuple[str, ...]
    round_: WrittenRound
    rng: np.random.Generator


def prepare(order: Order) -> Filling:
    """A round is played, counted, and written down with the mistakes."""
    rng, system = np.random.default_rng([order.seed, 1]), load(order.rules)
    anybody = tuple(f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}" for _ in range(order.seats))
    names, table = order.names or anybody, order.table or int(rng.integers(1, 30))
    by_chance = bool(rng.random() < 0.5)
    printed = ",".join(names) if (by_chance if order.printed is None else order.printed) else ""
    wish = SheetOrder(order.rules, order.style, order.seats, None, "", order.round_, table, printed, "de", order.plus)
    spec = make_sheets(wish, system)[0]
    return Filling(spec, names, draw_round(order, system, spec, rng), rng)


def fill(order: Order, hands: Sequence[Hand]) -> FilledSheet:
    """The sheet of that order filled in; `hands[0]` writes."""
    made = prepare(order)
    return fill_sheet(
        made.spec, made.round_, hands, made.rng, names=made.names, manner=order.manner, px_per_mm=order.px_per_mm
    )


def draw_round(order: Order, rules: RuleSet, spec: SheetSpec, rng: np.random.Generator) -> WrittenRound:
    """What is played at that table and written on that sheet."""
    every_level = bool(rng.random() < 0.4)
    games = draw_games(rules, order.seats, len(spec.code.numbers), rng)
    below = 0 if rules.offence.counts_as_game else count_offence_rows(spec.code)  # else the rows are for minor ones
    extra = [draw_offence(rules, order.seats, rng) for _ in range(min(order.offences, below))]
    if rules.offence.counts_as_game:
        games = _place_offences(rules, games, order.offences, rng)
    rows = tuple(count_row(rules, game, every_level) for game in games)
    right = make_round(rows, tuple(count_row(rules, game) for game in extra))
    round_ = plant(rules, right, order.mistakes, rng, Paper(order.style, order.plus))
    if order.partly and order.style == "full":
        lines = enumerate(round_.rows)
        kept = (row if place in round_.touched else leave_out_details(row, rng) for place, row in lines)
        round_ = replace(round_, rows=tuple(kept))
    return write_round(round_, make_layout(spec.code), plus=order.plus)


def _place_offences(rules: RuleSet, games: list[Game], offences: int, rng: np.random.Generator) -> list[Game]:
    """Where an offence is a game, it takes the place of some ordinary one."""
    games = list(games)
    for place in rng.permutation([place for place, game in enumerate(games) if len(game.re) == 2])[:offences]:
        playing = games[place].playing
        games[place] = Game(
            "strafe", seats=games[place].seats, sits=games[place].sits, offender=int(rng.choice(playing))
        )
    return games


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; returns its exit status."""
    options = _make_parser().parse_args(arguments)
    hands = load_font_hands() if options.hands == "fonts" else load_hands(Path(options.hands))
    options.out.mkdir(parents=True, exist_ok=True)
    for seed in range(options.seed, options.seed + options.count):
        rng = np.random.default_rng([seed, 2])
        two = [hands[place] for place in np.random.default_rng([seed, 3]).permutation(len(hands))[:2]]
        manner = Manner(overwritten=int(rng.poisson(0.5)), struck=int(rng.poisson(0.5)), taken_back=int(rng.poisson(1)))
        wrong = tuple(str(kind) for kind in rng.permutation(list(options.mistakes))[: int(rng.integers(0, 3))])
        sheet = fill(Order(options.rules, options.style, options.seats, seed, wrong, manner, options.plus), two)
        stem = f"{options.rules}-{options.style}{'-plus' * options.plus}-{options.seats}-{seed:04}"
        shown = (str(rng.choice(options.conditions)),)
        sys.stdout.write(f"{shoot(sheet, shown, options.megapixels, options.out, stem, rng)}\n")
    return 0


def shoot(
    sheet: FilledSheet,
    conditions: tuple[str, ...],
    megapixels: float,
    folder: Path,
    stem: str,
    rng: np.random.Generator,
    quality: int | None = None,
) -> Path:
    """Photographs the sheet and saves picture and truth; `quality` of the JPEG, None as a phone's."""
    upright = sheet.page_mm[0] < sheet.page_mm[1]
    scene = choose_scene(conditions, choose_size(megapixels, upright), rng)
    picture = photograph(sheet, scene if quality is None else replace(scene, jpeg=quality), rng)
    return save(folder, stem, make_truth(f"{stem}.jpg", sheet, picture, conditions), picture.jpeg())


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m dev.tools.full_samples", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for pictures and truth")
    parser.add_argument("--rules", default="pflichtsolo-40")
    parser.add_argument("--style", choices=("full", "totals", "points"), default="full")
    parser.add_argument("--plus", action="store_true", help="a sheet for plus points only")
    parser.add_argument("--seats", type=int, choices=(4, 5), default=4)
    parser.add_argument("--count", type=int, default=1, help="how many pictures")
    parser.add_argument("--seed", type=int, default=1, help="first seed; the same seed gives the same picture")
    parser.add_argument("--hands", default="fonts", help="'fonts', or a .npz file of handwriting, or a folder of them")
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("--conditions", nargs="+", choices=sorted(CONDITIONS), default=["clean"])
    parser.add_argument("--mistakes", nargs="*", choices=sorted(ORDER), default=[], help="some of them a sheet")
    return parser


if __name__ == "__main__":
    sys.exit(main())
