"""Files of every kind become upright grey pictures or one clear sentence; nothing is decoded that is too large."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image

from scanner import scan_limits
from scanner.open_photo import Photo, Unread, load_colours, load_photos
from scanner.whole_pictures import is_whole_jpeg

pillow_heif.register_heif_opener()


def _picture() -> Image.Image:
    """Dark in the upper left quarter, so that every turn shows."""
    grey = np.full((400, 600), 220, np.uint8)
    grey[:200, :300] = 30
    return Image.fromarray(grey).convert("RGB")


def _only(path: Path) -> Photo | Unread:
    pages = list(load_photos(path))
    assert len(pages) == 1
    return pages[0]


def _refused(path: Path) -> str:
    page = _only(path)
    assert isinstance(page, Unread)
    assert page.problem.in_("de")
    assert page.problem.in_("en")
    return page.problem.code


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("suffix", [".jpg", ".png"])
def test_exif_orientations_are_undone(tmp_path: Path, orientation: int, suffix: str) -> None:
    """Pictures stored in any of the eight EXIF orientations come out as they were seen."""
    undo = {1: None, 2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = _picture() if undo is None else _picture().transpose(Image.Transpose(undo))
    stored.save(tmp_path / f"a{suffix}", exif=exif)
    page = _only(tmp_path / f"a{suffix}")
    assert isinstance(page, Photo)
    expected = np.array(_turned(np.array(stored), orientation))
    assert page.grey.shape == expected.shape[:2]
    assert np.abs(page.grey.astype(int) - expected[:, :, 0]).mean() < 3
    (colour,) = load_colours(tmp_path / f"a{suffix}", 100, {0})
    assert colour.pixels is not None
    height, width = (round(side * colour.scale) for side in page.grey.shape)
    assert colour.pixels.shape == (height, width, 3)
    assert (suffix == ".jpg") == (colour.scale < 1)


def _turned(stored: np.ndarray, orientation: int) -> np.ndarray:
    """What EXIF 2.3 asks a viewer to do, written down a second time."""
    return {
        1: lambda a: a,
        2: lambda a: a[:, ::-1],
        3: lambda a: a[::-1, ::-1],
        4: lambda a: a[::-1],
        5: lambda a: a.transpose(1, 0, 2),
        6: lambda a: np.rot90(a, -1),
        7: lambda a: np.rot90(a.transpose(1, 0, 2), 2),
        8: lambda a: np.rot90(a, 1),
    }[orientation](stored)


@pytest.mark.parametrize("mode", ["L", "LA", "P", "RGBA", "CMYK", "1"])
def test_every_pixel_format_is_read(tmp_path: Path, mode: str) -> None:
    """Grey with alpha, palette, CMYK and the like all give the same dark quarter."""
    target = tmp_path / ("a.tif" if mode in ("CMYK", "1") else "a.png")
    _picture().convert(mode).save(target)
    page = _only(target)
    assert isinstance(page, Photo)
    assert page.grey.dtype == np.uint8
    assert page.grey[350:, 500:].mean() - page.grey[50:150, 50:250].mean() > 150


def test_cmyk_jpeg_is_read(tmp_path: Path) -> None:
    """Print shops' JPEGs hold inverted inks; dark must stay dark."""
    _picture().convert("CMYK").save(tmp_path / "a.jpg")
    page = _only(tmp_path / "a.jpg")
    assert isinstance(page, Photo)
    assert page.grey[350:, 500:].mean() - page.grey[50:150, 50:250].mean() > 150


def test_sixteen_bits_are_scaled(tmp_path: Path) -> None:
    """A scanner's 16-bit picture keeps its light and dark."""
    deep = np.asarray(_picture().convert("L")).astype(np.uint16) * 257
    cv2.imwrite(str(tmp_path / "a.png"), deep)
    page = _only(tmp_path / "a.png")
    assert isinstance(page, Photo)
    assert page.grey[350:, 500:].mean() - page.grey[50:150, 50:250].mean() > 150


def test_transparent_paper_is_white(tmp_path: Path) -> None:
    """What is transparent is paper, whatever colour hides below it."""
    clear = Image.new("RGBA", (400, 400), (0, 0, 0, 0))
    clear.save(tmp_path / "a.png")
    page = _only(tmp_path / "a.png")
    assert isinstance(page, Photo)
    assert page.grey.min() == 255


def test_heic_is_upright_once(tmp_path: Path) -> None:
    """The phone's HEIC is turned once, not twice."""
    exif = Image.Exif()
    exif[0x0112] = 6
    _picture().save(tmp_path / "a.heic", exif=exif.tobytes())
    page = _only(tmp_path / "a.heic")
    assert isinstance(page, Photo)
    assert page.grey.shape == (600, 400)
    assert page.grey[:250, 250:].mean() < 60


def test_tiff_pages_come_one_by_one(tmp_path: Path) -> None:
    """A TIFF of three pages gives three photos with names a person understands."""
    pages = [_picture(), _picture().rotate(90, expand=True), _picture()]
    pages[0].save(tmp_path / "a.tif", save_all=True, append_images=pages[1:])
    found = list(load_photos(tmp_path / "a.tif"))
    assert [page.name for page in found] == ["a.tif#1", "a.tif#2", "a.tif#3"]
    assert [page.page for page in found] == [0, 1, 2]
    assert isinstance(found[1], Photo)
    assert found[1].grey.shape == (600, 400)
    assert len({page.sha256 for page in found}) == 1


