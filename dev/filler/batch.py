"""Many sheets at once: a hall full of tables, each with its own people, pens, light and mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dev.filler.fill import fill_sheet
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.filler.truth import shoot
from dev.rounds.mistakes import plant
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from templates.sheet_spec import SheetSpec

RULES = "pflichtsolo-40"
_FIRST = (
    "Anna Bernd Carla Dörte Emil Frauke Günter Heike Ingo Jürgen Käthe Ludger",
    "Monika Norbert Olaf Petra Rolf Sören Tanja Uwe Vera Wolfgang Änne Özlem",
)
_LAST = (
    "Albers Böhm Claßen Düring Evers Fröhlich Groß Hüls Janßen Köster Lübbers",
    "Möller Nölke Petersen Rößler Schröder Thöne Vogel Weiß Zimmer",
)
FIRST_NAMES, LAST_NAMES = (tuple(name for line in lines for name in line.split()) for lines in (_FIRST, _LAST))
_CAREFUL = Manner()


@dataclass(frozen=True, slots=True)
class Order:
    """One picture to make. `mistakes` by name (`dev.rounds.mistakes`), `conditions` by name (`scene.CONDITIONS`)."""

    seed: int
    seats: int = 4
    table: int | None = None
    conditions: tuple[str, ...] = ("clean",)
    mistakes: tuple[str, ...] = ()
    manner: Manner = _CAREFUL
    megapixels: float = 12.0
    printed_names: bool = False
    offences: int = 0


def make(order: Order, hands: Sequence[Hand]) -> FilledSheet:
    """The filled sheet of that order; `hands[0]` writes."""
    rng = np.random.default_rng([order.seed, 1])
    games = 4 * order.seats
    nullspiele = 1 if "nullspiel-missing" in order.mistakes else 0
    played = draw_points_round(order.seats, games, rng, order.offences, nullspiele)
    names = tuple(f"{rng.choice(FIRST_NAMES)} {rng.choice(LAST_NAMES)}" for _ in range(order.seats))
    code = SheetCode(RULES, "points", order.seats, games, 1, order.table)
    spec = SheetSpec(code, "Doppelkopfturnier", names if order.printed_names else ())
    written = write_round(plant(load(RULES), played, order.mistakes, rng))
    scale = 12.0 if order.megapixels > 6 else 8.0
    return fill_sheet(spec, written, hands, rng, names=names, manner=order.manner, px_per_mm=scale)


def shoot_order(order: Order, hands: Sequence[Hand], folder: Path, stem: str, textures: Path | None = None) -> Path:
    """Makes, photographs and saves one picture with its truth; returns the picture's path."""
    rng = np.random.default_rng([order.seed, 2])
    return shoot(make(order, hands), order.conditions, order.megapixels, folder, stem, rng, textures=textures)


def draw_order(
    seed: int, conditions: Sequence[str], mistakes: Sequence[str], megapixels: float = 12.0, at_most: int = 2
) -> Order:
    """An order by chance: up to `at_most` of the conditions and of the mistakes, seats, corrections and names as they
    come.
    """
    rng = np.random.default_rng([seed, 0])
    some = tuple(str(name) for name in rng.permutation(list(conditions))[: int(rng.integers(1, at_most + 1))]) or (
        "clean",
    )
    wrong = tuple(str(kind) for kind in rng.permutation(list(mistakes))[: int(rng.integers(0, at_most + 1))])
    manner = Manner(
        overwritten=int(rng.poisson(0.5)),
        struck=int(rng.poisson(0.5)),
        taken_back=int(rng.random() < 0.15),
        illegible=int(rng.random() < 0.05),
        scribes=1 + int(rng.random() < 0.2),
    )
    return Order(
        seed,
        5 if rng.random() < 0.25 else 4,
        int(rng.integers(1, 30)),
        some,
        wrong,
        manner,
        megapixels,
        bool(rng.random() < 0.5),
        int(rng.random() < 0.2),
    )
