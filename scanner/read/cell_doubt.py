"""How likely something hides a cell's ink, whatever its reading says: one calibrated probability.

Two measures speak for it, both taken around the ink and not from it: how much of the darkness of the printed rules
around the cell is lost (a finger and a lamp take rule and ink alike), and how much of its paper is white while the
paper around is not (a spot of light inside the cell leaves the rules). Ink that is seen is hardly hidden: numbers and
crosses have their own weights, and blank cells theirs. `dev.training.hidden_ink` fits them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from math import exp
from pathlib import Path

from scanner import scan_limits
from scanner.read.networks import make_missing_error, read_sealed
from scanner.sheet_reading import Answer, Flag

MODEL = Path(__file__).parents[1] / "model" / "doubt.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """One logistic function of what hides a cell: `start` where nothing does, and what is added for each share."""

    start: float
    faded: float
    spot: float

    def measure_doubt(self, faded: float, spot: float) -> float:
        """The probability (0..1) that ink is hidden. `faded`: share of the rules' darkness that is lost; `spot`: share
        of the cell that a spot of light covers.
        """
        return 1 / (1 + exp(-(self.start + self.faded * faded + self.spot * spot)))


@dataclass(frozen=True, slots=True)
class CellDoubt:
    """The weights of cells that were read as blank, and of those with ink."""

    blank: Weights
    inked: Weights

    def measure(self, answer: Answer, faded: float, spot: float) -> float:
        """The probability (0..1) that something hides ink of a cell with this answer."""
        return (self.inked if answer.text else self.blank).measure_doubt(faded, spot)


@cache
def load_cell_doubt(model: Path = MODEL) -> CellDoubt:
    """The weights of this process, loaded at the first call. Raises `ModelMissing`."""
    try:
        facts = json.loads(read_sealed(model))
        return CellDoubt(Weights(**facts["blank"]), Weights(**facts["inked"]))
    except Exception as fault:  # whatever a broken file makes of itself
        raise make_missing_error(model) from fault


def doubt_cell(answer: Answer, hidden: float, drawn: bool) -> Answer:
    """The answer of a cell whose ink something hides with the probability `hidden` (0..1). `drawn`: the line of a fold
    may have been read as ink; then the cell may be blank.
    """
    trust = (1 - hidden) * (scan_limits.FOLD_TRUST if drawn else 1.0)
    if 1 - trust < scan_limits.LEAST_DOUBT:
        return answer
    doubted = doubt_answer(answer, trust)
    if not drawn:
        return doubted
    shares = dict(doubted.candidates)
    shares[""] = shares.get("", 0.0) + scan_limits.FOLD_BLANK
    return replace(doubted, candidates=tuple(sorted(shares.items(), key=lambda pair: -pair[1])))


def doubt_answer(got: Answer, trust: float) -> Answer:
    """The answer with all probabilities times `trust` (0..1), and flagged as doubtful."""
    candidates = tuple((text, chance * trust) for text, chance in got.candidates)
    return replace(got, confidence=got.confidence * trust, candidates=candidates, flags=add_doubt(got))


def add_doubt(got: Answer) -> tuple[Flag, ...]:
    """The answer's flags, and that it is doubtful."""
    return tuple(dict.fromkeys((*got.flags, "doubtful")))
