"""Standard input, a line at a time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BufferedReader
from typing import cast

_CHUNK = 2**16  # bytes that a pipe of Linux holds at most
_MOST = 2**18 + 1
"""Bytes of one line that are kept, at least: more than four for each of the characters that a game may have. The end of
a longer line is passed over, so that a line without end takes no memory without end."""


def lines() -> Iterator[str]:
    """As UTF-8, with or without a byte order mark; what is no UTF-8 becomes a replacement character.

    Before it waits for more, all that was answered so far is sent off: who asks line by line gets line by line.
    """
    for number, line in enumerate(_raw()):
        yield line.decode("utf-8-sig" if number == 0 else "utf-8", errors="replace").rstrip("\r")


def _raw() -> Iterator[bytes]:
    """The lines as they come in, whole up to `_MOST`, and what stands behind the last line break."""
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
