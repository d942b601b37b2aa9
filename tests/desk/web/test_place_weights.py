"""Working out how sure the places are gives way to pages, unless somebody waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, get_ident
from types import SimpleNamespace

import pytest

from desk.web import place_weights
from desk.web.place_weights import PlaceWeights
from tests.desk.web.readers import wait_until
from tests.desk.web.visitors import ROUND, open_desk, visit
from tournament.filing.opened.open_evening import Evening
from tournament.standings.chances import Chances

CHANCES = Chances({}, 1.0, {}, {}, 0.0)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """An evening of one round."""
    return open_desk(tmp_path, ROUND).open("de")


@pytest.fixture
def gives_way(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Set as soon as work that began in this test waits for pages, not what another test's desk left running. It is one
    step, and every page takes for ever."""
    waits, working = Event(), set[int]()

    def weigh(_book: object, _tournament: object, give_way: Callable[[], None]) -> Chances:
        working.add(get_ident())
        give_way()
        return CHANCES

    def sleep(_seconds: float) -> None:
        if get_ident() in working:
            waits.set()
        time.sleep(0.001)

    monkeypatch.setattr(place_weights, "weigh_evening", weigh)
    monkeypatch.setattr(place_weights, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    monkeypatch.setattr(place_weights, "QUIET_S", 1e6)
    monkeypatch.setattr(place_weights, "PATIENCE_S", 1e6)
    monkeypatch.setattr(place_weights, "CALM_S", 0.0)
    return waits


def test_pages_come_first_until_somebody_waits(evening: Evening, gives_way: Event) -> None:
    """What is worked out beside the pages waits while one is asked for. Somebody who asks for it ends that."""
    weights = PlaceWeights()
    weights.note_request()
    weights.plan(evening)
    assert gives_way.wait(20)
    assert weights.matters is place_weights.NOTHING
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(weights.weigh, evening).result(20) is CHANCES
    assert weights.matters is CHANCES.matters


def test_its_patience_ends(evening: Evening, gives_way: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones that ask without a pause hold it up for a while only."""
    monkeypatch.setattr(place_weights, "PATIENCE_S", 0.0)
    weights = PlaceWeights()
    weights.note_request()
    weights.plan(evening)
    wait_until(lambda: weights.matters is CHANCES.matters)
    assert not gives_way.is_set()


def test_every_page_is_noted(gives_way: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for any page comes first."""
    desk = open_desk(tmp_path, ROUND)
    monkeypatch.setattr(desk.weights, "_asked", -1e9)  # nobody asked for anything yet
    assert visit(desk, "referee").get("/uhr").status_code == 200
    desk.weights.plan(desk.open("de"))
    assert gives_way.wait(20)
    desk.weights.weigh(desk.open("de"))
