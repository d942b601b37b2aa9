"""Reduced copies of the photographs: into the tournament's file, and out again where the originals are not at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournament.filing.making import Evening
    from tournament.record.facts import Photographed
    from tournament.record.store import Store

_AT_ONCE = 12
"""Copies in one transaction: each waits for the disk. One that a crash loses is made at the next scan."""
_JPEG = b"\xff\xd8"

PageSizes = Mapping[tuple[str, int], tuple[int, int]]
"""Width and height in pixels of each page of a photograph, by SHA-256 and page."""


@dataclass(slots=True)
class CopyFiler:
    """Files the copies of photographs that have none yet, a dozen at a time. `evening`: the file after the last one."""

    store: Store
    evening: Evening
    by: str
    uncopied: dict[str, Photographed] = field(init=False)
    waiting: dict[Photographed, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Looks which photographs of the file have no copy."""
        self.uncopied = {hash_: photo for hash_, photo in self.evening.tournament.photos.items() if not photo.copy}

    def is_uncopied(self, sha256: str) -> bool:
        """Whether the photograph is in the file, without a copy."""
        return sha256 in self.uncopied

    def keep_copy(self, sha256: str, data: bytes) -> None:
        """Takes the copy of that photograph."""
        from tournament.record.entries import hash_bytes

        self.waiting[replace(self.uncopied.pop(sha256), copy=hash_bytes(data))] = data
        if len(self.waiting) >= _AT_ONCE:
            self.finish()

    def finish(self) -> Evening:
        """Files what is left; returns the file as it is then."""
        from tournament.filing.making import append_to

        blobs = {photo.copy: data for photo, data in self.waiting.items()}
        self.evening = append_to(self.store, self.evening, tuple(self.waiting), self.by, blobs)
        self.waiting.clear()
        return self.evening


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
