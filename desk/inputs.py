"""Reads what the user names: pictures, rules, lines on standard input, and the author of an entry.

Files stay as given; a folder means the pictures in it. A faulty rule set ends the command with its own exit status.
The author of an entry is the name in `--by`, else the user who is logged in.
"""

from __future__ import annotations

import getpass
import os
import re
import sys
from collections.abc import Iterable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, cast

from desk.exits import NoPhoto, Unusable

if TYPE_CHECKING:
    from scoring.counting.rules import RuleSet


_UNKNOWN = "kiebitz"


def find_author(by: str) -> str:
    """The name given, else the name under which the user is logged in."""
    from texts.sentences import tidy_text

    if tidy_text(by):
        return tidy_text(by)
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user without a name, as in some containers
        return _UNKNOWN


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
    """Yields the lines as bytes, each cut at `_MOST`, and at last the rest after the last line break."""
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


SUFFIXES = (".jpg", ".jpeg", ".png", ".heic", ".heif", ".tif", ".tiff", ".pdf", ".webp", ".bmp")


def expand_photos(given: Iterable[Path]) -> tuple[Path, ...]:
    """Every picture once, in the order given; those of a folder, or of a name with stars, in their natural order (IMG_9
    before IMG_10).

    A file that does not exist stays in the list: the scanner says so in its place, and the others go on.
    Raises NoPhoto when nothing is left.
    """
    given = tuple(given)
    named = (path for one in given for path in _expand_stars(one))
    found = tuple(dict.fromkeys(photo for path in named for photo in _find_photos(path)))
    if not found:
        raise NoPhoto("desk.stop.no-photo", place=given, suffixes=tuple(suffix[1:].upper() for suffix in SUFFIXES))
    return found


def _expand_stars(path: Path) -> list[Path]:
    """What "runde1\\*.jpg" stands for: Windows' shells hand it on as it is. Without a match it stays as it is."""
    if not {"*", "?"} & set(path.name) or os.path.lexists(path):
        return [path]
    return sorted(path.parent.glob(path.name), key=_make_sort_key) or [path]


def _find_photos(path: Path) -> Iterator[Path]:
    """The file itself, or the pictures in the folder. A folder that cannot be opened stays as it is."""
    if not os.path.isdir(path) or not os.access(path, os.R_OK | os.X_OK):  # noqa: PTH112 - Path.is_dir would raise
        yield path
        return
    inside = (p for p in path.iterdir() if p.suffix.lower() in SUFFIXES and not p.name.startswith("."))
    yield from sorted((p for p in inside if not p.is_dir()), key=_make_sort_key)


def _make_sort_key(path: Path) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts names as people do: digits as numbers, the rest without regard to case."""
    parts = re.findall(r"\d+|\D+", path.name)
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part.casefold()) for part in parts)


def load_rules(name: str) -> RuleSet:
    """The rule set of that id or TOML file. Raises `scoring.rulesets.rules_schema.RulesError`."""
    from scoring.rulesets.load_rules import load

    return load(name)


def load_paper_rules(name: str) -> RuleSet:
    """The rule set of `load_rules`, for sheets. Raises `Unusable` where players have the value so often that rows
    cannot show it: every such row would be taken for a slip."""
    rules = load_rules(name)
    kind = rules.find_unshown_kind()
    if kind is not None:
        raise Unusable("desk.rules.own-times", path=name, name=kind.title)
    return rules
