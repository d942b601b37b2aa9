"""A sheet as written, row by row. Numbers that could not be read are None; checks that need them find nothing.

Who sits out where more than four sit, whose points a row therefore holds, and which game and deal each row is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from scoring.counting.fines import Fine
from scoring.counting.game import PLAYERS, Game, count_players, count_sitters
from scoring.counting.row_laws import fill_other_side
from scoring.counting.rules import RuleSet
from texts.field_ids import make_cell_id


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the sheet.

    `number`: as printed before the row. `points`: one entry a seat; None is a cell that is blank, struck out ("/") or
    not readable. `solo`, `offence`: the crosses. `sits`: the seats whose cells are struck out.
    `details`: the game, where the sheet has columns for it. `blank`: nothing at all is written in the row. `game`:
    the number of the game in the round, where that differs from `number` because an offence row above is no game.
    `deal`: how many times the deal has passed on, where that differs from `game`; 0: unknown. Both are filled in by
    `seating.number_rows`. `totals`: the running totals after this row by seat; () where the sheet has none. `value`,
    `winners`: the value column, and the seats whose winner's cross is set; None where the sheet has no such columns or
    they cannot be read. `bock`: how many Böcke are crossed, on a sheet that has such crosses but no details; else None.
    """

    number: int
    points: tuple[int | None, ...]
    solo: bool = False
    offence: bool = False
    sits: tuple[int, ...] = ()
    details: Game | None = None
    blank: bool = False
    game: int | None = None
    deal: int | None = None
    totals: tuple[int | None, ...] = ()
    value: int | None = None
    winners: tuple[int, ...] | None = None
    bock: int | None = None

    def list_cells(self) -> tuple[str, ...]:
        """The field ids of all point cells of the row."""
        return tuple(make_cell_id(self.number, seat) for seat in range(1, len(self.points) + 1))


@dataclass(frozen=True, slots=True)
class StruckRows:
    """The numbers of rows that hold no game on purpose. `timed`: their games were struck when the time was up.
    `spare`: each took a row that no game of the round needs: broken off and played again further down, or written
    twice."""

    timed: tuple[int, ...] = ()
    spare: tuple[int, ...] = ()

    def __contains__(self, number: int) -> bool:
        return number in self.timed or number in self.spare


