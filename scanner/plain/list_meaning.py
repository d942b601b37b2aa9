"""What the columns and rows of a list without a table are: names, games, a sum; players, numbers of games, values.

Everything is told by what stands where and by what was read. Where two meanings are possible nothing is chosen: the
list is refused with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from scanner.plain.lifted_ink import Lifted
from scanner.plain.list_shape import ListShape, is_even, list_steps
from scanner.sheet_reading import Answer, Problem

_READ = 0.9
"""Confidence from which a number counts when rows of numbers are told from names."""
_MOST_HEADS = 4
"""Rows in which the names may be: a title, a date and a blank line may stand above them."""
_UNDERLINED = 0.8
"""How much a line drawn below a row speaks for names, where a row of numbers speaks with 0.5 against it."""
_LOST, _MINUS, _HINT = 0.6, 2.0, 0.25
"""Share of the full rows with a minus from which a minus tells a game from names, how much it does against digits, and
confidence with which it must be read: somebody loses what others win; initials that look like digits have no sign."""
_NUMBERED, _LEAST_NUMBERED = 0.8, 3
"""Share of a column's sure numbers that must count the games, and how many sure ones there must be."""
_SPANS = 0.6
"""Share of the columns' width over which a drawn line parts rows."""
_SEATS = (3, 7)
"""How few and how many players a list may have."""
_LEAST_NUMBERS = 0.2
"""Share of a column's written cells in which numbers must be read."""
_NAME = 0.45
"""Height of a name at least, in heights of a digit; what is left of a line below the names is flat."""
_WORTH = 0.8
"""Share of the sure rows in which the last column must have the game's value."""
_NEAR = 0.75
"""How near to the last game what is no number may be a line below it, in distances of rows."""
_FAR, _LARGEST_STEP = 4, 6
"""Rows from which on below the games what is no number is left out; and the most between two games, before another list
begins."""

Answers = Mapping[tuple[int, int], Answer]
"""What was read, by row and column from 0."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """`head`: the row with the names. `games`: the row of each game, None for one that is left free between two.
    `sums`: the row of sums, if there is one. `seats`: the players' columns. `numbered`, `value`: the columns of the
    games' numbers and values, if there are any. All rows and columns count from 0."""

    head: int
    games: tuple[int | None, ...]
    sums: int | None
    seats: tuple[int, ...]
    numbered: int | None
    value: int | None


def find_meaning(shape: ListShape, lifted: Lifted, answers: Answers, style: str, wanted: int) -> Meaning | Problem:
    """What is what in the list. `style`: "points" or "total"; `wanted`: how many players it must have, 0 for any."""
    head = _find_head(shape, lifted, answers)
    if head is None:
        return Problem.of("scanner.plain-no-names")
    rows = list(range(head + 1, len(shape.rows)))
    if len(rows) < 2:
        return Problem.of("scanner.plain-no-rows", rows=len(rows))
    sums = _find_sums(shape, lifted, rows)
    rows = rows[:-1] if sums is not None else _cut_far(shape, answers, rows)
    while _is_stub(shape, answers, rows):
        rows.pop()
    steps = list_steps(shape, rows)
    if not is_even(steps) or max(steps, default=1) > _LARGEST_STEP:
        return Problem.of("scanner.plain-uneven", rows=len(rows))
    named = [column for column in range(len(shape.columns)) if shape.is_named(head, column, _NAME * lifted.digit_px)]
    columns, numbered, value = _part_columns(named, len(shape.columns), answers, rows, style, wanted)
    known = set(columns) <= set(named) and _SEATS[0] <= len(columns) <= _SEATS[1]
    if not known or wanted not in (0, len(columns)):
        return Problem.of("scanner.plain-columns", columns=len(shape.columns), seats=len(named), wanted=wanted)
    return Meaning(head, tuple(_list_games(rows, steps)), sums, tuple(columns), numbered, value)


def _part_columns(
    named: Sequence[int], count: int, answers: Answers, rows: Sequence[int], style: str, wanted: int
) -> tuple[list[int], int | None, int | None]:
    """Of so many columns the players', that of the games' numbers and that of their values. What has no name above is
    no player's."""
    columns = list(range(count))
    numbered = columns.pop(0) if columns[0] not in named or _counts_games(answers, rows, 0) else None
    value = None
    is_value = _has_values(answers, rows, columns[:-1], columns[-1], style)
    if columns[-1] not in named or (is_value and len(columns) == wanted + 1):
        value = columns.pop()
    return columns, numbered, value if is_value else None


