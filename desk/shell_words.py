"""Words of a command that people type or copy, quoted as the system's shells want them."""

from __future__ import annotations

import re
from shlex import quote

from tournament.errors import ON_WINDOWS

_PLAIN = re.compile(r"[\w:\\/.+-]+")
"""Letters and signs that neither of Windows' two shells takes for its own."""


def quote_word(word: str) -> str:
    """The word as one. On Windows by double quotes, the only ones that both cmd.exe and PowerShell know."""
    if not ON_WINDOWS:
        return quote(word)
    doubled = word.replace('"', r"\"")
    return word if _PLAIN.fullmatch(word) else f'"{doubled}"'
