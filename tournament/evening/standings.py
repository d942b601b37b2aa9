"""Totals, places and ties. A player is the same one wherever the name is the same; a seat without a name is its own
player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.judging.row.judged import JudgedSheet

Round = int | None
"""The round's number; None for a sheet that does not tell it."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player's tournament. `seats`: (sheet number, seat), both from 1.

    `open_rows`: rows at the player's tables that are counted but not settled; `open_items`: these, what waits of the
    whole sheets, and the rounds in which the player is on no sheet.
    """

    number: int
    name: str
    seats: tuple[tuple[int, int], ...]
    rounds: tuple[tuple[Round, int], ...]
    solos_won: int
    open_rows: int
    open_items: int

    @property
    def total(self) -> int:
        """Points of all rounds."""
        return sum(points for _, points in self.rounds)

    @property
    def best_round(self) -> int:
        """Points of the best round; 0 for a player without one."""
        return max((points for _, points in self.rounds), default=0)

    def get_points(self, round_: Round) -> int | None:
        """Points of that round; None when not played."""
        return dict(self.rounds).get(round_)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; players who tie share it, and the next place is that many further down (1, 2, 2, 4)."""

    place: int
    shared: bool
    player: Player


@dataclass(frozen=True, slots=True)
class Entry:
    """A judged sheet with its number (as in "Bogen 3"), its round, its table and its players' names by seat."""

    number: int
    sheet: JudgedSheet
    names: tuple[str, ...]

    @property
    def photo(self) -> str:
        """The photograph that shows it."""
        return self.sheet.source.photo

    @property
    def round(self) -> Round:
        """As the sheet's code says, else as given for all sheets without one."""
        return self.sheet.source.round

    @property
    def table(self) -> int | None:
        """As the sheet's code says, else as given for all sheets without one."""
        return self.sheet.source.table

    @property
    def half(self) -> int:
        """Which half of its table's games it holds: 1, 2, or 0 for a whole round."""
        code = self.sheet.source.code
        return 0 if code is None else code.half


TieBreak = Callable[[Player], int]
TIE_CHAIN: tuple[TieBreak, ...] = (lambda player: player.total,)
"""What decides the place, the most important first; more is better. Whoever is equal in all of it shares the place."""


def list_players(entries: Sequence[Entry], absent: Sequence[str] = ()) -> tuple[Player, ...]:
    """Every player, numbered from 1 in the order in which the sheets name them; `absent`: a name for each round that
    lacks the player."""
    seats: dict[str, list[tuple[Entry, int]]] = {}
    spelling: dict[str, str] = {}
    for entry in entries:
        for seat, name in enumerate(entry.names, 1):
            seats.setdefault(name.casefold(), []).append((entry, seat))
            spelling.setdefault(name.casefold(), name)
    away = [name.casefold() for name in absent]
    return tuple(
        _make_player(number, spelling[key], at, away.count(key)) for number, (key, at) in enumerate(seats.items(), 1)
    )


def rank_players(players: Sequence[Player], chain: Sequence[TieBreak] = TIE_CHAIN) -> tuple[Standing, ...]:
    """The players by place, ties in the order of their names."""
    keys = {player.number: tuple(-rule(player) for rule in chain) for player in players}
    every = list(keys.values())
    ranked = sorted(players, key=lambda player: (keys[player.number], player.name.casefold()))
    return tuple(_make_standing(player, keys[player.number], every) for player in ranked)


def _make_standing(player: Player, key: tuple[int, ...], every: list[tuple[int, ...]]) -> Standing:
    return Standing(1 + sum(other < key for other in every), every.count(key) > 1, player)


def list_rounds(entries: Sequence[Entry]) -> tuple[Round, ...]:
    """The rounds that were played, by number, sheets without one last."""
    return tuple(sorted({entry.round for entry in entries}, key=lambda number: (number is None, number or 0)))


def _make_player(number: int, name: str, at: Sequence[tuple[Entry, int]], away: int) -> Player:
    rounds: dict[Round, int] = {}
    for entry, seat in at:
        rounds[entry.round] = rounds.get(entry.round, 0) + entry.sheet.totals[seat - 1]
    return Player(
        number, name, tuple((entry.number, seat) for entry, seat in at), tuple(rounds.items()),
        sum(_count_solos_won(entry.sheet, seat) for entry, seat in at),
        sum(len(entry.sheet.open_rows) for entry, _ in at),
        sum(entry.sheet.open_items for entry, _ in at) + away,
    )


def _count_solos_won(sheet: JudgedSheet, seat: int) -> int:
    return sum(row.soloist == seat and (row.points[seat - 1] or 0) > 0 for row in sheet.rows)
