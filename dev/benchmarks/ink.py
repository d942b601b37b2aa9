"""One cell as it is read before any rule against what is written: right, sure, sure but wrong, by what is written."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from dev.benchmarks.figures import Share

SURE = 0.99
"""From this confidence on, without a flag, a wrong answer is called sure but wrong."""
KINDS = {"digit": "one digit", "longer": "longer numbers", "sign": "slashes, dashes", "blank": "blank cells"}


class Answer(Protocol):
    """What a reader says about a cell: `scanner.reading.Reading`, or `scanner.read.number_answer.NumberAnswer`."""

    @property
    def text(self) -> str:
        """What stands there."""
        ...

    @property
    def confidence(self) -> float:
        """Its probability."""
        ...

    @property
    def flags(self) -> tuple[str, ...]:
        """Doubts."""
        ...


def kind_of(written: str) -> str:
    """One of `KINDS`."""
    if not written:
        return "blank"
    return ("sign", "digit", "longer")[min(digits_in(written), 2)]


def digits_in(written: str) -> int:
    """How many digits it has."""
    return sum(character.isdigit() for character in written)


def count(counts: Counter[str], written: str, answer: Answer) -> bool:
    """Counts one cell under its kind; returns whether it is right."""
    kind, right = kind_of(written), answer.text == written
    sure = answer.confidence >= SURE and not answer.flags
    counts.update({kind: 1, f"{kind} right": int(right), f"{kind} sure": int(sure)})
    counts[f"{kind} sure wrong"] += sure and not right
    return right


def total(counts: Counter[str], what: str = "", kinds: tuple[str, ...] = tuple(KINDS)) -> int:
    """Cells of all kinds; `what`: only those that are "right", "sure" or "sure wrong"."""
    return sum(counts[f"{kind} {what}".strip()] for kind in kinds)


def right(counts: Counter[str], kind: str) -> Share:
    """The share of one kind that is right."""
    return Share(counts[f"{kind} right"], counts[kind])
