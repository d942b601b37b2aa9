"""What each cell of a row may say: the reader's candidates gathered by meaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scanner.reading import Flag, Reading
from tournament.limits import Limits
from tournament.numbers import parse_number

Value = int | None
"""Points in a number cell, 1 or 0 for a cross; None for ink that cannot be read."""


@dataclass(frozen=True, slots=True)
class Option:
    """One meaning of a cell, its probability (all spellings together) and its likeliest spelling."""

    value: Value
    probability: float
    text: str


@dataclass(frozen=True, slots=True)
class Choices:
    """A cell's options. `first` is what the ink says by itself; `options` has it first, then by falling probability.

    `id` is None for a field that the sheet does not have: then there is one certain option.
    """

    id: str | None
    options: tuple[Option, ...]
    flags: tuple[str, ...] = ()

    @property
    def first(self) -> Option:
        """The ink's own first choice."""
        return self.options[0]

    def clear(self, limits: Limits) -> bool:
        """Whether no rule may choose anything but the first choice."""
        return self.id is None or (self.first.probability >= limits.clear_ink and not self.flags)


def asks(choices: Choices, limits: Limits) -> bool:
    """Whether the ink of this cell must be looked at whatever the rules say: unreadable, overwritten, half and half."""
    unsure = choices.first.probability < limits.plain
    taken_back = "taken-back" in choices.flags and choices.first.probability < limits.sure
    told = {"illegible", "overwritten", "doubtful"}.intersection(choices.flags)
    return choices.id is not None and (choices.first.value is None or unsure or taken_back or bool(told))


ABSENT = Choices(None, (Option(0, 1.0, ""),))


def number_choices(reading: Reading | None, limits: Limits) -> Choices:
    """The options of a number cell; "6" and "+6" are one, blank, "/", "-" and "0" are one. What cannot be read is no
    number, not even 0."""
    return ABSENT if reading is None else choices_by(reading, _number_value, limits, unread="illegible")


def hatched_choices(reading: Reading | None, limits: Limits) -> Choices:
    """The options of the cell of the seat that sits out: printed with hatching, or struck through by the players.

    To a reader of numbers both are scribbles, so there "cannot be read" means empty; a number that it does see stays
    one.
    """
    choices = number_choices(reading, limits)
    numbers = tuple(option for option in choices.options if option.value)
    if choices.id is None or choices.first.value:
        return choices
    empty = Option(0, max(1.0 - sum(option.probability for option in numbers), limits.hatched), "")
    return Choices(choices.id, (empty, *numbers))


def cross_choices(reading: Reading | None, limits: Limits) -> Choices:
    """The options of a cross: 1 when marked, 0 when blank or taken back."""
    return ABSENT if reading is None else choices_by(reading, _cross_value, limits)


def choices_by(
    reading: Reading, value_of: Callable[[str], Value], limits: Limits, unread: Flag | None = None
) -> Choices:
    """The options of a field whose texts mean what `value_of` says; spellings of one meaning are one option. With the
    flag `unread` the field's own text means nothing."""
    spread = reading.candidates or ((reading.text, reading.confidence),)
    first = None if unread in reading.flags else value_of(reading.text)
    shares: dict[Value, float] = {first: dict(spread).get(reading.text, reading.confidence)}
    likeliest: dict[Value, tuple[float, str]] = {}
    for text, probability in spread:
        if text != reading.text:
            value = value_of(text)
            shares[value] = shares.get(value, 0.0) + probability
            likeliest[value] = max(likeliest.get(value, (0.0, "")), (probability, text))
    lead = Option(first, _within(shares.pop(first), limits), reading.text)
    others = [Option(value, _within(share, limits), likeliest[value][1]) for value, share in shares.items()]
    others.sort(key=lambda option: -option.probability)
    return Choices(reading.id, (lead, *others)[: limits.cell_readings], reading.flags)


def _within(share: float, limits: Limits) -> float:
    return min(max(share, limits.least), 1.0 - limits.stray)


def _number_value(text: str) -> Value:
    return parse_number(text).points


def _cross_value(text: str) -> Value:
    return 1 if text.strip() else 0
