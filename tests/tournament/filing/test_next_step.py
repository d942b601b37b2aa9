"""The next step: one for every state of an evening, in the order in which an evening goes."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from tests.desk.paper import ROUND, sheet
from tests.desk.web.visitors import WRONG
from tests.tournament.filing.files import NAMES, open_tournament, put_in
from tests.tournament.filing.test_closed_rounds import close
from texts.languages import LANGUAGES
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status, post_standings
from tournament.filing.rounds.round_states import name_next_step
from tournament.record.entries import hash_bytes
from tournament.record.facts import Exported, Undone
from tournament.record.player_facts import Drawn
from tournament.record.store import Store
from tournament.review.next_step import Kind, NextStep, RoundState, TableState, find_next_step
from tournament.review.waiting import list_waiting


def make_round(number: int, sheets: str, state: str = "printed") -> RoundState:
    """A round with a table for each letter of `sheets`: "x" is in, "-" is not. `state`: what became of it last."""
    tables = tuple(TableState(table, int(one == "x"), 0, "") for table, one in enumerate(sheets, 1))
    steps = ("undrawn", "drawn", "printed", "closed", "posted")
    reached = {step: steps.index(step) <= steps.index(state) for step in steps}
    return RoundState(
        number, reached["closed"], tables, 0, reached["drawn"], printed=reached["printed"], posted=reached["posted"]
    )


CANCELLED = replace(make_round(2, "--", "closed"), cancelled=True)


@pytest.mark.parametrize(
    ("rounds", "items", "unnamed", "words"),
    [
        ([make_round(1, "", "undrawn")], 0, 0, "Runde 1 auslosen"),
        ([make_round(1, "---", "drawn")], 0, 0, "Runde 1 drucken"),
        ([make_round(1, "---")], 0, 0, "Bögen von Runde 1 fotografieren"),
        ([make_round(1, "x---")], 0, 0, "Tisch 2 bis 4 fehlen noch"),
        ([make_round(1, "x----")], 0, 0, "4 Tische fehlen noch"),
        ([make_round(1, "xx-x")], 7, 0, "7 Stellen prüfen"),
        ([make_round(1, "xx-x")], 1, 0, "1 Stelle prüfen"),
        ([make_round(1, "x-x-")], 0, 0, "Tisch 2 und 4 fehlen noch"),
        ([make_round(1, "xxx-")], 0, 0, "Tisch 4 fehlt noch"),
        ([make_round(1, "xxx"), make_round(2, "x--")], 0, 0, "Runde 1 abschließen"),
        ([make_round(1, "xx-"), make_round(2, "xxx")], 0, 0, "Tisch 3 fehlt noch"),
        ([make_round(1, "xxx", "closed"), make_round(2, "---", "drawn")], 0, 0, "Stand aushängen"),
        ([make_round(1, "xxx", "closed"), make_round(2, "---")], 0, 0, "Stand aushängen"),
        ([make_round(1, "xxx", "posted"), make_round(2, "---")], 0, 0, "Bögen von Runde 2 fotografieren"),
        ([make_round(1, "xxx", "posted"), make_round(2, "---", "drawn")], 0, 0, "Runde 2 drucken"),
        ([make_round(1, "xxx", "posted"), make_round(2, "", "undrawn")], 0, 0, "Runde 2 auslosen"),
        ([make_round(1, "xxx", "closed")], 0, 0, "Stand aushängen"),
        ([make_round(1, "xxx", "closed"), CANCELLED], 0, 0, "Stand aushängen"),
        ([make_round(1, "xxx", "posted"), CANCELLED], 0, 0, "Der Abend ist fertig"),
        ([make_round(1, "xxx", "posted"), CANCELLED], 0, 2, "2 Plätze haben noch keinen Namen"),
        ([make_round(1, "xx-", "posted")], 0, 0, "Tisch 3 fehlt noch"),
        ([replace(make_round(1, "xx-", "posted"), signed=frozenset({3}))], 0, 0, "Der Abend ist fertig"),
        ([make_round(1, "xxx", "closed")], 2, 0, "2 Stellen prüfen"),
    ],
)
def test_every_state_has_its_sentence(rounds: list[RoundState], items: int, unnamed: int, words: str) -> None:
    """What comes first in the evening is said first; what was signed off is no step any more."""
    assert find_next_step(rounds, items, unnamed, has_players=True).say().in_("de") == words


def test_without_players_these_come_first() -> None:
    """Unless sheets are in: then their names are the players."""
    empty, played = make_round(1, "", "undrawn"), make_round(1, "xx", "undrawn")
    assert find_next_step([empty], 0, 0, has_players=False) == NextStep("players")
    assert find_next_step([played], 0, 0, has_players=False) == NextStep("close", 1)
    later = [make_round(1, "xx", "posted"), make_round(2, "", "undrawn")]
    step = find_next_step(later, 0, 0, has_players=False)
    assert step.say().in_("de") == "Bögen von Runde 2 fotografieren"


def test_there_is_always_one_step_and_it_leads_on() -> None:
    """Over all states of two rounds every kind of step occurs, "done" only where all is closed, and taking the step
    never leads back to it."""
    states = [
        make_round(0, sheets, state)
        for sheets, state in [
            ("", "undrawn"), ("--", "drawn"), ("--", "printed"), ("x-", "printed"), ("xx", "printed"),
            ("xx", "closed"), ("xx", "posted"),
        ]
    ]  # fmt: skip
    kinds = set()
    for (one, two), items, unnamed, players in product(product(states, repeat=2), (0, 3), (0, 1), (True, False)):
        rounds = [replace(one, round=1), replace(two, round=2)]
        step = find_next_step(rounds, items, unnamed, has_players=players)
        kinds.add(step.kind)
        assert (step.kind == "review") == bool(items and (players or any(each.count_in for each in rounds)))
        assert step.kind != "done" or all(each.closed for each in rounds)
        assert step.kind != "close" or not rounds[step.round - 1].due
        assert all(step.say().in_(lang) for lang in LANGUAGES)
    assert kinds == set(get_args(Kind))


def ask(store: Store) -> str:
    """The step as `kiebitz status --json` has it."""
    return str(describe_status(open_evening(store))["next"]["sentence"])


def test_an_evening_goes_from_step_to_step(tmp_path: Path) -> None:
    """From the players to the end, as the file's entries say it."""
    store = open_tournament(tmp_path, NAMES, rounds=1)
    assert ask(store) == "Runde 1 auslosen"
    store.append([Drawn(1, "1", "test", ((1, (1, 2, 3, 4)), (2, (5, 6, 7, 8))))], by="Wart")
    assert ask(store) == "Runde 1 drucken"
    put_in(store, sheet("1.jpg", WRONG, names=NAMES[:4]))
    assert ask(store) == "1 Stelle prüfen"
    put_in(store, sheet("1b.jpg", ROUND, names=NAMES[:4]))
    (photo,) = [one.number for one in store.read_entries() if one.fact.kind == "sheet-read"][:1]
    store.append([Undone(photo)], by="Wart")
    assert ask(store) == "Tisch 2 fehlt noch"
    put_in(store, sheet("2.jpg", ROUND, table=2, names=NAMES[4:]))
    assert ask(store) == "Runde 1 abschließen"
    close(store, 1)
    assert ask(store) == "Stand aushängen"
    store.append([Exported("wand.pdf", hash_bytes(b""), post_standings(store))], by="Wart")
    assert ask(store) == "Der Abend ist fertig"


def test_what_was_signed_off_is_no_step(tmp_path: Path) -> None:
    """An open item and a missing table with which the round was closed do not come back."""
    store = open_tournament(tmp_path, NAMES, rounds=1, drawn=1)
    put_in(store, sheet("1.jpg", WRONG, names=NAMES[:4]))
    close(store, 1)
    evening = open_evening(store)
    assert name_next_step(evening, list_waiting(evening.book, "de")).kind == "post"
