"""Gegenlesen: chooses fields for a second person to read, shows the progress, and how often each person was wrong.

Lesen: that person reads field after field and sees where each is and its pictures, but nothing of what was decided. No
answer of these pages depends on decisions, so they cannot leak any.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Form, HTTPException
from fastapi.responses import RedirectResponse, Response
from starlette.background import BackgroundTask

from desk.web.page_kit import Decider, Keyer, ReviewForm, Visit, read_later, read_number, require
from desk.web.pages.review.picture_addresses import answer_picture, make_version
from texts.item_ids import spell_place
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.filing.decisions.second_keying import (
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
from tournament.filing.decisions.typed_results import list_due_tables, list_typed_tables
from tournament.filing.entering import Make, enter_decision
from tournament.record.facts import Undone
from tournament.record.record_errors import ChangedMeanwhile


@dataclass(frozen=True, slots=True)
class KeyView:
    """A field to be read. `place`: round, table and row; `seat`: the player's seat; `cell`, `row`: addresses of its
    pictures; `photo`: the first letters of the SHA-256 of their photograph."""

    item: str
    field: str
    place: str
    seat: str
    cell: str
    row: str
    photo: str


def spell_token(item: str, field: str) -> str:
    """Item and field joined to one word, for the form."""
    return f"{item}/{field}"


def view_key_field(field: KeyField, lang: Lang) -> KeyView:
    """The view of that field. Of a decision only the item's name is used."""
    item, id_ = field.name
    labels, version = field.entry.make_labels(field.row.place), make_version(field.entry)
    place = f"{field.entry.title.in_(lang)}, {field.entry.make_labels(None).spell_row(lang, field.row.game)}"
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
"""Fields of a sample without a given size."""


@router.get("/gegenlesen")
def show_keying(visit: Decider) -> Response:
    """The page with state, error rates, and the form to ask for more; the state is sent again with every change."""
    return _show_page(visit)


@router.post("/gegenlesen")
def ask_keying(
    visit: Decider,
    which: Annotated[Literal["all", "sample"], Form()],
    size: Annotated[str, Form(max_length=9)] = "",
    seed: Annotated[str, Form(max_length=LONGEST_SEED)] = "",
) -> Response:
    """Chooses all remaining doubtful fields, or a sample of them, for a second person."""
    evening = visit.open()
    wanted = None if which == "all" else read_number(size) or 0
    try:
        fact = make_keying(evening, wanted, seed.strip() or secrets.token_hex(4))
        visit.desk.store.append([fact], by=visit.by, seen=evening.head)
    except SpokenError as refused:
        return _show_page(visit, visit.explain(refused))
    return RedirectResponse("/gegenlesen", 303)


def _show_page(visit: Visit, refusal: str = "") -> Response:
    evening = visit.open()
    state = describe_keying(evening)
    return visit.show_live(
        "keyings",
        409 if refusal else 200,
        state=state,
        spell=partial(spell_place, lang=visit.lang),
        typed=list_typed_tables(evening),
        due={one.key for one in list_due_tables(evening, visit.by)},
        usual=min(USUAL, state.askable),
        refusal=refusal,
        longest=LONGEST_SEED,
    )


fields_router = APIRouter(prefix="/lesen")
ADDRESS = "/lesen"
TYPED = {"blank": "", "unreadable": "?"}
"""The answers that the buttons give."""


@fields_router.get("")
def show_next_field(visit: Keyer, spaeter: str = "") -> Response:
    """The next field that this person may read."""
    return _show_next(visit, list_due_fields(visit.open(), visit.by), read_later(spaeter))


