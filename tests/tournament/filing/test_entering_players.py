"""Several people change the list of players at the same moment: what is independent goes in, all else is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tournament.filing.files import NAMES, open_tournament
from tournament.errors import RefusedOrder
from tournament.filing import entering
from tournament.filing.entering import enter_change
from tournament.filing.setup.player_entries import (
    PlayerChange,
    make_joining,
    make_pause,
    make_payment,
    make_renaming,
    make_swap,
)
from tournament.record.facts import Fact
from tournament.record.player_facts import (
    Paid,
    PlayerAdded,
    PlayerRenamed,
    PlayersSwapped,
)
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.replay import Tournament, replay
from tournament.record.store import Store
from tournament.record.verify_record import verify

Make = Callable[[Tournament], PlayerChange]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Eight players, two drawn rounds."""
    return open_tournament(tmp_path, drawn=2)


def run_at_once(*commands: list[str]) -> list[tuple[int, str]]:
    """Exit status and errors of commands that are started at the same moment."""
    begun = [
        subprocess.Popen(
            [sys.executable, "-m", "desk", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for command in commands
    ]
    ended = [process.communicate(timeout=600)[1] for process in begun]
    return [(process.returncode, words) for process, words in zip(begun, ended, strict=True)]


def disturb(store: Store, make: Make, *facts: Fact) -> Make:
    """The same wish; after the first look somebody else enters these facts."""
    left = list(facts)

    def make_and_disturb(state: Tournament) -> PlayerChange:
        change = make(state)
        if left:
            store.append(left, by="Eva")
            left.clear()
        return change

    return make_and_disturb


@pytest.mark.parametrize("letters", ["AB", pytest.param("ABCDEF", marks=pytest.mark.slow)])
def test_helpers_add_players_at_once(store: Store, letters: str) -> None:
    """Several processes: none is refused, each name is in once, with a number of its own, and the chain holds."""
    names = [f"Neu {letter}" for letter in letters]
    ended = run_at_once(*(["players", store.where, "add", name] for name in names))
    assert [(status, words) for status, words in ended if status] == []
    players = replay(store.read_entries()).players
    assert sorted(player.name for player in players) == sorted((*NAMES, *names))
    assert [player.start for player in players] == list(range(1, 9 + len(names)))
    assert verify(store).flaws == ()


def test_one_name_at_once_is_added_once(store: Store) -> None:
    """Two helpers type the same name: the second is told that it is there already."""
    ended = run_at_once(*(["players", store.where, "add", "Neu"] for _ in range(2)))
    assert sorted(status for status, _ in ended) == [0, 2]
    assert [player.name for player in replay(store.read_entries()).players].count("Neu") == 1


def test_who_is_added_gets_the_next_number_then(store: Store) -> None:
    """Somebody took number 9 meanwhile."""
    make = disturb(store, lambda state: make_joining(state, "Neu", "", None, None, None), PlayerAdded(9, "Ida"))
    change, made = enter_change(store, make, "Wart")
    assert [entry.fact for entry in made] == list(change.facts)
    assert [(player.start, player.name) for player in replay(store.read_entries()).players][8:] == [
        (9, "Ida"),
        (10, "Neu"),
    ]


@pytest.mark.parametrize("taken", [PlayerAdded(9, "Ida"), PlayerAdded(12, "Neu")])
def test_a_wish_that_is_none_any_more_is_refused(store: Store, taken: PlayerAdded) -> None:
    """The number that was asked for, or the name, was given away meanwhile: the sentence says so."""
    make = disturb(store, lambda state: make_joining(state, "Neu", "", 9, None, None), taken)
    with pytest.raises(RefusedOrder):
        enter_change(store, make, "Wart")
    assert store.read_head().number == 12


@pytest.mark.parametrize(
    ("wish", "meanwhile"),
    [
        (lambda state: make_renaming(state, "1", "Anne"), PlayerRenamed(1, "Annika")),
        (lambda state: make_payment(state, ["1", "2"], paid=True), Paid(2, False)),
        (lambda state: make_swap(state, "1", "5", 1), PlayersSwapped(1, 1, 5)),
        (lambda state: make_swap(state, "1", "5", 1), PlayersSwapped(1, 2, 6)),
    ],
    ids=["renamed", "paid", "swapped back", "other seats of the round"],
)
def test_the_same_player_or_round_is_refused(store: Store, wish: Make, meanwhile: Fact) -> None:
    """Two change the same thing at once: the second one looks again before anything is entered."""
    before = store.read_head().number
    with pytest.raises(ChangedMeanwhile):
        enter_change(store, disturb(store, wish, meanwhile), "Wart")
    assert store.read_head().number == before + 1


@pytest.mark.parametrize(
    ("wish", "meanwhile"),
    [
        (lambda state: make_renaming(state, "1", "Anne"), PlayerRenamed(2, "Bernhard")),
        (lambda state: make_payment(state, ["1"], paid=True), PlayerAdded(9, "Ida")),
        (lambda state: make_swap(state, "1", "5", 1), PlayersSwapped(2, 1, 5)),
        (lambda state: make_pause(state, "8", 2), Paid(1, True)),
    ],
    ids=["another name", "another player", "another round", "money"],
)
def test_another_player_or_round_does_not_matter(store: Store, wish: Make, meanwhile: Fact) -> None:
    """The change goes in behind what came meanwhile."""
    before = store.read_head().number
    _, made = enter_change(store, disturb(store, wish, meanwhile), "Wart")
    assert made[0].number == before + 2


def test_others_who_never_stop_are_given_up(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many tries and no more."""
    monkeypatch.setattr(entering, "TRIES", 3)
    looks: list[int] = []

    def make(state: Tournament) -> PlayerChange:
        looks.append(state.head.number)
        store.append([Paid(1, bool(len(looks) % 2))], by="Eva")
        return make_joining(state, "Neu", "", None, None, None)

    with pytest.raises(ChangedMeanwhile):
        enter_change(store, make, "Wart")
    assert len(looks) == 3
