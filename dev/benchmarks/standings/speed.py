"""How long `kiebitz standings --json` takes on a large file, Python's start included.

A file of simulated sheets is made in the folder given, unless it is there. `first` works everything out, as after a
scan; `again` is the mean of the next runs. Processor and wall time of the whole process, in seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import draw_points_sheet
from scanner.reading import SheetReading
from scoring.rulesets import load_texts
from tournament.filing.sheets import Photo, file_photo
from tournament.record.facts import Drawn, Fact, Opened, PlayerAdded
from tournament.record.opening import create_store


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of `speed`."""
    parser.add_argument("folder", type=Path)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--runs", type=int, default=5)


def run(options: argparse.Namespace) -> int:
    """Prints both times."""
    file = options.folder / f"{options.players}x{options.rounds}.kiebitz"
    if not file.exists():
        make_file(file, options.players, options.rounds)
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


def make_file(file: Path, players: int, rounds: int) -> None:
    """A file with that many players at tables of four, and a sheet of each table in each round."""
    own, base = load_texts("pflichtsolo-40")
    opened = Opened("Messung", "pflichtsolo-40", own, rounds, 16, 4, base)
    facts: list[Fact] = [opened, *(PlayerAdded(start, f"Spieler {start}") for start in range(1, players + 1))]
    rng, order = random.Random(1), list(range(1, players + 1))
    for round_ in range(1, rounds + 1):
        rng.shuffle(order)
        tables = tuple((at // 4 + 1, tuple(order[at : at + 4])) for at in range(0, players, 4))
        facts.append(Drawn(round_, "1", "random", tables))
    store = create_store(file, facts, by="Messung")
    for round_ in range(1, rounds + 1):
        added: list[Fact] = []
        blobs: dict[str, bytes] = {}
        for reading in _read_round(rng, round_, players // 4):
            filing = file_photo((), Photo(reading.photo, reading.photo_sha256, 1), [reading], "simulated")
            added += filing.facts
            blobs |= filing.blobs
        store.append(added, by="Messung", blobs=blobs)


def _read_round(rng: random.Random, round_: int, tables: int) -> Iterator[SheetReading]:
    for table in range(1, tables + 1):
        written = draw_points_sheet(rng, mistakes=0.005, slips=0.01, round_=round_, table=table)
        photo = f"r{round_}t{table}.jpg"
        yield read_sheet(rng, written, Hand(unclear=0.02), photo=photo)
