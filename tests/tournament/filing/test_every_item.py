"""Every open item of any sheet is settled by one step, and is not asked again."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from dev.rounds.doubtful_sheets import STYLES, Style, draw_doubtful_sheet
from scoring.rulesets.load_rules import load, load_texts
from tests.tournament.filing.files import NAMES, put_in
from tournament.errors import RefusedDecision
from tournament.filing.decisions.deciding import Wish, make_decision
from tournament.filing.opened.open_evening import Evening, open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.human_decisions import How
from tournament.record.facts import Closed, Decided, Opened
from tournament.record.open_store import create_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.store import Store
from tournament.review.waiting import Waiting, is_final, list_waiting

ANEW = {"game-count", "offence-count", "bock-block"}
"""Codes of what a row that is counted otherwise, or not at all, may bring up: it says what is missing now."""


def open_one(folder: Path, style: Style, seats: int, seed: int) -> Store:
    """A tournament of one table, whose sheet has six rows on which much is wrong."""
    own, base = load_texts("pflichtsolo-40")
    rng = random.Random(f"{style} {seats} {seed}")
    reading = draw_doubtful_sheet(rng, load("pflichtsolo-40"), seats, style, count=6).reading
    players = [PlayerAdded(start, name) for start, name in enumerate(NAMES[:seats], 1)]
    opened = Opened("Abend", "pflichtsolo-40", own, 1, 6, seats, base)
    store = create_store(folder / f"{seed}.kiebitz", [opened, *players], by="Wart")
    put_in(store, replace(reading, photo="a.jpg", photo_sha256="1" * 64))
    return store


def settle(evening: Evening, one: Waiting) -> Decided:
    """The first of the steps that is not refused; each refusal names the next step that is not."""
    seats = len(evening.book.entries[0].names)
    if ".name." in one.item:
        return make_decision(evening, Wish(one.item, "name", name=one.item[-1]))
    hows: tuple[How, How] = ("accept", "as-written")
    said = ""
    for how in hows:
        try:
            return make_decision(evening, Wish(one.item, how))
        except RefusedDecision as refused:
            said = refused.message("de")
    assert one.game is not None
    assert "--points" in said
    return make_decision(evening, Wish(one.item, "points", ",".join(["0"] * seats), reason="nicht gespielt"))


@pytest.mark.few(3)
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("style", STYLES)
def test_everything_is_settled_by_one_step_each(tmp_path: Path, style: Style, seats: int) -> None:
    """What was decided stays decided; with all of it the closed round is final."""
    decided = 0
    for seed in range(2):
        store = open_one(tmp_path, style, seats, seed)
        evening = open_evening(store)
        first, done = {one.item for one in list_waiting(evening.book)}, set[str]()
        while items := list_waiting(evening.book):
            assert not done & {one.item for one in items}
            anew = [code for one in items if one.item not in first for code in one.codes]
            assert set(anew) <= ANEW
            fact = settle(evening, items[0])
            store.append([fact], by="Referee", seen=evening.tournament.head)
            done.add(items[0].item)
            evening = open_evening(store)
        decided += len(done)
        store.append([Closed(1)], by="Referee")
        evening = open_evening(store)
        assert is_final(evening.book)
        assert describe_status(evening)["open"] == []
        assert evening.book.open_items == 0
    assert decided > 2 * seats + 4
