"""The icons of the program and of a tournament's file, and the picture at the side of the set-up program."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from desk.cli.run.tray_icon import draw_badge

_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
_UNIT = 32
"""Pixels to a 32nd of the large picture that the others are made of: the edges are smooth then."""
_PAPER, _EDGE, _BLUE = "#f7f7f4", "#8a8f98", "#0b5cad"
_WIDE, _HIGH = 164, 314
"""Pixels that NSIS keeps for the picture at the side."""


def write_icons(folder: Path) -> None:
    """Writes both into the folder."""
    _write(folder / "kiebitz.ico", draw_badge(32 * _UNIT))
    _write(folder / "turnier.ico", _draw_paper())


def write_side(path: Path) -> None:
    """Writes the picture at the side: the tick of the badge on its blue."""
    picture = Image.new("RGBA", (_WIDE, _HIGH), _BLUE)
    tick = draw_badge(120).crop((15, 15, 105, 105))  # without the badge's round corners
    picture.alpha_composite(tick, ((_WIDE - tick.width) // 2, (_HIGH - tick.height) // 2))
    picture.convert("RGB").save(path, format="BMP")


def _write(path: Path, picture: Image.Image) -> None:
    sizes = [picture.resize((size, size), Image.Resampling.LANCZOS) for size in _SIZES]
    sizes[-1].save(path, format="ICO", sizes=[(size, size) for size in _SIZES], append_images=sizes[:-1])


def _draw_paper() -> Image.Image:
    """A sheet with a table's lines and the badge on its lower half."""
    picture = Image.new("RGBA", (32 * _UNIT, 32 * _UNIT))
    draw = ImageDraw.Draw(picture)
    sheet = (4 * _UNIT, 0, 28 * _UNIT, 32 * _UNIT - 1)
    draw.rounded_rectangle(sheet, radius=2 * _UNIT, fill=_PAPER, outline=_EDGE, width=_UNIT)
    for y in (5, 8, 11):
        draw.line([(8 * _UNIT, y * _UNIT), (24 * _UNIT, y * _UNIT)], fill=_EDGE, width=_UNIT)
    picture.alpha_composite(draw_badge(16 * _UNIT), (8 * _UNIT, 14 * _UNIT))
    return picture
