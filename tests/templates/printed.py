"""What a PDF reader finds on a printed sheet, and where; shared by the tests of all styles."""

from __future__ import annotations

import numpy as np
import pypdfium2  # type: ignore[import-untyped]  # it ships no types

from templates.drawing.pen import MM_PER_PT
from templates.layout import Box

PRINTABLE_EDGE_MM = 10.0
BESIDE_FEED_MM = 6.4  # a quarter of an inch: the widest edge that printers leave beside the feed


def printed(pdf: bytes, page: int = 0) -> list[tuple[str, Box]]:
    """Every run of text with its box (x, y, width, height in mm), as a PDF reader finds it."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        text = document[page].get_textpage()
        high = document[page].get_height()
        boxes = [text.get_rect(index) for index in range(text.count_rects())]
        return [
            (
                text.get_text_bounded(*box).strip(),
                (
                    box[0] * MM_PER_PT,
                    (high - box[3]) * MM_PER_PT,
                    (box[2] - box[0]) * MM_PER_PT,
                    (box[3] - box[1]) * MM_PER_PT,
                ),
            )
            for box in boxes
        ]
    finally:
        document.close()


def find_touching(runs: list[tuple[str, Box]]) -> list[tuple[str, str]]:
    """The pairs of words of which one lies on the other."""
    low = np.array([box[:2] for _, box in runs])
    high = low + [box[2:] for _, box in runs]
    meet = ((high[:, None] > low + 1e-6) & (high > low[:, None] + 1e-6)).all(axis=-1)
    return [(runs[one][0], runs[other][0]) for one, other in np.argwhere(np.triu(meet, 1))]


def apart(one: Box, other: Box) -> bool:
    """Whether the boxes share no more than an edge."""
    return any(
        one[axis] + one[axis + 2] <= other[axis] + 1e-6 or other[axis] + other[axis + 2] <= one[axis] + 1e-6
        for axis in (0, 1)
    )


def within(inner: Box, outer: Box, slack: float = 0.0) -> bool:
    """Whether `inner` lies in `outer`."""
    return (
        inner[0] >= outer[0] - slack
        and inner[1] >= outer[1] - slack
        and inner[0] + inner[2] <= outer[0] + outer[2] + slack
        and inner[1] + inner[3] <= outer[1] + outer[3] + slack
    )


def printable(page_mm: tuple[float, float]) -> Box:
    """The part of a page that office printers reach; A4 across is fed upright, its long edges lie beside the feed."""
    across, down = PRINTABLE_EDGE_MM, BESIDE_FEED_MM if page_mm[0] > page_mm[1] else PRINTABLE_EDGE_MM
    return across, down, page_mm[0] - 2 * across, page_mm[1] - 2 * down
