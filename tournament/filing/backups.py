"""A backup: a tournament's file, its photographs and its rules in one ZIP, and how it becomes an evening again.

In it are `abend.kiebitz`, the photographs in the folder beside it where they are looked for, the rules as text for
whoever wants to read them, and a page that says how to open it. A database becomes a file.

A ZIP from outside is hostile until it was looked at: what it says of its sizes is checked before and counted while it
is unpacked, only names like ours are taken, nothing that is there is overwritten, and the evening appears whole or not
at all.
"""

from __future__ import annotations

import re
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import IO, Final

from texts.languages import Lang
from texts.sentences import say
from tournament.errors import BookError, find_reason
from tournament.given_workbooks import Trap, open_archive
from tournament.record.entries import Entry, Head
from tournament.record.facts import Opened, Photographed
from tournament.record.open_store import copy_store, open_store
from tournament.record.record_errors import SUFFIX, RecordError, is_url
from tournament.record.replay import replay
from tournament.record.salvage import list_blob_names, read_sound_blobs
from tournament.record.store import Store
from tournament.record.verify_record import FoundPhotos, find_photos
from tournament.whole_files import make_unwritable_error, move, probe_folder

MOST_UNPACKED: Final = (4 << 30) - (1 << 20)
"""Bytes of all parts. 600 photographs of 5 MB have three quarters of it, and larger ZIPs have a form of their own."""
MOST_RATIO: Final = 200
"""By so much a part may grow when it is unpacked. Photographs hardly do, the tournament's file does tenfold."""
SMALL: Final = 1 << 20
"""Bytes of a part whose ratio does not matter."""
MOST_PARTS: Final = 20_000
READ_ME, RULES, PHOTOS = "LIESMICH.txt", "regeln", "-fotos"
_CHUNK: Final = 1 << 20
_WORD = r"[^/\\:*?\"<>|\x00-\x1f]{1,120}"
_NAME = re.compile(rf"{_WORD}{re.escape(SUFFIX)}|{_WORD}{PHOTOS}(-\d{{1,3}})?/{_WORD}|{RULES}/{_WORD}\.toml|{READ_ME}")
"""The names of our parts: the file, photographs, rules, the page to read."""
_NO_NAME = re.compile(r"(^|/)(\.{1,2}|[^/]*[. ]|(con|prn|aux|nul|com\d|lpt\d)(\.[^/]*)?)(/|$)", re.IGNORECASE)
"""Names that mean something else to a system: of this folder or the one above, or of a device."""
_NO_LETTER = re.compile(r"[/\\:*?\"<>|\x00-\x1f]+")
_MOST_STEM: Final = 80
_BROKEN = (Trap, ValueError, RuntimeError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error)
"""What reading a damaged archive may raise."""


class BadBackup(BookError):
    """The file is no backup of ours, is damaged, or would do harm; or its evening lies there already."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What was put into a backup. `head`: the last entry in it; `photos`: how many photographs; `absent`: how many were
    not found as they were read, so that only their small copies are in it."""

    head: Head
    photos: int
    absent: int


def find_stem(where: str | Path) -> str:
    """The name, without its ending, of the evening's file in a backup: that of the file, as far as every system takes
    it."""
    return _tidy_stem("kiebitz" if is_url(where) else Path(where).stem)


def _tidy_stem(words: str) -> str:
    plain = _NO_LETTER.sub("-", words)[:_MOST_STEM].strip(". ")
    return plain if plain and not _NO_NAME.search(plain) else "abend"


def write_backup(store: Store, folders: Iterable[Path], stem: str, target: Path, lang: Lang) -> Backup:
    """Writes the ZIP to `target`. `folders`: where photographs are looked for; `stem`: as `find_stem` finds it. What
    lies in the evening's own folder of photographs and was not read yet is saved, too.

    The evening is saved as it is at one entry, whatever is written meanwhile. Raises `BadBackup` where it is larger
    than a backup can be.
    """
    entries, folders = store.read_entries(), tuple(folders)
    at = Store(store.where, store.engine, until=entries[-1].number)
    found = find_photos((one.fact for one in entries if isinstance(one.fact, Photographed)), folders)
    read = found.paths.values()
    photos = dict(_place_photos((*_list_unread(folders, stem, found), *read), stem))
    with TemporaryDirectory(prefix="kiebitz-") as folder, _begin_archive(target) as archive:
        for name, text in _list_texts(entries, stem, lang):
            archive.writestr(name, text)
        copied = Path(folder) / f"copy{SUFFIX}"
        copy_store(copied, at.read_sealed(), _read_blobs(at, entries)).engine.dispose()
        archive.write(copied, f"{stem}{SUFFIX}")
        for name, path in photos.items():
            archive.write(path, name, zipfile.ZIP_STORED)  # packed already
    saved = len(set(photos.values()).intersection(read))
    return Backup(entries[-1].head, saved, len(read) - saved + len(found.changed + found.absent))


@contextmanager
def _begin_archive(target: Path) -> Iterator[zipfile.ZipFile]:
    """The ZIP, in the form that has an end at 4 GB and can be checked before it is read."""
    deflated = zipfile.ZIP_DEFLATED
    try:  # a camera's clock may say 1970, which a ZIP does not know
        with zipfile.ZipFile(target, "w", deflated, allowZip64=False, strict_timestamps=False) as archive:
            yield archive
    except zipfile.LargeZipFile as error:
        raise BadBackup("handouts.backup.too-large") from error


