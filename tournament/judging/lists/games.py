"""Every game that a row of a list may be, how well it goes with value, marks and crosses, and what the fields then say.

The totals have no part in a game's weight (`tournament.judging.lists.list_ways`), so it is found once for all states
above the row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain
from math import prod, sqrt
from typing import NamedTuple

from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import Side, find_shown_points, list_rows_near, list_sitters
from scoring.rows.row_patterns import are_offence_points
from scoring.rows.written_rows import find_expected_sitter
from tournament.judging.ink_options import Choices, Option, add_missed_ink
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import ListRow
from tournament.judging.row_readings import digits_of
from tournament.judging.way import Told, Wrong, make_wrong
from tournament.judging.written_sheet import parse_number


class RowGame(NamedTuple):
    """One game of a row. `weight`: how often it is played, and how well it goes with value, marks and crosses. By seat
    its `points`, 0 for who sits out, and what of them the list has `shown`. `sits`: the seat that sits out, if any.
    `worth`: its value; a lone player has it three times."""

    weight: float
    points: tuple[int, ...]
    shown: tuple[int, ...]
    sits: int | None
    worth: int


class RowGames:
    """The games that one row may be."""

    def __init__(self, rules: RuleSet, row: ListRow, side: Side | None, limits: Limits) -> None:
        self.rules, self.row, self.side, self.limits = rules, row, side, limits
        self.slip = limits.row_mistake / len(row.cells) / limits.mistakes_near
        self.due = list_sitters(rules, row.inked)
        self._away = self._weigh_sitters()
        self._fines = {find_worth(tuple(fine.hands)) for fine in rules.offence.list_fines()}
        self._marked = any(_find_chance(choices) >= limits.plain for choices in row.wins)
        self._turned = (row.value.first.value or 0) < 0
        solo, offence = row.crosses
        self._solo = [_fit_cross(solo, partial(weigh_solo_cross, limits, lone)) for lone in (False, True)]
        self._offence = [_fit_cross(offence, partial(_weigh_offence_cross, limits, fine)) for fine in (False, True)]
        self._marks = [
            [_fit_cross(choices, partial(_weigh_mark_cross, limits, won)) for won in (False, True)]
            for choices in row.wins
        ]
        self.find_value, self._list_sized = cache(self._find_value), cache(self._list_games)
        self.say_total, self.say_beside = cache(self._say_total), cache(self._say_beside)

    @property
    def beside(self) -> int:
        """How many of value and marks stand beside the totals; both name one game of all."""
        return (digits_of(self.row.value.first) is not None) + self._marked

    def list_likeliest(self, sizes: Iterable[int]) -> list[RowGame]:
        """The games of these values (above 0) and the Nullspiel, the likeliest first."""
        sizes = (0, *sorted(set(sizes)))
        games = [game for sits in self._away for size in sizes for game in self._list_sized(sits, size)]
        return sorted(games, key=lambda game: -game.weight)

    def weigh_solo(self, lone: bool) -> float:
        """How well the solo's box goes with a game of one against three, or another."""
        return self._solo[lone]

    def say_unknown(self) -> Told:
        """What the fields say where the row is no game that is known: what their ink says."""
        said = join_said(self._keep_ink(choices) for choices in self.row.all if choices.id)
        return Told(said.texts, 1.0, said.misread, None)

    def _weigh_sitters(self) -> dict[int | None, float]:
        """Who may have sat out, and how often: who is struck out, or whose turn it was, or anybody. Against that only
        who seems to have, and whose turn it was where another is struck out: a stroke may be a 1, or a total of 0."""
        weights: dict[int | None, float] = dict.fromkeys(self.due, 1.0 / len(self.due))
        turn = find_expected_sitter(self.rules, self.row.inked.make_row(None), len(self.row.cells))
        for seat in (*self.row.stayed, *filter(None, [turn])):
            weights.setdefault(seat, self.limits.row_mistake)
        return weights

    def _list_games(self, sits: int | None, size: int) -> list[RowGame]:
        """All games of that value; the Nullspiel, of value 0, is one."""
        limits, seats = self.limits, range(1, len(self.row.cells) + 1)
        fit = sum(option.probability * self._fit_value(option, size) for option in self.row.value.options)
        often = (limits.list_game if size else limits.list_nullspiel) * self._away[sits]
        often *= limits.unusual if size > self.rules.checks.unusual.above else 1.0
        games = []
        for hands in list_rows_near(self.row.inked, sits, (size,)) if size else [{}]:
            points = tuple([hands.get(seat, 0) for seat in seats])
            shown = tuple([find_shown_points(hands, seat, self.side) for seat in seats]) if self.side else points
            crosses = self._solo[is_lone_game(points)] * self._offence[size in self._fines and self._is_fine(points)]
            games.append(RowGame(often * (fit * self._fit_marks(points) * crosses), points, shown, sits, size))
        return games

    def _fit_marks(self, points: tuple[int, ...]) -> float:
        """How well the marks go with who has plus; where nobody is marked, or nobody won, that says little."""
        if not any(points):
            return sqrt(self.limits.list_game) if self._marked else 1.0  # whoever is marked in a Nullspiel
        if not self._marked:
            return self.limits.left_blank
        return prod([fits[self._is_marked(number)] for number, fits in zip(points, self._marks, strict=True)])

    def _is_marked(self, points: int) -> bool:
        """Whether a seat with these points should be marked: a value below 0 means that the winners lose."""
        return points < 0 if self._turned else points > 0

    def _is_fine(self, points: tuple[int, ...]) -> bool:
        """Whether an offence costs that."""
        return are_offence_points(self.rules, {seat: one for seat, one in enumerate(points, 1) if one})

    def _find_value(self, worth: int) -> Option:
        """What is likeliest written as the value of a game of that worth."""
        return max(self.row.value.options, key=lambda option: option.probability * self._fit_value(option, worth))

    def _fit_value(self, option: Option, worth: int) -> float:
        """How often people write this beside a game of that value; it may be blank."""
        blank = option.value is None or (not option.value and worth)
        return self.slip + (self.limits.left_blank if blank else float(abs(option.value or 0) == worth))

    def _say_total(self, seat: int, read: int | None, right: int | None, off: int) -> Told:
        """The total at that place (from 0) that is `read` so, where it should be `right`, those above being `off`."""
        due = {0} if right is None else {right, right + off}
        choices = add_missed_ink(self.row.cells[seat], due, self.limits)
        group = [option for option in choices.options if read_total(option, due) == read]
        wrong = read is not None and read not in due
        return self._say_field(choices, group, lambda _: 1.0, lambda _: wrong, _make_number(right or 0))

    def _say_beside(self, points: tuple[int, ...], crossed: bool | None) -> Told:
        """Value, marks and crosses beside these points; `crossed`: whether the solo is, where the way says so."""
        return join_said(self._list_beside(points, crossed))

    def _list_beside(self, points: tuple[int, ...], crossed: bool | None) -> Iterator[Told]:
        limits, worth = self.limits, find_worth(points)
        value, (solo, offence) = self.row.value, self.row.crosses
        if value.id is not None:
            fit, wrong = partial(self._fit_value, worth=worth), partial(_differs, worth=worth)
            yield self._say_field(value, value.options, fit, wrong, _make_number(worth))
        for choices, number in zip(self.row.wins, points, strict=True):
            if choices.id is not None and self._marked and any(points):
                won = self._is_marked(number)
                yield self._say_cross(choices, partial(_weigh_mark_cross, limits, won), due=won)
            elif choices.id is not None:
                yield self._keep_ink(choices)
        if solo.id is not None:
            yield self._say_cross(solo, partial(weigh_solo_cross, limits, is_lone_game(points)), crossed=crossed)
        if offence.id is not None:
            yield self._say_cross(offence, partial(_weigh_offence_cross, limits, self._is_fine(points)))

    def _say_cross(
        self, choices: Choices, often: Callable[[bool], float], *, due: bool = False, crossed: bool | None = None
    ) -> Told:
        """A box that is crossed, or left blank, so often. The players are wrong where that hardly happens."""
        return self._say_field(
            choices,
            [option for option in choices.options if crossed in (None, bool(option.value))],
            lambda option: often(bool(option.value)),
            lambda option: option.value != due and often(bool(option.value)) < self.limits.cross_slip,
            Option(int(due), 0.0, "x" if due else ""),
            number=False,
        )

    def _keep_ink(self, choices: Choices) -> Told:
        """A field of which the way says nothing."""
        return self._say_field(choices, choices.options, lambda _: 1.0, lambda _: False, choices.first)

    def _say_field(
        self,
        choices: Choices,
        options: Iterable[Option],
        often: Callable[[Option], float],
        is_wrong: Callable[[Option], bool],
        due: Option,
        *,
        number: bool = True,
    ) -> Told:
        """One of these options, the likelier the `often`er it is written; where all are wrong, `due` is right."""
        weights = [(option, option.probability * often(option), is_wrong(option)) for option in options]
        whole = sum(weight for _, weight, _ in weights) or 1.0
        texts: defaultdict[str, float] = defaultdict(float)
        for option, weight, _ in weights:
            texts[option.text] += weight / whole
        inked = sum(weight / whole for option, weight, _ in weights if option is choices.first)
        fitting = [(option, weight) for option, weight, wrong in weights if not wrong]
        right = sum(weight / whole for _, weight in fitting)
        changes: tuple[Wrong, ...] = ()
        if not any(option is choices.first for option, _ in fitting):
            meant, _ = max(fitting, key=lambda one: one[1], default=(due, 0.0))
            changes = (make_wrong(choices, meant, self.slip, points=number),)
        return Told({choices.id or "": texts}, 1.0 - right, 1.0 - inked, changes)


