"""The icons: of the program, and of a tournament's file."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
_LARGE = 1024
"""Drawn so large, in pixels, and made smaller: the edges are smooth then."""
_BLUE, _WHITE, _PAPER, _EDGE = "#0b5cad", "#ffffff", "#f7f7f4", "#8a8f98"
_TICK = ((8, 17), (13, 22), (24, 10))
"""As on the page's `icon.svg`, in 32nds."""


def write_icons(folder: Path) -> None:
    """Writes `kiebitz.ico` and `turnier.ico` into the folder."""
    _write(folder / "kiebitz.ico", _draw_badge(_LARGE))
    _write(folder / "turnier.ico", _draw_paper())


def _write(path: Path, picture: Image.Image) -> None:
    sizes = [picture.resize((size, size), Image.Resampling.LANCZOS) for size in _SIZES]
    sizes[-1].save(path, format="ICO", sizes=[(size, size) for size in _SIZES], append_images=sizes[:-1])


def _draw_badge(side: int) -> Image.Image:
    """The blue square with the tick."""
    unit = side / 32
    picture = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, side - 1, side - 1), radius=6 * unit, fill=_BLUE)
    points = [(x * unit, y * unit) for x, y in _TICK]
    draw.line(points, fill=_WHITE, width=round(4 * unit), joint="curve")
    for x, y in (points[0], points[-1]):
        draw.circle((x, y), 2 * unit, fill=_WHITE)
    return picture


def _draw_paper() -> Image.Image:
    """A sheet with a table's lines and the badge on its lower half."""
    unit = _LARGE / 32
    picture = Image.new("RGBA", (_LARGE, _LARGE))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle(
        (4 * unit, 0, 28 * unit, 32 * unit - 1), radius=2 * unit, fill=_PAPER, outline=_EDGE, width=round(unit)
    )
    for y in (5, 8, 11):
        draw.line([(8 * unit, y * unit), (24 * unit, y * unit)], fill=_EDGE, width=round(unit))
    badge = _draw_badge(round(16 * unit))
    picture.alpha_composite(badge, (round(8 * unit), round(14 * unit)))
    return picture
