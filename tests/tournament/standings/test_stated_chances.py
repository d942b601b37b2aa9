"""Whether the stated chance that a place is right is true, on few evenings; on many among the slow tests.

Evenings of two tables and two rounds are drawn with the players' mistakes, written, and read by the simulated reader,
which is calibrated. The mean of the stated chances is compared with the share of places that the truth confirms: what
the rows would have had without the players' mistakes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from dev.rounds.reader import Hand, read_sheet
from dev.rounds.sheets import TextSheet, draw_points_sheet
from scanner.sheet_reading import SheetReading
from scoring.rulesets.load_rules import load
from tests.tournament.filing.files import keep_book
from tournament.evening.book import Book
from tournament.evening.roster import Roster
from tournament.review.open_effects import find_nobody, list_uncertain
from tournament.standings.chances import weigh_chances
from tournament.standings.scenarios import Move, move_points
from tournament.standings.ties import rank_players

NAMES = tuple("ABCDEFGH")
_TABLES = 2


@dataclass(frozen=True, slots=True)
class Stated:
    """One line of standings: the stated chance, and whether the place is right."""

    sure: float
    right: bool


def average(lines: Sequence[Stated]) -> tuple[float, float]:
    """The mean of the stated chances, and the share that is right."""
    return sum(one.sure for one in lines) / len(lines), sum(one.right for one in lines) / len(lines)


def simulate_lines(seed: int, number: int) -> Iterator[Stated]:
    """The lines of one evening's standings."""
    rng = random.Random(seed * 1_000_003 + number)
    sheets = [
        draw_points_sheet(rng, mistakes=0.02, slips=0.03, round_=round_, table=table)
        for round_ in (1, 2)
        for table in range(1, _TABLES + 1)
    ]
    book = _read(rng, sheets)
    chances = weigh_chances(book.players, list_uncertain(book), rank_players, nobody=find_nobody(book))
    true = {one.player.number: one.place for one in rank_players(move_points(book.players, _find_errors(book, sheets)))}
    for one in book.standings:
        yield Stated(min(chances.sure[one.player.number], 1.0), true[one.player.number] == one.place)


def _read(rng: random.Random, sheets: Sequence[TextSheet]) -> Book:
    readings: list[SheetReading] = []
    names: dict[tuple[str, int], str] = {}
    for number, sheet in enumerate(sheets, 1):
        readings.append(read_sheet(rng, sheet, Hand(unclear=0.05), photo=f"{number}.jpg"))
        names |= {(str(number), seat): NAMES[4 * ((number - 1) % _TABLES) + seat - 1] for seat in range(1, 5)}
    return keep_book(load("pflichtsolo-40"), readings, Roster(given=names))


def _find_errors(book: Book, sheets: Sequence[TextSheet]) -> list[Move]:
    """By how much each seat's total is off the truth."""
    owners = {seat: player.number for player in book.players for seat in player.seats}
    moves = []
    for entry, sheet in zip(book.entries, sheets, strict=True):
        right = [sum(column) for column in zip(*(row.right for row in sheet.rows), strict=True)]
        moves += [
            Move(owners[entry.number, seat], entry.number, value - entry.sheet.totals[seat - 1])
            for seat, value in enumerate(right, 1)
        ]
    return moves


def test_stated_chances_are_about_true() -> None:
    """Ten evenings of eight lines: the mean of the chances is near the share of right places, and not far above it."""
    stated, right = average([one for number in range(10) for one in simulate_lines(3, number)])
    assert right - 0.25 < stated < right + 0.1


@pytest.mark.slow
def test_stated_chances_are_true_in_many_evenings() -> None:
    """Four hundred evenings: within 4 points, and what is called sure is right."""
    lines = [one for number in range(400) for one in simulate_lines(4, number)]
    stated, right = average(lines)
    assert abs(stated - right) < 0.04
    assert average([one for one in lines if one.sure >= 0.99])[1] > 0.99
