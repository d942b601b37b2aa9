"""Adds players from a club's own list: pasted or typed, from a file, or from a former evening.

The page shows what was understood and asks about each doubtful row, with the likelier answer chosen; nothing is written
before the button that names how many players it takes. The list travels in the form, so nothing is kept here between
two requests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.web.page_kit import Organiser, Typed, Visit, read_number
from desk.web.pages.results.season_page import list_files
from desk.web.pages.setup.given_lists import (
    MOST_LETTERS,
    Asked,
    Given,
    Understood,
    read_former,
    read_sent_list,
    understand,
)
from desk.web.setup_steps import list_steps, say_tables
from texts.languages import Lang
from texts.sentences import SpokenError, say, say_on_page
from tournament.errors import UnreadableTable
from tournament.evening.name_matching import find_look_alikes, make_name_key
from tournament.filing.entering import enter_change
from tournament.filing.setup.player_columns import KINDS, Columns, Kind
from tournament.filing.setup.player_entries import make_list_joining
from tournament.record.replay import Tournament, replay

router = APIRouter()
MOST_ASKED = 40
"""Questions that are shown; a list with more is to be tidied first."""
_FIRST, _MOST_ROWS = 5, 400
"""Rows that the preview shows at once, and at all."""
_MOST_PAIRS = 5
_ANSWER = re.compile(r"answer(\d{1,6})")


async def read_answers(request: Request) -> Mapping[int, bool]:
    """What was answered, by the row that the question is about: whether it stays."""
    form = await request.form()
    found = ((_ANSWER.fullmatch(name), value) for name, value in form.items())
    return {int(name[1]): value == "in" for name, value in found if name and value in ("in", "out")}


Pasted = Annotated[str, Form(max_length=2 * MOST_LETTERS)]
Answers = Annotated[Mapping[int, bool], Depends(read_answers)]


@router.get("/spielerliste")
def ask_list(visit: Organiser) -> Response:
    """The field for a list, and the other ways to give one."""
    return _show(visit)


@router.post("/spielerliste")
def look_at_list(
    visit: Organiser,
    answers: Answers,
    listed: UploadFile | None = None,
    former: Typed = "",
    text: Pasted = "",
    sheet: Typed = "",
    mark: Typed = "",
    kind: Annotated[list[str], Form()] = [],  # noqa: B006 - FastAPI copies it
    head: Typed = "",
    *,
    settled: Annotated[bool, Form()] = False,
    go: Typed = "",
) -> Response:
    """Shows how the list is read; with `go`, the number that the button named, enters so many players."""
    try:
        new = _read_source(visit, listed, former, sheet.strip())
        given = Given(say(visit.lang, "setup.list.yours"), text.replace("\r\n", "\n") if new is None else new)
        if len(given.text) > MOST_LETTERS:
            raise UnreadableTable("setup.too-large", path=given.name)
        if new is None and mark == given.mark:  # else the answers are about other rows
            given = replace(
                given, kinds=tuple(map(_read_kind, kind)), head=read_number(head), settled=settled, answers=answers
            )
        found = understand(given, [one.name for one in replay(visit.desk.store.read_entries()).players])
        if go and new is None and found.is_clear and go == str(len(found.players.listed)):
            return _enter(visit, found)
    except SpokenError as refused:
        return _show(visit, refusal=visit.explain(refused), text=text)
    open_ = go and new is None and any(one.stays is None for one in found.asked)
    return _show(visit, given, found, say(visit.lang, "setup.list.unanswered") if open_ else "", came=new is not None)


def _read_kind(said: str) -> Kind:
    return next((kind for kind in KINDS if kind == said), "")


def _enter(visit: Visit, found: Understood) -> Response:
    """Writes the players; goes on to the draw where none was made yet."""
    change, _ = enter_change(visit.desk.store, lambda state: make_list_joining(state, found.players), visit.by)
    state = replay(visit.desk.store.read_entries())
    first = list_steps(state, "players") and not state.draws
    return RedirectResponse("/auslosung" if first else f"/spieler?listed={change.said.gaps['count']}", 303)


def _read_source(visit: Visit, listed: UploadFile | None, former: str, wanted: str) -> str | None:
    """The text of a list that comes from a file or a former evening; None where it is in the field. Raises
    `SpokenError`."""
    if listed is not None and listed.filename:
        return read_sent_list(listed, wanted)
    path = next((path for path in _list_former(visit) if former == path.name), None)
    return None if path is None else read_former(path)


def _list_former(visit: Visit) -> list[Path]:
    """Evenings in the same folder, without this one."""
    own = Path(visit.desk.where).resolve()
    return [one.path for one in list_files(visit.desk) if one.beside and one.path != own]


def _show(
    visit: Visit,
    given: Given | None = None,
    found: Understood | None = None,
    refusal: str = "",
    text: str = "",
    *,
    came: bool = False,
) -> Response:
    """`came`: the text is new to the page, as it comes from a file."""
    state = replay(visit.desk.store.read_entries())
    return visit.show_live(
        "player_list",
        409 if refusal else 200,
        refusal=refusal,
        text=given.text if given else text,
        came=came,
        former=[path.name for path in _list_former(visit)],
        steps=list_steps(state, "players"),
        part=visit.is_partial,
        preview=describe_list(given, found, state, visit.lang) if given and found and given.text.strip() else None,
        players=len(state.players),
    )


def describe_list(given: Given, found: Understood, state: Tournament, lang: Lang) -> Mapping[str, object]:
    """The values for `player_list_part.html`."""
    known = [player.name for player in state.players]
    names = [one.name for one in found.players.listed]
    keys = {make_name_key(name) for name in known}
    new = sum(make_name_key(name) not in keys for name in names)
    rows = found.players.rows
    columns = found.players.columns or Columns(-1, ())
    width = max((len(row.cells) for row in rows[:_MOST_ROWS]), default=0)
    asked = found.asked[:MOST_ASKED]
    return {
        "mark": given.mark,
        "settled": given.settled,
        "questions": [_put_question(one, lang) for one in asked],
        "faults": [say_on_page(one.why, lang) for one in found.faults],
        "two": any(one.why.key == "book.list.two-columns" for one in found.faults),
        "too-many": len(found.asked) > MOST_ASKED,
        "notes": [say_on_page(note, lang) for note in found.players.notes[1:]],
        "count": len(names),
        "new": new,
        "tables": say_on_page(say_tables(len(known) + new, state), lang),
        "heads": [row.number for row in rows[:10]],
        "head": rows[columns.head].number if columns.head >= 0 else None,
        "kinds": (*columns.kinds, *[""] * width)[:width],
        "all_kinds": KINDS,
        "rows": rows[columns.head + 1 :][:_MOST_ROWS],
        "first": _FIRST,
        "taken": {one.row for one in found.players.listed},
        "alike": find_look_alikes([*names, *known], names)[:_MOST_PAIRS] if names else (),
    }


def _put_question(one: Asked, lang: Lang) -> Mapping[str, object]:
    """The question about a doubtful row, with the words of both answers."""
    kind = one.doubt.why.key.rpartition(".")[2]
    gaps = {**one.doubt.why.gaps, "count": len(one.doubt.rows) + 1}
    answers = ("out", "in") if one.doubt.may_stay else ("out",)
    return {
        "row": one.row,
        "words": say(lang, f"setup.ask.{kind}", **gaps),
        "answers": [(answer, say(lang, f"setup.answer.{kind}-{answer}", **gaps)) for answer in answers],
        "chosen": "" if one.stays is None else "in" if one.stays else "out",
    }
