"""A table whose rules look the same in several turns is read the way up in which its numbers read best."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from dev.filler.pens import hand as write
from dev.filler.pens.glyphs import load_font_hand
from dev.filler.pens.habits import choose_scribe
from scanner.geometry.layout_fit import list_open_turns
from scanner.learn.learn_table import Learnt, learn_tables
from scanner.pipeline import read_photo
from scanner.pyramid import build_pyramid
from scanner.read.read_numbers import DigitReader
from scanner.read.way_up import count_read
from scanner.sheet_reading import Answer, SheetReading
from templates.foreign.layout_file import load_layout
from templates.layout import Grid

SUDOKU = load_layout(Path(__file__).parents[2] / "templates" / "layouts" / "sudoku.toml")
SIDE, EDGE = 110, 90


@cache
def load_reader() -> DigitReader:
    """The reader that the program uses."""
    return DigitReader.load()


def fill_grid(digits: str) -> np.ndarray:
    """A grid of nine by nine squares with these digits in every second cell, " " for none."""
    page = np.full((9 * SIDE + 2 * EDGE,) * 2 + (3,), 225, np.uint8)
    for at in range(EDGE, EDGE + 9 * SIDE + 1, SIDE):
        cv2.line(page, (at, EDGE), (at, EDGE + 9 * SIDE), (60, 60, 60), 3)
        cv2.line(page, (EDGE, at), (EDGE + 9 * SIDE, at), (60, 60, 60), 3)
    rng = np.random.default_rng(4)
    scribe = choose_scribe(load_font_hand("patrick-hand"), 4, rng, "gel")
    for place, digit in enumerate(digits):
        row, column = divmod(2 * place, 9)
        box = (EDGE + column * SIDE, EDGE + row * SIDE, SIDE, SIDE)
        write.write_number(write.Desk(page, 10.0), box, digit.strip(), scribe, rng)
    return page


def read(page: np.ndarray, turn: int, save: Callable[..., Path]) -> SheetReading:
    """What is read where the picture lies `turn` quarter turns to the left."""
    grey = np.ascontiguousarray(np.rot90(page[..., 1], turn))
    return next(iter(read_photo(save(grey, "grid.png"), SUDOKU, load_reader(), printed=False)))


@pytest.mark.few(1)
@pytest.mark.parametrize("turn", range(4))
def test_numbers_are_read_upright_however_the_grid_lies(turn: int, save: Callable[..., Path]) -> None:
    """Nearly every digit is read, in its own cell, and the chance of the turn is told."""
    digits = "2345739452734537925473"
    seen = read(fill_grid(digits), turn, save)
    assert seen.problem is None
    assert seen.quality is not None
    assert seen.quality.upright > 0.99
    texts = [seen.readings[2 * place].text for place in range(len(digits))]
    assert sum(one == two for one, two in zip(texts, digits, strict=True)) >= len(digits) - 1


def test_what_reads_alike_on_its_head_is_asked_about(save: Callable[..., Path]) -> None:
    """Two noughts look the same in both turns: no cell may count as sure."""
    seen = read(fill_grid("0    0"), 0, save)
    assert seen.quality is not None
    assert seen.quality.upright < 0.9
    assert all(reading.confidence < 0.9 and "doubtful" in reading.flags for reading in seen.readings)


def test_a_blank_grid_is_no_question(save: Callable[..., Path]) -> None:
    """Nothing can be read a turn off."""
    seen = read(fill_grid(""), 0, save)
    assert seen.problem is None
    assert not any(reading.flags for reading in seen.readings)


def test_which_turns_are_open_follows_from_the_rules() -> None:
    """A sudoku looks the same four times, a list of equal rows twice, one with a narrow first column once."""
    assert list_open_turns(SUDOKU.grid) == (1, 2, 3)
    assert list_open_turns(Grid((0, 40, 80), (0, 10, 20, 30))) == (2,)
    assert list_open_turns(Grid((0, 14, 54, 94), (0, 13, 24, 35))) == ()


def test_a_table_without_print_is_learnt_as_its_numbers_stand() -> None:
    """Of a grid that lies on its side the numbers are learnt upright, and nothing is left to ask about that."""
    digits = "2375739752737537925773"
    lying = np.ascontiguousarray(np.rot90(fill_grid(digits)[..., 1]))
    learnt = next(learn_tables(build_pyramid(lying), load_reader()))
    assert isinstance(learnt, Learnt)
    assert learnt.seen.turned
    numbers = [cell.number for row in learnt.seen.cells for cell in row][: 2 * len(digits) : 2]
    assert sum(one == two for one, two in zip(numbers, digits, strict=True)) >= len(digits) - 3


def test_strokes_say_nothing_and_doubtful_ink_speaks_against_a_turn() -> None:
    """A dash on its side is a 1; what stands on its head is often told to be no number."""
    strokes = [Answer(text, 1.0, ((text, 1.0),), ()) for text in ("1", "-", "/", "")]
    clear, dim = Answer("-12", 0.96, (("-12", 0.96),), ()), Answer("6", 0.8, (("6", 0.8),), ())
    odd = Answer("", 0.0, (), ("illegible",))
    assert count_read([*strokes, clear, dim, odd]) == (1, 3)
    assert count_read(strokes) == (0, 3)
    assert count_read(strokes[-1:]) == (0, 0)
