"""Nachrechnen: whether the tournament's file is as it was written, its photographs are unchanged, and every standings
that were handed out follow again; and where in it a hash stands that somebody noted."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Organiser, Typed, Visit
from texts.sentences import Moment, Phrase, SpokenError, say_on_page
from tournament.record.entries import LEAST, group_hash, list_noted, read_noted
from tournament.record.verify_record import describe_noted, describe_verdict

ADDRESS: Final = "/aushang/nachrechnen"
router = APIRouter(prefix=ADDRESS)


@router.get("")
def show_check(visit: Organiser) -> Response:
    """The last check or the one that runs; the list is sent again with every step."""
    return _show_page(visit)


@router.post("")
def start_check(visit: Organiser) -> Response:
    """Begins a check; the page goes on meanwhile."""
    visit.desk.checker.start()
    return RedirectResponse(ADDRESS, 303)


@router.post("/notiert")
def compare_noted(visit: Organiser, noted: Typed = "") -> Response:
    """Says where a noted hash stands in the file, or that it is gone."""
    try:
        letters = read_noted(noted)
        entries = visit.desk.store.read_entries()
    except SpokenError as refused:
        return _show_page(visit, noted, refusal=refused.phrase)
    found = list_noted(entries, letters)
    said = describe_noted(found, letters, entries[-1].head, visit.desk.title)
    return _show_page(visit, noted, said if len(found) == 1 else None, None if len(found) == 1 else said)


def _show_page(visit: Visit, noted: str = "", found: Phrase | None = None, refusal: Phrase | None = None) -> Response:
    """`found`: the sentence on a noted hash that is there; `refusal`: that on one that is not, or is none."""
    last, evening = visit.desk.checker.last, visit.open()
    verdict = last.verdict if last else None
    return visit.show_live(
        "checking",
        409 if refusal else 200,
        last=last,
        ended=Moment(last.ended) if last and last.ended else None,
        stopped=say_on_page(last.refusal, visit.lang) if last and last.refusal else "",
        found=[say_on_page(one, visit.lang) for one in describe_verdict(verdict, visit.desk.title)] if verdict else [],
        flaws=[say_on_page(one, visit.lang) for one in verdict.flaws] if verdict else [],
        changes=[one.in_(visit.lang) for one in evening.book.changes],
        since=evening.head - verdict.head.number if verdict else 0,
        hash=group_hash(evening.tournament.head.hash),
        head=evening.tournament.head.number,
        noted=noted,
        least=LEAST,
        answer=say_on_page(found, visit.lang) if found else "",
        refusal=say_on_page(refusal, visit.lang) if refusal else "",
    )
