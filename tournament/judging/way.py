"""What a hypothesis says of fields, and what all hypotheses together say: of points, details, totals and sums alike.

A hypothesis for a row is a way on the chain (`tournament.judging.chain`): what the players meant and what each field
says. `Told` is what the fields say on one way, or on all ways together.
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
    """A field that should say otherwise than its ink's first choice.

    `misread`: another candidate of the ink is likelier than a slip of the players. `cost`: negative log of the odds.
    """

    change: Change
    misread: bool
    cost: float


@dataclass(frozen=True, slots=True)
class Told:
    """What fields say on a way, or on all ways of a row together.

    `texts`: by field id P(text). `miscounted`: P(the players made a mistake). `misread`: P(some field says otherwise
    than its ink's first choice). `changes`: the fields that must say otherwise for the way to be right, None where
    nobody knows what was played.
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
        """What the fields may say, of those that may say more than their ink's own text; `fields`: all, by id."""
        found = {name: likely_texts(said) for name, said in self.texts.items()}
        return {name: said for name, said in found.items() if [text for text, _ in said] != [fields[name].first.text]}


def sum_up(ways: Iterable[tuple[float, Told]]) -> Told:
    """What all ways say together, each with its share."""
    texts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    miscounted = misread = 0.0
    for share, told in ways:
        miscounted, misread = miscounted + share * told.miscounted, misread + share * told.misread
        for name, said in told.texts.items():
            for text, chance in said.items():
                texts[name][text] += share * chance
    return Told(texts, miscounted, misread, None)


def make_wrong(choices: Choices, option: Option, slip: float, *, points: bool) -> Wrong:
    """The field, when it should say `option`; `slip`: the odds of the players having got it wrong."""
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
