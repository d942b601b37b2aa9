"""Texts as a cell can hold and show them, and how much room they need."""

from __future__ import annotations

import re
from collections.abc import Sequence

_MOST_CHARACTERS = 32_767
"""Excel's limit for one cell."""

_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML file can hold: control characters, half a surrogate pair, U+FFFE and U+FFFF."""

_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")
_ROW = re.compile(r"\([^()]*[+−]\d[^()]*\)")


def clean_text(value: str) -> str:
    """The text without characters that XML cannot hold, cut to the length that Excel allows."""
    return _NOT_XML.sub("", re.sub(r"[\r\x0b\x0c]+", " ", value))[:_MOST_CHARACTERS]


def keep_together(value: str) -> str:
    """The text for a cell of several lines: no line ends between a minus and its number, or inside (+6 −6 +6 −6)."""
    return _ROW.sub(lambda row: row[0].replace(" ", "\u00a0"), _MINUS.sub("−", value))


def fit_width(words: Sequence[str], least: float, most: float, size: float = 11) -> float:
    """The width, in characters of 11 points, of a column for the longest of `words` written in `size` points."""
    return min(most, max(least, *(len(word) * 1.1 * size / 11 + 2 for word in (*words, ""))))


def count_lines(texts: Sequence[str], width: float) -> int:
    """Number of lines that the texts need, one text below the other, in a column `width` characters wide; at least
    1."""
    return max(1, sum(-(-len(line) // int(width - 2)) for text in texts for line in text.split("\n")))
