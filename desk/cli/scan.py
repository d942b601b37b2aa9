"""`kiebitz scan`: photographs in, a checked workbook out."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.cli.readings import ReadSettings, check_beforehand, read_all, tell_problem, tell_unread
from desk.cli.summary import show_summary
from desk.crash_log import write_log
from desk.exits import NothingReadable, Status, WrongUse
from desk.outputs import JSON, XLSX, check_file, check_folder, write_json
from desk.photos import expand_photos
from desk.rules import load_rules
from desk.workers.cluster import Cluster
from desk.workers.pool import Pool, count_workers
from desk.workers.reading import JUDGE, READER
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from desk.cli.book.adding import Added
    from tournament.evening.book import Book
    from tournament.evening.occasion import Occasion
    from tournament.evening.roster import Roster
    from tournament.filing.making import Evening
    from tournament.record.store import Store

PROGRAM = version("kiebitz")


@dataclass(frozen=True, slots=True)
class ScanOrder:
    """What the user asked for, as typed: the files to read, the files to write, and how.

    `book`: the tournament's file or database; "" where only a workbook is wanted, which then has its file beside it.
    """

    photos: tuple[Path, ...]
    book: str
    rules: str
    output: Path | None
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
    title: str = ""
    cluster: str = ""


def scan_photos(order: ScanOrder) -> Status:
    """Reads, judges, writes and shows. Raises Stop and other errors that say themselves."""
    _check_use(order)
    photos = expand_photos(order.photos)
    with ExitStack() as stack:
        pool = stack.enter_context(Pool(count_workers(order.jobs, len(photos)), preload=(*READER, *JUDGE)))
        cluster = stack.enter_context(Cluster(order.cluster)) if order.cluster else None
        settings = ReadSettings(order.layout, order.debug, pool, order.lang, cluster=cluster)
        return (_scan_into_book if order.book else _scan_beside)(order, photos, settings)


def _check_use(order: ScanOrder) -> None:
    """Raises WrongUse for a scan without a place for its results, and for options that say what the file says."""
    if not order.book and (not order.rules or order.output is None):
        raise WrongUse("decisions.scan.no-target")
    said = {"--rules": order.rules, "--players": order.players, "--names": order.names, "--draw": order.draw,
            "--title": order.title}
    if order.cluster and order.debug is not None:
        raise WrongUse("desk.use.debug-in-cluster")
    if order.book and (others := tuple(option for option, value in said.items() if value)):
        raise WrongUse("decisions.scan.in-file", options=others)


def _scan_into_book(order: ScanOrder, photos: tuple[Path, ...], settings: ReadSettings) -> Status:
    """Into the tournament's file: every photograph is in it as soon as it is read."""
    from desk.cli.book.adding import PROGRAM as PROGRAM_NAME
    from desk.cli.book.adding import add_readings, find_known
    from desk.cli.book.copies import file_copies
    from tournament.filing.making import make_roster
    from tournament.record.replay import replay
    from tournament.record.store import open_store

    store = open_store(order.book)
    entries = store.read_entries()
    tournament = replay(entries)
    rules, roster = tournament.opening.rules, make_roster(tournament, entries)
    settings = replace(settings, drawn=roster.drawn_names)
    _check_outputs(order, photos)
    check_beforehand(settings, order.photos)
    known = find_known(store, photos)
    readings = read_all([photo for photo in photos if photo not in known], settings)
    added = add_readings(store, rules, roster, readings, (order.round, order.table))
    file_copies(store, {hash_: path for path, hash_ in known.items()} | added.files, PROGRAM_NAME, settings.pool)
    return _finish(order, _Run(store, added, photos, known, None, settings.pool))


def _scan_beside(order: ScanOrder, photos: tuple[Path, ...], settings: ReadSettings) -> Status:
    """For a workbook: everything is read, and what can be counted is put into the file beside it. Nothing new is made
    where nothing can be counted."""
    from desk.cli.book.adding import add_readings, find_known, has_usable
    from desk.cli.book.beside import make_beside, open_beside

    assert order.output is not None
    rules, roster = load_rules(order.rules), _read_roster(order)
    settings = replace(settings, drawn=roster.drawn_names)
    _check_outputs(order, photos)
    check_beforehand(settings, order.photos)
    store = open_beside(order.output, order.rules)
    if store is not None:
        _take_typed(order, store)
    known = find_known(store, photos) if store is not None and order.debug is None else {}
    readings = list(read_all([photo for photo in photos if photo not in known], settings))
    with ExitStack() as stack:
        if store is None:
            lasting = has_usable(rules, roster, [reading for _, reading in readings])
            store = stack.enter_context(make_beside(order.output, order.rules, lasting=lasting))
        added = add_readings(store, rules, roster, iter(readings), (order.round, order.table))
        return _finish(order, _Run(store, added, photos, known, roster, settings.pool))


