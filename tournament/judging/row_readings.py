"""Joint readings of one row: what the cells may say together, weighed by ink and by rule.

The weight of a joint reading is the product of its cells' calibrated probabilities, times how often players write
such a row: a legal row counts 1, an unusual one less, one that no rule allows as rarely as players make that one
mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from tournament.judging.ink_options import Choices, Option, Value, asks, is_messy
from tournament.judging.limits.judging_limits import TIES, Limits
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Remark


@dataclass(frozen=True, slots=True)
class RowValues:
    """A row's meaning: points by seat (None: unreadable), and whether solo and offence are crossed."""

    points: tuple[Value, ...]
    solo: bool = False
    offence: bool = False


@dataclass(frozen=True, slots=True)
class RowChoices:
    """The choices of a row's cells by seat and of its two crosses."""

    game: int
    cells: tuple[Choices, ...]
    solo: Choices
    offence: Choices

    @property
    def all(self) -> tuple[Choices, ...]:
        """Cells by seat, then solo, then offence."""
        return (*self.cells, self.solo, self.offence)

    @property
    def ink(self) -> RowValues:
        """What the ink says by itself."""
        return read_row_values(tuple(choices.first for choices in self.all))


@dataclass(frozen=True, slots=True)
class JointReading:
    """One way to read the whole row and its share of the probability among all ways."""

    values: RowValues
    options: Options
    share: float


Options = tuple[Option, ...]
Factor = Callable[[RowValues], float]
"""How often players write such a row, relative to a legal one (1.0), as far as one rule or witness says."""


def read_row_values(options: Options) -> RowValues:
    """The meaning of one option per cell, in the order of `RowChoices.all`."""
    *cells, solo, offence = options
    return RowValues(tuple(option.value for option in cells), bool(solo.value), bool(offence.value))


def weigh(row: RowChoices, factors: Sequence[Factor], limits: Limits) -> tuple[JointReading, ...]:
    """The joint readings of `row`, likeliest first, at most `limits.row_readings` and the ink's own."""
    firsts = tuple(choices.first for choices in row.all)
    weighed = []
    for ink, options in _weigh_combinations(firsts, _pick_tried(row, limits)[0], limits):
        values = read_row_values(options)
        weighed.append((ink * prod([factor(values) for factor in factors]), values, options))
    weighed.sort(key=lambda entry: -entry[0])
    whole = sum(weight for weight, _, _ in weighed)
    least = _find_floor([weight / whole for weight, _, _ in weighed], limits)
    kept = [entry for entry in weighed if entry[0] / whole > least]
    written = [entry for entry in weighed[len(kept) :] if entry[2] == firsts]
    return tuple(JointReading(values, options, weight / whole) for weight, values, options in (*kept, *written))


def _weigh_combinations(firsts: Options, tried: list[list[Option]], limits: Limits) -> Iterator[tuple[float, Options]]:
    """The combinations of the `tried` options that are likelier by their ink than `stray`², with these probabilities,
    and the ink's own. Crosses come after the cells, as they have no part in how one hand writes its numbers."""
    *cells, solo, offence = tried
    least, inked = limits.stray**2, firsts[: len(cells)]
    for numbers in product(*cells):
        ink, hand = prod([one.probability for one in numbers]), weigh_hand(inked, numbers, limits)
        for both in product(solo, offence):
            weight, options = ink * both[0].probability * both[1].probability * hand, (*numbers, *both)
            if weight > least or options == firsts:
                yield weight, options


def find_likeliest(readings: Sequence[JointReading], shares: Sequence[float]) -> JointReading:
    """The reading with the largest of the `shares` (same order)."""
    return readings[max(range(len(shares)), key=shares.__getitem__)]


def _find_floor(shares: list[float], limits: Limits) -> float:
    """The share that readings worth keeping exceed; of equals at the cut all go, or the seats' order would choose."""
    after = shares[limits.row_readings] * TIES if len(shares) > limits.row_readings else 0.0
    return max(limits.negligible, after)


def is_too_unclear(row: RowChoices, limits: Limits) -> bool:
    """Whether so much of the row is unclear that likely readings of it were left out."""
    return _pick_tried(row, limits)[1]


