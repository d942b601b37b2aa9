"""Filled sheets of any rule set and style: a round of whole games is played, counted and written down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from dev.filler.batch import FIRST_NAMES, LAST_NAMES
from dev.filler.fill import fill_sheet
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.rounds.games import draw_games, draw_offence
from dev.rounds.mistakes import Paper, plant
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
    in print, None by chance; who plays (`names`) and at which `table`, is chance too, unless it is given.
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


def prepare(order: Order, rng: np.random.Generator) -> tuple[SheetSpec, tuple[str, ...], WrittenRound]:
    """What is printed, who plays, and a round that is played, counted, and written down with the mistakes."""
    system = load(order.rules)
    anybody = tuple(f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}" for _ in range(order.seats))
    names, table = order.names or anybody, order.table or int(rng.integers(1, 30))
    by_chance = bool(rng.random() < 0.5)
    printed = ",".join(names) if (by_chance if order.printed is None else order.printed) else ""
    wish = SheetOrder(order.rules, order.style, order.seats, None, "", order.round_, table, printed, "de", order.plus)
    spec = make_sheets(wish, system)[0]
    return spec, names, draw_round(order, system, spec, rng)


def fill(order: Order, hands: Sequence[Hand]) -> FilledSheet:
    """The sheet of that order filled in; `hands[0]` writes."""
    rng = np.random.default_rng([order.seed, 1])
    spec, names, round_ = prepare(order, rng)
    return fill_sheet(spec, round_, hands, rng, names=names, manner=order.manner, px_per_mm=order.px_per_mm)


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
    return write_round(round_, make_layout(spec.code), plus=order.plus, rules=rules)


def _place_offences(rules: RuleSet, games: list[Game], offences: int, rng: np.random.Generator) -> list[Game]:
    """Where an offence is a game, it takes the place of some ordinary one."""
    games = list(games)
    for place in rng.permutation([place for place, game in enumerate(games) if len(game.re) == 2])[:offences]:
        playing = games[place].playing
        games[place] = Game(
            "strafe", seats=games[place].seats, sits=games[place].sits, offender=int(rng.choice(playing))
        )
    return games
