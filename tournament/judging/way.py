"""The readings of fields under one hypothesis, and under all together: for points, details, totals and sums alike.

A hypothesis for a row is a way on the chain (`tournament.judging.chain`): what the players meant and how each field is
to be read. `Told` holds P(text) of the fields on one way, or on all ways together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import log

from scoring.findings import Change
from tournament.judging.ink_options import Choices, Option, make_change
from tournament.judging.judged_sheet import Odds, Posterior, WholeExplanation, likely_texts


@dataclass(frozen=True, slots=True)
class Wrong:
    """A field whose right text is not its ink's first choice.

    `misread`: another candidate of the ink is likelier than a slip of the players. `cost`: negative log of the odds.
    """

    change: Change
    misread: bool
    cost: float


@dataclass(frozen=True, slots=True)
class Told:
    """The readings of fields on a way, or on all ways of a row together.

    `texts`: by field id P(text). `miscounted`: P(the players made a mistake). `misread`: P(the right reading of some
    field is not its ink's first choice). `changes`: the fields that must change for the way to be right, None where
    the game is unknown.
    """

    texts: Mapping[str, Mapping[str, float]] = field(default_factory=dict, hash=False)
    miscounted: float = 0.0
    misread: float = 0.0
    changes: tuple[Wrong, ...] | None = ()

    @property
    def odds(self) -> Odds:
        """Whether it is rather the players' mistake or a misreading."""
        return Odds(self.miscounted, self.misread)

    def list_posterior(self, fields: Mapping[str, Choices]) -> Posterior:
        """By field id the likely texts with their probabilities, for fields that may say something else than their
        ink's first choice; `fields`: all of them, by id."""
        found = {name: likely_texts(said) for name, said in self.texts.items()}
        return {name: said for name, said in found.items() if [text for text, _ in said] != [fields[name].first.text]}


def sum_up(ways: Iterable[tuple[float, Told]]) -> Told:
    """All ways as one, each weighed by its share; its `changes` are None."""
    texts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    miscounted = misread = 0.0
    for share, told in ways:
        miscounted, misread = miscounted + share * told.miscounted, misread + share * told.misread
        for name, said in told.texts.items():
            for text, chance in said.items():
                texts[name][text] += share * chance
    return Told(texts, miscounted, misread, None)


def make_wrong(choices: Choices, option: Option, slip: float, *, points: bool) -> Wrong:
    """The field as wrong where it should say `option`; `slip`: the odds that the players wrote it wrongly."""
    odds = max(
        (one.probability / choices.first.probability for one in choices.options if one.value == option.value),
        default=0.0,
    )
    return Wrong(make_change(choices, option, points=points), odds > slip, -log(max(odds, slip)))


def explain_by(wrong: Iterable[Wrong], *, complete: bool = True) -> WholeExplanation:
    """The explanation that consists of these wrong fields."""
    wrong = tuple(wrong)
    misread = tuple(one.change for one in wrong if one.misread)
    return WholeExplanation(misread, tuple(one.change for one in wrong if not one.misread), complete)
