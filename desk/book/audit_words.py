"""The audit of a row in words: what is written, what the ink may say, how it counts, and who decided."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.filing.audit import AuditedRow

_LEAST = 0.0005
"""What is less likely would be written as 0.0 %."""


def tell_audit(audited: AuditedRow, document: dict[str, Any], lang: Lang) -> Iterator[str]:
    """The audit in words."""
    row, entry = document["row"], audited.entry
    place = entry.make_labels(None).spell_row(lang, row["game"])
    yield say(lang, "decisions.audit.title", round=entry.round, table=entry.table, row=place, photo=entry.photo)
    for seat, name in enumerate(entry.names):
        gaps = {"name": name, "written": row["written"][seat] or "–", "points": _write(row["points"][seat])}
        yield "  " + say(lang, "decisions.audit.seat", **gaps)
        yield from _tell_candidates(audited, seat, lang)
    yield from (f"  {finding['message']}" for finding in row["findings"])
    if document["lines"]:
        counted = ", ".join(f"{line['text']} {_write(line['points'])}" for line in document["lines"])
        yield say(lang, "decisions.audit.counted", lines=counted)
    yield from (_tell_entry(one, lang) for one in document["history"])


def _write(points: int | None) -> str:
    from scoring.wording import write_points

    return "–" if points is None else write_points(points)


def _tell_candidates(audited: AuditedRow, seat: int, lang: Lang) -> Iterator[str]:
    """What the ink may say, where that is more than one thing."""
    from texts.filling import write_number

    cell = audited.row.source.cells[seat]
    likely = [pair for pair in cell.candidates if pair[1] >= _LEAST] if cell is not None else []
    if len(likely) > 1:
        told = ", ".join(f"{text or '–'} {write_number(share, '.1%', lang)}" for text, share in likely)
        yield f"    {say(lang, 'decisions.audit.candidates', readings=told)}"


def _tell_entry(one: dict[str, Any], lang: Lang) -> str:
    points = " ".join(_write(value) for value in one.get("points", ()))
    gaps = {"entry": one["entry"], "when": one["when"], "by": one["by"], "points": points,
            "reason": one.get("reason") or "–", "undone": one.get("undone", 0)}
    return say(lang, f"decisions.audit.{one['what']}", **gaps)
