"""Writing on plain paper as hands have it: pens that skip, felt pens, columns that run into each other, initials."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from scanner.geometry.mesh import make_flat_mesh
from scanner.plain.flat_paper import FlatPaper, Mask
from scanner.plain.lifted_ink import Lifted, lift_ink
from scanner.plain.list_meaning import Answers, Meaning, find_meaning
from scanner.plain.list_shape import ListShape, find_shape
from scanner.plain.tight_rows import find_line_rows
from scanner.plain.written_words import InkWord, gather_writing
from scanner.pyramid import Grey
from scanner.sheet_reading import Answer, Problem

DIGIT_PX = 60


def make_paper(ink: Mask, share: float = 0.7) -> FlatPaper:
    """Bare paper with that ink, which takes so much of the light."""
    grey = np.asarray(230 * (1 - share * cv2.GaussianBlur(ink.astype(np.float32), (3, 3), 0)), np.uint8)
    return lay_flat(grey)


def lay_flat(grey: Grey) -> FlatPaper:
    """The picture as paper that lies flat."""
    high, wide = grey.shape
    return FlatPaper(grey, make_flat_mesh(np.eye(3), float(wide), float(high)), np.zeros(0), np.zeros(0))


def draw_digit(ink: Mask, x: int, y: int, pen: int) -> None:
    """A zero around the middle x, y."""
    cv2.ellipse(ink, (x, y), (DIGIT_PX // 3, DIGIT_PX // 2 - pen // 2), 0, 0, 360, 1, pen)


def write_digits(height: int, rows: range, columns: tuple[int, ...], pen: int) -> Mask:
    """The ink of zeros in all rows and columns, (height, 150 px more than the last column)."""
    ink = np.zeros((height, columns[-1] + 150), np.uint8)
    for y in rows:
        for x in columns:
            draw_digit(ink, x, y, pen)
    return ink


def test_a_pen_that_skips_leaves_whole_digits() -> None:
    """Half of each stroke is as pale as a third of the other half."""
    paper = make_paper(write_digits(900, range(150, 800, 120), (150, 350, 550), 7))
    pale = np.asarray(230 - (230 - paper.grey.astype(float)) * 0.3, np.uint8)
    stripes = (np.arange(700) // 30 % 2 == 1)[None, :]
    lifted = lift_ink(lay_flat(np.where(stripes, pale, paper.grey)))
    assert lifted.digit_px == pytest.approx(DIGIT_PX, abs=4)
    assert len(gather_writing(lifted.ink, lifted.digit_px).boxes) - 1 == 18


def test_pencil_is_seen_where_a_dark_table_shows_at_the_rim() -> None:
    """How dark ink is shows on the paper alone."""
    paper = make_paper(write_digits(1000, range(150, 900, 120), (150, 350, 550), 5), 0.22)
    paper.grey[:18] = 20
    assert lift_ink(paper).digit_px == pytest.approx(DIGIT_PX, abs=4)


def test_what_lies_beyond_the_papers_edge_is_no_writing() -> None:
    """Neither the edge, which leans, nor the squares of a table-cloth; a line drawn by hand has paper above it."""
    ink = write_digits(1200, range(260, 1100, 120), (150, 450, 750), 5)
    paper = make_paper(ink)
    beyond = np.arange(1200)[:, None] < 60 + np.arange(900)[None, :] / 45
    squares = np.where(np.arange(900) // 24 % 4, 150, 70)[None, :]
    picture = np.where(beyond, squares, paper.grey).astype(np.uint8)
    cv2.line(picture, (0, 70), (900, 90), 40, 6)
    assert len(gather_writing(lift_ink(lay_flat(picture)).ink, DIGIT_PX).words) == 21
    cv2.line(ink, (10, 80), (890, 84), 1, 5)
    draw_digit(ink, 450, 40, 5)
    assert len(gather_writing(lift_ink(make_paper(ink)).ink, DIGIT_PX).words) == 22


def test_a_line_of_a_felt_pen_is_taken_out_and_a_column_of_its_digits_stays() -> None:
    """The line touches letters above and numbers below; the digits touch from row to row."""
    ink = np.zeros((1000, 1000), np.uint8)
    cv2.line(ink, (60, 200), (940, 206), 1, 17)
    for x in (200, 500, 800):
        for y in (165, *range(238, 900, DIGIT_PX)):
            draw_digit(ink, x, y, 17)
    lifted = lift_ink(make_paper(ink), DIGIT_PX)
    assert len(lifted.level) == 1
    assert lifted.level[0][2] > 800
    assert len(lifted.upright) == 0
    assert len(gather_writing(lifted.ink, DIGIT_PX).words) == 6


@pytest.mark.parametrize("every", [1, 2])
def test_rows_go_with_every_line_or_every_second_one(every: int) -> None:
    """Digits are so high that they touch from row to row."""
    lines, ink = np.arange(20.0, 1300.0, 40.0), np.zeros((1320, 700), np.uint8)
    middles = [at * 40.0 + 40 for at in range(4, 28, every)]
    for middle in middles:
        for left in (100, 300, 500):
            half, bar = 21 * every, 8 * every
            ink[round(middle) - half : round(middle) + half, left : left + 4] = 1
            ink[round(middle) - bar : round(middle) + bar, left - 12 : left + 15] = 1
    rows = find_line_rows(ink, lines)
    assert rows is not None
    assert rows.row_px == 40.0 * every
    assert len(rows.rows) == len(middles)
    assert np.abs(rows.rows - middles).max() < 8


def test_columns_that_run_into_each_other_are_parted() -> None:
    """In two of three rows the numbers of two players are as near to each other as the digits of one."""
    ink = np.zeros((1500, 1000), np.uint8)
    for row, y in enumerate(range(100, 1400, 100)):
        for column, x in enumerate((150, 400, 610, 850)):
            aside = (0, -14, 14)[row % 3] if column == 2 else 0
            for digit in range(3):
                draw_digit(ink, x + aside + 56 * (digit - 1), y, 5)
    shape = find_shape(gather_writing(ink, DIGIT_PX), 0.0)
    assert shape is not None
    assert np.abs(shape.columns - [150, 400, 610, 850]).max() < 15
    assert {sum(len(word.pieces) for word in words) for words in shape.cells.values()} == {3}
    assert not shape.outside


def make_list(rows: list[str]) -> tuple[ListShape, Answers]:
    """A list with a number or a name in each cell, and what was read in it; "?" makes it doubtful, "!" a guess."""
    cells: dict[tuple[int, int], tuple[InkWord, ...]] = {}
    answers: dict[tuple[int, int], Answer] = {}
    for row, line in enumerate(rows):
        for column, text in enumerate(line.split()):
            x, y = 100 + 200 * column, 100 + 100 * row
            cells[row, column] = (InkWord(x - 30, y - 30, x + 30, y + 30, (1,)),)
            if text == ".":
                del cells[row, column]
            chance = {"?": 0.46, "!": 0.1}.get(text[-1], 0.99)
            answers[row, column] = Answer(text.rstrip("?!"), chance, (), ("doubtful",) if chance < 0.5 else ())
    middles = [100.0 + 200 * column for column in range(len(rows[0].split()))]
    heights = np.array([100.0 + 100 * row for row in range(len(rows))])
    return ListShape(heights, np.array(middles), 0.0, 0.0, (0.0, 0.0), 100.0, cells, ()), answers


def read_meaning(rows: list[str]) -> Meaning | Problem:
    """What is what in such a list without lines drawn by hand; "." is a cell without ink."""
    shape, answers = make_list(rows)
    none, nowhere = np.zeros((0, 4), np.int32), np.zeros((9, 9), np.uint8)
    lifted = Lifted(nowhere, nowhere, nowhere, nowhere, nowhere, float(DIGIT_PX), none, none)
    return find_meaning(shape, lifted, answers, "points", 0)


def test_initials_that_look_like_digits_have_no_minus() -> None:
    """B, T, U and A pass for 8, 7, 4 and 9; in every game somebody loses."""
    games = ["2 -2 2 -2", "-4 -4 4 4", "6 -6 -6 6", "3 3 -3 -3", "-2 2 -2 2"]
    found = read_meaning(["8? 7? 4 9?", *games])
    assert isinstance(found, Meaning)
    assert (found.head, len(found.games)) == (0, 5)
    assert isinstance(read_meaning(games), Problem)


def test_a_first_game_whose_minus_is_lost_is_no_row_of_names() -> None:
    """The names stand above it."""
    games = ["2 2? 2 2?", "-4 -4 4 4", "6 -6 -6 6", "3 3 -3 -3", "-2 2 -2 2"]
    found = read_meaning(["Anna Bernd Ines Olaf", *games])
    assert isinstance(found, Problem) or (found.head, len(found.games)) == (0, 5)


def test_a_title_may_stand_over_most_columns() -> None:
    """Neither it nor the names look like a game: nobody loses, and what is read in them is a guess."""
    games = ["2 -2 2 -2", "-4 -4 4 4", "6 -6 -6 6", "3 3 -3 -3", "-2 2 -2 2"]
    found = read_meaning(["007! 80758! 99! .", "80810! 4498! 6850! 18140!", *games])
    assert isinstance(found, Meaning)
    assert (found.head, len(found.games)) == (1, 5)
    assert isinstance(read_meaning(["007! 80758! 99! 3!", "-80810! 4498! 6850! 18140!", *games]), Problem)


def test_a_line_below_a_name_is_no_minus() -> None:
    """It is a guess among letters that are no number."""
    games = ["2 -2 2 -2", "-4 -4 4 4", "6 -6 -6 6", "3 3 -3 -3", "-2 2 -2 2"]
    found = read_meaning(["- - 4! -4!", *games])
    assert isinstance(found, Meaning)
    assert (found.head, len(found.games)) == (0, 5)


def test_what_a_shadow_leaves_below_is_no_game() -> None:
    """Ink in one column, without a number; a lone number is asked about."""
    games = ["2 -2 2 -2", "-4 -4 4 4", "6 -6 -6 6", "3 3 -3 -3", "-2 2 -2 2"]
    found = read_meaning(["Anna Bernd Ines Olaf", *games, ". 8! . .", ". . . ."])
    assert isinstance(found, Meaning)
    assert len(found.games) == 5
    found = read_meaning(["Anna Bernd Ines Olaf", *games, ". 8 . ."])
    assert isinstance(found, Meaning)
    assert len(found.games) == 6


def test_values_are_told_by_doubtful_numbers_too() -> None:
    """What is beside a number makes it doubtful, not what the column is."""
    games = ["2 -2 2? -2 2", "-4 -4? 4 4 4", "6 -6 -6 6? 6?", "-2? 2 -2 2 2?", "3 3 -3 -3? 3"]
    found = read_meaning(["Anna Bernd Ines Olaf .", *games])
    assert isinstance(found, Meaning)
    assert (found.seats, found.value) == ((0, 1, 2, 3), 4)
