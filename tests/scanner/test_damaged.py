"""What broke off on its way, or lies about itself, is refused in one sentence: decoders fill in what is missing."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PIL import TiffImagePlugin as tiff

from scanner.open_photo import Photo, Unread, load_photos
from scanner.pipeline import read_photo
from scanner.read.read_numbers import DigitReader
from scanner.whole_pictures import is_whole_heif
from tests.scanner import heic

NOISE = np.random.default_rng(7).integers(60, 220, (384, 512), np.uint8)
PICTURE = Image.fromarray(NOISE)


def saved(kind: str, **options: object) -> bytes:
    """The picture as a file of that kind."""
    file = io.BytesIO()
    PICTURE.save(file, kind, **options)
    return file.getvalue()


@pytest.fixture(scope="module")
def tiles() -> bytes:
    """The picture as a HEIC of twelve tiles."""
    return heic.grid(NOISE, 128)


def loaded(folder: Path, data: bytes) -> Photo | Unread:
    """The only page of a file with these bytes."""
    (folder / "bild").write_bytes(data)
    [page] = load_photos(folder / "bild")
    return page


def assert_refused(folder: Path, data: bytes) -> None:
    """That it is told to be damaged, with the remedy."""
    page = loaded(folder, data)
    assert isinstance(page, Unread)
    assert page.problem.code == "damaged"
    assert page.problem.in_("de").endswith("bitte noch einmal vom Telefon übertragen.")
    assert page.problem.in_("en").endswith("copy it from the phone again.")


MORE = [Image.fromarray(255 - NOISE)]
KINDS: dict[str, Callable[[], bytes]] = {
    "jpeg": lambda: saved("JPEG"),
    "progressive jpeg": lambda: saved("JPEG", progressive=True),
    "mpo": lambda: saved("MPO", save_all=True, append_images=MORE),
    "png": lambda: saved("PNG"),
    "webp": lambda: saved("WEBP"),
    "webp without loss": lambda: saved("WEBP", lossless=True),
    "heic": lambda: saved("HEIF"),
    "tiff": lambda: saved("TIFF"),
    "packed tiff": lambda: saved("TIFF", compression="tiff_lzw", strip_size=20_000),
    "bmp": lambda: saved("BMP"),
    "pdf": lambda: saved("PDF"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_broke_off_is_refused(kind: str, tmp_path: Path) -> None:
    """Wherever that was: in the middle, near its end, or with its last bytes alone."""
    data = KINDS[kind]()
    assert isinstance(loaded(tmp_path, data), Photo)
    for end in (len(data) // 2, len(data) * 9 // 10, len(data) - 12):
        assert_refused(tmp_path, data[:end])


@pytest.mark.parametrize("kind", ["jpeg", "progressive jpeg", "mpo", "png", "packed tiff", "pdf"])
def test_a_file_whose_end_never_came_is_refused(kind: str, tmp_path: Path) -> None:
    """Some programs make room for the whole file first: its second half is zeros."""
    data = KINDS[kind]()
    half = len(data) // 2
    assert_refused(tmp_path, data[:half] + bytes(len(data) - half))


def test_an_iphones_picture_that_broke_off_is_refused(tiles: bytes, tmp_path: Path) -> None:
    """Its tables stand at its beginning and are whole; libheif leaves the tiles that are not there black."""
    page = loaded(tmp_path, tiles)
    assert isinstance(page, Photo)
    assert np.abs(page.grey.astype(int) - NOISE).mean() < 20
    for end in (*range(0, len(tiles), len(tiles) // 20 + 1), len(tiles) - 1):
        assert not is_whole_heif(tiles[:end])
    assert_refused(tmp_path, tiles[: len(tiles) // 2])
    assert_refused(tmp_path, tiles[:-1])


def test_a_tile_outside_of_its_file_is_refused(tiles: bytes, tmp_path: Path) -> None:
    """One extent that points beyond the end, all others as they should be."""
    table = tiles.index(b"iloc")
    last = table + int.from_bytes(tiles[table - 4 : table], "big") - 12  # its offset, 8 bytes before the next box
    assert int.from_bytes(tiles[last : last + 4], "big") < len(tiles)
    beyond = tiles[:last] + len(tiles).to_bytes(4, "big") + tiles[last + 4 :]
    assert not is_whole_heif(beyond)
    assert_refused(tmp_path, beyond)


def test_a_tile_that_cannot_be_decoded_is_refused(tiles: bytes, tmp_path: Path) -> None:
    """Every extent lies in the file, but the last tiles are zeros, or bytes of something else."""
    for dirt in (bytes(20_000), b"nothing of a picture" * 1000):
        assert_refused(tmp_path, tiles[:-20_000] + dirt)


def test_a_table_without_end_is_refused() -> None:
    """Four billion pieces of no bytes fit into a table of a few; no phone needs a thousandth."""
    items = b"".join(struct.pack(">HHHH", item, 0, 0, 65_535) for item in range(1, 60))
    table = struct.pack(">I4sIBBH", 16 + len(items), b"iloc", 1 << 24, 0, 0, 59) + items
    meta = struct.pack(">I4sI", 12 + len(table), b"meta", 0) + table
    assert not is_whole_heif(meta)


def test_an_empty_box_ends_no_file() -> None:
    """Some programs leave a box without content before the tables: what comes behind it is looked at."""
    table = struct.pack(">I4sIBBH", 16, b"iloc", 0, 0, 0, 0)  # of no pieces
    meta = struct.pack(">I4sI", 12 + len(table), b"meta", 0) + table
    assert is_whole_heif(struct.pack(">I4s", 8, b"free") + meta)
    assert not is_whole_heif(struct.pack(">I4s", 7, b"free") + meta)  # less than its own head


def test_an_mpo_without_its_second_picture_is_refused(tmp_path: Path) -> None:
    """Its first one is whole, and promises another."""
    data = KINDS["mpo"]()
    assert_refused(tmp_path, data[: data.index(b"\xff\xd9") + 2])


def changed(data: bytes, tag: int, number: int, value: int) -> bytes:
    """The TIFF file with one number of a tag of 32 bits changed, the last for -1."""
    at = struct.unpack_from("<I", data, 4)[0]
    for entry in range(at + 2, at + 2 + 12 * struct.unpack_from("<H", data, at)[0], 12):
        code, kind, count, place = struct.unpack_from("<HHII", data, entry)
        if code == tag:
            assert kind == 4
            start = (entry + 8 if count == 1 else place) + 4 * (number % count)
            return data[:start] + struct.pack("<I", value) + data[start + 4 :]
    raise KeyError(tag)


@pytest.mark.parametrize("compression", [None, "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg"])
def test_tiff_strips_beyond_the_end_are_refused(compression: str | None, tmp_path: Path) -> None:
    """However they are packed; the file itself is as long as ever."""
    data = saved("TIFF", compression=compression, strip_size=20_000)
    assert isinstance(loaded(tmp_path, data), Photo)
    assert_refused(tmp_path, changed(data, tiff.STRIPOFFSETS, -1, len(data)))


def test_tiff_with_too_few_strips_is_refused(tmp_path: Path) -> None:
    """More rows than the strips have: the rest would be black."""
    assert_refused(tmp_path, changed(saved("TIFF", strip_size=20_000), 257, 0, 800))


def pdf(stream: bytes, about: str) -> bytes:
    """A PDF page with one picture of 512 x 384 pixels, `about` which its dictionary says so."""
    head = f"<< /Type /XObject /Subtype /Image /Width 512 /Height 384 {about} /Length {len(stream)} >>\nstream\n"
    page = b"/MediaBox [0 0 512 384] /Contents 5 0 R /Resources << /XObject << /I 4 0 R >> >>"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R " + page + b" >>",
        head.encode() + stream + b"\nendstream",
        b"<< /Length 29 >>\nstream\nq 512 0 0 384 0 0 cm /I Do Q \nendstream",
    )
    file, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(b"%010d 00000 n \n" % len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(places) + b"trailer << /Size 6 /Root 1 0 R >>\n"
    return file + table + b"startxref\n%d\n%%%%EOF\n" % len(file)


GREY = "/ColorSpace /DeviceGray /BitsPerComponent 8"
PALETTE = "/ColorSpace [/Indexed /DeviceGray 15 <000102030405060708090a0b0c0d0e0f>] /BitsPerComponent 4"
SCANS = {
    "plain": (NOISE.tobytes(), GREY),
    "packed": (zlib.compress(NOISE.tobytes()), f"{GREY} /Filter /FlateDecode"),
    "photograph": (saved("JPEG"), f"{GREY} /Filter /DCTDecode"),
    "packed photograph": (zlib.compress(saved("JPEG")), f"{GREY} /Filter [/FlateDecode /DCTDecode]"),
    "two shades": (NOISE[:, :64].tobytes(), "/ColorSpace /DeviceGray /BitsPerComponent 1"),
    "palette": (NOISE[:, :256].tobytes(), PALETTE),
    "deep": (NOISE.repeat(2).tobytes(), "/ColorSpace /DeviceGray /BitsPerComponent 16"),
    "four inks": (NOISE.repeat(4).tobytes(), "/ColorSpace /DeviceCMYK /BitsPerComponent 8"),
}


@pytest.mark.parametrize("kind", SCANS)
def test_a_pdf_whose_scan_broke_off_is_refused(kind: str, tmp_path: Path) -> None:
    """The file around it is as it should be; pdfium would draw the rest black or white."""
    stream, about = SCANS[kind]
    assert isinstance(loaded(tmp_path, pdf(stream, about)), Photo)
    assert_refused(tmp_path, pdf(stream[: len(stream) * 2 // 5], about))


@pytest.mark.slow
def test_a_photograph_of_real_size_is_whole_or_refused(tmp_path: Path) -> None:
    """A sheet as an iPhone stores it: every cell as in the photograph it was made of, and nothing of its half."""
    sample = Path(__file__).parents[2] / "samples" / "r1-t1-clean.jpg"
    shown = next(load_photos(sample))
    assert isinstance(shown, Photo)
    grey = np.pad(shown.grey, ((0, -shown.size_px[1] % 512), (0, -shown.size_px[0] % 512)), "edge")
    (tmp_path / "whole.heic").write_bytes(data := heic.grid(grey, 512))
    (tmp_path / "half.heic").write_bytes(data[: len(data) // 2])
    reader = DigitReader.load()
    [there], [half], [jpeg] = (
        list(read_photo(path, None, reader, printed=False))
        for path in (tmp_path / "whole.heic", tmp_path / "half.heic", sample)
    )
    assert [one.text for one in there.readings] == [one.text for one in jpeg.readings]
    assert half.problem is not None
    assert half.problem.code == "damaged"
    assert not half.readings
