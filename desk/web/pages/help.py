"""Hilfe: one page by role: first steps, keys, colours, and what to do with a blurred photograph."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from desk.web.guard import Anyone
from desk.web.render import show
from desk.web.review_forms import KEYS

router = APIRouter()
STEPS = {"organiser": 6, "referee": 3, "table": 3, "public": 2}
"""How many first steps each role is told."""

@router.get("/hilfe")
def show_help(request: Request, visitor: Anyone) -> Response:
    """What this visitor needs."""
    keys = (*KEYS, "p") if visitor.role in ("organiser", "referee") else ()
    return show(request, "guide.html", steps=STEPS[visitor.role], keys=keys, sends=visitor.role != "public")
