"""Two check letters of a printed name, for the sheet code: with them a reading of the name proves itself.

They are no name: of 3,844 names any has the same letters as another, and nothing leads back from them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from string import ascii_letters, digits

_LETTERS = digits + ascii_letters
NO_NAME = "--"


def name_check(name: str) -> str:
    """The check letters of a name, `NO_NAME` where there is none; blanks between its words count as one."""
    words = " ".join(unicodedata.normalize("NFC", name).split())
    if not words:
        return NO_NAME
    number = int.from_bytes(sha256(words.encode()).digest()[:8]) % len(_LETTERS) ** 2
    return _LETTERS[number // len(_LETTERS)] + _LETTERS[number % len(_LETTERS)]


def checks_text(names: Sequence[str]) -> str:
    """The check letters of all seats, as the sheet code has them; "" where no seat has a name."""
    checks = [name_check(name) for name in names]
    return "".join(checks) if set(checks) - {NO_NAME} else ""
