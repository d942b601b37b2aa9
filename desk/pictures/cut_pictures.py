"""Cuts pictures of rows and names for the workbook, and makes reduced copies for the tournament's file.

Each photograph is decoded once for both, in a worker process: no decoder runs in the server, whose memory holds the
secret links. A copy is small enough to mail, and every number in it can still be read.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from desk.pictures.strips import NO_MARKS, Marks, cut_strip, find_marks
from desk.workers.pool import Pool, Work
from desk.workers.read_photos import use_one_thread
from desk.workers.worker_process import Loss
from scanner.sheet_reading import PageProgress, Quad, Reading, ignore_progress
from texts.languages import Lang

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from scanner.open_photo import ColourPage
    from tournament.evening.book import Book
    from tournament.handout.workbook.worksheet import CropSource
    from tournament.judging.written_sheet import WrittenSheet

    Colour = NDArray[np.uint8]


LEAST_SIDE_PX = 1400
"""Pixels of the shorter side of a copy (a smaller photograph stays): 6 to 7 pixels per millimetre of an A4 sheet."""
LARGE_ENOUGH = 1.3
"""A picture at most this many times larger than a copy is not reduced: that takes as long as all other steps together,
and saves only a tenth of the copy."""
JPEG_QUALITY = 60
"""A copy has about 300 kB; at 40 thin strokes begin to break up."""
MOST_PAGES = 40
"""Pages of a PDF or TIFF that are copied."""


def reduce_page(pixels: NDArray[np.uint8] | None) -> Image | None:
    """One page of the copy. `pixels`: (h, w, 3) uint8, BGR; None for a page that could not be decoded."""
    import cv2
    from PIL import Image

    if pixels is None:
        return None
    picture = Image.fromarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))
    scale = LEAST_SIDE_PX / max(1, min(picture.size))
    if scale * LARGE_ENOUGH >= 1:
        return picture
    return picture.resize((round(picture.width * scale), round(picture.height * scale)), reducing_gap=2.0)


def write_copy(pages: Sequence[Image | None]) -> bytes:
    """The copy as a file's bytes: a JPEG, of several pages a TIFF with as many, in which a page without pixels is one
    black pixel. b"" where no page has any."""
    from PIL import Image

    if not any(pages):
        return b""
    target, (first, *others) = io.BytesIO(), [page or Image.new("RGB", (1, 1)) for page in pages]
    if others:
        first.save(target, "TIFF", save_all=True, append_images=others, compression="jpeg", quality=JPEG_QUALITY)
    else:
        first.save(target, "JPEG", quality=JPEG_QUALITY)
    return target.getvalue()


Decode = Callable[[Path, int], "Colour | None"]
"""Gives a page of a file in colour, (h, w, 3) uint8, BGR; None where it cannot be decoded."""


@dataclass(frozen=True, slots=True)
class ColourTask:
    """A page (from 0) to decode in colour."""

    photo: Path
    page: int


def decode_page(task: ColourTask, _first: int = 0, _progress: object = None) -> Iterator[Colour | None]:
    """Yields the page, (h, w, 3) uint8, BGR, reduced to the size of a copy; None where it cannot be decoded."""
    from scanner.open_photo import load_colours

    use_one_thread()
    pages = load_colours(task.photo, LEAST_SIDE_PX, {task.page})
    yield next((page.pixels for page in pages), None)


def decode_here(photo: Path, page: int) -> Colour | None:
    """The page, (h, w, 3) uint8, BGR, decoded in this process: for tests and one's own files."""
    return next(decode_page(ColourTask(photo, page)))


def make_decoder(pool: Pool) -> Decode:
    """A `Decode` that uses a worker of the pool; only one thread may call it at a time."""

    def decode(photo: Path, page: int) -> Colour | None:
        [(pixels,)] = pool.run(DECODING, [ColourTask(photo, page)])
        return pixels

    return decode


def _give_no_colour(_task: ColourTask, _loss: Loss) -> Colour | None:
    return None


DECODING: Work[ColourTask, Colour | None] = Work(decode_page, _give_no_colour)

CropKey = tuple[str, int, tuple[Quad, ...]]
"""SHA-256 of the file, page (from 0), and the fields that the strip shows."""
PageSizes = Mapping[tuple[str, int], tuple[int, int]]
"""Width and height in pixels of each page of a photograph when it was read, by SHA-256 and page."""
Strips = Mapping[CropKey, Marks]
"""The strips to cut, and what is drawn on each."""
Pictures = dict[CropKey, bytes | None]
"""The JPEG of each strip, None for what cannot be cut."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """Photographs to cut pictures from. `files`: by SHA-256 the original, or a reduced copy; `sizes`: page sizes of the
    originals where the file may be a copy."""

    files: Mapping[str, Path]
    sizes: PageSizes = field(default_factory=dict)

    def list_sizes(self, sha256: str) -> dict[int, tuple[int, int]]:
        """The sizes of one photograph's pages, by page."""
        return {page: size for (photo, page), size in self.sizes.items() if photo == sha256}