def test_pdf_of_three_scans(tmp_path: Path) -> None:
    """Scanned pages come out in the scan's own resolution."""
    _picture().save(tmp_path / "a.pdf", save_all=True, append_images=[_picture()] * 2, resolution=300)
    found = list(load_photos(tmp_path / "a.pdf"))
    assert len(found) == 3
    assert all(isinstance(page, Photo) and page.size_px == (600, 400) for page in found)


def test_pdf_whose_pages_are_metres_high(tmp_path: Path) -> None:
    """A photograph whose pixels became points keeps its pixels; it is not blown up, and no page is too large."""
    _picture().resize((3000, 2000)).save(tmp_path / "a.pdf", resolution=72)
    page = _only(tmp_path / "a.pdf")
    assert isinstance(page, Photo)
    assert page.size_px == (3000, 2000)
    _picture().save(tmp_path / "b.pdf", resolution=10)
    page = _only(tmp_path / "b.pdf")
    assert isinstance(page, Photo)
    assert 2300 < max(page.size_px) < 2400


def test_too_many_pages_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the cap the rest is named, not dropped in silence."""
    monkeypatch.setattr(scan_limits, "MAX_PAGES", 2)
    for name in ("a.pdf", "a.tif"):
        _picture().save(tmp_path / name, save_all=True, append_images=[_picture()] * 2)
        found = list(load_photos(tmp_path / name))
        assert [isinstance(page, Photo) for page in found] == [True, True, False]
        assert isinstance(found[2], Unread)
        assert found[2].problem.code == "too-many-pages"


def _png_header(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 64)) + chunk(b"IEND", b"")


def test_huge_png_is_refused_from_its_header(tmp_path: Path) -> None:
    """30,000 x 30,000 pixels are refused with their size, though the data for them is not even there."""
    (tmp_path / "a.png").write_bytes(_png_header(30_000, 30_000))
    page = _only(tmp_path / "a.png")
    assert isinstance(page, Unread)
    assert page.problem.code == "too-large"
    assert "30000 x 30000" in page.problem.in_("de")


def test_a_ribbon_is_refused_from_its_header(tmp_path: Path) -> None:
    """40,000 x 400 pixels are few enough, but in one direction more than can be counted."""
    (tmp_path / "a.png").write_bytes(_png_header(40_000, 400))
    assert _refused(tmp_path / "a.png") == "too-long"


def test_small_and_heavy_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One pixel is no sheet, and a file beyond the cap is not read to its end."""
    Image.new("L", (1, 1)).save(tmp_path / "a.png")
    assert _refused(tmp_path / "a.png") == "too-small"
    monkeypatch.setattr(scan_limits, "MAX_FILE_BYTES", 1000)
    _picture().save(tmp_path / "b.jpg")
    assert _refused(tmp_path / "b.jpg") == "too-many-bytes"


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".tif", ".webp", ".heic", ".pdf"])
def test_truncated_files_are_damaged(tmp_path: Path, suffix: str) -> None:
    """Half a file is never read as if its lower half were grey."""
    whole = tmp_path / f"whole{suffix}"
    noise = np.random.default_rng(1).integers(0, 255, (400, 600, 3), np.uint8)
    Image.fromarray(noise).save(whole)
    data = whole.read_bytes()
    (tmp_path / f"half{suffix}").write_bytes(data[: len(data) // 2])
    assert _refused(tmp_path / f"half{suffix}") == "damaged"


def test_jpeg_with_a_tail_is_whole(tmp_path: Path) -> None:
    """Phones write videos and depth maps behind the picture; that harms nothing."""
    _picture().save(tmp_path / "a.jpg")
    data = (tmp_path / "a.jpg").read_bytes()
    assert is_whole_jpeg(data + b"motion photo" * 50)
    assert not is_whole_jpeg(data[:-2])


@pytest.mark.parametrize("content", [b"hello", b"", b"\xff\xd8\xff", b"%PDF-1.4 nothing", b"GIF89a" + b"\0" * 40])
def test_what_is_no_picture_is_said(tmp_path: Path, content: bytes) -> None:
    """A text named .jpg, an empty file and the like give one sentence and no traceback."""
    (tmp_path / "a.jpg").write_bytes(content)
    assert _refused(tmp_path / "a.jpg") in ("not-a-picture", "damaged")


def test_missing_and_forbidden_files(tmp_path: Path) -> None:
    """No file, a folder, a file without permission: each is said."""
    assert _refused(tmp_path / "none.jpg") == "unreadable-file"
    assert _refused(tmp_path) == "unreadable-file"
    if os.name == "posix" and os.geteuid() != 0:  # root reads everything, and Windows knows no such mark
        (tmp_path / "a.jpg").write_bytes(b"x")
        (tmp_path / "a.jpg").chmod(0)
        assert _refused(tmp_path / "a.jpg") == "unreadable-file"


def test_locked_pdf_is_named(tmp_path: Path, save: Callable[..., Path]) -> None:
    """A PDF with a password says so."""
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "a.pdf"), encrypt=StandardEncryption("secret"))
    canvas.drawString(100, 100, "x")
    canvas.save()
    assert _refused(tmp_path / "a.pdf") == "pdf-locked"
