"""A file that is in order is told so; every way of spoiling it is found, and what is sound comes into a new file."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.tournament.record.samples import PHOTO, POSTED, keep_evening
from tournament.record.entries import Head, Sealed, hash_bytes, seal_facts
from tournament.record.facts import Lost, Posted, Undone
from tournament.record.open_store import open_store
from tournament.record.player_facts import PlayerAdded
from tournament.record.record_errors import BrokenChain, FileTaken, NoTournament
from tournament.record.replay import replay
from tournament.record.salvage import open_damaged, rescue_store
from tournament.record.store import Store
from tournament.record.verify_record import verify, write_ranges


def repost(store: Store) -> Sequence[Posted]:
    """The standings that this evening handed out."""
    return POSTED if replay(store.read_entries()).decisions else ()


def find_flaws(store: Store, *folders: Path) -> list[str]:
    """The keys of what is wrong, without their table."""
    return [flaw.key.removeprefix("book.") for flaw in verify(store, folders, repost).flaws]


@pytest.fixture
def evening(place: str) -> Store:
    """A small evening, in a file and on a server."""
    return keep_evening(place)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The same in a file."""
    return Path(keep_evening(tmp_path / "abend.kiebitz").where)


def execute(store: Store, statement: str, **values: object) -> None:
    """Changes the tables behind the store's back."""
    with store.engine.begin() as connection:
        connection.execute(sa.text(statement), values)


def test_a_sound_file_is_told_so(evening: Store, tmp_path: Path) -> None:
    """Entries, blobs, the photograph that lies there and the standings: everything is counted, nothing is wrong."""
    (tmp_path / "1.jpg").write_bytes(PHOTO)
    verdict = verify(evening, [tmp_path], repost)
    assert (verdict.head.number, verdict.blobs, verdict.same, verdict.absent, verdict.posted) == (12, 3, 1, 0, 1)
    assert verdict.flaws == ()


@pytest.mark.parametrize(
    ("statement", "flaws", "lost"),
    [
        ("UPDATE entries SET document = replace(document, 'Bernd', 'Bernt') WHERE number = 3", ["verify.lost"], (3,)),
        ("UPDATE entries SET hash = '0' WHERE number = 12", ["verify.lost"], (12,)),
        ("UPDATE entries SET document = '{}' WHERE number = 1", ["verify.lost"], (1,)),
        ("DELETE FROM entries WHERE number IN (5, 6)", ["verify.lost"], (5, 6)),
        ("DELETE FROM entries", ["verify.all-lost"], ()),
        ("UPDATE entries SET number = 15 WHERE number = 12", ["verify.lost"], (12, 13, 14, 15)),
        ("DELETE FROM blobs", ["verify.blob.photographed", "verify.blob.sheet-read", "verify.blob.sheet-judged"], ()),
    ],
)
def test_a_spoilt_table_is_found(evening: Store, statement: str, flaws: list[str], lost: tuple[int, ...]) -> None:
    """Whoever changes, removes or adds something is found, and the entry is named."""
    execute(evening, statement)
    verdict = verify(evening)
    assert [flaw.key.removeprefix("book.") for flaw in verdict.flaws] == flaws
    assert verdict.lost == lost


def test_a_replaced_entry_is_found(evening: Store) -> None:
    """An entry with a right hash of its own, but not the one that the next was chained to."""
    entries = evening.read_entries()
    _, other = seal_facts([PlayerAdded(2, "Bert")], "Wart", Head(2, entries[1].hash), entries[2].when)[0]
    execute(evening, "UPDATE entries SET document = :document, hash = :hash WHERE number = 3", **other._asdict())
    assert verify(evening).lost == (3,)
    with pytest.raises(BrokenChain):
        evening.read_entries()


def test_a_changed_blob_is_found(evening: Store) -> None:
    """One byte of a reading is another: the sheet is named."""
    reading = b"a reading" * 400
    execute(evening, "UPDATE blobs SET data = :data WHERE hash = :hash", data=reading + b"!", hash=hash_bytes(reading))
    flaws = verify(evening).flaws
    assert [flaw.key for flaw in flaws] == ["book.verify.blob.sheet-read"]
    assert "r1.t1" in flaws[0].in_("de")


def test_a_document_of_another_hand_is_found(file: Path) -> None:
    """JSON with blanks has the right hash and the right values; Kiebitz never writes it."""
    store = open_store(file)
    document = store.read_sealed()[11].document.replace('","', '", "')
    sealed = Sealed(document, hash_bytes(document.encode()))
    execute(store, "UPDATE entries SET document = :document, hash = :hash WHERE number = 12", **sealed._asdict())
    assert find_flaws(store) == ["verify.not-canonical"]


def test_photographs_are_compared(evening: Store, tmp_path: Path) -> None:
    """One that is not there is counted; one that was changed is reported."""
    assert verify(evening, [tmp_path]).absent == 1
    (tmp_path / "1.jpg").write_bytes(PHOTO[::-1])
    assert find_flaws(evening, tmp_path) == ["verify.photo-changed"]