def _is_stub(shape: ListShape, answers: Answers, rows: Sequence[int]) -> bool:
    """Whether the last row has no numbers, and is nearer to the one above than a row can be, or has ink in one column
    only: what is left of a line, or a shadow."""
    if len(rows) < 3 or any(_is_like_number(answers[rows[-1], column]) for column in range(len(shape.columns))):
        return False
    return list_steps(shape, rows[-2:])[0] < _NEAR or shape.count_filled(rows[-1]) <= 1


def _cut_far(shape: ListShape, answers: Answers, rows: list[int]) -> list[int]:
    """The rows without those far below all others in which no numbers are: a crease, or the paper's edge."""
    steps = list_steps(shape, rows)
    far = next((place + 1 for place, step in enumerate(steps) if step > _FAR), len(rows))
    numbers = sum(is_number(answers.get((row, column))) for row in rows[far:] for column in range(len(shape.columns)))
    return rows if numbers else rows[:far]


def _list_games(rows: Sequence[int], steps: Sequence[float]) -> Iterator[int | None]:
    """The row of each game, None for each that is left free before it."""
    for row, step in zip(rows, (1.0, *steps), strict=True):
        yield from [None] * (round(step) - 1)
        yield row


def list_read_columns(shape: ListShape, answers: Answers, digit_px: float) -> list[int]:
    """The columns in which numbers are: what is left of a line drawn between columns is none, and reads as 1."""
    filled = {column: [place for place in shape.cells if place[1] == column] for column in range(len(shape.columns))}
    shares = {
        column: sum(_is_like_number(answers[place]) and shape.is_wide(place, digit_px) for place in some)
        / max(len(some), 1)
        for column, some in filled.items()
    }
    return [column for column, share in shares.items() if share >= _LEAST_NUMBERS]


def _is_like_number(answer: Answer) -> bool:
    """Whether a number was read, also where something beside it makes it doubtful."""
    least = _READ / 2 if "doubtful" in answer.flags else _READ
    return answer.text.lstrip("+-").isdigit() and answer.confidence >= least


def is_number(answer: Answer | None) -> bool:
    """Whether a number was read."""
    return answer is not None and answer.text.lstrip("+-").isdigit() and answer.confidence >= _READ and not answer.flags


def read_value(answer: Answer | None) -> int | None:
    """The number that was read, also where something beside it makes it doubtful; None for anything else."""
    return int(answer.text) if answer is not None and _is_like_number(answer) else None


def _find_head(shape: ListShape, lifted: Lifted, answers: Answers) -> int | None:
    """The row with the names: no numbers in it and above, numbers below; None where numbers begin at the top, and where
    a full row stands above it that may be the names or a game."""
    count = len(shape.rows)
    filled = [shape.count_filled(row) for row in range(count)]
    least = max(2, max(filled) - 2)
    full = [row for row in range(count) if filled[row] >= least]
    lost = [row for row in full if _has_minus(answers, row, _HINT)]
    signed = len(lost) >= _LOST * len(full)
    signs = [_weigh_row(shape, answers, row, row in lost, signed) if row in full else 0.0 for row in range(count)]
    best: tuple[float, int | None] = (sum(signs), None)
    for head in range(min(_MOST_HEADS, count - 1)):
        lined = is_parted(lifted, shape, head)
        told = sum(signs[head + 1 :]) - sum(signs[: head + 1]) + _UNDERLINED * lined
        if filled[head] >= least and told > best[0]:
            alone = max(filled[:head], default=0) < max(least, _SEATS[0])
            words = signed and all(_is_wordy(shape, answers, row) for row in range(head + 1))
            best = told, head if lined or alone or words else None
    return best[1]


def _weigh_row(shape: ListShape, answers: Answers, row: int, lost: bool, signed: bool) -> float:
    """How much a full row looks like a game, 0.5, or like names, -0.5. In lists that are `signed` somebody has `lost`
    in every game, with a minus."""
    numbers, minus = _measure_numbers(shape, answers, row) - 0.5, 0.5 if lost else -0.5
    return (numbers + _MINUS * minus) / (1 + _MINUS) if signed else numbers


def _has_minus(answers: Answers, row: int, least: float) -> bool:
    """Whether a number with a minus was read in the row, with at least that chance."""
    mine = [answer for place, answer in answers.items() if place[0] == row and answer.confidence >= least]
    return any(answer.text.startswith("-") and answer.text[1:] for answer in mine)


