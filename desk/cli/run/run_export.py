"""`kiebitz export`: the standings of a tournament's file for the wall, for phones, for Excel, for other programs.

`kiebitz take`: corrections typed into an exported workbook become decisions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from desk.cli.run.command_file import keep_status, open_book
from desk.exits import Status, WrongUse
from desk.inputs import find_author
from desk.outputs import JSON, PDF, XLSX, Kind, check_file, check_folder, write_json, write_whole
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.filing.open_evening import Evening
    from tournament.handout.workbook.worksheet import CropSource
    from tournament.record.store import Store
    from tournament.review.stage import Occasion


_HTML = Kind(".html", b'<meta name="generator" content="Kiebitz">')
_ODS = Kind(".ods", b"Kiebitz 1, tables")
_PAPERS = ("a4", "a3")


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """What the user asked for, as typed. `paper`: "" for A4, where the file is a PDF."""

    where: str
    output: Path
    paper: str
    by: str
    lang: Lang


@dataclass(frozen=True, slots=True)
class _Evening:
    """What every kind of file is made from."""

    order: ExportOrder
    store: Store
    evening: Evening
    occasion: Occasion


def export_standings(order: ExportOrder) -> Status:
    """Writes the file, or the folder of CSV files, and notes in the tournament's file what was handed out."""
    from tournament.filing.evening_status import FILE_LANG, find_occasion, list_posted, post_standings
    from tournament.record.entries import hash_file
    from tournament.record.facts import Exported
    from tournament.record.open_store import open_store

    write = _choose_writer(order)
    store = open_store(order.where)
    evening = open_book(store, order.lang)
    written = write(_Evening(order, store, evening, find_occasion(evening)))
    same = order.lang == FILE_LANG
    posted = list_posted(evening.book, evening.tournament) if same else post_standings(store)
    fact = Exported(written.name, hash_file(written), posted)
    store.append([fact], by=find_author(order.by))
    sys.stderr.write(say(order.lang, "wall.export.written", path=order.output) + "\n")
    return Status.DONE


Writer = Callable[[_Evening], Path]
"""Writes the result, and gives the file whose hash is kept: of a folder that with the standings."""


def _choose_writer(order: ExportOrder) -> Writer:
    """The writer for the file's ending, once it is sure that the file can be written and is nobody else's."""
    kinds: dict[str, tuple[Kind, Writer]] = {
        ".xlsx": (XLSX, _write_workbook),
        ".pdf": (PDF, _write_pdf),
        ".html": (_HTML, _write_web_page),
        ".json": (JSON, _write_json),
        ".ods": (_ODS, _write_open_document),
    }
    ending = order.output.suffix.lower()
    if order.paper and ending != ".pdf":
        raise WrongUse("wall.export.paper-of-pdf", path=order.output)
    if order.paper and order.paper.lower() not in _PAPERS:
        raise WrongUse("wall.export.unknown-paper", paper=order.paper, papers=_PAPERS)
    if order.output.is_dir() or not ending:
        return _prepare_folder(order)
    if ending not in kinds:
        raise WrongUse("wall.export.unknown-kind", path=order.output, kinds=tuple(kinds))
    kind, write = kinds[ending]
    check_file(order.output, kind)
    if kind is XLSX:
        from tournament.handout.workbook.make_workbook import refuse_foreign

        refuse_foreign(order.output)
    return write


def _prepare_folder(order: ExportOrder) -> Writer:
    from tournament.handout.tables_csv import refuse_foreign_tables

    check_folder(order.output)
    refuse_foreign_tables(order.output, order.lang)
    return _write_tables


def _write_workbook(given: _Evening) -> Path:
    from desk.outputs import place_workbook
    from tournament.handout.workbook.make_workbook import make_workbook

    made = datetime.now()  # noqa: DTZ005 - as the clock on the wall; a time zone may be one that Python refuses
    order, book = given.order, given.evening.book
    data = make_workbook(
        book,
        program=version("kiebitz"),
        made=made,
        lang=order.lang,
        crop=_cut_pictures(given),
        occasion=given.occasion,
    )
    return place_workbook(data, order.output, order.lang)


