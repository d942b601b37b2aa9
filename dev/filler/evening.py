"""Photographs of a tournament's drawn sheets, filled in, with their truth.

The sheets are those that `kiebitz print` prints for the file, with its code and names. What is played on them is drawn
from a seed. Points sheets of one page only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from dev.filler.fill import NOTHING, fill_sheet
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.sheet import Manner
from dev.filler.truth import shoot
from dev.rounds.mistakes import plant
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from scoring.counting.rules import RuleSet
from templates.sheet_spec import SheetSpec
from tournament.printing.round_paper import RoundPaper, plan_round
from tournament.record.open_store import open_store

CONDITIONS_IN_TURN = ("clean", "shadow", "curl", "perspective", "uneven", "warm", "fold")
MISTAKES_IN_TURN = ("wrong-value", "wrong-sum", "wrong-sign", "solo-not-tripled", "row-twice")


@dataclass(frozen=True, slots=True)
class Shots:
    """How a round's sheets are photographed. `mistaken`: one sheet in so many has a mistake of its players, 0: none.

    `quality`: of the JPEG, None for a phone's own. `spares`: the tables that wrote on a blank sheet, with their start
    numbers and without round and table.
    """

    megapixels: float = 12.0
    mistaken: int = 3
    seed: int = 1
    textures: Path | None = None
    quality: int | None = None
    conditions: tuple[str, ...] = CONDITIONS_IN_TURN
    spares: frozenset[int] = frozenset()


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
    mistaken = shots.mistaken > 0 and turn % shots.mistaken == 0
    wrong = (MISTAKES_IN_TURN[turn // shots.mistaken % len(MISTAKES_IN_TURN)],) if mistaken else ()
    played = draw_points_round(code.seats, code.games, rng)
    round_ = write_round(plant(rules, played, wrong, rng))
    writers = [hands[turn % len(hands)], hands[(turn + 1) % len(hands)]]
    paper, heads = _take_blank(spec) if code.table in shots.spares else (spec, NOTHING)
    sheet = fill_sheet(paper, round_, writers, rng, heads=heads, manner=Manner(overwritten=int(rng.poisson(0.3))))
    light = (shots.conditions[turn % len(shots.conditions)],)
    stem = f"r{code.round}-t{code.table:02}"
    return shoot(sheet, light, shots.megapixels, folder, stem, rng, textures=shots.textures, quality=shots.quality)


def _take_blank(spec: SheetSpec) -> tuple[SheetSpec, Mapping[str, str]]:
    """A blank sheet instead of the printed one, and the start numbers that its players write into its head."""
    numbers = {f"start.p{seat}": str(start) for seat, start in enumerate(spec.starts, 1)}
    return replace(spec, code=replace(spec.code, round=None, table=None), names=(), starts=()), numbers
