"""How many tables so many players make is said before they are entered."""

from __future__ import annotations

from pathlib import Path

import pytest

from desk.web.setup_steps import STEPS, list_new_steps, list_steps, say_tables
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tournament.record.facts import RoundPrinted
from tournament.record.player_facts import FormSet
from tournament.record.replay import replay


@pytest.mark.parametrize(
    ("players", "rest", "words"),
    [
        (32, "fives", "8 Tische zu viert."),
        (33, "fives", "7 Tische zu viert, 1 Tisch zu fünft."),
        (35, "springer", "9 Tische zu viert. 1 Spieler sitzt an zwei Tischen."),
        (34, "byes", "8 Tische zu viert. 2 Spieler setzen in jeder Runde aus."),
        (3, "fives", "3 Spieler sind zu wenig"),
    ],
)
def test_the_tables_of_so_many_players(tmp_path: Path, players: int, rest: str, words: str) -> None:
    """By the form that the tournament has; why there are none, where there are none."""
    store = open_tournament(tmp_path, ())
    store.append([FormSet((("rest", rest),))], by="Wart")
    assert words in say_tables(players, replay(store.read_entries())).in_("de")


def test_the_line_of_steps_ends_with_the_first_sheet(tmp_path: Path) -> None:
    """What is done is ticked and can be opened; before the file is there, only what was answered."""
    store = open_tournament(tmp_path, drawn=1)
    steps = list_steps(replay(store.read_entries()), "players")
    assert [(one.name, one.done, one.current) for one in steps] == [
        ("title", True, False),
        ("rules", True, False),
        ("rounds", True, False),
        ("players", True, True),
        ("draw", True, False),
        ("print", False, False),
    ]
    store.append([RoundPrinted(1)], by="Wart")
    assert list_steps(replay(store.read_entries()), "print")[-1].done
    put_in(store, sheet("tisch1.jpg", ROUND, table=1, names=NAMES[:4]))
    assert list_steps(replay(store.read_entries()), "players") == ()
    new = list_new_steps("rounds", "title=T")
    assert [(one.name, one.address) for one in new if one.done] == [
        ("title", "/neu?title=T"),
        ("rules", "/neu/regeln?title=T"),
    ]
    assert [one.name for one in new] == list(STEPS)
