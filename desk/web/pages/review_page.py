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
from desk.web.pages.item_view import view_item
from desk.web.pages.now_page import view_step_after
from desk.web.pages.picture_addresses import find_sheet
from desk.web.pages.review_forms import is_one_item, list_alike_items, make_alike, make_entries, write_alike
from desk.web.pages.row_ways import list_alternatives
from desk.web.pages.shown_item import ItemView
from desk.web.running_desk import Queue
from texts.item_ids import make_round_key, parse_item
from texts.languages import Lang
from tournament.errors import RefusedOrder
from tournament.filing.entering import Make, Overtaken
from tournament.filing.moving import name_answered
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision, guard_closed
from tournament.filing.undoing import undo_entry
from tournament.record.clock_facts import RowsStruck
from tournament.record.entries import Entry
from tournament.record.facts import Decided, Fact, FieldKeyed, SheetMoved, SheetRead, Undone, find_place
from tournament.record.player_facts import PlayersSwapped
from tournament.review.waiting import write_all_points

WAYS_BACK = ("group", "sheet", "single")
"""What the form carries along: where the visitor came from, and whether alike items are shown one by one."""
_GROUP = re.compile(r"(\d{1,5})-(\d{1,5})-([\w.]{1,40})", re.ASCII)
"""The way back to the page of cells read as one number: the number, the first cell on the page, and one cell's name."""
KEYS = ("enter", "letters", "digits", "crosses", "n", "z", "g", "f", "u", "help")
"""The keys of the page on which items are decided, as `web.review.key` names them."""


def find_way_back(item: str, form: Mapping[str, str]) -> str:
    """The address from which the visitor came to the item, "" for none."""
    if group := _GROUP.fullmatch(form.get("group", "")):
        return f"/pruefen/gruppe?zahl={group[1]}&ab={group[2]}#{group[3]}"
    key, field = parse_item(item).key, form.get("sheet", "")
    return f"/bogen/{quote(key)}?feld={quote(field)}#field" if key and field else ""


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
    last = _find_last(evening, visit.by)
    if last is None:
        return _show_next(visit, evening, queue, later)
    item = _name_reverted(evening, last)
    try:
        _revert(visit, item, last, queue.head)
    except Overtaken:
        pass  # somebody was quicker: the item is shown as it is now
    except RefusedDecision as refused:
        return _show(visit, *visit.list_queue(), item, later, 422, refused=visit.explain(refused))
    (evening, queue), later = visit.list_queue(), [one for one in later if one != item]
    item = _name_reverted(evening, last)
    if view_item(evening, queue.items, item, visit.lang) is None:  # what it was about is gone meanwhile
        return _show_next(visit, evening, queue, later)
    return _show(visit, evening, queue, item, later)


def _find_last(evening: Evening, by: str) -> Entry | None:
    """The last entry in force with which that person settled an item here."""
    rulings = {ruling.entry for ruling in evening.tournament.decisions.values()}
    gone = evening.tournament.seals.uncounted
    own = (
        entry
        for entry in reversed(evening.entries)
        if entry.by == by and (entry.number in rulings or (entry.number not in gone and _is_answer(entry, evening)))
    )
    return next(own, None)


def _is_answer(entry: Entry, evening: Evening) -> bool:
    """Whether the entry may answer a question on this page: it moves a sheet, or swaps two players in a round that had
    sheets by then."""
    if not isinstance(entry.fact, PlayersSwapped):
        return isinstance(entry.fact, SheetMoved)
    sheets = {one.entry for one in evening.sheets if one.written.round == entry.fact.round}
    return min(sheets, default=entry.number) < entry.number


def _name_reverted(evening: Evening, entry: Entry) -> str:
    """The current name of the item that the entry settled."""
    item = name_answered(entry.fact) or find_place(entry.fact)
    return evening.tournament.names.follow(entry.number, item)


def _revert(visit: Visit, item: str, entry: Entry, seen: int) -> None:
    if isinstance(entry.fact, Decided):
        visit.take_back(item, "", seen)
    else:
        visit.enter([item], lambda evening: [undo_entry(evening.entries, entry.number)[0]], seen)


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

    try:
        made = visit.enter(alike or [item], _guard_target(visit, item, make), read_seen(form))
    except Overtaken as overtaken:
        evening, queue = visit.list_queue()
        changes = [_describe_entry(entry, evening, queue, visit.lang) for entry in overtaken.later]
        return _show(visit, evening, queue, item, later, 409, changes=changes, form=form)
    except (RefusedDecision, RefusedOrder) as refused:
        return _show(visit, *visit.list_queue(), item, later, 422, refused=visit.explain(refused), form=form)
    back = find_way_back(item, form)
    if item == parse_item(item).key:  # it came from the sheet's own page
        back = f"/bogen/{quote(visit.open().tournament.names.name_today(item))}"
    return _go_back(visit, back) if back else _go_on(visit, made[-1], item, others)


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
        typed=form or {},
        keys=KEYS,
        alternatives=() if view is None else list_alternatives(evening, view, visit.lang),
        alike=alike,
        alike_written=write_alike(alike),
        back=carried,
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


def _describe_entry(entry: Entry, evening: Evening, queue: Queue, lang: Lang) -> dict[str, str]:
    """The words for a sentence on what somebody else entered."""
    fact, what, how, said = entry.fact, "undone", "", ""
    undone = next((one.fact for one in evening.entries if isinstance(fact, Undone) and one.number == fact.entry), None)
    item = undone.item if isinstance(undone, Decided) else ""
    if isinstance(fact, Decided):
        what, item, how, said = "decided", fact.item, fact.how, " ".join(write_all_points(fact.points)) or fact.name
    elif isinstance(fact, FieldKeyed):
        what, item = "keyed", fact.item
    elif isinstance(fact, SheetRead | RowsStruck):
        what, item = "read" if isinstance(fact, SheetRead) else "struck", fact.sheet_key
    view = view_item(evening, queue.items, item, lang) if item and what not in ("read", "struck") else None
    return {"what": what, "by": entry.by, "item": view.place if view else item, "how": how, "said": said}
