"""A game's count as single sums and products, so that it can be shown on one line and redone with a step forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.counting.count_steps import Line, Times
from scoring.counting.score import Score

Count = tuple["Operation", ...]

_NO_STEPS = ("umgekehrt", "no-sonderpunkte", "sonderpunkte-idle")
"""Lines that turn the count to Re's side, or say what does not count."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One line of the count: it adds its points, or multiplies by `factor` (0 for none)."""

    line: Line
    factor: int = 0

    def after(self, total: int) -> int:
        """The count after it."""
        return total * self.factor if self.factor else total + self.line.points


def list_operations(score: Score) -> Count:
    """The operations of a scored game from the winner's view; () for a game without points."""
    if score.tally is None:
        return ()
    found: list[Operation] = []
    total = 0
    for step in score.tally.steps:
        lines = tuple(step.list_lines(total, score.extras))
        factor = step.factor if isinstance(step, Times) else 0
        found += [Operation(line, factor) for line in lines if line.name not in _NO_STEPS]
        total += sum(line.points for line in lines)
    return tuple(found)


def count_total(count: Sequence[Operation]) -> int:
    """What it comes to."""
    value = 0
    for operation in count:
        value = operation.after(value)
    return value


def write_formula(count: Sequence[Operation]) -> str:
    """The arithmetic, steps of a kind taken together: "3 x 2 = 6", "(3 x 2 + 1) x 2 = 14", "4"."""
    text, sums, value = "", 0, 0
    for place, operation in enumerate(count):
        value = operation.after(value)
        sums += 0 if operation.factor else operation.line.points
        last = place + 1 == len(count) or count[place + 1].factor != operation.factor
        if operation.factor:
            text = f"({text})" if " + " in text or " - " in text else text
            text = f"{text or 0} x {operation.factor}"
        elif last:
            text = f"{text} {'-' if sums < 0 else '+'} {abs(sums)}" if text else str(sums)
            sums = 0
    return text if text == str(value) else f"{text or 0} = {value}" if text else "0"
