"""What the fields of a list's row say on one way through it: with which chances, and which of them would be wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import prod

from tournament.judging.ink_options import Choices, Option, add_missed_ink
from tournament.judging.lists.games import (
    RowGames,
    find_worth,
    is_lone_game,
    weigh_mark_cross,
    weigh_offence_cross,
    weigh_solo_cross,
)
from tournament.judging.lists.totals import read_total
from tournament.judging.lists.ways import Edge
from tournament.judging.way import Told, Wrong, make_wrong
from tournament.judging.written_sheet import parse_number

Said = tuple[Option, float, bool]
"""An option, its chance on this way, and whether players who wrote it got it wrong."""


@dataclass(frozen=True)
class FieldOnWay:
    """A field on one way through its row: what it may `say`, and what it must say otherwise for this way; None where
    its ink's first choice will do."""

    choices: Choices
    say: tuple[Said, ...]
    change: Wrong | None = None

    @cached_property
    def as_inked(self) -> float:
        """The chance that it says its ink's first choice."""
        return sum(share for option, share, _ in self.say if option is self.choices.first)

    @cached_property
    def right(self) -> float:
        """The chance that the players got it right."""
        return sum(share for _, share, wrong in self.say if not wrong)


class RowFields:
    """The fields of one row, asked on each way through it."""

    def __init__(self, games: RowGames) -> None:
        self._possible, self._row, self._limits = games, games.row, games.limits
        self._keep_total, self._keep_beside = cache(self._tell_total), cache(self._tell_beside)

    def tell(self, edge: Edge) -> Told:
        """What they say on that way."""
        if edge.points is None:
            return _make_told([_keep_ink(choices) for choices in self._row.all if choices.id], known=False)
        if not edge.points:
            return Told()
        totals = enumerate(zip(edge.read, edge.below[0], edge.above[1], strict=True))
        told = [self._keep_total(seat, *one) for seat, one in totals if self._row.cells[seat].id]
        return _make_told([*told, *self._keep_beside(edge.points, edge.solo)])

    def _tell_total(self, seat: int, read: int | None, right: int | None, off: int) -> FieldOnWay:
        """The seat's total, where that should be `right`, those above being `off`."""
        due = {0} if right is None else {right, right + off}
        choices = add_missed_ink(self._row.cells[seat], due, self._limits)
        group = [option for option in choices.options if read_total(option, due) == read]
        wrong = group if read is not None and read not in due else ()
        return self._weigh(choices, group, lambda _: 1.0, wrong.__contains__, _make_number(right or 0))

    def _tell_beside(self, points: tuple[int, ...], crossed: bool | None) -> tuple[FieldOnWay, ...]:
        """Value, marks and crosses beside these points; `crossed`: whether the solo is, where the way says so."""
        return tuple(self._list_beside(points, crossed))

    def _list_beside(self, points: tuple[int, ...], crossed: bool | None) -> Iterator[FieldOnWay]:
        limits, worth = self._limits, find_worth(points)
        value, (solo, offence) = self._row.value, self._row.crosses
        if value.id is not None:
            yield self._weigh(
                value,
                value.options,
                lambda option: self._possible.fit_value(option, worth),
                lambda option: _differs(option, worth),
                _make_number(worth),
            )
        for choices, number in zip(self._row.wins, points, strict=True):
            if choices.id is not None and self._possible.has_winner_marks(points):
                won = self._possible.is_marked(number)
                yield self._tell_cross(choices, partial(weigh_mark_cross, limits, won), due=won)
            elif choices.id is not None:
                yield _keep_ink(choices)
        if solo.id is not None:
            yield self._tell_cross(solo, partial(weigh_solo_cross, limits, is_lone_game(points)), crossed=crossed)
        if offence.id is not None:
            yield self._tell_cross(offence, partial(weigh_offence_cross, limits, self._possible.is_fine(points)))

    def _tell_cross(
        self, choices: Choices, often: Callable[[bool], float], *, due: bool = False, crossed: bool | None = None
    ) -> FieldOnWay:
        """A box that is crossed, or left blank, so often. The players are wrong where that hardly happens."""
        options = [option for option in choices.options if crossed in (None, bool(option.value))]
        return self._weigh(
            choices,
            options,
            lambda option: often(bool(option.value)),
            lambda option: option.value != due and often(bool(option.value)) < self._limits.cross_slip,
            Option(int(due), 0.0, "x" if due else ""),
            number=False,
        )

    def _weigh(
        self,
        choices: Choices,
        options: Iterable[Option],
        often: Callable[[Option], float],
        is_wrong: Callable[[Option], bool],
        due: Option,
        *,
        number: bool = True,
    ) -> FieldOnWay:
        """One of these options, the likelier the `often`er it is written; where all are wrong, `due` is right."""
        say = _weigh_says(options, often, is_wrong)
        if any(option is choices.first and not wrong for option, _, wrong in say):
            return FieldOnWay(choices, say)
        right = max((one for one in say if not one[2]), key=lambda one: one[1], default=(due,))
        return FieldOnWay(choices, say, make_wrong(choices, right[0], self._possible.slip, points=number))


def _make_told(fields: Sequence[FieldOnWay], *, known: bool = True) -> Told:
    """What these fields say together; `known`: whether the way says what was played."""
    texts: dict[str, dict[str, float]] = {}
    for field in fields:
        said = texts.setdefault(field.choices.id or "", defaultdict(float))
        for option, chance, _ in field.say:
            said[option.text] += chance
    right = prod([field.right for field in fields]) if known else 0.0
    changes = tuple([field.change for field in fields if field.change]) if known else None
    return Told(texts, 1.0 - right, 1.0 - prod([field.as_inked for field in fields]), changes)


def _weigh_says(
    options: Iterable[Option], often: Callable[[Option], float], is_wrong: Callable[[Option], bool]
) -> tuple[Said, ...]:
    weights = [(option, option.probability * often(option)) for option in options]
    whole = sum(weight for _, weight in weights) or 1.0
    return tuple([(option, weight / whole, is_wrong(option)) for option, weight in weights])


def _keep_ink(choices: Choices) -> FieldOnWay:
    """A field that the way says nothing of."""
    return FieldOnWay(choices, _weigh_says(choices.options, lambda _: 1.0, lambda _: False))


def _make_number(value: int) -> Option:
    return Option(value, 0.0, str(value))


def _differs(option: Option, worth: int) -> bool:
    """Whether the value is written, and another."""
    written = parse_number(option.text).value
    return written is not None and abs(written) != worth
