"""Writes results to the paths that the user gave, each whole or not at all. Paths are checked before the long work.

Where somebody has the old workbook open by then, the new one is written beside it, so that no reading is lost.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from desk.exits import Unusable, WrongUse
from scanner.picture_kinds import read_start
from texts.languages import Lang
from texts.sentences import say
from tournament.errors import UnwritableFile
from tournament.near_names import fold_name
from tournament.whole_files import (
    encode_json,
    make_foreign_error,
    make_unwritable_error,
    probe_folder,
    refuse_name,
    write_whole,
)

Result = TypeVar("Result")


class FileKind(NamedTuple):
    """A kind of file: the ending of its name, and bytes that stand in every such file that Kiebitz wrote.

    Where the `sign` is empty, the writer of that kind checks by itself whose file it would replace.
    """

    suffix: str
    sign: bytes = b""


JSON, PDF = FileKind(".json", b'"kiebitz": 1'), FileKind(".pdf", b"/Creator (Kiebitz)")
HTML = FileKind(".html", b'<meta name="generator" content="Kiebitz">')
XLSX, TOML, PNG = FileKind(".xlsx"), FileKind(".toml"), FileKind(".png")
_MOST = 1 << 26
"""Bytes of an existing file that are looked through for its sign; the largest of ours has a few million."""


_MOST_TITLE = 40
"""Letters of a title in a file's name."""
_NO_WORD, _UMLAUTS = re.compile(r"[^a-z0-9]+"), str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def name_download(title: str, *words: str, ending: str) -> str:
    """The name of a file to hand out: "herbstturnier-stand-runde-2.pdf". It has only small letters, digits and dashes,
    so it is safe in every folder and every header."""
    return f"{'-'.join(filter(None, map(_spell_plainly, (title[:_MOST_TITLE], *words))))}.{ending}"


def _spell_plainly(words: str) -> str:
    return _NO_WORD.sub("-", fold_name(words.casefold().translate(_UMLAUTS))).strip("-")


