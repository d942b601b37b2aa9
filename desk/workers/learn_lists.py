"""Learns the ruled lists in a picture, in a worker process: what was seen of each, and the picture to show it on.

What the columns mean is guessed and asked elsewhere. Every list is tried on its own picture, as another photograph of
it would be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from desk.workers.pool import Work
from desk.workers.read_photos import explain_loss, load_digit_reader
from desk.workers.worker_process import BUDGET, Loss
from scanner.sheet_reading import Problem, Quad
from templates.foreign.guess_layout import guess_layout
from templates.foreign.layout_draft import write_layout
from templates.foreign.layout_file import load_layout_text
from templates.foreign.seen_table import SeenTable
from templates.layout import LayoutFault

if TYPE_CHECKING:
    from scanner.learn.learn_table import Learnt, Trial
    from scanner.open_photo import Photo
    from scanner.pyramid import Grey, Pyramid

PATIENT = replace(BUDGET, page_s=BUDGET.file_s)
"""Limits of learning: Tesseract reads the whole page several times."""
_PHOTO_PX, _JPEG_QUALITY = 1400, 70
"""Longer side of the photograph on which several tables are outlined, and how well both pictures are kept."""


@dataclass(frozen=True, slots=True)
class LearnTask:
    """A picture to learn from. `page`: from 0. `wanted`: the table's number by size, from 1; None for all that are not
    much smaller than the largest."""

    photo: Path
    page: int = 0
    wanted: int | None = 1


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table that was learnt. `tables`: how many of about its size are in the picture; `trial`: why the picture cannot
    be read by it, None where it can. `view`: the straightened table (H, W) uint8, its pixels per mm, and the mm at its
    upper left corner. `quad_px`: where it lies in the picture. `twice`: whether another table like it is in the
    picture, so that it cannot be known which one is meant."""

    seen: SeenTable
    tables: int
    trial: Problem | None
    view: tuple[Grey, float, tuple[float, float]]
    quad_px: Quad
    twice: bool


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    """The picture as a small JPEG, with its true width and height in pixels."""

    jpeg: bytes
    size_px: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table to show. `jpeg`: straightened, with the headings above it; `box_mm`: what that picture spans (x, y,
    width, height), on the table's own scale. `quad_px`: where it lies in the photograph. `twice`: whether one like it
    lies beside it, so that it cannot be known which is meant."""

    seen: SeenTable
    jpeg: bytes
    box_mm: tuple[float, float, float, float]
    quad_px: Quad
    twice: bool = False


def learn_file(task: LearnTask, _first: int = 0, _progress: object = None) -> Iterator[FoundTable | Problem]:
    """Yields the tables, or why there are none."""
    photo = _open_page(task)
    yield from (photo,) if isinstance(photo, Problem) else _learn_photo(photo, task.wanted)


def show_file(
    task: LearnTask, _first: int = 0, _progress: object = None
) -> Iterator[ShownPhoto | ShownTable | Problem]:
    """Yields the photograph, then its tables, or why there are none."""
    photo = _open_page(task)
    if isinstance(photo, Problem):
        yield photo
        return
    yield ShownPhoto(_write_jpeg(photo.grey, _PHOTO_PX), photo.size_px)
    for found in _learn_photo(photo, task.wanted):
        yield found if isinstance(found, Problem) else _show(found)


def _open_page(task: LearnTask) -> Photo | Problem:
    from scanner.open_photo import Photo, load_photos

    page = next(load_photos(task.photo, task.page), None)
    if page is None:
        return Problem.of("desk.use.no-page", page=task.page + 1)
    return page if isinstance(page, Photo) else page.problem


def _learn_photo(photo: Photo, wanted: int | None) -> Iterator[FoundTable | Problem]:
    from scanner.learn.learn_table import learn_tables
    from scanner.pyramid import build_pyramid

    picture = build_pyramid(photo.grey)
    for learnt in learn_tables(picture, load_digit_reader(), wanted):
        yield learnt if isinstance(learnt, Problem) else _try_out(learnt, picture)


def _try_out(learnt: Learnt, picture: Pyramid) -> FoundTable:
    """The table, with what came of reading the same picture by it."""
    view, trial = learnt.page.view_table(picture), _try_layout(learnt, picture)
    return FoundTable(learnt.seen, learnt.tables, trial.fault, view, _find_corners(learnt), trial.twice)


def _try_layout(learnt: Learnt, picture: Pyramid) -> Trial:
    from scanner.learn.learn_table import Trial, try_layout

    draft = guess_layout(learnt.seen, "layout", "")
    if not draft.blocks:
        return Trial(Problem.of("desk.learn.blank"))
    try:
        return try_layout(picture, load_layout_text(write_layout(draft, "", "de")), learnt.page)
    except LayoutFault as fault:
        return Trial(Problem("layout", fault.phrase))


def _find_corners(learnt: Learnt) -> Quad:
    """Where the table lies in the photograph, from its upper left corner on."""
    from scanner.pyramid import list_corners

    page = learnt.page
    corners = page.followed.mesh.project_to_px(list_corners(page.edges_x, page.edges_y))
    one, two, three, four = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return one, two, three, four


def _show(found: FoundTable) -> ShownTable:
    grey, scale, (left, top) = found.view
    box = left, top, grey.shape[1] / scale, grey.shape[0] / scale
    return ShownTable(found.seen, _write_jpeg(grey, max(grey.shape)), box, found.quad_px, found.twice)


def _write_jpeg(grey: Grey, most_px: int) -> bytes:
    """The picture (h, w) uint8 as a JPEG whose longer side has at most so many pixels."""
    import cv2

    share = min(1.0, most_px / max(grey.shape))
    small = cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else grey
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])[1].tobytes())


def lose_picture(task: LearnTask, loss: Loss) -> Problem:
    """The problem in place of a picture that failed or exceeded a limit."""
    return explain_loss(loss, task.photo)


SHOWING: Work[LearnTask, ShownPhoto | ShownTable | Problem] = Work(show_file, lose_picture)
