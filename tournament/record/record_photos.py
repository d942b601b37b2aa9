"""Where the photographs of a tournament lie: in its file's folder, in those in it, or where people say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

from tournament.record.entries import hash_file
from tournament.record.facts import Photographed
from tournament.record.record_errors import is_url


@dataclass(frozen=True, slots=True)
class FoundPhotos:
    """`paths`: of the photographs that lie there as they were read, by SHA-256. `changed`: the names of photographs in
    whose place there are only other pictures. `absent`: the names of those that are not there at all."""

    paths: Mapping[str, Path]
    changed: tuple[str, ...]
    absent: tuple[str, ...]


def list_folders(where: str | Path, more: Iterable[Path] = ()) -> tuple[Path, ...]:
    """The folders where photographs of the tournament `where` are looked for: its file's folder and those in it, for
    many keep each round in one of its own; the working folder; and `more`."""
    own = Path(where).absolute().parent
    folders = [] if is_url(where) else [own]
    with suppress(OSError):
        folders += sorted(path for path in own.iterdir() if path.is_dir()) if folders else []
    with suppress(OSError):  # it was deleted
        folders.append(Path.cwd())
    return tuple(dict.fromkeys((*folders, *more)))


def find_photos(photos: Iterable[Photographed], folders: Iterable[Path]) -> FoundPhotos:
    """Looks for every photograph by its name in each of the folders, and compares its SHA-256.

    Two rounds may each have an IMG_0001.jpg: a picture that is another photograph of these is none that was changed.
    """
    # only the last part of the name: a file that somebody sent must not choose which files are looked into
    wanted = {photo.photo_sha256: PurePosixPath(PureWindowsPath(photo.name).name).name for photo in photos}
    folders = tuple(folders)
    lying = {
        name: [path for folder in folders if (path := folder / name).is_file()]
        for name in dict.fromkeys(wanted.values())
        if name
    }
    hashes = {path: hash_file(path) for paths in lying.values() for path in paths}
    paths: dict[str, Path] = {}
    for path, hash_ in hashes.items():
        if wanted.get(hash_) == path.name:
            paths.setdefault(hash_, path)
    missing = [name for hash_, name in wanted.items() if hash_ not in paths]
    strange = {name for name in missing if any(hashes[path] not in wanted for path in lying.get(name, ()))}
    changed = tuple(name for name in missing if name in strange)
    return FoundPhotos(paths, changed, tuple(name for name in missing if name not in strange))