def check_file(path: Path, kind: FileKind) -> None:
    """Checks that a file of that kind can be written at `path` and replaces nobody else's; leaves nothing behind.

    Raises UnwritableFile where it cannot, WrongUse for another kind's ending, Unusable for a named pipe.
    """
    _refuse_kind(path, kind)
    _refuse_pipe(path)
    refuse_name(path)
    refuse_open_elsewhere(path)
    with _explain_failure(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.exists():
            path.open("ab").close()
        if is_plain(path):
            probe_folder(Path(os.path.realpath(path)).parent)
        if path.is_file() and not _is_ours(path, kind):
            raise make_foreign_error(path)


def check_workbook(path: Path) -> None:
    """As `check_file`, for a workbook; Kiebitz' mark is inside that file."""
    from tournament.handout.workbook.make_workbook import refuse_foreign  # late: it loads XlsxWriter

    check_file(path, XLSX)
    refuse_foreign(path)


def _refuse_kind(path: Path, kind: FileKind) -> None:
    """Raises WrongUse for the ending of another kind: the wrong program would open the file. A device may have any
    name."""
    if path.suffix.lower() != kind.suffix and is_plain(path):
        raise WrongUse("desk.use.wrong-ending", path=path, suffix=kind.suffix)


def _refuse_pipe(path: Path) -> None:
    """Raises Unusable for a named pipe: opening one waits for a reader. The shell's own pipes have no name."""
    with _explain_failure(path):
        place = os.path.realpath(path)
        if os.path.exists(place) and stat.S_ISFIFO(os.stat(place).st_mode):  # noqa: PTH110, PTH116 - see refuse_open
            raise Unusable("desk.stop.pipe", path=path)


def _is_ours(path: Path, kind: FileKind) -> bool:
    """Whether the file may be replaced: it is empty or contains the sign of its kind."""
    with path.open("rb") as file:
        found = read_start(file, _MOST)
    return not found or kind.sign in found


def refuse_open_elsewhere(path: Path) -> None:
    """Raises UnwritableFile while another program has the file open: saving there would undo what we wrote.

    LibreOffice and Excel put a lock file beside a file that they have open.
    """
    for lock in (path.parent / f".~lock.{path.name}#", path.parent / f"~${path.name}"):
        if os.path.exists(lock):  # noqa: PTH110 - Path.exists would raise for a name that is too long
            raise UnwritableFile("files.open-elsewhere", path=path, lock=lock)


def check_folder(path: Path) -> None:
    """Makes the folder where there is none. Raises UnwritableFile unless files can be written into it."""
    with _explain_failure(path):
        path.mkdir(parents=True, exist_ok=True)
        probe_folder(path)


def check_tables(folder: Path, lang: Lang) -> None:
    """As `check_folder`, for CSV files, which may replace only files that Kiebitz wrote. Raises UnwritableFile."""
    from tournament.handout.tables_csv import refuse_foreign_tables  # late: most commands write none

    check_folder(folder)
    refuse_foreign_tables(folder, lang)


def write_data(path: Path, data: bytes) -> None:
    """Writes the file and moves it to `path` once it is whole. Raises UnwritableFile."""
    write_into(path, lambda to: write_whole(to, lambda draft: draft.write_bytes(data)))


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Writes the files, by name, into the folder, which is made where needed. Raises UnwritableFile."""
    check_folder(folder)
    for name, data in files.items():
        write_data(folder / name, data)


def write_into(path: Path, write: Callable[[Path], Result]) -> Result:
    """Calls `write` with the path where it is to put its file, and returns its result.

    Where `path` is a device or a pipe, which must not be replaced, `write` gets a temporary path, and the bytes are
    then copied. Raises UnwritableFile, or what `write` raises.
    """
    if is_plain(path):
        return write(path)
    with _explain_failure(path), tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        draft = Path(folder) / path.name
        result = write(draft)
        path.write_bytes(draft.read_bytes())
    return result


def write_json(path: Path, document: Any) -> None:
    """One JSON document in UTF-8 with a final newline."""
    write_data(path, encode_json(document))


def is_plain(path: Path) -> bool:
    """Whether the path is a regular file, or does not exist yet: no device and no pipe."""
    return path.is_file() or not path.exists()


@contextmanager
def _explain_failure(path: Path) -> Iterator[None]:
    """Turns the system's error into an UnwritableFile."""
    try:
        yield
    except OSError as error:
        raise make_unwritable_error(path, error) from error


def place_workbook(data: bytes, target: Path, lang: Lang) -> Path:
    """Writes the workbook to `target`, or beside it where `target` can no longer be written.

    Returns the path written, and reports a changed path on standard error. Raises UnwritableFile where neither can be
    written.
    """
    try:
        refuse_open_elsewhere(target)
        _place_at(target, data, lang)
    except UnwritableFile as lost:
        if not is_plain(target):
            raise
        return _place_beside(target, data, lang, lost)
    return target


def _place_beside(target: Path, data: bytes, lang: Lang, lost: UnwritableFile) -> Path:
    """Writes the workbook under a free name beside `target`; raises `lost` where that fails, too."""
    stems = (f"{target.stem}-{say(lang, 'desk.scan.new-file')}{f'-{n}' if n > 1 else ''}" for n in count(1))
    beside = next(place for place in map(target.with_stem, stems) if not place.exists())
    try:
        _place_at(beside, data, lang)
    except UnwritableFile:
        raise lost from None
    sys.stderr.write(say(lang, "desk.scan.written-beside", why=lost.message(lang), path=beside) + "\n")
    return beside


def _place_at(target: Path, data: bytes, lang: Lang) -> None:
    from tournament.handout.workbook.make_workbook import put_workbook  # late: it loads XlsxWriter

    kept = write_into(target, lambda to: put_workbook(data, to, lang))
    if kept is not None:
        sys.stderr.write(say(lang, "desk.scan.kept", path=target.name, kept=kept) + "\n")
