"""Prüfen: one item after the other, each decided with one key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from starlette.datastructures import FormData

from desk.web.desk import Overtaken, Queue
from desk.web.guard import MOST_FIELDS, MOST_FILES, Decider, TheDesk, TheLang
from desk.web.item_views import ItemView, view_item
from desk.web.render import show
from tournament.filing.deciding import RefusedDecision, Wish, make_decision, make_undoing, read_points
from tournament.filing.making import Evening
from tournament.record.entries import Entry
from tournament.record.facts import Decided, Fact, SheetRead, Undone

router = APIRouter(prefix="/pruefen")
ADDRESS = "/pruefen"
MOST_LATER = 300
"""So many items are remembered as put off; those before them come again."""
MOST_TYPED = 200
"""Letters of anything that is typed here."""


async def read_form(request: Request) -> Mapping[str, str]:
    """What the form says, each value cut to a sane length."""
    form: FormData = await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)
    return {key: (value if key == "later" else value[:MOST_TYPED]) for key, value in form.items()
            if isinstance(value, str)}


Form = Annotated[Mapping[str, str], Depends(read_form)]


@router.get("")
def show_next(request: Request, desk: TheDesk, lang: TheLang, _visitor: Decider, spaeter: str = "") -> Response:
    """The item that matters most, of those that were not put off."""
    return _show_next(request, desk.list_queue(lang), lang, _read_later(spaeter))


@router.post("/zurueck")
def revert_last(request: Request, desk: TheDesk, lang: TheLang, visitor: Decider, form: Form) -> Response:
    """Takes the visitor's own last decision back, and shows its item again."""
    name, later = visitor.access.name, _read_later(form.get("later", ""))
    queue = desk.list_queue(lang)
    own = [ruling for ruling in queue.evening.tournament.decisions.values() if ruling.by == name]
    last = max(own, key=lambda ruling: ruling.entry, default=None)
    if last is None:
        return _show_next(request, queue, lang, later)
    item = last.fact.item
    with suppress(Overtaken):  # somebody was quicker: the item is shown as it is now
        desk.decide(item, lambda evening: make_undoing(evening, item, ""), name, queue.head, lang)
    return _show(request, desk.list_queue(lang), item, lang, [one for one in later if one != item])


@router.get("/{item}")
def show_item(
    request: Request, item: str, desk: TheDesk, lang: TheLang, _visitor: Decider, spaeter: str = "", feld: str = ""
) -> Response:
    """One item, open or not. `feld`: the field to look at first."""
    return _show(request, desk.list_queue(lang), item, lang, _read_later(spaeter), field=feld)


@router.post("/{item}")
def settle_item(request: Request, item: str, desk: TheDesk, lang: TheLang, visitor: Decider, form: Form) -> Response:
    """Writes the decision and shows the next item."""
    later = _read_later(form.get("later", ""))
    if form.get("how") == "later":
        return _show_next(request, desk.list_queue(lang), lang, [*(one for one in later if one != item), item])
    wish, typed = _read_wish(item, form), ",".join(_list_typed(form))

    def make(evening: Evening) -> Sequence[Fact]:
        if wish.how == "points" and _lacks_points(form):
            raise RefusedDecision("web.review.all-points")
        decided = make_decision(evening, wish)
        if form.get("how") == "take" and decided.points != read_points(typed, len(decided.points)):
            raise RefusedDecision("web.review.other-proposal")
        return [decided]

    try:
        desk.decide(item, make, visitor.access.name, _read_number(form.get("seen", "")), lang)
    except Overtaken as overtaken:
        changes = [_describe_entry(entry, desk.open(lang)) for entry in overtaken.later]
        return _show(request, desk.list_queue(lang), item, lang, later, 409, changes=changes, form=form)
    except RefusedDecision as refused:
        words = refused.message(lang)
        return _show(request, desk.list_queue(lang), item, lang, later, 422, refused=words, form=form)
    return _show_next(request, desk.list_queue(lang), lang, [one for one in later if one != item])


def _read_later(text: str) -> list[str]:
    return text[: MOST_LATER * 20].split()[-MOST_LATER:]


def _read_number(text: str) -> int:
    if not text.isdecimal():
        raise HTTPException(422)
    return int(text)


def _list_typed(form: Mapping[str, str]) -> list[str]:
    return [form[f"p{seat}"].strip() for seat in range(1, 10) if f"p{seat}" in form]


def _lacks_points(form: Mapping[str, str]) -> bool:
    """Whether a seat has no number; at a table of five one may sit out."""
    typed = _list_typed(form)
    return typed.count("") > (1 if len(typed) > 4 else 0)


def _read_wish(item: str, form: Mapping[str, str]) -> Wish:
    """What the form means: what stands in the inputs, the proposal where nobody changed it."""
    how, reason, typed = form.get("how", ""), form.get("reason", ""), ",".join(_list_typed(form))
    if how == "as-written":
        return Wish(item, "as-written", reason=reason)
    if how == "name":
        return Wish(item, "name", name=form.get("other", "").strip() or form.get("name", ""), reason=reason)
    if how == "stay" or (how == "take" and form.get("proposed") and typed == form.get("offered")):
        return Wish(item, "accept", reason=reason)
    if how == "take":
        return Wish(item, "points", points=typed, reason=reason)
    raise HTTPException(422)


def _show_next(request: Request, queue: Queue, lang: TheLang, later: Sequence[str]) -> Response:
    """The next item; those that were put off come again at the end."""
    items = [one.item for one in queue.items]
    item = next((one for one in items if one not in later), None)
    if item is None and items:
        item, later = items[0], ()
    if request.method == "POST" and "hx-request" not in request.headers:
        return RedirectResponse(f"{ADDRESS}?spaeter={'+'.join(later)}" if later else ADDRESS, 303)
    if item is None:
        return _render(request, queue, None, 200, later)
    return _show(request, queue, item, lang, later)


def _show(
    request: Request, queue: Queue, item: str, lang: TheLang, later: Sequence[str], status: int = 200, *,
    field: str = "", **more: Any,
) -> Response:
    view = view_item(queue, item, lang, field)
    if view is None and status == 200:
        raise HTTPException(404)
    answer = _render(request, queue, view, status, later, **more)
    answer.headers["hx-push-url"] = f"{ADDRESS}/{item}"
    return answer


def _render(
    request: Request, queue: Queue, view: ItemView | None, status: int, later: Sequence[str], *,
    refused: str = "", changes: Sequence[Mapping[str, str]] = (), form: Mapping[str, str] | None = None,
) -> Response:
    template = "review_part.html" if "hx-request" in request.headers else "review.html"
    return show(
        request, template, status, view=view, count=len(queue.items), seen=queue.head, later=" ".join(later),
        refused=refused, changes=changes, typed=form or {},
    )


def _describe_entry(entry: Entry, evening: Evening) -> dict[str, str]:
    """What somebody else entered, for one sentence."""
    match entry.fact:
        case Decided(item=item, how=how):
            points = " ".join("–" if value is None else f"{value:+d}" for value in entry.fact.points)
            return {"what": "decided", "by": entry.by, "item": item, "how": how, "said": points or entry.fact.name}
        case Undone(entry=number):
            undone = next((one.fact for one in evening.entries if one.number == number), None)
            item = undone.item if isinstance(undone, Decided) else ""
            return {"what": "undone", "by": entry.by, "item": item, "how": "", "said": ""}
        case SheetRead(sheet_key=key):
            return {"what": "read", "by": entry.by, "item": key, "how": "", "said": ""}
    return {"what": "undone", "by": entry.by, "item": "", "how": "", "said": ""}