def _cut_pictures(given: _Evening) -> CropSource | None:
    """The pictures of rows and names: from the photographs that are found, else from the copies in the file."""
    from desk.pictures.cut_pictures import cut_crops, list_strips
    from desk.pictures.photo_copies import gather_photos
    from desk.workers.pool import Pool, count_workers

    with gather_photos(given.store, given.evening) as photos:
        if not photos.files:
            return None
        with Pool(count_workers(0, len(photos.files))) as pool:
            strips = list_strips(given.evening.book, given.order.lang)
            return cut_crops(strips, photos.files, pool, sizes=photos.sizes)


def _write_pdf(given: _Evening) -> Path:
    from tournament.handout.wall_list import make_wall_list
    from tournament.handout.wall_pdf import make_wall_pdf

    order = given.order
    wall = make_wall_list(given.evening.book, given.occasion)
    return _write_bytes(order.output, make_wall_pdf(wall, order.lang, order.paper.lower() or _PAPERS[0]))


def _write_web_page(given: _Evening) -> Path:
    from tournament.handout.phone_page import make_web_page
    from tournament.handout.wall_list import make_wall_list

    page = make_web_page(make_wall_list(given.evening.book, given.occasion), given.order.lang)
    return _write_bytes(given.order.output, page.encode("utf-8", errors="replace"))


def _write_json(given: _Evening) -> Path:
    from tournament.handout.wall_list import make_document, make_wall_list

    write_json(given.order.output, make_document(make_wall_list(given.evening.book, given.occasion)))
    return given.order.output


def _write_open_document(given: _Evening) -> Path:
    from tournament.handout.tables_csv import make_open_document

    data = make_open_document(given.evening.book, given.occasion, given.order.lang)
    return _write_bytes(given.order.output, data)


def _write_tables(given: _Evening) -> Path:
    from tournament.handout.tables_csv import write_tables

    return write_tables(given.evening.book, given.order.output, given.order.lang, given.occasion)[0]


def _write_bytes(target: Path, data: bytes) -> Path:
    write_whole(target, lambda draft: draft.write_bytes(data))
    return target


def take_corrections(where: str, workbook: Path, lang: Lang) -> Status:
    """Takes them over, and says what was not and why."""
    from tournament.handout.workbook.excel_file import find_origin
    from tournament.record.open_store import open_store

    _refuse_absent(workbook)
    if find_origin(workbook) == "foreign":
        raise WrongUse("decisions.take.foreign", path=workbook)
    store = open_store(where)
    evening = open_book(store, lang)
    taken = take_into(store, evening, workbook, lang)
    key = "decisions.take.taken" if taken else "decisions.take.nothing-new"
    sys.stderr.write(say(lang, key, count=taken) + "\n")
    if taken:
        keep_status(store, open_book(store, lang), lang)
    return Status.DONE


def _refuse_absent(workbook: Path) -> None:
    """Raises `UnreadableTable` for a file that is not there or may not be read."""
    from tournament.errors import UnreadableTable, find_reason

    try:
        workbook.open("rb").close()
    except OSError as error:
        raise UnreadableTable("files.unreadable", path=workbook, reason=find_reason(error)) from error


def take_into(store: Store, evening: Evening, workbook: Path, lang: Lang) -> int:
    """Writes the workbook's corrections into the file in one transaction, and says what was left out; returns how many
    there are."""
    from tournament.handout.workbook.corrections import AUTHOR, take_workbook

    taken = take_workbook(evening, workbook)
    for item, why in taken.told:
        sys.stderr.write(say(lang, "decisions.take.left-out", item=item, why=why) + "\n")
    if taken.facts:
        store.append(taken.facts, by=AUTHOR, seen=evening.tournament.head)
    return len(taken.facts)
