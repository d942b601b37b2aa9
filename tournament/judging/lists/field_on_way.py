"""What one field of a list's row may say, and whether its players were wrong to write it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tournament.judging.row.options import Choices, Option
from tournament.judging.sheet.row_steps import Wrong, wrong_field
from tournament.limits import Limits
from tournament.numbers import parse_number

Said = tuple[Option, float, bool]
"""An option, its chance on this way, and whether players who wrote it got it wrong."""


@dataclass(frozen=True, slots=True)
class FieldOnWay:
    """A field on one way through its row: what it may `say`, and what is `due` there; `number`: no cross."""

    choices: Choices
    say: tuple[Said, ...]
    due: Option
    number: bool

    @property
    def as_inked(self) -> float:
        """The chance that it says its ink's first choice."""
        return sum(share for option, share, _ in self.say if option is self.choices.first)

    @property
    def right(self) -> float:
        """The chance that the players got it right."""
        return sum(share for _, share, wrong in self.say if not wrong)

    def change(self, slip: float) -> Wrong | None:
        """What it must say otherwise for this way; None where its ink's first choice will do."""
        if any(option is self.choices.first and not wrong for option, _, wrong in self.say):
            return None
        right = max((one for one in self.say if not one[2]), key=lambda one: one[1], default=(self.due, 0.0, False))
        return wrong_field(self.choices, right[0], slip, points=self.number)


def differs(option: Option, worth: int) -> bool:
    """Whether the value is written, and another."""
    written = parse_number(option.text).value
    return written is not None and abs(written) != worth


def cross(
    choices: Choices, often: Callable[[bool], float], limits: Limits, *, due: int, crossed: bool | None = None
) -> FieldOnWay:
    """A box that is crossed, or left blank, so often. The players are wrong where that hardly happens. `crossed`:
    whether it is, where the way says so."""
    options = [option for option in choices.options if crossed in (None, bool(option.value))]
    told = field_of(choices, options, lambda option: often(bool(option.value)),
                    lambda option: option.value != due and often(bool(option.value)) < limits.cross_slip, due)
    return replace(told, number=False, due=Option(due, 0.0, "x" if due else ""))


def as_inked_of(choices: Choices) -> FieldOnWay:
    """A field that the way says nothing of."""
    return field_of(choices, choices.options, lambda _: 1.0, lambda _: False, 0)


def field_of(
    choices: Choices, options: Iterable[Option], weight: Callable[[Option], float], wrong: Callable[[Option], bool],
    due: int,
) -> FieldOnWay:
    """One of these options, the likelier the more it weighs; what is `wrong` nobody should have written."""
    weights = [(option, option.probability * weight(option)) for option in options]
    whole = sum(share for _, share in weights) or 1.0
    said = tuple((option, share / whole, wrong(option)) for option, share in weights)
    return FieldOnWay(choices, said, Option(due, 0.0, str(due)), number=True)
