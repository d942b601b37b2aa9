"""What the second person sees of a field: where it stands, its pictures, and nothing of what was decided.

Gegenlesen: fields are put before a second person; how far that is, and how often each person was wrong.

Lesen: a second person reads field after field and sees nothing of what was decided. No answer here depends on it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from starlette.background import BackgroundTask

from desk.web.page_kit import (
    Decider,
    Keyer,
    ReviewForm,
    TheDesk,
    TheLang,
    get_lang,
    read_later,
    read_number,
    show,
    word_refusal,
)
from desk.web.pages.item_view import make_version, name_place
from desk.web.pages.picture_addresses import answer_picture
from desk.web.running_desk import Desk
from texts.item_ids import spell_place
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.filing.entering import Make, enter_decision
from tournament.filing.second_keying import (
    LONGEST_SEED,
    KeyField,
    RefusedKeying,
    describe_keying,
    find_asked_field,
    find_last_keyed,
    list_due_fields,
    make_keyed,
    make_keying,
)
from tournament.record.facts import Undone
from tournament.record.record_errors import ChangedMeanwhile


@dataclass(frozen=True, slots=True)
class KeyView:
    """A field to be read. `place`: round, table and row; `seat`: whose field it is; `cell`, `row`: addresses of its
    pictures; `photo`: how the SHA-256 of the photograph begins that they show."""

    item: str
    field: str
    place: str
    seat: str
    cell: str
    row: str
    photo: str


def spell_token(item: str, field: str) -> str:
    """Item and field in one word."""
    return f"{item}/{field}"


def view_key_field(field: KeyField, lang: Lang) -> KeyView:
    """What is shown of that field. Of the decision only its item is looked at."""
    item, id_ = field.name
    labels, version = field.entry.make_labels(field.row.place), make_version(field.entry)
    place = f"{name_place(field.entry, lang)}, {field.entry.make_labels(None).spell_row(lang, field.row.game)}"
    address = f"{quote(item)}/{quote(id_)}?v={version}"
    return KeyView(
        item,
        id_,
        place,
        labels.call(lang, "cell", id_),
        f"/lesen/bild/feld/{address}",
        f"/lesen/bild/zeile/{address}",
        version,
    )


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
        desk.store.append([fact], by=visitor.access.name, seen=evening.head)
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
        _enter(desk, name[0], lambda now: [make_keyed(now, *name, typed, by, form.get("photo", ""))], by, lang)
    except (RefusedKeying, ChangedMeanwhile) as refused:
        due = list_due_fields(desk.open(lang), by)
        ahead = sorted(due, key=lambda one: one.name != name)  # the same field, if it is still to be read
        return _show_next(request, ahead, later, _word_refusal(refused, lang), typed)
    answer = _show_next(request, [one for one in due if one.name != name], later)
    answer.background = BackgroundTask(desk.open, lang)
    return answer


def _enter(desk: Desk, item: str, make: Make, by: str, lang: Lang) -> None:
    enter_decision(desk.store, item, make, by, look=partial(desk.open, lang))


@fields_router.post("/zurueck")
def revert_reading(request: Request, desk: TheDesk, lang: TheLang, visitor: Keyer, form: ReviewForm) -> Response:
    """Takes back what the person read last, and shows that field again."""
    by, later, refusal = visitor.access.name, read_later(form.get("later", "")), ""
    name = ("", "")
    try:
        last = find_last_keyed(desk.open(lang), by)
        name = (last.item, last.field)
        _enter(desk, name[0], lambda now: [Undone(find_last_keyed(now, by).entry)], by, lang)
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
