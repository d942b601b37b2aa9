"""Decodes picture files and PDF pages: first only the header, the pixels on demand.

OpenCV decodes JPEG and PNG directly to one grey byte per pixel. Pillow decodes other pictures, with at most 900 MB for
50 megapixels (WebP); pdfium renders PDF pages, scans in their own resolution."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw
from numpy.typing import NDArray
from PIL import Image, ImageOps, TiffImagePlugin

from scanner import scan_limits
from scanner.picture_kinds import find_format, is_pdf
from scanner.sheet_reading import PageProgress, Problem, ignore_progress
from scanner.whole_pictures import (
    drop_colour_chunks,
    is_whole_heif,
    is_whole_jpeg,
    is_whole_mpo,
    is_whole_pdf,
    is_whole_png,
    is_whole_tiff,
    is_whole_webp,
)

Pixels = NDArray[np.uint8]

Image.MAX_IMAGE_PIXELS = None  # pictures enter only here, and MAX_PIXELS is checked before they are decoded
warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")  # odd EXIF data hurt nobody

_WHOLE = {
    "JPEG": is_whole_jpeg, "MPO": is_whole_mpo, "PNG": is_whole_png, "HEIF": is_whole_heif, "WEBP": is_whole_webp,
}  # fmt: skip
_REDUCED = ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2))
_ELSEWHERE = frozenset({"xmp", "Raw profile type exif"})
"""Other places where a PNG may store its orientation: Pillow reads them, OpenCV does not."""


@dataclass(frozen=True, slots=True)
class FilePage:
    """One page of a file whose header was read: its stored size (width, height) in px, and how to decode it. `of` pages
    are in the file.

    `grey()` gives (h, w) uint8, `colour(least_px)` gives (h, w, 3) uint8 in blue, green, red; both are upright and
    raise on damaged data. The colours of a JPEG are decoded smaller as long as the shorter side keeps `least_px`.
    """

    index: int
    of: int
    size_px: tuple[int, int]
    grey: Callable[[], Pixels]
    colour: Callable[[int], Pixels]
    fault: Problem | None = None


def make_faulty_page(key: str, index: int = 0, of: int = 1, **gaps: object) -> FilePage:
    """A page that is known to be unusable; `key`: the key of its problem's sentence."""

    def nothing(_least_px: int = 0) -> Pixels:
        raise ValueError(key)

    return FilePage(index, of, (0, 0), nothing, nothing, Problem.of(key, **gaps))


def open_pages(data: bytes, first: int = 0, report: PageProgress = ignore_progress) -> Generator[FilePage, None, None]:
    """The pages of a picture file or PDF from `first` (from 0) on, `scan_limits.MAX_PAGES` at most. A file that cannot
    be opened gives one faulty page.
    """
    opened = _open_pdf(data) if is_pdf(data) else _open_picture(data)
    if isinstance(opened, FilePage):
        yield opened
        return
    count, open_page = opened
    for index in range(first, min(count, scan_limits.MAX_PAGES)):
        report(index, count)
        yield open_page(index)
    if count > scan_limits.MAX_PAGES:
        limit = scan_limits.MAX_PAGES
        yield make_faulty_page("scanner.too-many-pages", limit, count, pages=count, limit=limit)


_Opened = tuple[int, Callable[[int], FilePage]]
"""The number of pages, and a function that opens one of them."""


def _open_picture(data: bytes) -> _Opened | FilePage:
    """A picture file has one page, a TIFF several."""
    try:
        image = _open(data)
        count = int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1
    except Exception:  # noqa: BLE001 - Pillow's readers raise many kinds on bytes that are no picture
        return make_faulty_page("scanner.damaged" if find_format(data) else "scanner.not-a-picture")
    whole = _WHOLE.get(str(image.format))
    if whole is not None and not whole(data):
        return make_faulty_page("scanner.damaged")
    fast = _is_for_opencv(image)
    return count, lambda index: _open_page(data, index, count, fast)


