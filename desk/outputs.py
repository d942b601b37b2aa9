"""Results go where the user wants them, or the command says so before the long work begins."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tournament.atomic import unwritable
from tournament.atomic import write_whole as in_place
from tournament.errors import UnwritableFile


def check_file(path: Path) -> None:
    """Raises UnwritableFile unless a file can be written at `path`. Leaves nothing behind."""
    _refuse_open(path)
    with _explained(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists():
            path.open("ab").close()
        if is_plain(path):
            tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent).close()


def _refuse_open(path: Path) -> None:
    """LibreOffice and Excel lay a file beside a workbook while they have it open: saving there would undo ours."""
    for lock in (path.parent / f".~lock.{path.name}#", path.parent / f"~${path.name}"):
        if os.path.exists(lock):  # noqa: PTH110 - Path.exists would raise for a name that is too long
            raise UnwritableFile(
                f"{path} ist in einem anderen Programm geöffnet; bitte dort schließen (oder {lock} löschen, wenn es"
                " nicht mehr läuft).",
                f"{path} is open in another program; please close it there (or remove {lock} if that no longer runs).",
            )


def check_folder(path: Path) -> None:
    """Makes the folder when there is none; raises UnwritableFile unless files can be written into it."""
    with _explained(path):
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Lets `write` fill a file and puts it in place when it is whole: no half results. Raises UnwritableFile."""
    write_into(path, lambda to: in_place(to, write))


def write_into(path: Path, write: Callable[[Path], object]) -> None:
    """For a `write` that puts its file in place by itself: a device or a pipe must get bytes, and never be replaced.

    Raises UnwritableFile, or what `write` raises.
    """
    if is_plain(path):
        write(path)
        return
    with _explained(path), tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        draft = Path(folder) / path.name
        write(draft)
        path.write_bytes(draft.read_bytes())


def write_json(path: Path, document: Any) -> None:
    """One JSON document in UTF-8 with a final newline."""
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    write_whole(path, lambda draft: draft.write_text(text, encoding="utf-8", errors="replace"))


def is_plain(path: Path) -> bool:
    """Whether a file is, or would be, there: no device and no pipe."""
    return path.is_file() or not path.exists()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from error
