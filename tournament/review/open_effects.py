"""How much an open item can change the standings, so that the largest change is asked about first; and everything that
may count differently than now: rows, seats without a known player, missing sheets.

A row of which nothing is known may count like any other row of the evening, with its points at any seats; a player's
missing round may count like any other player's round.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeVar

from scoring.counting.game import PLAYERS, count_players, count_sitters
from texts.item_ids import make_round_key
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_row_item, name_seat_item
from tournament.evening.roster import Seated
from tournament.judging.judged_sheet import UNKNOWN_ROW, JudgedRow, RowOutcome, RowPoints
from tournament.remarks import Doubt
from tournament.standings.chances import PRIZES
from tournament.standings.places import Player
from tournament.standings.scenarios import Move, Outcome, Uncertain

_OUT = frozenset({"no-round", "unchecked", "way-up", "lists-beside"})
"""Codes of findings because of which a sheet's result may be missing, at the wrong table, or read upside down; or the
result of a list beside it missing."""
_HARMLESS = frozenset({"unsigned", "sum-mismatch", "illegible", "parity", "not-zero-sum", "pflichtsolo"})
"""Codes of findings of a whole sheet that change nobody's points, however they are settled."""


class Effect(NamedTuple):
    """What settling an item can change; the smallest is asked about first.

    `rank`: 0 if a table's result may be missing or in the wrong place, 1 if a player's may, 2 if the change is unknown,
    3 if it may move one of the first places, else 4. `places`: by how many places all players together may move, and
    `points`: by how much one player's total may, both as negative numbers, so that large changes come first.
    """

    rank: int
    places: int = 0
    points: int = 0


OUT, NAME, UNKNOWN, NONE = Effect(0), Effect(1), Effect(2), Effect(4)


@dataclass(frozen=True, slots=True)
class Totals:
    """The players' totals, in a form to measure many rows quickly: by player, and in ascending order. `owners`: by
    (sheet, seat) the player who sat there, counted from 0."""

    of_players: tuple[int, ...]
    ascending: tuple[int, ...]
    owners: Mapping[tuple[int, int], int]

    @classmethod
    def from_players(cls, players: Sequence[Player]) -> Totals:
        """The totals of these players."""
        totals = tuple(player.total for player in players)
        owners = {seat: at for at, player in enumerate(players) for seat in player.seats}
        return cls(totals, tuple(sorted(totals)), owners)

    def count_above(self, total: int) -> int:
        """How many players have more."""
        return len(self.ascending) - bisect_right(self.ascending, total)


def measure_row(totals: Totals, entry: CountedSheet, row: JudgedRow) -> Effect:
    """The largest change by anything that the row may count; `UNKNOWN` if points are missing or may be anything."""
    outcomes = [outcome.points for outcome in row.outcomes]
    if UNKNOWN_ROW in outcomes or any(points is None for points in _list_played(row)):
        return UNKNOWN
    return min((_measure(totals, _find_moves(entry, row, points)) for points in outcomes), default=NONE)


def measure_matter(findings: Sequence[Doubt]) -> Effect:
    """The effect of a matter of the whole sheet: `OUT` or `NAME` if its result may be missing at its table or its
    players, `NONE` for sums, signatures and duties, `UNKNOWN` for all else."""
    if any(finding.code in _OUT for finding in findings):
        return OUT
    if all(finding.code == "unknown-name" for finding in findings):
        return NAME
    return NONE if all(finding.code in _HARMLESS for finding in findings) else UNKNOWN


def _list_played(row: JudgedRow) -> tuple[int | None, ...]:
    """The points of those who played; who sits out has none."""
    played = tuple(points for points in row.points if points is not None)
    return played if len(played) == count_players(len(row.points)) else row.points


def _find_moves(entry: CountedSheet, row: JudgedRow, points: Sequence[int | None]) -> Mapping[tuple[int, int], int]:
    """By (sheet, seat) these points minus those that count now, without zeros."""
    pairs = enumerate(zip(points, row.points, strict=True), 1)
    return {(entry.number, seat): (new or 0) - (old or 0) for seat, (new, old) in pairs if (new or 0) != (old or 0)}


def _measure(totals: Totals, moves: Mapping[tuple[int, int], int]) -> Effect:
    moved: Counter[int] = Counter()
    for seat, points in moves.items():
        if seat in totals.owners:
            moved[totals.owners[seat]] += points
    shifts = [(totals.of_players[at], totals.of_players[at] + by) for at, by in moved.items()]
    own = ((1 + totals.count_above(old), totals.count_above(old), new) for old, new in shifts)
    places = ((place, totals.count_above(new) + _count_passing(shifts, new) - above, 1) for place, above, new in own)
    changed = [pair for pair in (*places, *_list_passed(totals, shifts)) if pair[1]]
    first = any(min(place, place + by) <= PRIZES for place, by, _ in changed)
    return Effect(
        3 if first else 4, -sum(abs(by) * count for _, by, count in changed), -max(map(abs, moves.values()), default=0)
    )


Shifts = Sequence[tuple[int, int]]
"""The totals of those whose points change, before and after."""
Changed = tuple[int, int, int]
"""(place before, by how many places it changes, how many players change in this way)."""