def _is_for_opencv(image: Image.Image) -> bool:
    """Whether OpenCV can replace Pillow: it decodes and refuses the same files if they are still pictures in opaque
    grey or colour. OpenCV turns them upright by their EXIF data."""
    if image.mode not in ("L", "RGB"):
        return False
    if image.format in ("JPEG", "MPO"):
        return True
    plain = image.format == "PNG" and not getattr(image, "is_animated", False) and not image.has_transparency_data
    return plain and _ELSEWHERE.isdisjoint(image.info)


def _open_page(data: bytes, index: int, of: int, fast: bool) -> FilePage:
    try:
        size = _open(data, index).size
    except Exception:  # noqa: BLE001 - as above: a page whose header is broken
        return make_faulty_page("scanner.damaged", index, of)
    if fast:
        grey = partial(_decode_by_opencv, data, cv2.IMREAD_GRAYSCALE)
        return FilePage(index, of, size, grey, partial(_decode_small_colour, data, size))
    grey = partial(_decode_grey, data, index)
    return FilePage(index, of, size, grey, lambda _least_px: _make_colour(_open(data, index)))


def _open(data: bytes, index: int = 0) -> Image.Image:
    kind = find_format(data)
    if kind is None:
        raise ValueError("no promised format")
    if kind == "HEIF":
        from pi_heif import register_heif_opener  # late: its codecs cost 50 ms

        register_heif_opener()
    image = Image.open(io.BytesIO(data), formats=[kind])  # an MPO is opened as the JPEG that it begins with
    if index:
        image.seek(index)
    return image


def _decode_small_colour(data: bytes, size: tuple[int, int], least_px: int) -> Pixels:
    """In colour, (h, w, 3) uint8. A JPEG is decoded smaller at once, which takes a third of the time."""
    times = min(size) // max(1, least_px) if find_format(data) == "JPEG" else 1
    flags = next((flags for most, flags in _REDUCED if times >= most), cv2.IMREAD_COLOR_BGR)
    return _decode_by_opencv(data, flags)


def _decode_by_opencv(data: bytes, flags: int) -> Pixels:
    """The pixels, which OpenCV turns upright by itself."""
    plain = drop_colour_chunks(data) if find_format(data) == "PNG" else data
    try:
        pixels = cv2.imdecode(np.frombuffer(plain, np.uint8), flags)
    except cv2.error as error:
        if error.code == cv2.Error.StsNoMem:
            raise MemoryError from error
        raise
    if pixels is None:
        raise ValueError("not decodable")
    return np.asarray(pixels, np.uint8)


def _decode_grey(data: bytes, index: int) -> Pixels:
    """The page as Pillow decodes it; raises ValueError for a TIFF of which strips or tiles are missing."""
    image = _open(data, index)
    if isinstance(image, TiffImagePlugin.TiffImageFile) and not is_whole_tiff(image.tag_v2, len(data)):
        raise ValueError("strips are missing")
    return _make_grey(image)


def _make_grey(image: Image.Image) -> Pixels:
    """The picture in grey, (h, w) uint8. The larger colour picture is freed before the grey one is copied: 50
    megapixels have 150 MB.
    """
    plain = _make_eight_bit(image)
    grey = plain if plain.mode == "L" else plain.convert("L")
    if grey is not plain:
        plain.close()
    return np.array(grey, np.uint8)


def _make_colour(image: Image.Image) -> Pixels:
    plain = _make_eight_bit(image)
    pixels = np.asarray(plain if plain.mode == "RGB" else plain.convert("RGB"), np.uint8)
    return np.ascontiguousarray(pixels[:, :, ::-1])


def _make_eight_bit(image: Image.Image) -> Image.Image:
    """Upright, 8 bits a channel, transparent parts on white paper."""
    ImageOps.exif_transpose(image, in_place=True)
    if image.mode.startswith(("I", "F")):
        deep = np.asarray(image)
        scale = max(float(deep.max()) / 255.0, 1.0)
        return Image.fromarray(np.concatenate([(row / scale).clip(0, 255).astype(np.uint8) for row in deep[:, None]]))
    if image.mode == "1":
        return image.convert("L")
    if image.has_transparency_data:
        paint = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", paint.size, "white"), paint).convert("RGB")
    return image if image.mode in ("L", "RGB") else image.convert("RGB")


