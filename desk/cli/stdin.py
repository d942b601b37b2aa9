"""Standard input, a line at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BufferedReader
from typing import cast

_CHUNK = 2**16  # bytes that a pipe of Linux holds at most
_MOST = 2**18 + 1
"""Bytes of one line that are kept: more than four for each character that a game may have. The rest of a longer line is
dropped, so that a line without end does not fill the memory."""


def read_lines() -> Iterator[str]:
    """Yields the lines, decoded as UTF-8 with or without a byte order mark; wrong bytes become replacement characters.

    Standard output is flushed before each wait for input: whoever sends line by line is answered line by line.
    """
    for number, line in enumerate(_read_raw()):
        yield line.decode("utf-8-sig" if number == 0 else "utf-8", errors="replace").rstrip("\r")


def _read_raw() -> Iterator[bytes]:
    """Yields the lines as bytes, cut at `_MOST`, and last what stands behind the last line break."""
    source = cast(BufferedReader, sys.stdin.buffer)
    begun = bytearray()
    while chunk := source.read1(_CHUNK):
        whole, end, rest = chunk.rpartition(b"\n")
        if end:
            yield from bytes(begun + whole).split(b"\n")
            begun.clear()
        begun += rest[: _MOST - len(begun)]
        sys.stdout.flush()
    if begun:
        yield bytes(begun)
