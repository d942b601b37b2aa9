"""Gegenlesen: fields are put before a second person; how far that is, and how often each person was wrong."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import RedirectResponse, Response

from desk.web.desk import Desk
from desk.web.forms import read_number, word_refusal
from desk.web.guard import Decider, TheDesk, TheLang
from desk.web.render import show
from texts.languages import Lang
from texts.sentences import SpokenError
from tournament.filing.chronicle import spell_place
from tournament.filing.keying_rates import describe_keying
from tournament.filing.second_keying import LONGEST_SEED, make_keying

router = APIRouter()
USUAL = 30
"""Fields of a sample where nobody says how many."""


@router.get("/gegenlesen")
def show_keying(request: Request, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """The state, the rates, and the form to ask for more; the state comes again with every change."""
    return _show_page(request, desk, lang)


@router.post("/gegenlesen")
def ask_keying(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Decider,
    which: Annotated[Literal["all", "sample"], Form()],
    size: Annotated[str, Form(max_length=9)] = "",
    seed: Annotated[str, Form(max_length=LONGEST_SEED)] = "",
) -> Response:
    """Puts all doubtful fields that are left before a second person, or a sample of them."""
    evening = desk.open(lang)
    wanted = None if which == "all" else read_number(size) or 0
    try:
        fact = make_keying(evening, wanted, seed.strip() or secrets.token_hex(4))
        desk.write([fact], visitor.access.name, evening.tournament.head.number)
    except SpokenError as refused:
        return _show_page(request, desk, lang, word_refusal(refused, lang))
    return RedirectResponse("/gegenlesen", 303)


def _show_page(request: Request, desk: Desk, lang: Lang, refusal: str = "") -> Response:
    state = describe_keying(desk.open(lang))
    places = [(item, spell_place(item, lang)) for item in state.open]
    partly = "hx-request" in request.headers
    return show(
        request,
        "keyings_part.html" if partly else "keyings.html",
        409 if refusal else 200,
        state=state,
        places=places,
        usual=min(USUAL, state.askable),
        refusal=refusal,
        longest=LONGEST_SEED,
    )