def _take_typed(order: ScanOrder, store: Store) -> None:
    """Takes over what people typed into the workbook that is about to be replaced."""
    from desk.cli.book.take import take_into
    from tournament.filing.making import open_evening
    from tournament.workbook.mark import find_origin

    if order.output is not None and order.output.is_file() and find_origin(order.output) == "edited":
        evening = open_evening(store, order.lang, log=write_log, people=_read_roster(order))
        count = take_into(store, evening, order.output, order.lang)
        sys.stderr.write(say(order.lang, "decisions.take.taken", count=count) + "\n")


@dataclass(frozen=True, slots=True)
class _Run:
    """What a scan has come to before anything is shown. `known`: photographs that were in the file before."""

    store: Store
    added: Added
    photos: tuple[Path, ...]
    known: dict[Path, str]
    people: Roster | None
    pool: Pool

    @property
    def files(self) -> dict[str, Path]:
        """Path of each photograph of this run by its SHA-256."""
        return {hash_: path for path, hash_ in self.known.items()} | self.added.files


def _finish(order: ScanOrder, run: _Run) -> Status:
    """Judges, and writes the workbook before the report, and the screen last."""
    from desk.cli.book.adding import file_judgements, show_added
    from desk.cli.book.documents import keep_status
    from desk.workers.judging import make_judge
    from tournament.evening.unchecked import build_from_book
    from tournament.filing.making import open_evening

    evening = open_evening(
        run.store, order.lang, make_judge(run.pool), write_log, beside=run.added.unusable, people=run.people
    )
    evening = file_judgements(run.store, evening, run.added)
    book = replace(evening.book, photos=run.added.order_photos(evening.book.photos))
    book, report = build_from_book(book, partial(_make_report, order), write_log)
    _tell_unused(order, book)
    if run.added.unread:
        tell_unread(order.lang)
    if not book.entries:
        _write_report(order, report)
        raise NothingReadable(photos=len(run.photos))
    if run.people is not None:
        _tell_strays(order, book, run.people)
    _tell_other_places(order, book)
    if order.output is not None:
        book = _write_all(order, book, report, run)
    else:
        _write_report(order, report)
    document = keep_status(run.store, evening, order.lang)
    if order.book:
        show_added(run.added, run.known, document, order.lang)
    else:
        _tell_earlier(order, evening, run)
    return Status.REVIEW if order.strict and book.needs_person else Status.DONE


def _write_all(order: ScanOrder, book: Book, report: dict[str, Any], run: _Run) -> Book:
    """Writes workbook, CSV files and report, and shows the standings; returns the book that they show."""
    written, workbook = _write_tables(order, book, run.files, run.pool)
    if written is not book:  # a sheet failed in the workbook only
        _tell_unused(order, written, book)
        report = _make_report(order, written)
    _write_report(order, report)
    if not order.book:
        show_summary(written, workbook, order.lang)
    return written


def _tell_earlier(order: ScanOrder, evening: Evening, run: _Run) -> None:
    """Says how many sheets count that an earlier scan for this workbook put in."""
    here = {hash_ for _, hash_ in run.added.photos} | set(run.known.values())
    count = sum(entry.sheet.source.photo_sha256 not in here for entry in evening.book.entries)
    if count:
        sys.stderr.write(say(order.lang, "decisions.scan.earlier", count=count, path=run.store.where) + "\n")


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

    occasion = _find_occasion(order)
    made = datetime.now()  # noqa: DTZ005 - as the clock on the wall; a time zone may be one that Python refuses

    def make(book: Book) -> bytes:
        crop = cut_crops(book, files, pool, order.lang)
        return make_workbook(book, program=PROGRAM, made=made, lang=order.lang, crop=crop, occasion=occasion)

    assert order.output is not None
    book, data = build_from_book(book, make, write_log)
    workbook = place_workbook(data, order.output, order.lang)
    if order.csv is not None:
        from tournament.workbook.tables import write_tables

        write_tables(book, order.csv, order.lang)
    return book, workbook


def _find_occasion(order: ScanOrder) -> Occasion:
    """What the workbook says of its tournament: as the file has it, without one the title that was given."""
    from tournament.evening.occasion import Occasion
    from tournament.record.replay import replay
    from tournament.record.store import open_store
    from tournament.wall.from_file import find_occasion

    if not order.book:
        return Occasion(title=order.title)
    entries = open_store(order.book).read_entries()
    return find_occasion(replay(entries), entries)


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
    if order.output is not None:
        refuse_foreign(order.output)
    if order.csv is not None:
        check_folder(order.csv)
        refuse_foreign_tables(order.csv, order.lang)
