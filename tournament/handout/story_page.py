"""Explains how a row's points, a sum or a name came about, from the ink to what counts.

As text for the screen and the page in the browser, and as a PDF with its picture.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from scoring.findings import write_points
from texts.item_ids import spell_place
from texts.labels import NO_LABELS
from texts.languages import Lang
from texts.sentences import Moment, say, say_with, write_number
from tournament.filing.stories.row_story import Audited, AuditedItem, AuditedRow
from tournament.handout.dispute_story import Story, StoryTable
from tournament.human_decisions import list_denied
from tournament.record.entries import Head, spell_head, write_head
from tournament.remarks import RowText
from tournament.review.game_rows import name_photo

if TYPE_CHECKING:
    from templates.drawing.pen import Pen


_PAGE_MM = (210.0, 297.0)
_TITLE_MM, _FOOT_MM, _APART_MM, _GAP_MM = 14.0, 6.0, 8.0, 4.0
"""Below a title, for the line at the foot, between two stories, and between columns."""
_RULE_MM, _CUT_MM, _GREY = 0.1, 0.3, 0.45
_EDGE_MM, _HIGHEST_MM = 15.0, 70.0
_TITLE_PT, _TEXT_PT = 15.0, 10.0
_LINE_MM = 5.2
_CODE_MM, _SMALL_PT = 14.0, 8.0

_LEAST = 0.0005
"""What is less likely would be written as 0.0 %."""

Json = dict[str, Any]


def write_audit(audited: Audited, document: Json, lang: Lang) -> Iterator[str]:
    """The audit in words."""
    if isinstance(audited, AuditedRow):
        yield from _say_row(audited, document, lang)
    else:
        yield from _say_matter(audited, document, lang)
    yield from (_say_entry(one, lang) for one in document["history"])
    if document["changed"]:
        yield f"{say(lang, 'wall.changed')}:"
        yield from (f"  {one['sentence']}" for one in document["changed"])


def _say_matter(audited: AuditedItem, document: Json, lang: Lang) -> Iterator[str]:
    entry = audited.entry
    yield say(
        lang,
        "decisions.audit.item",
        item=spell_place(audited.item, lang),
        photo=name_photo(entry, lang) if entry else "–",
    )
    labels = entry.make_labels("", named=False) if entry else NO_LABELS
    for field in document["fields"]:
        gaps = {"field": field["id"], "written": field["written"] or "–"}
        yield f"  {say_with(labels, lang, 'decisions.audit.field', **gaps)}"
    yield from (f"  {message}" for message in document["findings"])


def _say_row(audited: AuditedRow, document: Json, lang: Lang) -> Iterator[str]:
    row, entry = document["row"], audited.entry
    place = entry.make_labels(None).spell_row(lang, row["game"])
    yield say(
        lang, "decisions.audit.title", round=entry.round, table=entry.table, row=place, photo=name_photo(entry, lang)
    )
    for seat, name in enumerate(entry.names):
        gaps = {"name": name, "written": row["written"][seat] or "–", "points": _write(row["points"][seat])}
        yield "  " + say(lang, "decisions.audit.seat", **gaps)
        yield from _say_candidates(audited, seat, lang)
    if row["asked"]:
        yield "  " + say(lang, "decisions.audit.asked", asked=" ".join(row["asked"]))
    labels = entry.make_labels(audited.row.place)
    yield from (f"  {finding.message(lang, labels)}" for finding in audited.row.findings)
    if document["lines"]:
        counted = ", ".join(f"{line['text']} {_write(line['points'])}" for line in document["lines"])
        yield say(lang, "decisions.audit.counted", lines=counted)


def _write(points: int | None) -> str:
    return "–" if points is None else write_points(points)


def _say_candidates(audited: AuditedRow, seat: int, lang: Lang) -> Iterator[str]:
    """The possible readings of the ink, where there are several."""
    cell = audited.row.source.cells[seat]
    likely = [pair for pair in cell.candidates if pair[1] >= _LEAST] if cell is not None else []
    if len(likely) > 1:
        readings = ", ".join(f"{text or '–'} ({write_number(share, '.1%', lang)})" for text, share in likely)
        yield f"    {say(lang, 'decisions.audit.candidates', readings=readings)}"


def _say_entry(one: Json, lang: Lang) -> str:
    """Who did what and when, with the reason if one was given."""
    gaps = {
        "entry": one["entry"],
        "when": Moment(one["when"]),
        "by": one["by"],
        "undone": one.get("undone", 0),
        "field": one.get("field", ""),
        "text": one.get("text") or "–",
        "round": one.get("round", 0),
        "table": one.get("table", 0),
        "first": one.get("first", 0),
        "last": one.get("last", 0),
        "source": say(lang, "chronicle.typed-from", source=one["source"]) if one.get("source") else "",
    }
    words = say(lang, f"decisions.audit.{one['what']}", **gaps, decided=_say_decided(one, lang))
    return f"{words} {say(lang, 'decisions.audit.reason', reason=one['reason'])}" if one.get("reason") else words


def _say_decided(one: Json, lang: Lang) -> str:
    """What counts since the decision: points with crosses, a name, or the unchanged reading."""
    solo, offence = one.get("solo"), one.get("offence")
    if one.get("points"):
        return RowText(tuple(one["points"]), bool(solo), bool(offence), "–", list_denied(solo, offence)).in_(lang)
    return one.get("name") or say(lang, "decisions.audit.as-it-is")


def make_pages(stories: Sequence[Story], lang: Lang, head: Head) -> bytes:
    """The PDF: stories one below the other, with a line to cut along; a story that does not fit on the page begins a
    new one. `head`: the last entry of the file that it is made from."""
    # late: they load reportlab, which the story in words does not need
    from templates.drawing.pen import Pen, clean

    pen = Pen(_PAGE_MM, clean(stories[0].title), lang)
    y = _EDGE_MM
    for story in stories:
        sheet = _StoryPaper(pen, story, head, lang)
        if y > _EDGE_MM and y + sheet.measure() + _APART_MM > _PAGE_MM[1] - _EDGE_MM:
            pen.turn_page()
            y = _EDGE_MM
        elif y > _EDGE_MM:
            pen.draw_rule((_EDGE_MM, y), (_PAGE_MM[0] - _EDGE_MM, y), _CUT_MM, _GREY)
            y += _APART_MM
        y = sheet.draw(y) + _APART_MM
    return pen.finish()


class _StoryPaper:
    """One story on paper, continued on further pages where it is long."""

    def __init__(self, pen: Pen, story: Story, head: Head, lang: Lang) -> None:
        from templates.drawing import pen as drawing

        self.pen, self.story, self.head, self.lang, self.drawing = pen, story, head, lang, drawing
        self.wide = _PAGE_MM[0] - 2 * _EDGE_MM

    def measure(self) -> float:
        """Its height in mm, as far as it is on one page."""
        parts = (self._wrap(one) if isinstance(one, str) else self._list_lines(one) for one in self.story.parts)
        picture = _HIGHEST_MM + 8 if self.story.picture else 0
        return _TITLE_MM + picture + _FOOT_MM + _LINE_MM * sum(len(list(part)) for part in parts)

    def draw(self, y: float) -> float:
        """Draws the story from height `y` downwards; returns where it ends."""
        drawing, code = self.drawing, (_EDGE_MM + self.wide - _CODE_MM, y - 5, _CODE_MM, _CODE_MM)
        line, size = drawing.fit(self.story.title, drawing.BOLD, self.wide - _CODE_MM - 4, _TITLE_PT, _TEXT_PT)
        self.pen.write((_EDGE_MM, y + 5), line, drawing.BOLD, size)
        self.pen.draw_code(code, spell_head(self.head))
        y = _place_picture(self.pen, self.story.picture, y + _TITLE_MM)
        for part in self.story.parts:
            y = self._draw_lines(part, y) if isinstance(part, str) else self._draw_table(part, y)
        self.pen.write((_EDGE_MM, y + 2), write_head(self.head, self.lang), drawing.PLAIN, _SMALL_PT)
        return y + _FOOT_MM

    def _wrap(self, line: str) -> list[str]:
        indent = len(line) - len(line.lstrip())
        room = (self.wide - indent * 2, _PAGE_MM[1])
        return self.drawing.flow([line], self.drawing.PLAIN, room, (_TEXT_PT,))[0]

    def _begin_line(self, y: float) -> float:
        """Where the line goes: on a new page where this one is full."""
        if y <= _PAGE_MM[1] - _EDGE_MM:
            return y
        self.pen.turn_page()
        return _EDGE_MM + 5

    def _draw_lines(self, line: str, y: float) -> float:
        for part in self._wrap(line):
            y = self._begin_line(y)
            indent = len(line) - len(line.lstrip())
            self.pen.write((_EDGE_MM + indent * 2, y), part, self.drawing.PLAIN, _TEXT_PT)
            y += _LINE_MM
        return y

    def _list_lines(self, table: StoryTable) -> Iterator[tuple[tuple[str, ...], str]]:
        """The lines of a table: the cells of a row, or a part of a note below one."""
        if table.groups:
            yield (), ""
        yield table.heads, ""
        for row in table.rows:
            yield row.cells, ""
            yield from (((), part) for note in row.notes for part in self._wrap(f"    {note}"))

    def _draw_table(self, table: StoryTable, y: float) -> float:
        y, ends = y + 2, self._place_columns(table)
        if table.groups:
            self._draw_groups(table, ends, y)
            y += _LINE_MM
        for n, (cells, note) in enumerate(line for line in self._list_lines(table) if any(line)):
            y = self._begin_line(y)
            name = self.drawing.PLAIN if n else self.drawing.BOLD
            for at, cell in enumerate(cells):
                start, end = ends[at - 1] if at else _EDGE_MM, ends[at]
                text, size = self.drawing.fit(cell, name, end - start - 1, _TEXT_PT, _SMALL_PT)
                left = at in (0, table.wide)
                self.pen.write((start + 1 if left else end, y), text, name, size, "left" if left else "right")
            if note:
                self.pen.write((_EDGE_MM + 8, y), note, self.drawing.PLAIN, _TEXT_PT, grey=_GREY)
            elif n:
                self.pen.draw_rule((_EDGE_MM, y - 3.9), (ends[-1], y - 3.9), _RULE_MM, _GREY)
            y += _LINE_MM
        return y + 2

    def _draw_groups(self, table: StoryTable, ends: Sequence[float], y: float) -> None:
        at = 0
        for words, columns in table.groups:
            start = ends[at - 1] if at else _EDGE_MM
            at += columns
            middle = (start + ends[at - 1]) / 2 + 2
            self.pen.write((middle, y), words, self.drawing.PLAIN, _SMALL_PT, "centre", _GREY)

    def _place_columns(self, table: StoryTable) -> list[float]:
        """The right edge of each column: as wide as its content; the column of words takes the rest."""
        rows = (table.heads, *(row.cells for row in table.rows))
        measure = self.drawing.measure_mm
        needed = [
            max(measure(row[at], self.drawing.BOLD, _TEXT_PT) for row in rows) + _GAP_MM for at in range(len(rows[0]))
        ]
        for at in list(accumulate(columns for _, columns in table.groups))[:-1]:
            needed[at] += _GAP_MM  # a group stands apart from the one before
        others = sum(needed) - needed[table.wide]
        needed[table.wide] = min(max(needed[table.wide], 20.0), self.wide - others) if table.wide else needed[0]
        shrink = min(1.0, self.wide / sum(needed))
        return [_EDGE_MM + shrink * sum(needed[: at + 1]) for at in range(len(needed))]


def _place_picture(pen: Pen, picture: bytes | None, y: float) -> float:
    """Puts the picture below the title, and returns where the text begins."""
    if picture is None:
        return y
    import numpy as np
    from PIL import Image

    pixels = np.asarray(Image.open(io.BytesIO(picture), formats=("JPEG",)).convert("L"), np.uint8)
    high, wide = pixels.shape
    width = min(_PAGE_MM[0] - 2 * _EDGE_MM, _HIGHEST_MM * wide / high)
    pen.place_picture((_EDGE_MM, y, width, width * high / wide), pixels)
    return float(y + width * high / wide + 8)
