"""The text of a page is set once, at its end: minuses are true, names with a hyphen stay in one piece, data is left."""

from __future__ import annotations

import pytest

from desk.web.typeset import typeset


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<b>-4</b>", "<b>\N{MINUS SIGN}4</b>"),
        ('<input value="-4">', '<input value="-4">'),
        ("<textarea>-4 Meier-Wessels</textarea>", "<textarea>-4 Meier-Wessels</textarea>"),
        ("<li>Anna Meier-Wessels</li>", '<li><span>Anna <span class="whole">Meier-Wessels</span></span></li>'),
        ("<option>Anna Meier-Wessels</option>", "<option>Anna Meier-Wessels</option>"),
        ('<a title="Meier-Wessels">2024-12</a>', '<a title="Meier-Wessels">2024-12</a>'),
    ],
)
def test_only_what_is_read_is_set(html: str, shown: str) -> None:
    """What a form would send, or a script reads, has no character that was not there."""
    assert typeset(html) == shown
