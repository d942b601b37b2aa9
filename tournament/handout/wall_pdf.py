"""The standings as a PDF for the wall: large type, black on white, as many players a page as stay readable.

The smallest letters of a name are such that somebody with half of normal sight, who sees detail of 2 arc minutes, reads
them from two metres: a letter five details high, 10 arc minutes, is 5.8 mm high there. A short list is set larger.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, radians, tan
from typing import Final

from templates.drawing.pen import (
    BOLD,
    CAP_HEIGHT,
    ELLIPSIS,
    MM_PER_PT,
    PLAIN,
    Align,
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
from tournament.evening.late_items import Change
from tournament.evening.typed_notes import TypedNote
from tournament.handout.wall_list import WallList, WallRow
from tournament.record.entries import spell_head, write_head

PAPERS_MM: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
"""The pages on which the list is printed, upright: width and height."""

READ_FROM_MM: Final = 2000.0
READABLE_PT: Final = READ_FROM_MM * tan(radians(10 / 60)) / CAP_HEIGHT / MM_PER_PT
"""The smallest size of a name and a total, about 24 points."""

_LARGEST_PT = 44
_EDGE_MM = 12.0
_HEAD_MM, _FOOT_MM = 36.0, 14.0
"""Room for title, heading and column heads, and for the notes below the list."""

_PITCH, _PITCH_WITH_CLUB, _LOOSEST = 1.9, 2.5, 1.2
"""Height of a player's line, in heights of its capitals, and with a club in small letters below the name. A page that
is not full is set more loosely, by this factor at most."""

_NAME_SHARE = 0.66
"""Of such a line, the share that the name has."""

_GAP_MM = 4.0
_CODE_MM = 14.0
"""Side of the code of the last entry, in the corner of each page; a module is 0.4 mm."""
_SMALL, _MARK = 0.5, 0.65
"""Sizes of clubs and of the word for what is open, as shares of the names' size; a long name becomes no smaller than a
club."""

_NAME_MM = 62.0
"""Room that a name keeps; the columns of the rounds are set smaller before it shrinks."""

_REMARKS_PT, _REMARK_MM, _MOST_REMARKS = 12.0, 5.0, 8
"""Of the lines at the foot of each page: size of the letters, height, and how many there may be."""

_BAND, _RULE = 0.93, 0.35
"""Greys of every second line's background, and of the rules."""

_MOST_BELOW = 30
"""The wall shows so many changes, and so much that was typed, at most; `kiebitz verify` shows all."""
_CHANGES_PT = (16.0, 14.0, 12.0, 10.0, 8.0)
"""Sizes of what was changed; the largest that fits is taken."""


@dataclass(frozen=True, slots=True)
class _Column:
    """`left`, `width` in mm; `size`: of its letters, in points."""

    left: float
    width: float
    size: float
    align: Align


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the list is set on a paper: size of the letters in points, height of a line in mm, players a page. `beside`:
    clubs are printed behind the names, else below them; `remarks`: lines at the foot of each page.
    """

    page_mm: tuple[float, float]
    size: float
    pitch: float
    rows: int
    columns: dict[str, _Column]
    beside: bool
    remarks: tuple[str, ...]

    @property
    def room_mm(self) -> float:
        """The height that the players' lines have on a page."""
        return self.page_mm[1] - 2 * _EDGE_MM - _HEAD_MM - _FOOT_MM - len(self.remarks) * _REMARK_MM


def make_wall_pdf(wall: WallList, lang: Lang, paper: str = "a4") -> bytes:
    """The file; `paper`: a key of `PAPERS_MM`. The same list gives the same bytes."""
    wall, page_mm = _choose_page(wall, lang, PAPERS_MM[paper])
    plan = _plan_pages(wall, lang, page_mm)
    pen = Pen(plan.page_mm, clean(" – ".join(filter(None, (wall.title, wall.stage.in_(lang))))), lang)
    pages = [wall.rows[at : at + plan.rows] for at in range(0, len(wall.rows), plan.rows)] or [()]
    for number, rows in enumerate(pages, 1):
        if number > 1:
            pen.turn_page()
        _draw_head(pen, plan, wall, lang)
        _draw_rows(pen, plan, rows, wall, lang)
        _draw_foot(pen, plan, wall, lang, (number, len(pages)))
    if wall.below:
        _draw_below(pen, plan, wall, lang, len(pages[-1]))
    return pen.finish()


