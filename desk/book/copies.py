"""Reduced copies of the photographs: into the tournament's file, and out again where the originals are not at hand."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from desk.workers.copies import COPYING, CopyTask

if TYPE_CHECKING:
    from desk.workers.crops import PageSizes
    from desk.workers.pool import Pool
    from tournament.filing.making import Evening
    from tournament.record.facts import Photographed
    from tournament.record.store import Store

_AT_ONCE = 12
"""Copies in one transaction: each waits for the disk. One that a crash loses is made at the next scan."""
_JPEG = b"\xff\xd8"


def file_copies(store: Store, files: Mapping[str, Path], by: str, pool: Pool) -> None:
    """Adds a copy of each photograph of the file that has none yet and is at hand. `files`: by SHA-256."""
    from tournament.record.entries import hash_bytes
    from tournament.record.replay import replay

    photos = replay(store.read_entries()).photos
    wanted = [(photos[hash_], path) for hash_, path in files.items() if hash_ in photos and not photos[hash_].copy]
    results = pool.run(COPYING, [CopyTask(path) for _, path in wanted])
    pages = zip((photo for photo, _ in wanted), results, strict=True)
    made = ((replace(photo, copy=hash_bytes(data)), data) for photo, result in pages for data in filter(None, result))
    while some := list(islice(made, _AT_ONCE)):
        store.append([photo for photo, _ in some], by=by, blobs={photo.copy: data for photo, data in some})


@dataclass(frozen=True, slots=True)
class Gathered:
    """Photographs to cut pictures from. `files`: by SHA-256, the original or the copy; `sizes`: see `PageSizes`."""

    files: Mapping[str, Path]
    sizes: PageSizes


@contextmanager
def gather_photos(store: Store, evening: Evening, wanted: Collection[str] | None = None) -> Iterator[Gathered]:
    """The photographs with these SHA-256, None for all of them: the original where it is found unchanged, else the
    copy that the tournament's file holds, for as long as the context lasts."""
    from tournament.record.photos import find_photos, list_folders

    photos = [photo for hash_, photo in evening.tournament.photos.items() if wanted is None or hash_ in wanted]
    found = dict(find_photos(photos, list_folders(store.where)).paths)
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        found |= _lay_out_copies(store, [photo for photo in photos if photo.photo_sha256 not in found], Path(folder))
        yield Gathered(found, _list_page_sizes(store, evening, found))


def _lay_out_copies(store: Store, photos: Iterable[Photographed], folder: Path) -> dict[str, Path]:
    """Writes the copies into the folder; returns where they are by the SHA-256 of the photograph. One that the file has
    lost is left out: that costs a picture, and `kiebitz verify` says so."""
    from tournament.record.errors import MissingBlob

    found: dict[str, Path] = {}
    for photo in photos:
        with suppress(MissingBlob):
            data = store.read_blob(photo.copy) if photo.copy else b""
            if data:
                path = folder / (photo.photo_sha256 + (".jpg" if data.startswith(_JPEG) else ".tif"))
                path.write_bytes(data)
                found[photo.photo_sha256] = path
    return found


def _list_page_sizes(store: Store, evening: Evening, wanted: Collection[str]) -> PageSizes:
    """How large the wanted photographs were when they were read: fields are found by these pixels."""
    from tournament.filing.codec import decode_reading

    blobs = [sheet.reading for sheet in evening.sheets if sheet.written.photo_sha256 in wanted]
    readings = map(decode_reading, store.read_blobs(blobs))
    return {(reading.photo_sha256, reading.page): reading.size_px for reading in readings}
