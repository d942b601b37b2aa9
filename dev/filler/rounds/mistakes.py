"""Mistakes that people make on points sheets, planted one by one, each with what it is and whether the sheet gives it
away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dev.filler.rounds.moved_rows import nullspiel_missing, offence_as_game, row_missing, row_twice
from dev.filler.rounds.places import SLIPS, Planter
from dev.filler.rounds.written import Mistake, WrittenRound, added_up
from dev.filler.rounds.wrong_rows import (
    changed,
    inverted,
    not_doubled,
    not_tripled,
    one_sign,
    one_value,
    pflichtsolo_missing,
    sitter_points,
    stille_hochzeit,
)


def plant(sheet: WrittenRound, kinds: Sequence[str], rng: np.random.Generator) -> WrittenRound:
    """Plants one mistake of each kind, as far as the sheet has a place for it: rows are moved first and once only,
    sums last.
    """
    for kind in sorted(kinds, key=list(PLANTERS).index):
        sheet = added_up(sheet) if kind != "wrong-sum" else sheet
        sheet = PLANTERS[kind](sheet, rng) or sheet
        sheet = sheet if kind == "wrong-sum" else added_up(sheet)
    return sheet


def _wrong_sum(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """The sum line is added up wrongly in one column."""
    seat, slip = int(rng.integers(sheet.played.seats)), int(rng.choice(SLIPS))
    sums = tuple(total + slip * (place == seat) for place, total in enumerate(sheet.sums))
    mistake = Mistake("wrong-sum", (f"sum.p{seat + 1}",), True)
    return replace(sheet, sums=sums, mistakes=(*sheet.mistakes, mistake))


PLANTERS: dict[str, Planter] = {
    "nullspiel-missing": nullspiel_missing,
    "offence-as-game": offence_as_game,
    "row-twice": row_twice,
    "row-missing": row_missing,
    "pflichtsolo-missing": pflichtsolo_missing,
    "stille-hochzeit-as-solo": stille_hochzeit,
    "solo-not-tripled": changed("solo-not-tripled", not_tripled),
    "sitter-points": sitter_points,
    "wrong-value": changed("wrong-value", one_value),
    "wrong-sign": changed("wrong-sign", one_sign),
    "signs-inverted": changed("signs-inverted", inverted, False),
    "doubling-forgotten": changed("doubling-forgotten", not_doubled, False),
    "wrong-sum": _wrong_sum,
}
"""Every kind, in the order in which they are planted."""
