"""The standings as a PDF for the wall: large type, black on white, as many players per page as stay readable.
How large, and what stands where, is planned in `wall_plan`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from templates.drawing.pen import (
    BOLD,
    CAP_HEIGHT,
    ELLIPSIS,
    MM_PER_PT,
    PLAIN,
    Pen,
    clean,
    fit,
    flow,
    measure_block_mm,
    measure_mm,
    place_baseline_mm,
)
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.award_notes import AwardNote
from tournament.evening.late_items import Change
from tournament.evening.typed_notes import TypedNote
from tournament.handout.wall_list import WallList, WallRow
from tournament.handout.wall_plan import (
    EDGE_MM,
    GAP_MM,
    HEAD_MM,
    HEAD_PT,
    PAPERS_MM,
    REMARK_MM,
    REMARKS_PT,
    SMALL,
    WallColumn,
    WallPlan,
    choose_wall_page,
    plan_wall,
    set_remarks,
)
from tournament.record.entries import spell_head, write_head

_CODE_MM = 14.0
"""Side of the code of the last entry, in the corner of each page; a module is 0.4 mm."""
_NAME_SHARE = 0.66
"""The name's share of the height of a line that has a club below the name."""
_BAND, _RULE = 0.93, 0.35
"""Greys of every second line's background, and of the rules."""

_MOST_BELOW = 30
"""Most changes, and most typed results, that the wall shows; `kiebitz verify` shows all."""
_CHANGES_PT = (16.0, 14.0, 12.0, 10.0, 8.0)
"""Letter sizes for the list of changes; the largest that fits is used."""


def make_wall_pdf(wall: WallList, lang: Lang, paper: str = "a4") -> bytes:
    """The file; `paper`: a key of `PAPERS_MM`. The same list gives the same bytes."""
    wall, page_mm = choose_wall_page(wall, lang, PAPERS_MM[paper])
    plan = plan_wall(wall, lang, page_mm)
    pen = Pen(plan.page_mm, clean(" – ".join(filter(None, (wall.title, wall.stage.in_(lang))))), lang)
    pages = [wall.rows[at : at + plan.rows] for at in range(0, len(wall.rows), plan.rows)] or [()]
    for number, rows in enumerate(pages, 1):
        if number > 1:
            pen.turn_page()
        _draw_head(pen, plan, wall, lang)
        _draw_rows(pen, plan, rows, wall, lang)
        _draw_foot(pen, plan, (wall, rows), lang, (number, len(pages)))
    if wall.below:
        _draw_below(pen, plan, wall, lang, len(pages[-1]))
    return pen.finish()


def _draw_title(pen: Pen, width: float, words: tuple[str, str], wall: WallList, lang: Lang) -> None:
    """A large line with the date and the code of the last entry, and a smaller one below."""
    right, day = EDGE_MM + width, wall.write_days(lang)
    if wall.head is not None:
        pen.draw_code((right - _CODE_MM, EDGE_MM - 4, _CODE_MM, _CODE_MM), spell_head(wall.head))
        right -= _CODE_MM + GAP_MM
    room = right - EDGE_MM - measure_mm(day, PLAIN, 16) - GAP_MM
    line, size = fit(words[0], BOLD, room, 34, 14)
    pen.write((EDGE_MM, EDGE_MM + 10), line, BOLD, size)
    pen.write((right, EDGE_MM + 10), day, PLAIN, 16, "right")
    line, size = fit(words[1], PLAIN, width, 20, 10)
    pen.write((EDGE_MM, EDGE_MM + 21), line, PLAIN, size)


