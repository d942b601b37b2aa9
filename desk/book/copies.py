"""Reduced copies of the photographs: into the tournament's file, and out again where the originals are not at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from desk.workers.copies import COPYING, CopyTask

if TYPE_CHECKING:
    from desk.workers.pool import Pool
    from tournament.filing.making import Evening
    from tournament.record.store import Store

_AT_ONCE = 12
"""Copies in one transaction: each waits for the disk. One that a crash loses is made at the next scan."""
_JPEG = b"\xff\xd8"

PageSizes = Mapping[tuple[str, int], tuple[int, int]]
"""Width and height in pixels of each page of a photograph, by SHA-256 and page."""


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


def lay_out_copies(store: Store, evening: Evening, folder: Path, *wanted: str) -> dict[str, Path]:
    """Writes the copies of the `wanted` photographs into the folder; returns where they are. Both by SHA-256."""
    found: dict[str, Path] = {}
    for hash_ in wanted:
        photo = evening.tournament.photos.get(hash_)
        if photo is not None and photo.copy:
            data = store.read_blob(photo.copy)
            found[hash_] = folder / (hash_ + (".jpg" if data.startswith(_JPEG) else ".tif"))
            found[hash_].write_bytes(data)
    return found


def list_page_sizes(store: Store, evening: Evening) -> PageSizes:
    """How large the photographs were when they were read: fields are found by these pixels."""
    from tournament.filing.codec import decode_reading

    readings = (decode_reading(store.read_blob(sheet.reading)) for sheet in evening.sheets)
    return {(reading.photo_sha256, reading.page): reading.size_px for reading in readings}
