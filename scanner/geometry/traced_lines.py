"""The straight lines in a straightened picture's strokes: which pixels stand out from the noise, and what runs on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.mesh import Values
from scanner.pyramid import Dark, keep_level_strokes, keep_upright_strokes

SPANS = 0.6
"""Share of the table that a rule must run over to be one of the table's: reading asks for 0.7 of most rules; a title
row, a merged heading and a sum row without it leave more."""
PARTIAL = 0.12
"""Share of the table from which a shorter stroke is reported as a rule that does not span it. Still shorter ones are
boxes and writing."""
_LOOSE_PX = 2
"""How far a rule may be from the straight: bends are taken out to a pixel, a ruler held by hand misses by another."""
WHOLE, _BESIDE_USUAL = 0.9, (0.3, 0.1)
"""Share of the usual rule's darkness below which a line is a crease, or print that shines through: for lines that have
gaps, and for those that run over so much of the table; the faintest rule of 80 sudokus has 0.2, without a gap."""
_HIGHER = 1.3
"""How many times as high as the usual rule a line with gaps may be: words of a small picture, blurred into each other,
have 1.6 times its height."""
_NOISIEST, _AROUND_PX, _ABOVE_NOISE = 4.0, 61, 2.0
"""The noise around a pixel is the mean over so many pixels, of strokes up to so many times the median; rules in a
telephone's shadows have three times the noise."""
_DOUBLE = 0.22
"""Rules nearer than this share of the usual distance are a double rule: the gap between two blocks has 0.4."""
_DOUBLE_PX = 40
"""Rules farther apart are none, however wide the columns are: 7 mm on A4. Names below one another begin that near to
the rule before them."""
_BOTH = 0.8
"""Share of the longer one's length that both strokes of a double rule have."""

_DOT_PX, _DASH_PX, _DOTS_APART_PX, _DOTTED_PX = 12, 24, 24, 120
"""Widest dot, longest dash, and the widest gap between two, in rules of them: 2, 4 and 4 mm on A4; such a rule is
much longer than two digits."""
_FAINTEST_DOT = 25


@dataclass(frozen=True, slots=True)
class Line:
    """A rule at `at` px with the darkness `dark` (0..255). It is seen over `share` of the table's length, between
    `start` and `end`, which are shares too.
    """

    at: float
    share: float
    start: float
    end: float
    dark: float

    @property
    def is_short(self) -> bool:
        """Whether it is a rule that runs on without gaps, over a part of the table."""
        return self.share < SPANS and self.share >= WHOLE * (self.end - self.start)


def join_dots(dark: Dark) -> Dark:
    """The strokes `dark` (h, w) uint8 with the rules of dots or dashes in them as whole ones, (h, w) uint8."""
    down = _join_level(np.ascontiguousarray(dark.T)).T
    return np.maximum(dark, np.maximum(_join_level(dark), down))


def _join_level(dark: Dark) -> Dark:
    """What of the strokes `dark` (h, w) uint8 are dots or dashes in a level row, as a stroke. Rules that cross it part
    it only where they run: the dash that touches one is a dash."""
    free = np.where(keep_upright_strokes(dark, _DOTTED_PX) >= _FAINTEST_DOT, 0, dark).astype(np.uint8)
    _, parts, stats, _ = cv2.connectedComponentsWithStats((free >= _FAINTEST_DOT).astype(np.uint8), connectivity=8)
    small = (stats[:, cv2.CC_STAT_WIDTH] <= _DASH_PX) & (stats[:, cv2.CC_STAT_HEIGHT] <= _DOT_PX)
    thick = cv2.dilate(np.where(small[parts], free, 0).astype(np.uint8), np.ones((3, 1), np.uint8))
    joined = cv2.morphologyEx(thick, cv2.MORPH_CLOSE, np.ones((1, _DOTS_APART_PX), np.uint8))
    return keep_level_strokes(np.asarray(joined, np.uint8), _DOTTED_PX)


def find_clear_pixels(strokes: Dark, least: float) -> NDArray[np.bool_]:
    """The pixels (h, w) bool of `strokes` (h, w) uint8 that belong to rules: darker than `least` and than the noise
    around them.
    """
    usual = max(find_median(strokes), 1.0)
    noise = cv2.blur(np.minimum(strokes, _NOISIEST * usual).astype(np.float32), (_AROUND_PX, _AROUND_PX))
    return np.asarray(strokes >= np.maximum(least, _ABOVE_NOISE * noise))


