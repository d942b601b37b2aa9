"""From one photo to what was seen of the ruled table in it: find, turn, follow, read. What the columns mean is guessed
elsewhere. A learnt layout is proved by following the picture that it came from, as any other picture would be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import compress

import cv2
import numpy as np

from scanner import scan_limits
from scanner.geometry.corner_marks import find_marks, find_sheets
from scanner.geometry.dark_blocks import turn_blocks
from scanner.geometry.find_sheet import find_codes
from scanner.geometry.layout_fit import lie_alike
from scanner.geometry.place_sheet import place_every, place_sheet
from scanner.geometry.refusals import refuse_empty, refuse_hazy
from scanner.geometry.rule_evidence import find_dotted
from scanner.geometry.table_outline import Outline, find_outlines, look_again
from scanner.learn.learnt_page import LearntPage, list_walls, make_learnt_page
from scanner.learn.table_contents import find_turn, guess_column_edges, read_cells, read_headings_above, read_print
from scanner.pyramid import Pyramid, list_corners
from scanner.read.read_numbers import NumberReader
from scanner.read.way_up import choose_turn, count_sure
from scanner.sheet_reading import Problem
from templates.foreign.layout_file import MAX_RULES
from templates.foreign.seen_table import SeenTable, ShortRule
from templates.layout import PAPERS, Layout
from templates.sheet_code import parse_code
from texts.sentences import Phrase

_LARGE = 0.15
"""Share of the largest table's area from which another one counts: solutions and keys are smaller."""
_LOOKS = 3
"""Pictures in which rules are found until they are those that made the last one straight: mostly one, after felt pens
two."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of reading a photo with the layout that was learnt from it. `fault`: why it cannot be read, None when
    its table is found and every rule followed; `twice`: whether other tables that it fits lie beside it."""

    fault: Problem | None
    twice: bool = False


def try_layout(pyramid: Pyramid, layout: Layout, page: LearntPage) -> Trial:
    """Reads the photo with `layout`. Where it fits several tables, the one of `page` alone is the proof."""
    placed = place_sheet(pyramid, layout)
    fault = placed if isinstance(placed, Problem) else placed.fault
    if fault is None or fault.code != "two-sheets":
        return Trial(fault)
    corners = page.followed.mesh.project_to_px(list_corners(page.edges_x, page.edges_y)).astype(np.float32)
    middles = (one.find_middle() for one in place_every(pyramid, layout))
    proved = any(cv2.pointPolygonTest(corners, (float(x), float(y)), False) >= 0 for x, y in middles)
    return Trial(None if proved else fault, True)


@dataclass(frozen=True, slots=True)
class Learnt:
    """What was seen of a table, and the page with which it was read. `tables`: how many tables are in the photo
    that are not much smaller than the largest."""

    seen: SeenTable
    page: LearntPage
    tables: int = 1


def learn_tables(pyramid: Pyramid, reader: NumberReader, wanted: int | None = 1) -> Iterator[Learnt | Problem]:
    """Reads the ruled tables of the photo: the `wanted` one, counted from 1 by size, or with None all that are not much
    smaller than the largest. Raises `TesseractMissing`."""
    fault = refuse_empty(pyramid) or _refuse_own_sheet(pyramid)
    if fault is not None:
        yield fault
        return
    pyramid = turn_blocks(pyramid)
    outlines = find_outlines(pyramid)
    if isinstance(outlines, Problem):
        yield refuse_hazy(pyramid) or outlines
        return
    large = [outline for outline in outlines if outline.area >= _LARGE * outlines[0].area]
    chosen = large if wanted is None else outlines[wanted - 1 : wanted]
    if not chosen:
        yield Problem.of("scanner.no-such-table", wanted=wanted, tables=len(outlines))
    for outline in chosen:
        settled = _refuse_unusable(outline) or settle_rules(pyramid, outline)
        yield settled if isinstance(settled, Problem) else _read_table(pyramid, settled, reader, len(large))


