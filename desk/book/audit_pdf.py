"""The audit of an item as a page to hand out: its picture, and where its points come from."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from texts.languages import Lang

if TYPE_CHECKING:
    from templates.drawing.pen import Pen
    from tournament.filing.open_evening import Evening
    from tournament.filing.row_story import Audited
    from tournament.record.store import Store

_PAGE_MM = (210.0, 297.0)
_EDGE_MM, _HIGHEST_MM = 15.0, 70.0
_TITLE_PT, _TEXT_PT = 15.0, 10.0
_LINE_MM = 5.2


def make_page(title: str, lines: Sequence[str], picture: bytes | None, lang: Lang) -> bytes:
    """The PDF. `lines`: what is told below the title and the picture; an indented line stays indented."""
    from templates.drawing.lettering import BOLD, PLAIN, clean, flow
    from templates.drawing.pen import Pen

    pen, wide = Pen(_PAGE_MM, clean(title), lang), _PAGE_MM[0] - 2 * _EDGE_MM
    pen.write((_EDGE_MM, _EDGE_MM + 5), clean(title), BOLD, _TITLE_PT)
    y = _place_picture(pen, picture, _EDGE_MM + 12)
    for line in lines:
        indent = len(line) - len(line.lstrip())
        room = (wide - indent * 2, _PAGE_MM[1])
        for part in flow([line], PLAIN, room, (_TEXT_PT,))[0]:
            if y > _PAGE_MM[1] - _EDGE_MM:
                pen.turn_page()
                y = _EDGE_MM + 5
            pen.write((_EDGE_MM + indent * 2, y), part, PLAIN, _TEXT_PT)
            y += _LINE_MM
    return pen.finish()


def _place_picture(pen: Pen, picture: bytes | None, y: float) -> float:
    """Puts the picture below the title, and returns where the text begins."""
    if picture is None:
        return y
    import numpy as np
    from PIL import Image

    pixels = np.asarray(Image.open(io.BytesIO(picture), formats=("JPEG",)).convert("L"), np.uint8)
    high, wide = pixels.shape
    width = min(_PAGE_MM[0] - 2 * _EDGE_MM, _HIGHEST_MM * wide / high)
    pen.place_picture((_EDGE_MM, y, width, width * high / wide), pixels)
    return float(y + width * high / wide + 8)


def cut_audited(store: Store, evening: Evening, audited: Audited) -> bytes | None:
    """The item's picture as JPEG, from the photograph or the file's copy of it; None where neither is there."""
    from desk.book.copies import gather_photos
    from desk.workers.crop_marks import NO_MARKS
    from desk.workers.crops import CUTTING, CropTask, list_sizes
    from desk.workers.pool import Pool

    if audited.entry is None or not audited.readings:
        return None
    source = audited.entry.sheet.source
    key = (source.photo_sha256, source.page, tuple(field.quad_px for field in audited.readings))
    with gather_photos(store, evening, {source.photo_sha256}) as photos, Pool(1) as pool:
        cuts = [
            CropTask(path, {key: NO_MARKS}, sizes=list_sizes(photos.sizes, hash_))
            for hash_, path in photos.files.items()
        ]
        found = [page.pictures.get(key) for pages in pool.run(CUTTING, cuts) for page in pages]
    return next(filter(None, found), None)