NONE_STRUCK = StruckRows()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of one round at one table.

    `seats`: 3 to 7. `games`: rows that the sheet was printed for (0: not known). `rows`: all rows, blank ones too.
    `sums`: the written sum row, None where blank or not readable; () when the sheet has none. `signed`: by seat whether
    the player signed, None where that is unknown; () when the sheet has no place for it. `names`: by seat the player's
    name, None where unknown. `drawn`: the players that the draw put at this table; () when there was none. `half`: 1 or
    2 where the round's games fill two sheets, 0 for a whole one; `games` counts those of both halves, `sums` are of
    this half only (`scoring.rows.all_checks`). `struck`: the rows that somebody struck. `due`: how many games the
    evening plays at such a table, where the sheet was not printed for them; 0 where nobody knows.
    """

    seats: int
    games: int
    rows: tuple[Row, ...]
    sums: tuple[int | None, ...] = ()
    signed: tuple[bool | None, ...] = ()
    names: tuple[str | None, ...] = ()
    drawn: tuple[str, ...] = ()
    half: int = 0
    struck: StruckRows = NONE_STRUCK
    due: int = 0

    @property
    def due_games(self) -> int:
        """How many games it should have; 0 where nobody knows."""
        return self.games or self.due


ROTATIONS = ("", "dealer", "repeat")
"""The rotations that a rule set may name. "": unknown. "dealer": the dealer of each game sits out. "repeat": likewise,
but whoever dealt a Pflichtsolo deals again."""


def find_expected_sitters(rules: RuleSet, row: Row, seats: int) -> tuple[int, ...]:
    """The seats whose turn it is to sit out; () where nobody sits out, in an offence row, or where no turn is known.

    In a section for the Pflichtsoli nobody's turn is known: they are played whenever their players like.
    """
    away = rules.sheet.list_away(seats)
    if not away or row.offence or row.deal == 0 or rules.sheet.is_in_section(seats, row.game or row.number):
        return ()
    return turn_seats(away, (row.deal or row.game or row.number) - 1, seats)


def turn_seats(away: tuple[int, ...], by: int, seats: int) -> tuple[int, ...]:
    """The seats that are so many seats behind seat 1, all turned on by so many."""
    return tuple(sorted((by + behind) % seats + 1 for behind in away))


def find_sitters(rules: RuleSet, row: Row, seats: int) -> tuple[int, ...] | None:
    """The seats that sat out: whose turn it is, if they have no points; else those struck out; else the only seats
    without points. None where the row does not show them all.
    """
    count = count_sitters(seats)
    struck_nullspiel = bool(row.sits) and not any(row.points)  # a stroke beside four zeros may be anybody's
    expected = find_expected_sitters(rules, row, seats)
    known = () if struck_nullspiel or any(row.points[seat - 1] for seat in expected) else expected
    struck = tuple(seat for seat in row.sits if row.points[seat - 1] is None and seat not in known)
    for more in ((), struck, *(_list_without(row, empty) for empty in ((None,), (0,), (None, 0)))):
        found = {*known, *more}
        if len(found) == count:
            return tuple(sorted(found))
    return None


def _list_without(row: Row, empty: tuple[int | None, ...]) -> tuple[int, ...]:
    """The seats without points: with a blank cell, with a zero, or with either."""
    return tuple(seat for seat, points in enumerate(row.points, 1) if points in empty)


def list_absent(known: tuple[int, ...], seats: int) -> list[tuple[int, ...]]:
    """Who may have sat out, if these did; where they are fewer than sit out, with any others, else any of them."""
    count = count_sitters(seats)
    if len(known) > count:
        return [*combinations(known, count)]
    others = [seat for seat in range(1, seats + 1) if seat not in known]
    return [tuple(sorted((*known, *more))) for more in combinations(others, count - len(known))]


def find_hands(rules: RuleSet, row: Row, seats: int) -> dict[int, int] | None:
    """The points of those who played, by seat; None while one of them, or who sat out, is unknown.

    In a Nullspiel of five zeros, in a fine of which some have no part, and where one side's points alone are written,
    any of the zeros may be who sat out, and the row is the same for each: the first is left out.
    """
    absent = find_sitters(rules, row, seats)
    if absent is None:
        return _leave_out_zeros(rules, row)
    hands = {seat: points for seat, points in enumerate(row.points, 1) if seat not in absent and points is not None}
    return hands if len(hands) == count_players(seats) else None


def _leave_out_zeros(rules: RuleSet, row: Row) -> dict[int, int] | None:
    told = {seat: one for seat, one in enumerate(row.points, 1) if one is not None}
    zeros, struck = [seat for seat, one in told.items() if not one], len(row.points) - len(told)
    if struck and (any(told.values()) or struck > len(row.sits)):  # strokes beside zeros alone: a Nullspiel
        return None
    away = count_sitters(len(row.points)) - struck
    least = away + (0 if rules.rows.side else 2 if row.offence else PLAYERS)
    if away < 0 or len(zeros) < least:
        return None
    return {seat: one for seat, one in told.items() if seat not in zeros[:away]}


def find_soloist(rules: RuleSet, row: Row, seats: int) -> int | None:
    """Who played alone: by the details, or the seat whose sign no other seat has, even if its points are wrong; in an
    offence who gets all of the fine.
    """
    if row.details is not None:
        return row.details.re[0] if row.details.re else None
    hands = find_hands(rules, row, seats) or {}
    if row.offence:
        fine = find_paid_fine(rules, hands)
        return next((seat for seat in hands if fine.plays_solo and hands[seat] == fine.soloist), None) if fine else None
    full = fill_other_side(rules.rows.side, hands) or {}
    winners = [seat for seat, points in full.items() if points > 0]
    losers = [seat for seat, points in full.items() if points < 0]
    if len(winners) + len(losers) < len(full) or (seats < PLAYERS and not row.solo):  # of three one is always alone
        return None
    return next((side[0] for side in (winners, losers) if len(side) == 1), None)


def is_offence(sheet: Sheet, row: Row) -> bool:
    """Whether the row is an offence: by its cross, or by its place below the printed games. Below a spare row all games
    stand one row lower."""
    return row.offence or 0 < sheet.games + len(sheet.struck.spare) < row.number


def is_game(rules: RuleSet, row: Row, seats: int) -> bool:
    """Whether the row is one of the round's games: no blank row, and an offence only as the system says."""
    if row.blank or not row.offence:
        return not row.blank
    fine = find_paid_fine(rules, find_hands(rules, row, seats) or {})
    return rules.offence.counts_as_game and not (fine and fine.extra_row)


