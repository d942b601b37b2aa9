"""A decided row beside its details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.counting.game import Game
from scoring.findings import Change, Proposal
from scoring.rows.one_sided_rows import find_shown_points
from scoring.rows.row_patterns import find_pattern
from tournament.judging.decide import Decision
from tournament.judging.details.allowed_games import AllowedGame, Hands, fits, list_allowed_games, pick_likeliest
from tournament.judging.details.allowed_values import make_game, score_details
from tournament.judging.details.counting import Count, list_operations
from tournament.judging.details.detail_choices import BLANK
from tournament.judging.details.detail_ink import Beside, DetailInk
from tournament.judging.details.game_fields import WrittenDetails
from tournament.judging.details.readings import DetailReading
from tournament.judging.ink_options import asks
from tournament.judging.round_duties import Soloists
from tournament.judging.row_readings import RowChoices
from tournament.judging.written_sheet import Number, parse_number
from tournament.remarks import RowText

BLANK_CELL = "–"
"""How a sentence shows a cell in which nothing stands, and nothing needs to."""

_MOST_ROWS = 60
"""Rows that details may leave open for one of them to be called nearest to the points."""


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
    up to, None where it says nothing. `soloists`: who plays the other rows' solos."""

    ink: DetailInk
    row: RowChoices
    decision: Decision
    gaps: tuple[int | None, ...] = ()
    soloists: Soloists | None = None

    @property
    def details(self) -> WrittenDetails:
        """The details as the ink has them."""
        return self.ink.fields.ink

    @cached_property
    def numbers(self) -> Mapping[int, Number]:
        """What stands in the cells, by seat from 1."""
        options = self.decision.counted.options[: len(self.row.cells)]
        return {seat: parse_number(option.text) for seat, option in enumerate(options, 1)}

    @cached_property
    def written(self) -> Mapping[int, int | None]:
        """The numbers by seat; None for a cell in which none stands, or none can be read."""
        return {seat: number.value for seat, number in self.numbers.items()}

    @property
    def empty(self) -> bool:
        """Whether no number stands in the row."""
        return all(number is None for number in self.written.values())

    @property
    def shown_row(self) -> RowText:
        """The numbers of those who play as they are written, for a sentence."""
        unread = any(self.numbers[seat].mark == "illegible" for seat in self.players)
        nothing = "?" if unread and not self.ink.law.side else BLANK_CELL
        return RowText(tuple(self.written[seat] for seat in self.players), nothing=nothing)

    @cached_property
    def sits(self) -> int | None:
        """The seat out of five that sits out, as far as the row tells: in a Nullspiel the turn does, or the one blank
        cell."""
        law, game = self.ink.law, self.row.game
        if law.seats != 5:
            return None
        if self._nullspiel and law.due_to_sit(game):
            return law.due_to_sit(game)
        blank = [seat for seat, number in self.written.items() if number is None]
        told = law.sitter(game, self.decision.counted.values) or law.due_to_sit(game)
        return told or (blank[0] if len(blank) == 1 else None)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The seats that play, all five while nobody knows who sits out."""
        return tuple(seat for seat in range(1, self.ink.law.seats + 1) if seat != self.sits)

    @cached_property
    def hands(self) -> Hands | None:
        """The points of the four who played; None while they cannot all be told."""
        read = self.decision.counted.values
        points = read.points if self._nullspiel else self.ink.law.counted(self.row.game, read)
        told = {seat: number for seat in self.players if (number := points[seat - 1]) is not None}
        return told if len(told) == 4 and not (self.sits and points[self.sits - 1]) else None

    @property
    def _nullspiel(self) -> bool:
        """Whether nobody has points; a stroke in one cell is then no more than a zero."""
        points = self.decision.counted.values.points
        return not any(points) and None not in points

    @cached_property
    def beside(self) -> tuple[Beside, ...]:
        """Every reading of the details beside the points of those who played, likeliest by the ink first."""
        return self.ink.list_beside(self.hands or {}, self.decision.counted.values, thorough=True)

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
    def ordinary(self) -> bool:
        """Whether it is no offence whose cross was left out: these have rows of their own, or the details tell who
        played alone."""
        told = self.details
        named = bool(told.re or told.kinds) and self.hands is not None and fits(self.ink.rules, told, self.hands)
        return self.row.offence.id is None or named

    @cached_property
    def due(self) -> Due | None:
        """The points that follow from the details, the nearest to those written where it is open who was Re."""
        if not self.details.counted or len(self.players) != 4:
            return None
        told = pick_likeliest(list_allowed_games(self.ink.rules, self.details))
        rows = [(way, row) for way in told if len(way.values) == 1 for row in way.rows(self.players)]
        if not 1 <= len(rows) <= _MOST_ROWS:
            return None
        far = [len(self.list_changes(row)) for _, row in rows]
        nearest = [entry for entry, changes in zip(rows, far, strict=True) if changes == min(far)]
        if len({tuple(row.items()) for _, row in nearest}) > 1:
            return None
        way, row = nearest[0]
        return Due(row, way, list_operations(score_details(self.ink.rules, way.kind, way.solo, self.details)))

    @property
    def worth(self) -> int | None:
        """The value column as far as it is clear."""
        column = self.ink.fields.value
        clear = column is not None and column.clear(self.ink.limits) and column.first.value != BLANK
        return column.first.value if clear and column else None

    def show(self, hands: Hands) -> Mapping[int, int | None]:
        """What stands on paper for these points: where one side's alone are written, nothing for the others."""
        side = self.ink.law.side
        return {
            seat: points if side is None else find_shown_points(dict(hands), seat, side) or None
            for seat, points in hands.items()
        }

    def list_changes(self, hands: Hands) -> Proposal:
        """The changes from the cells as written to these points."""
        shown = self.show(hands)
        return tuple(
            Change(self.ink.fields.id(f"p{seat}"), self.written[seat], shown[seat]) for seat in self.list_wrong(shown)
        )

    def list_wrong(self, shown: Mapping[int, int | None]) -> list[int]:
        """The seats whose cells say otherwise than this; nothing and 0 say the same."""
        return [
            seat
            for seat, points in shown.items()
            if (self.written[seat] or 0) != (points or 0) or self.numbers[seat].mark == "illegible"
        ]

    def list_due_changes(self) -> Proposal:
        """The changes to the points that are due, and the value column with them."""
        if self.due is None:
            return ()
        column = self.ink.fields.value
        written = column.first.value if column is not None else None
        value = Change(self.ink.fields.id("value"), written, self.due.worth)
        return (*self.list_changes(self.due.hands), *((value,) if written not in (None, BLANK, self.due.worth) else ()))

    def is_worth(self, points: Hands) -> bool:
        """Whether the value column, as far as it is clear, has the value of these points."""
        return self.worth in (None, min(map(abs, points.values()), default=None))

    def is_summed(self, hands: Hands) -> bool:
        """Whether the written sums of all columns are right with these points in the row."""
        missing = {seat: (points or 0) - (self.written[seat] or 0) for seat, points in self.show(hands).items()}
        return bool(self.gaps) and all(self.gaps[seat - 1] == more for seat, more in missing.items())

    def weigh_soloist(self, hands: Hands, *, solo: bool) -> float:
        """How well these points, of a game crossed as a solo or not, go with what every player owes."""
        found = find_pattern(hands) if solo else None
        seat = found.seat if found is not None and found.shape == "lone" else None
        return self.soloists.weigh(self.row.game, seat) if self.soloists else 1.0

    def make_game(self, way: AllowedGame, told: WrittenDetails) -> Game:
        """The game that was played."""
        return make_game(way.kind, way.solo, way.re, told, self.ink.law.seats, self.sits)

    def list_ids(self, names: Sequence[str]) -> tuple[str, ...]:
        """Field ids of detail fields."""
        return tuple(self.ink.fields.id(name) for name in names)

    @property
    def cells(self) -> tuple[str, ...]:
        """The field ids of the points."""
        return tuple(choices.id for choices in self.row.cells if choices.id)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The field ids of the details that can hardly be read."""
        fields = self.ink.fields
        return tuple(fields.id(name) for name, choices in fields.by_name.items() if asks(choices, self.ink.limits))

    def list_misread(self, reading: DetailReading) -> Proposal:
        """The changes from the details as the ink has them to this reading."""
        fields = self.ink.fields
        return tuple(
            Change(fields.id(name), fields.by_name[name].first.text, option.text)
            for name, option in reading.changed.items()
        )


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A row at odds with its details. `points`: as they count now, by seat of those who played. `summed`: whether the
    written sums are those of the points due; that they are those of the points as written tells nothing, for players
    add up what stands there. `doubtful`: the details may say so, by ink that can be read otherwise.
    """

    case: DetailCase
    points: Hands
    summed: bool = False
    doubtful: bool = False
