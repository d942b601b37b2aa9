"""Who makes an entry: as `--by` says, else as the system calls its user."""

from __future__ import annotations

import getpass

_UNKNOWN = "kiebitz"


def find_author(by: str) -> str:
    """The name given, else the name under which the user is logged in."""
    if by.strip():
        return " ".join(by.split())
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user without a name, as in some containers
        return _UNKNOWN
