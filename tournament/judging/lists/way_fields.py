"""What the fields of a list's row say on one way through it: with which chances, and which of them would be wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod

from tournament.judging.lists.field_on_way import FieldOnWay, as_inked_of, cross, differs, field_of
from tournament.judging.lists.listways import Edge
from tournament.judging.lists.row_games import (
    RowGames,
    is_lone_game,
    mark_often,
    offence_often,
    solo_often,
    worth_of,
)
from tournament.judging.lists.total_readings import LOST, TotalsState, total_of
from tournament.judging.row.judged import Odds, Posterior, likely_texts
from tournament.judging.row.options import Choices, add_missed_ink
from tournament.judging.sheet.columns import total_speaks
from tournament.judging.sheet.row_steps import Wrong
from tournament.judging.sheet.sum_shares import SumShares
from tournament.limits import Limits


@dataclass(frozen=True, slots=True)
class WayFields:
    """A way through a row, or a part of it: its fields, the chances that all are as their ink says, and as they should
    be; and what must be changed for it, None where nobody can tell what was played."""

    fields: tuple[FieldOnWay, ...]
    as_inked: float
    right: float
    changes: tuple[Wrong, ...] | None


class RowFields:
    """The fields of one row, asked on each way through it."""

    def __init__(self, games: RowGames) -> None:
        self._possible, self._row, self._limits = games, games.row, games.limits
        self._games: dict[tuple[tuple[int, ...], bool | None], WayFields] = {}
        self._totals: dict[tuple[int, int | None, int, int], WayFields] = {}

    def on(self, edge: Edge) -> WayFields:
        """What they say on that way."""
        if edge.points is None:
            inked = self._way(as_inked_of(choices) for choices in self._row.all if choices.id)
            return replace(inked, right=0.0, changes=None)
        totals = zip(edge.read, edge.below[0], edge.above[1], strict=True)
        parts = [self._total(seat, *one) for seat, one in enumerate(totals)] if edge.points else []
        return _joined([*parts, self._game(edge.points, edge.solo)])

    def _way(self, fields: Iterable[FieldOnWay]) -> WayFields:
        told = tuple(fields)
        changes = (field.change(self._possible.slip) for field in told)
        return WayFields(told, prod(field.as_inked for field in told), prod(field.right for field in told),
                       tuple(change for change in changes if change is not None))

    def _total(self, seat: int, read: int | None, right: int, off: int) -> WayFields:
        """The seat's total, where that should be `right`, those above being `off`."""
        key = seat, read, right, off
        if key not in self._totals:
            due = {right, right + off} if right != LOST else {0}
            choices = add_missed_ink(self._row.cells[seat], due, self._limits)
            group = [option for option in choices.options if total_of(option, due) == read]
            wrong = group if read is not None and read not in due else ()
            told = field_of(choices, group, lambda _: 1.0, wrong.__contains__, right)
            self._totals[key] = self._way([told] if choices.id else [])
        return self._totals[key]

    def _game(self, points: tuple[int, ...], crossed: bool | None) -> WayFields:
        key = points, crossed
        if key not in self._games:
            self._games[key] = self._way(self._beside(*key) if points else ())
        return self._games[key]

    def _beside(self, points: tuple[int, ...], crossed: bool | None) -> Iterator[FieldOnWay]:
        """Value, marks and crosses beside these points."""
        limits, worth = self._limits, worth_of(points)
        value, (solo, offence) = self._row.value, self._row.crosses
        if value.id is not None:
            yield field_of(value, value.options, lambda option: self._possible.value_fit(option, worth),
                           lambda option: differs(option, worth), worth)
        for choices, number in zip(self._row.wins, points, strict=True):
            if choices.id is not None and self._possible.marks_tell(points):
                won = self._possible.is_marked(number)
                yield cross(choices, partial(mark_often, limits, won), limits, due=int(won))
            elif choices.id is not None:
                yield as_inked_of(choices)
        if solo.id is not None:
            yield cross(solo, partial(solo_often, limits, is_lone_game(points)), limits, due=0, crossed=crossed)
        if offence.id is not None:
            yield cross(offence, partial(offence_often, limits, self._possible.is_fine(points)), limits, due=0)


def _joined(parts: Sequence[WayFields]) -> WayFields:
    changes = [part.changes or () for part in parts]
    return WayFields(tuple(field for part in parts for field in part.fields), prod(part.as_inked for part in parts),
                   prod(part.right for part in parts), tuple(change for some in changes for change in some))


def join_way_fields(ways: Sequence[WayFields], shares: Sequence[float]) -> tuple[Posterior, Odds]:
    """What each field says over all ways, with their shares, and whose mistake the row rather is."""
    chances: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    firsts: dict[str, str] = {}
    misread = miscounted = 0.0
    for way, share in zip(ways, shares, strict=True):
        misread, miscounted = misread + share * (1.0 - way.as_inked), miscounted + share * (1.0 - way.right)
        for told in way.fields:
            name = told.choices.id or ""
            firsts[name] = told.choices.first.text
            for option, chance, _ in told.say:
                chances[name][option.text] += share * chance
    texts = {name: likely_texts(told) for name, told in chances.items()}
    return ({name: told for name, told in texts.items() if [text for text, _ in told] != [firsts[name]]},
            Odds(miscounted, misread))


def weigh_end_total(choices: Choices, seat: int, last: Mapping[TotalsState, float], limits: Limits) -> SumShares | None:
    """What a final total says, when the list may end in these standings; None where none is written."""
    if not total_speaks(choices):
        return None
    chances: dict[str, float] = defaultdict(float)
    right, whole = 0.0, sum(last.values()) or 1.0
    for standing, weight in last.items():
        told = final_total(choices, standing[0][seat], standing[1][seat], limits)
        right += weight / whole * told.right
        for option, chance, _ in told.say:
            chances[option.text] += weight / whole * chance
    return SumShares(likely_texts(chances), Odds(max(1.0 - right, 0.0), 1.0 - chances[choices.first.text]))


def final_total(choices: Choices, right: int, off: int, limits: Limits) -> FieldOnWay:
    """A final total below totals that stand right there, the written ones being off; those may be copied."""
    due = (right, right + off)
    if right == LOST:
        return as_inked_of(choices)
    return field_of(choices, choices.options,
                    lambda option: (1.0 - limits.sum_slip) * (option.value in due) + limits.sum_off,
                    lambda option: option.value is not None and option.value not in due, right)
