"""How one person writes: size, slant, spacing, where in the cell, and which signs he leaves out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dev.filler.pens.glyphs import Hand
from dev.filler.pens.pen import Pen, choose_pen


@dataclass(frozen=True, slots=True)
class Habit:
    """`height_mm` of a digit, whatever the row is; `most`: the height that it never passes, in heights of the cell;
    `slant`: shear, right is positive; `gap` between digits and `jitter` of the base line in heights of a digit; `tilt`
    of the line in radians; `place`: mean centre in the cell, 0..1; `stray`: its deviation.

    `plus`: share of plus signs that are written; `zero` and `sits`: what stands for zero and for the seat that sits
    out.
    """

    height_mm: float
    slant: float
    gap: float
    jitter: float
    tilt: float
    place: float
    stray: float
    plus: float
    zero: str
    sits: str
    most: float = 1.15


@dataclass(frozen=True, slots=True)
class Scribe:
    """One person at the table with his hand, his pen and his habits."""

    hand: Hand
    pen: Pen
    habit: Habit


def choose_habit(rng: np.random.Generator, seats: int) -> Habit:
    """The habits of one person; at a table of five most leave the hatched cell alone."""
    return Habit(
        height_mm=float(
            rng.choice([rng.uniform(3.6, 4.4), rng.uniform(4.2, 5.0), rng.uniform(4.8, 6.0)], p=[0.45, 0.42, 0.13])
        ),
        slant=float(rng.normal(0.08, 0.14)),
        gap=float(rng.normal(0.12, 0.09)),
        jitter=float(rng.uniform(0.01, 0.06)),
        tilt=float(rng.normal(0, 0.03)),
        place=float(np.clip(rng.normal(0.48, 0.1), 0.25, 0.75)),
        stray=float(rng.uniform(0.01, 0.06)),
        plus=float(rng.choice([0, 0.5, 1], p=[0.5, 0.1, 0.4])),
        zero=str(rng.choice(["0", "-", "/"], p=[0.86, 0.08, 0.06])),
        sits=str(rng.choice(["", "/", "-"], p=[0.6, 0.25, 0.15])) if seats > 4 else "",
    )


def choose_scribe(hand: Hand, seats: int, rng: np.random.Generator, pen: str | None = None) -> Scribe:
    """That hand with a pen and habits by chance; `pen` fixes the pen's kind."""
    return Scribe(hand, choose_pen(rng, pen), choose_habit(rng, seats))


def spell_points(points: int | None, habit: Habit, rng: np.random.Generator) -> str:
    """The characters that stand for these points in this person's way; None is the seat that sits out."""
    if points is None:
        return habit.sits
    if points == 0:
        return habit.zero
    plus = "+" if rng.random() < habit.plus else ""
    return f"{plus}{points}" if points > 0 else str(points)
