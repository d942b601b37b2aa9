"""Hilfe: one page by role: first steps, keys, colours, and what to do with a blurred photograph."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from desk.web.guard import Anyone
from desk.web.render import show
from desk.web.review_forms import KEYS

router = APIRouter()
STEPS = {"organiser": 6, "referee": 3, "table": 3, "public": 2, "keyer": 3}
"""How many first steps each role is told."""
KEYER_KEYS = ("take-read", "type-read", "blank", "unreadable", "later", "undo-read", "help")
"""Of the page on which fields are read a second time."""


@router.get("/hilfe")
def show_help(request: Request, visitor: Anyone) -> Response:
    """What this visitor needs."""
    keys = {"organiser": (*KEYS, "p"), "referee": (*KEYS, "p"), "keyer": KEYER_KEYS}.get(visitor.role, ())
    sends = visitor.role in ("organiser", "referee", "table")
    told = "guide" if visitor.role == "keyer" else "review"  # whose keys they are
    return show(request, "guide.html", steps=STEPS[visitor.role], keys=keys, told=told, sends=sends)