def _pick_tried(row: RowChoices, limits: Limits) -> tuple[list[list[Option]], bool]:
    """Per field the options that are combined, at most `limits.row_ways` combinations, and whether one that people are
    told of was left out. The least likely of all fields go first, equals together."""
    tried, told = (
        [[o for o in choices.options if o is choices.first or o.probability > limits.stray] for choices in row.all],
        False,
    )
    while prod(map(len, tried)) > limits.row_ways:
        least = min(options[-1].probability for options in tried if len(options) > 1)
        told = told or least >= limits.show
        tried = [[o for o in options if o is options[0] or o.probability > least * TIES] for options in tried]
    return tried, told


def digits_of(option: Option) -> int | None:
    """The number without its sign; None for a blank cell, a dash, and what cannot be read."""
    return abs(option.value) if option.value is not None and parse_number(option.text).mark == "number" else None


def weigh_hand(firsts: Sequence[Option], options: Sequence[Option], limits: Limits) -> float:
    """How much likelier a row's `options` are together than each by itself; `firsts`: the ink's own choices.

    One hand wrote them: equal numbers misread alike are one event, not several. Zeros have a sign seldom."""
    signed = any(one.value == 0 and parse_number(one.text).sign for one in options)  # mostly a 6 or 4 closed like a D
    likelier = limits.signed_zero if signed else 1.0
    changed = [pair for pair in zip(firsts, options, strict=True) if pair[0] is not pair[1]]
    if len(changed) < 2:  # quick: so it is for most of the likely ones
        return likelier
    for (read, number), odds in group_misreadings(pair for pair in changed if pair[1].seen).items():
        if len(odds) > 1 and read is not None and number is not None:
            likelier *= max(1.0, limits.same_hand * min(odds) / prod(odds))
    return likelier


def group_misreadings(cells: Iterable[tuple[Option, Option]]) -> dict[tuple[int | None, int | None], list[float]]:
    """The odds of each cell that says another option than its ink's first choice, by the digits read and those meant.

    `cells`: both options of each."""
    found: dict[tuple[int | None, int | None], list[float]] = {}
    for first, option in cells:
        found.setdefault((digits_of(first), digits_of(option)), []).append(option.probability / first.probability)
    return found


def is_filled(row: RowChoices, limits: Limits) -> bool:
    """Whether a number, a cross or unreadable ink stands in the row. A cross surely taken back is none."""
    crosses = any(_may_be_ink(choices, limits) for choices in (row.solo, row.offence))
    numbers = (parse_number(choices.first.text).mark in ("number", "illegible") for choices in row.cells)
    return crosses or any(numbers) or any(asks(choices, limits) for choices in row.cells)


def is_blank(row: RowChoices, options: tuple[Option, ...], limits: Limits) -> bool:
    """Whether nothing at all is written in a row that is decided to be read as these `options`."""
    return not any(option.value or option.text.strip() for option in options) and not any(
        is_messy(choices, limits) for choices in row.all
    )


def has_strokes(row: RowChoices) -> bool:
    """Whether slashes or dashes stand in it: a Nullspiel among the games, rows struck out behind the last one."""
    return any(parse_number(choices.first.text).mark != "blank" for choices in row.cells)


def find_lone_doubt(row: RowChoices, limits: Limits, *, lone_numbers: bool = False) -> Choices | None:
    """The one doubtful field of a row that is blank else: whether anything is written there at all is the question.

    None where more than one field has ink or may have some, and where the one that has it is clear. `lone_numbers`: a
    number alone is a whole row here, as where only plus points are written, and then no doubt of the kind.
    """
    written = [choices for choices in row.all if _may_be_ink(choices, limits)]
    if len(written) != 1 or any(choices is not written[0] and choices.first.text.strip() for choices in row.all):
        return None
    (field,) = written
    may_be_blank = any(option.value == 0 for option in field.options) or field.first.value is None
    if field.clear(limits) or not may_be_blank or (lone_numbers and field.first.value != 0):
        return None
    return field


def is_anything_there(field: Choices) -> Remark:
    """The one question that such a row asks."""
    return Remark("illegible", "warning", "findings.anything-there", (field.id or "",))


def _may_be_ink(choices: Choices, limits: Limits) -> bool:
    """Its first choice is ink, or it is so unsure or oddly marked that a person must look."""
    return choices.id is not None and (choices.first.value != 0 or asks(choices, limits))
