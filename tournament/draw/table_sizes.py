"""Tables: who is to be seated, how large the tables are, and what cannot be drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from texts.sentences import SpokenError

FOUR, FIVE = 4, 5
MOST_TABLES = 999
"""As many as the sheet code can hold."""


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
    that two of one club sit at a table. A player's second round at a table of five costs 1."""

    opponents: int = 100
    clubs: int = 0


@dataclass(frozen=True, slots=True)
class Lineup:
    """Who is to be seated: start numbers, which are put into rising order, and the fixed table of some of them.

    `seats`: at most tables, 4 or 5. `allowed`: the numbers of seats that the rules allow. `wishes`: whom to keep apart;
    `clubs`: by start number, of those who have a club, where it matters. Raises `NoDraw` for a start
    number that is there twice, and for the fixed table of a player who is not there.
    """

    players: tuple[int, ...]
    fixed: Mapping[int, int] = field(default_factory=dict)
    seats: int = FOUR
    allowed: tuple[int, ...] = (FOUR, FIVE)
    wishes: Wishes = Wishes()
    clubs: Mapping[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if twice := [start for start, count in Counter(self.players).items() if count > 1]:
            raise NoDraw("book.draw.start-twice", start=min(twice))
        if strangers := self.fixed.keys() - set(self.players):
            raise NoDraw("book.draw.fixed-stranger", start=min(strangers))
        object.__setattr__(self, "players", tuple(sorted(self.players)))  # frozen: there is no other way to set it

    def list_fixed(self, table: int) -> list[int]:
        """The players who always sit at that table, in rising order."""
        return [start for start in self.players if self.fixed.get(start) == table]


def size_tables(lineup: Lineup) -> tuple[int, ...]:
    """How many players sit at each table, from table 1 on; the tables of five have the last numbers.

    A table with five fixed players is a table of five whatever its number. Raises `NoDraw` for players whom tables of
    four and five do not hold, and for fixed tables that do not exist or have too few seats.
    """
    fives = count_fives(len(lineup.players), lineup.seats, lineup.allowed)
    tables = (len(lineup.players) - fives) // FOUR
    if tables > MOST_TABLES:
        raise NoDraw("book.draw.too-many", players=len(lineup.players), most=MOST_TABLES * FOUR)
    load = Counter(lineup.fixed.values())
    _check_fixed(load, tables, fives)
    large = sorted(range(1, tables + 1), key=lambda table: (load[table] == FIVE, table))[tables - fives :]
    return tuple(FIVE if table in large else FOUR for table in range(1, tables + 1))


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


def _check_fixed(load: Counter[int], tables: int, fives: int) -> None:
    """Raises `NoDraw` if a fixed table does not exist, or has more players than seats; `load`: players by table."""
    crowded = [table for table in sorted(load) if load[table] >= FIVE][fives:]
    for table in sorted(load):
        if not 1 <= table <= tables:
            raise NoDraw("book.draw.no-such-table", table=table, tables=tables)
        if load[table] > FIVE or table in crowded:
            most = FOUR if table in crowded else FIVE
            raise NoDraw("book.draw.crowded", table=table, players=load[table], most=most)
