"""Prüfen: one item after the other, each decided with one key."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, HTTPException
from fastapi.responses import RedirectResponse, Response
from starlette.background import BackgroundTask

from desk.web.page_kit import Decider, ReviewForm, Visit, read_later, read_seen
from desk.web.pages.playing.now_page import view_step_after
from desk.web.pages.review.item_view import view_item, view_settled
from desk.web.pages.review.picture_addresses import find_sheet
from desk.web.pages.review.review_clash import Clash, describe_clash, describe_entry, find_rival, say_done
from desk.web.pages.review.review_forms import (
    find_last,
    is_one_item,
    list_alike_items,
    make_alike,
    make_entries,
    name_reverted,
    revert,
    write_alike,
)
from desk.web.pages.review.row_ways import list_alternatives
from desk.web.pages.review.shown_item import ItemView
from desk.web.running_desk import Queue
from texts.item_ids import make_round_key, parse_item
from texts.languages import Lang
from texts.sentences import say
from tournament.errors import RefusedDecision, RefusedOrder
from tournament.filing.decisions.reasons import guard_closed
from tournament.filing.entering import Make, Overtaken, list_changes
from tournament.filing.opened.open_evening import Evening
from tournament.record.entries import Entry
from tournament.record.facts import Fact, SheetMoved, find_place

WAYS_BACK = ("group", "sheet", "single")
"""What the form carries along: where the visitor came from, and whether alike items are shown one by one."""
_GROUP = re.compile(r"(\d{1,5})-(\d{1,5})-([\w.]{1,40})", re.ASCII)
"""The way back to the page of cells read as one number: the number, the first cell on the page, and one cell's name."""
KEYS = ("enter", "letters", "digits", "crosses", "yes", "n", "z", "x", "g", "f", "u", "b", "help")
"""The keys of the page on which items are decided, as `web.review.key` names them."""


def find_way_back(item: str, form: Mapping[str, str]) -> str:
    """The address from which the visitor came to the item, "" for none."""
    if group := _GROUP.fullmatch(form.get("group", "")):
        return f"/pruefen/gruppe?zahl={group[1]}&ab={group[2]}#{group[3]}"
    key, field = parse_item(item).key, form.get("sheet", "")
    return f"/bogen/{quote(key)}?feld={quote(field)}#field" if key and field else ""


MOST_TRIES = 20
"""How often a decision is tried again because something else on its sheet was changed at the same moment."""

router = APIRouter(prefix="/pruefen")
ADDRESS = "/pruefen"


@router.get("")
def show_next(visit: Decider, spaeter: str = "") -> Response:
    """The most important item of those that were not put off."""
    return _show_next(visit, *visit.list_queue(), read_later(spaeter))


@router.post("/zurueck")
def revert_last(visit: Decider, form: ReviewForm) -> Response:
    """Takes the visitor's own last decision back, and shows its item again."""
    later = read_later(form.get("later", ""))
    evening, queue = visit.list_queue()
    last = find_last(evening, visit.by)
    if last is None:
        return _show_next(visit, evening, queue, later)
    item = name_reverted(evening, last)
    try:
        revert(visit, item, last, queue.head)
    except Overtaken:
        pass  # somebody was quicker: the item is shown as it is now
    except RefusedDecision as refused:
        return _show(visit, *visit.list_queue(), item, later, 422, refused=visit.explain(refused))
    (evening, queue), later = visit.list_queue(), [one for one in later if one != item]
    item = name_reverted(evening, last)
    if view_item(evening, queue.items, item, visit.lang) is None:  # what it was about is gone meanwhile
        return _show_next(visit, evening, queue, later)
    return _show(visit, evening, queue, item, later)


@router.get("/{item}/neu")
def renew_item(visit: Decider, item: str, gesehen: int = 0, marke: str = "", spaeter: str = "") -> Response:
    """What a page shows in the place of the item on it, where somebody else decided that or it changed; nothing (204)
    where it is as it was. `gesehen`: the last entry that the page knows; `marke`: the mark of what it shows."""
    if not _is_touched(visit, item, gesehen):
        return Response(status_code=204)
    evening, queue = visit.list_queue()
    view = view_item(evening, queue.items, item, visit.lang)
    if view and view.sentence and view.mark == marke:
        return Response(status_code=204)
    later = read_later(spaeter)
    if view and view.sentence:
        return _show(visit, evening, queue, item, later)
    changes = list_changes(evening, item, gesehen)
    by = next((one.by for one in reversed(changes) if one.by != visit.by), "")
    toast = say(visit.lang, "review.decided-by", by=by, place=view.place if view else item) if by else ""
    return _show_next(visit, evening, queue, [one for one in later if one != item], toast=toast)


