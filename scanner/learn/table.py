"""From one photo to what was seen of the ruled table in it: find, turn, follow, read. Guesses nothing about kinds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scanner import limits
from scanner.find.code_reader import codes_anywhere
from scanner.find.corner_marks import find_marks, sheets
from scanner.find.unseen import empty, hazy
from scanner.learn.contents import NumberReader, above, guessed_columns, printed, seen_cells
from scanner.learn.outline import Outline, find_outline
from scanner.learn.page import LearntPage, learnt_page
from scanner.learn.upright import turn_of
from scanner.pyramid import Pyramid
from scanner.reading import Problem
from templates.code import parse_code
from templates.foreign.layout_file import MAX_RULES
from templates.foreign.seen_table import SeenTable, ShortRule
from templates.paper import PAPERS
from texts.sentences import Phrase


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was seen of the table, and the page that leads from it to the photo."""

    seen: SeenTable
    page: LearntPage


def learn(pyramid: Pyramid, reader: NumberReader) -> Learnt | Problem:
    """The ruled table of the photo; raises `scanner.read.print.TesseractMissing`."""
    fault = empty(pyramid) or _own(pyramid)
    if fault is not None:
        return fault
    outline = find_outline(pyramid)
    if isinstance(outline, Problem):
        return hazy(pyramid) or outline
    fault = _unusable(outline)
    return fault if fault is not None else _seen(pyramid, outline, reader)


def _own(pyramid: Pyramid) -> Problem | None:
    """Whether the sheet is one of ours: its code or its marks say so."""
    ours = next((code.text for code in codes_anywhere(pyramid) if parse_code(code.text) is not None), None)
    if ours is None and any(
        sheets(find_marks(pyramid, [paper.marks], thorough=False), paper.marks) for paper in PAPERS
    ):
        ours = "?"
    return None if ours is None else Problem.of("scanner.own-sheet", sheet=ours)


def _unusable(outline: Outline) -> Problem | None:
    across, down = len(outline.ruled.xs), len(outline.ruled.ys)
    if min(across, down) < 2 or across + down < limits.MIN_LEARNT_RULES:
        return Problem.of("scanner.few-rules", across=across, down=down)
    most = max(len(outline.ruled.edges_x), len(outline.ruled.edges_y))
    if most > MAX_RULES:
        return Problem.of("scanner.many-rules", rules=most, limit=MAX_RULES)
    row = float(np.linalg.norm(outline.quad[3] - outline.quad[0])) / (len(outline.ruled.edges_y) - 1)
    if row < limits.MIN_ROW_PX:
        return Problem.of("scanner.too-far", value=row, unit=Phrase("scanner.unit.row"), limit=limits.MIN_ROW_PX)
    return None


def _seen(pyramid: Pyramid, outline: Outline, reader: NumberReader) -> Learnt:
    turn, told = turn_of(outline.flat, outline.ruled)
    page = learnt_page(pyramid, outline, turn)
    print_ = printed(pyramid, page)
    if len(page.edges_x) == 2:
        page = learnt_page(pyramid, outline, turn, guessed_columns(print_, page))
    seen = SeenTable(
        page.layout.grid.xs_mm, page.layout.grid.ys_mm, page.edges_x, page.edges_y,
        seen_cells(pyramid, page, print_, reader), above(print_, page), _walls(page), _short(page), told,
    )
    return Learnt(seen, page)


def _walls(page: LearntPage) -> tuple[tuple[bool, ...], ...]:
    """By row, at which edges an upright rule is seen; where no rule is printed along the table, all count as seen."""
    ruled = page.ruled.upright
    if ruled.shape[1] != len(page.edges_x):
        return tuple((True,) * len(page.edges_x) for _ in range(len(ruled)))
    return tuple(tuple(bool(seen) for seen in row) for row in ruled)


def _short(page: LearntPage) -> tuple[ShortRule, ...]:
    """The rules that do not span the table, in mm."""
    ruled, grid = page.ruled, page.layout.grid
    found = []
    for upright, lines, places, mm, edges in (
        (True, ruled.short_x, ruled.xs, grid.xs_mm, page.edges_y),
        (False, ruled.short_y, ruled.ys, grid.ys_mm, page.edges_x),
    ):
        scale, length = mm[-1] / (places[-1] - places[0]), edges[-1] - edges[0]
        for line in lines:
            at = (line.at - places[0]) * scale
            if mm[0] < at < mm[-1]:
                ends = (edges[0] + share * length for share in (line.start, line.end))
                found.append(ShortRule(upright, *(round(float(value), 1) for value in (at, *ends))))
    return tuple(found)
