"""The icon beside Windows' clock opens the start page and ends the program; without it all else works."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from desk.cli.run import run_start, tray_icon
from desk.cli.run.tray_icon import draw_badge, show_tray
from desk.web.start.ending_page import Unfinished
from desk.web.start.evening_house import House
from tests.desk.web.conftest import house

__all__ = ["house"]


class Icon:
    """Does what the library's icon does, without a window."""

    made: list[Icon]
    is_broken = False

    def __init__(self, name: str, picture: Any, title: str, menu: tuple[Any, ...]) -> None:
        if self.is_broken:
            raise OSError("no window station")
        self.name, self.picture, self.title, self.menu, self.visible = name, picture, title, menu, False
        self.ended = Event()
        self.made.append(self)

    def run(self, setup: Callable[[Icon], object]) -> None:
        """Shows itself until it is stopped."""
        setup(self)
        self.ended.wait(20)

    def stop(self) -> None:
        """Ends the showing."""
        self.ended.set()


def make_entry(text: str, action: Callable[[], object], *, default: bool = False) -> SimpleNamespace:
    """An entry of the menu."""
    return SimpleNamespace(text=text, press=action, default=default)


@pytest.fixture
def icons(monkeypatch: pytest.MonkeyPatch) -> list[Icon]:
    """The icons that were made, on a Windows with a library of our own."""
    made: list[Icon] = []
    monkeypatch.setattr(Icon, "made", made, raising=False)
    library = SimpleNamespace(Icon=Icon, MenuItem=make_entry, Menu=lambda *entries: entries)
    monkeypatch.setitem(sys.modules, "pystray", library)
    monkeypatch.setattr(tray_icon, "sys", SimpleNamespace(platform="win32"))
    return made


def test_the_icon_opens_and_ends(icons: list[Icon]) -> None:
    """A plain click opens, as its first entry does; it goes when the program ends."""
    pressed: list[str] = []
    with show_tray("de", lambda: pressed.append("open"), lambda: pressed.append("end")):
        (icon,) = icons
        assert [(one.text, one.default) for one in icon.menu] == [("Öffnen", True), ("Beenden", False)]
        for one in icon.menu:
            one.press()
    assert pressed == ["open", "end"]
    assert (icon.title, icon.visible, icon.ended.is_set()) == ("Kiebitz", True, True)


def test_an_evening_does_not_hang_on_the_icon(
    icons: list[Icon], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Windows refuses it, a log says so, and the program runs."""
    monkeypatch.setattr(Icon, "is_broken", True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert gettempdir() == str(tmp_path)
    with show_tray("en", lambda: None, lambda: None):
        assert icons == []
    (log,) = tmp_path.glob("kiebitz-*.log")
    assert "no window station" in log.read_text("utf-8")


def test_other_systems_have_none(icons: list[Icon], monkeypatch: pytest.MonkeyPatch) -> None:
    """There the start page ends the program."""
    monkeypatch.setattr(tray_icon, "sys", SimpleNamespace(platform="darwin"))
    with show_tray("de", lambda: None, lambda: None):
        assert icons == []


def test_the_badge_is_that_of_the_pages() -> None:
    """A blue square with round corners and a white tick, at every size."""
    for side in (32, 64, 256):
        badge = draw_badge(side)
        spots = [badge.getpixel((x * side // 32, y * side // 32)) for x, y in ((0, 0), (16, 3), (13, 21), (3, 28))]
        assert badge.size == (side, side)
        assert spots[0][3] < 16
        assert spots[1][:3] == spots[3][:3] == (0x0B, 0x5C, 0xAD)
        assert min(spots[2]) > 240


def test_the_icon_asks_where_something_is_done(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the page, which says what; else it ends the program at once."""
    unfinished, ended, opened = [Unfinished("Liga", 2, 0)], list[bool](), list[str]()
    monkeypatch.setattr(run_start, "list_unfinished", lambda _house: iter(unfinished))
    monkeypatch.setattr(run_start, "_open_browser", lambda _lang, link: opened.append(link))
    monkeypatch.setattr(run_start, "Thread", lambda target, args, daemon: SimpleNamespace(start=lambda: target(*args)))
    monkeypatch.setattr(house, "end", lambda: ended.append(True))
    run_start._end_or_ask(house)
    assert ([link.rpartition("?")[2] for link in opened], ended) == (["weiter=beenden"], [])
    unfinished.clear()
    run_start._end_or_ask(house)
    assert (len(opened), ended) == (1, [True])
