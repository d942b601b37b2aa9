"""Tables: who is to be seated, how large the tables are, and what cannot be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from texts.sentences import SpokenError

THREE, FOUR, FIVE, MOST = 3, 4, 5, 7
USUAL = (FOUR, FIVE)
"""Seats of the tables that a tournament has as far as its players make them."""
MOST_TABLES = 999
"""As many as the sheet code can hold."""
FIVES, THREES, SPRINGER, BYES = "fives", "threes", "springer", "byes"
RESTS = (FIVES, THREES, SPRINGER, BYES)
"""What becomes of the players that tables of four leave over. In order: tables of five, and one of six or seven where
nothing else seats them; tables of three; all tables have four, some players sit at two of them; some sit out."""


class NoDraw(SpokenError):
    """These players cannot be seated; the sentence says why, and what helps (wrong use: exit status 2)."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a draw: its number, and the start numbers of those who sit there, by seat."""

    number: int
    starts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wishes:
    """Whom a draw is to keep apart. `opponents`: what a pair's second meeting costs; `clubs`: what it costs each time
    that two of one club sit at a table. A player's second round at a table of another size than four costs 1."""

    opponents: int = 100
    clubs: int = 0


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who is to be seated: start numbers, which are put into rising order, and the fixed table of some of them.

    `seats`: at most tables, 4 or 5. `allowed`: the numbers of seats that the rules allow. `wishes`: whom to keep apart;
    `clubs`: by start number, of those who have a club, where it matters. `rest`: one of `RESTS`. Raises `NoDraw` for a
    start number that is there twice, and for the fixed table of a player who is not there.
    """

    players: tuple[int, ...]
    fixed: Mapping[int, int] = field(default_factory=dict)
    seats: int = FOUR
    allowed: tuple[int, ...] = (FOUR, FIVE)
    wishes: Wishes = Wishes()
    clubs: Mapping[int, str] = field(default_factory=dict)
    rest: str = FIVES

    def __post_init__(self) -> None:
        if twice := [start for start, count in Counter(self.players).items() if count > 1]:
            raise NoDraw("book.draw.start-twice", start=min(twice))
        if strangers := self.fixed.keys() - set(self.players):
            raise NoDraw("book.draw.fixed-stranger", start=min(strangers))
        object.__setattr__(self, "players", tuple(sorted(self.players)))  # frozen: there is no other way to set it

    @property
    def springers(self) -> int:
        """How many sit at two tables."""
        return -len(self.players) % FOUR if self.rest == SPRINGER else 0

    @property
    def byes(self) -> int:
        """How many sit out."""
        return len(self.players) % FOUR if self.rest == BYES else 0

    def list_fixed(self, table: int) -> list[int]:
        """The players who always sit at that table, in rising order."""
        return [start for start in self.players if self.fixed.get(start) == table]


def size_tables(lineup: Lineup) -> tuple[int, ...]:
    """How many players sit at each table, from table 1 on, before anybody sits at a second one; the tables of another
    size than four have the last numbers.

    A table with five fixed players is a table of five whatever its number. Raises `NoDraw` for players whom such tables
    do not hold, and for fixed tables that do not exist or have too few seats.
    """
    size, odd = _choose_odd(lineup)
    tables = odd + (len(lineup.players) - lineup.byes - size * odd) // FOUR
    if tables > MOST_TABLES:
        raise NoDraw("book.draw.too-many", players=len(lineup.players), most=MOST_TABLES * FOUR)
    load = Counter(lineup.fixed.values())

    def rate(table: int) -> tuple[bool, int]:
        """The last ones have the other size: those that need it, or whose fixed players it holds."""
        if size < FOUR:
            return load[table] <= size, table
        return load[table] > FOUR, -table if load[table] > FOUR else table

    others = sorted(range(1, tables + 1), key=rate)[tables - odd :]
    sizes = tuple(size if table in others else FOUR for table in range(1, tables + 1))
    _check_fixed(load, sizes)
    return sizes


def _choose_odd(lineup: Lineup) -> tuple[int, int]:
    """The size of the tables that do not have four players, and how many there are. Raises `NoDraw`."""
    players, missing = len(lineup.players), -len(lineup.players) % FOUR
    if lineup.rest == BYES and players >= FOUR:
        return FIVE, 0
    if lineup.rest == SPRINGER and players > FOUR:
        if missing * FOUR > players:  # each sits at a table with a lower number than the second one
            raise NoDraw("book.draw.no-springer", players=players, missing=missing, over=FOUR - missing)
        return THREE, missing
    if lineup.rest == THREES and THREE in lineup.allowed:
        if missing * THREE > players:
            raise NoDraw("book.draw.no-threes", players=players, missing=missing, over=FOUR - missing)
        return THREE, missing
    if lineup.rest == THREES and missing:
        raise NoDraw("book.draw.threes-unknown")
    large = _find_large(players, lineup.allowed)
    return (large, 1) if large else (FIVE, count_fives(players, lineup.seats, lineup.allowed))


def _find_large(players: int, allowed: Sequence[int]) -> int:
    """The seats of the one table of six or seven that seats players whom tables of four and five do not hold; 0 where
    there is none, or where it is not needed."""
    if players % FOUR * FIVE <= players:
        return 0
    return next((size for size in (6, 7) if size in allowed and size <= players and (players - size) % FOUR == 0), 0)


def count_fives(players: int, seats: int = FOUR, allowed: Sequence[int] = (FOUR, FIVE)) -> int:
    """The fewest tables of five that leave nobody without a seat; the most where tables have five `seats`.

    Raises `NoDraw`.
    """
    fives = players % FOUR
    if players < FOUR:
        raise NoDraw("book.draw.too-few", players=players, missing=FOUR - players)
    if fives * FIVE > players:
        raise NoDraw("book.draw.no-tables", players=players, missing=FOUR - fives, over=players - _find_below(players))
    if fives and FIVE not in allowed:
        raise NoDraw("book.draw.no-fives", players=players, missing=FOUR - fives, over=fives)
    more = (players - FIVE * fives) // (FOUR * FIVE) * FOUR  # five tables of four are four of five
    return fives + more if seats == FIVE else fives


def _find_below(players: int) -> int:
    """The next lower number of players that tables of four and five hold."""
    return next(fewer for fewer in range(players - 1, 0, -1) if fewer % FOUR * FIVE <= fewer)


SPRINGER_MARK = " (Springer)"
"""Behind the name at the second table; the same in every language, for it is printed on sheets and read again."""


def name_seats(table: Table, springers: Mapping[int, tuple[int, ...]], names: Mapping[int, str]) -> tuple[str, ...]:
    """Who sits at the table, by seat; a Springer with the mark. `springers`: as `find_springers` gives them."""
    guests = springers.get(table.number, ())
    return tuple(names[start] + (SPRINGER_MARK if start in guests else "") for start in table.starts)


def find_springers(tables: Iterable[Table]) -> dict[int, tuple[int, ...]]:
    """By table number the players whose second table it is: of two tables that with the lower number is theirs."""
    first: dict[int, int] = {}
    found: dict[int, tuple[int, ...]] = {}
    for table in sorted(tables, key=lambda one: one.number):
        found[table.number] = tuple(
            start for start in table.starts if first.setdefault(start, table.number) != table.number
        )
    return {number: starts for number, starts in found.items() if starts}


def _check_fixed(load: Counter[int], sizes: Sequence[int]) -> None:
    """Raises `NoDraw` if a fixed table does not exist, or has more players than seats; `load`: players by table."""
    for table in sorted(load):
        if not 1 <= table <= len(sizes):
            raise NoDraw("book.draw.no-such-table", table=table, tables=len(sizes))
        if load[table] > sizes[table - 1]:
            raise NoDraw("book.draw.crowded", table=table, players=load[table], most=sizes[table - 1])
