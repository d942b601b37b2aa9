"""Sentences filled in, with the words that a number asks for: `{found:Spiel|Spiele}` is "1 Spiel" or "16 Spiele".

Where the number stands otherwise than in front, `#` says so: `{found:Es ist # Spiel|Es sind # Spiele}`.
"""

from __future__ import annotations

import string
from collections.abc import Mapping


class _Counting(string.Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        words = one if value == 1 else many
        return words.replace("#", str(value)) if "#" in words else f"{value} {words}"


_FORMATTER = _Counting()


def fill(template: str, data: Mapping[str, object]) -> str:
    """The template with its `{gaps}` filled in; KeyError for a gap that `data` does not have."""
    return _FORMATTER.vformat(template, (), data)
