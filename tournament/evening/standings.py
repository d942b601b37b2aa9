"""Totals, places and ties.

Seats with the same name are one player; upper and lower case do not matter. A seat without a name is a player of its
own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from texts.labels import Labels
from tournament.judging.row.judged import JudgedSheet

Round = int | None
"""A round's number; None for sheets whose round nobody knows."""


@dataclass(frozen=True, slots=True)
class Player:
    """One player's tournament.

    `seats`: (sheet number, seat), both from 1. `rounds`: (round, points in it). `open_rows`: how many rows at the
    player's tables a person must look at. `open_items`: these, with what is open about whole sheets and the rounds in
    which the player is missing.
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
        """The points of all rounds."""
        return sum(points for _, points in self.rounds)

    @property
    def best_round(self) -> int:
        """The points of the best round; 0 for a player without a round."""
        return max((points for _, points in self.rounds), default=0)

    def get_points(self, round_: Round) -> int | None:
        """The points of that round; None when the player was not in it."""
        return dict(self.rounds).get(round_)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. Players who tie share a place, and the places behind it stay empty: 1, 2, 2, 4."""

    place: int
    shared: bool
    player: Player


@dataclass(frozen=True, slots=True)
class CountedSheet:
    """A judged sheet that counts, with its number (the 3 of "Bogen 3") and its players' names by seat.

    `known`: the same names for sentences, "" where a seat has a label instead of a name.
    """

    number: int
    sheet: JudgedSheet
    names: tuple[str, ...]
    known: tuple[str, ...] = ()

    @property
    def photo(self) -> str:
        """The name of the photograph that shows it."""
        return self.sheet.source.photo

    @property
    def round(self) -> Round:
        """The round of the sheet's code, else the one given for all sheets without a code."""
        return self.sheet.source.round

    @property
    def table(self) -> int | None:
        """The table of the sheet's code, else the one given for all sheets without a code."""
        return self.sheet.source.table

    def make_labels(self, here: str | None, *, named: bool = True) -> Labels:
        """What seats and rows are called in a sentence that stands beside the row `here` of the paper.

        Not `named`: seats by their numbers, as in the report.
        """
        code = self.sheet.source.code
        return Labels(self.known if named else (), code.games if code else 0, here)

    @property
    def half(self) -> int:
        """Which half of its table's games the sheet holds: 1 or 2, or 0 for all of them."""
        code = self.sheet.source.code
        return 0 if code is None else code.half


TieBreak = Callable[[Player], int]
TIE_CHAIN: tuple[TieBreak, ...] = (lambda player: player.total,)
"""The numbers that decide the place, the most important one first; more is better. Players who are equal in all of
them share the place."""


def list_players(entries: Sequence[CountedSheet], absent: Sequence[str] = ()) -> tuple[Player, ...]:
    """Every player, numbered from 1 in the order in which the sheets name them.

    `absent`: for each round in which a player is missing, the player's name once.
    """
    seats: dict[str, list[tuple[CountedSheet, int]]] = {}
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
    """The players by place; players who tie are in the order of their names."""
    keys = {player.number: tuple(-rule(player) for rule in chain) for player in players}
    every = list(keys.values())
    ranked = sorted(players, key=lambda player: (keys[player.number], player.name.casefold()))
    return tuple(_make_standing(player, keys[player.number], every) for player in ranked)


def _make_standing(player: Player, key: tuple[int, ...], every: list[tuple[int, ...]]) -> Standing:
    return Standing(1 + sum(other < key for other in every), every.count(key) > 1, player)


def list_rounds(entries: Sequence[CountedSheet]) -> tuple[Round, ...]:
    """The rounds that were played, by number; None, for sheets without a round, comes last."""
    return tuple(sorted({entry.round for entry in entries}, key=lambda number: (number is None, number or 0)))


def _make_player(number: int, name: str, at: Sequence[tuple[CountedSheet, int]], away: int) -> Player:
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
