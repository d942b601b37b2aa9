"""Photographs that came in are read, whatever is in them; what was found out is not found out twice."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from desk.adding_photos import add_readings
from desk.web import read_inbox
from desk.web.access import Access, Register, Role
from desk.web.inbox import refuse_other_table
from desk.web.read_inbox import Reader
from desk.web.running_desk import Desk
from desk.workers.pool import Pool
from desk.workers.worker_process import Budget
from tests.desk.photographed import make_photo, open_with
from tests.desk.web.readers import JPEG, SETTINGS, list_keys, wait_until
from tests.desk.web.visitors import open_desk
from tournament.record.entries import Head, hash_bytes
from tournament.record.facts import SheetJudged, SheetRead
from tournament.record.record_errors import DamagedFile, StoreUnreachable
from tournament.record.store import Store


def make_link(role: Role, table: int | None = None) -> Access:
    """A link."""
    return Access(f"{role}{table}", role, "", table, 9e9)


TABLE_1, ORGANISER = make_link("table", 1), make_link("organiser")


def send(desk: Desk, sender: Access, *orders: str) -> None:
    """Photographs come in."""
    for order in orders:
        assert desk.inbox.take_in(BytesIO(JPEG + order.encode()), sender) == "new"


def find_code(desk: Desk, order: str) -> str:
    """Why the photograph does not count, "" while nothing is known against it."""
    sent = desk.inbox.find(hash_bytes(JPEG + order.encode()))
    assert sent is not None
    return sent.refusal.code if sent.refusal else ""


def test_no_picture_harms_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One kills its worker, one never ends, one shows nothing, one is another table's sheet; the good ones count."""
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    desk = open_desk(tmp_path)
    heard: list[str] = []
    monkeypatch.setattr(desk.hub, "publish", heard.append)
    send(desk, TABLE_1, "die", "hang", "blank", "2", "1")
    with Reader(desk, replace(SETTINGS, budget=Budget(page_s=2.0))):
        wait_until(lambda: bool(list_keys(desk)))
        send(desk, ORGANISER, "3")
        wait_until(lambda: "r1.t3" in list_keys(desk))
    assert list_keys(desk) == ["r1.t1", "r1.t3"]
    codes = [find_code(desk, order) for order in ("die", "hang", "blank", "2", "1")]
    assert codes == ["crashed", "too-slow", "no-sheet", "other-table", ""]
    assert len(heard) >= 6
    judged = [entry.fact for entry in desk.store.read_entries() if isinstance(entry.fact, SheetJudged)]
    assert [fact.sheet_key for fact in judged] == ["r1.t1", "r1.t3"]


def test_an_endless_picture_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those behind it, and those that come while it is being read, are in the file before it is given up."""
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    desk = open_desk(tmp_path)
    send(desk, ORGANISER, "hang", "1")
    with Reader(desk, replace(SETTINGS, size=3, budget=Budget(page_s=30))):
        wait_until(lambda: "r1.t1" in list_keys(desk))
        send(desk, ORGANISER, "2")
        wait_until(lambda: "r1.t2" in list_keys(desk))
        assert find_code(desk, "hang") == ""
        assert not desk.inbox.arrived.is_set()


def test_one_phone_holds_up_no_neighbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty pictures of one link that never end, and the next table's sheet is read before one of them is given up."""
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    desk, slow = open_desk(tmp_path), [f"hang{n}" for n in range(40)]
    send(desk, TABLE_1, *slow)
    with Reader(desk, replace(SETTINGS, size=3, budget=Budget(page_s=60))) as reader:
        wait_until(lambda: len(reader._taken) == 2)
        send(desk, make_link("table", 2), "2")
        wait_until(lambda: list_keys(desk) == ["r1.t2"])
        assert {find_code(desk, order) for order in slow} == {""}
        assert desk.is_reading


def test_workers_end_where_no_photograph_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They let go of their memory; the next photograph is read all the same."""
    rested, rest = list[int](), Pool.rest

    def note(pool: Pool) -> None:
        rested.append(len(pool._workers))
        rest(pool)

    monkeypatch.setattr(Pool, "rest", note)
    monkeypatch.setattr(read_inbox, "IDLE_S", 0.0)
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    desk = open_desk(tmp_path)
    with Reader(desk, SETTINGS):
        for count, order in enumerate(("1", "2"), 1):
            send(desk, ORGANISER, order)
            wait_until(lambda count=count: len(list_keys(desk)) == count and not desk.inbox.arrived.is_set())
            wait_until(lambda count=count: rested.count(1) == count)
    assert list_keys(desk) == ["r1.t1", "r1.t2"]


def test_a_copy_that_cannot_be_made_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow one would hold up whatever arrives, each time anew."""
    tried: list[int] = []
    monkeypatch.setattr(read_inbox, "cut_all", lambda _strips, photos, *_: tried.append(len(photos.files)))
    desk = open_desk(tmp_path)
    with Reader(desk, SETTINGS):
        for count, order in enumerate(("1", "2"), 1):
            send(desk, ORGANISER, order)
            wait_until(lambda count=count: len(tried) == count)
    assert tried == [1, 1]