@fields_router.post("")
def key_field(visit: Keyer, form: ReviewForm) -> Response:
    """Writes what the person read, and shows the next field."""
    name, how = (form.get("item", ""), form.get("field", "")), form.get("how", "")
    token = spell_token(*name)
    later = [one for one in read_later(form.get("later", "")) if one != token]
    due = list_due_fields(visit.open(), visit.by)
    if how == "later":
        return _show_next(visit, due, [*later, token])
    if how not in ("take", *TYPED):
        raise HTTPException(422)
    typed = TYPED.get(how, form.get("text", "").strip())
    try:
        if how == "take" and not typed:
            raise RefusedKeying("web.key.empty")
        _enter(visit, name[0], lambda now: [make_keyed(now, *name, typed, visit.by, form.get("photo", ""))])
    except (RefusedKeying, ChangedMeanwhile) as refused:
        ahead = _list_due_from(visit, name)  # the same field, if it is still to be read
        return _show_next(visit, ahead, later, _word_refusal(refused, visit.lang), typed)
    answer = _show_next(visit, [one for one in due if one.name != name], later)
    answer.background = BackgroundTask(visit.open)
    return answer


def _enter(visit: Visit, item: str, make: Make) -> None:
    enter_decision(visit.desk.store, [item], make, visit.by, look=visit.open)


def _list_due_from(visit: Visit, name: tuple[str, str]) -> list[KeyField]:
    """The fields that this person may read now, the named one first."""
    return sorted(list_due_fields(visit.open(), visit.by), key=lambda one: one.name != name)


@fields_router.post("/zurueck")
def revert_reading(visit: Keyer, form: ReviewForm) -> Response:
    """Takes back the person's last reading, and shows that field again."""
    later, name, refusal = read_later(form.get("later", "")), ("", ""), ""
    try:
        last = find_last_keyed(visit.open(), visit.by)
        name = (last.item, last.field)
        _enter(visit, name[0], lambda now: [Undone(find_last_keyed(now, visit.by).entry)])
    except (RefusedKeying, ChangedMeanwhile) as refused:
        refusal = _word_refusal(refused, visit.lang)
    return _show_next(visit, _list_due_from(visit, name), [one for one in later if one != spell_token(*name)], refusal)


@fields_router.get("/bild/feld/{item}/{field}")
def serve_key_field(visit: Keyer, item: str, field: str) -> Response:
    """The field, framed."""
    evening = visit.open()
    found = require(find_asked_field(evening, item, field))
    return answer_picture(visit.desk.pictures.cut_cell(evening, found.entry.sheet.source, found.reading))


@fields_router.get("/bild/zeile/{item}/{field}")
def serve_key_row(visit: Keyer, item: str, field: str) -> Response:
    """Its row with the players' names, the field framed."""
    evening = visit.open()
    found = require(find_asked_field(evening, item, field))
    return answer_picture(visit.desk.pictures.cut_row(evening, found.entry, found.row, (field,)))


def _word_refusal(error: SpokenError, lang: Lang) -> str:
    """The sentence of the error, but not that somebody wrote about the row meanwhile: this person must not know."""
    return error.message(lang) if isinstance(error, RefusedKeying) else say(lang, "web.key.again")


def _show_next(
    visit: Visit, due: Sequence[KeyField], later: Sequence[str], refused: str = "", typed: str = ""
) -> Response:
    """The first field that was not put off; those put off come again at the end."""
    ahead = [one for one in due if spell_token(*one.name) not in later] or due
    later = later if len(ahead) < len(due) or not due else ()
    views = [view_key_field(one, visit.lang) for one in ahead[:2]]
    if visit.request.method == "POST" and not visit.is_partial and not refused:
        return RedirectResponse(f"{ADDRESS}?spaeter={quote(' '.join(later))}" if later else ADDRESS, 303)
    return visit.show_live(
        "key_field",
        422 if refused else 200,
        view=views[0] if views else None,
        following=views[1] if len(views) > 1 else None,
        count=len(due),
        tables=[(one, spell_place(one.key, visit.lang)) for one in list_due_tables(visit.open(), visit.by)],
        later=" ".join(later),
        refused=refused,
        typed=typed,
    )
