"""Jetzt: where the evening stands."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from desk.web.guard import Decider, TheDesk, TheLang
from desk.web.render import show
from desk.web.views.verdicts import find_spoilt_places, list_waiting_photos
from tournament.filing.evening_status import describe_standings, list_round_states

router = APIRouter()
MOST_ITEMS, MOST_PLACES = 10, 10


@router.get("/jetzt")
def show_now(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    _visitor: Decider,
    stand: Annotated[str, Query(max_length=64)] = "",
) -> Response:
    """The page; its middle comes again with every change. `stand`: what the browser shows already."""
    queue, snapshot, sent = desk.list_queue(lang), desk.look(lang), desk.inbox.list_sent()
    rounds = list_round_states(queue.evening, queue.items)
    standings = describe_standings(snapshot.evening, snapshot.chances, lang)
    shown = {
        "rounds": rounds,
        "spoilt": find_spoilt_places(queue.evening, sent, rounds),
        "items": queue.items[:MOST_ITEMS],
        "count": len(queue.items),
        "final": standings["final"],
        "places": standings["standings"][:MOST_PLACES],
        "reading": len(list_waiting_photos(queue.evening, sent)),
        "trouble": "" if desk.trouble is None else desk.trouble.in_(lang),
    }
    now = sha256(repr((lang, shown)).encode()).hexdigest()[:16]
    partly = "hx-request" in request.headers
    if partly and stand == now:
        return Response(status_code=204)
    return show(request, "now_part.html" if partly else "now.html", stand=now, **shown)