_POINTS = 72.0  # per inch
_A4_HEIGHT = 842.0  # points
_SCAN_SHARE = 0.5  # a picture that covers this much of the page is the scan; logos cover less
_BITS = {1: (1,), 8: (2, 3, 4, 6, 8), 24: (12, 16, 24, 32, 48, 64)}
"""Bits that a stored pixel may have, by the bits that pdfium reports: 8 for a palette of 4, 24 for four inks of 8."""


def _open_pdf(data: bytes) -> _Opened | FilePage:
    """A PDF that is whole and not locked."""
    if not is_whole_pdf(data):
        return make_faulty_page("scanner.damaged")
    try:
        with pdfium.PdfDocument(data) as document:
            count = len(document)
    except pdfium.PdfiumError as error:
        return make_faulty_page("scanner.pdf-locked" if "password" in str(error).lower() else "scanner.damaged")
    return count, lambda index: _open_pdf_page(data, index, count)


def _open_pdf_page(data: bytes, index: int, of: int) -> FilePage:
    try:
        with pdfium.PdfDocument(data) as document:
            page = document[index]
            images = list(page.get_objects(filter=[pdfium_raw.FPDF_PAGEOBJ_IMAGE]))
            if not all(map(_is_whole, images)):
                return make_faulty_page("scanner.damaged", index, of)
            dpi = _choose_dpi(page, images)
            width, height = (int(np.ceil(points * dpi / _POINTS)) for points in page.get_size())
    except pdfium.PdfiumError:
        return make_faulty_page("scanner.damaged", index, of)
    grey = partial(_render, data, index, dpi, grey=True)
    return FilePage(index, of, (width, height), grey, lambda _least_px: _render(data, index, dpi, grey=False))


def _is_whole(image: pdfium.PdfImage) -> bool:
    """Whether the data of a picture on the page reach to its last row: pdfium draws what there is. For fax pictures and
    JPEG 2000 that is not checked.
    """
    left = image.get_filters(skip_simple=True)
    if left:
        return left != ["DCTDecode"] or is_whole_jpeg(bytes(image.get_data(decode_simple=True)))
    length, (width, height) = len(image.get_data(decode_simple=True)), image.get_px_size()
    depth = int(image.get_metadata().bits_per_pixel)
    rows = (-(-width * bits // 8) for bits in _BITS.get(depth, (depth,)))
    return any(0 <= length - row * height < row for row in rows)


def _choose_dpi(page: pdfium.PdfPage, images: Sequence[pdfium.PdfImage]) -> float:
    """The resolution of the scan that fills the page, within `scan_limits.PDF_DPI`; its lower end for drawn pages.

    Programs that make a PDF of a photograph often call its pixels points, which gives pages a metre high. Such pages
    get at least the pixels that the lower end gives A4.
    """
    low, high = scan_limits.PDF_DPI
    width, height = page.get_size()
    low *= min(1.0, _A4_HEIGHT / float(max(width, height)))
    for item in images:
        left, bottom, right, top = item.get_bounds()
        if (right - left) * (top - bottom) >= _SCAN_SHARE * width * height:
            scan = max(item.get_px_size()) / max(right - left, top - bottom) * _POINTS
            return float(min(max(scan, low), high))
    return low


def _render(data: bytes, index: int, dpi: float, *, grey: bool) -> Pixels:
    with pdfium.PdfDocument(data) as document:
        bitmap = document[index].render(scale=dpi / _POINTS, grayscale=grey)
        pixels = np.array(bitmap.to_numpy(), np.uint8)
    return np.ascontiguousarray(pixels[:, :, 0] if pixels.ndim == 3 and grey else pixels)
