"""What a visitor sends from Prüfen: what was pressed and typed, and what was put off.

Prüfen: one item after the other, each decided with one key."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from starlette.background import BackgroundTask

from desk.web.access import Visitor
from desk.web.page_kit import (
    Decider,
    ReviewForm,
    TheDesk,
    TheLang,
    get_lang,
    is_organiser,
    keep_own,
    read_later,
    read_seen,
    show,
    word_refusal,
)
from desk.web.pages.item_view import ItemView, find_row, get_crosses, is_changed, list_alternatives, read_way, view_item
from desk.web.running_desk import Desk, Queue
from texts.item_ids import parse_item
from texts.languages import Lang
from tournament.filing.deciding import Wish, make_decision, read_points, read_settled
from tournament.filing.entering import Overtaken, enter_decision
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision, guard_closed
from tournament.filing.undoing import make_undoing
from tournament.record.entries import Entry
from tournament.record.facts import Decided, FieldKeyed, SheetRead, Undone
from tournament.review.waiting import write_all_points

MOST_SEATS = 9
WAYS_BACK = ("group", "sheet")
_GROUP = re.compile(r"(\d{1,5})-(\d{1,5})-([\w.]{1,40})", re.ASCII)
"""Of the cells read as one number: the number, the first cell on the page, and the name of a cell there."""
KEYS = ("enter", "letters", "digits", "crosses", "n", "f", "u", "help")
"""Of the page on which items are decided, as `web.review.key` names them."""


def find_way_back(item: str, form: Mapping[str, str]) -> str:
    """The address from which the visitor came to the item, "" for none."""
    if group := _GROUP.fullmatch(form.get("group", "")):
        return f"/pruefen/gruppe?zahl={group[1]}&ab={group[2]}#{group[3]}"
    key, field = parse_item(item).key, form.get("sheet", "")
    return f"/bogen/{quote(key)}?feld={quote(field)}#field" if key and field else ""


def make_wished(evening: Evening, item: str, form: Mapping[str, str]) -> Decided:
    """The entry for what the form means. Raises `RefusedDecision`, also where the proposal that the visitor took over
    is not what would count now."""
    wish = _read_wish(item, form)
    if wish.how == "points" and not form.get("outcome") and _lacks_points(form):
        raise RefusedDecision("web.review.all-points")
    decided = make_decision(evening, wish)
    if form.get("how") == "take" and not _is_as_shown(evening, decided, form):
        raise RefusedDecision("web.review.other-proposal")
    return decided


def _is_as_shown(evening: Evening, decided: Decided, form: Mapping[str, str]) -> bool:
    """Whether the row would count as the visitor saw it on the page."""
    if decided.points != read_points(_join_typed(form), len(decided.points)):
        return False
    found = find_row(evening, decided.item)
    settled = read_settled(found[1].source, decided) if found else None
    counts = (settled.solo, settled.offence) if settled else (None, None)
    return all(wish in (None, now) for wish, now in zip(get_crosses(form), counts, strict=True)) or not settled


def _read_wish(item: str, form: Mapping[str, str]) -> Wish:
    """What stands in the inputs, or the proposal where nobody changed it."""
    how, reason, typed = form.get("how", ""), form.get("reason", ""), _join_typed(form)
    if form.get("outcome"):
        return read_way(item, form["outcome"], reason)
    if how == "as-written":
        return Wish(item, "as-written", reason=reason)
    if how == "name":
        return Wish(item, "name", name=form.get("other", "").strip() or form.get("name", ""), reason=reason)
    kept = form.get("proposed") and typed == form.get("offered") and not is_changed(form)
    if how == "stay" or (how == "take" and kept):
        return Wish(item, "accept", reason=reason)
    if how == "take":
        solo, offence = get_crosses(form)
        return Wish(item, "points", points=typed, reason=reason, solo=solo, offence=offence)
    raise HTTPException(422)


def _list_typed(form: Mapping[str, str]) -> Sequence[str]:
    return [form[f"p{seat}"].strip() for seat in range(1, MOST_SEATS + 1) if f"p{seat}" in form]


def _join_typed(form: Mapping[str, str]) -> str:
    return ",".join(_list_typed(form))


def _lacks_points(form: Mapping[str, str]) -> bool:
    """Whether a seat has no number; at a table of five one may sit out."""
    typed = _list_typed(form)
    return typed.count("") > (1 if len(typed) > 4 else 0)


router = APIRouter(prefix="/pruefen")
ADDRESS = "/pruefen"


@router.get("")
def show_next(request: Request, desk: TheDesk, lang: TheLang, visitor: Decider, spaeter: str = "") -> Response:
    """The item that matters most, of those that were not put off."""
    return _show_next(request, *_look(desk, lang, visitor), lang, read_later(spaeter))


@router.post("/zurueck")
def revert_last(request: Request, desk: TheDesk, lang: TheLang, visitor: Decider, form: ReviewForm) -> Response:
    """Takes the visitor's own last decision back, and shows its item again."""
    name, later = visitor.access.name, read_later(form.get("later", ""))
    evening, queue = _look(desk, lang, visitor)
    own = [ruling for ruling in evening.tournament.decisions.values() if ruling.by == name]
    last = max(own, key=lambda ruling: ruling.entry, default=None)
    if last is None:
        return _show_next(request, evening, queue, lang, later)
    item = last.item
    try:
        make = guard_closed(partial(make_undoing, item=item, reason=""), item, organiser=is_organiser(visitor))
        enter_decision(desk.store, item, make, name, queue.head, partial(desk.open, lang))
    except Overtaken:
        pass  # somebody was quicker: the item is shown as it is now
    except RefusedDecision as refused:
        return _show(request, *_look(desk, lang, visitor), item, lang, later, 422, refused=word_refusal(refused, lang))
    (evening, queue), later = _look(desk, lang, visitor), [one for one in later if one != item]
    if view_item(evening, queue.items, item, lang) is None:  # what it was about is gone meanwhile
        return _show_next(request, evening, queue, lang, later)
    return _show(request, evening, queue, item, lang, later)


