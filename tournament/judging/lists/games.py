"""Every game that a row of a list may be: how well value, marks and crosses agree with it, and P(text) of each field.

A game's weight leaves out the totals, which `tournament.judging.lists.list_ways` adds. So it is worked out once, for
all states above the row.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain, permutations
from math import prod, sqrt
from typing import NamedTuple

from scoring.counting.row_laws import Side, keep_side
from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import list_rows_near, list_sitters
from scoring.rows.row_patterns import is_fine
from scoring.rows.written_rows import find_expected_sitters, list_absent
from tournament.judging.ink_options import Choices, Option, add_missed_ink
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import ListRow
from tournament.judging.row_readings import digits_of
from tournament.judging.way import Told, Wrong, make_wrong
from tournament.judging.written_sheet import parse_number


class RowGame(NamedTuple):
    """One game that a row may be.

    `weight`: P(game) times P(value, marks and crosses as inked, given the game). `points`: by seat, 0 for who sits out.
    `shown`: of the points what the list adds up (on some only plus points, or only minus points). `sits`: the seats
    that sit out. `worth`: the game's value; who plays alone gets or pays it as often as the rules say.
    """

    weight: float
    points: tuple[int, ...]
    shown: tuple[int, ...]
    sits: tuple[int, ...]
    worth: int


class RowGames:
    """The games that one row may be."""

    def __init__(self, rules: RuleSet, row: ListRow, side: Side | None, limits: Limits) -> None:
        self.rules, self.row, self.side, self.limits = rules, row, side, limits
        self.slip = limits.row_mistake / len(row.cells) / limits.mistakes_near
        self.due = list_sitters(rules, row.inked)
        self.surely_away = frozenset(self.due[0]).intersection(*self.due)
        self._away = self._weigh_sitters()
        fines = rules.offence.list_fines()
        literal = rules.rows.side is not None or not rules.adds_up
        self._literal = [fine for fine in fines if literal or sum(fine.hands) != 0]
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
        """How many of the two, the value and the winners' marks, are filled in: 0, 1 or 2."""
        return (digits_of(self.row.value.first) is not None) + self._marked

    def list_likeliest(self, sizes: Iterable[int]) -> list[RowGame]:
        """The games of these values (each above 0) and the Nullspiel, the likeliest first."""
        sizes = (0, *sorted(set(sizes)))
        games = [game for sits in self._away for size in sizes for game in self._list_sized(sits, size)]
        return sorted(games, key=lambda game: -game.weight)

    def weigh_solo(self, lone: bool) -> float:
        """P(the solo's box as inked), given a game of one against three (`lone`), or another."""
        return self._solo[lone]

    def say_unknown(self) -> Told:
        """P(text) of each field where the game is unknown: as its ink alone has it."""
        said = join_said(self._keep_ink(choices) for choices in self.row.all if choices.id)
        return Told(said.texts, 1.0, said.misread, None)

    def _weigh_sitters(self) -> dict[tuple[int, ...], float]:
        """By who may have sat out P(it was they), shared by those who are expected to. Others are as rare as a mistake:
        who seem to have stayed, and whose turn it was where others are struck out."""
        weights = dict.fromkeys(self.due, 1.0 / len(self.due))
        # a stroke in a cell may be a 1 or a total of 0, so that a seat struck out may have played
        seats = len(self.row.cells)
        turn = find_expected_sitters(self.rules, self.row.inked.make_row(None), seats)
        for away in (*self.row.stayed, *(list_absent(turn, seats) if turn else ())):
            weights.setdefault(away, self.limits.row_mistake)
        return weights

    def _list_games(self, sits: tuple[int, ...], size: int) -> list[RowGame]:
        """All games of that value; the Nullspiel, of value 0, is one."""
        limits, seats = self.limits, range(1, len(self.row.cells) + 1)
        fit = sum(option.probability * self._fit_value(option, size) for option in self.row.value.options)
        often = (limits.list_game if size else limits.list_nullspiel) * self._away[sits]
        often *= limits.unusual if size > self.rules.checks.unusual.above else 1.0
        fined = [(hands, True) for hands in self._list_fined(sits, size)] if size else []
        played = (
            [(hands, False) for hands in list_rows_near(self.rules, self.row.inked, sits, (size,))]
            if size
            else [({}, False)]
        )
        games = []
        for hands, fine in (*played, *fined):
            points = tuple([hands.get(seat, 0) for seat in seats])
            literal = fine and bool(self._literal)  # an offence is written as it is, on whichever side
            shown = points if literal or not self.side else tuple([keep_side(self.side, one) for one in points])
            crosses = self._solo[is_lone_game(points)] * self._offence[self._is_fine(points, size)]
            games.append(RowGame(often * (fit * self._fit_marks(points) * crosses), points, shown, sits, size))
        return games

    def _list_fined(self, sits: tuple[int, ...], size: int) -> Iterator[dict[int, int]]:
        """The rows in which a fine goes to the soloist alone, or has other points than any game, where an offence is
        crossed or stands by its place."""
        if self.row.inked.offence or _find_chance(self.row.crosses[1]) > self.limits.negligible:
            players = tuple(seat for seat in range(1, len(self.row.cells) + 1) if seat not in sits)
            for fine in self.rules.offence.list_fines():
                if fine.soloist == size or (fine in self._literal and find_worth(tuple(fine.hands)) == size):
                    others = permutations(players, 2) if fine.soloist else ((one, None) for one in players)
                    yield from (fine.spread(players, *pair) for pair in others)

    def _fit_marks(self, points: tuple[int, ...]) -> float:
        """P(marks as inked), given who has plus points; nearly the same for all games where nobody is marked."""
        if not any(points):
            # value and marks are each half of what names a game, as in `_make_unknown_game`; here the marks name none
            return sqrt(self.limits.list_game) if self._marked else 1.0
        if not self._marked:
            return self.limits.left_blank
        return prod([fits[self._is_marked(number)] for number, fits in zip(points, self._marks, strict=True)])

    def _is_marked(self, points: int) -> bool:
        """Whether a seat with these points should be marked: a value below 0 means that the winners lose."""
        return points < 0 if self._turned else points > 0

    def _is_fine(self, points: tuple[int, ...], size: int) -> bool:
        """Whether these are the points that an offence costs, or an award stands beside them."""
        return any(self.row.award) or (size in self._fines and is_fine(self.rules, points))

    def _find_value(self, worth: int) -> Option:
        """The likeliest reading of the value's ink beside a game of that worth."""
        return max(self.row.value.options, key=lambda option: option.probability * self._fit_value(option, worth))

    def _fit_value(self, option: Option, worth: int) -> float:
        """P(people write this beside a game of that value); it may be left blank."""
        blank = option.value is None or (not option.value and worth)
        return self.slip + (self.limits.left_blank if blank else float(abs(option.value or 0) == worth))

    def _say_total(self, seat: int, read: int | None, right: int | None, off: int) -> Told:
        """P(text) of the total of this seat (from 0), given that it is `read` so and should be `right`. `off`: how much
        the last written total above is too high; a player who goes on from it makes no new mistake."""
        due = {0} if right is None else {right, right + off}
        choices = add_missed_ink(self.row.cells[seat], due, self.limits)
        group = [option for option in choices.options if read_total(option, due) == read]
        wrong = read is not None and read not in due
        return self._say_field(choices, group, lambda _: 1.0, lambda _: wrong, _make_number(right or 0))

    def _say_beside(self, points: tuple[int, ...], crossed: bool | None) -> Told:
        """P(text) of value, marks and crosses beside these points; `crossed`: whether the solo is, None if unknown."""
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
            yield self._say_cross(offence, partial(_weigh_offence_cross, limits, self._is_fine(points, worth)))

    def _say_cross(
        self, choices: Choices, often: Callable[[bool], float], *, due: bool = False, crossed: bool | None = None
    ) -> Told:
        """P(text) of a box. `often`: P(players cross it) for True, P(they leave it blank) for False. `due`: whether it
        should be crossed; what differs from that and is rarer than `Limits.cross_slip` is the players' mistake."""
        return self._say_field(
            choices,
            [option for option in choices.options if crossed in (None, bool(option.value))],
            lambda option: often(bool(option.value)),
            lambda option: option.value != due and often(bool(option.value)) < self.limits.cross_slip,
            Option(int(due), 0.0, "x" if due else ""),
            number=False,
        )

    def _keep_ink(self, choices: Choices) -> Told:
        """P(text) of a field about which the game says nothing: as its ink alone has it."""
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
        """P(text) of a field, given that it is one of these options.

        `often`: P(players write the option) in this game. `is_wrong`: whether it would be their mistake. `due`: what is
        right if all options are wrong.
        """
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
    """The fields of one row as one, each independent of the others on a given way."""
    fields = [*fields]
    return Told(
        {name: texts for one in fields for name, texts in one.texts.items()},
        1.0 - prod([1.0 - one.miscounted for one in fields]),
        1.0 - prod([1.0 - one.misread for one in fields]),
        tuple(chain.from_iterable([one.changes or () for one in fields])),
    )


