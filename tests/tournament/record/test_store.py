"""The store: entries go in, come out the same, and nothing else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.rulesets.load_rules import load_texts
from tournament.record.entries import hash_bytes
from tournament.record.facts import (
    Decided,
    Opened,
    SheetJudged,
    SheetRead,
    Undone,
)
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import Drawn, PlayerAdded, PlayersSwapped
from tournament.record.record_errors import ChangedMeanwhile, FileTaken, MissingBlob, NoTournament
from tournament.record.replay import replay
from tournament.record.store import Store

OWN, BASE = load_texts("pflichtsolo-40")
OPENED = Opened("Vereinsabend", "pflichtsolo-40", OWN, 3, 16, 4, BASE)
PLAYERS = tuple(PlayerAdded(n, name) for n, name in enumerate(("Anna", "Bernd", "Çem", "Dörte", "Eva"), 1))


@pytest.fixture
def store(place: str) -> Store:
    """A tournament of five players."""
    return create_store(place, [OPENED, *PLAYERS], by="Wart")


@pytest.fixture
def file(tmp_path: Path) -> Store:
    """The same in a file."""
    return create_store(tmp_path / "abend.kiebitz", [OPENED, *PLAYERS], by="Wart")


def test_what_goes_in_comes_out(store: Store, place: str) -> None:
    """Entries come back as they were acknowledged, also through another store."""
    added = store.append([Drawn(1, "7", "berger", ((1, (1, 2, 3, 4)),))], by="Wart", seen=6)
    again = open_store(place).read_entries()
    assert again[6:] == added
    assert [entry.number for entry in again] == list(range(1, 8))
    assert [entry.fact for entry in again[:6]] == [OPENED, *PLAYERS]


def test_the_file_is_alone(file: Store) -> None:
    """No journal and no draft stay beside the one file that people copy."""
    file.append([Undone(6)], by="Wart")
    assert [path.name for path in Path(file.where).parent.iterdir()] == ["abend.kiebitz"]


def test_an_old_state_is_refused(store: Store) -> None:
    """Who decides from an old state is told so, and nothing is written."""
    head = replay(store.read_entries()).head
    store.append([PlayerAdded(6, "Fritz")], by="Wart", seen=head)
    with pytest.raises(ChangedMeanwhile):
        store.append([PlayerAdded(7, "Gerd")], by="Wart", seen=head)
    assert len(store.read_entries()) == 7


def test_blobs_are_kept_by_their_hash(store: Store) -> None:
    """The same bytes are kept once; bytes that are not there are missed."""
    data = b"a reading"
    hash_ = hash_bytes(data)
    store.append([SheetRead("r1.t1", "0" * 64, hash_, "m")], by="Kiebitz", blobs={hash_: data})
    store.append([SheetJudged("r1.t1", hash_, "l", "0.1")], by="Kiebitz", blobs={hash_: data})
    assert store.read_blob(hash_) == data
    assert list(store.read_blobs([hash_] * 250)) == [data] * 250
    with pytest.raises(MissingBlob):
        store.read_blob("1" * 64)


def test_nothing_is_overwritten(store: Store, place: str) -> None:
    """A new tournament never takes the place of another."""
    before = store.read_entries()
    with pytest.raises(FileTaken):
        create_store(place, [OPENED], by="Wart")
    assert store.read_entries() == before


def test_where_nothing_is_nothing_is_opened(place: str) -> None:
    """A place without a tournament says so, and stays empty."""
    with pytest.raises(NoTournament):
        open_store(place)
    assert create_store(place, [OPENED], by="Wart").read_entries()


def test_undo_is_an_entry(store: Store) -> None:
    """What an entry undoes counts no more, until that entry is undone as well."""
    store.append([Decided("r1.t1.g2", "accept"), Decided("r1.t1.g2", "as-written")], by="Eva")
    store.append([Undone(8)], by="Eva")
    assert replay(store.read_entries()).decisions["r1.t1.g2"].how == "accept"
    store.append([Undone(9)], by="Eva")
    assert replay(store.read_entries()).decisions["r1.t1.g2"].how == "as-written"


def test_replay_tells_the_state(store: Store) -> None:
    """Players, draw, swaps and sheets as the entries say."""
    store.append(
        [
            Drawn(1, "7", "berger", ((1, (1, 2, 3, 4)),)),
            PlayersSwapped(1, 1, 3),
            SheetRead("s1", "0" * 64, "1" * 64, "m"),
            SheetRead("r1.t1", "2" * 64, "3" * 64, "m", replaces="s1"),
        ],
        by="Wart",
    )
    state = replay(store.read_entries())
    assert state.opening.rules.id == "pflichtsolo-40"
    assert [player.name for player in state.players] == ["Anna", "Bernd", "Çem", "Dörte", "Eva"]
    assert state.draws[1][0].starts == (3, 2, 1, 4)
    assert list(state.sheets) == ["r1.t1"]
