"""Many photographs to readings: checked beforehand, read in order, with a bar for the person who watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path

from desk.cli.progress import show_bar
from desk.cli.screen import write_lines
from desk.exits import WrongUse
from desk.outputs import check_folder
from desk.tools import check_tools
from desk.workers.cluster import Cluster
from desk.workers.pool import Pool
from desk.workers.reading import READING, ReadTask
from scanner.sheet_reading import NOBODY_DRAWN, DrawnNames, Problem, SheetReading
from texts.languages import Lang
from texts.sentences import say
from tournament.errors import find_tesseract_remedy


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """What holds for every photograph of a run. `layout`: TOML of a foreign sheet; `debug`: folder for pictures;
    `drawn`: whose printed names need no Tesseract; `cluster`: reads instead of the pool, which then reads only what the
    cluster cannot."""

    layout: Path | None
    debug: Path | None
    pool: Pool
    lang: Lang
    drawn: DrawnNames = NOBODY_DRAWN
    cluster: Cluster | None = None


def check_beforehand(settings: ReadSettings, given: Iterable[Path]) -> None:
    """Checks everything that can be wrong before a photograph is opened. `given`: the files and folders to read.

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
    """Yields every sheet with its file, in order, as soon as it is read; what cannot be read has its problem."""
    folders = _choose_debug_folders(settings, photos)
    tasks = [
        ReadTask(photo, settings.layout, folder, settings.drawn) for photo, folder in zip(photos, folders, strict=True)
    ]
    with show_bar(len(tasks), say(settings.lang, "desk.read.progress")) as tick:
        results = _run(settings, tasks, lambda task: tick(task.photo.name))
        for photo, result in zip(photos, results, strict=True):
            yield from ((photo, reading) for reading in result)


def tell_unread(lang: Lang) -> None:
    """Says on standard error that printed names were not read for want of Tesseract, and how to get it."""
    write_lines([say(lang, "desk.read.no-tesseract", remedy=find_tesseract_remedy())], sys.stderr)


def _run(
    settings: ReadSettings, tasks: Sequence[ReadTask], done: Callable[[ReadTask], None]
) -> Iterator[tuple[SheetReading, ...]]:
    if settings.cluster is None:
        return settings.pool.run(READING, tasks, done)
    return settings.cluster.read(tasks, done, settings.pool)


def tell_problem(photo: str, problem: Problem, lang: Lang) -> None:
    """Says on standard error why a photograph is not used."""
    write_lines([f"{photo}: {problem.in_(lang)}"], sys.stderr)


def _choose_debug_folders(settings: ReadSettings, photos: Sequence[Path]) -> list[Path | None]:
    """The debug folder itself; where two photographs have the same name, one folder inside it for each."""
    if settings.debug is None or len({photo.stem for photo in photos}) == len(photos):
        return [settings.debug] * len(photos)
    return [settings.debug / f"{number:03}" for number in range(1, len(photos) + 1)]