def test_other_standings_are_told(evening: Store) -> None:
    """A rule or a program that counts otherwise: whose place is another is named."""
    flaws = verify(evening, repost=lambda store: (POSTED[0], Posted(2, 1, "Anna", -30))).flaws
    assert [flaw.key for flaw in flaws] == ["book.verify.other-standings"]
    assert "Anna" in flaws[0].in_("de")


def test_a_rescued_file_is_the_same(evening: Store, tmp_path: Path) -> None:
    """Where nothing is lost, the new file has the same chain and the same blobs."""
    rescue = rescue_store(evening, tmp_path / "neu.kiebitz")
    assert rescue.store.read_sealed() == evening.read_sealed()
    assert find_flaws(rescue.store) == []
    with pytest.raises(FileTaken):
        rescue_store(evening, tmp_path / "neu.kiebitz")


def test_what_is_safe_is_rescued(evening: Store, tmp_path: Path) -> None:
    """A lost entry leaves a mark with its hash; numbers, authors and times of the others stay."""
    before = evening.read_entries()
    evening.append([Undone(11)], by="Eva")
    execute(evening, "DELETE FROM entries WHERE number = 8")
    rescue = rescue_store(evening, tmp_path / "neu.kiebitz")
    after = rescue.store.read_entries()
    assert rescue.lost == (8,)
    assert after[7].fact == Lost(before[7].hash)
    assert after[:7] == before[:7]
    assert [(entry.fact, entry.by, entry.when) for entry in after[8:12]] == [
        (entry.fact, entry.by, entry.when) for entry in before[8:]
    ]
    assert replay(after).decisions == {}
    assert find_flaws(rescue.store) == []


def test_what_hangs_on_a_lost_entry_is_lost(evening: Store, tmp_path: Path) -> None:
    """Without its player a draw makes no sense; without its reading a sheet is to be photographed again."""
    execute(evening, "DELETE FROM entries WHERE number = 3")
    execute(evening, "DELETE FROM blobs WHERE hash = :hash", hash=hash_bytes(b"a reading" * 400))
    rescue = rescue_store(evening, tmp_path / "neu.kiebitz")
    assert rescue.lost == (3, 7, 9, 10)
    state = replay(rescue.store.read_entries())
    assert (list(state.sheets), state.draws, list(state.decisions)) == ([], {}, ["r1.t1.g3"])


def test_nothing_is_rescued_without_the_opening(evening: Store, tmp_path: Path) -> None:
    """The rule set stands in the first entry: without it nothing can be counted, and no file is made."""
    execute(evening, "DELETE FROM entries WHERE number = 1")
    with pytest.raises(NoTournament):
        rescue_store(evening, tmp_path / "neu.kiebitz")
    assert not (tmp_path / "neu.kiebitz").exists()


def test_a_file_cut_off_is_rescued(file: Path, tmp_path: Path) -> None:
    """Wherever a copy breaks off: what is rescued is a chain from the opening on, with nothing that was not there."""
    whole, before = file.read_bytes(), open_store(file).read_entries()
    outcomes = set()
    for size in range(len(whole) - 4096, 0, -5 * 4096):
        file.write_bytes(whole[:size])
        store = open_damaged(file)
        assert verify(store).flaws != ()
        try:
            rescue = rescue_store(store, tmp_path / f"{size}.kiebitz")
        except NoTournament:
            outcomes.add("nothing")
            continue
        after = rescue.store.read_entries()
        same = [entry.fact == old.fact for entry, old in zip(after, before, strict=False)]
        assert [n for n, one in enumerate(same, 1) if not one and not isinstance(after[n - 1].fact, Lost)] == []
        outcomes.add("something")
    assert outcomes == {"nothing", "something"}


def test_every_spoilt_page_is_found(file: Path, tmp_path: Path) -> None:
    """A page of noise in the file is found wherever it matters, and the rest can be rescued or is said to be lost."""
    whole = file.read_bytes()
    before = open_store(file).read_entries()
    for page in range(1, len(whole) // 4096):
        spoilt = bytearray(whole)
        spoilt[page * 4096 : (page + 1) * 4096] = bytes(range(256)) * 16
        file.write_bytes(spoilt)
        store = open_damaged(file)
        if verify(store).flaws:
            continue
        assert store.read_entries() == before, page


def test_noise_is_no_tournament(file: Path) -> None:
    """Without its first page a file cannot even be opened."""
    spoilt = b"\0" * 4096 + file.read_bytes()[4096:]
    file.write_bytes(spoilt)
    with pytest.raises(NoTournament):
        open_damaged(file)


def test_a_view_is_none_of_ours(file: Path, tmp_path: Path) -> None:
    """A file with a view or a trigger would run somebody else's statements: it is not opened."""
    for statement in ("CREATE VIEW v AS SELECT 1", "CREATE TRIGGER t AFTER INSERT ON entries BEGIN SELECT 1; END"):
        copy = shutil.copy(file, tmp_path / "copy.kiebitz")
        with sqlite3.connect(copy) as connection:
            connection.execute(statement)
        connection.close()
        with pytest.raises(NoTournament):
            open_damaged(copy)


def test_ranges_are_short() -> None:
    """Runs of numbers are written by their ends."""
    assert write_ranges([5, 1, 2, 3, 9]) == "1–3, 5, 9"
