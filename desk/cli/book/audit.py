"""`kiebitz audit`: where the points of a row come from, or a sum or a name, from the ink to the last decision."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.exits import Status, WrongUse
from desk.outputs import PDF, check_file, write_whole
from texts.labels import NO_LABELS
from texts.languages import Lang
from texts.sentences import say, say_with

if TYPE_CHECKING:
    from tournament.filing.audit import Audited, AuditedItem, AuditedRow
    from tournament.filing.making import Evening

Json = dict[str, Any]
_LEAST = 0.0005
"""What is less likely would be written as 0.0 %."""


@dataclass(frozen=True, slots=True)
class AuditOrder:
    """What the user asked for, as typed: a row by its place, or anything by the name of its item."""

    where: str
    round: int | None
    table: int | None
    game: int | None
    item: str
    as_json: bool
    pdf: Path | None
    lang: Lang


def audit_item(order: AuditOrder) -> Status:
    """Prints the item's way, as JSON or in words."""
    from desk.crash_log import write_log
    from tournament.filing.audit import describe_audit
    from tournament.filing.making import open_evening
    from tournament.record.opening import open_store

    if order.pdf is not None:
        check_file(order.pdf, PDF)
    store = open_store(order.where)
    evening = open_evening(store, order.lang, log=write_log)
    audited = _find(evening, order)
    document = describe_audit(audited, evening, order.lang)
    lines = [json.dumps(document, ensure_ascii=False)] if order.as_json else tell_audit(audited, document, order.lang)
    if order.pdf is None:
        sys.stdout.write("\n".join(lines) + "\n")
        return Status.DONE
    from desk.cli.book.audit_pdf import cut_audited, make_page

    title, *told = tell_audit(audited, document, order.lang)
    page = make_page(title, told, cut_audited(store, evening, audited), order.lang)
    write_whole(order.pdf, lambda draft: draft.write_bytes(page))
    sys.stderr.write(say(order.lang, "decisions.audit.written", path=order.pdf) + "\n")
    return Status.DONE


def _find(evening: Evening, order: AuditOrder) -> Audited:
    from tournament.filing.audit import find_audited, find_audited_item

    if order.item:
        return find_audited_item(evening, order.item)
    if order.round is None or order.table is None or order.game is None:
        raise WrongUse("decisions.audit.which")
    return find_audited(evening, order.round, order.table, order.game)


def tell_audit(audited: Audited, document: Json, lang: Lang) -> Iterator[str]:
    """The audit in words."""
    from tournament.filing.audit import AuditedRow

    if isinstance(audited, AuditedRow):
        yield from _tell_row(audited, document, lang)
    else:
        yield from _tell_matter(audited, document, lang)
    yield from (_tell_entry(one, lang) for one in document["history"])


def _tell_matter(audited: AuditedItem, document: Json, lang: Lang) -> Iterator[str]:
    entry = audited.entry
    yield say(lang, "decisions.audit.item", item=audited.item, photo=entry.photo if entry else "–")
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
    yield from (f"  {finding['message']}" for finding in row["findings"])
    if document["lines"]:
        counted = ", ".join(f"{line['text']} {_write(line['points'])}" for line in document["lines"])
        yield say(lang, "decisions.audit.counted", lines=counted)


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


def _tell_entry(one: Json, lang: Lang) -> str:
    """Who did what when. A reason is told where one was given."""
    gaps = {"entry": one["entry"], "when": one["when"], "by": one["by"], "undone": one.get("undone", 0)}
    told = say(lang, f"decisions.audit.{one['what']}", **gaps, decided=_tell_decided(one, lang))
    return f"{told} {say(lang, 'decisions.audit.reason', reason=one['reason'])}" if one.get("reason") else told


def _tell_decided(one: Json, lang: Lang) -> str:
    """What counts since: points with crosses, a name, or what was there anyhow."""
    from tournament.remarks import RowText

    if one.get("points"):
        return RowText(tuple(one["points"]), bool(one.get("solo")), bool(one.get("offence")), "–").in_(lang)
    return one.get("name") or say(lang, "decisions.audit.as-it-is")