@router.get("/{item}")
def show_item(
    request: Request,
    item: str,
    desk: TheDesk,
    lang: TheLang,
    visitor: Decider,
    spaeter: str = "",
    feld: str = "",
    gruppe: str = "",
    bogen: str = "",
) -> Response:
    """One item, open or not. `feld`: the field to look at first; `gruppe`: the group of cells to go back to, `bogen`:
    the field on whose sheet to go on."""
    back = {"group": gruppe, "sheet": bogen}
    return _show(request, *_look(desk, lang, visitor), item, lang, read_later(spaeter), field=feld, back=back)


@router.post("/{item}")
def settle_item(
    request: Request, item: str, desk: TheDesk, lang: TheLang, visitor: Decider, form: ReviewForm
) -> Response:
    """Writes the decision and shows the next item."""
    later = read_later(form.get("later", ""))
    if form.get("how") == "later":
        return _show_next(request, *_look(desk, lang, visitor), lang, [*(one for one in later if one != item), item])
    try:
        make = guard_closed(partial(_list_wished, item=item, form=form), item, organiser=is_organiser(visitor))
        made = enter_decision(
            desk.store,
            item,
            make,
            visitor.access.name,
            read_seen(form),
            partial(desk.open, lang),
        )
    except Overtaken as overtaken:
        evening, queue = _look(desk, lang, visitor)
        changes = [_describe_entry(entry, evening, queue, lang) for entry in overtaken.later]
        return _show(request, evening, queue, item, lang, later, 409, changes=changes, form=form)
    except RefusedDecision as refused:
        words = word_refusal(refused, lang)
        return _show(request, *_look(desk, lang, visitor), item, lang, later, 422, refused=words, form=form)
    back = find_way_back(item, form)
    if back:
        return _go_back(request, back)
    return _go_on(request, desk, visitor, made[-1], item, lang, [one for one in later if one != item])


def _go_on(
    request: Request, desk: Desk, visitor: Visitor, entry: Entry, item: str, lang: Lang, later: Sequence[str]
) -> Response:
    """The next item; while it is looked at, the evening is counted anew."""
    shorter = desk.shorten_queue(item, entry, lang)
    if shorter is None or all(one.item in later for one in shorter[1].items):
        return _show_next(request, *_look(desk, lang, visitor), lang, later)
    answer = _show_next(request, *keep_own(visitor, *shorter), lang, later)
    answer.background = BackgroundTask(desk.list_queue, lang)
    return answer


