"""`kiebitz scan`: turns photographs into a checked workbook, a report, and a summary on the screen.

First everything is read into a tournament's file: the one named, or one beside the workbook. Then the sheets are judged
and the results written, the workbook first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sized
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.cli.paper_orders import ScanOrder
from desk.cli.run.command_file import open_book, open_to_add, tell_copy
from desk.cli.run.run_read import ReadSettings, check_beforehand, read_all, report_problems, report_unread
from desk.cli.run.scan_inputs import choose_layout, hear_remarks, read_roster, report_known, report_remarks
from desk.cli.run.scan_rules import choose_status, find_rules
from desk.cli.screen import print_note, report_earlier, report_other_places, report_strays, show_summary, write_lines
from desk.exits import Status, Unusable, WrongUse, write_log
from desk.inputs import expand_photos, load_paper_rules
from desk.outputs import JSON, check_file, check_tables, check_workbook, place_workbook, write_files, write_json
from desk.workers.cluster import Cluster
from desk.workers.pool import Pool, count_workers
from desk.workers.read_photos import JUDGE, READER
from texts.languages import Lang
from texts.sentences import say

if TYPE_CHECKING:
    from desk.adding_photos import Added
    from desk.pictures.cut_pictures import Gathered, Pictures, Strips
    from scanner.sheet_reading import SheetReading
    from tournament.evening.book import Book
    from tournament.evening.roster import Roster
    from tournament.filing.opened.open_evening import Evening
    from tournament.handout.handout import Handout
    from tournament.record.store import Store

    Cut = Callable[[Strips], Pictures]
    """Cuts pictures from the photographs that are at hand, and files copies of those that have none."""


@dataclass(frozen=True, slots=True)
class ScanRun:
    """The state of a scan before anything is shown. `known`: photographs that were in the file before. `lasting`:
    whether the file is kept after this scan."""

    store: Store
    added: Added
    photos: tuple[Path, ...]
    known: dict[Path, str]
    people: Roster | None
    pool: Pool
    lasting: bool = True

    @property
    def files(self) -> dict[str, Path]:
        """Path of each photograph of this run by its SHA-256."""
        return {hash_: path for path, hash_ in self.known.items()} | self.added.files

    @contextmanager
    def gather(self, evening: Evening, wanted: Collection[str]) -> Iterator[Gathered]:
        """This run's photographs, and those wanted from earlier runs, by SHA-256."""
        from desk.pictures.cut_pictures import Gathered
        from desk.pictures.photo_copies import gather_photos

        with gather_photos(self.store, evening, set(wanted) - self.files.keys()) as others:
            yield Gathered({**others.files, **self.files}, others.sizes)


def scan_photos(order: ScanOrder) -> Status:
    """Reads, judges, writes and shows. Raises Stop and other errors whose sentence says what helps."""
    order = _find_book(order)
    _check_use(order)
    photos = expand_photos(order.paths)
    with ExitStack() as stack:
        pool = stack.enter_context(Pool(count_workers(order.jobs, len(photos)), preload=(*READER, *JUDGE)))
        pool.begin()
        layout = stack.enter_context(choose_layout(order))
        cluster = stack.enter_context(Cluster(order.cluster, order.lang)) if order.cluster else None
        settings = ReadSettings(layout, order.debug, pool, order.lang, cluster=cluster, every_list=order.every_list)
        return (_scan_into_book if order.book else _scan_beside)(order, photos, settings)


def _find_book(order: ScanOrder) -> ScanOrder:
    """The order with `book` set where the first of its photographs is a tournament's file."""
    from tournament.record.record_errors import SUFFIX, is_url

    first, *photos = order.photos
    if order.book or not (is_url(first) or Path(first).suffix.lower() == SUFFIX):
        return order
    return order._replace(book=first, photos=photos)


def _check_use(order: ScanOrder) -> None:
    """Raises WrongUse for a scan without any output, and for options that repeat what the tournament's file holds."""
    if not order.book and order.output is None:
        raise WrongUse("decisions.scan.no-target")
    said = {
        "--rules": order.rules,
        "--players": order.players,
        "--names": order.names,
        "--draw": order.draw,
        "--title": order.title,
    }
    if order.cluster and order.debug is not None:
        raise WrongUse("desk.use.debug-in-cluster")
    if order.book and (others := tuple(option for option, value in said.items() if value)):
        raise WrongUse("decisions.scan.in-file", options=others)


def _check_outputs(order: ScanOrder, photos: tuple[Path, ...]) -> None:
    """Checks that all outputs are different paths, none of them an input, and that each can be written."""
    given = (*photos, order.players, order.names, order.draw, order.layout)
    taken = {realpath(path) for path in given if path is not None}
    if order.output is not None:
        _take_place(order.output, taken)
        check_workbook(order.output)
    if order.report is not None:
        _take_place(order.report, taken)
        check_file(order.report, JSON)
    if order.csv is not None:
        check_tables(order.csv, order.lang)


