"""Pictures of rows and names for the workbook, cut from the original photographs, each file decoded once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.workers.budget import Loss
from desk.workers.pool import Pool, Work
from desk.workers.worker import use_one_thread
from scanner.reading import Quad, Reading, Tell, tell_nobody
from texts.languages import Lang

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tournament.evening.book import Book
    from tournament.judging.row.transcribe import WrittenSheet
    from tournament.workbook.pictures import Crop

MARGIN = 0.12
"""Of the strip's height, on all sides: ink that overhangs its cell is part of the evidence."""
LONGEST = 26.0
"""Heights of a field that a strip is long at most: a row of a points sheet is 14, one of a full sheet 35 to 60. Two or
three parts below one another fill the picture of the workbook best."""
GAP_PX = 6
"""White between the parts of a folded row."""
MAX_SIDE_PX = 1100
"""Twice what the workbook shows, so that it can be zoomed; a row takes about 20 kB."""
SANE_SIDE_PX = 12_000
"""No strip of a photograph is longer: the widest sheet side of 64 megapixels."""
JPEG_QUALITY = 82

Place = tuple[str, int, tuple[Quad, ...]]
"""SHA-256 of the file, page, and what is to be seen."""
Pictures = dict[Place, bytes | None]
"""The JPEG of each strip, None for what cannot be cut."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What is wanted of one file: the page (from 0) and the fields, as often as needed."""

    photo: Path
    wanted: tuple[Place, ...]


def cutter(book: Book, files: dict[str, Path], pool: Pool, lang: Lang) -> Crop:
    """Cuts everything that the workbook will ask for; `files`: path of each file by its SHA-256."""
    wanted: dict[str, dict[Place, None]] = {}
    for sheet, fields in _asked(book, lang):
        place = _place(sheet, fields)
        wanted.setdefault(place[0], {})[place] = None
    cuts = [Cut(files[sha256], tuple(places)) for sha256, places in wanted.items() if sha256 in files]
    pictures = {place: jpeg for pages in pool.run(CUTTING, cuts) for page in pages for place, jpeg in page.items()}
    return lambda sheet, fields: pictures.get(_place(sheet, fields))


def cut_pages(cut: Cut, first: int = 0, tell: Tell = tell_nobody) -> Iterator[Pictures]:
    """The wanted strips of each page of which any are wanted; a picture that lacks must never cost the workbook."""
    from scanner.open.photo import Photo, load

    use_one_thread()
    pages = sorted({page for _, page, _ in cut.wanted})
    for number, page in enumerate(pages[first:], first):
        tell(number, len(pages))
        photo = next(load(cut.photo, page), None)
        colour = photo.colour() if isinstance(photo, Photo) else None
        yield {} if colour is None else {place: strip(colour, place[2]) for place in cut.wanted if place[1] == page}


def strip(colour: NDArray[np.uint8], quads: Sequence[Quad]) -> bytes | None:
    """The JPEG of the rectangle around all `quads` (pixels), turned as the sheet is read; `colour`: (H, W, 3) BGR.

    A row much longer than high is folded: its parts stand one below the other, from left to right.
    """
    import cv2
    import numpy as np

    corners = np.asarray(quads, dtype=np.float64)  # (n, 4, 2): upper left, upper right, lower right, lower left
    if not np.isfinite(corners).all() or not np.linalg.norm(_along(corners)):
        return None
    parts = [_straight(colour, part) for part in _folded(corners)]
    scale = min(1.0, MAX_SIDE_PX / max(max(part.shape[:2]) for part in parts))
    sizes = [(max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))) for part in parts]
    shrunk = [cv2.resize(part, size, interpolation=cv2.INTER_AREA) for part, size in zip(parts, sizes, strict=True)]
    widest = max(part.shape[1] for part in shrunk)
    sides = [((0, GAP_PX if part is not shrunk[-1] else 0), (0, widest - part.shape[1]), (0, 0)) for part in shrunk]
    padded = [np.pad(part, side, constant_values=255) for part, side in zip(shrunk, sides, strict=True)]
    good, data = cv2.imencode(".jpg", np.vstack(padded), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if good else None


def _along(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of the upper and lower sides of quads (n, 4, 2): where the text runs."""
    along: NDArray[np.float64] = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]).sum(0)
    return along


def _frame(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """(2, 2): unit vectors to the right and down as the sheet is read."""
    import numpy as np

    along = _along(corners) / np.linalg.norm(_along(corners))
    return np.stack([along, [-along[1], along[0]]])


def _folded(corners: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """The fields (n, 4, 2) in parts of about equal width, as many as make none longer than `LONGEST` heights."""
    import numpy as np

    at = corners @ _frame(corners).T
    left, long = at[..., 0].min(), np.ptp(at[..., 0])
    count = max(1, int(np.ceil(long / (LONGEST * max(1.0, float(np.median(np.ptp(at[..., 1], axis=1))))))))
    part = ((at[..., 0].mean(1) - left) / long * count).astype(int)
    return [corners[part == n] for n in range(count) if (part == n).any()]


def _straight(colour: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The rectangle around the fields, its sides along theirs."""
    import cv2
    import numpy as np

    frame = _frame(corners)
    at = corners.reshape(-1, 2) @ frame.T
    margin = MARGIN * float(np.ptp(at[:, 1]))
    low, high = at.min(0) - margin, at.max(0) + margin
    width, height = (max(1, min(round(float(side)), SANE_SIDE_PX)) for side in high - low)
    to_crop = np.hstack([frame, -low[:, None]])
    picture = cv2.warpAffine(colour, to_crop, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)


def _asked(book: Book, lang: Lang) -> Iterable[tuple[WrittenSheet, Sequence[Reading]]]:
    """Every open item's fields, and every name field."""
    from tournament.workbook.gamerows import open_items

    yield from ((item.entry.sheet.source, item.fields) for item in open_items(book, lang) if item.entry and item.fields)
    for entry in book.entries:
        source = entry.sheet.source
        yield from ((source, [name]) for name in source.names if name is not None)


def _place(sheet: WrittenSheet, fields: Sequence[Reading]) -> Place:
    return sheet.photo_sha256, sheet.page, tuple(field.quad_px for field in fields)


def _none(_cut: Cut, _loss: Loss) -> Pictures:
    """The file may be gone since it was read; the workbook does without its pictures."""
    return {}


CUTTING: Work[Cut, Pictures] = Work(cut_pages, _none)