def _is_wordy(shape: ListShape, answers: Answers, row: int) -> bool:
    """Whether nothing in the row looks like a number, not even with little chance like a negative one."""
    return not _has_minus(answers, row, 0.0) and not _measure_numbers(shape, answers, row)


def _measure_numbers(shape: ListShape, answers: Answers, row: int) -> float:
    """Share of the written cells of a row in which a number was read."""
    filled = [column for column in range(len(shape.columns)) if (row, column) in shape.cells]
    return sum(_is_like_number(answers[row, column]) for column in filled) / max(len(filled), 1)


def is_parted(lifted: Lifted, shape: ListShape, row: int) -> bool:
    """Whether a line drawn by hand parts the row from the next one."""
    if row + 1 >= len(shape.rows):
        return False
    tops, lows = ([shape.locate(shape.rows[one], shape.columns[side]) for side in (0, -1)] for one in (row, row + 1))
    least = _SPANS * (tops[1][0] - tops[0][0])
    for x, y, wide, high in lifted.level.tolist():
        share = np.clip((x + wide / 2 - tops[0][0]) / (tops[1][0] - tops[0][0]), 0, 1)
        top, low = (float(one[0][1] + share * (one[1][1] - one[0][1])) for one in (tops, lows))
        if wide >= least and top + 0.2 * (low - top) < y + high / 2 < low - 0.2 * (low - top):
            return True
    return False


def _find_sums(shape: ListShape, lifted: Lifted, rows: Sequence[int]) -> int | None:
    """The last row where a drawn line parts it from the games."""
    return rows[-1] if len(rows) >= 3 and is_parted(lifted, shape, rows[-2]) else None


def _counts_games(answers: Answers, rows: Sequence[int], column: int) -> bool:
    """Whether a column counts the rows 1, 2, 3."""
    numbers = [(place, read_value(answers.get((row, column)))) for place, row in enumerate(rows, 1)]
    sure = [(place, number) for place, number in numbers if number is not None]
    first = sure[0][1] - sure[0][0] if sure else 0
    hits = sum(number - place == first for place, number in sure)
    return len(sure) >= _LEAST_NUMBERED and hits >= _NUMBERED * len(sure)


def _has_values(answers: Answers, rows: Sequence[int], seats: Sequence[int], column: int, style: str) -> bool:
    """Whether a column has the games' values: the least that anybody wins or loses in each."""
    hits = seen = 0
    before: list[int | None] = [0] * len(seats)
    for row in rows:
        mine = [read_value(answers.get((row, seat))) for seat in seats]
        worth, last, before = read_value(answers.get((row, column))), before, mine
        points = mine if style == "points" else [_subtract(now, old) for now, old in zip(mine, last, strict=True)]
        sizes = [abs(one) for one in points if one]
        if worth is not None and len(sizes) >= max(min(len(seats), 4) - 1, 1):
            seen += 1
            hits += abs(worth) == min(sizes)
    return seen >= _LEAST_NUMBERED and hits >= _WORTH * seen


def _subtract(now: int | None, old: int | None) -> int | None:
    return None if now is None or old is None else now - old


def count_legal(answers: Answers, meaning: Meaning) -> tuple[int, int]:
    """How many rows are points as games have them, read as points of each game and as running totals: two win what two
    lose, or one wins or loses what all others do together. Numbers that are not sure count as they are likeliest."""
    points = totals = 0
    before: list[int] | None = [0] * len(meaning.seats)
    for row in meaning.games:
        texts = ["" if row is None else answers[row, column].text for column in meaning.seats]
        mine = [int(text) if text.lstrip("+-").isdigit() else 0 for text in texts]
        whole = all(text.lstrip("+-").isdigit() for text in texts)
        points += _is_game(mine)
        totals += whole and before is not None and _is_game([a - b for a, b in zip(mine, before, strict=True)])
        before = mine if whole else None
    return points, totals


def _is_game(points: Sequence[int]) -> bool:
    """Whether points are those of an ordinary game or a solo."""
    sizes = sorted(abs(one) for one in points if one)
    alike = len(sizes) >= 2 and sizes[0] == sizes[-2]
    return sum(points) == 0 and alike and sizes[-1] in (sizes[0], sizes[0] * (len(sizes) - 1))
