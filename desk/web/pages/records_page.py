"""Akte: who decided what, when, and from which ink; every entry of the file, and one row's whole story."""

from __future__ import annotations

from functools import partial
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Decider, Organiser, TheDesk, TheLang, is_organiser, read_number, show, word_refusal
from desk.web.running_desk import Desk
from texts.languages import Lang
from texts.sentences import SpokenError
from tournament.evening.item_names import find_key
from tournament.filing.chronicle import TOPICS, Chronicle
from tournament.filing.entering import enter_decision
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision, guard_closed
from tournament.filing.row_story import Audited, describe_audit, find_audited_item
from tournament.filing.undoing import enter_undoing, list_undoable, make_undoing
from tournament.handout.handout import make_story
from tournament.handout.story_page import write_audit
from tournament.record.facts import Closed, Decided

router = APIRouter()
A_PAGE = 50
"""Entries on one page."""


@router.get("/akte")
def show_records(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    _visitor: Decider,
    by: str = "",
    topic: str = "",
    table: str = "",
    page: str = "1",
) -> Response:
    """The entries, the newest first."""
    wanted = {"by": by, "topic": topic, "table": table}
    return _show_page(request, desk.open(lang), lang, wanted, read_number(page) or 1)


@router.post("/akte/zurueck")
def undo_decision(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Decider,
    item: Annotated[str, Form()],
    seen: Annotated[int, Form()],
    reason: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Takes a decision back, or with a sheet's key the sheet out, unless somebody changed that sheet meanwhile."""
    try:
        make = guard_closed(
            partial(make_undoing, item=item, reason=reason.strip()), item, organiser=is_organiser(visitor)
        )
        enter_decision(desk.store, item, make, visitor.access.name, seen, partial(desk.open, lang))
    except SpokenError as refused:
        return _show_page(request, desk.open(lang), lang, {"by": "", "topic": "", "table": ""}, 1, refused, reason)
    return RedirectResponse("/akte", 303)


@router.post("/akte/zurueck/{number}")
def undo_other(
    request: Request,
    number: int,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    reason: Annotated[str, Form(max_length=2000)] = "",
) -> Response:
    """Takes any other entry back that a person made: a closing, a draw, what was said of a player."""
    try:
        enter_undoing(desk.store, number, reason.strip(), visitor.access.name)
    except SpokenError as refused:
        return _show_page(request, desk.open(lang), lang, {"by": "", "topic": "", "table": ""}, 1, refused, reason)
    return RedirectResponse("/akte", 303)


@router.get("/akte/zeile/{item}")
def show_story(request: Request, item: str, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """One row from its ink to what it counts."""
    evening, audited = _find_item(desk, item, lang)
    title, *told = write_audit(audited, describe_audit(audited, evening, lang), lang)
    key = find_key(audited.entry.sheet.source) if audited.entry else ""
    return show(request, "story.html", title=title, told=told, item=item, sheet=key, pictured=bool(audited.readings))


@router.get("/akte/zeile/{item}/bild")
def serve_ink(item: str, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """The picture of the ink that it is about."""
    jpeg = _cut_item(desk, _find_item(desk, item, lang)[1], lang)
    if jpeg is None:
        raise HTTPException(404)
    return Response(jpeg, media_type="image/jpeg")


@router.get("/akte/zeile/{item}/nachweis.pdf")
def print_story(item: str, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """The same as a page to hand out, with the row's picture."""
    evening, audited = _find_item(desk, item, lang)
    page = make_story(audited, evening, _cut_item(desk, audited, lang), lang)
    name = f'inline; filename="nachweis-{audited.item}.pdf"'
    return Response(page, media_type="application/pdf", headers={"content-disposition": name})


def _cut_item(desk: Desk, audited: Audited, lang: Lang) -> bytes | None:
    """The picture of the item's fields as JPEG, None where there are none, or the photograph is not at hand."""
    if audited.entry is None or not audited.readings:
        return None
    return desk.pictures.cut_fields(desk.open(lang), audited.entry.sheet.source, audited.readings)


def _find_item(desk: Desk, item: str, lang: Lang) -> tuple[Evening, Audited]:
    """The item, and the evening that it stands in. Raises HTTPException for an item that is not there."""
    evening = desk.open(lang)
    try:
        return evening, find_audited_item(evening, item)
    except RefusedDecision as unknown:
        raise HTTPException(404) from unknown


def _show_page(
    request: Request,
    evening: Evening,
    lang: Lang,
    wanted: dict[str, str],
    page: int,
    refused: SpokenError | None = None,
    reason: str = "",
) -> Response:
    chronicle = Chronicle(evening.entries, evening.tournament)
    table = read_number(wanted["table"])
    picked = chronicle.pick(wanted["by"], wanted["topic"], table)
    pages = max(1, -(-len(picked) // A_PAGE))
    page = min(max(page, 1), pages)
    lines = [chronicle.describe(entry, lang) for entry in picked[A_PAGE * (page - 1) : A_PAGE * page]]
    turns = {one: f"/akte?{urlencode(wanted | {'page': one})}" for one in (page - 1, page + 1) if 1 <= one <= pages}
    undoable = {one.number for one in list_undoable(evening.entries) if not isinstance(one.fact, Decided | Closed)}
    return show(
        request,
        "records.html",
        409 if refused else 200,
        lines=lines,
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
        refusal=word_refusal(refused, lang) if refused else "",
    )
