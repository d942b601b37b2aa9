"""From a photo of a list on squared, lined or blank paper to its readings, and what was taken for what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from scanner import scan_limits
from scanner.plain.flat_paper import FlatPaper, flatten_paper, measure_pitch
from scanner.plain.lifted_ink import Lifted, lift_ink
from scanner.plain.list_cells import ListCell, cut_cells, cut_free_row
from scanner.plain.list_meaning import Meaning, count_legal, find_meaning, list_read_columns
from scanner.plain.list_shape import (
    ListShape,
    fill_shape,
    find_columns,
    find_shape,
    is_even,
    list_steps,
)
from scanner.plain.list_turn import PLAIN, gather_turned, rank_turns
from scanner.plain.tight_rows import TIGHT, is_tight, part_lines, part_rows
from scanner.plain.written_words import Writing, gather_writing
from scanner.pyramid import Points, Pyramid, list_corners
from scanner.read.cell_doubt import doubt_answer, load_cell_doubt
from scanner.read.read_numbers import NumberReader
from scanner.read.way_up import choose_turn, count_read, doubt_turned, is_plain_turn
from scanner.sheet_reading import Answer, Problem, Quality, Reading
from templates.layout import FieldKind, Layout
from texts.field_ids import make_seat_id, name_line
from texts.sentences import Phrase

_HIGH, _MOST_BETWEEN = 0.55, 2
"""Height of words that may be numbers, in heights of a digit, and how many of them among the games belong to no cell so
that a row or a column may be lost."""
_MOST_ASIDE = 0.5
"""Words beside the list for each game, from which one player may be there; unless it is known how many play."""
_OTHER_STYLE = 3
"""How many rows more must be legal as the other style for the list to be refused as that."""
_LIST_ROWS, _LIST_COLUMNS, _FULL = 6, (3, 7), 0.75
"""How many rows and columns show that a photo is of such a list, and the share of their cells with ink."""
_RULED = 0.4
"""Most lines along the rows of a list, for each row: with more it is a printed table. By hand two or three are drawn,
seldom more."""
_BLANK = 0.97
"""Confidence with which every cell of a row that is left free must be read as blank."""
_DOUBT = 0.5
"""Factor on the probabilities of a cell that is struck out, or holds two words."""


@dataclass(frozen=True, slots=True)
class SeenList:
    """A list as it was found: the paper, its ink, its shape, and its cells with what was read in them. `counted`: how
    many numbers are surely read, and how many cells have ink; `upright`: chance that it is read the right way up."""

    paper: FlatPaper
    lifted: Lifted
    writing: Writing
    shape: ListShape
    cells: tuple[ListCell, ...]
    answers: dict[tuple[int, int], Answer]
    counted: tuple[int, int]
    upright: float = 1.0


@dataclass(frozen=True, slots=True)
class ReadList:
    """The readings of a list with public ids, how well it is seen, and remarks on what was taken for what."""

    readings: tuple[Reading, ...]
    quality: Quality
    remarks: tuple[Phrase, ...]


def see_list(pyramid: Pyramid, reader: NumberReader) -> SeenList | Problem:
    """The columns and rows of writing in the photo, all read as numbers, held the way in which they read best."""
    seen: list[SeenList] = []
    problems: list[Problem] = []
    paper = flatten_paper(pyramid)
    lifted = lift_ink(paper)
    for turn in rank_turns(paper, lifted, reader):
        turned = flatten_paper(pyramid, turn) if turn else paper
        found = _see_paper(turned, lift_ink(turned) if turn else lifted, reader)
        if isinstance(found, Problem):
            problems.append(found)
            continue
        seen.append(found)
        if is_plain_turn(*found.counted, PLAIN):
            break
    if not seen:
        return problems[0]
    best, upright = choose_turn([one.counted[0] for one in seen])
    return replace(seen[best], upright=upright)


def _see_paper(paper: FlatPaper, lifted: Lifted, reader: NumberReader) -> SeenList | Problem:
    """The list on paper that is held so. What is written in every line of the paper touches from row to row, and
    would pass for digits of twice the height: where that may be so, it is parted, and the better way taken."""
    writing = gather_writing(lifted.ink, lifted.digit_px or paper.pitch_px)
    usual = _see_usual(paper, lifted, writing, reader)
    return max(_see_tight(paper, reader), usual, key=_count_sure) if is_tight(writing, paper.pitch_px) else usual


def _see_usual(paper: FlatPaper, lifted: Lifted, writing: Writing, reader: NumberReader) -> SeenList | Problem:
    """The list, taken as one with bare paper between its rows."""
    if not lifted.digit_px:
        return Problem.of("scanner.plain-blank")
    return _see_written(paper, lifted, writing, find_shape(writing, paper.pitch_px), reader)


def _see_tight(paper: FlatPaper, reader: NumberReader) -> SeenList | Problem:
    """The list, taken as one that is written in every line."""
    lifted = lift_ink(paper, TIGHT * paper.pitch_px)
    parted = part_lines(lifted.ink, paper.ys)
    if parted is None:
        return Problem.of("scanner.plain-no-columns")
    lifted = replace(lifted, ink=parted.ink, torn=parted.torn, digit_px=parted.digit_px)
    writing = gather_writing(lifted.ink, lifted.digit_px, parted.rows.row_px)
    return _see_written(paper, lifted, writing, find_columns(parted.rows, writing), reader)


def _count_sure(seen: SeenList | Problem) -> int:
    return -1 if isinstance(seen, Problem) else seen.counted[0]


def _see_written(
    paper: FlatPaper, lifted: Lifted, writing: Writing, shape: ListShape | None, reader: NumberReader
) -> SeenList | Problem:
    """The list of that shape, without columns in which no numbers are."""
    if shape is None:
        return Problem.of("scanner.plain-no-columns")
    seen = _read_cells(paper, lifted, writing, shape, reader)
    kept = list_read_columns(seen.shape, seen.answers, lifted.digit_px)
    if 2 <= len(kept) < len(shape.columns):
        return _read_cells(paper, lifted, writing, replace(shape, columns=shape.columns[kept]), reader)
    return seen


def explain_list(pyramid: Pyramid) -> Problem | None:
    """The problem of a photo of a list without a table, where a sheet of ours was expected; None for anything else."""
    paper = flatten_paper(pyramid)
    lifted = lift_ink(paper)
    ways = ((paper.ys, lifted.level), (paper.xs, lifted.upright)) if lifted.digit_px else ()
    for quarter, (lines, drawn) in enumerate(ways):
        shape = find_shape(gather_turned(lifted.ink, quarter, lines), measure_pitch(lines))
        if shape is not None and _is_list(shape) and len(drawn) <= _RULED * len(shape.rows):
            return Problem.of("scanner.plain-list", rows=len(shape.rows), columns=len(shape.columns))
    return None


def _is_list(shape: ListShape) -> bool:
    """Whether columns and rows are those of a list, and full. Names stand above the first row; below the last one, if
    the list lies on its head."""
    rows, columns = len(shape.rows), len(shape.columns)
    full = len(shape.cells) >= _FULL * rows * columns and len(shape.outside) <= (1 - _FULL) * rows * columns
    even = any(is_even(list_steps(shape, games)) for games in (range(1, rows), range(rows - 1)))
    return full and even and rows >= _LIST_ROWS and _LIST_COLUMNS[0] <= columns <= _LIST_COLUMNS[1]


def _read_cells(paper: FlatPaper, lifted: Lifted, writing: Writing, shape: ListShape, reader: NumberReader) -> SeenList:
    """All cells of the list, after ink that reaches over two rows was parted."""
    ink, cuts = part_rows(lifted.ink, writing, shape)
    parted = gather_writing(ink, lifted.digit_px, shape.row_px)
    shape = fill_shape(shape, parted)
    cells = tuple(cut_cells(paper, replace(lifted, torn=lifted.torn | cuts), parted, shape))
    answers = _read_numbers(cells, "points", reader)
    places = {(cell.row, cell.column): _doubt(cell, answer) for cell, answer in zip(cells, answers, strict=True)}
    return SeenList(paper, lifted, parted, shape, cells, places, count_read(answers))


def _read_numbers(cells: Sequence[ListCell], kind: FieldKind, reader: NumberReader) -> list[Answer]:
    """The answers of these cells, with calibrated probabilities."""
    answers = reader.read([cell.crop for cell in cells], [kind] * len(cells))
    return [load_cell_doubt().judge(answer, box=False) for answer in answers]


def _doubt(cell: ListCell, answer: Answer) -> Answer:
    """The answer, doubtful where a line strikes its row out, where its words may be two numbers, and where ink is read
    as nothing."""
    unread = cell.inked and not answer.text and not answer.flags
    return doubt_answer(answer, _DOUBT) if cell.struck or cell.doubted or unread else answer


def read_list(seen: SeenList, layout: Layout, reader: NumberReader) -> ReadList | Problem:
    """The list that was seen, of the style and with as many players as the `layout` says."""
    quality = _measure_quality(seen)
    if quality.px_per_mm < scan_limits.MIN_DIGIT_PX:
        return _refuse_far(quality.px_per_mm)
    meaning = find_meaning(seen.shape, seen.lifted, seen.answers, layout.plain, layout.seats)
    if isinstance(meaning, Problem):
        return meaning
    fault = _refuse_unclear(seen, meaning, layout.plain, layout.seats)
    if fault is not None:
        return fault
    readings = tuple(_list_readings(seen, meaning, layout.plain, reader))
    return ReadList(readings, quality, tuple(_list_remarks(seen, meaning, layout.plain)))


def _measure_quality(seen: SeenList) -> Quality:
    """Digits count as a millimetre: nothing else on such paper has a known size."""
    (x0, y0), digit = seen.shape.middle, seen.writing.digit_px
    scale = float(seen.paper.mesh.measure_px_per_mm(np.array([[x0, y0]]))[0]) * digit
    return Quality(0, 0, 1.0, 0.0, scale, 0.0, 0.0, seen.upright)


def _refuse_far(digit_px: float) -> Problem:
    unit = Phrase("scanner.unit.digit")
    return Problem.of("scanner.too-far", value=digit_px, unit=unit, limit=scan_limits.MIN_DIGIT_PX)


def _refuse_unclear(seen: SeenList, meaning: Meaning, style: str, wanted: int) -> Problem | None:
    """Why the list is not read although it has columns and rows: words between them, or numbers of the other style."""
    shape = seen.shape
    full = [row for row in range(meaning.head + 1) if shape.count_filled(row) >= len(meaning.seats) - 1]
    top, low = shape.rows[full[0]], shape.rows[-1] + shape.row_px / 2
    words = [word for word in shape.outside if word.low - word.top >= _HIGH * seen.writing.digit_px]
    sides = [side for height, side in map(shape.measure, words) if top < height < low]
    first, last = shape.columns[[0, -1]]
    if sum(first < side < last for side in sides) >= _MOST_BETWEEN:
        return Problem.of("scanner.plain-between", words=len(sides))
    if not wanted and len(sides) >= _MOST_ASIDE * len(meaning.games):
        return Problem.of("scanner.plain-aside", words=len(sides))
    points, totals = count_legal(seen.answers, meaning)
    mine, other = (points, totals) if style == "points" else (totals, points)
    if other < mine + _OTHER_STYLE:
        return None
    return Problem.of("scanner.plain-is-total" if style == "points" else "scanner.plain-is-points", rows=other)


def _list_readings(seen: SeenList, meaning: Meaning, style: str, reader: NumberReader) -> Iterator[Reading]:
    """The names, which are not guessed, every game, the sums. A row left free is no game if it is surely blank."""
    cells = {(cell.row, cell.column): (cell, seen.answers[cell.row, cell.column]) for cell in seen.cells}
    for seat, column in enumerate(meaning.seats, 1):
        yield Reading(make_seat_id("name", seat), "text", "", 0.0, (), cells[meaning.head, column][0].quad_px)
    worth, game = _read_values(seen, meaning, reader), 0
    for place, row in enumerate(meaning.games):
        free = _read_free(seen, meaning, place, reader) if row is None else {}
        if row is None and all(_is_blank(cell, answer) for cell, answer in free.values()):
            continue
        game += 1
        for seat, column in enumerate(meaning.seats, 1):
            part = f"{name_line(game)}.{'p' if style == 'points' else 'total'}{seat}"
            yield _make_reading(seen, part, "points", *(free[column] if row is None else cells[row, column]))
        if row in worth:
            yield _make_reading(seen, f"{name_line(game)}.value", "number", *worth[row])
    for seat, column in enumerate(meaning.seats if meaning.sums is not None else (), 1):
        yield _make_reading(seen, make_seat_id("sum", seat), "points", *cells[meaning.sums or 0, column])


def _is_blank(cell: ListCell, answer: Answer) -> bool:
    """Whether nothing is written there, without a doubt."""
    return not (answer.text or answer.flags or cell.doubted) and answer.confidence >= _BLANK


def _read_values(seen: SeenList, meaning: Meaning, reader: NumberReader) -> dict[int | None, tuple[ListCell, Answer]]:
    """The values of the games by their rows, read as numbers without a sign."""
    mine = [cell for cell in seen.cells if cell.column == meaning.value and cell.row in meaning.games]
    answers = _read_numbers(mine, "number", reader)
    return {cell.row: (cell, _doubt(cell, answer)) for cell, answer in zip(mine, answers, strict=True)}


def _read_free(
    seen: SeenList, meaning: Meaning, place: int, reader: NumberReader
) -> dict[int, tuple[ListCell, Answer]]:
    """The cells of a row that is left free, by column: something faint may be written there after all."""
    heights = {at: seen.shape.rows[row] for at, row in enumerate(meaning.games) if row is not None}
    height = float(np.interp(place, list(heights), list(heights.values())))
    cells = [
        cell
        for cell in cut_free_row(seen.paper, seen.lifted, seen.writing, seen.shape, height)
        if cell.column in meaning.seats
    ]
    answers = _read_numbers(cells, "points", reader)
    return {cell.column: (cell, answer) for cell, answer in zip(cells, answers, strict=True)}


def _make_reading(seen: SeenList, field: str, kind: str, cell: ListCell, answer: Answer) -> Reading:
    told = doubt_turned(answer, seen.upright)
    return Reading(field, kind, told.text, told.confidence, told.candidates, cell.quad_px, told.flags)


def _list_remarks(seen: SeenList, meaning: Meaning, style: str) -> Iterator[Phrase]:
    """What was taken for what, and what was left out."""
    games = [row for row in meaning.games if row is not None]
    yield Phrase(f"scanner.plain.{seen.paper.kind}", {"seats": len(meaning.seats), "games": len(games)})
    yield Phrase(f"scanner.plain.{style}")
    if len(games) < len(meaning.games):
        yield Phrase("scanner.plain.free", {"rows": len(meaning.games) - len(games)})
    if meaning.numbered is not None:
        yield Phrase("scanner.plain.numbered")
    if meaning.value is not None:
        yield Phrase("scanner.plain.value")
    if meaning.sums is not None:
        yield Phrase("scanner.plain.sums")
    titles = sum(place[0] < meaning.head for place in seen.shape.cells)
    if seen.shape.outside or titles or len(seen.lifted.level) + len(seen.lifted.upright):
        lines = len(seen.lifted.level) + len(seen.lifted.upright)
        yield Phrase("scanner.plain.left-out", {"words": len(seen.shape.outside) + titles, "lines": lines})


def outline_list(seen: SeenList) -> tuple[list[Points], list[Points]]:
    """The middles of rows and columns, and the boxes of the words, as lines (n, 2) float64 px of the flat paper."""
    shape = seen.shape
    tops, lefts = (
        places[[0, -1]] + (-reach, reach)
        for places, reach in ((shape.rows, shape.row_px), (shape.columns, 2 * shape.row_px))
    )
    level = [np.array([shape.locate(row, side) for side in lefts]) for row in shape.rows]
    upright = [np.array([shape.locate(row, side) for row in tops]) for side in shape.columns]
    words = [list_corners((word.left, word.right), (word.top, word.low)) for word in seen.writing.words]
    return [*level, *upright], words
