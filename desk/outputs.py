"""Results go where the user wants them, or the command says so before the long work begins."""

from __future__ import annotations

import errno
import json
import os
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from desk.exits import NoPipe, WrongUse
from tournament.atomic import make_foreign_error, make_unwritable_error
from tournament.atomic import write_whole as in_place
from tournament.errors import UnwritableFile

Result = TypeVar("Result")


class Kind(NamedTuple):
    """A kind of file: the ending of its name, and the bytes by which one that Kiebitz wrote is known. Without such
    bytes its writer asks by itself what stands there."""

    suffix: str
    sign: bytes = b""


JSON, PDF = Kind(".json", b'"kiebitz": 1'), Kind(".pdf", b"/Creator (Kiebitz)")
XLSX, TOML, PNG = Kind(".xlsx"), Kind(".toml"), Kind(".png")
_MOST = 1 << 26
"""Bytes of an existing file that are looked through for its sign; the largest of ours has a few million."""


def check_file(path: Path, kind: Kind) -> None:
    """Raises UnwritableFile unless a file of that kind can be written at `path` without loss of a stranger's, WrongUse
    for another kind's name, NoPipe for a named pipe. Leaves nothing behind."""
    _refuse_kind(path, kind)
    _refuse_pipe(path)
    refuse_open(path)
    with _explained(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists():
            path.open("ab").close()
        if is_plain(path):
            tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent).close()
        if path.is_file() and not _written_by_us(path, kind):
            raise make_foreign_error(path)


def _refuse_kind(path: Path, kind: Kind) -> None:
    """Under another ending the program that people open it with would be the wrong one; a device has none."""
    if path.suffix.lower() != kind.suffix and is_plain(path):
        raise WrongUse(
            text_de=f"{path}: der Name muss auf {kind.suffix} enden, sonst öffnet ihn das falsche Programm.",
            text_en=f"{path}: the name must end in {kind.suffix}, or the wrong program will open it.",
        )


def _refuse_pipe(path: Path) -> None:
    """Whoever opens a named pipe waits until somebody reads it; one that the shell laid has no name in any folder."""
    with _explained(path):
        place = os.path.realpath(path)
        if os.path.exists(place) and stat.S_ISFIFO(os.stat(place).st_mode):  # noqa: PTH110, PTH116 - see refuse_open
            raise NoPipe(path=path)


def _written_by_us(path: Path, kind: Kind) -> bool:
    """Whether nothing is lost with that file: an empty one, or one that bears the sign."""
    with path.open("rb") as file:
        found = file.read(_MOST)
    return not found or kind.sign in found


def refuse_open(path: Path) -> None:
    """Raises UnwritableFile while another program has the file open: LibreOffice and Excel lay one beside it then, and
    saving there would undo ours."""
    for lock in (path.parent / f".~lock.{path.name}#", path.parent / f"~${path.name}"):
        if os.path.exists(lock):  # noqa: PTH110 - Path.exists would raise for a name that is too long
            raise UnwritableFile("files.open-elsewhere", path=path, lock=lock)


def check_folder(path: Path) -> None:
    """Makes the folder when there is none; raises UnwritableFile unless files can be written into it."""
    with _explained(path):
        path.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path).close()


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Lets `write` fill a file and puts it in place when it is whole: no half results. Raises UnwritableFile."""
    write_into(path, lambda to: in_place(to, write))


def write_into(path: Path, write: Callable[[Path], Result]) -> Result:
    """For a `write` that puts its file in place by itself: a device or a pipe must get bytes, and never be replaced.

    Gives what `write` gives. Raises UnwritableFile, or what `write` raises.
    """
    if is_plain(path):
        return write(path)
    with _explained(path), tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        draft = Path(folder) / path.name
        result = write(draft)
        path.write_bytes(draft.read_bytes())
    return result


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
        raise make_unwritable_error(path, error) from error
