"""Photographs to readings: all of them, in order, with a bar for who is watching."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from os.path import realpath
from pathlib import Path

from desk.cli.progress import bar
from desk.exits import WrongUse
from desk.outputs import check_folder
from desk.tools import check_tools
from desk.workers.pool import Pool
from desk.workers.worker import READING, Task
from scanner.reading import Problem, SheetReading
from texts.languages import Lang
from texts.sentences import say


@dataclass(frozen=True, slots=True)
class How:
    """How to read: with which foreign layout, with which debug folder, by whom."""

    layout: Path | None
    debug: Path | None
    pool: Pool
    lang: Lang


def check_before(how: How, given: Iterable[Path]) -> None:
    """Everything that can be wrong before a photograph is opened; `given`: the files and folders to read. Raises Stop,
    or the paper's LayoutFault."""
    debug = how.debug
    if debug is not None and any(path.is_dir() and realpath(path) == realpath(debug) for path in given):
        raise WrongUse("desk.use.debug-in-photos", path=debug)
    if how.layout is not None:
        from templates.foreign import load_layout

        load_layout(how.layout)
    if how.debug is not None:
        check_folder(how.debug)
    check_tools(how.pool)


def read_all(photos: Sequence[Path], how: How) -> Generator[tuple[Path, SheetReading], None, None]:
    """Every sheet in every file, in order, each with its file, as it is read; what cannot be read has its problem."""
    tasks = [Task(photo, how.layout, folder) for photo, folder in zip(photos, _debug_folders(how, photos), strict=True)]
    with bar(len(tasks), say(how.lang, "desk.read.progress")) as tick:
        results = how.pool.run(READING, tasks, lambda task: tick(task.photo.name))
        for photo, result in zip(photos, results, strict=True):
            yield from ((photo, reading) for reading in result)


def tell(photo: str, problem: Problem, lang: Lang) -> None:
    """Why a photograph is not used, on standard error."""
    sys.stderr.write(f"{photo}: {problem.in_(lang)}\n")


def _debug_folders(how: How, photos: Sequence[Path]) -> list[Path | None]:
    """The debug folder itself; one inside for each photograph when two of them have the same name."""
    if how.debug is None or len({photo.stem for photo in photos}) == len(photos):
        return [how.debug] * len(photos)
    return [how.debug / f"{number:03}" for number in range(1, len(photos) + 1)]