@dataclass(frozen=True, slots=True)
class CropTask:
    """What to make from one file: strips, and a copy. `sizes`: by page, width and height of the original photograph if
    the file is a reduced copy."""

    photo: Path
    strips: Strips = field(default_factory=dict)
    copy: bool = False
    sizes: Mapping[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Crops:
    """The strips of one page; with the file's last page also its reduced copy, b"" for none."""

    pictures: Pictures = field(default_factory=dict)
    copy: bytes = b""


class CopyKeeper(Protocol):
    """Stores copies of photographs that have none, by their SHA-256."""

    def is_uncopied(self, sha256: str) -> bool:
        """Whether a copy of that photograph is wanted."""

    def keep_copy(self, sha256: str, data: bytes) -> None:
        """Stores the copy."""


def list_strips(book: Book, lang: Lang) -> Strips:
    """The strips that the workbook shows: the fields of every open item, and every name field."""
    from tournament.review.open_items import list_open_items

    wanted: dict[CropKey, Marks] = {}
    for item in list_open_items(book, lang):
        if item.entry and item.fields:
            wanted.setdefault(_make_key(item.entry.sheet.source, item.fields), find_marks(item))
    for entry in book.entries:
        for name in filter(None, entry.sheet.source.names):
            wanted.setdefault(_make_key(entry.sheet.source, [name]), NO_MARKS)
    return wanted


def give_pictures(pictures: Pictures) -> CropSource:
    """The function that gives the workbook these pictures."""
    return lambda sheet, fields: pictures.get(_make_key(sheet, fields))


def cut_all(strips: Strips, photos: Gathered, pool: Pool, copies: CopyKeeper | None = None) -> Pictures:
    """Cuts the strips, and gives missing copies to `copies`."""
    wanted: dict[str, dict[CropKey, Marks]] = {sha256: {} for sha256 in photos.files}
    for place, marks in strips.items():
        wanted.get(place[0], {})[place] = marks
    tasks = {
        sha256: CropTask(
            photos.files[sha256],
            places,
            copies is not None and copies.is_uncopied(sha256),
            photos.list_sizes(sha256),
        )
        for sha256, places in wanted.items()
    }
    tasks = {sha256: task for sha256, task in tasks.items() if task.strips or task.copy}
    pictures: Pictures = {}
    for sha256, pages in zip(tasks, pool.run(CUTTING, list(tasks.values())), strict=True):
        for page in pages:
            pictures |= page.pictures
            if copies is not None and page.copy:
                copies.keep_copy(sha256, page.copy)
    return pictures


def cut_pages(task: CropTask, first: int = 0, progress: PageProgress = ignore_progress) -> Iterator[Crops]:
    """Yields the wanted strips, page by page, and the copy at the end. A strip that cannot be cut is left out. There is
    no copy of a file of which a page failed."""
    from scanner.open_photo import load_colours

    use_one_thread()
    copied = range(MOST_PAGES) if task.copy and not first else ()  # `first`: a page before it failed
    wanted = {page for _, page, _ in task.strips} | set(copied)
    kept = []
    for page in load_colours(task.photo, LEAST_SIDE_PX, wanted, first, progress):
        yield Crops(_cut_page(task, page))
        if page.page in copied:
            kept.append(reduce_page(page.pixels))
    if kept:
        yield Crops(copy=write_copy(kept))


def _cut_page(task: CropTask, page: ColourPage) -> Pictures:
    """The strips of one page; none where it has no pixels."""
    if page.pixels is None:
        return {}
    photographed = task.sizes.get(page.page)
    scale = max(page.pixels.shape) / max(photographed) if photographed else page.scale
    return {
        place: cut_strip(page.pixels, place[2], marks, scale)
        for place, marks in task.strips.items()
        if place[1] == page.page
    }


def _make_key(sheet: WrittenSheet, fields: Sequence[Reading]) -> CropKey:
    return sheet.photo_sha256, sheet.page, tuple(one.quad_px for one in fields)


def _give_no_crops(_task: CropTask, _loss: Loss) -> Crops:
    """No strips for a file that fails now: it may have been deleted since it was read."""
    return Crops()


CUTTING: Work[CropTask, Crops] = Work(cut_pages, _give_no_crops)
