"""How long `kiebitz standings --json` takes on a large file, Python's start included.

A file of simulated sheets is made in the folder given, unless it is there. `first` works everything out, as after a
scan; `again` is the mean of the next runs. Processor and wall time of the whole process, in seconds.

With `--kinds` the sheets are copies of so many, and their judgements are kept when it is made: a scan
keeps them, too. So thousands of sheets are there in minutes.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import cycle, repeat
from pathlib import Path

from dev.rounds.reader import QUAD, Hand, read_sheet
from dev.rounds.sheets import draw_points_sheet
from scanner.sheet_reading import Reading, SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load_texts
from templates.sheet_code import join_checks, make_tournament_id
from tournament.filing.adding_sheets import Photo, file_photo
from tournament.filing.open_evening import open_evening
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.judging_limits import Limits
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import WrittenSheet
from tournament.record.facts import Drawn, Fact, Opened, PlayerAdded
from tournament.record.open_store import create_store

Tables = tuple[tuple[int, tuple[int, ...]], ...]
"""(number, who sits there by start number) of each table."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `speed`."""
    parser.add_argument("folder", type=Path)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kinds", type=int, default=0, help="so many different sheets; 0: all differ")
    parser.add_argument("--runs", type=int, default=5)


def run(options: argparse.Namespace) -> int:
    """Prints both times."""
    file = options.folder / f"{options.players}x{options.rounds}.kiebitz"
    if not file.exists():
        make_file(file, options.players, options.rounds, options.kinds)
    print(f"first  wall {(found := time_command(file))[0]:.2f}  processor {found[1]:.2f}")
    again = [time_command(file) for _ in range(options.runs)]
    wall, processor = (statistics.mean(times) for times in zip(*again, strict=True))
    print(f"again  wall {wall:.2f}  processor {processor:.2f}")
    return 0


def time_command(file: Path) -> tuple[float, float]:
    """Seconds of wall and of processor time."""
    wall, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-m", "desk", "standings", str(file), "--json"], check=True, capture_output=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - wall, used


def make_file(file: Path, players: int, rounds: int, kinds: int = 0) -> None:
    """A file with that many players at tables of four, and a sheet of each table in each round.

    `kinds`: so many different sheets, again and again, with their judgements; 0: all differ and none is judged.
    """
    rng = random.Random(1)
    draws = [Drawn(round_, "1", "random", tables) for round_, tables in _draw_rounds(rng, players, rounds)]
    own, base = load_texts("pflichtsolo-40")
    opened = Opened("Messung", "pflichtsolo-40", own, rounds, 16, 4, base)
    listed = [PlayerAdded(start, _name_player(start)) for start in range(1, players + 1)]
    store = create_store(file, (opened, *listed, *draws), by="Messung")
    tournament = make_tournament_id(store.read_entries()[0].hash)
    drawn = cycle([_read_new(rng) for _ in range(kinds)]) if kinds else (_read_new(rng) for _ in repeat(None))
    for one in draws:
        added: list[Fact] = []
        blobs: dict[str, bytes] = {}
        for (table, starts), reading in zip(one.tables, drawn, strict=False):
            placed = _place_reading(reading, one.round, table, starts, tournament)
            filing = file_photo((), Photo(placed.photo, placed.photo_sha256, 1), [placed], "simulated")
            added += filing.facts
            blobs |= filing.blobs
        store.append(added, by="Messung", blobs=blobs)
    if kinds:
        open_evening(store, judge=_judge_kinds)


def _draw_rounds(rng: random.Random, players: int, rounds: int) -> Iterator[tuple[int, Tables]]:
    order = list(range(1, players + 1))
    for round_ in range(1, rounds + 1):
        rng.shuffle(order)
        yield round_, tuple((at // 4 + 1, tuple(order[at : at + 4])) for at in range(0, players, 4))


def _name_player(start: int) -> str:
    return f"Spieler {start}"


def _read_new(rng: random.Random) -> SheetReading:
    return read_sheet(rng, draw_points_sheet(rng, mistakes=0.005, slips=0.01), Hand(unclear=0.02))


def _place_reading(
    reading: SheetReading, round_: int, table: int, starts: Sequence[int], tournament: str
) -> SheetReading:
    """The reading of a sheet that was printed for that table, with the names of those who were drawn there: the
    program knows them by their check letters, and reads no print."""
    assert reading.sheet_code is not None
    letters = join_checks([_name_player(start) for start in starts])
    code = replace(reading.sheet_code, round=round_, table=table, named=True, letters=letters, tournament=tournament)
    names = [Reading(f"name.p{seat}", "text", "", 1.0, (), QUAD) for seat in range(1, len(starts) + 1)]
    photo = f"r{round_}t{table}.jpg"
    return replace(
        reading,
        photo=photo,
        photo_sha256=sha256(photo.encode()).hexdigest(),
        code=code.spell(),
        readings=(*reading.readings, *names),
    )


def _judge_kinds(rules: RuleSet, sheets: Sequence[WrittenSheet], limits: Limits) -> Iterable[JudgedSheet]:
    """Each kind of sheet is judged once."""
    judged: dict[object, JudgedSheet] = {}
    for sheet in sheets:
        ink = repr((sheet.rows, sheet.sums))
        if ink not in judged:
            judged[ink] = reconcile(rules, sheet, limits)
        yield replace(judged[ink], source=sheet)
