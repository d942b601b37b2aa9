"""The rules applied to a row's values: whether a reading is legal, and how likely players write such a row.

If a table wrote only one side's points, mostly plus points, the full row is worked out from them, if that is possible.

Sitters out of step: from some row on another seat sits out than planned, always shifted by the same number of seats. A
skipped row or a wrong dealer is one mistake. The sheet has one finding for it; the rows after it are judged by the
rotation that the table really kept, so that right rows are not blamed one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby

from scoring.counting.game import count_sitters
from scoring.counting.row_laws import Side
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_row
from scoring.rows.one_sided_rows import Inked, Rebuilt, rebuild_from_one_side
from scoring.rows.row_patterns import find_pattern, is_legal
from scoring.rows.sheet_checks import measure_turn
from scoring.rows.written_rows import Row, find_expected_sitters, find_hands, find_paid_fine, find_sitters
from texts.field_ids import parse_field
from tournament.judging.ink_options import Option
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.row_readings import RowValues
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number

STEADY = 3
"""So many rows after one another must have the same shift for the table to be out of step; fewer are single slips."""
Played = tuple[int, tuple[int | None, ...]]
"""Row number and the counted points by seat."""


def keep_answerable(findings: tuple[Finding, ...], crosses: bool) -> tuple[Finding, ...]:
    """The findings, without those that ask for a cross if the sheet has no boxes for `crosses`."""
    return (
        findings
        if crosses
        else tuple(finding for finding in findings if finding.code != "pflichtsolo" and not _asks_crosses(finding))
    )


def _asks_crosses(finding: Finding) -> bool:
    return bool(finding.fields) and all(parse_field(field).column in ("solo", "offence") for field in finding.fields)


def find_printed_side(written: WrittenSheet) -> Side | None:
    """Plus, if the sheet was printed for plus points only, of each game by itself; else None."""
    plus = written.code is not None and written.code.style in ("points", "full") and written.code.plus
    return "plus" if plus else None


def list_struck_out(rows: tuple[WrittenRow, ...], limits: Limits) -> Mapping[int, tuple[int, ...]]:
    """By row number the seats that are struck out, if no more are than sit out; of more strokes each means only
    "nothing".

    It must be clear that there is ink at all; whether it may be a 1 is weighed with the row.
    """
    found = {
        row.game: [
            (seat, cell) for seat, cell in enumerate(row.cells, 1) if cell and parse_number(cell.text).mark == "slash"
        ]
        for row in rows
    }
    most = {row.game: count_sitters(len(row.cells)) for row in rows}
    return {
        number: tuple(
            seat for seat, cell in struck if sum(share for text, share in cell.candidates if text) >= limits.clear_ink
        )
        for number, struck in found.items()
        if 0 < len(struck) <= most[number]
    }


def certain_deal(row: Row) -> int | None:
    """The number of the row's deal, 0 if uncertain: below an offence among the games the players may have gone on by
    the printed rows or by the games, and blank cells do not show which."""
    return row.deal if row.game in (None, row.number) else 0


@dataclass(eq=False)
class RowLaw:
    """The rules at one table of `seats` seats.

    `numbers`: by row number which game of the round it is. `games`: by row number the game (or the deal, where a deal
    is repeated; 0 if unknown) by which it is somebody's turn to sit out. `offences`: the numbers of rows that are
    offence rows by their place. `crosses`: whether the sheet has boxes for solos and offences. `side`: the side whose
    points alone are written, None if all are written; all methods speak of the full rows. `sits`: by row number the
    seats that are struck out, where only one side's points are written. `by_law`: the rules themselves want one side's
    points only; then the other side's are wrong, and an offence is written as its amounts say. `awarded`: by row number
    the points by seat of an award that stands in it; `own_rows`: the numbers of rows that an award has for itself.
    """

    rules: RuleSet
    seats: int
    numbers: Mapping[int, int]
    games: Mapping[int, int]
    offences: frozenset[int]
    limits: Limits
    crosses: bool = True
    side: Side | None = None
    by_law: bool = False
    sits: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    awarded: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    own_rows: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Caches every answer, as each reading of a row is asked about several times."""
        self._fined_sums = {sum(fine.hands) for fine in self.rules.offence.list_fines()}
        self.rebuilt = lru_cache(maxsize=None)(self._rebuild)
        self.legal = lru_cache(maxsize=None)(self._legal)
        self.findings = lru_cache(maxsize=None)(self._findings)
        self.prior = lru_cache(maxsize=None)(self._prior)
        self.due_to_sit = lru_cache(maxsize=None)(self._due_to_sit)
        self.hands = lru_cache(maxsize=None)(self._hands)

    def take_off(self, number: int, values: RowValues) -> RowValues:
        """The row without the award that stands in it, which is a game of its own."""
        award = self.awarded.get(number)
        if award is None or len(award) != len(values.points):
            return values
        pairs = zip(values.points, award, strict=True)
        points = tuple(None if one is None else one - more for one, more in pairs)
        return replace(values, points=points, offence=values.offence and any(points))

    def is_lone_award(self, number: int, left: RowValues) -> bool:
        """Whether nothing is `left` in the row without its award, so that it is neither game nor fine."""
        return number in self.own_rows and not any(left.points)

    def find_side(self, number: int, *, offence: bool) -> Side | None:
        """The side whose points are written in such a row; None for both."""
        return None if self.by_law and (offence or number in self.offences) else self.side

    def row(self, number: int, values: RowValues) -> Row:
        """The row in the form that the rules' checks take: an empty cell is 0, None is unreadable. Where one side's
        points are written it is the full row, all None if that cannot be worked out."""
        return self.rebuilt(number, values).row

    def counted(self, number: int, values: RowValues) -> tuple[int | None, ...]:
        """The points that the row counts, by seat, with an award that stands in it."""
        points = self.row(number, self.take_off(number, values)).points
        pairs = zip(points, self.awarded.get(number, (0,) * len(points)), strict=False)
        return tuple(None if one is None else one + more for one, more in pairs)

    def kept(self, number: int, values: RowValues) -> tuple[int | None, ...]:
        """The points that the row counts, by seat, with None for the seats that sit out."""
        points, away = self.counted(number, values), self.sitters(number, values)
        return tuple(None if seat in away and not value else value for seat, value in enumerate(points, 1))

    def sitters(self, number: int, values: RowValues) -> tuple[int, ...]:
        """The seats that sit out where more than four sit; () where the row does not show all of them."""
        return find_sitters(self.rules, self.row(number, values), self.seats) or ()

    def weigh_value(self, number: int, values: RowValues) -> float:
        """How often games have the value of this right row, relative to a usual value: 1, or `Limits.unusual`."""
        told = None if values.offence or number in self.offences else self.hands(number, values)  # a fine is no game
        found = find_pattern(self.rules, told) if told else None
        unusual = found is not None and abs(found.value) > self.rules.checks.unusual.above
        return self.limits.unusual if unusual else 1.0

    def _rebuild(self, number: int, values: RowValues) -> Rebuilt:
        """The full row. Where an offence ends its game and takes its row (zwoelf-spiele 12), a solo crossed beside it
        is the game that ended, so that no solo was played; against a soloist it was (ddv TSR 9.4.4)."""
        offence = values.offence or number in self.offences
        game, deal = self.numbers.get(number), self.games.get(number)
        row = Row(number, values.points, False, offence, game=game, deal=deal)
        fine = find_paid_fine(self.rules, find_hands(self.rules, row, self.seats) or {}) if offence else None
        ended = offence and self.rules.offence.counts_as_game and not (fine and fine.plays_solo)
        row = replace(row, solo=values.solo and not ended)
        if self.side is None or (offence and self.by_law):
            return Rebuilt(row)
        unread = tuple(seat for seat, points in enumerate(row.points, 1) if points is None)
        inked = Inked(number, row.points, unread, row.solo, offence, self.sits.get(number, ()), game, certain_deal(row))
        return rebuild_from_one_side(self.rules, inked, self.side, by_law=self.by_law)

    def _due_to_sit(self, number: int) -> tuple[int, ...]:
        """The seats whose turn it is to sit the row out, by the rotation; () at four seats and in offence rows."""
        return find_expected_sitters(self.rules, self.row(number, RowValues(())), self.seats)

    def _hands(self, number: int, values: RowValues) -> Mapping[int, int] | None:
        """The points of those who played, by seat; None if not all are known."""
        return find_hands(self.rules, self.row(number, self.take_off(number, values)), self.seats)

    def _legal(self, number: int, values: RowValues) -> bool:
        """Whether every cell can be read and some game or offence has these points. A blank row is legal: it was not
        played."""
        values = self.take_off(number, values)
        if self._is_off_balance(number, values):
            return False
        inked = any(values.points) or values.solo or values.offence or None in values.points
        return is_legal(self.rules, self.row(number, values), self.seats) or not inked

    def _is_off_balance(self, number: int, values: RowValues) -> bool:
        """Whether the points add up to something that no game or offence does. A quick test, which sorts out most
        readings."""
        if self.side is not None or None in values.points or not self.rules.adds_up:
            return False
        fined = values.offence or number in self.offences
        return sum(filter(None, values.points)) not in (self._fined_sums if fined else (0,))

    def _findings(self, number: int, values: RowValues) -> tuple[Finding, ...]:
        """The findings of the rules' checks, and of working out the full row; without those on unreadable cells, which
        have remarks of their own."""
        left = self.take_off(number, values)
        if self.is_lone_award(number, left):
            return ()
        rebuilt = self.rebuilt(number, left)
        broken = check_row(self.rules, rebuilt.row, self.seats)
        if number in self.awarded:  # what is proposed would be without the award
            broken = tuple(replace(finding, proposal=None) for finding in broken)
        if self.side is not None:
            own = (one for one in rebuilt.findings if not one.sentence.startswith("faults.rebuilt.unread"))
            broken = (*map(self._weigh_finding, own), *(replace(finding, proposal=None) for finding in broken))
        return keep_answerable(broken, self.crosses)

    def _weigh_finding(self, finding: Finding) -> Finding:
        """The finding; a warning if a number stands alone without a cross, although the sheet has boxes for solos: a
        partner's forgotten number is far likelier than a stille Hochzeit, so somebody must look."""
        lone = finding.sentence == "faults.rebuilt.lone"
        return replace(finding, severity="warning") if self.crosses and lone else finding

    def _prior(self, number: int, values: RowValues) -> float:
        if not self.legal(number, values):
            one = self.limits.row_slip
            return one * self.limits.row_mistake if self._is_broken_twice(number, values) else one
        return self.weigh_value(number, values)

    def _is_broken_twice(self, number: int, values: RowValues) -> bool:
        """Whether who should sit out has points, and the row would not add up without them either."""
        away, points = () if values.offence else self.due_to_sit(number), values.points
        moved = sum(points[seat - 1] or 0 for seat in away) if None not in points else 0
        return bool(moved) and self.rules.adds_up and sum(value or 0 for value in points) not in (0, moved)


