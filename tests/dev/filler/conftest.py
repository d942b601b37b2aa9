"""Small filled sheets to write on and to photograph."""

from __future__ import annotations

import numpy as np
import pytest

from dev.filler.fill import fill_sheet
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.pens.sheet import FilledSheet, Manner
from dev.rounds.points import draw_points_round
from dev.rounds.written import write_round
from templates.sheet_code import SheetCode
from templates.sheet_spec import SheetSpec

NAMES = ("Anna Groß", "Bernd Möller", "Carla Weiß", "Dörte Vogel")
SPEC = SheetSpec(SheetCode("pflichtsolo-40", "points", 4, 16, 1, 1), "Probe")


def filled(seed: int, manner: Manner, px_per_mm: float = 6.0, hand: str = "kalam") -> FilledSheet:
    """A sheet of four in small, filled by fonts."""
    rng = np.random.default_rng(seed)
    round_ = write_round(draw_points_round(4, 16, rng))
    hands = [load_font_hand(hand), load_font_hand("caveat")]
    return fill_sheet(SPEC, round_, hands, rng, names=NAMES, manner=manner, px_per_mm=px_per_mm)


@pytest.fixture(scope="session")
def sheet() -> FilledSheet:
    """One carefully filled sheet."""
    return filled(1, Manner(pen="gel"))