def _is_touched(visit: Visit, item: str, seen: int) -> bool:
    """Whether anybody wrote anything about the item's sheet since; found without counting the evening anew."""
    key = parse_item(item).key
    later = (find_place(entry.fact) for entry in visit.desk.store.read_entries()[seen:])
    return any(not key or not parse_item(place).key or parse_item(place).key == key for place in later)


@router.get("/{item}")
def show_item(
    visit: Decider, item: str, spaeter: str = "", feld: str = "", gruppe: str = "", bogen: str = "", einzeln: str = ""
) -> Response:
    """One item, open or not. `feld`: the field to frame; `gruppe`: the group of cells to go back to; `bogen`: the field
    of the sheet's page to go back to; `einzeln`: alike items are not shown as one."""
    back = {"group": gruppe, "sheet": bogen, "single": einzeln}
    return _show(visit, *visit.list_queue(), item, read_later(spaeter), field=feld, back=back)


@router.post("/{item}")
def settle_item(visit: Decider, item: str, form: ReviewForm) -> Response:
    """Writes the decision and shows the next item."""
    later = read_later(form.get("later", ""))
    others = [one for one in later if one != item]
    if form.get("how") == "later":
        return _show_next(visit, *visit.list_queue(), [*others, item])
    alike = form.get("alike", "").split()[:-1] if form.get("how") == "alike" else []

    def make(evening: Evening) -> Sequence[Fact]:
        if not alike:
            return make_entries(evening, item, form)
        return make_alike(evening, visit.list_queue()[1], item, form, visit.lang)

    if form.get("how") == "theirs":
        return _show_next(visit, *visit.list_queue(), others)
    try:
        made = _enter(visit, alike or [item], _guard_target(visit, item, make), form)
    except Overtaken as overtaken:
        return _meet(visit, item, form, later, overtaken)
    except (RefusedDecision, RefusedOrder) as refused:
        return _show(visit, *visit.list_queue(), item, later, 422, refused=visit.explain(refused), form=form)
    back = find_way_back(item, form)
    if item == parse_item(item).key:  # it came from the sheet's own page
        back = f"/bogen/{quote(visit.open().tournament.names.name_today(item))}"
    return _go_back(visit, back) if back else _go_on(visit, made[-1], item, others)


def _enter(visit: Visit, items: Sequence[str], make: Make, form: Mapping[str, str]) -> tuple[Entry, ...]:
    """Writes the decision. Where somebody changed other things on the sheet, it holds all the same if the item still
    shows what the visitor saw. Raises `Overtaken` if not."""
    seen = read_seen(form)
    for _ in range(MOST_TRIES):
        try:
            return visit.enter(items, make, seen)
        except Overtaken as overtaken:
            evening, queue = visit.list_queue()
            view = view_item(evening, queue.items, items[0], visit.lang) if len(items) == 1 else None
            if view is None or view.mark != form.get("shown") or find_rival(evening, items[0], overtaken.later):
                raise
            seen = evening.head
    return visit.enter(items, make, seen)


def _meet(visit: Visit, item: str, form: Mapping[str, str], later: Sequence[str], overtaken: Overtaken) -> Response:
    """What is shown to somebody who was overtaken: where both decided the same, the next item; where they did not, both
    decisions; where something else changed, the item as it is now, with what was typed."""
    evening, queue = visit.list_queue()
    rival = find_rival(evening, item, overtaken.later)
    if rival and rival.by == visit.by and form.get("how") == "alike":  # its answer was lost, and it was sent again
        return _show_next(visit, evening, queue, [one for one in later if one != item])
    if rival and form.get("how") != "alike":
        try:
            clash = describe_clash(evening, item, form, rival, visit.lang)
        except RefusedDecision as refused:
            return _show(visit, evening, queue, item, later, 422, refused=visit.explain(refused), form=form)
        if clash is not None:
            return _show(visit, evening, queue, item, later, 409, clash=clash, form=form)
        toast = say(visit.lang, "review.same", by=rival.by) if rival.by != visit.by else ""
        return _show_next(visit, evening, queue, [one for one in later if one != item], toast=toast)
    changes = [describe_entry(entry, evening, queue, visit.lang) for entry in overtaken.later]
    if view_item(evening, queue.items, item, visit.lang) is None:
        return _show_next(visit, evening, queue, later, changes=changes)
    return _show(visit, evening, queue, item, later, 409, changes=changes, form=form)