def kept_games(law: RowLaw, rows: Sequence[Played]) -> Mapping[int, int]:
    """By row number the game by whose turn the table really sat out; `law.games` if nothing is out of step.

    A shift holds until the next one of at least `STEADY` rows: single rows in between belong to it, and so do rows in
    which no shift can be seen.
    """
    shifts = ((number, _shift(law, number, points)) for number, points in rows if any(points))
    seen = [(number, shift) for number, shift in shifts if shift is not None]
    games = dict(law.games)
    for shift, run in groupby(seen, key=lambda item: item[1]):
        numbers = [number for number, _ in run]
        if len(numbers) >= STEADY:
            games.update({number: game + shift for number, game in law.games.items() if game and number >= numbers[0]})
    return games


def add_sitter(row: Row, cells: Sequence[Option]) -> Row:
    """The row; a Nullspiel of which some sat out with who did: the only seats without a number, or the only ones struck
    out. `cells`: the row's options, by seat."""
    count = count_sitters(len(row.points))
    if not count or any(row.points) or None in row.points:
        return row
    marks = [parse_number(option.text).mark for option in cells[: len(row.points)]]
    empty = tuple(seat for seat, mark in enumerate(marks, 1) if mark != "number")
    sits = empty if len(empty) == count else tuple(seat for seat, mark in enumerate(marks, 1) if mark == "slash")
    if len(sits) != count:
        return row
    points = tuple(None if seat in sits else number for seat, number in enumerate(row.points, 1))
    return replace(row, points=points, sits=sits)


def _shift(law: RowLaw, number: int, points: tuple[int | None, ...]) -> int | None:
    """By how many seats the row's only empty cells are away from the expected ones; None if the row does not show
    it."""
    empty = tuple(seat for seat, value in enumerate(points, 1) if not value)
    shown = len(empty) == count_sitters(law.seats)
    return measure_turn(law.due_to_sit(number), empty, law.seats) if shown else None
