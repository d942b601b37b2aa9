"""Joint readings of one row: one option for each cell, weighed by ink and by rule.

The weight of a joint reading is the product of its cells' calibrated probabilities, times how often players write such
a row: 1 for a legal row, less for an unusual one, and for an illegal one as rarely as players make that mistake.
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
        """The values of the ink's first choices."""
        return read_row_values(tuple(choices.first for choices in self.all))


@dataclass(frozen=True, slots=True)
class JointReading:
    """One way to read the whole row, and its probability among all ways."""

    values: RowValues
    options: Options
    share: float


Options = tuple[Option, ...]
Factor = Callable[[RowValues], float]
"""How often players write such a row, relative to a legal one (1.0), by one rule or one piece of evidence."""


def read_row_values(options: Options) -> RowValues:
    """The meaning of one option per cell, in the order of `RowChoices.all`."""
    *cells, solo, offence = options
    return RowValues(tuple(option.value for option in cells), bool(solo.value), bool(offence.value))


def weigh(row: RowChoices, factors: Sequence[Factor], limits: Limits) -> tuple[JointReading, ...]:
    """The joint readings of `row`, likeliest first: at most `limits.row_readings`, and the ink's own in any case."""
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
    """The combinations of the `tried` options whose ink is likelier than `stray`², with that weight, and the ink's own.
    Crosses are combined in an inner loop, as `weigh_hand` depends on the numbers alone."""
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
    """The share that a reading must exceed to be kept. If the cut falls among equal shares, all of these are dropped,
    or the order of the seats would choose between them."""
    after = shares[limits.row_readings] * TIES if len(shares) > limits.row_readings else 0.0
    return max(limits.negligible, after)


def is_too_unclear(row: RowChoices, limits: Limits) -> bool:
    """Whether so much of the row is unclear that likely readings had to be left out."""
    return _pick_tried(row, limits)[1]


def _pick_tried(row: RowChoices, limits: Limits) -> tuple[list[list[Option]], bool]:
    """By field the options to combine, so that there are at most `limits.row_ways` combinations; and whether one likely
    enough to be shown to people was left out. The least likely ones of all fields are left out first, equal ones
    together."""
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
    """The number without its sign; None for a blank cell, a stroke, a dash, or unreadable ink."""
    return abs(option.value) if option.value is not None and parse_number(option.text).mark == "number" else None


def weigh_hand(firsts: Sequence[Option], options: Sequence[Option], limits: Limits) -> float:
    """The factor by which a row's `options` are likelier together than their product; `firsts`: the ink's first
    choices.

    One person wrote them: equal numbers that are misread alike are one event, not several. A zero with a sign is rare.
    """
    # what was read as a signed zero is mostly a 6 or 4 closed like a D
    signed = any(one.value == 0 and parse_number(one.text).sign for one in options)
    likelier = limits.signed_zero if signed else 1.0
    changed = [pair for pair in zip(firsts, options, strict=True) if pair[0] is not pair[1]]
    if len(changed) < 2:  # a shortcut for most of the likely combinations
        return likelier
    for (read, number), odds in group_misreadings(pair for pair in changed if pair[1].seen).items():
        if len(odds) > 1 and read is not None and number is not None:
            likelier *= max(1.0, limits.same_hand * min(odds) / prod(odds))
    return likelier


def group_misreadings(cells: Iterable[tuple[Option, Option]]) -> dict[tuple[int | None, int | None], list[float]]:
    """The odds of the misread cells, grouped by the number read and the number meant.

    `cells`: of each the ink's first choice and the option meant."""
    found: dict[tuple[int | None, int | None], list[float]] = {}
    for first, option in cells:
        found.setdefault((digits_of(first), digits_of(option)), []).append(option.probability / first.probability)
    return found


def is_filled(row: RowChoices, limits: Limits) -> bool:
    """Whether a number, a cross or unreadable ink is in the row. A cross that was surely taken back does not count."""
    crosses = any(_may_be_ink(choices, limits) for choices in (row.solo, row.offence))
    numbers = (parse_number(choices.first.text).mark in ("number", "illegible") for choices in row.cells)
    return crosses or any(numbers) or any(asks(choices, limits) for choices in row.cells)


def is_blank(row: RowChoices, options: tuple[Option, ...], limits: Limits) -> bool:
    """Whether nothing at all is written in the row, if it is read as these `options`."""
    return not any(option.value or option.text.strip() for option in options) and not any(
        is_messy(choices, limits) for choices in row.all
    )


def has_strokes(row: RowChoices) -> bool:
    """Whether a cell is not blank: with slashes or dashes the row is a Nullspiel, or struck out after the last game."""
    return any(parse_number(choices.first.text).mark != "blank" for choices in row.cells)


def find_lone_doubt(row: RowChoices, limits: Limits, *, lone_numbers: bool = False) -> Choices | None:
    """The only doubtful field of a row that is blank otherwise: the question is whether anything is written at all.

    None if more than one field has ink or may have some, or if the only one that has it is clear. `lone_numbers`: a
    single number is a whole row, as where only plus points are written; then it is no such field.
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
    """The question of `find_lone_doubt`: whether anything is written in the field."""
    return Remark("illegible", "warning", "findings.anything-there", (field.id or "",))


def _may_be_ink(choices: Choices, limits: Limits) -> bool:
    """Whether the field's first choice is ink, or it is so doubtful that a person must look."""
    return choices.id is not None and (choices.first.value != 0 or asks(choices, limits))
