"""The sheets that count, and what each player has got on them.

Seats with the same name are one player; upper and lower case do not matter. A seat without a name is a player of its
own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.counting.row_laws import Rows
from texts.labels import Labels
from texts.languages import Lang
from tournament.remarks import SeatText, SheetText
from tournament.standings.places import Player, Round, Sitting

if TYPE_CHECKING:
    from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
    from tournament.judging.written_sheet import Typing, WrittenSheet


@dataclass(frozen=True, slots=True)
class CountedSheet:
    """A judged sheet that counts, with its number and its players' names by seat.

    `known`: the same names for sentences, "" where a seat has a label instead of a name. `block`: the numbers of open
    rows that are asked about together, because their Bock crosses are missing; `hanging`: of those that are asked about
    with a struck row. `same`: its number, where another sheet is called the same, else 0.
    """

    number: int
    sheet: JudgedSheet
    names: tuple[str, ...]
    known: tuple[str, ...] = ()
    block: tuple[int, ...] = ()
    hanging: frozenset[int] = frozenset()
    same: int = 0

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

    def find_pot(self, rows: Rows) -> int:
        """What the sheet brings the pot; of a sheet of which only the totals are known, as if it had no offences."""
        if self.sheet.source.totals_only:
            return rows.find_pot(sum(self.sheet.totals), offence=False)
        found = ((sum(value or 0 for value in row.points), row.offence) for row in self.sheet.rows)
        return sum(rows.find_pot(together, offence=offence) for together, offence in found)

    def make_labels(self, here: str | None, *, named: bool = True) -> Labels:
        """The names of seats and rows for a sentence that is shown beside the row `here` of the paper.

        Not `named`: seats by their numbers, as in the report.
        """
        code = self.sheet.source.code
        return Labels(self.known if named else (), code.games if code else 0, here)

    def call_seats(self, lang: Lang) -> tuple[str, ...]:
        """The players by seat, "Platz 3" where no name is known."""
        labels = self.make_labels(None)
        return tuple(labels.name_seat(lang, seat) for seat in range(1, len(self.names) + 1))

    @property
    def title(self) -> SheetText:
        """The sheet's name for people: its place, else its photograph."""
        return replace(title_sheet(self.sheet.source), same=self.same)

    def label_seat(self, seat: int, lang: Lang) -> str:
        """The label of a seat whose player is unknown; no two seats have the same."""
        return SeatText(self.number, seat, self.title).in_(lang)

    def label_seats(self, lang: Lang) -> tuple[str, ...]:
        """The labels of all its seats."""
        return tuple(self.label_seat(seat, lang) for seat in range(1, self.sheet.source.seats + 1))

    @property
    def typing(self) -> Typing | None:
        """Who typed the sheet, or the points of a row that count although a photograph shows others; None if nothing
        that counts was typed."""
        asked = (one for row in self.sheet.open_rows for one in row.findings if one.severity != "note")
        found = (getattr(one, "gaps", {}).get("typing") for one in asked)
        return self.sheet.source.typed or next(filter(None, found), None)

    @property
    def asked_rows(self) -> tuple[JudgedRow, ...]:
        """The open rows that are a question each."""
        return tuple(row for row in self.sheet.open_rows if row.game not in self.block and row.game not in self.hanging)

    @property
    def open_items(self) -> int:
        """How many questions the sheet has for a person."""
        return len(self.asked_rows) + bool(self.block) + len(self.sheet.open_matters)

    @property
    def half(self) -> int:
        """Which half of its table's games the sheet holds: 1 or 2, or 0 for all of them."""
        code = self.sheet.source.code
        return 0 if code is None else code.half


def title_sheet(sheet: WrittenSheet) -> SheetText:
    """The sheet's name for people."""
    return SheetText(sheet.round, sheet.table, sheet.photo, 0 if sheet.code is None else sheet.code.half)


def number_alike(sheets: Sequence[WrittenSheet]) -> list[int]:
    """By sheet its number from 1 if another one has the same name, else 0."""
    titles = [title_sheet(sheet).in_("de") for sheet in sheets]
    counts = Counter(titles)
    return [number if counts[title] > 1 else 0 for number, title in enumerate(titles, 1)]


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
    away = Counter(name.casefold() for name in absent)
    return tuple(
        _make_player(number, spelling[key], at, sum(entry.sheet.solos_won[seat] for entry, seat in at), away[key])
        for number, (key, at) in enumerate(seats.items(), 1)
    )


@dataclass(frozen=True, slots=True)
class SheetIndex:
    """Finds the sheets with which one is compared. `places`: by (round, table). `seats`: by (round, name in lower case)
    the sheets with the seat, from 1."""

    places: Mapping[tuple[Round, int | None], Sequence[CountedSheet]]
    seats: Mapping[tuple[Round, str], Sequence[tuple[CountedSheet, int]]]

    @classmethod
    def from_sheets(cls, entries: Sequence[CountedSheet]) -> SheetIndex:
        """The index of these sheets; each of its lists is in their order."""
        places: dict[tuple[Round, int | None], list[CountedSheet]] = {}
        seats: dict[tuple[Round, str], list[tuple[CountedSheet, int]]] = {}
        for entry in entries:
            places.setdefault((entry.round, entry.table), []).append(entry)
            for seat, name in enumerate(entry.names, 1):
                seats.setdefault((entry.round, name.casefold()), []).append((entry, seat))
        return cls(places, seats)


def _count_games(entry: CountedSheet, seat: int) -> int:
    """How many games the seat played; of a sheet of which only totals are known as many as it has room for."""
    source = entry.sheet.source
    if source.totals_only:
        return source.code.games if source.code else 0
    return entry.sheet.games_played[seat - 1]


def _make_player(number: int, name: str, at: Sequence[tuple[CountedSheet, int]], won: int, away: int) -> Player:
    return Player(
        number,
        name,
        tuple(
            Sitting(
                *(entry.number, seat, entry.round, entry.table, entry.sheet.totals[seat - 1]),
                typed=entry.typing is not None,
                games=_count_games(entry, seat),
            )
            for entry, seat in at
        ),
        won,
        sum(len(entry.sheet.open_rows) for entry, _ in at),
        sum(entry.open_items for entry, _ in at) + away,
    )
