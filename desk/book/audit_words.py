"""A row, a sum or a name from its ink to what it counts, in words: for the screen, the PDF and the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from texts.labels import NO_LABELS
from texts.languages import Lang
from texts.sentences import Moment, say, say_with
from tournament.filing.chronicle import spell_place

if TYPE_CHECKING:
    from tournament.filing.row_story import Audited, AuditedItem, AuditedRow

Json = dict[str, Any]
_LEAST = 0.0005
"""What is less likely would be written as 0.0 %."""


def tell_audit(audited: Audited, document: Json, lang: Lang) -> Iterator[str]:
    """The audit in words."""
    from tournament.filing.row_story import AuditedRow

    if isinstance(audited, AuditedRow):
        yield from _tell_row(audited, document, lang)
    else:
        yield from _tell_matter(audited, document, lang)
    yield from (_tell_entry(one, lang) for one in document["history"])


def _tell_matter(audited: AuditedItem, document: Json, lang: Lang) -> Iterator[str]:
    entry = audited.entry
    yield say(lang, "decisions.audit.item", item=spell_place(audited.item, lang), photo=entry.photo if entry else "–")
    labels = entry.make_labels("", named=False) if entry else NO_LABELS
    for field in document["fields"]:
        gaps = {"field": field["id"], "written": field["written"] or "–"}
        yield f"  {say_with(labels, lang, 'decisions.audit.field', **gaps)}"
    yield from (f"  {message}" for message in document["findings"])


def _tell_row(audited: AuditedRow, document: Json, lang: Lang) -> Iterator[str]:
    row, entry = document["row"], audited.entry
    place = entry.make_labels(None).spell_row(lang, row["game"])
    yield say(lang, "decisions.audit.title", round=entry.round, table=entry.table, row=place, photo=entry.photo)
    for seat, name in enumerate(entry.names):
        gaps = {"name": name, "written": row["written"][seat] or "–", "points": _write(row["points"][seat])}
        yield "  " + say(lang, "decisions.audit.seat", **gaps)
        yield from _tell_candidates(audited, seat, lang)
    labels = entry.make_labels(audited.row.place)
    yield from (f"  {finding.message(lang, labels)}" for finding in audited.row.findings)
    if document["lines"]:
        counted = ", ".join(f"{line['text']} {_write(line['points'])}" for line in document["lines"])
        yield say(lang, "decisions.audit.counted", lines=counted)


def _write(points: int | None) -> str:
    from scoring.findings import write_points

    return "–" if points is None else write_points(points)


def _tell_candidates(audited: AuditedRow, seat: int, lang: Lang) -> Iterator[str]:
    """What the ink may say, where that is more than one thing."""
    from texts.sentences import write_number

    cell = audited.row.source.cells[seat]
    likely = [pair for pair in cell.candidates if pair[1] >= _LEAST] if cell is not None else []
    if len(likely) > 1:
        told = ", ".join(f"{text or '–'} ({write_number(share, '.1%', lang)})" for text, share in likely)
        yield f"    {say(lang, 'decisions.audit.candidates', readings=told)}"


def _tell_entry(one: Json, lang: Lang) -> str:
    """Who did what when. A reason is told where one was given."""
    gaps = {
        "entry": one["entry"],
        "when": Moment(one["when"]),
        "by": one["by"],
        "undone": one.get("undone", 0),
        "field": one.get("field", ""),
        "text": one.get("text") or "–",
    }
    told = say(lang, f"decisions.audit.{one['what']}", **gaps, decided=_tell_decided(one, lang))
    return f"{told} {say(lang, 'decisions.audit.reason', reason=one['reason'])}" if one.get("reason") else told


def _tell_decided(one: Json, lang: Lang) -> str:
    """What counts since: points with crosses, a name, or what was there anyhow."""
    from tournament.evening.decisions import list_denied
    from tournament.remarks import RowText

    solo, offence = one.get("solo"), one.get("offence")
    if one.get("points"):
        return RowText(tuple(one["points"]), bool(solo), bool(offence), "–", list_denied(solo, offence)).in_(lang)
    return one.get("name") or say(lang, "decisions.audit.as-it-is")
