"""The telephone at a table: its number and players, then whether its sheet is right, or one question about a row.

What the table answers is a hint, which *Prüfen* shows beside the row; the organiser decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal
from urllib.parse import quote

from fastapi import APIRouter, Depends, Form, HTTPException
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Visit, admit, require
from desk.web.pages.phones.photo_verdicts import group_filed, list_own, say_item, say_shared
from desk.web.pages.playing.seating_page import list_seating
from desk.web.pages.review.item_view import view_item
from desk.web.pages.review.picture_addresses import answer_picture, find_sheet, make_version
from desk.web.pages.review.shown_item import ItemView, SeatView
from desk.web.running_desk import Queue
from desk.web.table_answers import Answer, Kind
from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import tidy_text
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key
from tournament.filing.opened.open_evening import Evening
from tournament.review.waiting import Waiting

router = APIRouter(prefix="/foto")
State = Literal["plays", "sure", "asks", "waits", "done"]
MOST_CHOICES = 3
_NUMBERS = re.compile(r"[-+−]?\d{1,3}(?: +[-+−]?\d{1,3}){0,5}")


@dataclass(frozen=True, slots=True)
class AskedSeat:
    """One seat of the row that is asked about. `picture`: the address of its ink; `asked`: whether its number is."""

    name: str
    picture: str
    asked: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One row that the four look at together. `name`: whose number is asked, "" for the whole row. `choices`: the
    likelier answers, the likeliest first."""

    item: str
    sentence: str
    seats: tuple[AskedSeat, ...]
    name: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableView:
    """What a table's telephone shows. `round`: the one that is played, None before the draw; `names`: its players by
    seat. With a sheet: `key`, `games` and `totals` (by seat); `sentences`: what is open; `answers`: what the table said
    so far."""

    table: int
    round: int | None
    names: tuple[str, ...]
    state: State = "plays"
    key: str = ""
    games: int = 0
    totals: tuple[int, ...] = ()
    sentences: tuple[str, ...] = ()
    question: Question | None = None
    answers: tuple[str, ...] = ()


def view_table(visit: Visit) -> TableView | None:
    """What the visitor's telephone shows; None for whoever is no table."""
    table = visit.visitor.access.table
    if visit.visitor.role != "table" or table is None:
        return None
    evening, queue = visit.desk.list_queue(visit.lang)
    rounds = {
        seating.round: tuple(place.name for place in places)
        for seating in list_seating(evening.tournament)
        for number, places in seating.tables
        if number == table and not seating.stale
    }
    sheets = _find_own_sheets(visit, evening, table)
    finished = [one for one in rounds if _is_finished(visit, evening, one, sheets.get(one))]
    round_ = next((one for one in rounds if one not in finished), max(rounds, default=None))
    names = rounds.get(round_ or 0, ())
    sheet = sheets.get(round_ or 0)
    if sheet is None:
        return TableView(table, round_, names, "done" if round_ in finished else "plays")
    return _view_sheet(visit, evening, queue, table, sheet)


def _find_own_sheets(visit: Visit, evening: Evening, table: int) -> dict[int, CountedSheet]:
    """By round the sheets of the table of which it sent a photograph."""
    filed, own = group_filed(evening), {one.sha256 for one in list_own(visit)}
    keys = {sheet.written.key for sha256 in own for sheet in filed.get(sha256, ())}
    entries = (one for one in evening.book.entries if one.table == table and one.sheet.source.key in keys)
    return {one.round: one for one in entries if one.round is not None}


def _is_finished(visit: Visit, evening: Evening, round_: int, sheet: CountedSheet | None) -> bool:
    """Whether the table has nothing more to do in that round."""
    if round_ in evening.tournament.closed:
        return True
    said = _find_answer(visit, find_key(sheet.sheet.source), sheet) if sheet else None
    return said is not None and said.kind == "agrees"


def _find_answer(visit: Visit, item: str, sheet: CountedSheet) -> Answer | None:
    return visit.desk.answers.find(item, sheet.sheet.source.photo_sha256)


def _view_sheet(visit: Visit, evening: Evening, queue: Queue, table: int, sheet: CountedSheet) -> TableView:
    key, lang = find_key(sheet.sheet.source), visit.lang
    items = [one for one in queue.items if one.item.startswith(f"{key}.")]
    shared = say_shared(sheet, lang)
    said = {one.item: answer for one in items if (answer := _find_answer(visit, one.item, sheet)) is not None}
    question = next(_list_questions(evening, sheet, [one for one in items if one.item not in said], lang), None)
    whole = _find_answer(visit, key, sheet)
    return TableView(
        table,
        sheet.round,
        sheet.names,
        _name_state(question, whole, open=bool(items or shared)),
        key,
        sum(row.played for row in sheet.sheet.rows),
        sheet.sheet.totals,
        tuple(dict.fromkeys((*(say_item(one, lang) for one in items), *shared))),
        question,
        tuple(one.in_(lang) for one in (*said.values(), *([whole] if whole else ()))),
    )


