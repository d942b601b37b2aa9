"""The benchmark of other cuts cuts the cells that it says, and counts changes of confident answers alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import cast

import numpy as np
import pytest

from dev.benchmarks.real.cuts import (
    Crop,
    Tally,
    compare_cuts,
    cut_variants,
    format_tally,
    inset_field,
    move_field,
    resize_crop,
)
from dev.benchmarks.real.opened import Opened, open_photo
from dev.filler.batch import Order, shoot
from dev.filler.pens.glyphs import load_font_hand
from scanner.geometry.cut_cells import Cut
from scanner.read.number_answer import NumberAnswer
from templates.layout import Field, FieldKind

BOX = Field("g01.p1", "points", (10.0, 20.0, 30.0, 11.0))


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A clean photograph of a filled sheet."""
    hand = load_font_hand("kalam")
    found = open_photo(shoot(Order(500), (hand, hand), tmp_path_factory.mktemp("sheet"), "clean"), None)
    assert isinstance(found, Opened)
    return found


def test_a_cell_is_moved_as_it_is() -> None:
    """Its size stays."""
    assert move_field(BOX, -2, 0.5).box_mm == (8, 20.5, 30, 11)


def test_inset_is_the_same_at_every_side() -> None:
    """In heights of the cell; a negative one lets the neighbours in."""
    assert inset_field(BOX, 0.1).box_mm == pytest.approx((11.1, 21.1, 27.8, 8.8))
    assert inset_field(BOX, -0.1).box_mm == pytest.approx((8.9, 18.9, 32.2, 13.2))


def test_rescaled_crops_keep_their_aspect() -> None:
    """Only the number of pixels changes."""
    assert resize_crop(np.zeros((96, 200), np.uint8), 0.5).shape == (48, 100)
    assert resize_crop(np.zeros((96, 200), np.uint8), 2.0).shape == (192, 400)


def test_a_shifted_cell_shows_what_lies_there(sheet: Opened) -> None:
    """2 mm to the right the crop shows 2 mm more at its right: two crops of one row overlap where they must."""
    variants = cut_variants(sheet)
    usual, right = (
        next(one.cells[0].crop for one in variants if (one.kind, one.amount) == wanted)
        for wanted in (("usual", ""), ("shifted", "2.0 mm right"))
    )
    px = round(2.0 / sheet.numbers[0].box_mm[3] / (1 - 2 * 0.03) * len(usual))
    inner = np.s_[8:-8, 8 : -8 - px]
    assert np.abs(np.roll(usual, -px, axis=1)[inner].astype(float) - right[inner]).mean() < 3
    assert np.abs(usual[inner].astype(float) - right[inner]).mean() > 3


class Scripted:
    """Answers the n-th sheet that it is given with the n-th answer."""

    def __init__(self, *answers: NumberAnswer) -> None:
        self.answers = iter(answers)

    def read(self, crops: Sequence[Crop], kinds: Sequence[FieldKind]) -> list[NumberAnswer]:
        """The same for every cell."""
        return [next(self.answers)] * len(crops)


class OneCell:
    """A sheet with one field."""

    numbers = (BOX,)

    def cut(self, fields: Sequence[Field]) -> list[Cut]:
        """A grey crop each."""
        corners = ((0.0, 0.0), (262.0, 0.0), (262.0, 96.0), (0.0, 96.0))
        return [Cut(field, np.full((96, 262), 200, np.uint8), corners, 200.0, 1.0, 0.0) for field in fields]

    def read(self, cells: Sequence[Cut], reader: Scripted) -> list[NumberAnswer]:
        """What the reader says."""
        return reader.read([cell.crop for cell in cells], [cell.field.kind for cell in cells])


def _said(text: str, confidence: float) -> NumberAnswer:
    return NumberAnswer(text, confidence, ((text, confidence),), ())


def _tally(usual: NumberAnswer, other: NumberAnswer) -> tuple[int, Counter[str]]:
    tally: Tally = defaultdict(Counter)
    changes = list(compare_cuts(cast(Opened, OneCell()), Scripted(usual, *[other] * 24), tally))
    return len(changes), sum(tally.values(), Counter())


def test_a_confident_answer_that_changes_to_another_confident_one_counts() -> None:
    """It counts in every one of the 24 ways."""
    assert _tally(_said("8", 0.999), _said("3", 0.999)) == (24, Counter(cells=24, changed=24))


def test_doubt_is_no_change() -> None:
    """Another answer that is not confident is what the bar allows, and a cell that was never clear does not count."""
    assert _tally(_said("8", 0.999), _said("3", 0.9)) == (0, Counter(cells=24, doubted=24))
    assert _tally(_said("8", 0.9), _said("3", 0.999)) == (0, Counter())


def test_the_table_adds_up() -> None:
    """One line an amount, and one for each kind in all."""
    tally = {("shifted", "a"): Counter(cells=500, changed=1), ("shifted", "b"): Counter(cells=500)}
    told = list(format_tally("s", tally))
    shifted = [line for line in told if "shifted" in line]
    assert len(shifted) == 3
    assert "1 of 1000, 0.10% (0.02% to 0.56%)" in shifted[2]
