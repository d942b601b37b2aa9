"""Who wins where the two parties do not need the same Augen."""

from __future__ import annotations

import pytest

from scoring.counting.game import NOTHING, Calls, Game, Party
from scoring.counting.who_wins import find_winner
from scoring.rulesets.load_rules import load
from tests.scoring.calls import K90


@pytest.mark.parametrize(("augen", "wins"), [(89, "kontra"), (90, "kontra"), (91, "re")])
def test_re_needs_one_more_against_an_absage_where_the_rules_say_so(augen: int, wins: Party) -> None:
    """Kontra says keine 90: in zehn-cent Re escapes with 91 Augen, Kontra would with 90."""
    assert find_winner(load("zehn-cent"), Game("normal", (1, 2), Calls(NOTHING, K90), augen)) == wins
