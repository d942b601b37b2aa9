"""Pictures of rows and names for the workbook, cut from the original photographs, each file decoded once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from desk.workers.budget import Loss
from desk.workers.crop_marks import NO_MARKS, Marks, add_names, draw_frames, find_marks
from desk.workers.pool import Pool, Work
from desk.workers.reading import use_one_thread
from scanner.reading import PageProgress, Quad, Reading, ignore_progress
from texts.languages import Lang

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tournament.evening.book import Book
    from tournament.judging.row.transcribe import WrittenSheet
    from tournament.workbook.pictures import CropSource

MARGIN = 0.12
"""Margin on all sides as a share of the strip's height: ink that overhangs its cell is part of the evidence."""
LONGEST = 26.0
"""A strip's greatest length, in heights of a field. A row of a points sheet is 14 long. One of a full sheet is 35 to 60
long: two or three parts of it, one below the other, fill the workbook's picture best."""
GAP_PX = 6
"""White between the parts of a folded row."""
MAX_SIDE_PX = 1100
"""Twice what the workbook shows, so that it can be zoomed; a row takes about 20 kB."""
SANE_SIDE_PX = 12_000
"""No strip of a photograph is longer: the widest sheet side of 64 megapixels."""
JPEG_QUALITY = 82

CropKey = tuple[str, int, tuple[Quad, ...]]
"""SHA-256 of the file, page, and what is to be seen."""
PageSizes = Mapping[tuple[str, int], tuple[int, int]]
"""Width and height in pixels of each page of a photograph when it was read, by SHA-256 and page."""
NO_SIZES: PageSizes = {}
Pictures = dict[CropKey, bytes | None]
"""The JPEG of each strip, None for what cannot be cut."""


@dataclass(frozen=True, slots=True)
class CropTask:
    """Which strips are wanted of one file, and what is drawn on them. `sizes`: by page, width and height of the
    photograph of which the file is a reduced copy."""

    photo: Path
    wanted: tuple[CropKey, ...]
    marks: Mapping[CropKey, Marks] = field(default_factory=dict)
    sizes: Mapping[int, tuple[int, int]] = field(default_factory=dict)


def cut_crops(
    book: Book, files: Mapping[str, Path], pool: Pool, lang: Lang, sizes: PageSizes = NO_SIZES
) -> CropSource:
    """Cuts every picture that the workbook will ask for, and returns the function that it asks.

    `files`: path of each photograph, or of a reduced copy, by the photograph's SHA-256. `sizes`: of those of which
    there may be a copy.
    """
    wanted: dict[str, dict[CropKey, Marks]] = {}
    for sheet, fields, marks in _list_wanted(book, lang):
        place = _make_key(sheet, fields)
        wanted.setdefault(place[0], {}).setdefault(place, marks)
    cuts = [CropTask(files[sha256], tuple(places), places, list_sizes(sizes, sha256))
            for sha256, places in wanted.items() if sha256 in files]
    pictures = {place: jpeg for pages in pool.run(CUTTING, cuts) for page in pages for place, jpeg in page.items()}
    return lambda sheet, fields: pictures.get(_make_key(sheet, fields))


def list_sizes(sizes: PageSizes, sha256: str) -> dict[int, tuple[int, int]]:
    """The sizes of one photograph's pages, by page."""
    return {page: size for (photo, page), size in sizes.items() if photo == sha256}


def cut_pages(cut: CropTask, first: int = 0, tell: PageProgress = ignore_progress) -> Iterator[Pictures]:
    """Yields the wanted strips, page by page. A picture that cannot be cut is left out."""
    from scanner.open.photo import load_colour

    use_one_thread()
    pages = sorted({page for _, page, _ in cut.wanted})
    for number, page in enumerate(pages[first:], first):
        tell(number, len(pages))
        colour = load_colour(cut.photo, page)
        if colour is not None and page in cut.sizes:
            colour = _enlarge(colour, cut.sizes[page])
        yield {} if colour is None else {
            place: cut_strip(colour, place[2], cut.marks.get(place, NO_MARKS))
            for place in cut.wanted if place[1] == page
        }


