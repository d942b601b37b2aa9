"""The ways to decode that take little memory give Pillow's pixels, and refuse what Pillow refuses."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from scanner import decode
from scanner.open_photo import Unread, load_colours, load_photos
from scanner.whole_pictures import drop_colour_chunks, is_whole_png

pillow_heif.register_heif_opener()


def _noise() -> Image.Image:
    """Soft colours without any order, in which every shift and every other weight of a colour shows."""
    noise = np.random.default_rng(3).integers(0, 255, (401, 603, 3), np.uint8)
    return Image.fromarray(cv2.normalize(cv2.GaussianBlur(noise, (0, 0), 1.5), np.empty(0), 0, 255, cv2.NORM_MINMAX))


PICTURE = _noise()


def _saved(kind: str, picture: Image.Image = PICTURE, **options: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def _as_pillow(data: bytes) -> np.ndarray:
    """Decoded in one piece by Pillow alone."""
    return decode._make_grey(decode._open(data))


def _apart(one: np.ndarray, other: np.ndarray) -> int:
    assert one.shape == other.shape
    return int(np.abs(one.astype(int) - other).max())


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _with_chunk(png: bytes, kind: bytes, body: bytes) -> bytes:
    return png[:33] + _chunk(kind, body) + png[33:]


def _interlaced() -> bytes:
    """A PNG whose pixels come in seven passes, which neither library writes."""
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
    pixels = np.asarray(PICTURE)
    rows = (b"\0" + row.tobytes() for x, y, dx, dy in passes for row in pixels[y::dy, x::dx])
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", *PICTURE.size, 8, 2, 0, 0, 1))
    return b"\x89PNG\r\n\x1a\n" + head + _chunk(b"IDAT", zlib.compress(b"".join(rows))) + _chunk(b"IEND", b"")


def _sixteen() -> bytes:
    return bytes(cv2.imencode(".png", np.asarray(PICTURE).astype(np.uint16) * 257)[1])


Files = dict[str, Callable[[], bytes]]
PNGS: Files = {
    "colour": lambda: _saved("PNG"),
    "grey": lambda: _saved("PNG", PICTURE.convert("L")),
    "interlaced": _interlaced,
    "16 bits": _sixteen,
    "gamma": lambda: _with_chunk(_saved("PNG"), b"gAMA", struct.pack(">I", 45455)),
    "sRGB": lambda: _with_chunk(_saved("PNG"), b"sRGB", b"\0"),
    "orientation in XMP": lambda: _with_chunk(
        _saved("PNG"), b"iTXt",
        b"XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta xmlns:x='adobe:ns:meta/'><a tiff:Orientation='6'/></x:xmpmeta>",
    ),
    "palette": lambda: _saved("PNG", PICTURE.convert("P")),
    "one transparent colour": lambda: _with_chunk(_saved("PNG"), b"tRNS", b"\0\x1e\0\x1e\0\x1e"),
    "animated": lambda: _saved("PNG", save_all=True, append_images=[PICTURE.rotate(180)]),
}  # fmt: skip


@cache
def png(name: str) -> bytes:
    """That file; made when a test needs it, since every worker loads this module."""
    return PNGS[name]()


@pytest.mark.parametrize("name", PNGS)
def test_png_has_pillows_pixels(name: str) -> None:
    """Whatever a PNG says of its colours, and however it stores them."""
    page = next(decode.open_pages(png(name)))
    assert _apart(page.grey(), _as_pillow(png(name))) <= 1
    assert _apart(page.colour(0), decode._make_colour(decode._open(png(name)))) == 0


def test_only_chunks_about_colour_are_left_out() -> None:
    """The plain file is the file as it was before somebody told what its colours look like."""
    assert drop_colour_chunks(png("gamma")) == png("colour")
    assert drop_colour_chunks(png("colour")) is png("colour")


def test_png_cut_off_anywhere_is_not_whole() -> None:
    """Down to the last byte of its end chunk; what follows that harms nothing."""
    data = png("grey")
    assert is_whole_png(data + b"tail")
    assert not any(is_whole_png(data[:end]) for end in (*range(0, len(data), 999), len(data) - 12, len(data) - 1))


def test_damage_in_the_text_of_a_png_harms_nothing() -> None:
    """Its checksum is wrong, but no pixel depends on it."""
    broken = _with_chunk(png("grey"), b"tEXt", b"who\0knows").replace(b"knows", b"knowz")
    assert is_whole_png(broken)


def test_png_with_too_few_rows_is_damaged(tmp_path: Path) -> None:
    """Every checksum is right, and half of the pixels are missing: the lower half is not read as black."""
    half = zlib.compress(b"\0" * (1 + 3 * PICTURE.width) * (PICTURE.height // 2))
    head = png("colour")[:33]
    (tmp_path / "a.png").write_bytes(head + _chunk(b"IDAT", half) + _chunk(b"IEND", b""))
    page = next(load_photos(tmp_path / "a.png"))
    assert isinstance(page, Unread)
    assert page.problem.code == "damaged"


TIFFS: Files = {
    f"{mode} {compression} {'strips' if size < 1e9 else 'one strip'}": partial(
        _saved, "TIFF", PICTURE.convert(mode), compression=compression, strip_size=size
    )
    for mode in ("L", "RGB")
    for compression in (None, "tiff_lzw", "tiff_adobe_deflate", "jpeg", "packbits")
    for size in (20_000, 1 << 30)
} | {
    "differences": lambda: _saved("TIFF", compression="tiff_lzw", tiffinfo={317: 2}, strip_size=20_000),
    "more than 4 GB are allowed": lambda: _saved("TIFF", big_tiff=True),
    "big end first": lambda: bytes(
        cv2.imencode(".tif", np.asarray(PICTURE)[:, :, ::-1], [cv2.IMWRITE_TIFF_ROWSPERSTRIP, 7])[1]
    ),
}


@cache
def tiff(name: str) -> bytes:
    """That file, as `png`."""
    return TIFFS[name]()


@pytest.mark.parametrize("name", TIFFS)
def test_tiff_has_the_pixels_that_were_saved(name: str) -> None:
    """However its strips are packed; to the last grey level, but for what JPEG makes of soft noise."""
    page = next(decode.open_pages(tiff(name)))
    assert _apart(page.grey(), np.asarray(PICTURE.convert("L"))) <= (40 if "jpeg" in name else 1)


def test_every_page_of_a_tiff_has_its_own_strips() -> None:
    """The pixels are of the page that was asked for."""
    sheets = [PICTURE, PICTURE.rotate(180), PICTURE.convert("L").resize((500, 400))]
    data = _saved("TIFF", save_all=True, append_images=sheets[1:])
    for page, sheet in zip(decode.open_pages(data), sheets, strict=True):
        assert _apart(page.grey(), np.asarray(sheet.convert("L"))) == 0


@given(st.sampled_from(sorted(TIFFS)), st.floats(0, 0.999))
def test_a_tiff_cut_off_anywhere_is_refused(name: str, where: float) -> None:
    """Its tags, or the strips that they name, are not all there."""
    data = tiff(name)
    for page in decode.open_pages(data[: int(where * len(data))]):
        if page.fault is None:
            with pytest.raises(Exception):  # noqa: B017, PT011 - Pillow raises a dozen kinds of errors on damaged data
                page.grey()


def test_deep_and_clear_heics_are_opened() -> None:
    """Those with more than 8 bits, and those that can be seen through: what is transparent is paper."""
    deep = np.asarray(PICTURE).astype(np.uint16) * 257
    file = io.BytesIO()
    pillow_heif.from_bytes("RGB;16", PICTURE.size, deep.tobytes()).save(file)
    assert _apart(next(decode.open_pages(file.getvalue())).grey(), np.asarray(PICTURE.convert("L"))) < 60
    clear = PICTURE.copy()
    clear.putalpha(0)
    assert next(decode.open_pages(_saved("HEIF", clear))).grey().min() == 255


def test_colours_that_cannot_be_had_are_left_out(tmp_path: Path) -> None:
    """A damaged page has no pixels, and a file that is gone has no pages."""
    place = tmp_path / "a.png"
    place.write_bytes(png("colour"))
    assert [page.pixels is None for page in load_colours(place, 0, {0})] == [False]
    assert list(load_colours(place, 0, {1})) == []
    place.write_bytes(png("colour")[:-300])
    assert [page.pixels is None for page in load_colours(place, 0, {0})] == [True]
    place.unlink()
    assert list(load_colours(place, 0, {0})) == []
