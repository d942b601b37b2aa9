"""How likely a cell says something else than was read, whatever its reading says: one calibrated probability.

Stages measure, and judge nothing: each adds its signs to the answer (`scanner.sheet_reading.Sign`). Here all of them
are weighed together by logistic functions: how likely something else stands there, how much of the reader's own doubt
is needless, and how likely such ink is none at all. Cells read as blank, those with ink and boxes to cross have their
own. `dev.training.fit_doubt` fits them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from scanner import scan_limits
from scanner.read.networks import make_missing_error, read_sealed
from scanner.sheet_reading import Answer, Flag, Sign

MODEL = Path(__file__).parents[1] / "model" / "doubt.json"
PLAIN = 0.999
"""Confidence of readings that only their signs may lower."""


@dataclass(frozen=True, slots=True)
class Weights:
    """One logistic function of a cell's signs: `start` without any, and what is added for each."""

    start: float
    signs: Mapping[Sign, float]

    def measure_chance(self, signs: Mapping[Sign, float]) -> float:
        """The probability (0..1) for a cell with these signs."""
        return 1 / (1 + exp(-self.start - sum(self.signs.get(name, 0.0) * value for name, value in signs.items())))


@dataclass(frozen=True, slots=True)
class Doubt:
    """The weights of one kind of cell. `other`: how likely something else stands there than was read, beyond the
    reader's own doubt. `needless`: the share of the reader's own doubt that may be dropped. `nothing`: how likely a
    cell that says something else is blank.
    """

    other: Weights
    needless: Weights
    nothing: Weights

    def judge(self, answer: Answer) -> Answer:
        """The answer with the probabilities that its signs leave."""
        other, needless = self.other.measure_chance(answer.signs), self.needless.measure_chance(answer.signs)
        first = answer.confidence + (1 - answer.confidence) * needless
        rest = (1 - first) / max(1 - answer.confidence, 1e-9)
        shares = {text: chance * rest * (1 - other) for text, chance in answer.candidates}
        shares[answer.text] = first * (1 - other)
        shares[""] = shares.get("", 0.0) + other * self.nothing.measure_chance(answer.signs)
        ranked = tuple(sorted(shares.items(), key=lambda pair: -pair[1]))
        flags: tuple[Flag, ...] = ("doubtful",) if other >= scan_limits.LEAST_DOUBT else ()
        return Answer(*ranked[0], ranked, tuple(dict.fromkeys((*answer.flags, *flags))), answer.signs)


@dataclass(frozen=True, slots=True)
class CellDoubt:
    """The weights of cells that were read as `blank`, of those with ink, and of a `box` to cross."""

    blank: Doubt
    inked: Doubt
    box: Doubt

    def judge(self, answer: Answer, box: bool) -> Answer:
        """The answer with calibrated probabilities. Two kinds of answers stay as they are: ink that could not be read
        at all, and confident readings without any sign, which are most of a sheet.
        """
        if not answer.confidence or (answer.confidence > PLAIN and not answer.signs):
            return answer
        return (self.box if box else self.inked if answer.text else self.blank).judge(answer)


@cache
def load_cell_doubt(model: Path = MODEL) -> CellDoubt:
    """The weights of this process, loaded at the first call. Raises `ModelMissing`."""
    try:
        facts = json.loads(read_sealed(model))
        return CellDoubt(**{kind: Doubt(**_load_weights(several)) for kind, several in facts.items()})
    except Exception as fault:  # whatever a broken file makes of itself
        raise make_missing_error(model) from fault


def _load_weights(several: Mapping[str, Any]) -> dict[str, Weights]:
    return {name: Weights(**facts) for name, facts in several.items()}


def doubt_answer(got: Answer, trust: float) -> Answer:
    """The answer with all probabilities times `trust` (0..1), and flagged as doubtful."""
    candidates = tuple((text, chance * trust) for text, chance in got.candidates)
    flags: tuple[Flag, ...] = tuple(dict.fromkeys((*got.flags, "doubtful")))
    return replace(got, confidence=got.confidence * trust, candidates=candidates, flags=flags)
