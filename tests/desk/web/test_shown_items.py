"""Who has which item on the screen: forgotten after a while, and never longer than the page is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest

from desk.web import shown_items
from desk.web.shown_items import LEAVING_S, LONGEST_S, QUIET_S, ShownItems


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which items are forgotten."""
    clock = Clock()
    monkeypatch.setattr(shown_items, "time", clock)
    return clock


async def listen() -> AsyncGenerator[str]:
    """Events without an end."""
    while True:
        yield "event"


def test_a_page_without_events_is_forgotten_after_a_minute(clock: Clock) -> None:
    """Others see whose sheet it is; the session itself does not."""
    shown = ShownItems()
    shown.show("a", "r1.t3.g5", "Runde 1, Tisch 3, Spiel 5", "Rita")
    assert shown.list_others("b") == {"r1.t3": ("Rita", "Runde 1, Tisch 3, Spiel 5")}
    assert shown.list_others("a") == {}
    clock.now += QUIET_S
    assert shown.list_others("b") == {}


def test_a_page_that_listens_is_there_until_it_leaves(clock: Clock) -> None:
    """Longer than a minute, but not for ever; loading it anew is no leaving."""
    shown = ShownItems()

    async def stay() -> None:
        shown.show("a", "r1.t3.g5", "Tisch 3", "Rita")
        page = shown.follow("a", listen())
        await anext(page)
        clock.now += QUIET_S + 1
        assert "r1.t3" in shown.list_others("b")
        await page.aclose()
        clock.now += LEAVING_S - 1
        assert shown.list_others("b") == {}  # its minute was over
        shown.show("a", "r1.t3.g5", "Tisch 3", "Rita")
        page = shown.follow("a", listen())
        await anext(page)
        await page.aclose()
        assert "r1.t3" in shown.list_others("b")
        clock.now += LEAVING_S
        assert shown.list_others("b") == {}
        shown.show("a", "r1.t3.g5", "Tisch 3", "Rita")
        await anext(shown.follow("a", listen()))
        clock.now += LONGEST_S
        assert shown.list_others("b") == {}

    asyncio.run(stay())


def test_whoever_is_done_is_at_no_sheet() -> None:
    """Nothing is open for that session any more."""
    shown = ShownItems()
    shown.show("a", "r1.t3.g5", "Tisch 3", "Rita")
    shown.show("a", "", "", "Rita")
    assert shown.list_others("b") == {}
