"""Stores reduced copies of the photographs in the tournament's file, and uses them where an original is missing."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desk.pictures.cut_pictures import Gathered, PageSizes
    from texts.languages import Lang
    from tournament.filing.opened.open_evening import Evening
    from tournament.handout.workbook.worksheet import CropSource
    from tournament.record.facts import Photographed
    from tournament.record.store import Store


_AT_ONCE = 12
"""Copies in one transaction, since each transaction waits for the disk. A copy lost in a crash is made at the next
scan."""
_JPEG = b"\xff\xd8"


@dataclass(slots=True)
class CopyFiler:
    """Stores copies of photographs that have none yet, a dozen at a time. `evening`: the evening after the last
    write."""

    store: Store
    evening: Evening
    by: str
    uncopied: dict[str, Photographed] = field(init=False)
    waiting: dict[Photographed, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Finds the photographs in the file that have no copy."""
        self.uncopied = {hash_: photo for hash_, photo in self.evening.tournament.photos.items() if not photo.copy}

    def is_uncopied(self, sha256: str) -> bool:
        """Whether the photograph is in the file, without a copy."""
        return sha256 in self.uncopied

    def keep_copy(self, sha256: str, data: bytes) -> None:
        """Stores the copy of that photograph, with the next dozen."""
        from tournament.record.entries import hash_bytes

        self.waiting[replace(self.uncopied.pop(sha256), copy=hash_bytes(data))] = data
        if len(self.waiting) >= _AT_ONCE:
            self.finish()

    def finish(self) -> Evening:
        """Stores the remaining copies; returns the evening afterwards."""
        from tournament.filing.opened.open_evening import append_to

        blobs = {photo.copy: data for photo, data in self.waiting.items()}
        self.evening = append_to(self.store, self.evening, tuple(self.waiting), self.by, blobs)
        self.waiting.clear()
        return self.evening


@contextmanager
def gather_photos(store: Store, evening: Evening, wanted: Collection[str] | None = None) -> Iterator[Gathered]:
    """Yields the photographs with these SHA-256, None for all: the original where it is found unchanged, else the copy
    in the tournament's file, laid out in a folder that exists only inside the `with`."""
    from desk.pictures.cut_pictures import Gathered
    from tournament.record.verify_record import find_photos, list_folders

    photos = [photo for hash_, photo in evening.tournament.photos.items() if wanted is None or hash_ in wanted]
    found = dict(find_photos(photos, list_folders(store.where)).paths)
    with tempfile.TemporaryDirectory(prefix="kiebitz-") as folder:
        found |= _lay_out_copies(store, [photo for photo in photos if photo.photo_sha256 not in found], Path(folder))
        yield Gathered(found, _list_page_sizes(store, evening, found))


def cut_for_workbook(store: Store, evening: Evening, lang: Lang) -> CropSource | None:
    """The pictures of rows and names in a workbook; None for an evening without photographs."""
    from desk.pictures.cut_pictures import cut_all, give_pictures, list_strips
    from desk.pictures.kept_strips import keep_strips, recall_strips
    from desk.workers.pool import Pool, count_workers

    tournament, strips = evening.entries[0].hash, list_strips(evening.book, lang)
    pictures = recall_strips(tournament, strips)
    lacking = {place: marks for place, marks in strips.items() if place not in pictures}
    with gather_photos(store, evening, {place[0] for place in lacking}) as photos:
        if photos.files:
            with Pool(count_workers(0, len(photos.files))) as pool:
                cut = cut_all(lacking, photos, pool)
            keep_strips(tournament, lacking, cut)
            pictures |= cut
    return give_pictures(pictures) if pictures else None


def _lay_out_copies(store: Store, photos: Iterable[Photographed], folder: Path) -> dict[str, Path]:
    """Writes the copies into the folder; returns their paths by the SHA-256 of the photograph. A copy that a damaged
    file no longer has is left out: only a picture is missing then, and `kiebitz verify` reports it."""
    from tournament.record.record_errors import MissingBlob

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
    """The page sizes of the wanted photographs when they were read: the places of fields are in these pixels."""
    from tournament.filing.opened.judgement_json import decode_reading

    blobs = [sheet.reading for sheet in evening.sheets if sheet.written.photo_sha256 in wanted]
    readings = map(decode_reading, store.read_blobs(blobs))
    return {(reading.photo_sha256, reading.page): reading.size_px for reading in readings}
