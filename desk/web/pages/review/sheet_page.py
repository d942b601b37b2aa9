"""Bogen: the straightened photograph of a sheet with its fields outlined by state, and details of one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Form, HTTPException
from fastapi.responses import RedirectResponse, Response

from desk.pictures.flat_sheet import SheetView
from desk.pictures.picture_shelf import list_fields, view_sheet
from desk.web.page_kit import Decider, Visit, require
from desk.web.pages.review.by_hand_page import view_typed
from desk.web.pages.review.picture_addresses import find_sheet, make_cell_address, make_sheet_address
from scanner.sheet_reading import Reading
from texts.field_ids import make_seat_id, parse_field
from texts.item_ids import parse_item
from texts.languages import Lang
from texts.sentences import SpokenError, say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, name_row_item, name_seat_item
from tournament.filing.opened.open_evening import Evening
from tournament.filing.stories.chronicle import Chronicle, ChronicleLine
from tournament.filing.stories.row_story import describe_audit, find_audited
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.written_sheet import WrittenSheet
from tournament.record.facts import Decided, Undone
from tournament.review.next_step import TableState

State = Literal["sure", "open", "decided"]

LEAST = 0.0005
"""Candidates below this probability would be written as 0.0 %, and are left out."""
CLEAR = 0.95
"""A reading with at least this chance needs nothing beside its ink."""
LEFT_OPEN = (("", 0.0),)


@dataclass(frozen=True, slots=True)
class FieldOutline:
    """A field in the picture of its sheet. `corners`: SVG points; `label`: the field's name for people."""

    field: str
    corners: str
    state: State
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """What a column or a row of a list without a table was taken for, `text`, and where it stands in the picture:
    `at`, below or right of which the column or the row begins."""

    text: str
    at: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """A sheet's picture with outlines. `size`: width and height in pixels, the scale of the outlines. `counts`: the
    number of fields by state. `columns`, `rows`: the marks of a list without a table, with what it was taken for,
    `said`."""

    key: str
    address: str
    size: tuple[int, int]
    fields: tuple[FieldOutline, ...]
    columns: tuple[Mark, ...] = ()
    rows: tuple[Mark, ...] = ()
    said: str = ""

    @property
    def letter(self) -> int:
        """The height of the marks' letters, in pixels of the picture."""
        return max(self.size) // 45

    @property
    def view(self) -> tuple[int, int, int, int]:
        """What is shown of the picture's plane: left, top, width and height; marks stand beside the picture."""
        side = 3 * self.letter if self.said else 0
        return -side, -side, self.size[0] + side, self.size[1] + side

    @property
    def counts(self) -> Mapping[State, int]:
        """The number of fields by state."""
        states: tuple[State, ...] = ("open", "decided", "sure")
        return {state: sum(one.state == state for one in self.fields) for state in states}

    def find_first(self, state: State) -> str:
        """The first field of that state, "" for none."""
        return next((one.field for one in self.fields if one.state == state), "")


@dataclass(frozen=True, slots=True)
class FieldView:
    """One field. `candidates`: possible readings with their probability; `item`: the item to decide it by, "" for none;
    `decided`: whether somebody did; `history`: the decisions about it. `audit`: its row as `kiebitz audit` explains it,
    None for a field outside the rows."""

    label: str
    text: str
    state: State
    picture: str
    candidates: tuple[tuple[str, float], ...]
    item: str
    audit: Mapping[str, Any] | None
    field: str
    decided: bool
    history: tuple[ChronicleLine, ...]

    @property
    def by_its_row(self) -> bool:
        """Whether the ink alone says too little, and the rest of its row settled it without a person."""
        return self.state == "sure" and self.audit is not None and (self.candidates or LEFT_OPEN)[0][1] < CLEAR

    @property
    def is_doubtful(self) -> bool:
        """Whether the field is open, and its ink may say more than one thing."""
        return self.state == "open" and (self.candidates or LEFT_OPEN)[0][1] < CLEAR


