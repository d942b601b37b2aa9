"""Makes the entries that start or stop a round's clock or add time for a table, and refuses impossible ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tournament.errors import RefusedOrder
from tournament.record.clock_facts import ClockStarted, ClockStopped, TimeAdded
from tournament.record.facts import Fact
from tournament.record.opening import Opening
from tournament.record.replay import Tournament
from tournament.record.round_clocks import EVERY_TABLE, RoundClock

FOUR, FIVE = 4, 5
MOST_MINUTES = 600


@dataclass(frozen=True, slots=True)
class TableEnd:
    """When a table's time is up, in UTC. `table`: 0 for all tables with that many `seats`; `added`: minutes that the
    referee added for it."""

    table: int
    seats: int
    end: datetime
    added: int = 0

    def count_left(self, now: datetime) -> int:
        """Seconds until then, 0 when it is over."""
        return max(0, round((self.end - now).total_seconds()))


def choose_minutes(opening: Opening, minutes: int | None = None) -> tuple[tuple[int, int], ...]:
    """How many minutes the round takes, by seats of a table. `minutes`: at a table of four, None for the number in the
    rules; tables of other sizes get more or less in proportion to their games. () if the time is unknown."""
    if minutes is None:
        return tuple((one.seats, one.minutes) for one in opening.rules.sheet.time)
    four = max(1, opening.count_games(FOUR))
    more = {seats: opening.count_games(seats) / four for seats in sorted({FOUR, FIVE, *opening.rules.sheet.seats})}
    return tuple((seats, min(MOST_MINUTES, round(minutes * times))) for seats, times in more.items())


def make_start(tournament: Tournament, number: int, minutes: int | None = None) -> list[Fact]:
    """The entry that opens the round for play. Raises `RefusedOrder`."""
    _refuse_round(tournament, number)
    chosen = choose_minutes(tournament.opening, minutes)
    if not chosen:
        raise RefusedOrder("decisions.clock.no-minutes")
    return [ClockStarted(number, chosen)]


def make_stop(tournament: Tournament, number: int) -> list[Fact]:
    """The entry that stops the clock. Raises `RefusedOrder`."""
    _require_clock(tournament, number)
    return [ClockStopped(number)]


def make_added(tournament: Tournament, number: int, table: int, minutes: int, reason: str = "") -> list[Fact]:
    """The entry that adds time for that table, `EVERY_TABLE` for all of them. Raises `RefusedOrder`."""
    _require_clock(tournament, number)
    tables = [one.number for one in tournament.draws.get(number, ())]
    if table != EVERY_TABLE and tables and table not in tables:
        raise RefusedOrder("decisions.clock.no-table", round=number, table=table)
    if not minutes or abs(minutes) > MOST_MINUTES:
        raise RefusedOrder("decisions.clock.no-time")
    return [TimeAdded(number, table, minutes, reason.strip())]


def _refuse_round(tournament: Tournament, number: int) -> None:
    if not 1 <= number <= tournament.opening.rounds:
        raise RefusedOrder("decisions.clock.no-round", round=number, rounds=tournament.opening.rounds)
    if number in tournament.closed:
        raise RefusedOrder("decisions.clock.closed", round=number)


def _require_clock(tournament: Tournament, number: int) -> RoundClock:
    clock = tournament.clocks.get(number)
    if clock is None:
        raise RefusedOrder("decisions.clock.none", round=number)
    return clock


def list_table_ends(tournament: Tournament, clock: RoundClock) -> tuple[TableEnd, ...]:
    """The usual end, that of tables of five where some are drawn, then the tables with time of their own."""
    sizes = {one.number: len(one.starts) for one in tournament.draws.get(clock.round, ())}
    return tuple(_list_table_ends(clock, sizes, sorted({*sizes.values()} or {tournament.opening.seats})))


def _list_table_ends(clock: RoundClock, sizes: dict[int, int], seats: Sequence[int]) -> Iterator[TableEnd]:
    for size in seats:
        yield TableEnd(EVERY_TABLE, size, clock.find_end(size))
    for table in clock.list_extended():
        size = sizes.get(table, seats[0])
        yield TableEnd(table, size, clock.find_end(size, table), clock.added[table])


def find_now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)
