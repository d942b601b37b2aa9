"""Games of which everything happens equally often."""

from __future__ import annotations

import numpy as np
import pytest

from dev.rounds.any_games import draw_any_game
from scoring.counting.score import score
from scoring.rulesets import load_rules


@pytest.mark.parametrize("name", load_rules.list_known())
def test_any_game_can_be_scored_and_every_kind_comes(name: str) -> None:
    """Of 300 games none breaks a rule; every kind, every solo and both numbers of seats are among them."""
    rules, rng = load_rules.load(name), np.random.default_rng(3)
    games = [draw_any_game(rules, rng) for _ in range(300)]
    assert [game for game in games if score(rules, game).points is None] == []
    assert {game.kind for game in games} == {kind.id for kind in rules.kinds}
    assert {game.solo for game in games} - {None} == {solo.id for solo in rules.sheet.solos}
    assert {game.seats for game in games} == set(rules.sheet.seats)