def _list_passed(totals: Totals, shifts: Shifts) -> Iterator[Changed]:
    """The changes of all other players' places. Players between two neighbouring totals of `shifts` change alike and
    are one entry, with the place of the first of them, who is nearest to the prizes."""
    for low, high in pairwise(sorted({total for pair in shifts for total in pair})):
        start, end = bisect_left(totals.ascending, low), bisect_left(totals.ascending, high)
        count = end - start - sum(old == low for old, _ in shifts)
        if count:
            best = totals.ascending[end - 1]
            yield 1 + totals.count_above(best), _count_passing(shifts, best), count


def _count_passing(shifts: Shifts, total: int) -> int:
    """How many more players are above that total than before."""
    return sum((new > total) - (old > total) for old, new in shifts)


Some = TypeVar("Some")

_LIKE = 24
"""So many other rows, or rounds, are used as the possible outcomes of an unknown one."""


def list_uncertain(book: Book) -> tuple[Uncertain, ...]:
    """Everything that may count differently than now; what is certain is left out."""
    owners = {seat: player.number for player in book.players for seat in player.seats}
    settled = (row for entry in book.entries for row in entry.sheet.rows if row.played and row.status == "ok")
    rows = _pick_some([row.points for row in settled if sum(points is not None for points in row.points) == PLAYERS])
    of_rows = (
        one
        for entry in book.entries
        for row in entry.sheet.shown_rows
        if (one := _weigh_row(entry, row, owners, rows)) is not None
    )
    return (*of_rows, *_list_unnamed(book), *_list_absent(book))


def find_nobody(book: Book) -> frozenset[int]:
    """The numbers of the standings' lines that stand for a seat with an unknown player."""
    seats = {
        (entry.number, seat)
        for entry, seated in zip(book.entries, book.seated, strict=True)
        for seat, one in enumerate(seated, 1)
        if one.source == "label"
    }
    return frozenset(player.number for player in book.players if seats.issuperset(player.seats))


def is_decided(row: JudgedRow) -> bool:
    """Whether a person decided the row: then it is certain."""
    return any(finding.code == "decided" for finding in row.findings)


def _weigh_row(
    entry: CountedSheet, row: JudgedRow, owners: Mapping[tuple[int, int], int], others: Sequence[RowPoints]
) -> Uncertain | None:
    if row.status == "ok" and is_decided(row):
        return None
    outcomes = tuple(
        Outcome(
            chance,
            tuple(Move(owners[seat], entry.number, by) for seat, by in _find_moves(entry, row, points).items()),
        )
        for one in row.outcomes
        for points, chance in _list_known(row, one, others)
    )
    if not any(outcome.moves for outcome in outcomes):
        return None
    return Uncertain(name_row_item(entry.sheet.source, row.game), outcomes, row.status == "review")


def _list_known(row: JudgedRow, outcome: RowOutcome, others: Sequence[RowPoints]) -> Iterator[RowOutcome]:
    """The outcome; if its points are unknown, other rows' points in its place, each equally likely."""
    dealt = [*_deal(row, others)] if outcome.points == UNKNOWN_ROW else [outcome.points]
    yield from (RowOutcome(points, outcome.chance / len(dealt)) for points in dealt or [row.points])


def _deal(row: JudgedRow, others: Sequence[RowPoints]) -> Iterator[RowPoints]:
    """Other rows' points at this row's seats, each rotated by one seat more than the one before."""
    seats = len(row.points)
    for turn, points in enumerate(others):
        played = [value for value in points if value is not None]
        # each seat of the evening's rows comes to each seat here; others sit out each time
        by = turn % PLAYERS
        turned = [*played[by:], *played[:by], *[None] * count_sitters(seats)][:seats]
        yield tuple(turned[turn % seats :] + turned[: turn % seats])


def _list_unnamed(book: Book) -> Iterator[Uncertain]:
    """Seats without a known player: one of those who are missing in that round may have sat there, or somebody with a
    similar name."""
    numbers = {player.name.casefold(): player.number for player in book.players}
    nobody = find_nobody(book)
    known = [player for player in book.players if player.number not in nobody]
    absent = {round_: [player.name for player in known if player.get_points(round_) is None] for round_ in book.rounds}
    for entry, seated in zip(book.entries, book.seated, strict=True):
        yield from _list_unnamed_on(entry, seated, numbers, absent[entry.round])


def _list_unnamed_on(
    entry: CountedSheet, seated: Sequence[Seated], numbers: Mapping[str, int], absent: Sequence[str]
) -> Iterator[Uncertain]:
    """The seats without a known player of one sheet. `numbers`: players by name in lower case. `absent`: who is on no
    sheet of the round."""
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
    missed = ((matter.round, numbers.get(name.casefold())) for matter in book.matters for name in matter.absent)
    known = ((round_, player.number) for player in book.players for round_ in player.missing)
    for round_, number in dict.fromkeys((*missed, *known)):
        if number is not None and totals and round_ not in unnamed:
            moves = [(Move(number, 0, points, round_),) if points else () for points in totals]
            outcomes = tuple(Outcome(1.0 / len(totals), move) for move in moves)
            yield Uncertain(f"{make_round_key(round_)}.absent.{number}", outcomes)


def _pick_some(things: Sequence[Some]) -> Sequence[Some]:
    """At most `_LIKE` of them, evenly spread."""
    return things[:: -(-len(things) // _LIKE)] if things else things
