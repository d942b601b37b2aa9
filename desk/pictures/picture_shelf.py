"""Pictures of fields, rows and sheets for the page, cut from the file's copies or from the photographs beside it.

Only what the evening has can be asked for: a row by its item, a field by its sheet's key and its id, a sheet by its
key. No path ever comes from outside. What was asked for last is kept, up to so many bytes together.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from math import dist
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from desk.pictures.cut_pictures import Decode, decode_here, make_decoder, reduce_page, write_copy
from desk.pictures.flat_sheet import SheetView, draw_view, find_view
from desk.pictures.photo_copies import gather_photos
from desk.pictures.strips import NO_MARKS, Marks
from desk.workers.pool import Pool
from desk.workers.read_photos import load_own_list
from scanner.sheet_reading import Quad, Reading
from templates.layout import PaperError
from templates.sheet_spec import make_layout

Kept = TypeVar("Kept")


class ByteCache(Generic[Kept]):
    """Values by key; the least recently used are dropped first. Every call may come from any thread.

    `weigh`: how many bytes a value has.
    """

    def __init__(self, most: int, weigh: Callable[[Kept], int]) -> None:
        self._most, self._weigh, self._lock = most, weigh, Lock()
        self._kept: OrderedDict[object, Kept] = OrderedDict()
        self._bytes = 0

    def find(self, key: object) -> Kept | None:
        """The value; None where it was never kept or has been dropped."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: object, value: Kept) -> None:
        """Keeps the value, unless it alone is larger than the cache."""
        with self._lock:
            old = self._kept.pop(key, None)
            self._bytes -= 0 if old is None else self._weigh(old)
            if self._weigh(value) > self._most:
                return
            self._kept[key] = value
            self._bytes += self._weigh(value)
            while self._bytes > self._most:
                self._bytes -= self._weigh(self._kept.popitem(last=False)[1])


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tournament.evening.counted_sheets import CountedSheet
    from tournament.filing.opened.open_evening import Evening
    from tournament.filing.stories.row_story import Audited
    from tournament.judging.judged_sheet import JudgedRow
    from tournament.judging.written_sheet import WrittenSheet
    from tournament.record.store import Store

    Colour = NDArray[np.uint8]


MOST_DECODED = 96 << 20
"""Bytes of decoded pictures that are kept: ten copies of 9 MB."""
MOST_CUT = 32 << 20
"""Bytes of cut pictures that are kept: 1,500 rows of 20 kB."""
HEAD = 0.6
"""Surroundings shown with each field of a head, as a share of its height, for the printed words beside the boxes."""
THUMBNAIL_PX = (168, 224)
"""Width and height of a thumbnail at most: two pixels for each of the page, about 8 kB."""
AROUND, CLOSE = 0.35, 0.08
"""Surroundings shown with a single field, and with one among many, as a share of its height."""
WIDE = 2.6
"""The least width of a single field's picture, in heights: beside a box for a cross the boxes next to it are seen."""
Around = Literal["framed", "wide", "close"]
"""How a field is cut: with a frame around it; without, with its surroundings; without, as one among many."""


