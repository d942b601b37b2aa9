"""Opens a file safely as upright grey pictures: limits are checked before decoding, and every failure is a
`Problem`."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner import decode, scan_limits
from scanner.picture_kinds import read_start
from scanner.sheet_reading import PageProgress, Problem, ignore_progress
from texts.sentences import Phrase

Grey = NDArray[np.uint8]
"""(H, W) uint8, 0 black to 255 white."""
Colour = NDArray[np.uint8]
"""(H, W, 3) uint8, blue, green, red as OpenCV has them."""


@dataclass(frozen=True, slots=True)
class Photo:
    """One page of one file, turned upright as its EXIF says.

    `name` is how the user knows it ("IMG_3.jpg", "scan.pdf#2"), `sha256` is of the file, `page` counts from 0, `grey`
    is (h, w) uint8.
    """

    name: str
    sha256: str
    page: int
    grey: Grey

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return int(self.grey.shape[1]), int(self.grey.shape[0])


@dataclass(frozen=True, slots=True)
class ColourPage:
    """One page of one file in colour, upright and maybe smaller than it is stored. `size_px`: width and height as
    stored; `pixels`: (h, w, 3) uint8, None where there are none."""

    page: int
    size_px: tuple[int, int]
    pixels: Colour | None

    @property
    def scale(self) -> float:
        """The side length of this picture divided by that of the stored one."""
        return 1.0 if self.pixels is None else max(self.pixels.shape) / max(self.size_px)


@dataclass(frozen=True, slots=True)
class Unread:
    """A file, or a page of one, that cannot be used. Name, hash and page are those that its `Photo` would have."""

    name: str
    sha256: str
    page: int
    problem: Problem
    size_px: tuple[int, int] = (0, 0)


def load_photos(path: Path, first: int = 0, report: PageProgress = ignore_progress) -> Iterator[Photo | Unread]:
    """The pages of the file at `path` from `first` (from 0) on, decoded one at a time. It never raises for what is in
    the file. `report` is called before each page is opened.
    """
    data = _read_bytes(path)
    if isinstance(data, Problem):
        yield Unread(path.name, "", 0, data)
        return
    sha256 = hashlib.sha256(data).hexdigest()
    pages = decode.open_pages(data, first, report)
    del data  # what is left of the file lets go of it with its last page, which may be read for long
    for page in pages:
        if page.index + 1 >= page.of:
            pages.close()
        held = [page]
        del page
        yield _decode_page(path, sha256, held.pop())


def _decode_page(path: Path, sha256: str, page: decode.FilePage) -> Photo | Unread:
    name = path.name if page.of == 1 else f"{path.name}#{page.index + 1}"
    fault = page.fault or _judge_size(*page.size_px)
    try:
        if fault is None:
            return Photo(name, sha256, page.index, page.grey())
    except MemoryError:
        fault = Problem.of("scanner.no-memory")
    except Exception:  # noqa: BLE001 - decoders raise a dozen kinds of errors on damaged data; all mean the same
        fault = Problem.of("scanner.damaged")
    return Unread(name, sha256, page.index, fault, page.size_px)


def load_colours(
    path: Path, least_px: int, wanted: Container[int], first: int = 0, report: PageProgress = ignore_progress
) -> Iterator[ColourPage]:
    """The `wanted` pages in colour, from `first` (from 0) on, without their grey pictures. It never raises for what is
    in the file. `least_px`: as much as a picture's shorter side must keep; a large JPEG is decoded smaller.
    """
    data = _read_bytes(path)
    for page in () if isinstance(data, Problem) else decode.open_pages(data, first, report):
        if page.index in wanted:
            yield ColourPage(page.index, page.size_px, _decode_colour(page, least_px))


def _decode_colour(page: decode.FilePage, least_px: int) -> Colour | None:
    try:
        return page.colour(least_px) if page.fault is None and _judge_size(*page.size_px) is None else None
    except Exception:  # noqa: BLE001 - as above
        return None


def _judge_size(width: int, height: int) -> Problem | None:
    if width * height > scan_limits.MAX_PIXELS:
        return Problem.of("scanner.too-large", width=width, height=height, limit=scan_limits.MAX_PIXELS // 1_000_000)
    if max(width, height) > scan_limits.MAX_SIDE_PX:
        return Problem.of("scanner.too-long", width=width, height=height, limit=scan_limits.MAX_SIDE_PX)
    if min(width, height) < scan_limits.MIN_SIDE_PX:
        return Problem.of("scanner.too-small", width=width, height=height)
    return None


def _read_bytes(path: Path) -> bytes | Problem:
    try:
        if not path.exists():
            return _refuse(Phrase("scanner.reason.not-there"))
        if not path.is_file() and not path.is_dir():  # a pipe or a device might never end
            return _refuse(Phrase("scanner.reason.not-a-file"))
        with path.open("rb") as file:
            data = read_start(file, scan_limits.MAX_FILE_BYTES + 1)
    except PermissionError:
        return _refuse(Phrase("scanner.reason.no-permission"))
    except OSError as error:
        return _refuse(error.strerror or type(error).__name__)
    if len(data) > scan_limits.MAX_FILE_BYTES:
        return Problem.of("scanner.too-many-bytes", limit=scan_limits.MAX_FILE_BYTES // 1024**2)
    return data


def _refuse(reason: Phrase | str) -> Problem:
    return Problem.of("scanner.unreadable-file", reason=reason)
