"""What the rules say of a row's values: the scoring's checks, asked for one candidate row after the other."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from scoring.checks import check_row
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.legality import is_legal
from scoring.rows.patterns import find_pattern
from scoring.rows.reconstruct import Side
from scoring.rows.row import Row
from scoring.rows.seating import find_expected_sitter, find_hands, find_sitter
from tournament.judging.row.joint_readings import RowValues
from tournament.limits import Limits


def keep_answerable(findings: tuple[Finding, ...], crosses: bool) -> tuple[Finding, ...]:
    """The findings without those that ask for a cross which a sheet without such boxes cannot have."""
    return findings if crosses else tuple(
        finding for finding in findings if finding.code != "pflichtsolo" and not _asks_crosses(finding)
    )


def _asks_crosses(finding: Finding) -> bool:
    return bool(finding.fields) and all(field.endswith((".solo", ".offence")) for field in finding.fields)


class RowLaw:
    """The rules at one table of `seats` seats.

    `numbers`: per row number, which game of the round it is; `games`: per row number, the game (where a deal is
    repeated, the deal; 0 for unknown) by which it is somebody's turn to sit out; `offences`: row numbers that are
    offence rows by their place; `crosses`: whether the sheet has boxes for solos and offences. `side`: whose points
    alone are written, None where all are.
    """

    side: Side | None = None

    def __init__(
        self, rules: RuleSet, seats: int, numbers: Mapping[int, int], games: Mapping[int, int],
        offences: frozenset[int], limits: Limits, *, crosses: bool = True,
    ) -> None:
        self.crosses, self.games, self.numbers = crosses, games, numbers
        self.rules, self.seats, self.offences, self.limits = rules, seats, offences, limits
        self._fined_sums = {sum(fine.hands) for fine in rules.offence.list_fines()}
        self.legal = lru_cache(maxsize=None)(self._legal)  # each reading of a row is asked about several times
        self.findings = lru_cache(maxsize=None)(self._findings)
        self.prior = lru_cache(maxsize=None)(self._prior)
        self.due_to_sit = lru_cache(maxsize=None)(self._due_to_sit)
        self.hands = lru_cache(maxsize=None)(self._hands)

    def keeping(self, games: Mapping[int, int]) -> RowLaw:
        """The same law at a table that kept another rotation."""
        law = self.rules, self.seats, self.numbers, games, self.offences, self.limits
        return RowLaw(*law, crosses=self.crosses)

    def row(self, number: int, values: RowValues) -> Row:
        """The row as the scoring takes it: an empty cell is 0, None is unreadable. Where an offence ends its game and
        takes its row, a solo crossed beside it is the game that ended (zwoelf-spiele 12), and no solo was played."""
        offence = values.offence or number in self.offences
        solo = values.solo and not (offence and self.rules.offence.counts_as_game)
        game, deal = self.numbers.get(number), self.games.get(number)
        return Row(number, values.points, solo, offence, game=game, deal=deal)

    def _due_to_sit(self, number: int) -> int | None:
        """The seat whose turn it is to sit the row out, by the rotation; None at four seats and in offence rows."""
        return find_expected_sitter(self.rules, self.row(number, RowValues(())), self.seats)

    def counted(self, number: int, values: RowValues) -> tuple[int | None, ...]:
        """The points that the row counts, by seat."""
        return values.points

    def sitter(self, number: int, values: RowValues) -> int | None:
        """The seat without points at a table of five, as far as the row tells."""
        return find_sitter(self.rules, self.row(number, values), self.seats) if self.seats == 5 else None

    def _hands(self, number: int, values: RowValues) -> Mapping[int, int] | None:
        """The points of the four who played, by seat; None while they cannot all be told."""
        return find_hands(self.rules, self.row(number, values), self.seats)

    def _legal(self, number: int, values: RowValues) -> bool:
        """Whether every cell is read and some game gives this row. A row of empty cells is one: it was not played."""
        if self._is_off_balance(number, values):
            return False
        return is_legal(self.rules, self.row(number, values), self.seats) or not (any(values.points) or values.solo
                                                                                or values.offence or None in
                                                                                values.points)

    def _is_off_balance(self, number: int, values: RowValues) -> bool:
        """Whether points in full add up otherwise than those of any game or offence. Quick: most readings do."""
        if self.side is not None or None in values.points:
            return False
        fined = values.offence or number in self.offences
        return sum(filter(None, values.points)) not in (self._fined_sums if fined else (0,))

    def _findings(self, number: int, values: RowValues) -> tuple[Finding, ...]:
        return keep_answerable(check_row(self.rules, self.row(number, values), self.seats), self.crosses)

    def _prior(self, number: int, values: RowValues) -> float:
        if not self.legal(number, values):
            one = self.limits.row_slip
            return one * self.limits.row_mistake if self._is_broken_twice(number, values) else one
        return self.weigh_value(number, values)

    def weigh_value(self, number: int, values: RowValues) -> float:
        """How often a game has the value of this right row, relative to a usual value."""
        told = None if values.offence or number in self.offences else self.hands(number, values)  # a fine is no game
        found = find_pattern(told) if told else None
        unusual = found is not None and abs(found.value) > self.rules.checks.unusual.above
        return self.limits.unusual if unusual else 1.0

    def _is_broken_twice(self, number: int, values: RowValues) -> bool:
        """Whether the seat that is due to sit out has points, and the row would not add up without them either."""
        sits, points = None if values.offence else self.due_to_sit(number), values.points
        moved = points[sits - 1] if sits and None not in points else 0
        return bool(moved) and sum(value or 0 for value in points) not in (0, moved)
