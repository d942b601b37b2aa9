"""One game scored: points per seat, the value, and the lines that explain it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.findings import Finding
from scoring.game import Party
from scoring.rules import Words


@dataclass(frozen=True, slots=True)
class Line:
    """One step of the counting: `text` names a sentence in `scoring.texts`, `data` what it speaks of."""

    text: str
    points: int
    data: Mapping[str, str | Words] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Score:
    """What a game is worth. `points`, `value` and `winner` are None for an impossible game.

    `points`: one entry a seat, 0 for the seat that sits out. `value`: from a Re player's view, per opponent (in an offence,
    the offender's view). `winner`: None too when nobody wins. `lines` add up to `value`.
    """

    points: tuple[int, ...] | None
    value: int | None
    winner: Party | None
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]
