"""The icon beside Windows' clock: whoever started Kiebitz by a double click opens its page there again, or ends it.

Only on Windows: elsewhere the place for such icons is missing, or needs a library of its own, and the start page has a
button that ends the program everywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any

from PIL import Image, ImageDraw

from desk.exits import write_log
from texts.languages import Lang
from texts.sentences import say

_SIDE, _LARGE = 64, 256
"""Pixels of the icon, and of its drawing, which is made smaller: the edges are smooth then."""
_BLUE, _WHITE = "#0b5cad", "#ffffff"
_TICK = ((8, 17), (13, 22), (24, 10))
"""As on the pages' `icon.svg`, in 32nds."""
_BEGIN_S = 5.0


@contextmanager
def show_tray(lang: Lang, open_page: Callable[[], object], end: Callable[[], object]) -> Iterator[None]:
    """Inside the `with`, the icon is there, where there is a place for it; without it all else works."""
    icon = _make_icon(lang, open_page, end) if sys.platform == "win32" else None
    if icon is None:
        yield
        return
    shown = Event()
    Thread(target=icon.run, args=(lambda one: _show(one, shown),), name="tray", daemon=True).start()
    try:
        yield
    finally:
        if shown.wait(_BEGIN_S):  # one that has not begun cannot be stopped
            icon.stop()


def _show(icon: Any, shown: Event) -> None:
    try:
        icon.visible = True
    finally:
        shown.set()


def _make_icon(lang: Lang, open_page: Callable[[], object], end: Callable[[], object]) -> Any:
    """The icon with its menu; None where Windows has no place for it, as on a server."""
    try:
        import pystray

        entries = (
            pystray.MenuItem(say(lang, "laptop.tray.open"), lambda: open_page(), default=True),
            pystray.MenuItem(say(lang, "laptop.tray.end"), lambda: end()),
        )
        return pystray.Icon("kiebitz", draw_badge(_SIDE), "Kiebitz", pystray.Menu(*entries))
    except Exception as error:  # noqa: BLE001 - an evening does not hang on a picture of 64 pixels
        write_log(error)
        return None


def draw_badge(side_px: int) -> Image.Image:
    """The program's badge, a blue square with a white tick, (side, side) RGBA."""
    large = max(_LARGE, side_px)
    unit = large / 32
    picture = Image.new("RGBA", (large, large))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, large - 1, large - 1), radius=6 * unit, fill=_BLUE)
    points = [(x * unit, y * unit) for x, y in _TICK]
    draw.line(points, fill=_WHITE, width=round(4 * unit), joint="curve")
    for x, y in (points[0], points[-1]):
        draw.circle((x, y), 2 * unit, fill=_WHITE)
    return picture.resize((side_px, side_px), Image.Resampling.LANCZOS)
