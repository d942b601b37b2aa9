"""Checks by a file's own structure whether the picture is complete: decoders only warn, and fill missing parts with
grey or black. libheif, too, leaves the missing tiles of a HEIC file black."""

from __future__ import annotations

import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

from PIL import MpoImagePlugin, TiffImagePlugin

_NEXT_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")  # FF 00 is stuffed data, FF D0 to D7 are restarts
_COLOURED = frozenset({b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP"})
"""Chunks for which libpng weighs the colours of a grey picture otherwise than Pillow does."""
_MOST_PICTURES = 16
"""Pictures of one MPO file; cameras and phones write 2 to 4."""
_OLD_JPEG = 6
"""The compression of a TIFF whose tables lie outside of its strips."""
_WIDTH, _HEIGHT, _TILE_WIDTH, _TILE_HEIGHT = 256, 257, 322, 323
"""Tags of TIFF 6.0 that Pillow has no names for."""


def is_whole_jpeg(data: bytes, start: int = 0) -> bool:
    """Whether the picture of a JPEG file that begins at `start` reaches its end marker (ITU-T T.81, B.1)."""
    at = start + 2
    while found := _NEXT_MARKER.search(data, at):
        marker, at = data[found.start() + 1], found.end()
        if marker == 0xD9:
            return True
        if marker not in (0x01, 0xD8):
            at += int.from_bytes(data[at : at + 2], "big")
    return False


def is_whole_mpo(data: bytes) -> bool:
    """Whether all pictures that the first one lists are in the file (CIPA DC-007)."""
    image = MpoImagePlugin.MpoImageFile(io.BytesIO(data))
    if image.n_frames > _MOST_PICTURES:
        return False
    try:
        return all(_has_picture(image, data, place) for place in range(image.n_frames))
    except (EOFError, OSError, SyntaxError, ValueError):
        return False


def _has_picture(image: MpoImagePlugin.MpoImageFile, data: bytes, place: int) -> bool:
    image.seek(place)
    return is_whole_jpeg(data, image.offset)


def is_whole_webp(data: bytes) -> bool:
    """Whether a WebP file has the length in its header."""
    return 8 + int.from_bytes(data[4:8], "little") <= len(data)


def is_whole_tiff(tags: TiffImagePlugin.ImageFileDirectory_v2, size: int) -> bool:
    """Whether a page with these tags has a strip or tile for every pixel, and all of each lies in the file of `size`
    bytes: Pillow leaves what is missing black."""
    if tags.get(TiffImagePlugin.COMPRESSION) == _OLD_JPEG:
        return True
    offsets = _read_numbers(tags, TiffImagePlugin.STRIPOFFSETS) or _read_numbers(tags, TiffImagePlugin.TILEOFFSETS)
    counts = _read_numbers(tags, TiffImagePlugin.STRIPBYTECOUNTS)
    counts = counts or _read_numbers(tags, TiffImagePlugin.TILEBYTECOUNTS)
    (width,), (height,) = (_read_numbers(tags, tag) for tag in (_WIDTH, _HEIGHT))
    wide, high = (int(tags.get(tag, side)) for tag, side in ((_TILE_WIDTH, width), (_TILE_HEIGHT, height)))
    high = min(high, int(tags.get(TiffImagePlugin.ROWSPERSTRIP, high)))
    apart = tags.get(TiffImagePlugin.PLANAR_CONFIGURATION, 1) == 2
    planes = int(tags.get(TiffImagePlugin.SAMPLESPERPIXEL, 1)) if apart else 1
    needed = -(-width // wide) * -(-height // high) * planes
    return len(offsets) >= needed and all(sum(piece) <= size for piece in zip_longest(offsets, counts, fillvalue=0))


def _read_numbers(tags: TiffImagePlugin.ImageFileDirectory_v2, tag: int) -> tuple[int, ...]:
    """A tag's numbers, however many there are."""
    value = tags.get(tag)
    return value if isinstance(value, tuple) else () if value is None else (value,)


def is_whole_pdf(data: bytes) -> bool:
    """Whether a PDF file reaches its end mark (ISO 32000-1, 7.5.5): pdfium makes do with the objects before a cut."""
    return data.rfind(b"%%EOF") > data.rfind(b"endstream")


def is_whole_png(data: bytes) -> bool:
    """Whether a PNG file reaches its end chunk, and every chunk that pixels need has its checksum (PNG 3, 5.3)."""
    view, kind = memoryview(data), b""
    for kind, start, end in _list_chunks(data):
        needed = kind[:1].isupper()
        if needed and zlib.crc32(view[start + 4 : end - 4]) != int.from_bytes(view[end - 4 : end], "big"):
            return False
    return kind == b"IEND"


def drop_colour_chunks(data: bytes) -> bytes:
    """The PNG file without the chunks that say how its colours look."""
    coloured = [(start, end) for kind, start, end in _list_chunks(data) if kind in _COLOURED]
    if not coloured:
        return data
    starts, ends = zip(*coloured, strict=True)
    return b"".join(data[end:start] for end, start in zip((0, *ends), (*starts, len(data)), strict=True))


def _list_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start and end of every chunk up to the end chunk or to where the file is cut off."""
    at = 8
    while at + 12 <= len(data):
        kind, end = data[at + 4 : at + 8], at + 12 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            return
        yield kind, at, end
        if kind == b"IEND":
            return
        at = end


_MOST = 10_000
"""Boxes, items, pieces of data, and units of one piece, that are followed; a phone's picture of 50 megapixels has 200
tiles of one unit each."""
_IN_FILE, _IN_IDAT = 0, 1
"""Where a piece of data lies: its offset counts from the start of the file, or of the `idat` box."""
_PREFIXES = (4, 2, 1)
"""Bytes that may hold the length of a unit; phones write four."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of an item's data: bytes `start` to `end` of its `place`."""

    item: int
    place: int
    start: int
    end: int


def is_whole_heif(data: bytes) -> bool:
    """Whether the file holds every piece of data that it refers to (ISO/IEC 14496-12, 8.11.3), and every HEVC picture
    is made of whole units. Of a file that broke off on its way often only the tables at its beginning are there.
    """
    meta = _find_box(data, b"meta", range(len(data)))
    inner = range(meta.start + 4, meta.stop)
    table, items = _find_box(data, b"iloc", inner), _find_box(data, b"iinf", inner)
    sizes = {_IN_FILE: len(data), _IN_IDAT: len(_find_box(data, b"idat", inner))}
    try:
        pieces = list(islice(_read_pieces(data[table.start : table.stop]), _MOST + 1))
        pictures = set(_read_pictures(data, items))
    except EOFError:
        return False
    if len(pieces) > _MOST or any(piece.end > sizes.get(piece.place, piece.end) for piece in pieces):
        return False
    times = Counter(piece.item for piece in pieces)
    alone = [piece for piece in pieces if piece.item in pictures and times[piece.item] == 1]
    return all(_has_whole_units(data, piece) for piece in alone if piece.place == _IN_FILE)


def _find_boxes(data: bytes, within: range) -> Iterator[tuple[bytes, range]]:
    """The kind of each box in these bytes, and where its content lies; up to the first that is not all there."""
    at = within.start
    for _ in range(_MOST):
        size, kind, body = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8], at + 8
        if size == 1:
            size, body = int.from_bytes(data[body : body + 8], "big"), body + 8
        after = at + size if size else within.stop
        if not body <= after <= within.stop:
            return
        yield kind, range(body, after)
        at = after


def _find_box(data: bytes, wanted: bytes, within: range) -> range:
    """Where the content of the first box of this kind lies; nowhere if there is none."""
    return next((content for kind, content in _find_boxes(data, within) if kind == wanted), range(0))


def _take(source: io.BytesIO, size: int) -> int:
    """The next `size` bytes as a number; raises EOFError."""
    part = source.read(size)
    if len(part) < size:
        raise EOFError
    return int.from_bytes(part, "big")


def _read_pieces(table: bytes) -> Iterator[_Piece]:
    """Every piece of data that an `iloc` table names; raises EOFError where the table breaks off."""
    source = io.BytesIO(table)
    version, _, sizes, more = (_take(source, size) for size in (1, 3, 1, 1))
    number = 4 if version == 2 else 2
    for _ in range(_take(source, number)):
        item = _take(source, number)
        place = _take(source, 2) & 15 if version else _IN_FILE
        _take(source, 2)
        base = _take(source, more >> 4)
        for _ in range(_take(source, 2)):
            _take(source, more & 15 if version else 0)
            start = base + _take(source, sizes >> 4)
            yield _Piece(item, place, start, start + _take(source, sizes & 15))


def _read_pictures(data: bytes, items: range) -> Iterator[int]:
    """The numbers of the items that are HEVC pictures, by the `iinf` box with the content `items`."""
    count = 4 if data[items.start : items.start + 1] > b"\0" else 2  # a later version counts further
    for kind, content in _find_boxes(data, range(items.start + 4 + count, items.stop)):
        source = io.BytesIO(data[content.start : content.stop])
        version = _take(source, 1) if kind == b"infe" else 0
        if version >= 2:
            _, item, _, what = (_take(source, size) for size in (3, 2 if version == 2 else 4, 2, 4))
            if what == int.from_bytes(b"hvc1", "big"):
                yield item


def _has_whole_units(data: bytes, piece: _Piece) -> bool:
    """Whether the piece is a row of units, each after its length (ISO/IEC 14496-15, 4.3.3): zeros are none."""
    return any(_reaches_end(data, piece, prefix) for prefix in _PREFIXES)


def _reaches_end(data: bytes, piece: _Piece, prefix: int) -> bool:
    """Whether units whose lengths take `prefix` bytes lead from the first byte of the piece exactly to its last."""
    at = piece.start
    for _ in range(_MOST):
        size = int.from_bytes(data[at : at + prefix], "big")
        if size < 2 or at >= piece.end:  # the head of a unit alone takes two
            break
        at += prefix + size
    return at == piece.end > piece.start
