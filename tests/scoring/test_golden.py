"""What every game is worth, against the tables in `golden/`: whoever changes a rule sees there what it changes."""

from __future__ import annotations

import pytest

from dev.tools.golden import FOLDER, make_table
from scoring.rulesets import load_rules


@pytest.mark.few(1)
@pytest.mark.parametrize("name", load_rules.list_known())
def test_every_game_is_worth_what_the_table_says(name: str) -> None:
    """All kinds, calls, Augen and Sonderpunkte played anew; `python -m dev.tools.golden` writes meant changes."""
    assert make_table(load_rules.load(name)) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_table_is_left_over() -> None:
    """A rule set that is gone takes its table along."""
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(load_rules.list_known())
