"""How the workbook looks: its colours, number formats, and the looks of a cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

POINTS = "+0;-0;0"
PLACE = '0"."'
"""Number formats."""

INK, FAINT, PAPER, HEAD, BAND = "#1F2D3A", "#5B6B77", "#FFFFFF", "#23465C", "#F3F6F8"
OPEN, FINE, GOLD = "#FFE9B8", "#2E6B3F", "#FFF6DA"
LINE, LINK = "#C9D2D9", "#1A5A8A"
"""Colours; every state that they show is also told by a sign and a word."""

Edge = Literal["", "thin", "strong"]


@dataclass(frozen=True, slots=True)
class Edges:
    """The lines around a cell."""

    left: Edge = ""
    right: Edge = ""
    top: Edge = ""
    bottom: Edge = ""


NO_EDGES, THIN = Edges(), Edges("thin", "thin", "thin", "thin")


@dataclass(frozen=True, slots=True)
class Style:
    """The looks of a cell. `size` in points; `fill`: background colour, "" for none; `quoted`: Excel shows the text as
    it is even where it begins like a formula."""

    bold: bool = False
    italic: bool = False
    size: int = 11
    colour: str = INK
    fill: str = ""
    edges: Edges = NO_EDGES
    number_format: str = "General"
    horizontal: Literal["", "left", "center", "right"] = ""
    vertical: Literal["top", "vcenter", "bottom"] = "vcenter"
    wrap: bool = False
    indent: int = 0
    shrink: bool = False
    quoted: bool = False
    underline: bool = False


TEXT, BOLD, CENTRED, WRAPPED = Style(), Style(bold=True), Style(horizontal="center"), Style(wrap=True)
TITLE, HINT = Style(bold=True, size=18, colour=HEAD), Style(italic=True, size=10, colour=FAINT)
COLUMN_HEAD = Style(bold=True, colour=PAPER, fill=HEAD, edges=THIN, horizontal="center", wrap=True)


@cache
def rule_style(style: Style, edges: Edges, fill: str) -> Style:
    """The style with other lines and background. Kept: a workbook has some 10,000 cells and a hundred styles."""
    return replace(style, edges=edges, fill=fill)


def number_style(number_format: str = "0", *, bold: bool = False) -> Style:
    """The looks of a number."""
    return Style(bold=bold, horizontal="center", number_format=number_format)


NUMBER = number_style()