def _guard_target(visit: Visit, item: str, make: Make) -> Make:
    """`make`, which only the organiser may use to move a sheet into a closed round (or out of one)."""

    def make_guarded(evening: Evening) -> Sequence[Fact]:
        made = make(evening)
        entered = next((make_round_key(one.round) for one in made if isinstance(one, SheetMoved)), item)
        return guard_closed(lambda _: made, [entered], organiser=visit.is_organiser)(evening)

    return make_guarded


def _go_on(visit: Visit, entry: Entry, item: str, later: Sequence[str]) -> Response:
    """Shows the next item; the evening is counted anew while the visitor looks at it."""
    shorter = visit.desk.shorten_queue(item, entry, visit.lang)
    if shorter is None or not _choose_next(visit, shorter[1], later)[1]:
        evening, queue = visit.list_queue()
        return _show_next(visit, evening, queue, later, done=say_done(evening, queue, item, entry, visit.lang))
    evening, queue = visit.keep_own(*shorter)
    done = say_done(evening, queue, item, entry, visit.lang)
    answer = _show_next(visit, evening, queue, later, done=done)
    answer.background = BackgroundTask(visit.desk.list_queue, visit.lang)
    return answer


def _go_back(visit: Visit, address: str) -> Response:
    return Response(headers={"hx-redirect": address}) if visit.is_partial else RedirectResponse(address, 303)


def _show_next(visit: Visit, evening: Evening, queue: Queue, later: Sequence[str], **more: Any) -> Response:
    """The next item; those that were put off come again at the end."""
    item = _choose_next(visit, queue, later)[0]
    later = later if item not in later else ()
    if visit.request.method == "POST" and not visit.is_partial:
        return RedirectResponse(f"{ADDRESS}?spaeter={quote(' '.join(later))}" if later else ADDRESS, 303)
    if not item:
        return _render(visit, evening, queue, None, later, **more)
    return _show(visit, evening, queue, item, later, **more)


def _choose_next(visit: Visit, queue: Queue, later: Sequence[str]) -> tuple[str, bool]:
    """The first item that was not put off, "" for none, and whether nobody else is at its sheet: what somebody else has
    on the screen comes after the others, and what was put off at the end."""
    taken = visit.desk.shown.list_others(visit.visitor.csrf)
    items = [one.item for one in queue.items]
    fresh = [item for item in items if item not in later]
    free = next((item for item in fresh if (parse_item(item).key or item) not in taken), "")
    return (free, True) if free else (next(iter((*fresh, *items)), ""), False)


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
    if view is None and more.get("clash"):
        view = view_settled(evening, item, visit.lang)
    if view is None and status == 200:
        raise HTTPException(404)
    visit.desk.shown.show(visit.visitor.csrf, item if view and view.open else "", view.place if view else "", visit.by)
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
    clash: Clash | None = None,
    toast: str = "",
    done: str = "",
    form: Mapping[str, str] | None = None,
    back: Mapping[str, str] | None = None,
) -> Response:
    alike = list_alike_items(evening, queue, view.item, visit.lang) if view and view.sentence else ()
    carried = {name: (back or form or {}).get(name, "") for name in WAYS_BACK}
    return visit.show_live(
        "review",
        status,
        view=view,
        said=_say_answer(visit, evening, view),
        count=queue.count,
        seen=queue.head,
        later=" ".join(later),
        ahead=_list_ahead(evening, queue, view, later, visit.lang),
        refused=refused,
        changes=changes,
        clash=clash,
        toast=toast or done,
        undo=bool(done),
        others=tuple(visit.desk.shown.list_others(visit.visitor.csrf).values()),
        typed=form or {},
        keys=KEYS,
        alternatives=() if view is None else list_alternatives(evening, view, visit.lang),
        alike=alike,
        alike_written=write_alike(alike),
        back=carried,
        box=f"{visit.desk.register.name} {visit.by}",
        together=view is not None and not carried["single"] and is_one_item(evening, view, alike),
        step=view_step_after(visit, evening, queue.items) if view is None else None,
    )


def _say_answer(visit: Visit, evening: Evening, view: ItemView | None) -> str:
    """What the four at the table say of the item, from their telephone."""
    entry = find_sheet(evening, view.key) if view else None
    found = visit.desk.answers.find(view.item, entry.sheet.source.photo_sha256) if view and entry else None
    return "" if found is None else found.in_(visit.lang)


def _list_ahead(evening: Evening, queue: Queue, view: ItemView | None, later: Sequence[str], lang: Lang) -> list[str]:
    """Picture addresses of the item after this one: the browser loads them while the person looks at this one."""
    shown = "" if view is None else view.item
    item = next((one.item for one in queue.items if one.item != shown and one.item not in later), "")
    following = view_item(evening, queue.items, item, lang) if item else None
    return [] if following is None else [*following.addresses]
