"""Akte: who decided what, when, and from which ink; lists every entry of the file, and explains single rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException
from fastapi.responses import RedirectResponse, Response

from desk.web.handout_shelf import send_file
from desk.web.page_kit import Decider, Organiser, Typed, Visit, Watcher, read_number, require
from texts.item_ids import spell_place
from texts.sentences import SpokenError
from tournament.errors import RefusedDecision
from tournament.evening.item_names import find_key
from tournament.filing.decisions.undoing import enter_undoing, list_undoable
from tournament.filing.opened.open_evening import Evening
from tournament.filing.stories.chronicle import TOPICS, Chronicle
from tournament.filing.stories.chronicle_groups import describe_cause, group_entries
from tournament.filing.stories.row_story import Audited, describe_audit, find_audited_item
from tournament.filing.stories.sheet_story import describe_player, describe_sheet
from tournament.handout.dispute_story import tell_player, tell_sheet
from tournament.handout.handout import make_stories, make_story
from tournament.handout.story_page import write_audit
from tournament.record.facts import Closed, Decided
from tournament.standings.places import Standing

router = APIRouter()
A_PAGE = 50
"""Lines on one page, each for all entries of one cause."""


@router.get("/akte")
def show_records(visit: Decider, by: str = "", topic: str = "", table: str = "", page: str = "1") -> Response:
    """The entries, the newest first."""
    return _show_page(visit, {"by": by, "topic": topic, "table": table}, read_number(page) or 1)


@router.post("/akte/zurueck")
def undo_decision(
    visit: Decider, item: Annotated[str, Form()], seen: Annotated[int, Form()], reason: Typed = ""
) -> Response:
    """Takes a decision back or, given a sheet's key, removes the sheet, unless somebody changed that sheet
    meanwhile."""
    return _undo(visit, reason, lambda: visit.take_back(item, reason.strip(), seen))


@router.post("/akte/zurueck/{number}")
def undo_other(visit: Organiser, number: int, reason: Typed = "") -> Response:
    """Takes back any other entry that a person made: a closing, a draw, a change to a player."""
    return _undo(visit, reason, lambda: enter_undoing(visit.desk.store, number, reason.strip(), visit.by))


def _undo(visit: Visit, reason: str, take_back: Callable[[], object]) -> Response:
    """Takes back and shows the page again, with the reason if that is refused."""
    try:
        take_back()
    except SpokenError as refused:
        return _show_page(visit, {"by": "", "topic": "", "table": ""}, 1, visit.explain(refused), reason)
    return RedirectResponse("/akte", 303)


@router.get("/akte/zeile/{item}")
def show_story(visit: Decider, item: str) -> Response:
    """How one row came about, from its ink to the points that count."""
    evening, audited = _find_item(visit, item)
    _, *lines = write_audit(audited, describe_audit(audited, evening, visit.lang), visit.lang)
    title = spell_place(audited.item, visit.lang)
    key = find_key(audited.entry.sheet.source) if audited.entry else ""
    return visit.show("story.html", title=title, lines=lines, item=item, sheet=key, pictured=bool(audited.readings))


@router.get("/akte/zeile/{item}/bild")
def serve_ink(visit: Decider, item: str) -> Response:
    """The picture of the item's ink."""
    return Response(require(_cut_item(visit, *_find_item(visit, item))), media_type="image/jpeg")


@router.get("/akte/zeile/{item}/nachweis.pdf")
def print_story(visit: Decider, item: str) -> Response:
    """The row's story as a PDF to hand out, with its picture."""
    evening, audited = _find_item(visit, item)
    page = make_story(audited, evening, _cut_item(visit, evening, audited), visit.lang)
    return send_file(f"nachweis-{audited.item}.pdf", page)


@router.get("/spieler/{start}/nachweis.pdf")
def print_player(visit: Watcher, start: int) -> Response:
    """A player's page as a slip."""
    evening = visit.open()
    lines = [one for one in evening.book.lines if one.player.start == start]
    return _send_stories(visit, evening, lines, f"spieler-{start}.pdf")


@router.get("/akte/spieler.pdf")
def print_players(visit: Decider) -> Response:
    """Every player's page, as slips to cut out."""
    evening = visit.open()
    return _send_stories(visit, evening, evening.book.standings, "spieler.pdf")


@router.get("/akte/bogen/{key}/nachweis.pdf")
def print_whole_sheet(visit: Decider, key: str) -> Response:
    """A whole sheet as a PDF: each row's ink, the points that count, who decided it."""
    evening = visit.open()
    entry = require(next((one for one in evening.book.entries if find_key(one.sheet.source) == key), None))
    story = tell_sheet(describe_sheet(evening, entry, visit.lang), visit.lang)
    return send_file(f"bogen-{key}.pdf", make_stories([story], evening, visit.lang))


def _send_stories(visit: Visit, evening: Evening, lines: Sequence[Standing], name: str) -> Response:
    stories = [tell_player(describe_player(evening, one, visit.lang), visit.lang) for one in lines]
    return send_file(name, make_stories(require(stories or None), evening, visit.lang))


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
    groups = group_entries(picked, evening.entries)
    pages = max(1, -(-len(groups) // A_PAGE))
    page = min(max(page, 1), pages)
    turns = {one: f"/akte?{urlencode(wanted | {'page': one})}" for one in (page - 1, page + 1) if 1 <= one <= pages}
    undoable = {one.number for one in list_undoable(evening.entries) if not isinstance(one.fact, Decided | Closed)}
    return visit.show(
        "records.html",
        409 if refusal else 200,
        groups=[describe_cause(one, chronicle, visit.lang) for one in groups[A_PAGE * (page - 1) : A_PAGE * page]],
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
