"""A page's pixels, decoded in a worker process: no decoder runs in the server, whose memory holds the links."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desk.workers.budget import Loss
from desk.workers.copies import LEAST_SIDE_PX
from desk.workers.pool import Pool, Work
from desk.workers.reading import use_one_thread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Colour = NDArray[np.uint8]

Decode = Callable[[Path, int], "Colour | None"]
"""Gives a page of a file in colour, (h, w, 3) uint8, BGR; None where it cannot be decoded."""


@dataclass(frozen=True, slots=True)
class ColourTask:
    """A page (from 0) that is wanted in colour."""

    photo: Path
    page: int


def decode_page(task: ColourTask, _first: int = 0, _tell: object = None) -> Iterator[Colour | None]:
    """Yields the page, (h, w, 3) uint8, BGR, reduced to the size of a copy; None where it cannot be decoded."""
    from scanner.open_photo import load_colours

    use_one_thread()
    pages = load_colours(task.photo, LEAST_SIDE_PX, {task.page})
    yield next((page.pixels for page in pages), None)


def decode_here(photo: Path, page: int) -> Colour | None:
    """The page, (h, w, 3) uint8, BGR, decoded in this process: for tests and one's own files."""
    return next(decode_page(ColourTask(photo, page)))


def make_decoder(pool: Pool) -> Decode:
    """Has every page decoded by a worker of the pool; may be asked by one thread at a time."""

    def decode(photo: Path, page: int) -> Colour | None:
        [(pixels,)] = pool.run(DECODING, [ColourTask(photo, page)])
        return pixels

    return decode


def _give_no_colour(_task: ColourTask, _loss: Loss) -> Colour | None:
    return None


DECODING: Work[ColourTask, Colour | None] = Work(decode_page, _give_no_colour)
