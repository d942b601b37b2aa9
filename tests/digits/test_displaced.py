"""A cell that was cut beside its place shows a printed rule in its inside, and is never read for certain."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.digits import DigitReader
from scanner.displaced import ruled_through
from scanner.ink import darkness


def _cell(rule_row: int | None = None, rule_column: int | None = None, reach: float = 1.0) -> NDArray[np.uint8]:
    cell = np.full((96, 300), 210, np.uint8)
    if rule_row is not None:
        cell[rule_row : rule_row + 3, : round(300 * reach)] = 60
    if rule_column is not None:
        cell[: round(96 * reach), rule_column : rule_column + 3] = 60
    return cell


@pytest.mark.parametrize("rule", [{"rule_row": 20}, {"rule_row": 76}, {"rule_column": 15}, {"rule_column": 280}])
def test_a_rule_through_the_inside_is_told(rule: dict[str, int]) -> None:
    """Level and upright ones, at either side."""
    assert ruled_through(darkness(_cell(**rule)))


@pytest.mark.parametrize("rule", [{"rule_row": 0}, {"rule_row": 93}, {"rule_column": 0}, {"rule_column": 297}])
def test_a_rule_at_the_border_is_where_it_belongs(rule: dict[str, int]) -> None:
    """Cells are cut along the middle of their rules."""
    assert not ruled_through(darkness(_cell(**rule)))


def test_a_long_dash_is_no_rule() -> None:
    """People end their strokes before the next rule."""
    assert not ruled_through(darkness(_cell(rule_row=48, reach=0.9)))


def test_neither_the_edge_of_a_shadow_nor_a_thick_stroke_is_a_rule() -> None:
    """Both may be dark from top to bottom."""
    shadow, felt = _cell(), _cell()
    shadow[:] = np.interp(np.arange(300), (120, 180), (210, 70)).astype(np.uint8)
    felt[:, 140:160] = 60
    assert not ruled_through(darkness(shadow))
    assert not ruled_through(darkness(felt))


def test_such_a_cell_is_never_read_for_certain() -> None:
    """Neither as a dash, which the rule looks like, nor as blank."""
    displaced, blank = DigitReader.load().read([_cell(rule_row=24), _cell()], ["points"] * 2)
    assert displaced.confidence <= 0.5
    assert "doubtful" in displaced.flags
    assert blank.text == ""
    assert blank.confidence > 0.99
    assert blank.flags == ()
