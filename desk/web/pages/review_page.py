"""Prüfen: one item after the other, each decided with one key; and what a visitor's form means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, HTTPException
from fastapi.responses import RedirectResponse, Response
from starlette.background import BackgroundTask

from desk.web.page_kit import Decider, ReviewForm, Visit, read_later, read_seen
from desk.web.pages.item_view import ItemView, get_crosses, is_changed, list_alternatives, read_way, view_item
from desk.web.pages.picture_addresses import find_row
from desk.web.running_desk import Queue
from texts.item_ids import parse_item
from texts.languages import Lang
from tournament.filing.deciding import Wish, decide_items, read_points, read_settled
from tournament.filing.entering import Overtaken
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision
from tournament.record.entries import Entry
from tournament.record.facts import (
    Decided,
    FieldKeyed,
    SheetRead,
    Undone,
)
from tournament.review.waiting import Waiting, list_alike, write_all_points

MOST_SEATS = 9
WAYS_BACK = ("group", "sheet")
_GROUP = re.compile(r"(\d{1,5})-(\d{1,5})-([\w.]{1,40})", re.ASCII)
"""Of the cells read as one number: the number, the first cell on the page, and the name of a cell there."""
KEYS = ("enter", "letters", "digits", "crosses", "n", "g", "f", "u", "help")
"""Of the page on which items are decided, as `web.review.key` names them."""


def find_way_back(item: str, form: Mapping[str, str]) -> str:
    """The address from which the visitor came to the item, "" for none."""
    if group := _GROUP.fullmatch(form.get("group", "")):
        return f"/pruefen/gruppe?zahl={group[1]}&ab={group[2]}#{group[3]}"
    key, field = parse_item(item).key, form.get("sheet", "")
    return f"/bogen/{quote(key)}?feld={quote(field)}#field" if key and field else ""


def make_wished(evening: Evening, item: str, form: Mapping[str, str]) -> Sequence[Decided]:
    """The entries for what the form means. Raises `RefusedDecision`, also where the proposal that the visitor took over
    is not what would count now."""
    wish = _read_wish(item, form)
    if wish.how == "points" and not form.get("outcome") and _lacks_points(form):
        raise RefusedDecision("web.review.all-points")
    made = decide_items(evening, [wish])
    if form.get("how") == "take" and not all(_is_as_shown(evening, decided, form) for decided in made):
        raise RefusedDecision("web.review.other-proposal")
    return made


def _is_as_shown(evening: Evening, decided: Decided, form: Mapping[str, str]) -> bool:
    """Whether the row would count as the visitor saw it on the page."""
    if decided.points != read_points(_join_typed(form), len(decided.points)):
        return False
    found = find_row(evening, decided.item)
    settled = read_settled(found[1].source, decided) if found else None
    counts = (settled.solo, settled.offence) if settled else (None, None)
    return all(wish in (None, now) for wish, now in zip(get_crosses(form), counts, strict=True)) or not settled


def _read_wish(item: str, form: Mapping[str, str]) -> Wish:
    """The inputs as typed, or the proposal where nobody changed it."""
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


@dataclass(frozen=True, slots=True)
class Alike:
    """An item that the same answer may settle: where it is, and what it counts or says then; `wish`: that answer."""

    place: str
    said: str
    wish: Wish


def list_alike_items(evening: Evening, queue: Queue, item: str, lang: Lang) -> tuple[Alike, ...]:
    """This item and those like it; () where no other is, and for what needs a reason."""
    pairs = [(one, view_item(evening, queue.items, one.item, lang)) for one in list_alike(queue.items, item)]
    found = tuple(alike for one, view in pairs if view and (alike := _answer_alike(one, view)))
    return found if len(found) > 1 and found[0].wish.item == item else ()


def _answer_alike(one: Waiting, view: ItemView) -> Alike | None:
    """A name is that of the draw at its seat, if nobody else has it; a row takes its proposal; all else stays."""
    if view.reasoned or (view.kind == "name" and not view.likeliest):
        return None
    if view.kind == "name":
        return Alike(view.place, view.likeliest, Wish(one.item, "name", name=view.likeliest))
    return Alike(view.place, one.proposed or one.sentence, Wish(one.item, "accept"))


def make_alike(evening: Evening, queue: Queue, item: str, form: Mapping[str, str], lang: Lang) -> Sequence[Decided]:
    """The entries for all items that the form lists. Raises `RefusedDecision`, also where they are not what is alike
    now, or would count otherwise than they were shown."""
    alike = list_alike_items(evening, queue, item, lang)
    if write_alike(alike) != form.get("alike"):
        raise RefusedDecision("web.review.other-proposal")
    return decide_items(evening, [one.wish for one in alike])


def write_alike(alike: Sequence[Alike]) -> str:
    """The items, and a sum over what was shown of them, for the form to bring back."""
    shown = "\n".join(one.said for one in alike)
    return " ".join((*(one.wish.item for one in alike), sha256(shown.encode()).hexdigest()))


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
def show_next(visit: Decider, spaeter: str = "") -> Response:
    """The item that matters most, of those that were not put off."""
    return _show_next(visit, *visit.list_queue(), read_later(spaeter))


@router.post("/zurueck")
def revert_last(visit: Decider, form: ReviewForm) -> Response:
    """Takes the visitor's own last decision back, and shows its item again."""
    later = read_later(form.get("later", ""))
    evening, queue = visit.list_queue()
    own = [ruling for ruling in evening.tournament.decisions.values() if ruling.by == visit.by]
    last = max(own, key=lambda ruling: ruling.entry, default=None)
    if last is None:
        return _show_next(visit, evening, queue, later)
    item = last.item
    try:
        visit.take_back(item, "", queue.head)
    except Overtaken:
        pass  # somebody was quicker: the item is shown as it is now
    except RefusedDecision as refused:
        return _show(visit, *visit.list_queue(), item, later, 422, refused=visit.explain(refused))
    (evening, queue), later = visit.list_queue(), [one for one in later if one != item]
    if view_item(evening, queue.items, item, visit.lang) is None:  # what it was about is gone meanwhile
        return _show_next(visit, evening, queue, later)
    return _show(visit, evening, queue, item, later)


