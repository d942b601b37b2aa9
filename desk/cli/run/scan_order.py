"""What `kiebitz scan` is asked for, and whether it can be done: checked before a photograph is read."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

from desk.exits import WrongUse
from desk.outputs import JSON, check_file, check_folder, check_workbook
from texts.languages import Lang

if TYPE_CHECKING:
    from tournament.evening.roster import Roster


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


def check_use(order: ScanOrder) -> None:
    """Raises WrongUse for a scan without a place for its results, and for options that say what the file says."""
    if not order.book and (not order.rules or order.output is None):
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


def check_outputs(order: ScanOrder, photos: tuple[Path, ...]) -> None:
    """Checks that every result has a place of its own, which is no file to read and can be written."""
    given = (*photos, order.players, order.names, order.draw, order.layout)
    taken = {realpath(path) for path in given if path is not None}
    if order.output is not None:
        _take_place(order.output, taken)
        check_workbook(order.output)
    if order.report is not None:
        _take_place(order.report, taken)
        check_file(order.report, JSON)
    if order.csv is not None:
        from tournament.handout.tables_csv import refuse_foreign_tables

        check_folder(order.csv)
        refuse_foreign_tables(order.csv, order.lang)


def _take_place(path: Path, taken: set[str]) -> None:
    """Adds the path to those taken. Raises WrongUse where it is one of them."""
    if realpath(path) in taken:
        raise WrongUse("desk.use.target-in-use", path=path)
    taken.add(realpath(path))


def read_roster(order: ScanOrder) -> Roster:
    """The players, names and draw of the files that were given."""
    from tournament.evening.roster import Roster
    from tournament.filing.people_files import read_draw, read_names, read_players, read_starts

    players = () if order.players is None else read_players(order.players)
    drawn = {} if order.draw is None else read_draw(order.draw)
    players = players or tuple(dict.fromkeys(name for table in drawn.values() for name in table))
    starts = {} if order.players is None else read_starts(order.players)
    return Roster(players, {} if order.names is None else read_names(order.names), drawn, starts)
