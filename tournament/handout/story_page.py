"""Where the points of a row come from, or a sum or a name: from its ink to what it counts.

In words for the screen and the page in the browser, and with its picture as a PDF to hand out.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from scoring.findings import write_points
from texts.item_ids import spell_place
from texts.labels import NO_LABELS
from texts.languages import Lang
from texts.sentences import Moment, say, say_with, write_number
from tournament.filing.row_story import Audited, AuditedItem, AuditedRow
from tournament.human_decisions import list_denied
from tournament.record.entries import Head, spell_head, write_head
from tournament.remarks import RowText
from tournament.review.game_rows import name_photo

if TYPE_CHECKING:
    from templates.drawing.pen import Pen


_PAGE_MM = (210.0, 297.0)
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
    labels = entry.make_labels(audited.row.place)
    yield from (f"  {finding.message(lang, labels)}" for finding in audited.row.findings)
    if document["lines"]:
        counted = ", ".join(f"{line['text']} {_write(line['points'])}" for line in document["lines"])
        yield say(lang, "decisions.audit.counted", lines=counted)


def _write(points: int | None) -> str:
    return "–" if points is None else write_points(points)


def _say_candidates(audited: AuditedRow, seat: int, lang: Lang) -> Iterator[str]:
    """What the ink may say, where that is more than one thing."""
    cell = audited.row.source.cells[seat]
    likely = [pair for pair in cell.candidates if pair[1] >= _LEAST] if cell is not None else []
    if len(likely) > 1:
        readings = ", ".join(f"{text or '–'} ({write_number(share, '.1%', lang)})" for text, share in likely)
        yield f"    {say(lang, 'decisions.audit.candidates', readings=readings)}"


def _say_entry(one: Json, lang: Lang) -> str:
    """Who did what when, and why, where a reason was given."""
    gaps = {
        "entry": one["entry"],
        "when": Moment(one["when"]),
        "by": one["by"],
        "undone": one.get("undone", 0),
        "field": one.get("field", ""),
        "text": one.get("text") or "–",
        "source": say(lang, "chronicle.typed-from", source=one["source"]) if one.get("source") else "",
    }
    words = say(lang, f"decisions.audit.{one['what']}", **gaps, decided=_say_decided(one, lang))
    return f"{words} {say(lang, 'decisions.audit.reason', reason=one['reason'])}" if one.get("reason") else words


def _say_decided(one: Json, lang: Lang) -> str:
    """What counts since: points with crosses, a name, or what was there anyhow."""
    solo, offence = one.get("solo"), one.get("offence")
    if one.get("points"):
        return RowText(tuple(one["points"]), bool(solo), bool(offence), "–", list_denied(solo, offence)).in_(lang)
    return one.get("name") or say(lang, "decisions.audit.as-it-is")


def make_page(title: str, lines: Sequence[str], picture: bytes | None, lang: Lang, head: Head) -> bytes:
    """The PDF. `lines`: the text below title and picture; an indented line stays indented. `head`: the last entry of
    the file that it is made from."""
    # late: they load reportlab, which the story in words does not need
    from templates.drawing.pen import BOLD, PLAIN, Pen, clean, fit, flow

    pen, wide = Pen(_PAGE_MM, clean(title), lang), _PAGE_MM[0] - 2 * _EDGE_MM
    line, size = fit(title, BOLD, wide - _CODE_MM - 4, _TITLE_PT, _TEXT_PT)
    pen.write((_EDGE_MM, _EDGE_MM + 5), line, BOLD, size)
    pen.draw_code((_EDGE_MM + wide - _CODE_MM, _EDGE_MM - 5, _CODE_MM, _CODE_MM), spell_head(head))
    pen.write((_EDGE_MM, _PAGE_MM[1] - 8), write_head(head, lang), PLAIN, _SMALL_PT)
    y = _place_picture(pen, picture, _EDGE_MM + 12)
    for line in lines:
        indent = len(line) - len(line.lstrip())
        room = (wide - indent * 2, _PAGE_MM[1])
        for part in flow([line], PLAIN, room, (_TEXT_PT,))[0]:
            if y > _PAGE_MM[1] - _EDGE_MM:
                pen.turn_page()
                y = _EDGE_MM + 5
            pen.write((_EDGE_MM + indent * 2, y), part, PLAIN, _TEXT_PT)
            y += _LINE_MM
    return pen.finish()


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
