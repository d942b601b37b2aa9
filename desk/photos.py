"""Which pictures are meant: files stay as given, a folder stands for the pictures in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from desk.exits import NoPhoto

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
        raise NoPhoto(place=given, suffixes=tuple(suffix[1:].upper() for suffix in SUFFIXES))
    return found


def make_printable(name: str) -> str:
    """A file name that can be shown and stored: control codes and bytes that are no text become "\ufffd"."""
    return "".join(char if char.isprintable() else "\ufffd" for char in name)


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