def _enlarge(colour: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The copy (h, w, 3) uint8 as large as the photograph was; one of that size, or of no sane one, stays."""
    import cv2
    import numpy as np

    if colour.shape[1::-1] == size or not all(0 < side <= SANE_SIDE_PX for side in size):
        return colour
    return np.asarray(cv2.resize(colour, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def cut_strip(colour: NDArray[np.uint8], quads: Sequence[Quad], marks: Marks = NO_MARKS) -> bytes | None:
    """The rectangle around all `quads`, as JPEG, turned so that it can be read; None where it cannot be cut.

    `colour`: (H, W, 3) uint8, BGR. `quads`: corners in pixels. A row much longer than high is folded: its parts from
    left to right stand one below the other. `marks`: what is drawn on it.
    """
    import cv2
    import numpy as np

    corners = np.asarray(quads, dtype=np.float64)  # (n, 4, 2): upper left, upper right, lower right, lower left
    if not np.isfinite(corners).all() or not np.linalg.norm(_sum_sides(corners)):
        return None
    straight = [_straighten(colour, part) for part in _fold(corners)]
    parts = [part for part, _ in straight]
    scale = min(1.0, MAX_SIDE_PX / max(max(part.shape[:2]) for part in parts))
    sizes = [(max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))) for part in parts]
    shrunk = [np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
              for part, size in zip(parts, sizes, strict=True)]
    shrunk = [_mark(part, to_part * scale, marks) for part, (_, to_part) in zip(shrunk, straight, strict=True)]
    widest = max(part.shape[1] for part in shrunk)
    sides = [((0, GAP_PX if part is not shrunk[-1] else 0), (0, widest - part.shape[1]), (0, 0)) for part in shrunk]
    padded = [np.pad(part, side, constant_values=255) for part, side in zip(shrunk, sides, strict=True)]
    good, data = cv2.imencode(".jpg", np.vstack(padded), [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return data.tobytes() if good else None


def _mark(part: NDArray[np.uint8], to_part: NDArray[np.float64], marks: Marks) -> NDArray[np.uint8]:
    """The part (h, w, 3) uint8 with the marks that lie in it; `to_part`: (2, 3) float64, from the photograph."""
    framed = [_move(quad, to_part) for quad in marks.framed]
    draw_frames(part, [cell for cell in framed if _lies_in(cell, part)])
    named = [(_move(quad, to_part), name) for quad, name in marks.names]
    inside = [(cell[:, 0], name) for cell, name in named if _lies_in(cell, part)]
    places = [(float(across.min()), float(across.max()), name) for across, name in inside]
    return add_names(part, places) if places else part


def _move(quad: Quad, to_part: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners (4, 2) float64 as they lie in the part."""
    import numpy as np

    moved: NDArray[np.float64] = np.asarray(quad, np.float64) @ to_part[:, :2].T + to_part[:, 2]
    return moved


def _lies_in(cell: NDArray[np.float64], part: NDArray[np.uint8]) -> bool:
    """Whether the middle of the cell (4, 2) lies in the part (h, w, 3)."""
    x, y = cell.mean(0)
    return bool(0 <= x < part.shape[1] and 0 <= y < part.shape[0])


def _sum_sides(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The direction in which the text runs, (2,) float64: the sum of the upper and lower sides of quads (n, 4, 2)."""
    along: NDArray[np.float64] = (corners[:, 1] + corners[:, 2] - corners[:, 0] - corners[:, 3]).sum(0)
    return along


def _find_frame(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Unit vectors to the right and down as the sheet is read, (2, 2) float64, for quads (n, 4, 2)."""
    import numpy as np

    along = _sum_sides(corners) / np.linalg.norm(_sum_sides(corners))
    return np.stack([along, [-along[1], along[0]]])


def _fold(corners: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """Splits fields (n, 4, 2) into the fewest parts of about equal width that are at most `LONGEST` heights long."""
    import numpy as np

    at = corners @ _find_frame(corners).T
    left, long = at[..., 0].min(), np.ptp(at[..., 0])
    count = max(1, int(np.ceil(long / (LONGEST * max(1.0, float(np.median(np.ptp(at[..., 1], axis=1))))))))
    part = ((at[..., 0].mean(1) - left) / long * count).astype(int)
    return [corners[part == n] for n in range(count) if (part == n).any()]


def _straighten(
    colour: NDArray[np.uint8], corners: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The rectangle around the fields (n, 4, 2), with its sides along theirs: (h, w, 3) uint8, BGR; and how a place in
    the photograph moves there: (2, 3) float64."""
    import cv2
    import numpy as np

    frame = _find_frame(corners)
    at = corners.reshape(-1, 2) @ frame.T
    margin = MARGIN * float(np.ptp(at[:, 1]))
    low, high = at.min(0) - margin, at.max(0) + margin
    width, height = (max(1, min(round(float(side)), SANE_SIDE_PX)) for side in high - low)
    to_crop = np.hstack([frame, -low[:, None]])
    picture = cv2.warpAffine(colour, to_crop, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8), to_crop


def _list_wanted(book: Book, lang: Lang) -> Iterable[tuple[WrittenSheet, Sequence[Reading], Marks]]:
    """Yields what pictures are wanted: of every open item's fields, and of every name field."""
    from tournament.workbook.open_items import list_open_items

    items = list_open_items(book, lang)
    shown = ((item.entry, item) for item in items if item.entry and item.fields)
    yield from ((entry.sheet.source, item.fields, find_marks(item)) for entry, item in shown)
    for entry in book.entries:
        source = entry.sheet.source
        yield from ((source, [name], NO_MARKS) for name in source.names if name is not None)


def _make_key(sheet: WrittenSheet, fields: Sequence[Reading]) -> CropKey:
    return sheet.photo_sha256, sheet.page, tuple(one.quad_px for one in fields)


def _give_nothing(_cut: CropTask, _loss: Loss) -> Pictures:
    """No pictures of a file that failed now: it may be gone since it was read."""
    return {}


CUTTING: Work[CropTask, Pictures] = Work(cut_pages, _give_nothing)
