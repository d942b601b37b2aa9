"""`kiebitz audit`: where the points of a row come from, or a sum or a name, from the ink to the last decision."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.book.opening import open_book
from desk.exits import Status, WrongUse
from desk.outputs import PDF, check_file, write_whole
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.filing.open_evening import Evening
    from tournament.filing.row_story import Audited


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
    from tournament.filing.row_story import describe_audit
    from tournament.handout.story_page import tell_audit
    from tournament.record.open_store import open_store

    if order.pdf is not None:
        check_file(order.pdf, PDF)
    store = open_store(order.where)
    evening = open_book(store, order.lang)
    audited = _find(evening, order)
    document = describe_audit(audited, evening, order.lang)
    lines = [json.dumps(document, ensure_ascii=False)] if order.as_json else tell_audit(audited, document, order.lang)
    if order.pdf is None:
        sys.stdout.write("\n".join(lines) + "\n")
        return Status.DONE
    from tournament.handout.story_page import cut_audited, make_page

    title, *told = tell_audit(audited, document, order.lang)
    page = make_page(title, told, cut_audited(store, evening, audited), order.lang)
    write_whole(order.pdf, lambda draft: draft.write_bytes(page))
    sys.stderr.write(say(order.lang, "decisions.audit.written", path=order.pdf) + "\n")
    return Status.DONE


def _find(evening: Evening, order: AuditOrder) -> Audited:
    from tournament.filing.row_story import find_audited, find_audited_item

    if order.item:
        return find_audited_item(evening, order.item)
    if order.round is None or order.table is None or order.game is None:
        raise WrongUse("decisions.audit.which")
    return find_audited(evening, order.round, order.table, order.game)
