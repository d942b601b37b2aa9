"""Answers word for word, in both languages: `answers.txt` holds lines of input, each with all that comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.counting.game_json import score_each_line
from scoring.counting.score import Score
from scoring.rulesets import load_rules

ANSWERS = (Path(__file__).parent / "answers.txt").read_text(encoding="utf-8").split("\n\n")


def told(result: Score, lang: str) -> str:
    """ "kontra -4 = -4 -4 +4 +4: keine 120 +1, ..." and then each finding with its code and fields."""
    points = " ".join(f"{entry:+d}" for entry in result.points or ())
    lines = ", ".join(line.in_(lang) for line in result.lines)
    findings = (
        f"{finding.severity} {finding.code} ({' '.join(finding.fields)}): {finding.message(lang)}"
        for finding in result.findings
    )
    score = [f"{result.winner or 'nobody'} {result.value:+d} = {points}: {lines}"] if result.points else []
    return "\n".join([*score, *findings])


@pytest.mark.parametrize("case", ANSWERS, ids=range(len(ANSWERS)))
def test_an_answer_word_for_word(case: str) -> None:
    """What a line of input gets: points, every line that explains them, and every finding."""
    asked, *wanted = case.strip("\n").split("\n")
    name, _, line = asked.partition(" ")
    (result,) = score_each_line(load_rules.load(name), [line])
    assert [*told(result, "de").split("\n"), *told(result, "en").split("\n")] == wanted