def find_median(strokes: Dark) -> float:
    """The median of `strokes` (h, w) uint8, by counting: to sort a picture's millions takes fifteen times longer."""
    below = np.cumsum(cv2.calcHist([strokes], [0], None, [256], [0, 256]))
    return float(np.searchsorted(below, [(strokes.size - 1) // 2, strokes.size // 2], side="right").mean())


def thicken_strokes(seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Level strokes `seen` (h, w) bool, thickened to (h, w) bool by how far a rule may be from the straight."""
    return np.asarray(cv2.dilate(seen.astype(np.uint8), np.ones((2 * _LOOSE_PX + 1, 1), np.uint8)) > 0)


def trace_lines(seen: NDArray[np.bool_], strokes: Dark, margin: int) -> list[Line]:
    """Every straight stroke in the level strokes (h, w) uint8, double rules as one. `seen` (h, w) bool: the pixels that
    are clear.
    """
    middle = slice(margin, seen.shape[1] - margin)
    inner, darks = seen[:, middle], strokes[:, middle]
    cover = inner.mean(axis=1)
    runs = _find_runs(cover >= PARTIAL, cover)
    found = _drop_words([(_make_line(inner, darks, cover, *run), run[1] - run[0]) for run in runs])
    whole = [line.dark for line in found if line.share >= SPANS]
    usual = float(np.median(whole)) if whole else 0.0
    return _merge_doubles([line for line in found if line.dark >= usual * _BESIDE_USUAL[line.share >= WHOLE]])


def _drop_words(lines: list[tuple[Line, int]]) -> list[Line]:
    """The lines, each given with its height in px, without words side by side: these have gaps, and are higher than the
    rules that run on without any."""
    whole = [float(high) for line, high in lines if line.share >= WHOLE]
    usual = float(np.median(whole)) if whole else float("inf")
    return [line for line, high in lines if line.share >= WHOLE * (line.end - line.start) or high <= _HIGHER * usual]


def _find_runs(above: NDArray[np.bool_], cover: Values) -> list[tuple[int, int]]:
    """Stretches of rows with strokes, cut where the cover falls to half of what it is on both sides."""
    ends = np.flatnonzero(np.diff(np.concatenate([[0], above.astype(np.int8), [0]])))
    runs = []
    for start, end in zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True):
        high = cover[start:end] >= 0.5 * float(cover[start:end].max())
        inner = np.flatnonzero(np.diff(np.concatenate([[0], high.astype(np.int8), [0]]))) + start
        runs += list(zip(inner[::2].tolist(), inner[1::2].tolist(), strict=True))
    return runs


def _make_line(inner: NDArray[np.bool_], darks: Dark, cover: Values, start: int, end: int) -> Line:
    weight = cover[start:end] - 0.5 * cover[start:end].max() + 1e-6
    at = float((weight * np.arange(start, end)).sum() / weight.sum())
    along = np.asarray(inner[start:end].any(axis=0), np.bool_)
    places = np.flatnonzero(along) / max(len(along) - 1, 1)
    dark = float(np.median(darks[start:end].max(axis=0)[along]))
    return Line(at, float(along.mean()), float(places[0]), float(places[-1]), dark)


def _merge_doubles(lines: list[Line]) -> list[Line]:
    """Double rules as one in their middle."""
    places = np.array([line.at for line in lines if line.share >= SPANS])
    if len(places) < 2:
        return lines
    gaps = np.diff(places)
    usual = float(np.median(gaps[gaps > 0.3 * np.percentile(gaps, 75)]))
    kept: list[Line] = []
    for line in lines:
        close = bool(kept) and line.at - kept[-1].at < min(_DOUBLE * usual, _DOUBLE_PX)
        kept.append(_merge_pair(kept.pop(), line) if close else line)
    return kept


def _merge_pair(one: Line, other: Line) -> Line:
    """The middle of a double rule. Of a rule and writing beside it, the longer one."""
    short, long = sorted((one, other), key=lambda line: line.share)
    if short.share < _BOTH * long.share:
        return long
    return Line(
        (one.at + other.at) / 2,
        long.share,
        min(one.start, other.start),
        max(one.end, other.end),
        max(one.dark, other.dark),
    )


def keep_spanning(lines: list[Line]) -> Values:
    """Where the lines run that span the table, (n,) float64 px."""
    return np.array([line.at for line in lines if line.share >= SPANS], np.float64)


def find_near_columns(seen: NDArray[np.bool_], at: float) -> NDArray[np.bool_]:
    """At which columns (w,) bool a stroke of `seen` (h, w) bool is within three pixels of the row `at`."""
    row = round(at)
    return np.asarray(seen[max(row - 3, 0) : row + 4].any(axis=0), np.bool_)
