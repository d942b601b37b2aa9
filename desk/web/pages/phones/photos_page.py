"""Foto: receives photographs, and shows each sender what became of theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Path, Query
from fastapi.responses import RedirectResponse, Response

from desk.web.inbox import CLOSED_ROUND, UNKNOWN, Receipt
from desk.web.page_kit import Decider, Sender, Visit, require
from desk.web.pages.phones.photo_verdicts import list_own, list_verdicts
from desk.web.pages.phones.sending_page import COUNTED, MOST_PHOTOS
from desk.web.pages.phones.table_page import view_table
from desk.web.pages.playing.now_page import show_changed
from desk.web.pages.review.picture_addresses import answer_picture
from texts.sentences import say_on_page
from tournament.record.replay import replay

router = APIRouter()


def _say_trouble(visit: Visit) -> str:
    return "" if visit.desk.trouble is None else say_on_page(visit.desk.trouble, visit.lang)


@router.get("/foto")
def show_photos(
    visit: Sender,
    counts: Annotated[str, Query(max_length=20)] = "",
    stand: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The page; its list is sent again with every change. `counts`: how many photographs were just sent, by `COUNTED`;
    `stand`: hash of what the browser shows already."""
    asked = _ask_place(visit)
    shown = {
        "verdicts": list_verdicts(visit),
        "trouble": _say_trouble(visit),
        "view": view_table(visit),
        "unknown": asked is None and _has_unknown(visit),
    }
    more = {"receipts": _read_counts(counts), "partly": visit.is_partial, "asked": asked}
    return show_changed(visit, "photos", stand, shown, **more)


@dataclass(frozen=True, slots=True)
class AskedPlace:
    """Rounds of which a list may be that names none, and the one that is likely meant, None for none."""

    rounds: tuple[int, ...]
    round: int | None


def _ask_place(visit: Visit) -> AskedPlace | None:
    """What the sender of a club's own list is asked for; None where only our sheets are read, which say it."""
    state = replay(visit.desk.store.read_entries())
    if not state.opening.own_list:
        return None
    rounds = tuple(one for one in range(1, state.opening.rounds + 1) if one not in state.closed)
    return AskedPlace(rounds, next(iter(rounds), None))


def _has_unknown(visit: Visit) -> bool:
    """Whether the organiser should be told that a list can be shown: on some photograph nothing of ours was found."""
    codes = (one.refusal.code for one in visit.desk.inbox.list_sent() if one.refusal is not None)
    return visit.is_organiser and any(code in UNKNOWN for code in codes)


@router.get("/foto/bild/{sha256}")
def serve_thumbnail(visit: Sender, sha256: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]) -> Response:
    """A photograph, small; a table sees its own only."""
    own = visit.visitor.role != "table" or sha256 in {one.sha256 for one in list_own(visit)}
    require(own or None)
    return answer_picture(visit.desk.draw_thumbnail(sha256, visit.open()))


@router.post("/foto/aufnehmen")
def accept_photo(visit: Decider, photo: Annotated[str, Form(max_length=64)]) -> Response:
    """Has a refused photograph read: another table's sheet then counts, one of a closed round waits for the
    organiser."""
    sent = visit.desk.inbox.find(photo)
    refusal = sent.refusal if sent else None
    if refusal is not None and refusal.code == CLOSED_ROUND and not visit.is_organiser:
        raise HTTPException(403)
    if not visit.desk.inbox.accept(photo, visit.visitor.access):
        raise HTTPException(404)
    visit.desk.publish_change()
    return RedirectResponse("/foto", 303)


def _read_counts(counts: str) -> list[tuple[Receipt, int]]:
    """The counts in an address; empty for an address that we did not make."""
    numbers = [int(one) if one.isdecimal() else 0 for one in counts.split("-")]
    return [(name, min(count, MOST_PHOTOS)) for name, count in zip(COUNTED, numbers, strict=False) if count]
