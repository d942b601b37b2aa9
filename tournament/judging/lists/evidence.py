"""What stands in a list's row, held against a game: totals, value, winners' marks and the solo's cross.

Totals are counted on from the right one above, or from the written one: so a wrong total that is carried on is one
mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.findings import Change, Finding
from scoring.rows.one_sided_rows import MANY, Hands, Inked, find_shown_points, make_nullspiel, write_row
from scoring.rows.row_patterns import find_values, find_winners
from texts.field_ids import make_field_id
from tournament.judging.lists.games import RowGames, is_lone_game
from tournament.judging.lists.totals import RunningTotals


@dataclass(frozen=True, slots=True)
class RowEvidence:
    """What stands in a row below these totals; `games`: those that it may be."""

    inked: Inked
    above: RunningTotals
    games: RowGames

    @property
    def steps(self) -> tuple[frozenset[int], ...]:
        """By seat the points that the written total allows; none where that is unknown."""
        totals = zip(self.inked.cells, self.above.right, self.above.off, strict=True)
        return tuple(
            frozenset() if cell is None or right is None else frozenset((cell - right, cell - right - off))
            for cell, right, off in totals
        )

    def find_off_totals(self, hands: Hands) -> tuple[int, ...]:
        """The seats whose total moved by other points."""
        return tuple(
            seat
            for seat, steps in enumerate(self.steps, 1)
            if steps and find_shown_points(hands, seat, self.games.side) not in steps
        )

    def fits(self, hands: Hands) -> bool:
        """Whether all that is written goes with the game."""
        crossed = self.inked.solo and any(hands.values()) and not is_lone_game(tuple(hands.values()))
        return not (crossed or self._is_value_off(hands) or self._are_marks_off(hands) or self.find_off_totals(hands))

    def list_fitting(self) -> list[Hands]:
        """The games with which all that is written goes, whose turn to sit out it is counting first."""
        fitting = [(sits, hands) for sits, hands in self._list_games() if self.fits(hands)]
        due = [hands for sits, hands in fitting if sits in self.games.due]
        return due or [hands for _, hands in fitting]

    def tells_nullspiel(self) -> bool:
        """Whether enough is written to know that nobody got points: the value, or a total that would have moved. Where
        only the points of one side are added, some stay in every game; as does that of whoever sits out."""
        due = self.games.due
        written = sum(bool(steps) and (seat,) != due for seat, steps in enumerate(self.steps, 1))
        return self.inked.value is not None or written >= (4 if self.games.side else 1) + (len(due) > 1)

    def find_by_totals(self) -> Hands | None:
        """The one game by which the totals of all who play moved."""
        found = [
            hands
            for _, hands in self._list_games()
            if all(self.steps[seat - 1] for seat in hands) and not self.find_off_totals(hands)
        ]
        return found[0] if len(found) == 1 else None

    def make_hands(self, points: tuple[int, ...], sits: int | None = None) -> Hands:
        """The points of the four who play; of a Nullspiel anybody may sit out whose turn is not known."""
        if not any(points):
            return make_nullspiel(self.games.rules, self.inked)
        away = sits or (points.index(0) + 1 if 0 in points else None)
        return {seat: number for seat, number in enumerate(points, 1) if seat != away}

    def list_clashes(self, hands: Hands) -> Iterator[Finding]:
        """Everything written that disagrees with the game, with what it should be."""
        inked, worth = self.inked, min(map(abs, hands.values()))
        if self._is_value_off(hands):
            change = Change(make_field_id(inked.number, "value"), inked.value, worth)
            yield self._make_clash("value-mismatch", (change,), written=inked.value, right=worth)
        if self._are_marks_off(hands):
            won = find_winners(hands, inked.value)
            changes = tuple(
                Change(make_field_id(inked.number, f"win{seat}"), *(("", "x") if seat in won else ("x", "")))
                for seat in sorted({*won} ^ {*inked.winners})
            )
            yield self._make_clash("winner-mark", changes, written=inked.winners, right=won)
        for seat in self.find_off_totals(hands):
            right, written = self.above.right[seat - 1] or 0, inked.cells[seat - 1]
            points = find_shown_points(hands, seat, self.games.side)
            change = Change(inked.fields[seat - 1], written, right + points)
            yield self._make_clash(
                "running-total", (change,), seat=seat, points=points, written=written, right=right + points
            )

    def explain(self) -> Finding:
        """Why nobody knows the game: nothing fits, or too little is written; a few possible ones are listed."""
        fitting = self.list_fitting()
        if not fitting:
            return self.inked.make_finding("running-total", "faults.rebuilt.clash")
        if len(fitting) > MANY or len(fitting) == 1:
            return self.inked.make_finding("running-total", "faults.rebuilt.too-little")
        rows = tuple(write_row(hands, len(self.inked.cells)) for hands in fitting)
        return self.inked.make_finding("running-total", "faults.rebuilt.open", rows=rows)

    def _list_games(self) -> Iterator[tuple[int | None, Hands]]:
        """The games of all values that are written, or by which a total moved, with who sits out."""
        values = find_values(step for steps in self.steps for step in steps) | {abs(self.inked.value or 0)} - {0}
        for game in self.games.list_likeliest(values):
            yield game.sits, self.make_hands(game.points, game.sits)

    def _is_value_off(self, hands: Hands) -> bool:
        return self.inked.value is not None and abs(self.inked.value) != min(map(abs, hands.values()))

    def _are_marks_off(self, hands: Hands) -> bool:
        """Whether the marks stand at other seats; in a Nullspiel they do not matter."""
        marked = self.inked.winners
        return bool(marked) and any(hands.values()) and set(marked) != set(find_winners(hands, self.inked.value))

    def _make_clash(self, code: str, changes: tuple[Change, ...], **gaps: object) -> Finding:
        fields = tuple(change.field for change in changes)
        return Finding(code, "error", fields, {"row": self.inked.number, **gaps}, changes)
