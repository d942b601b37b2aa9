"""A reduced copy of a photograph for the tournament's file: small enough to mail, and each number can be read."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.workers.budget import Loss
from desk.workers.pool import Work
from desk.workers.reading import use_one_thread
from scanner.reading import PageProgress, ignore_progress

if TYPE_CHECKING:
    from PIL.Image import Image

LEAST_SIDE_PX = 1400
"""The shorter side of a copy, where the photograph has so much: 6 to 7 pixels a millimetre of an A4 sheet."""
LARGE_ENOUGH = 1.3
"""A picture at most so many times as large stays as it is: making it smaller takes as long as all else together, and
saves a tenth of the copy."""
JPEG_QUALITY = 60
"""A copy has about 300 kB; at 40 thin strokes begin to break up."""
MOST_PAGES = 40
"""Pages of a PDF or TIFF that are copied."""


@dataclass(frozen=True, slots=True)
class CopyTask:
    """A photograph to copy."""

    photo: Path


def copy_pages(task: CopyTask, _first: int = 0, tell: PageProgress = ignore_progress) -> Iterator[bytes]:
    """Yields the copy as a file's bytes: a JPEG, of several pages a TIFF with as many; b"" where there is none."""
    use_one_thread()
    pages = [_reduce(page) for page in _load_pages(task.photo, tell)]
    yield _write(pages) if pages else b""


def _load_pages(path: Path, tell: PageProgress) -> Iterator[Image]:
    from PIL import Image, ImageOps

    with path.open("rb") as file:
        plain = file.read(3) == b"\xff\xd8\xff"
    if plain:  # decoded small at once, in a third of the time
        with Image.open(path, formats=("JPEG",)) as picture:
            picture.draft("RGB", (LEAST_SIDE_PX, LEAST_SIDE_PX))
            yield ImageOps.exif_transpose(picture.convert("RGB") if picture.mode != "RGB" else picture)
        return
    from scanner.open.photo import Photo, load_photos

    for page, _ in zip(load_photos(path, 0, tell), range(MOST_PAGES), strict=False):
        colour = page.colour() if isinstance(page, Photo) else None
        yield Image.new("RGB", (1, 1)) if colour is None else Image.fromarray(colour[:, :, ::-1])


def _reduce(picture: Image) -> Image:
    scale = LEAST_SIDE_PX / max(1, min(picture.size))
    if scale * LARGE_ENOUGH >= 1:
        return picture
    return picture.resize((round(picture.width * scale), round(picture.height * scale)), reducing_gap=2.0)


def _write(pages: list[Image]) -> bytes:
    target = io.BytesIO()
    if len(pages) == 1:
        pages[0].save(target, "JPEG", quality=JPEG_QUALITY)
    else:
        pages[0].save(target, "TIFF", save_all=True, append_images=pages[1:], compression="jpeg", quality=JPEG_QUALITY)
    return target.getvalue()


def _give_none(_task: CopyTask, _loss: Loss) -> bytes:
    """No copy of a photograph that fails now: it may be gone since it was read."""
    return b""


COPYING: Work[CopyTask, bytes] = Work(copy_pages, _give_none)
