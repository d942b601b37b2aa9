"""Whether confidence is true: a reliability diagram as SVG.

DeGroot and Fienberg, "The comparison and evaluation of forecasters", The Statistician 32, 1983.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from dev.benchmarks.figures import Share
from dev.benchmarks.photographed import Cell
from dev.training.measure import Band, bands, calibration_error

SIDE, RIM = 380, 46
"""Of one hand's square, in pixels, and what is left around it for the labels."""
LINE = '<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}"/>'
TEXT = '<text x="{:.1f}" y="{:.1f}" text-anchor="middle" font-size="{}">{}</text>'
UPRIGHT = '<text transform="translate({:.1f} {:.1f}) rotate(-90)" font-size="9" fill="#666">{}</text>'


def told(cells: Sequence[Cell]) -> list[tuple[float, bool]]:
    """Each cell's confidence, and whether it is right."""
    return [(cell.confidence, cell.right) for cell in cells]


def diagram(hands: Mapping[str, Sequence[Cell]]) -> str:
    """One square a hand: confidence to the right, share right upwards; on the diagonal confidence is true."""
    width, height = len(hands) * (SIDE + 2 * RIM), SIDE + 2 * RIM
    parts = [part for place, (name, cells) in enumerate(hands.items()) for part in _square(place, name, cells)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">'
    return "\n".join([head, '<rect width="100%" height="100%" fill="white"/>', *parts, "</svg>"]) + "\n"


def _square(place: int, name: str, cells: Sequence[Cell]) -> Iterator[str]:
    left, top = place * (SIDE + 2 * RIM) + RIM, RIM
    bottom = top + SIDE
    yield f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>'
    yield LINE.format(left, bottom, left + SIDE, top, "#bbb")
    title = f"{name}: {len(cells):,} cells, expected calibration error {100 * calibration_error(told(cells)):.2f} %"
    yield TEXT.format(left + SIDE / 2, top - 12, 13, escape(title))
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        yield TEXT.format(left + tick * SIDE, bottom + 16, 11, f"{tick:g}")
        yield TEXT.format(left - 18, bottom - tick * SIDE + 4, 11, f"{tick:g}")
    yield TEXT.format(left + SIDE / 2, bottom + 34, 12, "confidence")
    for band in bands(told(cells)):
        yield from _dot(band, left, bottom)


def _dot(band: Band, left: float, bottom: float) -> Iterator[str]:
    share = Share(band.right, band.cells)
    x, y = left + band.mean * SIDE, bottom - share.value * SIDE
    low, high = share.low_high
    yield LINE.format(x, bottom - low * SIDE, x, bottom - high * SIDE, "#36c")
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#36c"/>'
    yield UPRIGHT.format(x + 3, bottom - 4, band.cells)
