"""Turns a visitor's form on Prüfen into entries: points, a name, a table, or one answer for all similar items.

And finds the visitor's own last entry, to take it back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from fastapi import HTTPException

from desk.web.page_kit import Visit, read_number
from desk.web.pages.review.item_view import view_item
from desk.web.pages.review.picture_addresses import find_row
from desk.web.pages.review.row_ways import STRIKES, read_name, read_way
from desk.web.pages.review.shown_item import ItemView, get_crosses, is_changed
from desk.web.running_desk import Queue
from texts.item_ids import parse_item
from texts.languages import Lang
from tournament.errors import RefusedDecision
from tournament.evening.item_names import UNKNOWN_NAME
from tournament.filing.decisions.deciding import Wish, decide_items, read_points, read_settled
from tournament.filing.decisions.moving import NewPlace, make_move, name_answered
from tournament.filing.decisions.reasons import TWO_SHEETS
from tournament.filing.decisions.striking import StrikeWish, make_strike
from tournament.filing.decisions.undoing import undo_entry
from tournament.filing.opened.open_evening import Evening
from tournament.record.entries import Entry
from tournament.record.facts import Decided, Fact, SheetMoved, find_place
from tournament.record.player_facts import PlayersSwapped
from tournament.review.waiting import Waiting, list_alike

MOST_SEATS = 9
_PLACE = ("round", "table")


def make_entries(evening: Evening, item: str, form: Mapping[str, str]) -> tuple[Fact, ...]:
    """The entries for the decision in the form. Raises `RefusedDecision`, and `RefusedOrder` for an unknown player."""
    if form.get("how") == "move":
        return (make_move(evening, _read_place(evening, item, form)),)
    if form.get("how", "").partition(":")[0] in STRIKES:
        return (make_strike(evening, _read_strike(item, form)),)
    return tuple(make_wished(evening, item, form))


def _read_strike(item: str, form: Mapping[str, str]) -> StrikeWish:
    what, _, row = form["how"].partition(":")
    if what == "twice" and not read_number(row):
        raise HTTPException(422)
    return StrikeWish(item, read_number(row), "twice" if what == "twice" else "time", form.get("reason", ""))


def _read_place(evening: Evening, item: str, form: Mapping[str, str]) -> NewPlace:
    """The place that the visitor chose for the sheet: one of the tables offered, or the one typed."""
    sheet = form.get("moved") or item
    if item.endswith(TWO_SHEETS) and not form.get("moved"):
        raise RefusedDecision("web.review.no-sheet")
    typed = tuple(form.get(name, "").strip() for name in _PLACE)
    columns = form.get("columns", "").strip()
    chosen = typed if any(typed) else tuple(form.get("place", "").split("-"))
    if not any(chosen) and not columns:
        raise RefusedDecision("web.review.no-table")
    round_, table = map(read_number, chosen if len(chosen) == len(_PLACE) else ("", ""))
    return NewPlace(sheet, round_, table, columns, bool(form.get("swap")), form.get("reason", ""))


def make_wished(evening: Evening, item: str, form: Mapping[str, str]) -> Sequence[Fact]:
    """The entries for the decision in the form. Raises `RefusedDecision`, also if the accepted proposal is no longer
    what would count now."""
    wish = _read_wish(item, form)
    if wish.how == "points" and not form.get("outcome") and _lacks_points(form):
        raise RefusedDecision("web.review.all-points")
    made = decide_items(evening, [wish])
    decided = [one for one in made if isinstance(one, Decided)]
    if form.get("how") == "take" and not all(_is_as_shown(evening, one, form) for one in decided):
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
    """The wish: the typed inputs, or the proposal where they are unchanged."""
    how, reason, typed = form.get("how", ""), form.get("reason", ""), _join_typed(form)
    if form.get("outcome"):
        return read_way(item, form["outcome"], reason)
    if how == "as-written":
        return Wish(item, "as-written", reason=reason)
    if how == "order":
        return Wish(item, "name", name=_join_columns(form), reason=reason)
    if how.partition(":")[0] == "name":
        return Wish(item, "name", name=read_name(form), reason=reason)
    kept = form.get("proposed") and typed == form.get("offered") and not is_changed(form)
    if how == "stay" or (how == "take" and kept):
        return Wish(item, "accept", reason=reason)
    if how == "take":
        solo, offence = get_crosses(form)
        return Wish(item, "points", points=typed, reason=reason, solo=solo, offence=offence)
    raise HTTPException(422)


@dataclass(frozen=True, slots=True)
class Alike:
    """An item that the same answer may settle: its place, and the points or the text that count then; `wish`: that
    answer; `picture`: the address of what it is about, "" for none."""

    place: str
    said: str
    wish: Wish
    picture: str


def list_alike_items(evening: Evening, queue: Queue, item: str, lang: Lang) -> tuple[Alike, ...]:
    """This item and the similar ones; () where there is no other, and for items that need a reason."""
    pairs = [(one, view_item(evening, queue.items, one.item, lang)) for one in list_alike(queue.items, item)]
    views = [(one, view) for one, view in pairs if view and _asks_same(view, pairs[0][1])]
    found = tuple(alike for one, view in views if (alike := _answer_alike(one, view)))
    return found if len(found) > 1 and found[0].wish.item == item else ()


def _asks_same(view: ItemView, first: ItemView | None) -> bool:
    """Whether both ask about the same cross with the same likelier answer, or both about none."""
    asked = (shown.asked if shown else None for shown in (view, first))
    one, other = (cross and (cross.name, cross.label, cross.proposed) for cross in asked)
    return one == other


def is_one_item(evening: Evening, view: ItemView, alike: Sequence[Alike]) -> bool:
    """Whether the alike items are shown as one, with one key: signatures, crosses, and a sheet's names, unless somebody
    said that its players do not sit as they were drawn. Numbers are looked at one by one."""
    one_by_one = f"{view.key}.{UNKNOWN_NAME}" in evening.tournament.decisions
    names = view.kind == "name" and not one_by_one
    return bool(alike) and (names or view.asked is not None or parse_item(view.item).matter == "unsigned")


def _answer_alike(one: Waiting, view: ItemView) -> Alike | None:
    """The common answer for this item: for a name the drawn player at the seat if that name is free, for a row its
    proposal, for anything else "leave it". None where a reason is needed, and for places, swaps and orders of
    players, which differ from sheet to sheet."""
    if view.reasoned or view.kind in ("place", "swap", "order") or (view.kind == "name" and not view.likeliest):
        return None
    if view.kind == "name":
        return Alike(view.place, view.likeliest, Wish(one.item, "name", name=view.likeliest), view.cell)
    picture = next(iter(view.addresses), "")
    if view.asked and view.asked.main:
        return Alike(view.place, view.proposal, read_way(one.item, view.asked.main, ""), picture)
    return Alike(view.place, one.proposed or one.sentence, Wish(one.item, "accept"), picture)


def make_alike(evening: Evening, queue: Queue, item: str, form: Mapping[str, str], lang: Lang) -> Sequence[Fact]:
    """The entries for all items in the form. Raises `RefusedDecision`, also if they are no longer the similar ones, or
    would no longer count as they were shown."""
    alike = list_alike_items(evening, queue, item, lang)
    if write_alike(alike) != form.get("alike"):
        raise RefusedDecision("web.review.other-proposal")
    return decide_items(evening, [one.wish for one in alike])


def write_alike(alike: Sequence[Alike]) -> str:
    """The items and a checksum of what was shown of them, for the form to send back."""
    shown = "\n".join(one.said for one in alike)
    return " ".join((*(one.wish.item for one in alike), sha256(shown.encode()).hexdigest()))


def _join_columns(form: Mapping[str, str]) -> str:
    """The start numbers of the players by column, joined."""
    return ",".join(form[name] for seat in range(1, MOST_SEATS + 1) if (name := f"column{seat}") in form)


def _list_typed(form: Mapping[str, str]) -> Sequence[str]:
    """The points by seat, with the minus of a keyboard."""
    typed = (form[f"p{seat}"] for seat in range(1, MOST_SEATS + 1) if f"p{seat}" in form)
    return [text.strip().replace("\N{MINUS SIGN}", "-") for text in typed]


def _join_typed(form: Mapping[str, str]) -> str:
    return ",".join(_list_typed(form))


def _lacks_points(form: Mapping[str, str]) -> bool:
    """Whether a seat lacks a number; at a table of five, one seat may be empty."""
    typed = _list_typed(form)
    return typed.count("") > (1 if len(typed) > 4 else 0)


def find_last(evening: Evening, by: str) -> Entry | None:
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


def name_reverted(evening: Evening, entry: Entry) -> str:
    """The current name of the item that the entry settled."""
    item = name_answered(entry.fact) or find_place(entry.fact)
    return evening.tournament.names.follow(entry.number, item)


def revert(visit: Visit, item: str, entry: Entry, seen: int) -> None:
    """Takes the entry about the item back. Raises `RefusedDecision`, `Overtaken`."""
    if isinstance(entry.fact, Decided):
        visit.take_back(item, "", seen)
    else:
        visit.enter([item], lambda evening: [undo_entry(evening.entries, entry.number)[0]], seen)
