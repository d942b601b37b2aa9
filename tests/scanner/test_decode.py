"""The ways to decode that take little memory give Pillow's pixels, and refuse what Pillow refuses."""

from __future__ import annotations

import ctypes
import io
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pillow_heif
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, TiffImagePlugin

from scanner.open import decode, heif, tiff_bands
from scanner.open.containers import drop_colour_chunks, is_whole_png
from scanner.open.photo import Photo, Unread, load_photos

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


def _tiff(data: bytes) -> np.ndarray | None:
    image = decode._open(data)
    assert isinstance(image, TiffImagePlugin.TiffImageFile)
    return tiff_bands.grey(image, data)


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


PNGS = {
    "colour": _saved("PNG"),
    "grey": _saved("PNG", PICTURE.convert("L")),
    "interlaced": _interlaced(),
    "16 bits": _sixteen(),
    "gamma": _with_chunk(_saved("PNG"), b"gAMA", struct.pack(">I", 45455)),
    "sRGB": _with_chunk(_saved("PNG"), b"sRGB", b"\0"),
    "orientation in XMP": _with_chunk(
        _saved("PNG"), b"iTXt",
        b"XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta xmlns:x='adobe:ns:meta/'><a tiff:Orientation='6'/></x:xmpmeta>",
    ),
    "palette": _saved("PNG", PICTURE.convert("P")),
    "one transparent colour": _with_chunk(_saved("PNG"), b"tRNS", b"\0\x1e\0\x1e\0\x1e"),
    "animated": _saved("PNG", save_all=True, append_images=[PICTURE.rotate(180)]),
}  # fmt: skip


@pytest.mark.parametrize("name", PNGS)
def test_png_has_pillows_pixels(name: str) -> None:
    """Whatever a PNG says of its colours, and however it stores them."""
    page = next(decode.open_pages(PNGS[name]))
    assert _apart(page.grey(), _as_pillow(PNGS[name])) <= 1
    assert _apart(page.colour(), decode._make_colour(decode._open(PNGS[name]))) == 0


def test_only_chunks_about_colour_are_left_out() -> None:
    """The plain file is the file as it was before somebody told what its colours look like."""
    assert drop_colour_chunks(PNGS["gamma"]) == PNGS["colour"]
    assert drop_colour_chunks(PNGS["colour"]) is PNGS["colour"]


def test_png_cut_off_anywhere_is_not_whole() -> None:
    """Down to the last byte of its end chunk; what follows that harms nothing."""
    data = PNGS["grey"]
    assert is_whole_png(data + b"tail")
    assert not any(is_whole_png(data[:end]) for end in (*range(0, len(data), 999), len(data) - 12, len(data) - 1))


def test_damage_in_the_text_of_a_png_harms_nothing() -> None:
    """Its checksum is wrong, but no pixel hangs on it."""
    broken = _with_chunk(PNGS["grey"], b"tEXt", b"who\0knows").replace(b"knows", b"knowz")
    assert is_whole_png(broken)