def _take_place(path: Path, taken: set[str]) -> None:
    """Adds the path to those taken. Raises WrongUse where it is one of them."""
    if realpath(path) in taken:
        raise WrongUse("desk.use.target-in-use", path=path)
    taken.add(realpath(path))


def _scan_into_book(order: ScanOrder, photos: tuple[Path, ...], settings: ReadSettings) -> Status:
    """Scans into the tournament's file: every photograph is in it as soon as it is read."""
    from desk.adding_photos import add_readings, find_known
    from tournament.filing.opened.filed_sheets import make_roster
    from tournament.record.replay import replay

    store = open_to_add(order.book, order.lang)
    entries = store.read_entries()
    tournament = replay(entries)
    rules, roster = tournament.opening.rules, make_roster(tournament, entries)
    settings = replace(settings, drawn=roster.drawn_names)
    _check_outputs(order, photos)
    check_beforehand(settings, order.paths)
    _take_typed(order, store)
    known = find_known(store, photos)
    heard: list[SheetReading] = []
    readings = hear_remarks(read_all([photo for photo in photos if photo not in known], settings), heard)
    added = add_readings(store, rules, roster, readings, (order.round, order.table))
    for reading in heard:
        report_remarks(reading, order.lang)
    return hand_out(order, ScanRun(store, added, photos, known, None, settings.pool))


def _scan_beside(order: ScanOrder, photos: tuple[Path, ...], settings: ReadSettings) -> Status:
    """Scans for a workbook: reads everything, then writes what can be counted into the file beside the workbook. If
    nothing can be counted, no file is made."""
    from desk.adding_photos import add_readings, find_known, has_usable
    from desk.cli.run.command_file import find_beside, make_beside, open_beside

    assert order.output is not None
    if order.rules:
        load_paper_rules(order.rules)  # what is wrong with them is said before an hour of reading
    roster = read_roster(order, photos)
    settings = replace(settings, drawn=roster.drawn_names)
    _check_outputs(order, photos)
    check_beforehand(settings, order.paths)
    store = open_beside(order.output, order.rules)
    if store is not None:
        _take_typed(order, tell_copy(store, order.lang), roster)
    known = find_known(store, photos) if store is not None and order.debug is None else {}
    readings = list(read_all([photo for photo in photos if photo not in known], settings))
    for _, reading in readings:
        report_remarks(reading, order.lang)
    named, rules = find_rules(order, store, [reading for _, reading in readings])
    with ExitStack() as stack:
        if store is None:
            usable = has_usable(rules, roster, [reading for _, reading in readings])
            store = stack.enter_context(make_beside(order.output, named, lasting=usable))
        lasting = store.where == str(find_beside(order.output))
        added = add_readings(store, rules, roster, iter(readings), (order.round, order.table))
        return hand_out(order, ScanRun(store, added, photos, known, roster, settings.pool, lasting))


def _take_typed(order: ScanOrder, store: Store, roster: Roster | None = None) -> None:
    """Takes over what people typed into the workbook that is about to be replaced. From a damaged workbook nothing is
    taken; it is kept beside the new one, and the scan goes on. `roster`: for a file without players of its own."""
    from desk.cli.run.run_export import take_into
    from tournament.errors import UnreadableTable
    from tournament.handout.workbook.excel_file import find_origin

    if order.output is None or not order.output.is_file() or not order.output.stat().st_size:
        return
    if find_origin(order.output) == "ours":
        return
    evening = open_book(store, order.lang, roster)
    try:
        count = len(take_into(store, evening, order.output, order.lang).facts)
    except UnreadableTable:
        print_note(order.lang, "decisions.take.damaged", path=order.output)
    else:
        print_note(order.lang, "decisions.take.taken", count=count)


