"""A Windows with Kiebitz, for the tests here; they are skipped where `dev/windows/try.sh` did not start them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wine.wine import Wine

ROOT, SETUP = os.environ.get("KIEBITZ_WINE"), os.environ.get("KIEBITZ_SETUP")


@pytest.fixture(scope="session")
def setup() -> Path:
    """The set-up program."""
    if ROOT is None or SETUP is None:
        pytest.skip("only by dev/windows/try.sh")
    return Path(SETUP)


@pytest.fixture(scope="session")
def windows(setup: Path) -> Iterator[Wine]:
    """An empty Windows on which Kiebitz was set up."""
    assert ROOT is not None
    windows = Wine(Path(ROOT), "evening")
    windows.begin()
    windows.put(setup, r"C:\users\kiebitz\Downloads")
    ran = windows.run(rf"C:\users\kiebitz\Downloads\{setup.name}", "/S")
    log = windows.find(r"C:\users\kiebitz\AppData\Local\Programs\Kiebitz\einrichtung.log")
    assert not log.exists(), log.read_text("utf-8")
    assert ran.returncode == 0, ran.stdout
    yield windows
    windows.end()