def _choose_page(wall: WallList, lang: Lang, page_mm: tuple[float, float]) -> tuple[WallList, tuple[float, float]]:
    """Upright; across where names had too little room beside many columns; without columns where that does not help."""
    for page in (page_mm, page_mm[::-1]):
        if _place_columns(wall, lang, page[0], READABLE_PT)["name"].width >= _NAME_MM:
            return wall, page
    return replace(wall, rounds=(), rows=tuple(replace(row, written=(row.whole,)) for row in wall.rows)), page_mm


def _plan_pages(wall: WallList, lang: Lang, page_mm: tuple[float, float]) -> _Plan:
    """As few pages as readable letters allow, then the largest letters with which these pages are enough; the players
    are spread evenly."""
    smallest = _make_plan(wall, lang, page_mm, READABLE_PT)
    pages = max(1, -(-len(wall.rows) // smallest.rows))
    larger = (_make_plan(wall, lang, page_mm, size) for size in range(_LARGEST_PT, ceil(READABLE_PT), -1))
    plan = next((one for one in larger if one.rows * pages >= len(wall.rows) and _has_room(one)), smallest)
    rows = max(1, -(-len(wall.rows) // pages))
    return replace(plan, rows=rows, pitch=min(plan.room_mm / rows, plan.pitch * _LOOSEST))


def _has_room(plan: _Plan) -> bool:
    """Whether the names have as much room, in heights of their letters, as with the smallest letters."""
    return plan.columns["name"].width >= _NAME_MM * plan.size / READABLE_PT


def _make_plan(wall: WallList, lang: Lang, page_mm: tuple[float, float], size: float) -> _Plan:
    columns, width = _place_columns(wall, lang, page_mm[0], size), page_mm[0] - 2 * _EDGE_MM
    beside = all(_fits_beside(row, columns["name"], lang) for row in wall.rows)
    pitch = size * MM_PER_PT * CAP_HEIGHT * (_PITCH if beside else _PITCH_WITH_CLUB)
    said = " ".join(one.in_(lang) for one in wall.remarks)
    remarks = flow([said], PLAIN, (width, _MOST_REMARKS * _REMARK_MM), [_REMARKS_PT])[0] if said else ()
    plan = _Plan(page_mm, size, pitch, 1, columns, beside, tuple(remarks))
    return replace(plan, rows=max(1, int(plan.room_mm / pitch)))


def _fits_beside(row: WallRow, column: _Column, lang: Lang) -> bool:
    """Whether the club, if there is one, has room behind the name."""
    words = clean(row.say_beside(lang))
    club = measure_mm(words, PLAIN, column.size * _SMALL) + _GAP_MM if words else 0.0
    return not club or measure_mm(clean(row.name), BOLD, column.size) + club <= column.width


def _place_columns(wall: WallList, lang: Lang, page: float, size: float) -> dict[str, _Column]:
    """Place, start number, name, rounds and total; the name has what the others leave. Rounds become smaller, down to
    half of the size, as long as the name has too little room."""
    for share in (1.0, 0.9, 0.8, 0.7, 0.6, _SMALL):
        columns = _try_columns(wall, lang, page, size, share)
        if columns["name"].width >= _NAME_MM:
            break
    return columns


def _try_columns(wall: WallList, lang: Lang, page: float, size: float, share: float) -> dict[str, _Column]:
    points = [marked for row in wall.rows for marked in row.marked]
    starts = [str(row.start) for row in wall.rows if row.start is not None]
    place = _measure([*(f"{row.place}." for row in wall.rows), "1."], size)
    start = _measure(starts, size) + _GAP_MM if starts else 0.0
    round_mm = _measure([*points, "+1"], size * share) + _GAP_MM
    words = [say(lang, f"wall.{row.mark}") for row in wall.rows if wall.is_open(row)]
    mark = max(measure_mm(one, PLAIN, size * _MARK) for one in words) + _GAP_MM / 2 if words else 0.0
    total = _measure([*(row.whole for row in wall.rows), "+1"], size) + _GAP_MM
    columns = {"place": _Column(_EDGE_MM, place, size, "right")}
    left = _EDGE_MM + place
    if starts:
        columns["start"] = _Column(left, start, size, "right")
    left += start + _GAP_MM
    right = page - _EDGE_MM - mark
    columns["mark"] = _Column(right, mark, size * _MARK, "right")
    columns["total"] = _Column(right - total, total, size, "right")
    rounds = right - total - len(wall.rounds) * round_mm
    for step in range(len(wall.rounds)):
        columns[f"round{step}"] = _Column(rounds + step * round_mm, round_mm, size * share, "right")
    columns["name"] = _Column(left, rounds - left, size, "left")
    return columns


def _measure(texts: Sequence[str], size: float) -> float:
    return max((measure_mm(text, BOLD, size) for text in texts), default=0.0)


def _draw_title(pen: Pen, width: float, words: tuple[str, str], wall: WallList, lang: Lang) -> None:
    """A large line with the date and the code of the last entry, and a smaller one below."""
    right, day = _EDGE_MM + width, wall.write_days(lang)
    if wall.head is not None:
        pen.draw_code((right - _CODE_MM, _EDGE_MM - 4, _CODE_MM, _CODE_MM), spell_head(wall.head))
        right -= _CODE_MM + _GAP_MM
    room = right - _EDGE_MM - measure_mm(day, PLAIN, 16) - _GAP_MM
    line, size = fit(words[0], BOLD, room, 34, 14)
    pen.write((_EDGE_MM, _EDGE_MM + 10), line, BOLD, size)
    pen.write((right, _EDGE_MM + 10), day, PLAIN, 16, "right")
    line, size = fit(words[1], PLAIN, width, 20, 10)
    pen.write((_EDGE_MM, _EDGE_MM + 21), line, PLAIN, size)


def _draw_head(pen: Pen, plan: _Plan, wall: WallList, lang: Lang) -> None:
    """Title and date, heading and state, the columns' heads."""
    width = plan.page_mm[0] - 2 * _EDGE_MM
    stage = wall.stage.in_(lang)
    first, second = (wall.title, f"{stage} – {wall.state.in_(lang)}") if wall.title else (stage, wall.state.in_(lang))
    _draw_title(pen, width, (first, second), wall, lang)
    heads = {head: say(lang, f"wall.head.{head}") for head in ("place", "start", "name", "total")}
    heads |= {f"round{step}": wall.write_column(step, lang, short=True) for step in range(len(wall.rounds))}
    base = _EDGE_MM + _HEAD_MM - 3
    for name, words in heads.items():
        if name in plan.columns:
            _write_cell(pen, plan.columns[name], base, words, PLAIN, 13)
    pen.draw_rule((_EDGE_MM, base + 2), (_EDGE_MM + width, base + 2), 0.5)


def _draw_rows(pen: Pen, plan: _Plan, rows: Sequence[WallRow], wall: WallList, lang: Lang) -> None:
    top = _EDGE_MM + _HEAD_MM
    for number, row in enumerate(rows):
        y = top + number * plan.pitch
        if number % 2:
            pen.fill([(_EDGE_MM, y, plan.page_mm[0] - 2 * _EDGE_MM, plan.pitch)], _BAND)
        _draw_row(pen, plan, row, y, lang)
    if not wall.rows:
        pen.write((_EDGE_MM, top + plan.pitch), say(lang, "wall.nobody"), PLAIN, plan.size)


def _draw_row(pen: Pen, plan: _Plan, row: WallRow, y: float, lang: Lang) -> None:
    columns, capital = plan.columns, CAP_HEIGHT * plan.size * MM_PER_PT
    room = plan.pitch if plan.beside or not row.say_beside(lang) else plan.pitch * _NAME_SHARE
    base = y + (room + capital) / 2
    _write_cell(pen, columns["place"], base, "–" if row.unseen else f"{row.place}.", BOLD)
    if row.start is not None:
        _write_cell(pen, columns["start"], base, str(row.start), PLAIN)
    _draw_name(pen, plan, row, y, room, lang)
    for step, points in enumerate(row.marked):
        _write_cell(pen, columns[f"round{step}"], base, points, PLAIN)
    _write_cell(pen, columns["total"], base, row.whole, BOLD)
    if plan.columns["mark"].width and (row.open_items or row.mark == "missing"):
        _write_cell(pen, columns["mark"], base, say(lang, f"wall.{row.mark}"), PLAIN)


def _draw_name(pen: Pen, plan: _Plan, row: WallRow, y: float, room: float, lang: Lang) -> None:
    """The name on one line as large as it fits, a long one on two; behind or below it the club."""
    column = plan.columns["name"]
    lines, size = _set_name(row.name, column.width, room, plan.size)
    step = 1.1 * size * MM_PER_PT
    first = y + (room + CAP_HEIGHT * size * MM_PER_PT - (len(lines) - 1) * step) / 2
    for number, words in enumerate(lines):
        pen.write((column.left, first + number * step), words, BOLD, size)
    if words := row.say_beside(lang):
        shift = measure_mm(lines[0], BOLD, size) + _GAP_MM if plan.beside else 0.0
        club, small = fit(words, PLAIN, column.width - shift, plan.size * _SMALL, 9)
        base = first if plan.beside else y + plan.pitch - 0.4 * small * MM_PER_PT
        pen.write((column.left + shift, base), club, PLAIN, small)


def _set_name(name: str, width: float, room: float, largest: float) -> tuple[list[str], float]:
    """The name's lines and their size in points."""
    line, size = fit(name, BOLD, width, largest, largest * 0.8)
    if not line.endswith(ELLIPSIS):
        return [line], size
    for share in (0.75, 0.7, 0.65, 0.6, 0.55, _SMALL):
        lines, size = flow([name], BOLD, (width, room), [largest * share])
        if not any(line.endswith(ELLIPSIS) for line in lines):
            break
    return lines, size


def _write_cell(pen: Pen, column: _Column, base: float, words: str, name: str, size: float = 0.0) -> None:
    """Words in a column, in its own size where none is given; a head that is too wide is made smaller."""
    line, size = fit(words, name, max(column.width, 5.0), size or column.size, 6.0)
    at = column.left if column.align == "left" else column.left + column.width
    pen.write((at, base), line, name, size, column.align)


def _draw_below(pen: Pen, plan: _Plan, wall: WallList, lang: Lang, rows: int) -> None:
    """What was typed, and what was changed after closing or hanging up, with who and why: below the last `rows` lines
    where there is room, else on a page of its own."""
    width, top = plan.page_mm[0] - 2 * _EDGE_MM, _EDGE_MM + _HEAD_MM + rows * plan.pitch + _GAP_MM
    said = [words for heading, lines in wall.below for words in _say_below(heading, lines, lang)]
    room = _EDGE_MM + _HEAD_MM + plan.room_mm - top
    has_room = room >= measure_block_mm(1, _CHANGES_PT[-1])
    lines, size = flow(said, PLAIN, (width, room), _CHANGES_PT) if has_room else ([], 0.0)
    if not lines or any(line.endswith(ELLIPSIS) for line in lines):
        pen.turn_page()
        _draw_title(pen, width, (wall.title, wall.stage.in_(lang)), wall, lang)
        top = _EDGE_MM + _HEAD_MM
        lines, size = flow(said, PLAIN, (width, plan.room_mm), _CHANGES_PT)
    for number, words in enumerate(lines):
        pen.write((_EDGE_MM, top + place_baseline_mm(number, size)), words, PLAIN, size)


def _say_below(heading: str, lines: Sequence[TypedNote | Change], lang: Lang) -> Iterator[str]:
    """The heading and its lines; of many the first ones."""
    yield f"{say(lang, heading)}:"
    yield from (one.in_(lang) for one in lines[:_MOST_BELOW])
    if (more := len(lines) - _MOST_BELOW) > 0:
        yield say(lang, "wall.more-changed", count=more)


def _draw_foot(pen: Pen, plan: _Plan, wall: WallList, lang: Lang, page: tuple[int, int]) -> None:
    """Prizes, what decided between equals, why some have no points in a round; what the word for open places and equal
    places mean; which page it is, and from which entry it was made."""
    width, height = plan.page_mm[0] - 2 * _EDGE_MM, plan.page_mm[1] - _EDGE_MM
    number = say(lang, "wall.page", page=page[0], pages=page[1]) if page[1] > 1 else "Kiebitz"
    top = height - 6 - len(plan.remarks) * _REMARK_MM
    pen.draw_rule((_EDGE_MM, top), (_EDGE_MM + width, top), 0.2, _RULE)
    for at, words in enumerate(plan.remarks, 1):
        pen.write((_EDGE_MM, top + at * _REMARK_MM), words, PLAIN, _REMARKS_PT)
    pen.write((_EDGE_MM + width, height), number, PLAIN, 12, "right")
    line, size = fit(" ".join(note.in_(lang) for note in wall.notes), PLAIN, width - 40, 12, 8)
    pen.write((_EDGE_MM, height), line, PLAIN, size)
    if wall.head is not None:
        pen.write((_EDGE_MM, height + 5), write_head(wall.head, lang), PLAIN, 8, grey=_RULE)