def hand_out(order: ScanOrder, run: ScanRun) -> Status:
    """Judges the sheets, then writes first the workbook, then the report, and at last the summary on the screen."""
    from desk.adding_photos import SCANNER, file_judgements
    from desk.cli.run.command_file import keep_status
    from desk.pictures.cut_pictures import cut_all
    from desk.pictures.photo_copies import CopyFiler
    from desk.workers.judge_sheets import make_judge
    from tournament.filing.opened.open_evening import open_evening
    from tournament.review.unchecked_sheets import build_from_book

    evening = open_evening(
        run.store, order.lang, make_judge(run.pool), write_log, beside=run.added.unusable, people=run.people
    )
    evening = file_judgements(run.store, evening)
    book = replace(evening.book, photos=run.added.order_photos(evening.book.photos))
    book, report = build_from_book(book, partial(_make_report, order), write_log)
    _report_unused(order, book)
    if not book.entries:
        _write_report(order, report)
        raise Unusable("desk.stop.nothing-readable", photos=len(run.photos))
    if run.people is not None:
        report_strays(book, run.people, order.names, order.lang)
    report_other_places(book, run.files.keys(), (order.round, order.table), run.store.where, order.lang)
    copies = CopyFiler(run.store, evening, SCANNER) if run.lasting else None
    wanted = copies.uncopied if order.output is None and copies is not None else evening.tournament.photos
    with run.gather(evening, wanted) as photos:
        cut = partial(cut_all, photos=photos, pool=run.pool, copies=copies)
        if order.output is not None:
            book = _write_all(order, _prepare_handout(order, run, evening, book), report, run, cut)
        else:
            _write_report(order, report)
            cut({})
    document = keep_status(evening if copies is None else copies.finish(), order.lang)
    if order.book:
        _show_added(run.added, run.known, document, run.store.where, order.lang)
    else:
        here = {hash_ for _, hash_ in run.added.photos} | set(run.known.values())
        report_earlier(evening.book, here, run.store.where, order.lang)
    if run.added.unread:
        report_unread(order.lang)
    report_known(order, run.known, run.store.where)
    status = Status.REVIEW if order.strict and book.needs_person else Status.DONE
    return choose_status(order.paths, run.added, status)


def _write_all(order: ScanOrder, handout: Handout, report: dict[str, Any], run: ScanRun, cut: Cut) -> Book:
    """Writes workbook, CSV files and report, and shows the standings; returns the book that they show."""
    written, workbook = _write_tables(order, handout, cut)
    if written is not handout.book:  # a sheet failed in the workbook only
        _report_unused(order, written, handout.book)
        report = _make_report(order, written)
    _write_report(order, report)
    if not order.book:
        show_summary(written, workbook, run.store.where, order.lang)
    return written


def _make_report(order: ScanOrder, book: Book) -> dict[str, Any]:
    """The report; empty where no report was asked for."""
    if order.report is None:
        return {}
    from tournament.review.book_report import make_report

    return make_report(book, program=version("kiebitz"), lang=order.lang)


def _write_report(order: ScanOrder, report: dict[str, Any]) -> None:
    """Writes the report. This comes after the workbook: a report that cannot be written must not cost the workbook."""
    if order.report is not None:
        write_json(order.report, report)


def _report_unused(order: ScanOrder, book: Book, before: Book | None = None) -> None:
    """Says which photographs are not counted, and why, except those of the book `before`, which were reported."""
    unused = book.unusable[len(before.unusable) if before else 0 :]
    report_problems([(one.photo, one.problem) for one in unused], order)


def _write_tables(order: ScanOrder, handout: Handout, cut: Cut) -> tuple[Book, Path]:
    """Writes the workbook and the CSV files; returns the book that they show, and where the workbook is."""
    from desk.pictures.cut_pictures import give_pictures, list_strips
    from tournament.handout.handout import make_csv_folder, make_file
    from tournament.review.unchecked_sheets import build_from_book

    def make(book: Book) -> bytes:
        crop = give_pictures(cut(list_strips(book, order.lang)))
        return make_file("xlsx", replace(handout, book=book, crop=crop))

    assert order.output is not None
    book, data = build_from_book(handout.book, make, write_log)
    workbook = place_workbook(data, order.output, order.lang)
    if order.csv is not None:
        write_files(order.csv, make_csv_folder(replace(handout, book=book)))
    return book, workbook


def _prepare_handout(order: ScanOrder, run: ScanRun, evening: Evening, book: Book) -> Handout:
    """The handout of `book`, with the tournament in its file; without a tournament with the title that was given."""
    from tournament.handout.handout import Handout, prepare_handout

    if order.book:
        return replace(prepare_handout(evening, order.lang), book=book)
    head = evening.tournament.head if run.lasting else None
    return Handout(replace(book, title=order.title), order.lang, head=head)


def _show_added(added: Added, known: Sized, status: dict[str, Any], file: str, lang: Lang) -> None:
    """Prints what was added, and the evening's state now. `file`: the path of the tournament's file."""
    from desk.cli.run.run_status import list_lines

    lines = [say(lang, "decisions.scan.added", count=len(added.new))]
    again = len(known) + len(added.known)
    lines += [say(lang, "decisions.scan.known", count=again)] if again else []
    lines += [say(lang, "decisions.scan.better", sheets=tuple(added.better))] if added.better else []
    lines += [say(lang, "decisions.scan.worse", sheets=tuple(added.worse))] if added.worse else []
    write_lines((*lines, *list_lines(status, lang, file)))
