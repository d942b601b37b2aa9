"""Standard input, a line at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator


def lines() -> Iterator[str]:
    """As UTF-8, with or without a byte order mark; what is no UTF-8 becomes a replacement character."""
    for number, line in enumerate(sys.stdin.buffer):
        yield line.decode("utf-8-sig" if number == 0 else "utf-8", errors="replace").rstrip("\r\n")
