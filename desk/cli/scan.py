"""`kiebitz scan`: photographs in, a checked workbook out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.cli.readings import ReadSettings, check_beforehand, is_unread, read_all, tell_problem, tell_unread
from desk.crash_log import write_log
from desk.exits import NothingReadable, Status, WrongUse
from desk.outputs import JSON, XLSX, check_file, check_folder, write_json
from desk.photos import expand_photos
from desk.rules import load_rules
from desk.workers.pool import Pool, count_workers
from desk.workers.reading import JUDGE, READER
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from tournament.evening.book import Book
    from tournament.evening.roster import Roster

PROGRAM = version("kiebitz")


@dataclass(frozen=True, slots=True)
class ScanOrder:
    """What the user asked for, as typed: the files to read, the files to write, and how."""

    photos: tuple[Path, ...]
    rules: str
    output: Path
    report: Path | None
    players: Path | None
    names: Path | None
    draw: Path | None
    round: int | None
    table: int | None
    layout: Path | None
    csv: Path | None
    strict: bool
    debug: Path | None
    jobs: int
    lang: Lang


def scan_photos(order: ScanOrder) -> Status:
    """Reads, judges, writes and shows. Raises Stop and other errors that say themselves."""
    photos = expand_photos(order.photos)
    with Pool(count_workers(order.jobs, len(photos)), preload=(*READER, *JUDGE)) as pool:
        return _scan(order, photos, pool)


def _scan(order: ScanOrder, photos: tuple[Path, ...], pool: Pool) -> Status:
    """Everything is checked before a photograph is read; the workbook comes before the report, and the screen last."""
    from desk.cli.summary import show_summary
    from desk.workers.judging import make_judge
    from tournament.evening.book import keep_book
    from tournament.evening.unchecked import build_from_book

    rules = load_rules(order.rules)
    roster = _read_roster(order)
    settings = ReadSettings(order.layout, order.debug, pool, order.lang, roster.drawn_names)
    _check_outputs(order, photos)
    check_beforehand(settings, order.photos)
    readings = list(read_all(photos, settings))
    files = {reading.photo_sha256: photo for photo, reading in readings}
    book = keep_book(
        rules, [reading for _, reading in readings], roster, order.lang, given=(order.round, order.table),
        judge=make_judge(pool), log=write_log,
    )
    book, report = build_from_book(book, partial(_make_report, order), write_log)
    _tell_unused(order, book)
    if any(is_unread(reading) for _, reading in readings):
        tell_unread(order.lang)
    if not book.entries:
        _write_report(order, report)
        raise NothingReadable(photos=len(photos))
    _tell_strays(order, book, roster)
    _tell_other_places(order, book)
    written, workbook = _write_tables(order, book, files, pool)
    if written is not book:  # a sheet failed in the workbook only
        _tell_unused(order, written, book)
        report = _make_report(order, written)
    _write_report(order, report)
    show_summary(written, workbook, order.lang)
    return Status.REVIEW if order.strict and written.needs_person else Status.DONE


def _make_report(order: ScanOrder, book: Book) -> dict[str, Any]:
    from tournament.workbook.report import make_report

    return make_report(book, program=PROGRAM, lang=order.lang)


def _write_report(order: ScanOrder, report: dict[str, Any]) -> None:
    """Writes the report. This comes after the workbook: a report that cannot be written must not cost the workbook."""
    if order.report is not None:
        write_json(order.report, report)


def _tell_unused(order: ScanOrder, book: Book, before: Book | None = None) -> None:
    """Says which photographs are not counted, and why, except those that the book `before` had told already."""
    for unused in book.unusable[len(before.unusable) if before else 0:]:
        tell_problem(unused.photo, unused.problem, order.lang)


def _write_tables(order: ScanOrder, book: Book, files: dict[str, Path], pool: Pool) -> tuple[Book, Path]:
    """Writes the workbook and the CSV files; returns the book that they show, and where the workbook is."""
    from datetime import datetime

    from desk.cli.workbook_file import place_workbook
    from desk.workers.crops import cut_crops
    from tournament.evening.unchecked import build_from_book
    from tournament.workbook.export import make_workbook

    made = datetime.now()  # noqa: DTZ005 - as the clock on the wall; a time zone may be one that Python refuses

    def make(book: Book) -> bytes:
        crop = cut_crops(book, files, pool, order.lang)
        return make_workbook(book, program=PROGRAM, made=made, lang=order.lang, crop=crop)

    book, data = build_from_book(book, make, write_log)
    workbook = place_workbook(data, order.output, order.lang)
    if order.csv is not None:
        from tournament.workbook.tables import write_tables

        write_tables(book, order.csv, order.lang)
    return book, workbook


def _read_roster(order: ScanOrder) -> Roster:
    from tournament.evening.name_files import read_draw, read_names, read_players, read_starts
    from tournament.evening.roster import Roster

    players = () if order.players is None else read_players(order.players)
    drawn = {} if order.draw is None else read_draw(order.draw)
    players = players or tuple(dict.fromkeys(name for table in drawn.values() for name in table))
    starts = {} if order.players is None else read_starts(order.players)
    return Roster(players, {} if order.names is None else read_names(order.names), drawn, starts)


def _tell_strays(order: ScanOrder, book: Book, roster: Roster) -> None:
    """Says which names are for a sheet or seat that does not exist: a slip in the file of names."""
    entries = [(key, entry) for entry in book.entries for key in (str(entry.number), entry.photo.casefold())]
    places = {(key, seat) for key, entry in entries for seat in range(1, len(entry.names) + 1)}
    for sheet, seat, name in roster.find_strays(places):
        words = say(order.lang, "desk.scan.no-such-seat", sheet=sheet, seat=seat, name=name)
        sys.stderr.write(f"{order.names}: {words}\n")


def _tell_other_places(order: ScanOrder, book: Book) -> None:
    """Says where a sheet's code names another round or table than the options: the code's counts."""
    for entry in book.entries:
        for key, given, known in (("desk.scan.other-round", order.round, entry.round),
                                  ("desk.scan.other-table", order.table, entry.table)):
            if given not in (None, known):
                sys.stderr.write(f"{entry.photo}: {say(order.lang, key, known=known, given=given)}\n")


def _check_outputs(order: ScanOrder, photos: tuple[Path, ...]) -> None:
    """Checks that every result has a place of its own, which is no file to read and can be written."""
    from tournament.workbook.replacing import refuse_foreign
    from tournament.workbook.tables import refuse_foreign_tables

    files = [(path, kind) for path, kind in ((order.output, XLSX), (order.report, JSON)) if path is not None]
    given = (*photos, order.players, order.names, order.draw, order.layout)
    taken = {realpath(path) for path in given if path is not None}
    for path, kind in files:
        if realpath(path) in taken:
            raise WrongUse("desk.use.target-in-use", path=path)
        taken.add(realpath(path))
        check_file(path, kind)
    refuse_foreign(order.output)
    if order.csv is not None:
        check_folder(order.csv)
        refuse_foreign_tables(order.csv, order.lang)
