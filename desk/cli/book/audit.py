"""`kiebitz audit`: where the points of one row come from, from the ink to the last decision."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from desk.exits import Status
from desk.outputs import PDF, check_file, write_whole
from texts.languages import Lang
from texts.sentences import say


@dataclass(frozen=True, slots=True)
class AuditOrder:
    """What the user asked for, as typed."""

    where: str
    round: int
    table: int
    game: int
    as_json: bool
    pdf: Path | None
    lang: Lang


def audit_row(order: AuditOrder) -> Status:
    """Prints the row's way, as JSON or in words."""
    from desk.book.audit_words import tell_audit
    from desk.crash_log import write_log
    from tournament.filing.audit import describe_audit, find_audited
    from tournament.filing.making import open_evening
    from tournament.record.opening import open_store

    if order.pdf is not None:
        check_file(order.pdf, PDF)
    store = open_store(order.where)
    evening = open_evening(store, order.lang, log=write_log)
    audited = find_audited(evening, order.round, order.table, order.game)
    document = describe_audit(audited, evening, order.lang)
    lines = [json.dumps(document, ensure_ascii=False)] if order.as_json else tell_audit(audited, document, order.lang)
    if order.pdf is None:
        sys.stdout.write("\n".join(lines) + "\n")
        return Status.DONE
    from desk.book.audit_pdf import cut_row, make_page

    title, *told = tell_audit(audited, document, order.lang)
    page = make_page(title, told, cut_row(store, evening, audited), order.lang)
    write_whole(order.pdf, lambda draft: draft.write_bytes(page))
    sys.stderr.write(say(order.lang, "decisions.audit.written", path=order.pdf) + "\n")
    return Status.DONE
