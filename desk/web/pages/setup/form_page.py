"""Turnierform: the tournament's settings beside its rules, for the organiser to read and to change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import MOST_TYPED, Organiser, Visit
from texts.sentences import SpokenError, say_on_page
from tournament.draw.seating_ways import DRAW, PLAN
from tournament.filing.decisions.reasons import report_waiting
from tournament.filing.entering import enter_change
from tournament.filing.setup.form_entries import list_form_waits, make_form_change
from tournament.form.form_file import GROUPS, KEYS, check_settings
from tournament.form.form_keys import split_words
from tournament.form.form_words import list_ways, write_form
from tournament.form.seating_form import SEATING, join_words, list_words
from tournament.record.replay import replay

router = APIRouter()
FIELD = "key."
"""Prefix of a form field's name, before the setting's key."""


async def read_fields(request: Request) -> Mapping[str, str]:
    """What the form says, each value whole: a list that was cut would be another one. A field for each round makes a
    list."""
    given: dict[str, list[str]] = {}
    for key, value in (await request.form()).multi_items():
        if isinstance(value, str):
            given.setdefault(key, []).append(value)
    return {key: ", ".join(values) for key, values in given.items()}


WholeForm = Annotated[Mapping[str, str], Depends(read_fields)]


@router.get("/turnierform")
def show_settings(visit: Organiser) -> Response:
    """The page with every key and its value."""
    return _show(visit)


@router.post("/turnierform")
def answer_settings(visit: Organiser, form: WholeForm) -> Response:
    """Writes every changed value."""
    typed = _read_typed(form)
    try:
        settings = check_settings(_shorten(visit, typed).items())
        _, made = enter_change(
            visit.desk.store,
            lambda state: make_form_change(state, settings, form.get("reason", "")[:MOST_TYPED]),
            visit.by,
        )
    except SpokenError as refused:
        return _show(visit, visit.explain(refused), typed)
    if waits := report_waiting(visit.desk.store, made):
        return _show(visit, " ".join(one.in_(visit.lang) for one in waits))
    return RedirectResponse("/turnierform", 303)


def _read_typed(form: Mapping[str, str]) -> dict[str, str]:
    return {name: form[FIELD + name] for name in KEYS if FIELD + name in form}


def _shorten(visit: Visit, typed: Mapping[str, str]) -> dict[str, str]:
    """The same with the rounds' words as short as can be, and without them where each round has the word it had."""
    state = replay(visit.desk.store.read_entries())
    words = split_words(typed.get(SEATING.name, ""))
    rest = {name: text for name, text in typed.items() if name != SEATING.name}
    if not words or words == list_words(state.form, state.opening.rounds):
        return rest
    return {SEATING.name: join_words(words), **rest}


def _show(visit: Visit, refusal: str = "", typed: Mapping[str, str] | None = None) -> Response:
    state = replay(visit.desk.store.read_entries())
    ways = (*list_ways(state.form, state.opening.rounds), *list_form_waits(state))
    return visit.show(
        "settings.html",
        409 if refusal else 200,
        state=state,
        refusal=refusal,
        groups=GROUPS,
        values={**write_form(state.form), **(typed or {})},
        words=split_words((typed or {}).get(SEATING.name, "")) or list_words(state.form, state.opening.rounds),
        first=(DRAW, PLAN),
        field=FIELD,
        ways=[say_on_page(way, visit.lang) for way in ways],
    )
