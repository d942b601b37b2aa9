"""Work on a tournament's file in a process of its own, to be killed; importable by that process."""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path

from desk.__main__ import main
from tournament.record.entries import hash_bytes
from tournament.record.facts import Decided, SheetJudged, SheetRead
from tournament.record.opening import open_store

BATCH = 3
"""Entries that are added together."""


def add_sheets(file: str, first: int, told: Connection) -> None:
    """Adds readings, judgements and decisions with their blobs, three at a time, and tells the last entry's number."""
    store = open_store(file)
    for number in range(first, first + 10_000):
        reading, judged = b"%d" % number * 3_000, b"%d!" % number * 3_000
        facts = [
            SheetRead(f"s{number}", "0" * 64, hash_bytes(reading), "m"),
            SheetJudged(f"s{number}", hash_bytes(judged), "l", "0"), Decided(f"s{number}.g1", "accept"),
        ]
        made = store.append(facts, by="Test", blobs={hash_bytes(data): data for data in (reading, judged)})
        told.send(made[-1].number)


def add_players(file: str, first: int, told: Connection) -> None:
    """Adds players by the command line, and tells each name when the command has ended well."""
    for number in range(first, first + 10_000):
        name = f"Spieler {number}"
        if main(["players", file, "add", name]) == 0:
            told.send(name)


def begin(folder: str, first: int, told: Connection) -> None:
    """Makes one tournament after the other by the command line, and tells each file."""
    for number in range(first, first + 10_000):
        file = str(Path(folder) / f"{number}.kiebitz")
        if main(["new", file, "--rules", "ddv", "--title", "T", "--rounds", "3", "--players", f"{folder}/p.csv"]) == 0:
            told.send(file)