def _look(desk: Desk, lang: Lang, visitor: Visitor) -> tuple[Evening, Queue]:
    return keep_own(visitor, *desk.list_queue(lang))


def _list_wished(evening: Evening, item: str, form: Mapping[str, str]) -> list[Decided]:
    return [make_wished(evening, item, form)]


def _go_back(request: Request, address: str) -> Response:
    if "hx-request" in request.headers:
        return Response(headers={"hx-redirect": address})
    return RedirectResponse(address, 303)


def _show_next(request: Request, evening: Evening, queue: Queue, lang: Lang, later: Sequence[str]) -> Response:
    """The next item; those that were put off come again at the end."""
    items = [one.item for one in queue.items]
    item = next((one for one in items if one not in later), None)
    if item is None and items:
        item, later = items[0], ()
    if request.method == "POST" and "hx-request" not in request.headers:
        return RedirectResponse(f"{ADDRESS}?spaeter={quote(' '.join(later))}" if later else ADDRESS, 303)
    if item is None:
        return _render(request, evening, queue, None, 200, later)
    return _show(request, evening, queue, item, lang, later)


def _show(
    request: Request,
    evening: Evening,
    queue: Queue,
    item: str,
    lang: Lang,
    later: Sequence[str],
    status: int = 200,
    *,
    field: str = "",
    **more: Any,
) -> Response:
    view = view_item(evening, queue.items, item, lang, field)
    if view is None and status == 200:
        raise HTTPException(404)
    answer = _render(request, evening, queue, view, status, later, **more)
    answer.headers["hx-push-url"] = f"{ADDRESS}/{quote(item)}"
    return answer


def _render(
    request: Request,
    evening: Evening,
    queue: Queue,
    view: ItemView | None,
    status: int,
    later: Sequence[str],
    *,
    refused: str = "",
    changes: Sequence[Mapping[str, str]] = (),
    form: Mapping[str, str] | None = None,
    back: Mapping[str, str] | None = None,
) -> Response:
    lang = get_lang(request)
    ahead = _list_ahead(evening, queue, view, later, lang)
    template = "review_part.html" if "hx-request" in request.headers else "review.html"
    return show(
        request,
        template,
        status,
        view=view,
        count=queue.count,
        seen=queue.head,
        later=" ".join(later),
        ahead=ahead,
        refused=refused,
        changes=changes,
        typed=form or {},
        keys=KEYS,
        alternatives=() if view is None else list_alternatives(evening, view, lang),
        back={name: (back or form or {}).get(name, "") for name in WAYS_BACK},
    )


def _list_ahead(evening: Evening, queue: Queue, view: ItemView | None, later: Sequence[str], lang: Lang) -> list[str]:
    """The pictures of the item that comes then: the browser fetches them while the person looks at this one."""
    shown = "" if view is None else view.item
    item = next((one.item for one in queue.items if one.item != shown and one.item not in later), "")
    following = view_item(evening, queue.items, item, lang) if item else None
    return [] if following is None else [address for address in (following.cell, following.row) if address]


def _describe_entry(entry: Entry, evening: Evening, queue: Queue, lang: Lang) -> dict[str, str]:
    """What somebody else entered, for one sentence."""
    fact = entry.fact
    if isinstance(fact, Decided):
        said = " ".join(write_all_points(fact.points)) or fact.name
        item = _name_item(evening, queue, fact.item, lang)
        return {"what": "decided", "by": entry.by, "item": item, "how": fact.how, "said": said}
    if isinstance(fact, FieldKeyed):
        return {
            "what": "keyed",
            "by": entry.by,
            "item": _name_item(evening, queue, fact.item, lang),
            "how": "",
            "said": "",
        }
    if isinstance(fact, SheetRead):
        return {"what": "read", "by": entry.by, "item": fact.sheet_key, "how": "", "said": ""}
    number = fact.entry if isinstance(fact, Undone) else 0
    undone = next((one.fact for one in evening.entries if one.number == number), None)
    item = _name_item(evening, queue, undone.item, lang) if isinstance(undone, Decided) else ""
    return {"what": "undone", "by": entry.by, "item": item, "how": "", "said": ""}


def _name_item(evening: Evening, queue: Queue, item: str, lang: Lang) -> str:
    view = view_item(evening, queue.items, item, lang)
    return item if view is None else view.place