def view_outlines(evening: Evening, entry: CountedSheet, lang: Lang) -> SheetPicture:
    """The sheet with the outline of every field."""
    source, states = entry.sheet.source, find_states(evening, entry)
    view, labels = view_sheet(source, evening.tournament.opening.own_list), entry.make_labels(None)
    fields = tuple(
        FieldOutline(
            one.id,
            " ".join(f"{x},{y}" for x, y in view.place(one.quad_px)),
            states[one.id],
            labels.name_field(lang, one.id),
            one.text,
        )
        for one in list_fields(source)
    )
    picture = SheetPicture(find_key(source), make_sheet_address(entry, "bogen"), view.size, fields)
    return _mark_list(picture, entry, view, lang) if source.remarks else picture


def _mark_list(picture: SheetPicture, entry: CountedSheet, view: SheetView, lang: Lang) -> SheetPicture:
    """The picture of a list without a table, with the seats above their columns and the games beside their rows."""
    source, letter = entry.sheet.source, picture.letter
    heads = [one for one in source.names if one is not None]
    columns = tuple(
        Mark(say(lang, "ownlist.taken.seat", seat=seat), (view.place(head.quad_px)[0][0], -letter))
        for seat, head in enumerate(heads, 1)
    )
    firsts = {row.game: [view.place(one.quad_px) for one in row.source.cells if one] for row in entry.sheet.rows}
    rows = tuple(
        Mark(f"{game}", (-letter // 2, sum(y for _, y in quads[0]) // 4 + letter // 3))
        for game, quads in firsts.items()
        if quads
    )
    return replace(picture, columns=columns, rows=rows, said=say_remarks(source, lang))


def say_remarks(source: WrittenSheet, lang: Lang) -> str:
    """What was taken for what on a list without a table."""
    return say(lang, "ownlist.taken.line", said="; ".join(one.in_(lang) for one in source.remarks))


def find_states(evening: Evening, entry: CountedSheet) -> dict[str, State]:
    """By field id whether a person decided it, it is open, or neither."""
    states: dict[str, State] = dict.fromkeys((one.id for one in list_fields(entry.sheet.source)), "sure")
    for row in entry.sheet.rows:
        states |= dict.fromkeys(_list_decided(evening, entry, row), "decided")
        states |= dict.fromkeys(_list_open(row), "open")
    for seat in range(1, len(entry.names) + 1):
        if (
            name_seat_item(entry.sheet.source, seat) in evening.tournament.decisions
            and make_seat_id("name", seat) in states
        ):
            states[make_seat_id("name", seat)] = "decided"
    asked = {field for found in entry.sheet.open_matters for one in found for field in one.fields if field in states}
    return states | dict.fromkeys(asked, "open")


def _list_decided(evening: Evening, entry: CountedSheet, row: JudgedRow) -> list[str]:
    decided = name_row_item(entry.sheet.source, row.game) in evening.tournament.decisions
    return [one.id for one in row.source.readings] if decided else []


def _list_open(row: JudgedRow) -> list[str]:
    if row.status == "ok":
        return []
    asked = [one.id for one in row.source.readings if one.id in row.look]
    return asked or [one.id for one in row.source.cells if one is not None]


def view_field(evening: Evening, entry: CountedSheet, field: str, lang: Lang) -> FieldView | None:
    """The details of one field; None where the sheet has none of that name."""
    source = entry.sheet.source
    reading = next((one for one in list_fields(source) if one.id == field), None)
    if reading is None:
        return None
    row = next((row for row in entry.sheet.rows if reading in row.source.readings), None)
    item = name_row_item(source, row.game) if row else ""
    if (known := parse_field(field)).line == "name" and known.seat:
        item = name_seat_item(source, known.seat)
    return FieldView(
        entry.make_labels(None).name_field(lang, field),
        reading.text,
        find_states(evening, entry)[field],
        make_cell_address(entry, field),
        _list_candidates(reading),
        item,
        None if row is None else _explain_row(evening, entry, row, lang),
        field,
        item in evening.tournament.decisions,
        _list_history(evening, item, lang),
    )


def _list_history(evening: Evening, item: str, lang: Lang) -> tuple[ChronicleLine, ...]:
    chronicle = Chronicle(evening.entries, evening.tournament)
    numbers = {one.number for one in evening.entries if isinstance(one.fact, Decided) and one.fact.item == item}
    return tuple(
        chronicle.describe(one, lang)
        for one in evening.entries
        if one.number in numbers or (isinstance(one.fact, Undone) and one.fact.entry in numbers)
    )


def _list_candidates(reading: Reading) -> tuple[tuple[str, float], ...]:
    return tuple(pair for pair in reading.candidates if pair[1] >= LEAST)


def _explain_row(evening: Evening, entry: CountedSheet, row: JudgedRow, lang: Lang) -> Mapping[str, Any] | None:
    if entry.round is None or entry.table is None:
        return None
    audited = find_audited(evening, entry.round, entry.table, row.game)
    return describe_audit(audited, evening, lang) if audited.entry.number == entry.number else None


@dataclass(frozen=True, slots=True)
class ListedSheet:
    """A sheet among all others. `place`: its round and table in words, which are 0 where nobody knows; `open`: how many
    items are; `names`: who played, as short as can be told apart."""

    key: str
    place: str
    round: int
    table: int
    open: int
    names: tuple[str, ...]


router = APIRouter(prefix="/bogen")


@router.get("")
def list_sheets(visit: Decider) -> Response:
    """Every sheet that counts, with its number of open items."""
    sheets = [_list_sheet(one, visit.lang) for one in visit.open().book.entries]
    return visit.show("sheets.html", sheets=sorted(sheets, key=lambda one: (one.round == 0, one.round, one.table)))


def _list_sheet(entry: CountedSheet, lang: Lang) -> ListedSheet:
    key, names = find_key(entry.sheet.source), tuple(filter(None, entry.names))
    state = TableState(entry.table or 0, 1, entry.open_items, key, names=names)
    return ListedSheet(key, entry.title.in_(lang), entry.round or 0, state.table, entry.open_items, state.surnames)


@router.get("/{key}")
def show_sheet(visit: Decider, key: str, feld: str = "") -> Response:
    """The sheet; with `feld` that field beside it."""
    return _show(visit, key, feld)


@router.post("/{key}/zurueck")
def revert_decision(
    visit: Decider,
    key: str,
    item: Annotated[str, Form()],
    field: Annotated[str, Form()],
    seen: Annotated[int, Form()],
) -> Response:
    """Takes the decision on one of the sheet's items back, unless somebody changed the sheet meanwhile."""
    if parse_item(item).key != key:
        raise HTTPException(404)
    try:
        visit.take_back(item, "", seen)
    except SpokenError as refused:
        return _show(visit, key, field, visit.explain(refused))
    return RedirectResponse(f"/bogen/{quote(key)}?feld={quote(field)}#field", 303)


def _show(visit: Visit, key: str, field: str, refused: str = "") -> Response:
    evening = visit.open()
    entry = require(find_sheet(evening, key))
    if (typed := view_typed(entry, visit.lang)) is not None:
        place, names, totals = entry.title.in_(visit.lang), entry.call_seats(visit.lang), entry.sheet.totals
        return visit.show("typed_sheet.html", view=typed, place=place, names=names, totals=totals)
    view = require(view_field(evening, entry, field, visit.lang)) if field else None
    seen = evening.tournament.head.number
    if visit.is_partial:
        return visit.show("sheet_field_part.html", field=view, key=key, seen=seen)
    return visit.show(
        "sheet.html",
        409 if refused else 200,
        picture=view_outlines(evening, entry, visit.lang),
        place=entry.title.in_(visit.lang),
        at=(entry.round or 0, entry.table or 0),
        names=entry.call_seats(visit.lang),
        totals=entry.sheet.totals,
        field=view,
        chosen=field,
        key=key,
        seen=seen,
        refused=refused,
    )