def _draw_head(pen: Pen, plan: WallPlan, wall: WallList, lang: Lang) -> None:
    """Title and date, heading and state, the columns' heads."""
    width = plan.page_mm[0] - 2 * EDGE_MM
    stage = wall.stage.in_(lang)
    first, second = (wall.title, f"{stage} – {wall.state.in_(lang)}") if wall.title else (stage, wall.state.in_(lang))
    _draw_title(pen, width, (first, second), wall, lang)
    heads = {head: say(lang, f"wall.head.{head}") for head in ("place", "start", "name")}
    heads["total"] = say(lang, wall.head_total)
    heads |= {f"round{step}": wall.write_column(step, lang, short=True) for step in range(len(wall.rounds))}
    base = EDGE_MM + HEAD_MM - 3
    for name, words in heads.items():
        if name in plan.columns:
            _write_cell(pen, plan.columns[name], base, words, PLAIN, HEAD_PT)
    pen.draw_rule((EDGE_MM, base + 2), (EDGE_MM + width, base + 2), 0.5)


def _draw_rows(pen: Pen, plan: WallPlan, rows: Sequence[WallRow], wall: WallList, lang: Lang) -> None:
    top = EDGE_MM + HEAD_MM
    for number, row in enumerate(rows):
        y = top + number * plan.pitch
        if number % 2:
            pen.fill([(EDGE_MM, y, plan.page_mm[0] - 2 * EDGE_MM, plan.pitch)], _BAND)
        _draw_row(pen, plan, row, y, lang)
        if mark := wall.find_mark(row):
            _write_cell(pen, plan.columns["mark"], _find_base(plan, row, y, lang), say(lang, f"wall.{mark}"), PLAIN)
    if not wall.rows:
        pen.write((EDGE_MM, top + plan.pitch), say(lang, "wall.nobody"), PLAIN, plan.size)


def _draw_row(pen: Pen, plan: WallPlan, row: WallRow, y: float, lang: Lang) -> None:
    columns, room, base = plan.columns, _find_room(plan, row, lang), _find_base(plan, row, y, lang)
    _write_cell(pen, columns["place"], base, row.written_place, BOLD)
    if row.start is not None:
        _write_cell(pen, columns["start"], base, str(row.start), PLAIN)
    _draw_name(pen, plan, row, y, room, lang)
    for step, points in enumerate(row.marked):
        _write_cell(pen, columns[f"round{step}"], base, points, PLAIN)
    _write_cell(pen, columns["total"], base, row.write_whole(lang), BOLD)


def _find_room(plan: WallPlan, row: WallRow, lang: Lang) -> float:
    """The height of the row's first line in millimetres: what is said beside the name may need a second one."""
    return plan.pitch if plan.beside or not row.say_beside(lang) else plan.pitch * _NAME_SHARE


def _find_base(plan: WallPlan, row: WallRow, y: float, lang: Lang) -> float:
    """Where the row's letters stand, from the top of the page."""
    return y + (_find_room(plan, row, lang) + CAP_HEIGHT * plan.size * MM_PER_PT) / 2


def _draw_name(pen: Pen, plan: WallPlan, row: WallRow, y: float, room: float, lang: Lang) -> None:
    """Draws the name as large as it fits on one line, a long one on two; behind or below it the club."""
    column = plan.columns["name"]
    lines, size = _set_name(row.name, column.width, room, plan.size)
    step = 1.1 * size * MM_PER_PT
    first = y + (room + CAP_HEIGHT * size * MM_PER_PT - (len(lines) - 1) * step) / 2
    for number, words in enumerate(lines):
        pen.write((column.left, first + number * step), words, BOLD, size)
    if words := row.say_beside(lang):
        shift = measure_mm(lines[0], BOLD, size) + GAP_MM if plan.beside else 0.0
        club, small = fit(words, PLAIN, column.width - shift, plan.size * SMALL, 9)
        base = first if plan.beside else y + plan.pitch - 0.4 * small * MM_PER_PT
        pen.write((column.left + shift, base), club, PLAIN, small)


