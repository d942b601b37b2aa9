"""Jetzt: where the evening stands."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from desk.web.guard import Decider, TheDesk, TheLang
from desk.web.render import show
from tournament.filing.status import describe_status

router = APIRouter()


@router.get("/jetzt")
def show_now(request: Request, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """The page; its middle comes again with every change."""
    snapshot = desk.look(lang)
    status = describe_status(snapshot.evening, lang, snapshot.chances)
    template = "now_part.html" if "hx-request" in request.headers else "now.html"
    return show(request, template, status=200, rounds=status["rounds"], items=status["open"], final=status["final"])
