"""`kiebitz scan`: photographs in, a checked workbook out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desk.cli.reading import How, check_before, count_of, read_all, tell
from desk.crash import write_log
from desk.exits import NothingReadable, Status, WrongUse
from desk.outputs import JSON, XLSX, check_file, check_folder, write_json
from desk.photos import expand
from desk.rules import load_rules
from desk.workers.pool import Pool, workers
from desk.workers.worker import JUDGE, READER
from texts.languages import Lang, pick

if TYPE_CHECKING:
    from tournament.evening.book import Book
    from tournament.evening.roster import Roster

PROGRAM = version("kiebitz")


@dataclass(frozen=True, slots=True)
class Job:
    """The main job, as typed."""

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


def run(job: Job) -> Status:
    """The whole journey. Raises Stop where it cannot go on, and the other parts' errors with their own remedies."""
    photos = expand(job.photos)
    with Pool(workers(job.jobs, len(photos)), preload=(*READER, *JUDGE)) as pool:
        return _run(job, photos, pool)


def _run(job: Job, photos: tuple[Path, ...], pool: Pool) -> Status:
    from desk.cli.summary import show_summary
    from desk.workers.judging import judge_in
    from tournament.evening.book import keep_book
    from tournament.evening.unchecked import tell_all

    rules = load_rules(job.rules)
    roster = _roster(job)
    how = How(job.layout, job.debug, pool, job.lang)
    _check_outputs(job, photos)
    check_before(how, job.photos)
    read = list(read_all(photos, how))
    files = {reading.photo_sha256: photo for photo, reading in read}
    book = keep_book(
        rules, [one for _, one in read], roster, job.lang, given=(job.round, job.table), judge=judge_in(pool),
        log=write_log,
    )
    book, report = tell_all(book, partial(_report, job), write_log)
    _tell_unused(job, book)
    if not book.entries:
        _write_report(job, report)
        raise NothingReadable(count=count_of(photos, job.lang))
    _tell_strays(job, book, roster)
    _tell_other_places(job, book)
    written, workbook = _write_tables(job, book, files, pool)
    if written is not book:  # a sheet failed in the workbook only
        _tell_unused(job, written, book)
        report = _report(job, written)
    _write_report(job, report)
    show_summary(written, workbook, job.lang)
    return Status.REVIEW if job.strict and written.needs_person else Status.DONE


def _report(job: Job, book: Book) -> dict[str, Any]:
    from tournament.workbook.report import make_report

    return make_report(book, program=PROGRAM, lang=job.lang)


def _write_report(job: Job, report: dict[str, Any]) -> None:
    """After the workbook: a report that cannot be written must not cost it."""
    if job.report is not None:
        write_json(job.report, report)


def _tell_unused(job: Job, book: Book, before: Book | None = None) -> None:
    """Which photographs are not counted, and why; those told `before` are known."""
    for unused in book.unusable[len(before.unusable) if before else 0:]:
        tell(unused.photo, unused.problem, job.lang)


def _write_tables(job: Job, book: Book, files: dict[str, Path], pool: Pool) -> tuple[Book, Path]:
    """Writes workbook and CSV files; gives the book that they show, and the workbook's place."""
    from datetime import datetime

    from desk.cli.put import put
    from desk.workers.crops import cutter
    from tournament.evening.unchecked import tell_all
    from tournament.workbook.export import make_workbook

    made = datetime.now()  # noqa: DTZ005 - as the clock on the wall; a time zone may be one that Python refuses

    def make(book: Book) -> bytes:
        crop = cutter(book, files, pool, job.lang)
        return make_workbook(book, program=PROGRAM, made=made, lang=job.lang, crop=crop)

    book, data = tell_all(book, make, write_log)
    workbook = put(data, job.output, job.lang)
    if job.csv is not None:
        from tournament.workbook.tables import write_tables

        write_tables(book, job.csv, job.lang)
    return book, workbook


def _roster(job: Job) -> Roster:
    from tournament.evening.namefiles import read_draw, read_names, read_players
    from tournament.evening.roster import Roster

    players = () if job.players is None else read_players(job.players)
    drawn = {} if job.draw is None else read_draw(job.draw)
    players = players or tuple(dict.fromkeys(name for table in drawn.values() for name in table))
    return Roster(players, {} if job.names is None else read_names(job.names), drawn)


def _tell_strays(job: Job, book: Book, roster: Roster) -> None:
    """A name for a sheet or seat that does not exist is a slip in the file of names."""
    entries = [(key, entry) for entry in book.entries for key in (str(entry.number), entry.photo.casefold())]
    places = {(key, seat) for key, entry in entries for seat in range(1, len(entry.names) + 1)}
    for sheet, seat, name in roster.strays(places):
        de = f"Bogen {sheet}, Platz {seat} gibt es nicht; „{name}“ bleibt ungenutzt."
        en = f"there is no sheet {sheet}, seat {seat}; “{name}” is not used."
        sys.stderr.write(f"{job.names}: {pick(de, en, job.lang)}\n")


def _tell_other_places(job: Job, book: Book) -> None:
    """What a sheet's code says counts; who typed something else should know."""
    for entry in book.entries:
        for option, word, given, known in (("--round", pick("Runde", "round", job.lang), job.round, entry.round),
                                           ("--table", pick("Tisch", "table", job.lang), job.table, entry.table)):
            if given not in (None, known):
                de = f"Der Code nennt {word} {known}, so ist der Bogen gezählt; {option} {given} gilt hier nicht."
                en = f"the code names {word} {known}, so it is counted; {option} {given} does not hold here."
                sys.stderr.write(f"{entry.photo}: {pick(de, en, job.lang)}\n")


def _check_outputs(job: Job, photos: tuple[Path, ...]) -> None:
    """Every result has its own place, which is no photograph and can be written."""
    from tournament.workbook.replacing import refuse_foreign
    from tournament.workbook.tables import refuse_foreign_tables

    files = [(path, kind) for path, kind in ((job.output, XLSX), (job.report, JSON)) if path is not None]
    taken = {realpath(path) for path in (*photos, job.players, job.names, job.draw, job.layout) if path is not None}
    for path, kind in files:
        if realpath(path) in taken:
            raise WrongUse(
                text_de=f"{path} kann nicht das Ziel sein, die Datei wird hier schon gebraucht; bitte anders nennen.",
                text_en=f"{path} cannot be the target, the file is already in use here; please name another.",
            )
        taken.add(realpath(path))
        check_file(path, kind)
    refuse_foreign(job.output)
    if job.csv is not None:
        check_folder(job.csv)
        refuse_foreign_tables(job.csv, job.lang)