def _name_state(question: Question | None, whole: Answer | None, *, open: bool) -> State:
    if whole is not None and whole.kind == "agrees":
        return "done"
    if question is not None:
        return "asks"
    return "waits" if open or whole is not None else "sure"


def _list_questions(evening: Evening, sheet: CountedSheet, items: Sequence[Waiting], lang: Lang) -> Iterator[Question]:
    """Yields the rows to look at, in the order of the paper."""
    for one in sorted((one for one in items if one.game is not None), key=lambda one: one.game or 0):
        view = view_item(evening, items, one.item, lang)
        if view is not None and view.kind == "row":
            yield _make_question(sheet, one, view, lang)


def _make_question(sheet: CountedSheet, one: Waiting, view: ItemView, lang: Lang) -> Question:
    """Asks for one number where only one is in doubt, else for the row."""
    rows = _list_possible(one, view.seats)
    differing = [seat for seat in range(len(view.seats)) if len({row[seat] for row in rows}) > 1]
    doubted = differing or [number for number, seat in enumerate(view.seats) if seat.doubtful]
    asked = doubted[0] if len(doubted) == 1 else None
    texts = [(row[asked] if asked is not None else " ".join(row)).replace("-", "−") for row in rows]
    seats = tuple(
        AskedSeat(sheet.names[number], _make_address(sheet, seat), number in doubted)
        for number, seat in enumerate(view.seats)
    )
    name = "" if asked is None else sheet.names[asked]
    return Question(one.item, say_item(one, lang), seats, name, tuple(dict.fromkeys(texts))[:MOST_CHOICES])


def _list_possible(one: Waiting, seats: Sequence[SeatView]) -> list[tuple[str, ...]]:
    """The rows that may have been meant, as texts by seat: the proposals, then what is written, where it is legible."""
    offered = [points for points in (one.proposal, *(offer.points for offer in one.offers)) if points is not None]
    rows = [tuple("0" if value is None else write_points(value) for value in points) for points in offered]
    written = tuple(seat.written for seat in seats)
    inked = [tuple(write_points(int(text)) for text in written)] if all(map(_is_number, written)) else []
    return list(dict.fromkeys((*rows, *inked)))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[-+]?\d{1,3}", text) is not None


def _make_address(sheet: CountedSheet, seat: SeatView) -> str:
    if not seat.field:
        return ""
    return f"/foto/bild/{quote(find_key(sheet.sheet.source))}/{quote(seat.field)}?v={make_version(sheet)}"


AtTable = Annotated[Visit, Depends(admit("table"))]


@router.get("/bild/{key}/{field}")
def serve_own_field(visit: AtTable, key: str, field: str) -> Response:
    """The ink of one seat; a table sees its own sheet only."""
    evening = visit.open()
    sheet = require(_find_own(visit, evening, key))
    reading = next((one for row in sheet.sheet.rows for one in row.source.cells if one and one.id == field), None)
    return answer_picture(visit.desk.pictures.cut_cell(evening, sheet.sheet.source, require(reading), "close"))


def _find_own(visit: Visit, evening: Evening, key: str) -> CountedSheet | None:
    """The sheet, if the visitor is its table and sent a photograph of it."""
    table, sheet = visit.visitor.access.table, find_sheet(evening, key)
    if sheet is None or table is None:
        return None
    own = _find_own_sheets(visit, evening, table)
    return sheet if sheet in own.values() else None


def _write_numbers(said: str) -> str:
    """The numbers as players write them, whatever was typed; answers 422 for anything else."""
    if not _NUMBERS.fullmatch(said):
        raise HTTPException(422)
    return " ".join(write_points(int(one)) for one in said.replace("\N{MINUS SIGN}", "-").split())


@router.post("/antwort")
def note_answer(
    visit: AtTable,
    key: Annotated[str, Form(max_length=100)],
    kind: Annotated[Kind, Form()],
    item: Annotated[str, Form(max_length=100)] = "",
    name: Annotated[str, Form(max_length=200)] = "",
    said: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Keeps what the table says of its sheet, or of a row of it."""
    sheet = require(_find_own(visit, visit.open(), key))
    words, about_row = tidy_text(said), kind in ("number", "row", "unknown")
    if about_row and not item.startswith(f"{key}."):
        raise HTTPException(422)
    if kind in ("number", "row"):
        words = _write_numbers(words)
    if name and name not in sheet.names:
        raise HTTPException(422)
    answer = Answer(kind, visit.visitor.access.table or 0, sheet.sheet.source.photo_sha256, words, name)
    visit.desk.answers.note(item if about_row else key, answer)
    visit.desk.publish_change()
    return RedirectResponse("/foto", 303)
