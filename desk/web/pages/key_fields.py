"""Lesen: a second person reads field after field and sees nothing of what was decided. No answer here depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from starlette.background import BackgroundTask

from desk.web.guard import Keyer, TheDesk, TheLang, get_lang
from desk.web.pages.pictures import answer_picture
from desk.web.render import show
from desk.web.review_forms import ReviewForm, read_later
from desk.web.views.keying import spell_token, view_key_field
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.filing.second_keying import (
    KeyField,
    RefusedKeying,
    find_asked_field,
    find_last_keyed,
    list_due_fields,
    make_keyed,
)
from tournament.record.facts import Undone
from tournament.record.record_errors import ChangedMeanwhile

fields_router = APIRouter(prefix="/lesen")
ADDRESS = "/lesen"
TYPED = {"blank": "", "unreadable": "?"}
"""What the buttons stand for."""


@fields_router.get("")
def show_next_field(request: Request, desk: TheDesk, lang: TheLang, visitor: Keyer, spaeter: str = "") -> Response:
    """The next field that this person may read."""
    return _show_next(request, list_due_fields(desk.open(lang), visitor.access.name), read_later(spaeter))


@fields_router.post("")
def key_field(request: Request, desk: TheDesk, lang: TheLang, visitor: Keyer, form: ReviewForm) -> Response:
    """Writes what the person read, and shows the next field."""
    name, how, by = (form.get("item", ""), form.get("field", "")), form.get("how", ""), visitor.access.name
    token = spell_token(*name)
    later = [one for one in read_later(form.get("later", "")) if one != token]
    due = list_due_fields(desk.open(lang), by)
    if how == "later":
        return _show_next(request, due, [*later, token])
    if how not in ("take", *TYPED):
        raise HTTPException(422)
    typed = TYPED.get(how, form.get("text", "").strip())
    try:
        if how == "take" and not typed:
            raise RefusedKeying("web.key.empty")
        desk.decide(name[0], lambda now: [make_keyed(now, *name, typed, by, form.get("photo", ""))], by, None, lang)
    except (RefusedKeying, ChangedMeanwhile) as refused:
        due = list_due_fields(desk.open(lang), by)
        ahead = sorted(due, key=lambda one: one.name != name)  # the same field, if it is still to be read
        return _show_next(request, ahead, later, _word_refusal(refused, lang), typed)
    answer = _show_next(request, [one for one in due if one.name != name], later)
    answer.background = BackgroundTask(desk.open, lang)
    return answer


@fields_router.post("/zurueck")
def revert_reading(request: Request, desk: TheDesk, lang: TheLang, visitor: Keyer, form: ReviewForm) -> Response:
    """Takes back what the person read last, and shows that field again."""
    by, later, refusal = visitor.access.name, read_later(form.get("later", "")), ""
    name = ("", "")
    try:
        last = find_last_keyed(desk.open(lang), by)
        name = (last.fact.item, last.fact.field)
        desk.decide(name[0], lambda now: [Undone(find_last_keyed(now, by).entry)], by, None, lang)
    except (RefusedKeying, ChangedMeanwhile) as refused:
        refusal = _word_refusal(refused, lang)
    due = sorted(list_due_fields(desk.open(lang), by), key=lambda one: one.name != name)
    return _show_next(request, due, [one for one in later if one != spell_token(*name)], refusal)


@fields_router.get("/bild/feld/{item}/{field}")
def serve_key_field(item: str, field: str, desk: TheDesk, lang: TheLang, _visitor: Keyer) -> Response:
    """The field, framed."""
    evening = desk.open(lang)
    found = _require(find_asked_field(evening, item, field))
    return answer_picture(desk.pictures.cut_cell(evening, found.entry.sheet.source, found.reading))


@fields_router.get("/bild/zeile/{item}/{field}")
def serve_key_row(item: str, field: str, desk: TheDesk, lang: TheLang, _visitor: Keyer) -> Response:
    """Its row with the players' names, the field framed."""
    evening = desk.open(lang)
    found = _require(find_asked_field(evening, item, field))
    return answer_picture(desk.pictures.cut_row(evening, found.entry, found.row, (field,)))


def _require(found: KeyField | None) -> KeyField:
    if found is None:
        raise HTTPException(404)
    return found


def _word_refusal(error: SpokenError, lang: Lang) -> str:
    """The sentence; that somebody wrote about the row meanwhile is nothing that this person may hear."""
    return error.message(lang) if isinstance(error, RefusedKeying) else say(lang, "web.key.again")


def _show_next(
    request: Request, due: Sequence[KeyField], later: Sequence[str], refused: str = "", typed: str = ""
) -> Response:
    """The first of the fields that was not put off; those come again at the end."""
    lang = get_lang(request)
    ahead = [one for one in due if spell_token(*one.name) not in later] or due
    later = later if len(ahead) < len(due) or not due else ()
    views = [view_key_field(one, lang) for one in ahead[:2]]
    partly = "hx-request" in request.headers
    if request.method == "POST" and not partly and not refused:
        return RedirectResponse(f"{ADDRESS}?spaeter={quote(' '.join(later))}" if later else ADDRESS, 303)
    return show(
        request,
        "key_field_part.html" if partly else "key_field.html",
        422 if refused else 200,
        view=views[0] if views else None,
        following=views[1] if len(views) > 1 else None,
        count=len(due),
        later=" ".join(later),
        refused=refused,
        typed=typed,
    )
