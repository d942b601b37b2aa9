"""Where exactly a sheet lies in the photo: it is found, its rules are followed, and the fit is judged.

A foreign table is looked for by its layout's proportions first, which is quick. Where that fails, all tables of the
photo are found as they are when a layout is learnt, and their rules are counted against the layout's. So what was
learnt is read by the geometry that learnt it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import tee

import numpy as np

from scanner import scan_limits
from scanner.geometry.dark_blocks import turn_blocks
from scanner.geometry.find_sheet import Page, locate_by_table, locate_sheet
from scanner.geometry.fit_quality import judge_evidence, judge_quality, measure_quality
from scanner.geometry.layout_fit import list_open_turns
from scanner.geometry.mesh import Mesh
from scanner.geometry.outline_fit import make_mesh, match_outline
from scanner.geometry.printed_rules import Followed, follow_rules, refine_mesh
from scanner.geometry.rule_evidence import weigh_rules
from scanner.geometry.table_outline import Outline, join_outlines, list_outlines
from scanner.geometry.table_rules import Ruled
from scanner.pyramid import Points, Pyramid
from scanner.sheet_reading import Problem, Quality
from templates.layout import Layout

_STRAIGHT, _CLEARLY = 0.5, 0.25
"""Share of each rule under which a straight stroke must run for no other place to be looked for, and by how much more
of it there must be under the rules of another one."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A sheet whose rules were followed, how well that went, and why it cannot be read, if so."""

    page: Page
    followed: Followed
    quality: Quality
    fault: Problem | None

    def lies_on(self, other: Placed) -> bool:
        """Whether both lie at one place of the photo: their middles are less than two rows apart."""
        off = np.linalg.norm(np.subtract(self.find_middle(), other.find_middle()))
        return bool(off < 2 * self.followed.pitch_mm * self.quality.px_per_mm)

    def find_middle(self) -> Points:
        """The middle of its table, (2,) float64 original px."""
        xs, ys = self.page.layout.grid.xs_mm, self.page.layout.grid.ys_mm
        return self.followed.mesh.project_to_px(np.array([(xs[0] + xs[-1]) / 2, (ys[0] + ys[-1]) / 2]))


def place_sheet(pyramid: Pyramid, given: Layout | None) -> Placed | Problem:
    """The sheet in the photo. `given` is the layout that the user named, if any."""
    page = locate_sheet(pyramid, given)
    first = _judge(pyramid, page, follow_rules(pyramid, page.layout, page.to_px)) if isinstance(page, Page) else page
    if isinstance(first, Placed) and first.fault is None:
        return first if first.page.layout.marks else _check_straight(pyramid, first)
    if isinstance(first, Problem) and first.code == "no-table" and given is not None:
        return _place_by_count(pyramid, first, given)
    others = list(_try_again(pyramid, first, given))
    return _choose_placed(others) or first


def _choose_placed(others: Sequence[Placed]) -> Placed | None:
    """The first without a fault; where the layout fits two tables, that."""
    twice = (other for other in others if other.fault is not None and other.fault.code == "two-sheets")
    return next(twice, next((other for other in others if other.fault is None), None))


def _place_by_count(pyramid: Pyramid, refusal: Problem, layout: Layout) -> Placed | Problem:
    """The foreign layout on the table whose rules are its; else the refusal, with what the largest table has."""
    picture = turn_blocks(pyramid)
    stages, kept = tee(list_outlines(picture))
    placed = _choose_placed(list(_count_on(picture, layout, stages)))
    if placed is not None:
        return placed
    tables = join_outlines(picture, [table for stage in kept for table in stage])
    return _explain_other_table(tables[0].ruled, layout) if tables else refusal


def _explain_other_table(ruled: Ruled, layout: Layout) -> Problem:
    few, many = sorted((len(ruled.xs), len(ruled.ys)))
    own_few, own_many = sorted((len(layout.grid.xs_mm), len(layout.grid.ys_mm)))
    return Problem.of(
        "scanner.other-ruled-table",
        "no-table",
        layout=layout.id,
        few=few,
        many=many,
        own_few=own_few,
        own_many=own_many,
    )


def _check_straight(pyramid: Pyramid, first: Placed) -> Placed:
    """The foreign table as it was followed; where rules lie elsewhere, or under one of them hardly a straight stroke
    runs, as where print touches the frame, by its counted rules if these are straighter."""
    layout = first.page.layout
    evidence = weigh_rules(pyramid, first.followed.mesh, layout.grid)
    first, straight = replace(first, fault=judge_evidence(layout, evidence)), float(evidence.shares.min())
    if first.fault is None and straight >= _STRAIGHT:
        return first
    counted = (one for one in count_rules(turn_blocks(pyramid), layout) if one.fault is None)
    best = max(counted, key=lambda one: one.followed.worth, default=first)
    seen = best.followed.counted
    is_better = seen is not None and (first.fault is not None or seen.min() > straight + _CLEARLY)
    return best if is_better else first