def may_be_no_game(rules: RuleSet, row: Row, seats: int) -> bool:
    """Whether a game that counts as one (`is_game`) may have been dealt again after the offence in it, and then counts
    in another row. A solo that was played is not (ddv TSR 9.4.3, 9.4.4)."""
    fine = find_paid_fine(rules, find_hands(rules, row, seats) or {}) if row.offence and not row.blank else None
    return rules.offence.repeated and fine is not None and not (fine.extra_row or fine.plays_solo)


def find_paid_fine(rules: RuleSet, hands: Mapping[int, int]) -> Fine | None:
    """The fine of which these are the points of those who played, by seat; None if no offence costs that."""
    return _list_fines_by_hands(rules).get(tuple(sorted(hands.values())))


@lru_cache(maxsize=64)
def _list_fines_by_hands(rules: RuleSet) -> Mapping[tuple[int, ...], Fine]:
    fines = reversed(rules.offence.list_fines())
    return {tuple(sorted(fine.spread(range(n), 0, 1).values())): fine for fine in fines for n in (PLAYERS - 1, PLAYERS)}


def number_rows(rules: RuleSet, sheet: Sheet) -> Sheet:
    """The sheet with `game`, `deal` and `offence` of every row filled in.

    An offence that is no game does not count as one, nor does a spare row; and a repeated deal does not count as a
    deal. Below a game that may have been dealt again all deals are unknown.
    """
    rows: list[Row] = []
    extra, deals, again = 0, _Deals(rules, sheet), False
    for row in sheet.rows:
        game = row.game or row.number - extra
        row = deals.number_deal(replace(row, offence=is_offence(sheet, row), game=game))
        rows.append(replace(row, deal=0) if again else row)
        again = again or may_be_no_game(rules, row, sheet.seats)
        extra += row.number in sheet.struck.spare
        extra += row.offence and not row.blank and not is_game(rules, row, sheet.seats)
    return replace(sheet, rows=tuple(rows))


class _Deals:
    """Counts the deals where a player who dealt a Pflichtsolo (the first solo of somebody) deals again."""

    def __init__(self, rules: RuleSet, sheet: Sheet) -> None:
        self._rules, self._seats = rules, sheet.seats
        self._repeats = count_sitters(sheet.seats) > 0 and rules.sheet.sitter.rotation == "repeat"
        self._played: set[int] = set()
        self._dismiss = sheet.half == 2  # nobody knows which solos are on the other half

    def number_deal(self, row: Row) -> Row:
        """The row with its deal. Below a solo whose soloist is unknown, all deals are unknown."""
        if not self._repeats or row.deal is not None:
            return row
        row = replace(row, deal=0 if self._dismiss else (row.game or row.number) - len(self._played))
        if self._may_be_pflichtsolo(row):
            seat = find_soloist(self._rules, row, self._seats)
            self._dismiss = self._dismiss or (seat is None and len(self._played) < self._seats)
            if seat is not None:
                self._played.add(seat)
        return row

    def _may_be_pflichtsolo(self, row: Row) -> bool:
        if row.blank or row.offence:
            return False
        kind = self._rules.find_kind(row.details.kind) if row.details else None
        return kind.pflicht if kind else row.solo