def test_png_with_too_few_rows_is_damaged(tmp_path: Path) -> None:
    """Every checksum is right, and half of the pixels are missing: the lower half is not read as black."""
    half = zlib.compress(b"\0" * (1 + 3 * PICTURE.width) * (PICTURE.height // 2))
    head = PNGS["colour"][:33]
    (tmp_path / "a.png").write_bytes(head + _chunk(b"IDAT", half) + _chunk(b"IEND", b""))
    page = next(load_photos(tmp_path / "a.png"))
    assert isinstance(page, Unread)
    assert page.problem.code == "damaged"


TIFFS = {
    f"{mode} {compression} {'strips' if size < 1e9 else 'one strip'}": _saved(
        "TIFF", PICTURE.convert(mode), compression=compression, strip_size=size
    )
    for mode in ("L", "RGB")
    for compression in (None, "tiff_lzw", "tiff_adobe_deflate", "jpeg", "packbits")
    for size in (20_000, 1 << 30)
} | {
    "differences": _saved("TIFF", compression="tiff_lzw", tiffinfo={317: 2}, strip_size=20_000),
    "white is 0": _saved("TIFF", PICTURE.convert("L"), tiffinfo={262: 0}),
    "more than 4 GB are allowed": _saved("TIFF", big_tiff=True),
    "big end first": bytes(
        cv2.imencode(".tif", np.asarray(PICTURE)[:, :, ::-1], [cv2.IMWRITE_TIFF_ROWSPERSTRIP, 7])[1]
    ),
}


@pytest.mark.parametrize("name", TIFFS)
def test_tiff_in_bands_has_pillows_pixels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the last grey level, however the strips are stored."""
    monkeypatch.setattr(tiff_bands, "_BAND_PX", 50_000)
    found = _tiff(TIFFS[name])
    assert found is not None
    assert _apart(found, _as_pillow(TIFFS[name])) == 0


@pytest.mark.parametrize("mode", ["1", "P", "RGBA", "CMYK", "YCbCr", "LAB", "I;16"])
def test_other_tiffs_are_left_to_pillow(mode: str) -> None:
    """Whose pixels are more than grey or colour of 8 bits."""
    picture = Image.fromarray(np.full((400, 400), 900, np.uint16)) if mode == "I;16" else PICTURE.convert(mode)
    assert _tiff(_saved("TIFF", picture)) is None


def test_every_page_of_a_tiff_has_its_own_strips() -> None:
    """The bands are of the page that was asked for."""
    sheets = [PICTURE, PICTURE.rotate(180), PICTURE.convert("L").resize((500, 400))]
    data = _saved("TIFF", save_all=True, append_images=sheets[1:])
    for page, sheet in zip(decode.open_pages(data), sheets, strict=True):
        assert _apart(page.grey(), np.asarray(sheet.convert("L"))) == 0


def test_strips_that_overlap_are_not_copied() -> None:
    """A small file whose thousand strips all claim the rest of it would fill the memory."""
    image = decode._open(TIFFS["L tiff_lzw strips"])
    assert isinstance(image, TiffImagePlugin.TiffImageFile)
    rest = [len(TIFFS["L tiff_lzw strips"]) - offset for offset in image.tag_v2[TiffImagePlugin.STRIPOFFSETS]]
    image.tag_v2[TiffImagePlugin.STRIPBYTECOUNTS] = tuple(rest)
    assert tiff_bands.grey(image, TIFFS["L tiff_lzw strips"]) is None


@given(
    st.sampled_from(["L tiff_lzw strips", "RGB tiff_adobe_deflate strips", "RGB None one strip", "L jpeg one strip"]),
    st.floats(0.01, 1), st.binary(min_size=1, max_size=40), st.booleans(),
)  # fmt: skip
def test_damaged_tiffs_are_refused_alike(name: str, where: float, dirt: bytes, cut: bool) -> None:
    """With bytes overwritten or cut off anywhere, bands are refused or read as the whole is."""
    data = TIFFS[name]
    at = int(where * (len(data) - len(dirt)))
    broken = data[:at] if cut else data[:at] + dirt + data[at + len(dirt) :]
    seen = [_or_refused(page.grey) for page in decode.open_pages(broken) if page.fault is None]
    told = _or_refused(lambda: _as_pillow(broken))
    if told is None:
        assert not seen or seen[0] is None
    elif seen and seen[0] is not None:
        assert _apart(seen[0], told) == 0


def _or_refused(way: object) -> np.ndarray | None:
    try:
        return way()  # type: ignore[operator, no-any-return]
    except Exception:  # noqa: BLE001 - Pillow raises a dozen kinds of errors on damaged data
        return None


@pytest.mark.parametrize("orientation", range(1, 9))
def test_heic_has_pillows_pixels(orientation: int) -> None:
    """Its light as it is stored is the grey that Pillow makes of its colours, turned alike."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = _saved("HEIF", exif=exif)
    found = heif.grey(data)
    assert found is not None
    assert _apart(found, _as_pillow(data)) <= 2


@pytest.mark.parametrize("chroma", ["420", "422", "444"])
def test_heic_of_any_colour_resolution(chroma: str) -> None:
    """How coarse the colours are does not touch the light."""
    data = _saved("HEIF", chroma=chroma)
    found = heif.grey(data)
    assert found is not None
    assert _apart(found, _as_pillow(data)) <= 2


class _Told:
    """A libheif that tells this of a picture; no writer at hand stores light from 16 to 235 or weighed otherwise."""

    def __init__(self, bits: int = 8, colours: int = 0, matrix: int = 6, full_range: int = 1, fault: int = 0) -> None:
        self.heif_image_get_bits_per_pixel_range = lambda image, channel: bits
        self.heif_image_get_colorspace = lambda image: colours
        self.heif_nclx_color_profile_free = lambda told: None
        self._told, self._fault = heif._Colours(0, 1, 13, matrix, full_range), fault

    def heif_image_get_nclx_color_profile(self, image: object, told: Any) -> heif._Error:
        """Fills in what `told` refers to."""
        told._obj.contents = self._told
        return heif._Error(self._fault, 0, b"")


@pytest.mark.parametrize("other", [{"bits": 10}, {"colours": 1}, {"matrix": 1}, {"full_range": 0}, {"fault": 1}])
def test_light_stored_otherwise_is_not_taken(other: dict[str, int]) -> None:
    """Of more bits, no light but colours, weighed otherwise, from 16 to 235, or nobody knows how."""
    image = ctypes.c_void_p()
    assert heif._plain(_Told(), image)
    assert not heif._plain(_Told(**other), image)


def test_other_heics_are_left_to_pillow() -> None:
    """Deep ones, and those that can be seen through: what is transparent is paper."""
    deep = np.asarray(PICTURE).astype(np.uint16) * 257
    file = io.BytesIO()
    pillow_heif.from_bytes("RGB;16", PICTURE.size, deep.tobytes()).save(file)
    assert heif.grey(file.getvalue()) is None
    assert _apart(next(decode.open_pages(file.getvalue())).grey(), _as_pillow(file.getvalue())) == 0
    clear = PICTURE.copy()
    clear.putalpha(0)
    assert next(decode.open_pages(_saved("HEIF", clear))).grey().min() == 255


def test_broken_heic_is_left_to_pillow() -> None:
    """Which says what is wrong with it."""
    data = _saved("HEIF")
    assert all(heif.grey(data[:end]) is None for end in (0, 20, 200, len(data) // 2))


def test_heic_is_read_where_libheif_cannot_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pillow-heif of another make decodes as before."""
    monkeypatch.setattr(heif, "_library", lambda: None)
    data = _saved("HEIF")
    assert _apart(next(decode.open_pages(data)).grey(), _as_pillow(data)) == 0


def test_a_photo_lets_go_of_its_file(tmp_path: Path) -> None:
    """Its colours are read from the file anew, and raise when that is gone."""
    (tmp_path / "a.png").write_bytes(PNGS["colour"])
    photo = next(load_photos(tmp_path / "a.png"))
    assert isinstance(photo, Photo)
    assert photo.colour().shape == (401, 603, 3)
    (tmp_path / "a.png").unlink()
    with pytest.raises(OSError, match="does not exist"):
        photo.colour()
