"""A database that goes while something is written: what is said of it is true, and no traceback is shown."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from desk.__main__ import main
from desk.cli.run import run_export
from tests.desk.paper import ROUND
from tests.desk.web.visitors import open_desk
from tests.tournament.record.outages import Network, put_between
from tests.tournament.record.samples import keep_evening
from tournament.record import store as stores
from tournament.record.facts import Exported
from tournament.record.open_store import copy_store, open_store
from tournament.record.player_facts import Paid
from tournament.record.record_errors import StoreUnreachable, WriteUnsure
from tournament.record.salvage import list_blob_names


@pytest.fixture
def network(schema: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Network]:
    """A network to a place for a tournament."""
    monkeypatch.setattr(stores, "LOOK_S", 0.01)
    with put_between(schema) as network:
        yield network


def test_an_entry_whose_answer_was_lost_is_there(network: Network) -> None:
    """The server wrote it, and the connection broke before it said so: nobody is told that nothing was written."""
    store = keep_evening(network.url)
    network.cut = "after"
    [entry] = store.append([Paid(1, paid=True)], by="Wart")
    assert store.read_head().hash == entry.hash


def test_an_entry_that_did_not_arrive_is_refused(network: Network) -> None:
    """Nothing was written, and that is said."""
    store = keep_evening(network.url)
    head, network.cut = store.read_head(), "before"
    with pytest.raises(StoreUnreachable, match="nicht zu erreichen"):
        store.append([Paid(1, paid=True)], by="Wart")
    assert store.read_head() == head


@pytest.mark.parametrize("cut", ["before", "after"])
def test_nobody_claims_to_know_what_cannot_be_asked(network: Network, cut: str) -> None:
    """The database stays away: whether the entry is there is said to be open."""
    store = keep_evening(network.url)
    network.cut, network.goes = cut, True  # type: ignore[assignment]
    with pytest.raises(WriteUnsure, match="ob etwas geschrieben wurde"):
        store.append([Paid(1, paid=True)], by="Wart")


def test_somebody_elses_entry_is_not_taken_for_ours(
    network: Network, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another computer's entry has the number that ours would have had."""
    store, network.cut = keep_evening(network.url), "before"
    other = open_store(schema)
    monkeypatch.setattr(stores.time, "sleep", lambda _: other.append([Paid(2, paid=True)], by="another"))
    with pytest.raises(StoreUnreachable, match="nicht zu erreichen"):
        store.append([Paid(1, paid=True)], by="Wart")


def test_a_broken_connection_prints_no_traceback(schema: str, caplog: pytest.LogCaptureFixture) -> None:
    """The database library would log one of 70 lines, which goes to the terminal, when it gives the connection back."""
    store, other = keep_evening(schema), open_store(schema)
    with store.engine.connect() as connection:
        line = connection.connection.driver_connection
        assert isinstance(line, psycopg.Connection)
        with other.engine.connect() as killer:
            killer.execute(sa.select(sa.func.pg_terminate_backend(line.info.backend_pid)))
        with suppress(psycopg.OperationalError):
            line.execute("SELECT 1")
    assert [record.name for record in caplog.records if record.levelno >= logging.WARNING] == []


@pytest.mark.parametrize("goes", [False, True])
def test_a_file_that_is_handed_out_is_in_the_record_or_said_not_to_be(
    network: Network,
    schema: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    goes: bool,
) -> None:
    """The entry is tried again when the database was away for a moment; where it stays away, that is the sentence."""
    monkeypatch.setattr(run_export, "NOTE_S", 0.01)
    file = open_desk(tmp_path, ROUND).store
    names = [name for entry in file.read_entries() for name in list_blob_names(entry.fact)]
    copy_store(schema, file.read_sealed(), zip(names, file.read_blobs(names), strict=True))
    network.cut, network.goes = "before", goes
    output = tmp_path / "stand.json"
    assert main(["export", network.url, "-o", str(output)]) == (3 if goes else 0)
    assert output.exists()
    noted = [entry for entry in open_store(schema).read_entries() if isinstance(entry.fact, Exported)]
    assert len(noted) == (0 if goes else 1)
    assert ("aber im Turnier steht es nicht" in capsys.readouterr().err) is goes
