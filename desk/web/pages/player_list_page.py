"""Adds players from a club's own list: a file, or text pasted from a spreadsheet. Before anything is written, the page
shows the meaning of each column and the doubtful rows.

The rows travel in the form, so nothing is kept here between two requests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import RedirectResponse, Response
from pydantic import TypeAdapter, ValidationError

from desk.web.page_kit import Organiser, Typed, Visit, read_number, say_on_page
from texts.languages import Lang
from texts.sentences import SpokenError, say, tidy_text
from tournament.errors import UnreadableTable
from tournament.evening.name_matching import find_look_alikes
from tournament.filing.entering import enter_change
from tournament.filing.player_columns import KINDS, Columns, Kind
from tournament.filing.player_entries import make_list_joining
from tournament.filing.player_lists import PlayerList, choose_sheet, read_list
from tournament.given_tables import GivenRow, GivenSheet, parse_text, read_sheets
from tournament.record.replay import replay

router = APIRouter()
MOST_BYTES = 900_000
"""Of a file: so much goes through a form, and comes back with its rows."""
MOST_NAMED = 80
"""Letters of a file's name in a sentence."""
_MOST_ROWS = 400
"""Rows that the preview shows; doubtful rows further down are still named."""
_MOST_PAIRS = 5
_ROWS: TypeAdapter[tuple[GivenRow, ...]] = TypeAdapter(tuple[GivenRow, ...])
Pasted = Annotated[str, Form(max_length=500_000)]


@dataclass(frozen=True, slots=True)
class Given:
    """The content of the form. `kinds`: the kind that a person chose for each column, () for none yet; `head`: the row
    number of the heading, None for none; `left_out`: rows that are no players."""

    name: str
    sheet: GivenSheet
    kinds: tuple[Kind, ...] = ()
    head: int | None = None
    left_out: frozenset[int] = frozenset()

    def read(self) -> PlayerList:
        """The list of players in these rows."""
        if not self.kinds:
            return read_list(self.sheet, self.name)
        heads = [at for at, row in enumerate(self.sheet.rows) if row.number == self.head]
        once = tuple(kind if kind not in self.kinds[:at] else "" for at, kind in enumerate(self.kinds))
        return read_list(self.sheet, self.name, Columns(heads[0] if heads else -1, once), self.left_out)


@router.get("/spielerliste")
def ask_list(visit: Organiser) -> Response:
    """The form for a file or a pasted table."""
    return _show(visit)


@router.post("/spielerliste")
def look_at_list(visit: Organiser, listed: UploadFile | None = None, text: Pasted = "", sheet: Typed = "") -> Response:
    """Shows how the list would be read; nothing is written."""
    try:
        given = _read_sent(visit, listed, text, sheet.strip())
    except SpokenError as refused:
        return _show(visit, refusal=visit.explain(refused), text=text, sheet=sheet)
    return _show(visit, given)


@router.post("/spielerliste/spalten")
def answer_choice(
    visit: Organiser,
    rows: Pasted,
    name: Typed,
    table: Typed = "",
    kind: Annotated[list[str], Form()] = [],  # noqa: B006 - FastAPI copies it
    head: Typed = "",
    out: Annotated[list[int], Form()] = [],  # noqa: B006
    go: Typed = "",
) -> Response:
    """Shows the list with the person's choices; with `go` enters the players, unless a row is still in doubt."""
    try:
        kept = tuple(GivenRow(row.number, tuple(map(tidy_text, row.cells))) for row in _ROWS.validate_json(rows))
    except ValidationError:
        return _show(visit, refusal=say(visit.lang, "web.list.gone"))
    kinds = tuple(_read_kind(one) for one in kind)
    given = Given(tidy_text(name)[:MOST_NAMED], GivenSheet(table, kept), kinds, read_number(head), frozenset(out))
    found = given.read()
    if not go or found.doubts:
        return _show(visit, given)
    try:
        change, _ = enter_change(visit.desk.store, lambda state: make_list_joining(state, found.players), visit.by)
    except SpokenError as refused:
        return _show(visit, given, visit.explain(refused))
    return RedirectResponse(f"/spieler?listed={change.said.gaps['count']}", 303)


def _read_kind(said: str) -> Kind:
    return next((kind for kind in KINDS if kind == said), "")


def _read_sent(visit: Visit, listed: UploadFile | None, text: str, wanted: str) -> Given:
    """The table that was sent or pasted. A refusal uses the visitor's name of the file."""
    pasted = say(visit.lang, "web.list.pasted")
    if listed is None or not listed.filename:
        return Given(pasted, GivenSheet("", parse_text(Path(pasted), text)))
    name = tidy_text(PurePath(listed.filename).name)[:MOST_NAMED]
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / f"liste{PurePath(name).suffix[:8]}"
        path.write_bytes(listed.file.read(MOST_BYTES + 1))
        try:
            return Given(name, choose_sheet(read_sheets(path), name, wanted))
        except UnreadableTable as error:
            raise UnreadableTable(error.phrase.key, **{**error.phrase.gaps, "path": name}) from error


def _show(visit: Visit, given: Given | None = None, refusal: str = "", text: str = "", sheet: str = "") -> Response:
    known = [player.name for player in replay(visit.desk.store.read_entries()).players]
    preview = describe_list(given, known, visit.lang, "/spielerliste/spalten") if given else None
    status = 409 if refusal else 200
    return visit.show("player_list.html", status, refusal=refusal, text=text, sheet=sheet, preview=preview)


def describe_list(given: Given, known: Sequence[str], lang: Lang, action: str) -> Mapping[str, object]:
    """The values for `player_list_part.html`. `known`: names of those who take part already; `action`: the address to
    which the choice of columns is sent."""
    found = given.read()
    names = [one.name for one in found.listed]
    width = max((len(row.cells) for row in given.sheet.rows), default=0)
    columns = found.columns or Columns(-1, ())
    doubtful = {row for doubt in found.doubts for row in doubt.rows}
    return {
        "action": action,
        "name": given.name,
        "table": given.sheet.name,
        "rows": _ROWS.dump_json(given.sheet.rows).decode(),
        "shown": given.sheet.rows[:_MOST_ROWS],
        "head": given.sheet.rows[columns.head].number if columns.head >= 0 else None,
        "kinds": (*columns.kinds, *[""] * width)[:width],
        "all_kinds": KINDS,
        "out": given.left_out,
        "doubtful": doubtful,
        "doubts": [say_on_page(doubt.why, lang) for doubt in found.doubts],
        "notes": [say_on_page(note, lang) for note in found.notes],
        "count": sum(one.row not in doubtful for one in found.listed),
        "taken": {one.row for one in found.listed},
        "alike": find_look_alikes([*names, *known], names)[:_MOST_PAIRS] if names else (),
    }
