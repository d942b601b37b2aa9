"""Takes corrections from a workbook that was typed into: shows first what would be entered, item by item, and what not
and why. Nothing is written before somebody presses the button below it.

The workbook waits here meanwhile. When the button is pressed it is read anew, and what it says by then must be what was
shown: else the page shows it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Annotated, Final

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import RedirectResponse, Response

from desk.exits import WrongUse
from desk.web.handout_shelf import Brought
from desk.web.page_kit import MOST_WORKBOOK, Organiser, Visit, read_number
from texts.item_ids import spell_place
from texts.languages import Lang
from texts.sentences import SpokenError, say, say_on_page, tidy_text
from tournament.errors import UnreadableTable
from tournament.evening.item_names import name_row_item
from tournament.filing.opened.open_evening import Evening
from tournament.filing.stories.chronicle import Chronicle
from tournament.given_workbooks import refuse_locked
from tournament.handout.workbook.corrections import AUTHOR, Taken, take_workbook
from tournament.handout.workbook.excel_file import find_origin
from tournament.record.entries import hash_bytes, seal_facts
from tournament.record.facts import Decided
from tournament.record.record_errors import ChangedMeanwhile
from tournament.remarks import RowText

ADDRESS: Final = "/aushang/mappe"
router = APIRouter(prefix=ADDRESS)
MOST_NAMED: Final = 80
"""Letters of a file's name in a sentence."""
MOST_TOLD: Final = 200
"""Sentences on what is not taken; a table pasted over the sheet would give thousands."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One entry that the workbook would bring. `before`: what counts until then, "" where that is no row; `reason`: as
    typed, "" for none."""

    words: str
    before: str
    reason: str


@router.get("")
def ask_workbook(visit: Organiser, taken: str = "") -> Response:
    """The form; `taken`: how many corrections were just taken over."""
    return _show(visit, done=read_number(taken))


@router.post("")
def look_at_workbook(visit: Organiser, workbook: UploadFile) -> Response:
    """Shows what the workbook would bring; nothing is written."""
    name = tidy_text(PurePath(workbook.filename or "").name)[:MOST_NAMED]
    if not name:
        return _show(visit, refusal=say(visit.lang, "handouts.take.no-file"))
    book = Brought(name, workbook.file.read(MOST_WORKBOOK + 1))
    return _show_book(visit, book, visit.desk.brought.keep(book))


@router.post("/uebernehmen")
def take_over(visit: Organiser, word: Annotated[str, Form()], shown: Annotated[str, Form()]) -> Response:
    """Enters the corrections that were shown. `shown`: their mark."""
    book = visit.desk.brought.find(word)
    if book is None:
        return _show(visit, refusal=say(visit.lang, "handouts.take.gone"))
    evening = visit.open()
    taken = _read_book(evening, book)
    as_shown = _mark(_list_corrections(evening, taken, visit.lang)) == shown
    try:
        if as_shown:
            visit.desk.store.append(taken.facts, by=AUTHOR, seen=evening.tournament.head)
    except ChangedMeanwhile:
        as_shown = False
    if not as_shown:
        return _show_book(visit, book, word, say(visit.lang, "handouts.take.changed"))
    visit.desk.brought.drop(word)
    return RedirectResponse(f"{ADDRESS}?taken={len(taken.facts)}", 303)


def _read_book(evening: Evening, book: Brought) -> Taken:
    """What the workbook would bring now. Raises UnreadableTable and WrongUse, which name it as its sender does."""
    with TemporaryDirectory(prefix="kiebitz-") as folder:
        path = Path(folder) / "mappe.xlsx"
        path.write_bytes(book.data)
        try:
            refuse_locked(path)
            if find_origin(path) == "foreign":
                raise WrongUse("decisions.take.foreign", path=book.name)
            return take_workbook(evening, path)
        except UnreadableTable as error:
            raise UnreadableTable(error.phrase.key, **{**error.phrase.gaps, "path": book.name}) from error


def _mark(corrections: Sequence[Correction]) -> str:
    """The mark of what was shown: another one for whatever else would be entered."""
    return hash_bytes(repr(corrections).encode())


def _list_corrections(evening: Evening, taken: Taken, lang: Lang) -> list[Correction]:
    """Each entry that would be written, in the words of the record."""
    made = [entry for entry, _ in seal_facts(taken.facts, AUTHOR, evening.tournament.head)]
    chronicle, now = Chronicle((*evening.entries, *made), evening.tournament), _list_rows(evening)
    lines = [(entry.fact, chronicle.describe(entry, lang)) for entry in made]
    before = [now.get(fact.item) if isinstance(fact, Decided) else None for fact, _ in lines]
    return [
        Correction(line.words, row.spell(lang) if row else "", line.reason)
        for (_, line), row in zip(lines, before, strict=True)
    ]


def _list_rows(evening: Evening) -> Mapping[str, RowText]:
    """By its item what each row counts now."""
    return {
        name_row_item(entry.sheet.source, row.game): RowText(row.points, row.solo, row.offence, "–")
        for entry in evening.book.entries
        for row in entry.sheet.rows
    }


def _show_book(visit: Visit, book: Brought, word: str, note: str = "") -> Response:
    evening = visit.open()
    try:
        taken = _read_book(evening, book)
    except SpokenError as refused:
        return _show(visit, refusal=visit.explain(refused))
    corrections = _list_corrections(evening, taken, visit.lang)
    left = [(spell_place(item, visit.lang), say_on_page(why, visit.lang)) for item, why in taken.left_out]
    return visit.show(
        "taking.html",
        409 if note else 200,
        book=book.name,
        word=word,
        shown=_mark(corrections),
        corrections=corrections,
        left=left[:MOST_TOLD],
        more=len(left) - MOST_TOLD,
        refusal=note,
        done=None,
    )


def _show(visit: Visit, refusal: str = "", done: int | None = None) -> Response:
    return visit.show("taking.html", 409 if refusal else 200, book="", refusal=refusal, done=done)
