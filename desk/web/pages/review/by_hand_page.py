"""Von Hand eintragen: a form for a table whose sheet is lost, with one row per game or its totals alone; and the page
of a typed sheet.

Whoever types a table that somebody else typed before gets an empty form; differences become open items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, HTTPException
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import ReviewForm, Visit, admit
from texts.item_ids import make_place_key
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.draw.table_sizes import MOST
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import list_sheet_matters, name_row_item
from tournament.evening.typed_notes import note_typed
from tournament.filing.decisions.typed_results import (
    TableSeats,
    TypedWish,
    find_photographed,
    find_seats,
    list_typings,
    make_typed,
)
from tournament.filing.entering import enter_decision
from tournament.filing.opened.open_evening import Evening
from tournament.judging.judged_sheet import JudgedRow
from tournament.remarks import RowText

SOLO, OFFENCE = "Solo", "Strafe"
"""The names of the cross columns in the table that the form fills."""
SEATS = MOST
"""So many names can be given for a table that is not drawn."""


@dataclass(frozen=True, slots=True)
class TypedRowView:
    """A row of a typed sheet. `item`: the item to decide it by, "" for one that is not open."""

    place: str
    counted: str
    item: str


@dataclass(frozen=True, slots=True)
class TypedView:
    """A typed sheet as a page. `note`: who typed it, from what source and why; `matters`: open items of the whole
    sheet."""

    note: str
    rows: tuple[TypedRowView, ...]
    matters: tuple[tuple[str, str], ...]
    totals_only: bool


def view_typed(entry: CountedSheet, lang: Lang) -> TypedView | None:
    """The sheet; None for one that a photograph shows."""
    note = note_typed(entry)
    if note is None or entry.sheet.source.typed is None:
        return None
    matters = tuple(
        (one.item, " ".join(finding.message(lang, entry.make_labels("")) for finding in one.findings))
        for one in list_sheet_matters(entry.sheet)
    )
    rows = tuple(_view_row(entry, row, lang) for row in entry.sheet.shown_rows)
    return TypedView(note.in_(lang), rows, matters, entry.sheet.source.totals_only)


def _view_row(entry: CountedSheet, row: JudgedRow, lang: Lang) -> TypedRowView:
    counted = RowText(row.points, row.solo, row.offence, "–").spell(lang)
    item = name_row_item(entry.sheet.source, row.game) if row.status == "review" else ""
    return TypedRowView(entry.make_labels(None).spell_row(lang, row.game), counted, item)


router = APIRouter(prefix="/eintragen")
Typist = Annotated[Visit, Depends(admit("organiser", "referee", "keyer"))]


@router.get("/{number}/{table}")
def show_form(visit: Typist, number: int, table: int) -> Response:
    """The form of that table, empty."""
    return _show(visit, number, table, {})


@router.post("/{number}/{table}")
def enter_table(visit: Typist, number: int, table: int, form: ReviewForm) -> Response:
    """Writes what was typed; after a mistake shows the form again with everything that was typed."""
    if form.get("how") == "names":
        return _show(visit, number, table, form)
    try:
        evening = visit.open()
        _refuse_stranger(visit, evening, number, table)
        wish = _read_wish(evening, number, table, form)
        enter_decision(
            visit.desk.store, wish.key, lambda now: [make_typed(now, wish, visit.by)], visit.by, look=visit.open
        )
    except SpokenError as refused:
        return _show(visit, number, table, form, visit.explain(refused))
    key = make_place_key(number, table)
    return RedirectResponse("/lesen" if visit.visitor.role == "keyer" else f"/bogen/{quote(key)}", 303)


def _refuse_stranger(visit: Visit, evening: Evening, number: int, table: int) -> None:
    """Refuses a second reader for a table that nobody typed before."""
    if visit.visitor.role == "keyer" and not list_typings(evening, make_place_key(number, table)):
        raise HTTPException(404)


def _read_wish(evening: Evening, number: int, table: int, form: Mapping[str, str]) -> TypedWish:
    """The result that the form describes. Raises `RefusedResult`, and RefusedOrder where the players are unknown."""
    names = ",".join(filter(None, (form.get(f"name{seat}", "").strip() for seat in range(1, SEATS + 1))))
    seats = find_seats(evening, number, table, names)
    places = range(1, len(seats.names) + 1)
    wish = TypedWish(number, table, form.get("reason", ""), (), "", names, form.get("source", ""))
    if form.get("how") == "totals":
        totals = ";".join(form.get(f"total{seat}", "").strip() for seat in places)
        return TypedWish(number, table, wish.reason, (), totals, names, wish.source)
    fined = evening.tournament.opening.rules.offence.counts_as_game
    crosses = [SOLO, *([OFFENCE] if fined else [])] if "crosses" in form else []
    head = ["Spiel", *(f"Platz {seat}" for seat in places), *crosses]
    columns = [*(f"seat{seat}" for seat in places), *crosses]
    games = range(1, evening.tournament.opening.count_rows(len(seats.names)) + 1)
    rows = [[str(game), *(form.get(f"row{game}{column}", "") for column in columns)] for game in games]
    return TypedWish(number, table, wish.reason, (head, *rows), "", names, wish.source)


def _show(visit: Visit, number: int, table: int, typed: Mapping[str, str], refused: str = "") -> Response:
    evening = visit.open()
    _refuse_stranger(visit, evening, number, table)
    seats, why = _seat(visit, evening, number, table, typed)
    games = evening.tournament.opening.count_games(len(seats.names)) if seats else 0
    taken, rules = find_photographed(evening, number, table), evening.tournament.opening.rules
    return visit.show(
        "by_hand.html",
        422 if refused else 200,
        number=number,
        table=table,
        seats=seats,
        why=why,
        rows=_list_rows(evening.tournament.opening.count_rows(len(seats.names)) if seats else 0, games, visit.lang),
        again=bool(list_typings(evening, make_place_key(number, table))),
        taken="" if taken is None else taken.sheet.source.key,
        typed=typed,
        refused=refused,
        most_seats=max(rules.sheet.seats),
        players=tuple(player.name for player in evening.tournament.players),
        offences=rules.offence.counts_as_game,
        adds_up=rules.adds_up and rules.rows.side is None and not rules.rows.pot,
    )


def _list_rows(rows: int, games: int, lang: Lang) -> Sequence[tuple[int, str, bool]]:
    """Number and name of each row, and whether it is a game."""
    named = ((n, say(lang, "common.offence", number=n - games) if n > games else str(n)) for n in range(1, rows + 1))
    return [(n, name, n <= games) for n, name in named]


def _seat(
    visit: Visit, evening: Evening, number: int, table: int, typed: Mapping[str, str]
) -> tuple[TableSeats | None, str]:
    """The players at the table, None without a draw until names are typed; and the sentence that refuses them, if
    any."""
    names = ",".join(filter(None, (typed.get(f"name{seat}", "").strip() for seat in range(1, SEATS + 1))))
    try:
        return find_seats(evening, number, table, names), ""
    except SpokenError as refused:
        return None, visit.explain(refused)
