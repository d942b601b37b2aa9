"""What the tests of the start page share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal
from fastapi.testclient import TestClient

from desk.web.serve import make_app
from desk.web.start import served_evening
from desk.web.start.evening_house import House
from tests.desk.web.sockets import hold_port
from tests.desk.web.started_program import Program


@pytest.fixture(scope="session", autouse=True)
def one_loop() -> Iterator[None]:
    """One event loop answers all clients: to begin one takes longer than most answers."""
    with start_blocking_portal() as portal, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TestClient, "portal", portal)
        yield


@pytest.fixture
def house(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The evenings of one process, with the user's own folders below the test's. Their workers begin when a photograph
    comes, as after the last round: they would take longer than the test. Their ports are no other process's."""
    monkeypatch.setattr(served_evening, "_is_over", lambda _tournament: True)
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    monkeypatch.setattr(served_evening, "_FIRST_PORT", 8800 + worker % 20 * served_evening._PORTS)
    house = House("de", make_app)
    yield house
    house.close()


@pytest.fixture
def port() -> Iterator[int]:
    """A port that stays this test's, however often a server ends there."""
    with hold_port() as number:
        yield number


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """One user's program, with two evenings in the tournaments' folder."""
    made = Program(tmp_path / "home")
    made.add_evenings()
    return made
