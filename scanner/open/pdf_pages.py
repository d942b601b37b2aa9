"""PDF pages to pixels through pdfium: scans come out in their own resolution."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial

import numpy as np
import pypdfium2 as pdfium  # type: ignore[import-untyped]
import pypdfium2.raw as pdfium_raw  # type: ignore[import-untyped]

from scanner import limits
from scanner.open.containers import is_whole_jpeg, is_whole_pdf
from scanner.open.decode import FilePage, Pixels, make_faulty_page
from scanner.reading import PageProgress, Problem, ignore_progress

_POINTS = 72.0  # per inch
_A4_HEIGHT = 842.0  # points
_SCAN_SHARE = 0.5  # a picture that covers this much of the page is the scan; logos cover less
_BITS = {1: (1,), 8: (2, 3, 4, 6, 8), 24: (12, 16, 24, 32, 48, 64)}
"""Bits that a stored pixel may have, by the bits that pdfium reports: 8 for a palette of 4, 24 for four inks of 8."""


def open_pdf_pages(
    data: bytes, first: int = 0, tell: PageProgress = ignore_progress
) -> Generator[FilePage, None, None]:
    """The pages of the PDF in `data` from `first` (from 0) on, `limits.MAX_PAGES` at most. A broken or locked PDF gives
    one faulty page.
    """
    if not is_whole_pdf(data):
        yield make_faulty_page(Problem.of("scanner.damaged"))
        return
    try:
        with pdfium.PdfDocument(data) as document:
            count = len(document)
    except pdfium.PdfiumError as error:
        yield make_faulty_page(
            Problem.of("scanner.pdf-locked" if "password" in str(error).lower() else "scanner.damaged")
        )
        return
    for index in range(first, min(count, limits.MAX_PAGES)):
        tell(index, count)
        yield _open_pdf_page(data, index, count)
    if count > limits.MAX_PAGES:
        yield make_faulty_page(
            Problem.of("scanner.too-many-pages", pages=count, limit=limits.MAX_PAGES), limits.MAX_PAGES, count
        )


def _open_pdf_page(data: bytes, index: int, of: int) -> FilePage:
    try:
        with pdfium.PdfDocument(data) as document:
            page = document[index]
            images = list(page.get_objects(filter=[pdfium_raw.FPDF_PAGEOBJ_IMAGE]))
            if not all(map(_is_whole, images)):
                return make_faulty_page(Problem.of("scanner.damaged"), index, of)
            dpi = _choose_dpi(page, images)
            width, height = (int(np.ceil(points * dpi / _POINTS)) for points in page.get_size())
    except pdfium.PdfiumError:
        return make_faulty_page(Problem.of("scanner.damaged"), index, of)
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
    """The resolution of the scan that fills the page, within `limits.PDF_DPI`; its lower end for drawn pages.

    Programs that make a PDF of a photograph often call its pixels points, which gives pages a metre high. Such pages
    get at least the pixels that the lower end gives A4.
    """
    low, high = limits.PDF_DPI
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
