"""Three check letters of a printed name, for the sheet code: with them a reading of the name proves itself.

They are no name: one in 46,656 names has the same, and nothing leads back from them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from string import ascii_uppercase, digits

LONG = 3
NO_NAME = "-" * LONG
_LETTERS = digits + ascii_uppercase  # which the code packs closest


def name_check(name: str) -> str:
    """The check letters of a name, `NO_NAME` where there is none; blanks between its words count as one."""
    words = " ".join(unicodedata.normalize("NFC", name).split())
    if not words:
        return NO_NAME
    number = int.from_bytes(sha256(words.encode(errors="replace")).digest()[:8], "big")
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(LONG))


def checks_text(names: Sequence[str]) -> str:
    """The check letters of all seats, as the sheet code has them; "" where no seat has a name."""
    checks = [name_check(name) for name in names]
    return "".join(checks) if set(checks) - {NO_NAME} else ""
