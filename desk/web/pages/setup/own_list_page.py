"""Eigene Liste: a club shows its own list with one photograph, says what stands in the columns, and looks at what is
read. From then on photographs of that list are read and judged as our own sheets are.

The list lies in the tournament's file. A former evening's can be taken over as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any, Final

from fastapi import APIRouter, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.web.known_lists import find_known_list, list_known_lists
from desk.web.list_lessons import Lesson, ListAnswers, ToldList
from desk.web.page_kit import Organiser, ReviewForm, Typed, Visit, read_number, require
from desk.web.pages.review.picture_addresses import answer_picture
from desk.web.pages.setup.list_answers import (
    EACH,
    IN_TURNS,
    ask_about_columns,
    describe_question,
    list_read_rows,
    read_list_answers,
    suggest_answers,
)
from desk.web.pages.setup.list_picture import draw_list, mark_tables
from desk.workers.read_photos import load_own_list
from templates.foreign.column_roles import BY_KEY, ROLES
from templates.foreign.guess_layout import guess_layout
from templates.foreign.layout_draft import write_layout
from templates.foreign.layout_file import PLAIN_STYLES, write_plain_layout
from templates.layout import LayoutFault
from texts.languages import Lang
from texts.sentences import SpokenError, say, say_on_page, tidy_text
from tournament.errors import RefusedOrder
from tournament.filing.entering import enter_change
from tournament.filing.opened.filed_sheets import list_sheets
from tournament.filing.setup.opening_entries import make_own_list
from tournament.judging.judged_sheet import JudgedSheet
from tournament.record.entries import Entry
from tournament.record.opening_facts import ListSet
from tournament.record.replay import Tournament, replay
from tournament.record.store import Store

ADDRESS: Final = "/eigene-liste"
router = APIRouter(prefix=ADDRESS)
MOST_PHOTO: Final = 40 * 1024 * 1024
MOST_NAMED: Final = 80
_LAYOUT = "eigene-liste"
_LEAST_GAMES, _MOST_GAMES = 3, 99
_MOSTLY = 0.5
"""Share of the games on a filled list whose rows must add up: below it the columns are probably something else."""


@router.get("")
def show_own_list(visit: Organiser, tabelle: str = "", neu: str = "") -> Response:
    """The list that is read, or the lesson as far as it is. `tabelle`: the chosen table; `neu`: columns are to be said
    anew, or a photograph to be sent."""
    return _show(visit, read_number(tabelle), again=bool(neu))


@router.post("")
def receive_list_photo(visit: Organiser, photo: UploadFile) -> Response:
    """Begins with a photograph of the list."""
    name = tidy_text(PurePath(photo.filename or "").name)[:MOST_NAMED]
    data = photo.file.read(MOST_PHOTO + 1)
    if not data or len(data) > MOST_PHOTO:
        key = "ownlist.refusal.too-many-bytes" if data else "ownlist.refusal.no-photo"
        return _show(visit, refusal=say(visit.lang, key), again=True)
    visit.desk.lists.begin(name, data)
    return RedirectResponse(ADDRESS, 303)


@router.get("/bild/{word}/{which}")
def serve_list_picture(visit: Organiser, word: str, which: int) -> Response:
    """The photograph (0), or one of its tables straightened."""
    lesson = require(visit.desk.lists.find(word))
    pictures = (require(lesson.photo).jpeg, *(table.jpeg for table in lesson.tables))
    return answer_picture(dict(enumerate(pictures)).get(which))


@router.post("/spalten")
def answer_columns(visit: Organiser, form: ReviewForm) -> Response:
    """What stands in the columns, and which rows are games; begins the proof."""
    lesson = visit.desk.lists.find(form.get("word", ""))
    if lesson is None or not lesson.tables or lesson.is_busy:
        return _show(visit, refusal=say(visit.lang, "ownlist.refusal.other-photo"))
    table = min(max(read_number(form.get("table", "")) or 1, 1), len(lesson.tables))
    answers = read_list_answers(lesson.tables[table - 1].seen, form)
    state = replay(visit.desk.store.read_entries())
    try:
        text = _write_list(state, lesson, table, answers, visit.lang)
    except LayoutFault:
        return _show(visit, table, say(visit.lang, "ownlist.refusal.layout"), answers)
    except SpokenError as refused:
        return _show(visit, table, visit.explain(refused), answers)
    visit.desk.lists.tell(lesson, ToldList(table, answers, text), state.opening.rules)
    return RedirectResponse(ADDRESS, 303)


def _write_list(state: Tournament, lesson: Lesson, table: int, answers: ListAnswers, lang: Lang) -> str:
    """The text of the layout that the answers make. Raises `SpokenError` for answers that make none."""
    rows = answers.rows
    if answers.unsaid:
        raise RefusedOrder("ownlist.refusal.unsaid", columns=answers.unsaid)
    if not _LEAST_GAMES <= rows.last - rows.first + 1 <= _MOST_GAMES or rows.first <= rows.sums <= rows.last:
        raise RefusedOrder("ownlist.refusal.rows", least=_LEAST_GAMES, most=_MOST_GAMES)
    roles = {column: BY_KEY[role] for column, role in answers.roles.items()}
    text = write_layout(guess_layout(lesson.tables[table - 1].seen, _LAYOUT, "", roles, rows), lesson.name, lang)
    if text != state.opening.own_list:
        make_own_list(state, text)
    return text


@router.post("/nehmen")
def use_own_list(visit: Organiser, word: Typed) -> Response:
    """From now on photographs of this list are read, and those again that showed nothing so far."""
    lesson = visit.desk.lists.find(word)
    if lesson is None or lesson.stage != "proved" or lesson.told is None:
        return _show(visit, refusal=say(visit.lang, "ownlist.refusal.other-photo"))
    return _set_list(visit, lesson.told.layout_toml)


@router.post("/papier")
def use_plain_paper(visit: Organiser, style: Typed, seats: Typed = "") -> Response:
    """From now on lists on paper without a table are read. `style`: what their numbers are; `seats`: "" for any."""
    if style not in PLAIN_STYLES:
        return _show(visit, refusal=say(visit.lang, "ownlist.refusal.style"))
    return _set_list(visit, write_plain_layout(style, read_number(seats) or 0))


@router.post("/frueher")
def use_known_list(visit: Organiser, evening: Typed) -> Response:
    """The list of a former evening."""
    known = find_known_list(evening)
    if known is None:
        return _show(visit, refusal=say(visit.lang, "ownlist.refusal.gone"))
    return _set_list(visit, known.layout_toml)


@router.post("/keine")
def stop_own_list(visit: Organiser) -> Response:
    """No list of the club's own any more."""
    return _set_list(visit, "")


