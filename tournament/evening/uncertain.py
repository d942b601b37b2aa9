"""What of an evening may count otherwise than it does now: rows, seats without a known player, and missing sheets.

Where nobody knows what a row says, it counts like any other row of the evening, dealt to its seats; a player's missing
round counts like any other player's round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import RoundMatter, name_row_item, name_seat_item
from tournament.evening.roster import Seated
from tournament.judging.row.judged import UNKNOWN_ROW, JudgedRow, RowOutcome, RowPoints
from tournament.standings.chances import Move, Outcome, Uncertain

Some = TypeVar("Some")

_LIKE = 24
"""So many other rows, or rounds, stand for one of which nobody knows anything."""


def list_uncertain(book: Book) -> tuple[Uncertain, ...]:
    """Everything that may count otherwise; what is certain is left out."""
    owners = {seat: player.number for player in book.players for seat in player.seats}
    rows = _pick_some([row.points for entry in book.entries for row in entry.sheet.rows if _is_settled(row)])
    of_rows = (
        one
        for entry in book.entries
        for row in entry.sheet.shown_rows
        if (one := _weigh_row(entry, row, owners, rows)) is not None
    )
    return (*of_rows, *_list_unnamed(book), *_list_absent(book))


def find_nobody(book: Book) -> frozenset[int]:
    """The numbers of the lines that stand for a seat whose player nobody knows."""
    seats = {
        (entry.number, seat)
        for entry, seated in zip(book.entries, book.seated, strict=True)
        for seat, one in enumerate(seated, 1)
        if one.source == "label"
    }
    return frozenset(player.number for player in book.players if seats.issuperset(player.seats))


def _is_settled(row: JudgedRow) -> bool:
    return row.played and row.status == "ok" and sum(points is not None for points in row.points) == 4


def is_decided(row: JudgedRow) -> bool:
    """Whether a person decided it: then no doubt is left."""
    return any(finding.code == "decided" for finding in row.findings)


def _weigh_row(
    entry: CountedSheet, row: JudgedRow, owners: Mapping[tuple[int, int], int], others: Sequence[RowPoints]
) -> Uncertain | None:
    if row.status == "ok" and is_decided(row):
        return None
    outcomes = tuple(
        Outcome(chance, tuple(_list_moves(entry, row, points, owners)))
        for one in row.outcomes
        for points, chance in _list_known(row, one, others)
    )
    if not any(outcome.moves for outcome in outcomes):
        return None
    return Uncertain(name_row_item(entry.sheet.source, row.game), outcomes, row.status == "review")


def _list_moves(
    entry: CountedSheet, row: JudgedRow, points: RowPoints, owners: Mapping[tuple[int, int], int]
) -> Iterator[Move]:
    for seat, (new, old) in enumerate(zip(points, row.points, strict=True), 1):
        if (new or 0) != (old or 0):
            yield Move(owners[entry.number, seat], entry.number, (new or 0) - (old or 0))


def _list_known(row: JudgedRow, outcome: RowOutcome, others: Sequence[RowPoints]) -> Iterator[RowOutcome]:
    """The outcome; where nobody knows its points, those of other rows."""
    dealt = [*_deal(row, others)] if outcome.points == UNKNOWN_ROW else [outcome.points]
    yield from (RowOutcome(points, outcome.chance / len(dealt)) for points in dealt or [row.points])


def _deal(row: JudgedRow, others: Sequence[RowPoints]) -> Iterator[RowPoints]:
    """Rows of the evening in this row's seats, each turned by one seat more than the one before."""
    seats = len(row.points)
    for turn, points in enumerate(others):
        played = [value for value in points if value is not None]
        turned = [*played[turn % 4 :], *played[: turn % 4], *[None] * (seats - 4)]
        yield tuple(turned[turn % seats :] + turned[: turn % seats])


def _list_unnamed(book: Book) -> Iterator[Uncertain]:
    """Seats without a known player: who is missing in that round may have sat there, or whose name is most like it."""
    numbers = {player.name.casefold(): player.number for player in book.players}
    nobody = find_nobody(book)
    known = [player for player in book.players if player.number not in nobody]
    absent = {round_: [player.name for player in known if player.get_points(round_) is None] for round_ in book.rounds}
    for entry, seated in zip(book.entries, book.seated, strict=True):
        yield from _list_unnamed_on(entry, seated, numbers, absent[entry.round])


def _list_unnamed_on(
    entry: CountedSheet, seated: Sequence[Seated], numbers: Mapping[str, int], absent: Sequence[str]
) -> Iterator[Uncertain]:
    """Those of one sheet. `numbers`: by name in lower case; `absent`: who is on no sheet of the round."""
    for seat, one in enumerate(seated, 1):
        names = [name.casefold() for name in (one.closest or absent) if name.casefold() in numbers]
        points = entry.sheet.totals[seat - 1]
        if one.source == "label" and names and points:
            moves = [Move(numbers[name], 0, points, entry.round) for name in names]
            outcomes = tuple(Outcome(1.0 / len(moves), (move,)) for move in moves)
            yield Uncertain(name_seat_item(entry.sheet.source, seat), outcomes)


def _list_absent(book: Book) -> Iterator[Uncertain]:
    """Players without a sheet in a round, unless a seat of that round has no name: one of them sat there."""
    numbers = {player.name.casefold(): player.number for player in book.players}
    totals = _pick_some([points for player in book.players for _, points in player.rounds])
    unnamed = {
        entry.round
        for entry, seated in zip(book.entries, book.seated, strict=True)
        if any(one.source == "label" for one in seated)
    }
    for matter in book.matters:
        if matter.round not in unnamed:
            yield from _list_absent_in(matter, numbers, totals)


def _list_absent_in(matter: RoundMatter, numbers: Mapping[str, int], totals: Sequence[int]) -> Iterator[Uncertain]:
    for name in matter.absent:
        if (number := numbers.get(name.casefold())) is not None and totals:
            moves = [(Move(number, 0, points, matter.round),) if points else () for points in totals]
            outcomes = tuple(Outcome(1.0 / len(totals), move) for move in moves)
            yield Uncertain(f"r{matter.round or 0}.absent.{number}", outcomes)


def _pick_some(things: Sequence[Some]) -> Sequence[Some]:
    """At most `_LIKE` of them, evenly spread."""
    return things[:: -(-len(things) // _LIKE)] if things else things
