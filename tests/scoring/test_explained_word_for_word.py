"""Games explained, word for word: `explained.txt` holds games in JSON, each as it is explained in English and in
German."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.counting.explain_count import explain
from scoring.counting.game_json import parse_line
from scoring.rulesets import load_rules

CASES = (Path(__file__).parent / "explained.txt").read_text(encoding="utf-8").split("\n\n")


def told(asked: str) -> list[str]:
    """The game as asked, and all that is said about it."""
    name, _, line = asked.partition(" ")
    rules = load_rules.load(name)
    game, _ = parse_line(rules, line)
    assert game is not None
    return [asked, *explain(rules, game, "en"), "--", *explain(rules, game, "de")]


@pytest.mark.parametrize("case", CASES, ids=[case.strip().split("\n")[0] for case in CASES])
def test_a_game_is_told_as_it_is_kept(case: str) -> None:
    """What was played and said, who wins and why, every step with the sum so far, the points; German unless asked."""
    lines = case.strip("\n").split("\n")
    assert told(lines[0]) == lines
    name, _, line = lines[0].partition(" ")
    rules = load_rules.load(name)
    game, _ = parse_line(rules, line)
    assert game is not None
    assert list(explain(rules, game)) == lines[lines.index("--") + 1 :]
