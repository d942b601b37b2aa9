"""From what a sheet code says to the geometry of its sheet, for printer and scanner."""

from __future__ import annotations

from collections.abc import Callable

from templates.code import SheetCode
from templates.errors import UnknownSheet
from templates.full import make_full_layout
from templates.layout import Layout
from templates.lists import make_list_layout

_STYLES: dict[str, Callable[[SheetCode], Layout]] = {
    "points": make_list_layout,
    "totals": make_list_layout,
    "full": make_full_layout,
}


def make_layout(code: SheetCode) -> Layout:
    """The layout that `code` names; raises `UnknownSheet`, with the remedy, for a sheet that is not made."""
    make = _STYLES.get(code.style)
    if make is None:
        raise UnknownSheet("paper.fault.style", style=code.style, known=tuple(sorted(_STYLES)))
    return make(code)