class PictureShelf:
    """Cuts pictures and keeps those that were asked for last. Every call may come from any thread.

    `decode`: decodes a photograph's page in colour; only one thread calls it at a time.
    """

    decode: Decode = staticmethod(decode_here)

    def __init__(self, store: Store) -> None:
        self._store, self._decoding = store, Lock()
        self._decoded: ByteCache[tuple[Colour, float]] = ByteCache(MOST_DECODED, lambda picture: picture[0].nbytes)
        self._cut: ByteCache[bytes] = ByteCache(MOST_CUT, len)

    def cut_row(self, evening: Evening, entry: CountedSheet, row: JudgedRow, framed: Sequence[str]) -> bytes | None:
        """The row as JPEG, with the players' names above their cells and a frame around the fields `framed`."""
        fields = row.source.readings
        cells = [(cell.quad_px, name) for cell, name in zip(row.source.cells, entry.names, strict=True) if cell]
        marks = Marks(tuple(cells), tuple(field.quad_px for field in fields if field.id in framed))
        return self.cut_fields(evening, entry.sheet.source, fields, marks)

    def cut_cell(
        self, evening: Evening, sheet: WrittenSheet, field: Reading, around: Around = "framed"
    ) -> bytes | None:
        """One field as JPEG with a little of its surroundings."""
        quad = _stretch(field.quad_px, CLOSE if around == "close" else AROUND)
        shown = _widen(quad) if around == "wide" else quad
        return self._cut_strip(evening, sheet, (shown,), Marks(framed=(field.quad_px,) if around == "framed" else ()))

    def cut_fields(
        self, evening: Evening, sheet: WrittenSheet, fields: Sequence[Reading], marks: Marks = NO_MARKS
    ) -> bytes | None:
        """The strip around these fields as JPEG; None where the photograph is not at hand."""
        return self._cut_strip(evening, sheet, tuple(field.quad_px for field in fields), marks)

    def cut_head(self, evening: Evening, sheet: WrittenSheet) -> bytes | None:
        """The fields above the rows as JPEG, with what is printed around them."""
        quads = tuple(_stretch(field.quad_px, HEAD) for field in sheet.head.values())
        return self._cut_strip(evening, sheet, quads, NO_MARKS)

    def draw_sheet(self, evening: Evening, sheet: WrittenSheet) -> bytes | None:
        """The whole sheet as JPEG, straightened, as `view_sheet` places its fields."""
        view = view_sheet(sheet, evening.tournament.opening.own_list)
        return self._keep((sheet.photo_sha256, sheet.page, view), lambda: self._draw(evening, sheet, view))

    def draw_thumbnail(self, sha256: str, file: Path) -> bytes | None:
        """The first page of that photograph as a small JPEG; None where it cannot be decoded, which is tried once."""
        return self._keep((sha256, "thumbnail"), lambda: self._shrink(file)) or None

    def _shrink(self, file: Path) -> bytes:
        with self._decoding:
            colour = self.decode(file, 0) if file.is_file() else None
        page = reduce_page(colour)
        if page is None:
            return b""
        page.thumbnail(THUMBNAIL_PX)
        return write_copy([page])

    def _draw(self, evening: Evening, sheet: WrittenSheet, view: SheetView) -> bytes | None:
        found = self._load(evening, sheet)
        return None if found is None else draw_view(found[0], view, found[1])

    def _cut_strip(self, evening: Evening, sheet: WrittenSheet, quads: tuple[Quad, ...], marks: Marks) -> bytes | None:
        return self._keep(
            (sheet.photo_sha256, sheet.page, quads, marks), lambda: self._make_strip(evening, sheet, quads, marks)
        )

    def _make_strip(self, evening: Evening, sheet: WrittenSheet, quads: Sequence[Quad], marks: Marks) -> bytes | None:
        from desk.pictures.strips import cut_strip

        found = self._load(evening, sheet)
        return None if found is None else cut_strip(found[0], quads, marks, found[1])

    def _keep(self, key: object, make: Callable[[], bytes | None]) -> bytes | None:
        known = self._cut.find(key)
        if known is None:
            known = make()
            if known is not None:
                self._cut.put(key, known)
        return known

    def _load(self, evening: Evening, sheet: WrittenSheet) -> tuple[Colour, float] | None:
        """The page in colour, (h, w, 3) uint8, BGR, and how many times as large as the photograph it is."""
        with self._decoding:  # one at a time: each takes some 50 MB for a moment
            key = sheet.photo_sha256, sheet.page
            found = self._decoded.find(key)
            if found is None:
                found = self._decode(evening, sheet)
                if found is not None:
                    self._decoded.put(key, found)
            return found

    def _decode(self, evening: Evening, sheet: WrittenSheet) -> tuple[Colour, float] | None:
        key = sheet.photo_sha256, sheet.page
        with gather_photos(self._store, evening, {sheet.photo_sha256}) as photos:
            path, size = photos.files.get(sheet.photo_sha256), photos.sizes.get(key)
            colour = None if path is None else self.decode(path, sheet.page)
        return None if colour is None or size is None else (colour, max(colour.shape[:2]) / max(size))


def cut_audited(store: Store, evening: Evening, audited: Audited) -> bytes | None:
    """The item's picture as JPEG, from the photograph or the file's copy of it; None where neither is there."""
    if audited.entry is None or not audited.readings:
        return None
    shelf = PictureShelf(store)
    with Pool(1) as pool:
        shelf.decode = make_decoder(pool)
        return shelf.cut_fields(evening, audited.entry.sheet.source, audited.readings)


def view_sheet(sheet: WrittenSheet, own_list: str = "") -> SheetView:
    """The view of the whole sheet: the flat page where the sheet's code gives its layout, or it is the club's own list
    of that text; else the area of its fields."""
    try:
        layout = load_own_list(own_list) if sheet.code is None else make_layout(sheet.code)
    except PaperError:
        layout = None
    return find_view({field.id: field.quad_px for field in list_fields(sheet)}, layout)


def list_fields(sheet: WrittenSheet) -> tuple[Reading, ...]:
    """Every field of the sheet: its head, its rows, sums and signatures."""
    signatures = (reading for reading in sheet.signatures if reading is not None)
    return (*sheet.head.values(), *sheet.readings_by_id().values(), *signatures)


def _stretch(quad: Quad, share: float) -> Quad:
    """The field enlarged on all sides by this share of its height."""
    high = dist(quad[0], quad[3])
    return _enlarge(quad, high * share, high * share)


def _widen(quad: Quad) -> Quad:
    """The field enlarged to the left and right until it is `WIDE` times as wide as high."""
    return _enlarge(quad, max(0.0, WIDE * dist(quad[0], quad[3]) - dist(quad[0], quad[1])) / 2, 0.0)


def _enlarge(quad: Quad, across: float, above: float) -> Quad:
    """The field enlarged by so many pixels to the left and right, and above and below."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    long = max(1.0, dist(quad[0], quad[1]))
    along = ((bx - ax) / long, (by - ay) / long)
    right, down = (along[0] * across, along[1] * across), (-along[1] * above, along[0] * above)
    return (
        (ax - right[0] - down[0], ay - right[1] - down[1]),
        (bx + right[0] - down[0], by + right[1] - down[1]),
        (cx + right[0] + down[0], cy + right[1] + down[1]),
        (dx - right[0] + down[0], dy - right[1] + down[1]),
    )
