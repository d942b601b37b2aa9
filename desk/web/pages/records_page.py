"""Akte: who decided what, when, and from which ink; every entry of the file, and one row's whole story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Decider, Organiser, Typed, Visit, read_number, require
from texts.sentences import SpokenError
from tournament.evening.item_names import find_key
from tournament.filing.chronicle import TOPICS, Chronicle
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision
from tournament.filing.row_story import Audited, describe_audit, find_audited_item
from tournament.filing.undoing import enter_undoing, list_undoable
from tournament.handout.handout import make_story
from tournament.handout.story_page import write_audit
from tournament.record.facts import Closed, Decided

router = APIRouter()
A_PAGE = 50
"""Entries on one page."""


@router.get("/akte")
def show_records(visit: Decider, by: str = "", topic: str = "", table: str = "", page: str = "1") -> Response:
    """The entries, the newest first."""
    return _show_page(visit, {"by": by, "topic": topic, "table": table}, read_number(page) or 1)


@router.post("/akte/zurueck")
def undo_decision(
    visit: Decider, item: Annotated[str, Form()], seen: Annotated[int, Form()], reason: Typed = ""
) -> Response:
    """Takes a decision back, or with a sheet's key the sheet out, unless somebody changed that sheet meanwhile."""
    return _undo(visit, reason, lambda: visit.take_back(item, reason.strip(), seen))


@router.post("/akte/zurueck/{number}")
def undo_other(visit: Organiser, number: int, reason: Typed = "") -> Response:
    """Takes any other entry back that a person made: a closing, a draw, what was said of a player."""
    return _undo(visit, reason, lambda: enter_undoing(visit.desk.store, number, reason.strip(), visit.by))


def _undo(visit: Visit, reason: str, take_back: Callable[[], object]) -> Response:
    """Back to the page, which says why where that is refused."""
    try:
        take_back()
    except SpokenError as refused:
        return _show_page(visit, {"by": "", "topic": "", "table": ""}, 1, visit.explain(refused), reason)
    return RedirectResponse("/akte", 303)


@router.get("/akte/zeile/{item}")
def show_story(visit: Decider, item: str) -> Response:
    """One row from its ink to what it counts."""
    evening, audited = _find_item(visit, item)
    title, *lines = write_audit(audited, describe_audit(audited, evening, visit.lang), visit.lang)
    key = find_key(audited.entry.sheet.source) if audited.entry else ""
    return visit.show("story.html", title=title, lines=lines, item=item, sheet=key, pictured=bool(audited.readings))


@router.get("/akte/zeile/{item}/bild")
def serve_ink(visit: Decider, item: str) -> Response:
    """The picture of the ink that it is about."""
    return Response(require(_cut_item(visit, *_find_item(visit, item))), media_type="image/jpeg")


@router.get("/akte/zeile/{item}/nachweis.pdf")
def print_story(visit: Decider, item: str) -> Response:
    """The same as a page to hand out, with the row's picture."""
    evening, audited = _find_item(visit, item)
    page = make_story(audited, evening, _cut_item(visit, evening, audited), visit.lang)
    name = f'inline; filename="nachweis-{audited.item}.pdf"'
    return Response(page, media_type="application/pdf", headers={"content-disposition": name})


def _cut_item(visit: Visit, evening: Evening, audited: Audited) -> bytes | None:
    """The picture of the item's fields as JPEG, None where there are none, or the photograph is not at hand."""
    if audited.entry is None or not audited.readings:
        return None
    return visit.desk.pictures.cut_fields(evening, audited.entry.sheet.source, audited.readings)


def _find_item(visit: Visit, item: str) -> tuple[Evening, Audited]:
    """The evening, and the item in it. Raises HTTPException for an item that is not there."""
    evening = visit.open()
    try:
        return evening, find_audited_item(evening, item)
    except RefusedDecision as unknown:
        raise HTTPException(404) from unknown


def _show_page(visit: Visit, wanted: dict[str, str], page: int, refusal: str = "", reason: str = "") -> Response:
    evening = visit.open()
    chronicle = Chronicle(evening.entries, evening.tournament)
    picked = chronicle.pick(wanted["by"], wanted["topic"], read_number(wanted["table"]))
    pages = max(1, -(-len(picked) // A_PAGE))
    page = min(max(page, 1), pages)
    turns = {one: f"/akte?{urlencode(wanted | {'page': one})}" for one in (page - 1, page + 1) if 1 <= one <= pages}
    undoable = {one.number for one in list_undoable(evening.entries) if not isinstance(one.fact, Decided | Closed)}
    return visit.show(
        "records.html",
        409 if refusal else 200,
        lines=[chronicle.describe(entry, visit.lang) for entry in picked[A_PAGE * (page - 1) : A_PAGE * page]],
        count=len(picked),
        page=page,
        turns=turns,
        count_pages=pages,
        wanted=wanted,
        authors=chronicle.list_authors(),
        tables=chronicle.list_tables(),
        topics=TOPICS,
        head=evening.head,
        undoable=undoable,
        reason=reason,
        refusal=refusal,
    )