def join_said(fields: Iterable[Told]) -> Told:
    """What these fields of one row say together on one way."""
    fields = [*fields]
    return Told(
        {name: texts for one in fields for name, texts in one.texts.items()},
        1.0 - prod([1.0 - one.miscounted for one in fields]),
        1.0 - prod([1.0 - one.misread for one in fields]),
        tuple(chain.from_iterable([one.changes or () for one in fields])),
    )


def find_worth(points: tuple[int, ...]) -> int:
    """The value of the game: a lone player has it three times."""
    return min((abs(number) for number in points if number), default=0)


def is_lone_game(points: Iterable[int]) -> bool:
    """Whether one played against three."""
    return len({abs(number) for number in points if number}) > 1


def read_total(option: Option, expected: Iterable[int | None]) -> int | None:
    """The total that it says; None for nothing, or nothing that can be read. A zero must be written where it is due."""
    return option.value if option.value or (digits_of(option) == 0 and 0 in expected) else None


def weigh_solo_cross(limits: Limits, lone: bool, crossed: bool) -> float:
    """How often a game of one against three, or of two against two, is crossed as a solo, or not."""
    return (1.0 if crossed else limits.lone_uncrossed) if lone else (limits.cross_stray if crossed else 1.0)


def _weigh_mark_cross(limits: Limits, won: bool, crossed: bool) -> float:
    """How often a seat that won, or did not, is marked as a winner, or left without a mark."""
    often = 1.0 - limits.mark_missing if won else limits.mark_stray
    return often if crossed else 1.0 - often


def _weigh_offence_cross(limits: Limits, fine: bool, crossed: bool) -> float:
    """How often points that an offence costs, or others, are crossed as one, or not."""
    return limits.cross_stray if crossed and not fine else 1.0


def _fit_cross(choices: Choices, often: Callable[[bool], float]) -> float:
    """How well a box goes with how often it is crossed."""
    chance = _find_chance(choices)
    return chance * often(True) + (1.0 - chance) * often(False)


def _find_chance(choices: Choices) -> float:
    """How likely the box is marked."""
    return next((option.probability for option in choices.options if option.value), 0.0)


def _make_number(value: int) -> Option:
    return Option(value, 0.0, str(value))


def _differs(option: Option, worth: int) -> bool:
    """Whether the value is written, and another."""
    written = parse_number(option.text).value
    return written is not None and abs(written) != worth
