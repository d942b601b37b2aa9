"""A broken rule that is played out: the game is lost for that party, whatever it has."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from scoring.counting.game import PARTIES, Calls, Extras, Game, Party, find_other_party
from scoring.counting.game_json import describe_game, parse_game
from scoring.counting.score import score
from scoring.rulesets import load_rules
from tests.scoring.calls import CALLS

RULES = load_rules.load("stille-hochzeit")


@pytest.mark.parametrize("lost", PARTIES)
def test_the_other_party_wins_whatever_was_said_and_reached(lost: Party) -> None:
    """Neither Augen nor Absagen save it, and Sonderpunkte count for nobody."""
    for re, kontra, augen in product(CALLS, CALLS, range(0, 241, 24)):
        game = Game("normal", (1, 2), Calls(re, kontra), augen, verworfen=lost)
        result = score(RULES, game)
        assert result.winner == find_other_party(lost)
        assert result.value is not None
        assert (result.value > 0) == (lost == "kontra")
        foxes = replace(game, extras=Extras(re=(("fuchs", 1),), kontra=(("doppelkopf", 2),)))
        assert score(RULES, foxes).points == result.points


def test_the_augen_count_as_they_stand() -> None:
    """Whoever had few when the rule was broken pays for that, too."""
    values = [score(RULES, Game("normal", (1, 2), augen=augen, verworfen="re")).value for augen in (150, 89, 59, 29)]
    assert values == [-2, -3, -4, -5]


@pytest.mark.parametrize(
    "game",
    [
        Game("normal", (1, 2), augen=150, verworfen="re"),
        Game("normal", (1, 2), augen=0, no_trick="none"),
    ],
)
def test_it_goes_through_json_and_back(game: Game) -> None:
    """As every other entry of a game."""
    assert parse_game(RULES, describe_game(RULES, game)) == (game, ())