@router.post("/verwerfen")
def drop_lesson(visit: Organiser) -> Response:
    """Ends the lesson; the list that was read before stays."""
    visit.desk.lists.drop()
    return RedirectResponse(ADDRESS, 303)


def _set_list(visit: Visit, layout_toml: str) -> Response:
    try:
        if replay(visit.desk.store.read_entries()).opening.own_list != layout_toml:
            enter_change(visit.desk.store, lambda state: make_own_list(state, layout_toml), visit.by)
    except SpokenError as refused:
        return _show(visit, refusal=visit.explain(refused))
    visit.desk.lists.drop()
    if layout_toml:
        visit.desk.inbox.accept_unknown()
    return RedirectResponse(ADDRESS, 303)


def _show(
    visit: Visit,
    table: int | None = None,
    refusal: str = "",
    answers: ListAnswers | None = None,
    *,
    again: bool = False,
) -> Response:
    """The lesson as far as it is. `answers`: what was just said of the table; `again`: it is to be said anew."""
    lesson, status = visit.desk.lists.lesson, 409 if refusal else 200
    if lesson is not None and lesson.refusal is not None and not again:
        refusal = refusal or say_on_page(lesson.refusal, visit.lang)
    if lesson is None or lesson.stage == "refused":
        return visit.show_live("own_list", status, stage="first", refusal=refusal, **_describe_now(visit))
    if lesson.is_busy:
        return visit.show_live("own_list", status, stage=lesson.stage, refusal=refusal, lesson=lesson)
    if lesson.proof is not None and not again and not refusal:
        return visit.show_live("own_list", stage="proved", refusal="", lesson=lesson, **_describe_proof(lesson.proof))
    chosen = lesson.told.table if table is None and lesson.told else table
    values = _describe_table(visit.lang, lesson, chosen, answers)
    return visit.show_live("own_list", status, refusal=refusal, lesson=lesson, **values)


def _describe_now(visit: Visit) -> dict[str, Any]:
    """The list that is read now, if any, and those of former evenings."""
    entries = visit.desk.store.read_entries()
    opening = replay(entries).opening
    known = [one for one in list_known_lists(visit.desk.where) if one.layout_toml != opening.own_list]
    layout = load_own_list(opening.own_list)
    said = layout.seats if layout is not None and layout.plain else opening.seats
    return {
        "layout": layout,
        "known": [(one.id, one.say(visit.lang)) for one in known],
        "notations": PLAIN_STYLES,
        "possible": opening.rules.sheet.seats,
        "seats": said,
        "earlier": _count_earlier(visit.desk.store, entries),
    }


def _count_earlier(store: Store, entries: Sequence[Entry]) -> int:
    """How many lists were read by what was said before the list that is read now."""
    said = max((entry.number for entry in entries if isinstance(entry.fact, ListSet)), default=0)
    lists = (one for one in list_sheets(store, entries) if one.written.code is None and one.written.typed is None)
    return sum(one.entry < said for one in lists)


def _describe_table(lang: Lang, lesson: Lesson, chosen: int | None, answers: ListAnswers | None) -> dict[str, Any]:
    """The tables to choose from; of the chosen one its picture and the questions."""
    tables, photo = mark_tables(lesson.tables), require(lesson.photo)
    if len(tables) == 1:
        chosen = 1
    if chosen is None or not 1 <= chosen <= len(tables):
        return {"stage": "tables", "tables": tables, "size": photo.size_px}
    shown = lesson.tables[chosen - 1]
    told = lesson.told.answers if lesson.told and lesson.told.table == chosen else None
    said, questions = answers or told or suggest_answers(shown.seen), ask_about_columns(shown.seen)
    return {
        "stage": "telling",
        "table": chosen,
        "tables": tables,
        "picture": draw_list(shown, questions, said.roles, said.rows, lang),
        "questions": [describe_question(one, said.roles, lang) for one in questions],
        "roles": ROLES,
        "turns": IN_TURNS,
        "each": EACH,
        "rows": said.rows,
        "count": shown.seen.rows,
    }


def _describe_proof(sheet: JudgedSheet) -> dict[str, Any]:
    """What was read of the list's own photograph."""
    rows = list_read_rows(sheet)
    good = sum(row.good for row in rows)
    doubtful = bool(rows) and good < _MOSTLY * len(rows)
    fields = len(sheet.source.readings_by_id()) + len(sheet.source.head)
    return {"read": rows, "good": good, "fields": fields, "doubtful": doubtful, "seats": sheet.source.seats}