def find_worth(points: tuple[int, ...]) -> int:
    """The value of the game, which nobody has less than once."""
    return min((abs(number) for number in points if number), default=0)


def is_lone_game(points: Iterable[int]) -> bool:
    """Whether one played against three."""
    signs = Counter(number > 0 for number in points if number)
    return len(signs) == 2 and signs[True] != signs[False]


def read_total(option: Option, expected: Iterable[int | None]) -> int | None:
    """The total that the option means; None if it is blank or unreadable. A 0 counts only if it is written as a digit,
    and only where it is `expected`; a blank cell or a stroke is none."""
    return option.value if option.value or (digits_of(option) == 0 and 0 in expected) else None


def weigh_solo_cross(limits: Limits, lone: bool, crossed: bool) -> float:
    """P(the solo's box is crossed, or not), given a game of one against three (`lone`), or of two against two."""
    return (1.0 if crossed else limits.lone_uncrossed) if lone else (limits.cross_stray if crossed else 1.0)


def _weigh_mark_cross(limits: Limits, won: bool, crossed: bool) -> float:
    """P(a seat is marked as a winner, or not), given that it won, or did not."""
    often = 1.0 - limits.mark_missing if won else limits.mark_stray
    return often if crossed else 1.0 - often


def _weigh_offence_cross(limits: Limits, fine: bool, crossed: bool) -> float:
    """P(the offence's box is crossed, or not), relative to the usual; `fine`: an offence costs these points."""
    return limits.cross_stray if crossed and not fine else 1.0


def _fit_cross(choices: Choices, often: Callable[[bool], float]) -> float:
    """P(the box as inked), where `often` gives P(crossed) for True and P(blank) for False."""
    chance = _find_chance(choices)
    return chance * often(True) + (1.0 - chance) * often(False)


def _find_chance(choices: Choices) -> float:
    """P(the box is marked), by its ink."""
    return next((option.probability for option in choices.options if option.value), 0.0)


def _make_number(value: int) -> Option:
    return Option(value, 0.0, str(value))


def _differs(option: Option, worth: int) -> bool:
    """Whether a value is written, and it is another one."""
    written = parse_number(option.text).value
    return written is not None and abs(written) != worth