def _read_blobs(store: Store, entries: Sequence[Entry]) -> Iterator[tuple[str, bytes]]:
    """Every blob that is as it was written. One that is not is missing in the copy, too, and found there by a check."""
    names = dict.fromkeys(name for entry in entries for name in list_blob_names(entry.fact))
    return read_sound_blobs(store, names)


def _list_unread(folders: Iterable[Path], stem: str, found: FoundPhotos) -> Iterator[Path]:
    """The files in the folder of photographs that were sent, but for those that are in the tournament already. Opened
    again, they are read."""
    known = set(found.paths.values())
    for folder in folders:
        if folder.name == f"{stem}{PHOTOS}":
            yield from (path for path in sorted(folder.iterdir()) if path not in known and _is_plain(path))


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and not path.name.startswith(".")


def _place_photos(photos: Iterable[Path], stem: str) -> Iterator[tuple[str, Path]]:
    """The name of each in the ZIP. Two rounds may each have an IMG_0001.jpg: the second goes into a folder of its
    own."""
    taken: dict[str, int] = {}
    for path in photos:
        number = taken[path.name.casefold()] = taken.get(path.name.casefold(), 0) + 1
        place = f"{stem}{PHOTOS}{f'-{number}' if number > 1 else ''}/{path.name}"
        if _is_our_name(place):  # else it could not be unpacked everywhere
            yield place, path


def _list_texts(entries: Sequence[Entry], stem: str, lang: Lang) -> Iterator[tuple[str, str]]:
    opened = entries[0].fact
    assert isinstance(opened, Opened)  # as its chain was read
    yield READ_ME, say(lang, "handouts.backup.read-me", title=opened.title, file=f"{stem}{SUFFIX}")
    for name, text in ((opened.rules_id, opened.rules_toml), (f"{opened.rules_id}-base", opened.base_toml)):
        if text:
            yield f"{RULES}/{re.sub(r'[^a-z0-9-]+', '-', name.casefold())}.toml", text


def unpack_backup(backup: Path, folder: Path) -> Path:
    """Makes a new folder in `folder`, named like the backup, with the evening; returns the path of its file.

    Raises `BadBackup` for a file that is no backup or a hostile one, and where that folder is there already: its
    evening may have gone on. Nothing is left behind then.
    """
    target = folder / _tidy_stem(backup.stem)
    if target.exists() or target.is_symlink():
        raise BadBackup("handouts.backup.taken", path=backup.name, folder=target)
    try:
        probe_folder(folder)
        draft = Path(mkdtemp(prefix=".kiebitz-", dir=folder))
    except OSError as error:
        raise make_unwritable_error(folder, error) from error
    try:
        file = _unpack_into(backup, draft)
        draft.chmod(0o755)
        move(draft, target)
    except OSError as error:
        raise BadBackup("handouts.backup.unreadable", path=backup.name, reason=find_reason(error)) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return target / file


def _unpack_into(backup: Path, draft: Path) -> str:
    """Unpacks all of it; returns the name of the tournament's file. Raises `BadBackup` and OSError."""
    try:
        with open_archive(backup) as archive:
            file = _check_parts(archive.infolist())
            for part in archive.infolist():
                _unpack_part(archive, part, draft / part.filename)
        store = open_store(draft / file)
        replay(store.read_entries())
        store.engine.dispose()
    except _BROKEN as error:
        raise BadBackup("handouts.backup.damaged", path=backup.name) from error
    except RecordError as error:
        raise BadBackup("handouts.backup.no-evening", path=backup.name, why=error.phrase) from error
    return file


def _check_parts(parts: Sequence[zipfile.ZipInfo]) -> str:
    """The name of the tournament's file. Raises `Trap` for anything that no backup of ours has."""
    names = [part.filename for part in parts]
    files = [name for name in names if name.endswith(SUFFIX) and "/" not in name]
    if len(files) != 1 or len(parts) > MOST_PARTS or len({name.casefold() for name in names}) < len(names):
        raise Trap("not one tournament")
    if sum(part.file_size for part in parts) > MOST_UNPACKED or not all(map(_is_ours, parts)):
        raise Trap("a part that is none of ours")
    return files[0]


def _is_ours(part: zipfile.ZipInfo) -> bool:
    """Whether the part is a plain file with a name like ours, and no larger than its packed bytes allow."""
    kind = stat.S_IFMT(part.external_attr >> 16)
    sized = part.file_size <= max(SMALL, MOST_RATIO * part.compress_size)
    plain = kind in (0, stat.S_IFREG) and not part.flag_bits & 1  # no link, no password
    return _is_our_name(part.filename) and sized and plain


def _is_our_name(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and not _NO_NAME.search(name)


def _unpack_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo, target: Path) -> None:
    """Writes the part to `target`. Raises `Trap` if it is larger than it says."""
    target.parent.mkdir(exist_ok=True)
    with archive.open(part) as packed, target.open("xb") as file:
        _copy(packed, file, part.file_size)


def _copy(packed: IO[bytes], file: IO[bytes], size: int) -> None:
    left = size
    while chunk := packed.read(_CHUNK):
        left -= len(chunk)
        if left < 0:
            raise Trap("larger than it says")
        file.write(chunk)