def _set_name(name: str, width: float, room: float, largest: float) -> tuple[list[str], float]:
    """The name's lines and their size in points."""
    line, size = fit(name, BOLD, width, largest, largest * 0.8)
    if not line.endswith(ELLIPSIS):
        return [line], size
    for share in (0.75, 0.7, 0.65, 0.6, 0.55, SMALL):
        lines, size = flow([name], BOLD, (width, room), [largest * share])
        if not any(line.endswith(ELLIPSIS) for line in lines):
            break
    return lines, size


def _write_cell(pen: Pen, column: WallColumn, base: float, words: str, name: str, size: float = 0.0) -> None:
    """Writes words in a column, by default in the column's size; a heading that is too wide is made smaller."""
    line, size = fit(words, name, max(column.width, 5.0), size or column.size, 6.0)
    at = column.left if column.align == "left" else column.left + column.width
    pen.write((at, base), line, name, size, column.align)


def _draw_below(pen: Pen, plan: WallPlan, wall: WallList, lang: Lang, rows: int) -> None:
    """Lists typed results, and changes after a round was closed or a list exported, with author and reason: below the
    last `rows` lines if there is room, else on a page of its own."""
    width, top = plan.page_mm[0] - 2 * EDGE_MM, EDGE_MM + HEAD_MM + rows * plan.pitch + GAP_MM
    said = [words for heading, lines in wall.below for words in _say_below(heading, lines, lang)]
    room = EDGE_MM + HEAD_MM + plan.room_mm - top
    has_room = room >= measure_block_mm(1, _CHANGES_PT[-1])
    lines, size = flow(said, PLAIN, (width, room), _CHANGES_PT) if has_room else ([], 0.0)
    if not lines or any(line.endswith(ELLIPSIS) for line in lines):
        pen.turn_page()
        _draw_title(pen, width, (wall.title, wall.stage.in_(lang)), wall, lang)
        top = EDGE_MM + HEAD_MM
        lines, size = flow(said, PLAIN, (width, plan.room_mm), _CHANGES_PT)
    for number, words in enumerate(lines):
        pen.write((EDGE_MM, top + place_baseline_mm(number, size)), words, PLAIN, size)


def _say_below(heading: str, lines: Sequence[TypedNote | AwardNote | Change], lang: Lang) -> Iterator[str]:
    """The heading and its lines; of many lines only the first ones."""
    yield f"{say(lang, heading)}:"
    yield from (one.in_(lang) for one in lines[:_MOST_BELOW])
    if (more := len(lines) - _MOST_BELOW) > 0:
        yield say(lang, "wall.more-changed", count=more)


def _draw_foot(
    pen: Pen, plan: WallPlan, shown: tuple[WallList, Sequence[WallRow]], lang: Lang, page: tuple[int, int]
) -> None:
    """Draws the foot: prizes, which rules broke ties on this page, why some have no points in a round, what the word
    for open places and equal places mean, the page number, and the entry it was made from. `shown`: the list, and the
    page's rows."""
    wall, rows = shown
    width, height = plan.page_mm[0] - 2 * EDGE_MM, plan.page_mm[1] - EDGE_MM
    number = say(lang, "wall.page", page=page[0], pages=page[1]) if page[1] > 1 else "Kiebitz"
    top = height - 6 - plan.foot * REMARK_MM
    pen.draw_rule((EDGE_MM, top), (EDGE_MM + width, top), 0.2, _RULE)
    for at, words in enumerate(set_remarks(wall, rows, lang, width)[: plan.foot], 1):
        pen.write((EDGE_MM, top + at * REMARK_MM), words, PLAIN, REMARKS_PT)
    pen.write((EDGE_MM + width, height), number, PLAIN, 12, "right")
    line, size = fit(" ".join(note.in_(lang) for note in wall.notes), PLAIN, width - 40, 12, 8)
    pen.write((EDGE_MM, height), line, PLAIN, size)
    if wall.head is not None:
        pen.write((EDGE_MM, height + 5), write_head(wall.head, lang), PLAIN, 8, grey=_RULE)