@router.get("/{item}")
def show_item(
    visit: Decider, item: str, spaeter: str = "", feld: str = "", gruppe: str = "", bogen: str = ""
) -> Response:
    """One item, open or not. `feld`: the field to look at first; `gruppe`: the group of cells to go back to, `bogen`:
    the field on whose sheet to go on."""
    back = {"group": gruppe, "sheet": bogen}
    return _show(visit, *visit.list_queue(), item, read_later(spaeter), field=feld, back=back)


@router.post("/{item}")
def settle_item(visit: Decider, item: str, form: ReviewForm) -> Response:
    """Writes the decision and shows the next item."""
    later = read_later(form.get("later", ""))
    others = [one for one in later if one != item]
    if form.get("how") == "later":
        return _show_next(visit, *visit.list_queue(), [*others, item])
    alike = form.get("alike", "").split()[:-1] if form.get("how") == "alike" else []

    def make(evening: Evening) -> Sequence[Decided]:
        if not alike:
            return make_wished(evening, item, form)
        return make_alike(evening, visit.list_queue()[1], item, form, visit.lang)

    try:
        made = visit.enter(alike or [item], make, read_seen(form))
    except Overtaken as overtaken:
        evening, queue = visit.list_queue()
        changes = [_describe_entry(entry, evening, queue, visit.lang) for entry in overtaken.later]
        return _show(visit, evening, queue, item, later, 409, changes=changes, form=form)
    except RefusedDecision as refused:
        return _show(visit, *visit.list_queue(), item, later, 422, refused=visit.explain(refused), form=form)
    back = find_way_back(item, form)
    return _go_back(visit, back) if back else _go_on(visit, made[-1], item, others)


def _go_on(visit: Visit, entry: Entry, item: str, later: Sequence[str]) -> Response:
    """The next item; while it is looked at, the evening is counted anew."""
    shorter = visit.desk.shorten_queue(item, entry, visit.lang)
    if shorter is None or all(one.item in later for one in shorter[1].items):
        return _show_next(visit, *visit.list_queue(), later)
    answer = _show_next(visit, *visit.keep_own(*shorter), later)
    answer.background = BackgroundTask(visit.desk.list_queue, visit.lang)
    return answer


def _go_back(visit: Visit, address: str) -> Response:
    return Response(headers={"hx-redirect": address}) if visit.is_partial else RedirectResponse(address, 303)


def _show_next(visit: Visit, evening: Evening, queue: Queue, later: Sequence[str]) -> Response:
    """The next item; those that were put off come again at the end."""
    items = [one.item for one in queue.items]
    item = next((one for one in items if one not in later), None)
    if item is None and items:
        item, later = items[0], ()
    if visit.request.method == "POST" and not visit.is_partial:
        return RedirectResponse(f"{ADDRESS}?spaeter={quote(' '.join(later))}" if later else ADDRESS, 303)
    if item is None:
        return _render(visit, evening, queue, None, later)
    return _show(visit, evening, queue, item, later)


def _show(
    visit: Visit,
    evening: Evening,
    queue: Queue,
    item: str,
    later: Sequence[str],
    status: int = 200,
    *,
    field: str = "",
    **more: Any,
) -> Response:
    view = view_item(evening, queue.items, item, visit.lang, field)
    if view is None and status == 200:
        raise HTTPException(404)
    answer = _render(visit, evening, queue, view, later, status, **more)
    answer.headers["hx-push-url"] = f"{ADDRESS}/{quote(item)}"
    return answer


def _render(
    visit: Visit,
    evening: Evening,
    queue: Queue,
    view: ItemView | None,
    later: Sequence[str],
    status: int = 200,
    *,
    refused: str = "",
    changes: Sequence[Mapping[str, str]] = (),
    form: Mapping[str, str] | None = None,
    back: Mapping[str, str] | None = None,
) -> Response:
    alike = list_alike_items(evening, queue, view.item, visit.lang) if view and view.sentence else ()
    return visit.show_live(
        "review",
        status,
        view=view,
        count=queue.count,
        seen=queue.head,
        later=" ".join(later),
        ahead=_list_ahead(evening, queue, view, later, visit.lang),
        refused=refused,
        changes=changes,
        typed=form or {},
        keys=KEYS,
        alternatives=() if view is None else list_alternatives(evening, view, visit.lang),
        alike=alike,
        alike_written=write_alike(alike),
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
    fact, what, how, said = entry.fact, "undone", "", ""
    undone = next((one.fact for one in evening.entries if isinstance(fact, Undone) and one.number == fact.entry), None)
    item = undone.item if isinstance(undone, Decided) else ""
    if isinstance(fact, Decided):
        what, item, how, said = "decided", fact.item, fact.how, " ".join(write_all_points(fact.points)) or fact.name
    elif isinstance(fact, FieldKeyed):
        what, item = "keyed", fact.item
    elif isinstance(fact, SheetRead):
        what, item = "read", fact.sheet_key
    view = view_item(evening, queue.items, item, lang) if item and what != "read" else None
    return {"what": what, "by": entry.by, "item": view.place if view else item, "how": how, "said": said}