def _try_again(pyramid: Pyramid, first: Placed | Problem, given: Layout | None) -> Iterator[Placed]:
    """Other ways to place the sheet, the best first: by counted rules, or without hidden marks by the table."""
    if given is not None and not given.marks:
        yield from count_rules(turn_blocks(pyramid), given) if isinstance(first, Placed) else ()
    elif isinstance(first, Placed) and first.page.marks and first.page.code is not None:
        again = locate_by_table(pyramid, first.page)
        if again is not None:
            yield _judge(pyramid, again, follow_rules(pyramid, again.layout, again.to_px))


def count_rules(pyramid: Pyramid, layout: Layout) -> Iterator[Placed]:
    """The layout on every table of the photo whose rules can be its, the likeliest first. Where it fits two tables of
    about one size, nobody said which one is meant."""
    yield from _count_on(pyramid, layout, list_outlines(pyramid))


def _count_on(pyramid: Pyramid, layout: Layout, stages: Iterable[list[Outline]]) -> Iterator[Placed]:
    """The layout on the tables of each of the `stages` until it fits one."""
    for outlines in stages:
        good: list[Outline] = []
        for placed, outline in _match_outlines(pyramid, layout, outlines):
            good += [outline] if placed.fault is None else []
            yield replace(placed, fault=_refuse_second(good) or placed.fault)
        if good:
            return


def _match_outlines(pyramid: Pyramid, layout: Layout, outlines: Iterable[Outline]) -> Iterator[tuple[Placed, Outline]]:
    """The layout on each of the tables whose rules can be its, the likeliest first."""
    found = ((match_outline(outline, layout), outline) for outline in outlines)
    matches = sorted(((match, one) for match, one in found if match is not None), key=lambda pair: pair[0].cost)
    yield from ((place_by_mesh(pyramid, layout, match.mesh), outline) for match, outline in matches)


def place_every(pyramid: Pyramid, layout: Layout) -> tuple[Placed, ...]:
    """The foreign layout on every table that it fits without a fault, as one reads: row by row, from the left."""
    picture = turn_blocks(pyramid)
    for outlines in list_outlines(picture):
        apart: list[tuple[Placed, Outline]] = []
        for placed, outline in _match_outlines(picture, layout, outlines):
            if placed.fault is None and not any(one.holds(outline) or outline.holds(one) for _, one in apart):
                apart.append((placed, outline))
        if apart:
            return tuple(_order_tables(apart))
    return ()


def _order_tables(tables: Sequence[tuple[Placed, Outline]]) -> Iterator[Placed]:
    """The tables row by row, from the left: those of which the middles lie within the height of the uppermost one are
    one row."""
    rest = sorted(tables, key=lambda one: one[1].middle[1])
    while rest:
        low = float(rest[0][1].quad[:, 1].max())
        row = [one for one in rest if one[1].middle[1] < low]
        rest = rest[len(row) :]
        yield from (placed for placed, _ in sorted(row, key=lambda one: one[1].middle[0]))


def _refuse_second(tables: list[Outline]) -> Problem | None:
    """The problem `two-sheets` where the last of the tables is not the first one, and about as large."""
    apart = len(tables) > 1 and not tables[0].holds(tables[-1])
    large = apart and tables[-1].area > scan_limits.SECOND_SHEET_AREA * tables[0].area
    return Problem.of("scanner.two-sheets") if large else None


def list_alike(pyramid: Pyramid, placed: Placed) -> Iterator[Placed]:
    """The same table held in the other ways in which its rules look the same. A sheet with marks has none."""
    layout, followed = placed.page.layout, placed.followed
    crossings = np.stack(np.meshgrid(layout.grid.xs_mm, layout.grid.ys_mm), axis=-1)
    nodes_px = followed.mesh.project_to_px(crossings)
    for turn in () if layout.marks else list_open_turns(layout.grid):
        mesh = make_mesh(layout.grid, np.rot90(nodes_px, turn))
        if followed.counted is None:
            yield _judge(pyramid, Page(layout, mesh.to_px), refine_mesh(pyramid, layout, mesh))
        else:
            yield place_by_mesh(pyramid, layout, mesh)


def place_by_mesh(pyramid: Pyramid, layout: Layout, mesh: Mesh) -> Placed:
    """The layout where `mesh` has it, and its rules followed from there where that does not lead astray."""
    page = Page(layout, mesh.to_px)
    refined = refine_mesh(pyramid, layout, mesh)
    return max(
        (_place_counted(pyramid, page, replace(refined, mesh=way)) for way in (refined.mesh, mesh)),
        key=lambda way: (way.fault is None, way.followed.worth),
    )


def _place_counted(pyramid: Pyramid, page: Page, followed: Followed) -> Placed:
    evidence = weigh_rules(pyramid, followed.mesh, page.layout.grid)
    placed = _judge(pyramid, page, replace(followed, counted=evidence.shares))
    return replace(placed, fault=placed.fault or judge_evidence(page.layout, evidence))


def _judge(pyramid: Pyramid, page: Page, followed: Followed) -> Placed:
    quality = measure_quality(page, followed)
    return Placed(page, followed, quality, judge_quality(page, followed, quality, pyramid.size_px))
