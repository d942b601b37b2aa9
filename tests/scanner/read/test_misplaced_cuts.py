"""A cell that was cut beside its place shows a printed rule in its inside, and is never read for certain."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scanner.read.cell_doubt import load_cell_doubt
from scanner.read.cell_ink import is_cut_off, is_ruled_through, measure_darkness
from scanner.read.read_numbers import DigitReader
from scanner.sheet_reading import Answer


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
    assert is_ruled_through(measure_darkness(_cell(**rule)))


@pytest.mark.parametrize("rule", [{"rule_row": 0}, {"rule_row": 93}, {"rule_column": 0}, {"rule_column": 297}])
def test_a_rule_at_the_border_is_where_it_belongs(rule: dict[str, int]) -> None:
    """Cells are cut along the middle of their rules."""
    assert not is_ruled_through(measure_darkness(_cell(**rule)))


def test_a_faint_rule_that_writing_hides_in_part_is_told() -> None:
    """In blurred pictures thin rules take a tenth of the light; a digit across one covers a part of it."""
    cell = _cell()
    cell[20:23] = 185
    cell[:, 100:118] = 60
    assert is_ruled_through(measure_darkness(cell))


def test_a_stem_from_top_to_bottom_is_no_rule() -> None:
    """A tall one in the middle of the cell; rules stand at its sides."""
    assert not is_ruled_through(measure_darkness(_cell(rule_column=150)))


def test_a_long_dash_is_no_rule() -> None:
    """People end their strokes before the next rule."""
    assert not is_ruled_through(measure_darkness(_cell(rule_row=48, reach=0.9)))


def test_neither_the_edge_of_a_shadow_nor_a_thick_stroke_is_a_rule() -> None:
    """Both may be dark from top to bottom."""
    shadow, felt = _cell(), _cell()
    shadow[:] = np.interp(np.arange(300), (120, 180), (210, 70)).astype(np.uint8)
    felt[:, 140:160] = 60
    assert not is_ruled_through(measure_darkness(shadow))
    assert not is_ruled_through(measure_darkness(felt))


def _judge(*cells: NDArray[np.uint8]) -> list[Answer]:
    return [load_cell_doubt().judge(got, False) for got in DigitReader.load().read(cells, ["points"] * len(cells))]


@pytest.mark.parametrize("row", [20, 24, 30, 48, 60, 76])
def test_a_rule_from_side_to_side_is_no_sure_dash(row: int) -> None:
    """In whatever part of the cell it runs; before, it was a dash by its lean."""
    [got] = _judge(_cell(rule_row=row))
    assert got.text == "" or got.flags == ("doubtful",)
    assert dict(got.candidates).get("-", 0.0) < 0.6


def test_a_number_in_such_a_cell_is_never_sure() -> None:
    """It may be the next cell's, or a part of one; a blank cell is only a little less sure, and never a dash."""
    whole, moved, one = _judge(_cell(), _cell(rule_row=24), _stroke((150, 30), (140, 70)))
    assert (whole.text, moved.text, whole.flags) == ("", "", ())
    assert moved.confidence < whole.confidence
    ruled = load_cell_doubt().judge(one.add_signs({"ruled": 1.0}), False)
    assert ruled.flags == ("doubtful",)


def _stroke(start: tuple[int, int], end: tuple[int, int]) -> NDArray[np.uint8]:
    return np.asarray(cv2.line(_cell(), start, end, (60,), 6), np.uint8)


def test_a_stroke_that_runs_in_over_the_border_is_told() -> None:
    """It may be the half of a digit."""
    assert is_cut_off(measure_darkness(_stroke((0, 40), (24, 52))))
    assert is_cut_off(measure_darkness(_stroke((150, 0), (160, 24))))


def test_what_only_touches_the_border_or_crosses_the_cell_is_not_cut_off() -> None:
    """A neighbour's foot hardly reaches in, a number inside is whole, hatching has many strokes."""
    assert not is_cut_off(measure_darkness(_cell()))
    assert not is_cut_off(measure_darkness(_stroke((150, 0), (152, 6))))
    assert not is_cut_off(measure_darkness(_stroke((150, 30), (170, 70))))
    hatched = _cell()
    for x in range(0, 300, 30):
        cv2.line(hatched, (x, 10), (x + 40, 90), (120,), 2)
    assert not is_cut_off(measure_darkness(hatched))


def test_half_a_digit_is_not_surely_blank() -> None:
    """Read as blank, it is doubted."""
    (got,) = _judge(_stroke((0, 30), (18, 48)))
    assert got.text or "doubtful" in got.flags