def test_pictures_of_the_page_are_decoded_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server itself opens no photograph, not even one that was read without trouble."""

    def refuse(*_: object) -> None:
        raise AssertionError("a decoder runs in the server")

    store, _ = open_with(tmp_path, make_photo(1050))
    desk = Desk(store.where, Register(tmp_path / "links.json"), "de")
    evening = desk.open("de")
    monkeypatch.setattr("scanner.open_photo.load_colours", refuse)
    with Reader(desk, SETTINGS):
        wait_until(lambda: desk.judge is not None)
        assert desk.pictures.draw_sheet(evening, evening.book.entries[0].sheet.source) is not None


def test_a_restart_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in the file or known as unusable is not read again; what lies in the folder is."""
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    desk = open_desk(tmp_path)
    send(desk, ORGANISER, "blank", "1")
    with Reader(desk, SETTINGS):
        wait_until(lambda: bool(list_keys(desk)))
    (desk.photo_folder / "IMG_7.jpg").write_bytes(JPEG + b"2")  # copied there by hand
    again = Desk(desk.store.where, desk.register, "de")
    waiting = again.inbox.list_waiting(again.open("de").tournament.photos)
    assert [sent.file for sent, _ in waiting] == ["IMG_7.jpg"]
    with Reader(again, SETTINGS):
        wait_until(lambda: list_keys(again) == ["r1.t1", "r1.t2"])
    assert sum(isinstance(entry.fact, SheetRead) for entry in again.store.read_entries()) == 2


def test_trouble_is_told_and_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the file cannot be written the page says why; then it goes on by itself."""
    broken = [True]

    def fail(*given: object) -> object:
        if broken:
            raise DamagedFile("book.record.too-large")
        return add_readings(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(read_inbox, "add_readings", fail)
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    monkeypatch.setattr(read_inbox, "PAUSE_S", 0.05)
    desk = open_desk(tmp_path)
    send(desk, ORGANISER, "1")
    with Reader(desk, SETTINGS):
        wait_until(lambda: desk.trouble is not None)
        broken.clear()
        wait_until(lambda: bool(list_keys(desk)) and desk.trouble is None)


def test_a_database_that_is_back_is_no_more_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notice goes when the database answers, and not after the pause that other troubles need."""
    gone = [True]

    def fail(*given: object) -> object:
        if gone:
            raise StoreUnreachable("book.record.unreachable", where="x", reason="y")
        return add_readings(*given)  # type: ignore[arg-type]

    def read_head(store: Store) -> Head:
        if gone:
            raise StoreUnreachable("book.record.unreachable", where="x", reason="y")
        return plain(store)

    monkeypatch.setattr(read_inbox, "add_readings", fail)
    monkeypatch.setattr(read_inbox, "cut_all", lambda *_: None)
    monkeypatch.setattr(read_inbox, "AGAIN_S", 0.05)
    monkeypatch.setattr(read_inbox, "PAUSE_S", 10_000.0)
    desk, plain = open_desk(tmp_path), Store.read_head
    send(desk, ORGANISER, "1")
    with Reader(desk, SETTINGS):
        wait_until(lambda: desk.trouble is not None)
        monkeypatch.setattr(Store, "read_head", read_head)
        gone.clear()
        wait_until(lambda: desk.trouble is None)
        wait_until(lambda: bool(list_keys(desk)))


def test_a_sheet_of_another_table_is_read_when_its_own_table_sends_it(tmp_path: Path) -> None:
    """The same photograph from the right link needs no organiser."""
    desk = open_desk(tmp_path)
    send(desk, TABLE_1, "2")
    sha256 = hash_bytes(JPEG + b"2")
    desk.inbox.refuse(sha256, refuse_other_table(2))
    assert desk.inbox.list_waiting({}) == []
    assert desk.inbox.take_in(BytesIO(JPEG + b"2"), make_link("table", 2)) == "again"
    [(sent, _)] = desk.inbox.list_waiting({})
    assert sent.tables == frozenset((1, 2))
    assert read_inbox.find_other_table(sent, [2]) is None
    assert read_inbox.find_other_table(sent, [None, 3]) == 3
