"""A decided row beside its details, and what the details add to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from scoring.counting.game import Game
from scoring.findings import Proposal
from scoring.rows.reconstruct import find_shown_points
from tournament.judging.details.allowed_games import (
    AllowedGame,
    Hands,
    fits,
    list_allowed_games,
    make_game,
    pick_likeliest,
    score_details,
)
from tournament.judging.details.counting import Count, count_of
from tournament.judging.details.detailink import Beside, DetailInk, DetailReading
from tournament.judging.details.fines import fits_fine
from tournament.judging.details.slips import Case
from tournament.judging.row.decide import Decision
from tournament.judging.row.gamefields import WrittenDetails
from tournament.judging.row.joint_readings import RowChoices
from tournament.judging.row.judged import Chosen
from tournament.judging.row.row_rules import RowLaw
from tournament.numbers import Mark, parse_number
from tournament.remarks import Doubt, RowText

BLANK_CELL = "–"
"""How a sentence shows a cell in which nothing stands, and nothing needs to."""

_MOST_ROWS = 60
"""Rows that details may leave open for one of them to be called nearest to the points."""


@dataclass(frozen=True, slots=True)
class DetailVerdict:
    """What the details add to a row.

    `look`: their fields to look at. `game`: what was played, where details and points agree on one game.
    `without_points`: details stand there, but no points. `misread`: the row is broken as read, but its details have a
    likely reading of the ink that is right. `smallest`: the fewest fields that mend a single mistake of the players.
    `ordinary`: it is no offence whose cross was left out. `slips`: what mends a slip of the players, with its odds.
    """

    findings: tuple[Doubt, ...] = ()
    look: tuple[str, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    game: Game | None = None
    without_points: bool = False
    misread: bool = False
    smallest: Proposal | None = None
    ordinary: bool = False
    slips: Mapping[Proposal, float] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class RowName:
    """A game by its number."""

    number: int

    def __index__(self) -> int:
        return self.number


@dataclass(frozen=True, slots=True)
class Due:
    """The points that follow from details: by seat, from which kind of game, and how they are counted."""

    hands: Hands
    way: AllowedGame
    count: Count

    @property
    def worth(self) -> int:
        """The value without its sign."""
        return min(map(abs, self.hands.values()))


@dataclass(frozen=True)
class DetailCase:
    """A decided row beside its details. `gaps`: how much more the written sum of each column is than its numbers add
    up to, None where it says nothing."""

    law: RowLaw
    ink: DetailInk
    row: RowChoices
    decision: Decision
    gaps: tuple[int | None, ...] = ()

    @property
    def details(self) -> WrittenDetails:
        """The details as the ink has them."""
        return self.ink.fields.ink

    @cached_property
    def written(self) -> Mapping[int, int | None]:
        """The numbers by seat, from 1; None for a cell in which none stands, or none can be read."""
        options = self.decision.counted.options[: len(self.row.cells)]
        return {seat: parse_number(option.text).value for seat, option in enumerate(options, 1)}

    @cached_property
    def marks(self) -> Mapping[int, Mark]:
        """What stands in the cells without a number: nothing, a stroke, ink that is none; by seat."""
        options = self.decision.counted.options[: len(self.row.cells)]
        numbers = {seat: parse_number(option.text) for seat, option in enumerate(options, 1)}
        return {seat: number.mark for seat, number in numbers.items() if number.value is None}

    def shown(self, hands: Hands) -> Mapping[int, int | None]:
        """What stands on paper for these points: where one side's alone are written, nothing for the others."""
        return {seat: points if self.law.side is None else find_shown_points(dict(hands), seat, self.law.side) or None
                for seat, points in hands.items()}

    @property
    def shown_row(self) -> RowText:
        """The numbers of those who play as they are written, for a sentence."""
        unread = any(self.marks.get(seat) == "illegible" for seat in self.players)
        nothing = "?" if unread and not self.law.side else BLANK_CELL
        return RowText(tuple(self.written[seat] for seat in self.players), nothing=nothing)

    @cached_property
    def sits(self) -> int | None:
        """The seat out of five that sits out, as far as the row tells: in a Nullspiel the one blank cell does."""
        if self.law.seats != 5:
            return None
        game, values = self.row.game, self.decision.counted.values
        blank = [seat for seat, number in self.written.items() if number is None]
        return self.law.sitter(game, values) or self.law.due_to_sit(game) or (blank[0] if len(blank) == 1 else None)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The seats that play, all five while nobody knows who sits out."""
        return tuple(seat for seat in range(1, self.law.seats + 1) if seat != self.sits)

    @cached_property
    def hands(self) -> Hands | None:
        """The points of the four who played; None while they cannot all be told."""
        points = self.law.counted(self.row.game, self.decision.counted.values)
        told = {seat: number for seat in self.players if (number := points[seat - 1]) is not None}
        return told if len(told) == 4 and not (self.sits and points[self.sits - 1]) else None

    @cached_property
    def beside(self) -> tuple[Beside, ...]:
        """Every reading of the details beside the points of those who played, likeliest by the ink first."""
        values = self.decision.counted.values
        fit = fits_fine if values.offence else fits
        return self.ink.beside(self.hands or {}, solo=values.solo, fit=fit, thorough=True)

    @property
    def best(self) -> DetailReading | None:
        """The likeliest reading that the points fit."""
        return next((one.reading for one in self.beside if one.fits), None)

    @property
    def share(self) -> float:
        """The share of readings that the points fit, given that they were written."""
        fitting = sum(one.weight for one in self.beside if one.fits)
        return fitting / sum(one.weight for one in self.beside)

    @property
    def cells(self) -> tuple[str, ...]:
        """The field ids of the points."""
        return tuple(choices.id for choices in self.row.cells if choices.id)

    @property
    def ordinary(self) -> bool:
        """Whether it is no offence whose cross was left out: these have rows of their own, or the details tell who
        played alone."""
        told = self.details
        named = bool(told.re or told.kinds) and self.hands is not None and fits(self.law.rules, told, self.hands)
        return self.row.offence.id is None or named

    @property
    def empty(self) -> bool:
        """Whether no number stands in the row."""
        return all(number is None for number in self.written.values())

    @cached_property
    def due(self) -> Due | None:
        """The points that follow from the details, the nearest to those written where it is open who was Re."""
        if not self.details.counted or len(self.players) != 4:
            return None
        told = pick_likeliest(list_allowed_games(self.law.rules, self.details))
        rows = [(way, row) for way in told if len(way.values) == 1 for row in way.rows(self.players)]
        if not 1 <= len(rows) <= _MOST_ROWS:
            return None
        far = [sum(self.written[seat] != points for seat, points in self.shown(row).items()) for _, row in rows]
        nearest = [entry for entry, changes in zip(rows, far, strict=True) if changes == min(far)]
        if len({tuple(row.items()) for _, row in nearest}) > 1:
            return None
        way, row = nearest[0]
        return Due(row, way, count_of(score_details(self.law.rules, self.details, way)))

    def summed(self, hands: Hands) -> bool:
        """Whether the written sums of all columns are right with these points in the row."""
        missing = {seat: (points or 0) - (self.written[seat] or 0) for seat, points in self.shown(hands).items()}
        return bool(self.gaps) and all(self.gaps[seat - 1] == more for seat, more in missing.items())

    def case(self, hands: Hands) -> Case:
        """The row as the search for its mistake takes it."""
        due, column = self.due, self.ink.fields.value
        clear = column is not None and column.clear(self.ink.limits) and (column.first.value or -1) >= 0
        return Case(
            self.law.rules, self.ink.fields, hands, due.hands if due else None,
            self.shown(due.hands) if due else {}, due.way if due else None, due.count if due else (),
            column.first.value if clear and column else None, self.ink.limits, marks=self.marks,
        )

    def game(self, way: AllowedGame, told: WrittenDetails) -> Game:
        """The game that was played."""
        return make_game(told, way, self.law.seats, self.sits)

    def ids(self, names: Sequence[str]) -> tuple[str, ...]:
        """Field ids of detail fields."""
        return tuple(self.ink.fields.id(name) for name in names)
