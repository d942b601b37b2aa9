"""The fields of a small list of running totals: where they stand, and what each says on some way through its row."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from scanner.sheet_reading import SheetReading
from tests.oracle.ink import EMPTY, Field, Saying, Value, read_field
from tournament.judging.limits.judging_limits import LIMITS

MISTAKE = 0.05
"""A mark or cross that is seldomer so is a mistake."""
LOST = None
"""A right total that nobody knows."""
Totals = tuple[int | None, ...]


@dataclass(frozen=True)
class Standing:
    """The right totals by seat, and by how much the last written ones are off."""

    right: Totals
    off: tuple[int, ...]

    def list_due(self, place: int) -> set[int]:
        """What may stand in that column: the right total, or one that goes on from a wrong one; nothing is wrong where
        nobody knows the right one."""
        right = self.right[place]
        return set() if right is LOST else {right, right + self.off[place]}


@dataclass(frozen=True)
class ListLine:
    """One row's fields: totals and winners' marks by seat, value, crosses."""

    number: int
    totals: tuple[Field, ...]
    marks: tuple[Field, ...]
    value: Field
    solo: Field
    offence: Field

    @property
    def fields(self) -> tuple[Field, ...]:
        """All of them."""
        return (*self.totals, *self.marks, self.value, self.solo, self.offence)


@dataclass(frozen=True)
class ListPaper:
    """A list: its rows, and the final totals below them. `plus`: only plus points are added up."""

    plus: bool
    lines: tuple[ListLine, ...]
    sums: tuple[Field, ...]

    @property
    def fields(self) -> dict[str, Field]:
        """Every field by id."""
        return {field.id: field for field in (*(field for line in self.lines for field in line.fields), *self.sums)}

    def list_above(self, line: ListLine) -> tuple[ListLine, ...]:
        """The rows above this one."""
        return self.lines[: self.lines.index(line)]


@dataclass(frozen=True)
class Told:
    """What a field says on some way: a chance for each saying, and which of these players would have got wrong. `due`:
    what should stand there."""

    field: Field
    says: tuple[tuple[Saying, float, bool], ...]
    due: Value = None

    @cached_property
    def as_inked(self) -> float:
        """The chance of the ink's own saying."""
        return sum(chance for one, chance, _ in self.says if one is self.field.first)

    @cached_property
    def right(self) -> float:
        """The chance that the players got it right."""
        return sum(chance for _, chance, wrong in self.says if not wrong)

    @cached_property
    def wrong(self) -> bool:
        """Whether the ink's own saying must be changed for this way."""
        return not any(one is self.field.first and not wrong for one, _, wrong in self.says)

    @cached_property
    def likeliest(self) -> Saying:
        """What it most likely says."""
        return max(self.says, key=lambda says: says[1])[0]

    @cached_property
    def change(self) -> Value:
        """What it must say instead: the likeliest right saying, else what should stand there."""
        right = [(chance, one.value) for one, chance, wrong in self.says if not wrong]
        return max(right, key=lambda says: says[0])[1] if right else self.due


def read_list(reading: SheetReading) -> ListPaper:
    """The list's fields in their places."""
    found = {one.id: read_field(one, points=True) for one in reading.readings}
    code = reading.sheet_code
    assert code
    seats = range(1, code.seats + 1)
    rows = ((n, f"g{n:02}.") for n in range(1, code.games + 1))
    lines = (
        ListLine(
            n,
            tuple(found[f"{row}total{seat}"] for seat in seats),
            tuple(found[f"{row}win{seat}"] for seat in seats),
            found[f"{row}value"],
            found[f"{row}solo"],
            found[f"{row}offence"],
        )
        for n, row in rows
    )
    return ListPaper(code.plus, tuple(lines), tuple(found[f"sum.p{seat}"] for seat in seats))


def weigh_says(field: Field, weights: Iterable[tuple[Saying, float, bool]], due: Value = None) -> tuple[float, Told]:
    """The field's weight, and what it says: its ink times how often people write that. `due`: what should stand
    there."""
    says = [(one, one.chance * weight, wrong) for one, weight, wrong in weights]
    whole = sum(weight for _, weight, _ in says)
    return whole, Told(field, tuple((one, weight / whole, wrong) for one, weight, wrong in says), due)


def keep_ink(field: Field) -> Told:
    """A field of which a way says nothing."""
    return weigh_says(field, ((one, 1.0, False) for one in field.sayings))[1]


def read_plainly(field: Field) -> int | None:
    """The number that the cell says by itself; of one that cannot be read the likeliest."""
    if field.first.value is None:
        return next((one.value for one in field.sayings if one.value is not None), None)
    return field.first.value if field.first.digits is not None else None


def add_missed(field: Field, due: Collection[int]) -> Field:
    """The total with what its reader may have missed, a minus or the last digit, of those that are due."""
    first, missed = field.first, dict[int, float]()
    if first.value and first.text[:1] not in ("+", "-"):
        missed[-first.value] = LIMITS.sign_missed
    if first.value:
        sign = 1 if first.value > 0 else -1
        missed |= {10 * first.value + sign * digit: LIMITS.digit_missed for digit in range(10)}
    chances = {one.value: one for one in field.sayings}
    for number, chance in missed.items():
        if number in due:
            known = chances.get(number, Saying(number, f"{number:+d}", 0.0))
            chances[number] = replace(known, chance=known.chance + chance, seen=known.chance >= chance)
    return replace(field, sayings=tuple(chances.values()))


def blank_hatched(field: Field) -> Field:
    """A hatched cell: empty, but for the numbers that it may say."""
    numbers = [one for one in field.sayings if one.value]
    if field.first.value:
        return field
    empty = Saying(0, "", max(1 - sum(one.chance for one in numbers), LIMITS.hatched))
    return replace(field, sayings=(empty, *numbers))


def find_last(paper: ListPaper, line: ListLine) -> list[int]:
    """The totals by seat as they were last written above the row."""
    last = [0] * len(line.totals)
    for above in paper.list_above(line):
        last = [
            field.first.value or 0 if field.first.digits is not None else old
            for field, old in zip(above.totals, last, strict=True)
        ]
    return last


def find_stayed(paper: ListPaper, line: ListLine) -> list[int]:
    """The only seat without a total in the row, and the only one with that of the last row in which it had one."""
    last = find_last(paper, line)
    empty = [seat for seat, field in enumerate(line.totals, 1) if field.first.text in EMPTY and field.first.value == 0]
    same = [
        seat
        for seat, (field, old) in enumerate(zip(line.totals, last, strict=True), 1)
        if field.first.digits is not None and field.first.value == old
    ]
    return [seats[0] for seats in (empty, same) if len(seats) == 1]


def get_chance(field: Field) -> float:
    """How likely a box is crossed."""
    return sum(one.chance for one in field.sayings if one.value)


def weigh_cross(field: Field, often: float, due: bool) -> tuple[float, Told]:
    """A box that is crossed so often, and should be if `due`."""
    weights = ((one, often if one.value else 1 - often) for one in field.sayings)
    says = ((one, weight, bool(one.value) != due and weight < MISTAKE) for one, weight in weights)
    return weigh_says(field, says, int(due))
