"""`kiebitz read`: what is written on the photographed sheets, without any rule.

Many photographs become readings: checked beforehand, read in order, with a bar for the person who watches. `kiebitz
scan` reads them here too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path
from typing import Any

from desk.adding_photos import is_unread
from desk.cli.paper_orders import ReadOrder, ScanOrder
from desk.cli.run.scan_inputs import choose_layout, report_beside, report_remarks
from desk.cli.screen import print_json, print_note, show_bar, show_reading, write_lines
from desk.exits import Status, Unusable, WrongUse
from desk.inputs import expand_photos
from desk.outputs import check_folder
from desk.workers.cluster import Cluster
from desk.workers.pool import Pool, count_workers
from desk.workers.read_photos import READER, READING, ReadTask, check_tools
from scanner.sheet_reading import NOBODY_DRAWN, DrawnNames, Problem, Reading, SheetReading
from texts.languages import Lang
from texts.sentences import say
from tournament.errors import find_tesseract_remedy


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """Settings for every photograph of a run. `layout`: TOML of a foreign sheet; `debug`: folder for pictures;
    `drawn`: the draw, by which printed names are known without Tesseract; `cluster`: reads instead of the pool, which
    then reads only what the cluster cannot. `every_list`: all lists of a photograph that are alike."""

    layout: Path | None
    debug: Path | None
    pool: Pool
    lang: Lang
    drawn: DrawnNames = NOBODY_DRAWN
    cluster: Cluster | None = None
    every_list: bool = False


def check_beforehand(settings: ReadSettings, given: Iterable[Path]) -> None:
    """Checks settings and tools before any photograph is opened. `given`: the files and folders to read.

    Raises Stop, or `templates.layout.LayoutFault`.
    """
    debug = settings.debug
    if debug is not None and any(path.is_dir() and realpath(path) == realpath(debug) for path in given):
        raise WrongUse("desk.use.debug-in-photos", path=debug)
    if settings.layout is not None:
        from templates.foreign.layout_file import load_layout

        load_layout(settings.layout)
    if settings.debug is not None:
        check_folder(settings.debug)
    check_tools(settings.pool)


def read_all(photos: Sequence[Path], settings: ReadSettings) -> Generator[tuple[Path, SheetReading], None, None]:
    """Yields every sheet with its file, in order, as soon as it is read; one that cannot be read has a `problem`."""
    folders = _choose_debug_folders(settings, photos)
    tasks = [
        ReadTask(photo, settings.layout, folder, settings.drawn, every_list=settings.every_list)
        for photo, folder in zip(photos, folders, strict=True)
    ]
    with show_bar(len(tasks), say(settings.lang, "desk.read.progress")) as tick:
        results = _run(settings, tasks, lambda task: tick(task.photo.name))
        for photo, result in zip(photos, results, strict=True):
            yield from ((photo, reading) for reading in result)


def report_unread(lang: Lang) -> None:
    """Reports on standard error that printed names were not read because Tesseract is missing, and how to get it."""
    write_lines([say(lang, "desk.read.no-tesseract", remedy=find_tesseract_remedy())], sys.stderr)


def _run(
    settings: ReadSettings, tasks: Sequence[ReadTask], done: Callable[[ReadTask], None]
) -> Iterator[tuple[SheetReading, ...]]:
    if settings.cluster is None:
        return settings.pool.run(READING, tasks, done)
    return settings.cluster.read(tasks, done, settings.pool)


def report_problems(problems: Sequence[tuple[str, Problem]], order: ScanOrder | ReadOrder) -> None:
    """Says on standard error why photographs are not used; where one shows several lists, also how all are read."""
    write_lines([f"{photo}: {problem.in_(order.lang)}" for photo, problem in problems], sys.stderr)
    if order.layout and not order.every_list and any(problem.code == "two-sheets" for _, problem in problems):
        print_note(order.lang, "desk.read.every-list")


def _choose_debug_folders(settings: ReadSettings, photos: Sequence[Path]) -> list[Path | None]:
    """The debug folder itself; where two photographs have the same name, one folder inside it for each."""
    if settings.debug is None or len({photo.stem for photo in photos}) == len(photos):
        return [settings.debug] * len(photos)
    return [settings.debug / f"{number:03}" for number in range(1, len(photos) + 1)]


def read_photos(order: ReadOrder) -> Status:
    """Prints every sheet as a JSON line or a table, then why others were not read. Raises Unusable if none was read."""
    photos = expand_photos(order.photos)
    faults: list[tuple[str, Problem]] = []
    readable = unread = False
    with choose_layout(order) as layout, Pool(count_workers(order.jobs, len(photos)), preload=READER) as pool:
        settings = ReadSettings(layout, order.debug, pool, order.lang, every_list=order.every_list)
        check_beforehand(settings, order.photos)
        readings = read_all(photos, settings)
        for _, reading in list(readings) if sys.stdout.isatty() else readings:  # a terminal shows the bar first
            readable |= reading.problem is None
            _print_reading(reading, order.as_json, order.lang)
            unread |= is_unread(reading)
            report_remarks(reading, order.lang)
            report_beside(reading, order.lang)
            if reading.problem is not None:
                faults.append((reading.photo, reading.problem))
    report_problems(faults, order)
    if unread:
        report_unread(order.lang)
    if not readable:
        raise Unusable("desk.stop.nothing-readable", photos=len(photos))
    return Status.DONE


def _print_reading(reading: SheetReading, as_json: bool, lang: Lang) -> None:
    if as_json:
        print_json(make_reading_json(reading, lang))
    elif reading.problem is None:
        show_reading(reading, lang)


def make_reading_json(reading: SheetReading, lang: Lang) -> dict[str, Any]:
    """One sheet as a JSON document; its `problem` is null, or says why its `fields` are empty."""
    problem, quality = reading.problem, reading.quality
    return {
        "kiebitz": 1,
        "photo": reading.photo,
        "page": reading.page,
        "sha256": reading.photo_sha256,
        "size_px": list(reading.size_px),
        "layout": reading.layout,
        "code": reading.code,
        "quality": None
        if quality is None
        else {name: round(getattr(quality, name), 4) for name in quality.__dataclass_fields__},
        "problem": None if problem is None else {"code": problem.code, "message": problem.in_(lang)},
        "fields": [_make_field_json(field) for field in reading.readings],
    } | ({"remarks": [remark.in_(lang) for remark in reading.remarks]} if reading.remarks else {})


def _make_field_json(field: Reading) -> dict[str, Any]:
    return {
        "id": field.id,
        "kind": field.kind,
        "text": field.text,
        "confidence": round(field.confidence, 4),
        "candidates": [[text, round(share, 4)] for text, share in field.candidates],
        "quad_px": [[round(x, 1), round(y, 1)] for x, y in field.quad_px],
        "flags": list(field.flags),
    }
