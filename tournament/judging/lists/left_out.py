"""A blank row of a list: nothing was played there, or a game that only the totals of the row below hold.

So may be a row of which one spot only may be ink.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.rows.reconstruct import find_values
from tournament.judging.lists.listways import USUAL, Edge, RowWays
from tournament.judging.lists.row_games import RowGame
from tournament.judging.lists.total_readings import LOST, TotalsState, add_points
from tournament.judging.row.joint_readings import digits_of
from tournament.judging.row.options import Choices

_PINNED = 3
"""So many totals at least must be written below: fewer fit too many pairs of games."""


class BlankWays:
    """The row if it is blank, which has a `chance`, asked below each standing of the totals; `below`: the next row,
    None at the list's end."""

    def __init__(self, ways: RowWays, below: RowWays | None, chance: float) -> None:
        self.row, self.games, self._chance, self._below = ways.row, ways.games, chance, below
        told = below is not None and not below.row.inked.blank
        self._own = [*self._list_own(below)] if below is not None and told else []

    def edges(self, above: TotalsState) -> list[Edge]:
        """That nothing was played; then each game that the totals below may hold besides their own."""
        limits, seats = self.games.limits, len(self.row.cells)
        often, blank = self._chance * limits.list_held * limits.list_game, (None,) * seats
        held = {game.points: game for own in self._own for game in self._list_held(above, own)}
        ways = [Edge(above, (tuple(map(add_points, above[0], game.shown, blank)), above[1]), often, game.points, blank)
                for game in held.values()]
        return [Edge(above, above, self._chance, (), blank), *ways]

    def _list_own(self, below: RowWays) -> Iterator[RowGame]:
        """The games that the row below may be by its value, marks and crosses."""
        step = below.games.rules.checks.unit.step
        values = {abs(option.value) for option in below.row.value.options if option.value}
        nothing = digits_of(below.row.value.first) is None
        games = [*below.games.list_likeliest(values | {step * size for size in USUAL if nothing})]
        yield from (game for game in games if game.weight >= self.games.limits.list_below * games[0].weight)

    def _list_held(self, above: TotalsState, own: RowGame) -> Iterator[RowGame]:
        """The games that are left of the totals' steps below when its own points are taken off."""
        assert self._below is not None
        cells = zip(self._below.row.cells, *above, own.shown, strict=True)
        steps = [{number - base - points for number in self._list_numbers(choices) for base in (right, right + off)}
                 if right != LOST else set() for choices, right, off, points in cells]
        told = [place for place, some in enumerate(steps) if some]
        if len(told) >= _PINNED:
            for game in self.games.list_likeliest(find_values(step for some in steps for step in some)):
                if any(game.points) and all(game.shown[place] in steps[place] for place in told):
                    yield game

    def _list_numbers(self, choices: Choices) -> list[int]:
        """What the cell may say; nothing where it may well say no number."""
        numbers, show = [one for one in choices.options if digits_of(one) is not None], self.games.limits.show
        unread = any(one.probability >= show for one in choices.options if one not in numbers)
        return [] if unread else [option.value for option in numbers if option.value is not None]
