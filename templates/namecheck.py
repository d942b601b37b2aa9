"""The letters in the sheet code that stand for something longer: check letters of names, and a tournament's short id.

Check letters show whether a name was read back rightly. A name has three. One in 46,656 names has the same three, and
no name can be found from them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from string import ascii_uppercase, digits

CHECK_LENGTH = 3
"""Check letters of one name."""
NO_CHECK = "-" * CHECK_LENGTH
_TOURNAMENT_LENGTH = 5
"""Letters of a tournament's short id: two tournaments have the same one in 60 million cases."""
_LETTERS = digits + ascii_uppercase  # which the code packs closest


@lru_cache(maxsize=4096)
def make_check(name: str) -> str:
    """The check letters of a name; `NO_CHECK` for no name. Several blanks between words count as one."""
    words = " ".join(unicodedata.normalize("NFC", name).split())
    if not words:
        return NO_CHECK
    return _shorten(words, CHECK_LENGTH)


def find_proved(names: Iterable[str], check: str) -> str:
    """The one of `names` that has these check letters; "" where none has, or several, or there are no letters."""
    proved = {name for name in names if make_check(name) == check} if check not in ("", NO_CHECK) else set()
    return proved.pop() if len(proved) == 1 else ""


def join_checks(names: Sequence[str]) -> str:
    """The check letters of all names, seat by seat, as in the sheet code; "" where no seat has a name."""
    checks = [make_check(name) for name in names]
    return "".join(checks) if set(checks) - {NO_CHECK} else ""


def make_tournament_id(first_hash: str) -> str:
    """The short id of a tournament, for the codes of its sheets. `first_hash`: the hash of its file's first entry."""
    return _shorten(first_hash, _TOURNAMENT_LENGTH)


def _shorten(text: str, length: int) -> str:
    """So many letters that depend on every letter of `text`."""
    number = int.from_bytes(sha256(text.encode(errors="replace")).digest()[:8], "big")
    return "".join(_LETTERS[number // len(_LETTERS) ** place % len(_LETTERS)] for place in range(length))
