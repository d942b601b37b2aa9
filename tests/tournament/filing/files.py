"""Tournament files for tests: four or eight players, sheets as text, and whatever people decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from scanner.sheet_reading import SheetReading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load, load_texts
from tests.tournament.fullpaper import full_reading
from texts.languages import Lang
from tournament.evening.book import Book, count_sheets
from tournament.evening.evening_limits import EVENING_LIMITS, EveningLimits
from tournament.evening.roster import Roster
from tournament.filing.opened.filed_sheets import FiledSheet, Filing, Photo, file_photo, list_sheets
from tournament.filing.opened.open_evening import open_evening
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.written_sheet import WrittenSheet, transcribe
from tournament.last_results import LastResults
from tournament.record.facts import Opened
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import Drawn, PlayerAdded
from tournament.record.store import Store

NAMES = ("Anna", "Bernd", "Çem", "Dörte", "Emil", "Frieda", "Gül", "Hans")
NOBODY = Roster()
OWN, BASE = load_texts("pflichtsolo-40")


def open_tournament(folder: Path, names: Iterable[str] = NAMES, rounds: int = 2, drawn: int = 0) -> Store:
    """A new file; `drawn`: so many rounds are drawn, everybody in the order of start numbers, four at a table."""
    path = folder / "abend.kiebitz"
    with path.open("xb") as file:
        file.write(_make_file(tuple(names), rounds, drawn))
    return open_store(path)


@cache
def _make_file(names: tuple[str, ...], rounds: int, drawn: int) -> bytes:
    """The file of such a tournament: making its tables takes longer than most tests, so each worker does it once."""
    players = [PlayerAdded(start, name) for start, name in enumerate(names, 1)]
    tables = tuple((at // 4 + 1, tuple(range(at + 1, at + 5))) for at in range(0, len(players), 4))
    draws = [Drawn(number, "1", "test", tables) for number in range(1, drawn + 1)]
    opened = Opened("Vereinsabend", "pflichtsolo-40", OWN, rounds, 16, 4, BASE)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "abend.kiebitz"
        create_store(path, [opened, *players, *draws], by="Wart")
        return path.read_bytes()


def put_in(store: Store, *sheets: SheetReading) -> list[Filing]:
    """Each sheet comes in with a photograph of its own."""
    filings = []
    for sheet in sheets:
        known = list_sheets(store, store.read_entries())
        filing = file_photo(known, Photo(sheet.photo, sheet.photo_sha256, 1), [sheet], "test")
        if filing.facts:
            store.append(filing.facts, by="Kiebitz", blobs=filing.blobs)
        filings.append(filing)
    return filings


def make_book(store: Store, limits: EveningLimits = EVENING_LIMITS) -> Book:
    """The book of the tournament in that store."""
    return open_evening(store, limits=limits).book


def keep_book(rules: RuleSet, readings: Iterable[SheetReading], roster: Roster = NOBODY, lang: Lang = "de") -> Book:
    """The book of sheets as a tournament's file would have it."""
    return count_sheets(rules, key_sheets(readings), roster, lang)


def key_sheets(readings: Iterable[SheetReading]) -> list[WrittenSheet]:
    """The sheets as they are written, each with the key that it gets in a tournament's file."""
    written: list[WrittenSheet] = []
    known: list[FiledSheet] = []
    for reading in readings:
        known += file_photo(known, Photo(reading.photo, reading.photo_sha256, 1), [reading], "test").sheets
        written = [*written, *([transcribe(reading)] if reading.problem else [known[-1].written])]
    return written


@contextmanager
def forget_judgements() -> Iterator[None]:
    """Inside the `with` no judgement is remembered at first, as in a process that has just begun."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tournament.filing.opened.open_evening._JUDGED", LastResults[JudgedSheet]())
        yield


def draw_two_causes() -> SheetReading:
    """A full sheet whose first row is crossed for seat 1 and has the points of a solo of seat 2."""
    lines = [("-3 +9 -3 -3", "re1 solo.buben augen=190 value=3"), ("+1 -1 +1 -1", "re1 re3 augen=130 value=1")]
    return full_reading(load("pflichtsolo-40"), lines)
