"""The last hand on a page's text: minuses are written as such, and no name is broken at its hyphen."""

from __future__ import annotations

import re

from texts.sentences import show_minus

_DATA = re.compile(r"(<textarea.*?</textarea>|<[^>]*>)", re.DOTALL)
_HYPHENED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_PLAIN = ("<option", "<title", "<text", "<tspan", "<script", '<span class="whole"')
"""Elements that hold text alone, or are in one piece already."""


def typeset(html: str) -> str:
    """Every minus that is read as one is written as one, and words with a hyphen stay in one piece.

    Tags and text fields are data, and stay as they are.
    """
    parts = _DATA.split(html)
    for place in range(0, len(parts), 2):
        if parts[place].strip():
            parts[place] = _typeset_text(parts[place], parts[place - 1] if place else "")
    return "".join(parts)


def _typeset_text(text: str, tag: str) -> str:
    """The text that follows the tag. An outer span keeps it one thing where its parts would stand side by side."""
    shown = show_minus(text)
    if "-" not in shown or tag.startswith(_PLAIN):
        return shown
    whole, count = _HYPHENED.subn(r'<span class="whole">\g<0></span>', shown)
    return f"<span>{whole}</span>" if count else shown
