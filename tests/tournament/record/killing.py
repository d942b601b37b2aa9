"""Work on a tournament's file in a process of its own, to be killed; importable by that process."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from unittest.mock import patch

from openpyxl import load_workbook
from PIL import Image

from desk.__main__ import main
from desk.cli.run import run_read, run_scan
from desk.workers.pool import Pool, Work
from desk.workers.read_photos import READING, ReadTask
from scanner.sheet_reading import PageProgress, SheetReading, ignore_progress
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament
from tournament.record.entries import hash_bytes, hash_file
from tournament.record.facts import Decided, SheetJudged, SheetRead
from tournament.record.open_store import open_store

BATCH = 3
"""Entries that are added together."""


def add_sheets(file: str, first: int, told: Connection) -> None:
    """Adds readings, judgements and decisions with their blobs, three at a time, and prints the last entry's number."""
    store = open_store(file)
    for number in range(first, first + 10_000):
        reading, judged = b"%d" % number * 3_000, b"%d!" % number * 3_000
        facts = [
            SheetRead(f"s{number}", "0" * 64, hash_bytes(reading), "m"),
            SheetJudged(f"s{number}", hash_bytes(judged), "l", "0"),
            Decided(f"s{number}.g1", "accept"),
        ]
        made = store.append(facts, by="Test", blobs={hash_bytes(data): data for data in (reading, judged)})
        told.send(made[-1].number)


def add_players(file: str, first: int, told: Connection) -> None:
    """Adds players by the command line, and prints each name when the command has ended well."""
    for number in range(first, first + 10_000):
        name = f"Spieler {number}"
        if main(["players", file, "add", name]) == 0:
            told.send(name)


def begin(folder: str, first: int, told: Connection) -> None:
    """Makes one tournament after the other by the command line, and prints each file."""
    for number in range(first, first + 10_000):
        file = str(Path(folder) / f"{number}.kiebitz")
        if main(["new", file, "--rules", "ddv", "--title", "T", "--rounds", "3", "--players", f"{folder}/p.csv"]) == 0:
            told.send(file)


PLAYERS = tuple(f"{name} {letter}." for letter in "AB" for name in NAMES)
"""Sixteen, for whom a draw is found at once."""
READ_BEFORE, READ_NOW = "1.jpg", "2.jpg"
"""The photographs of tables 1 and 2; the first is in the file."""
COMMANDS = {
    "scan": ("scan", "{file}", "{folder}/" + READ_NOW),
    "decide": ("decide", "{file}", "r1.t1.g5", "--accept", "--by", "Eva"),
    "close": ("close", "{file}", "--round", "1", "--by", "Eva", "--reason", "so gespielt"),
    "draw": ("draw", "{file}", "--seed", "abend"),
    "take": ("take", "{file}", "{folder}/typed.xlsx"),
    "workbook": ("export", "{file}", "-o", "{folder}/stand.xlsx"),
    "page": ("export", "{file}", "-o", "{folder}/stand.html"),
}
"""The evening's commands, each of which the same file allows."""


def read_small(task: ReadTask, _first: int = 0, _tell: PageProgress = ignore_progress) -> Iterator[SheetReading]:
    """Stands for the reader: the photograph's sheet has three rows that are to be looked at."""
    number = int(task.photo.stem)
    rows = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 3)
    reading = sheet(task.photo.name, rows, number, names=PLAYERS[4 * number - 4 : 4 * number])
    yield replace(reading, photo_sha256=hash_file(task.photo))


def run_here(_pool: Pool, work: Work[Any, Any], tasks: Sequence[Any], done: Any = lambda _: None) -> Iterator[Any]:
    """Stands for worker processes, which take longer to start than all else."""
    for task in tasks:
        yield tuple(work.do(task, 0, ignore_progress))
        done(task)


def prepare(folder: Path) -> None:
    """Makes a tournament of 16 players and three rounds: round 1 is drawn, its first table is scanned, and in a
    workbook two corrections are typed."""
    open_tournament(folder, PLAYERS, rounds=3, drawn=1)
    for name, shade in ((READ_BEFORE, 100), (READ_NOW, 200)):
        Image.new("L", (210, 297), shade).save(folder / name)
    with patch.dict(COMMANDS, first=("scan", "{file}", "{folder}/" + READ_BEFORE)):
        assert run_command(str(folder), "first") == 0
    assert run_command(str(folder), "workbook") == 0
    workbook, heads = load_workbook(folder / "stand.xlsx"), [""]
    (folder / "stand.xlsx").unlink()
    for row in workbook["Prüfung"].iter_rows():
        heads = [cell.value for cell in row] if row[0].value == "Bogen" else heads
        if any(cell.value in ("r1.t1.g7", "r1.t1.g9") for cell in row):
            row[heads.index("Entscheidung")].value = "wie geschrieben"
    workbook.save(folder / "typed.xlsx")


def run_command(folder: str, name: str) -> int:
    """Runs one of the evening's commands in this process."""
    with (
        patch.object(Pool, "__init__", lambda self, *_, **__: setattr(self, "_workers", [])),
        patch.object(Pool, "run", run_here),
        patch.object(run_read, "READING", replace(READING, do=read_small)),
        patch.object(run_scan, "check_beforehand", lambda *_: None),
        redirect_stdout(io.StringIO()),
        redirect_stderr(io.StringIO()),
    ):
        return main([part.format(file=f"{folder}/abend.kiebitz", folder=folder) for part in COMMANDS[name]])


def tell_command(folder: str, name: str, told: Connection) -> None:
    """Runs a command, and reports when it begins and how it ended."""
    told.send("begun")
    told.send(run_command(folder, name))
