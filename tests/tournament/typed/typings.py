"""Tournaments in which somebody types a table, for tests: two drawn tables of four, a round of sixteen games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests.desk.paper import ROUND
from tests.tournament.filing.files import open_tournament
from tournament.filing.decisions.typed_results import TypedWish, make_typed
from tournament.filing.entering import enter_decision
from tournament.filing.opened.open_evening import Evening, open_evening
from tournament.record.store import Store
from tournament.review.waiting import list_open

GAMES = [line.split() for line in ROUND.strip().splitlines()]
KEY, ROW = "r1.t1", "r1.t1.g5"
Lines = Sequence[Sequence[str]]


def keep_drawn(folder: Path) -> Store:
    """A file with eight players at two tables."""
    return open_tournament(folder, drawn=1)


def make_lines(games: Lines = GAMES, *, crosses: bool = True) -> list[list[str]]:
    """The games as somebody types them, with a head line and the crosses behind the points."""
    head = ["Spiel", "Anna", "Bernd", "Çem", "Dörte", *(["Solo"] if crosses else [])]
    marked = ([*row[:4], *(["x" if "x" in row else ""] if crosses else [])] for row in games)
    return [head, *([str(n), *cells] for n, cells in enumerate(marked, 1))]


def replace_game(number: int, words: str) -> list[list[str]]:
    """The games with another one in that row."""
    return [words.split() if n == number else row for n, row in enumerate(GAMES, 1)]


def enter(
    store: Store, lines: Lines = (), totals: str = "", by: str = "Rita", reason: str = "verloren", table: int = 1
) -> None:
    """Somebody types a table of round 1."""
    wish = TypedWish(1, table, reason, lines, totals, source="Bierdeckel")
    enter_decision(store, wish.key, lambda evening: [make_typed(evening, wish, by)], by)


def look(store: Store) -> Evening:
    """The evening as the file has it."""
    return open_evening(store)


def total_games(games: Lines = GAMES) -> list[int]:
    """What the columns add up to, by itself."""
    return [sum(int(row[seat]) for row in games) for seat in range(4)]


def list_here(store: Store) -> list[str]:
    """What is open of that table."""
    return [item for item in list_open(look(store).book) if item.startswith(f"{KEY}.")]