def settle_rules(pyramid: Pyramid, outline: Outline) -> Outline | Problem:
    """The table with those rules that are found again in the picture which they themselves make straight. Writing that
    was taken for a rule, or that led astray what makes the picture straight, shows there: then the rules of that
    picture are tried, if they are more. The problem is `unsettled` where none are found again."""
    for _ in range(_LOOKS):
        page = make_learnt_page(pyramid, outline, 0)
        again = look_again(pyramid, page.followed.mesh, page.edges_x, page.edges_y)
        if again is None:
            break
        if lie_alike(page.layout.grid.xs_mm, again.ruled.xs) and lie_alike(page.layout.grid.ys_mm, again.ruled.ys):
            return outline
        if again.ruled.extent < outline.ruled.extent:
            break
        outline = again
    return Problem.of("scanner.unsettled")


def _refuse_own_sheet(pyramid: Pyramid) -> Problem | None:
    """The problem of a sheet that is one of ours, as its code or its marks show."""
    ours = next((code.text for code in find_codes(pyramid) if parse_code(code.text) is not None), None)
    if ours is None and any(
        find_sheets(find_marks(pyramid, [paper.marks], thorough=False), paper.marks) for paper in PAPERS
    ):
        ours = "?"
    return None if ours is None else Problem.of("scanner.own-sheet", sheet=ours)


def _refuse_unusable(outline: Outline) -> Problem | None:
    across, down = len(outline.ruled.xs), len(outline.ruled.ys)
    if min(across, down) < 2 or across + down < scan_limits.MIN_LEARNT_RULES:
        return Problem.of("scanner.few-rules", across=across, down=down)
    most = max(len(outline.ruled.edges_x), len(outline.ruled.edges_y))
    if most > MAX_RULES:
        return Problem.of("scanner.many-rules", rules=most, limit=MAX_RULES)
    row = float(np.linalg.norm(outline.quad[3] - outline.quad[0])) / (len(outline.ruled.edges_y) - 1)
    if row < scan_limits.MIN_ROW_PX:
        return Problem.of("scanner.too-far", value=row, unit=Phrase("scanner.unit.row"), limit=scan_limits.MIN_ROW_PX)
    return None


def _read_table(pyramid: Pyramid, outline: Outline, reader: NumberReader, tables: int) -> Learnt:
    turn, is_sure = find_turn(outline.flat, outline.ruled)
    page = make_learnt_page(pyramid, outline, turn)
    if not is_sure:
        page, turn, is_sure = _turn_by_numbers(pyramid, outline, reader)
    print_ = read_print(pyramid, page)
    if len(page.edges_x) == 2:
        page = make_learnt_page(pyramid, outline, turn, guess_column_edges(print_, page))
    dotted_x, dotted_y = _list_dotted(pyramid, page)
    seen = SeenTable(
        page.layout.grid.xs_mm,
        page.layout.grid.ys_mm,
        page.edges_x,
        page.edges_y,
        read_cells(pyramid, page, print_, reader),
        read_headings_above(print_, page),
        list_walls(page),
        _list_short_rules(page),
        is_sure,
        not print_.slow,
        dotted_x,
        dotted_y,
    )
    return Learnt(seen, page, tables)


def _turn_by_numbers(pyramid: Pyramid, outline: Outline, reader: NumberReader) -> tuple[LearntPage, int, bool]:
    """The page in the turn in which most numbers in it are surely read, that turn, and whether they show it. Without
    print they are all that shows what is up; where they do not, the table is held as it lies."""
    pages = [make_learnt_page(pyramid, outline, turn) for turn in range(4)]
    counts = [count_sure(pyramid, page.followed, page.layout.fields, reader)[0] for page in pages]
    best, chance = choose_turn(counts)
    turn = best if chance >= scan_limits.MIN_UPRIGHT else 0
    return pages[turn], turn, chance >= scan_limits.MIN_UPRIGHT


def _list_dotted(pyramid: Pyramid, page: LearntPage) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The upright and the level rules of dots or dashes, in mm."""
    grid = page.layout.grid
    dotted = find_dotted(pyramid, page.followed.mesh, grid).tolist()
    across, down = dotted[: len(grid.xs_mm)], dotted[len(grid.xs_mm) :]
    return tuple(compress(grid.xs_mm, across)), tuple(compress(grid.ys_mm, down))


def _list_short_rules(page: LearntPage) -> tuple[ShortRule, ...]:
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
