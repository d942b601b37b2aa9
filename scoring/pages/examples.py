"""Whether a rule set does what its own worked examples say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.counting.rules import RuleSet
from scoring.counting.score import score
from scoring.page_facts import Example
from scoring.wire.lines import parse_line
from texts.languages import Lang


@dataclass(frozen=True, slots=True)
class WrongExample:
    """An example whose points are not those that the rules give. `points`: those of the rules; None: it is no game."""

    example: Example
    points: tuple[int, ...] | None
    reason: str


def find_wrong_examples(rules: RuleSet, lang: Lang = "de") -> Iterator[WrongExample]:
    """Every worked example whose game scores other points than the example says; `reason` is in that language."""
    for example in rules.examples:
        game, findings = parse_line(example.game)
        result = score(rules, game) if game else None
        points = result.points if result else None
        if points != example.points:
            found = result.findings if result else findings
            yield WrongExample(example, points, " ".join(finding.message(lang) for finding in found))
